package catalogue

import (
	"context"
	"fmt"
	"strings"
)

// carried are the tables of documents that a rebuild from the archive cannot fill, or not
// without reading every document again. A table follows those that it refers to.
var carried = []struct{ table, columns string }{
	{"documents", `id, work, original, replaced_by, size, pages, words, kept, changes, indexed, cited, pdf, thumbnail, year, confidence, state, type,
		wrapped, genre, judged_by, cause, language, added_at, judged_at, read_at, sha256, name, doi, title_key, title, authors, venue, reasons, abstract, cut, state_at, relevance`},
	{"document_fields", "document, position, name, value, source, confidence"},
	{"locations", "id, document, latest, added, size, url, host, stem, name, parent, first_seen, last_seen, last_modified, etag"},
	{"addresses", "location, url"},
	{"relations", "document, other, relation, similarity, how"},
	{"signatures", "document, sketch"},
	{"bands", "band, document"},
	{"document_references", "document, position, year, raw, title, authors, doi, arxiv, url"},
	{"candidates", "kind, value, document, reference, state, found_at"},
	{"first_lines", "host, line, document, band, titled"},
	{"doubtful_titles", "document"},
	{"corrections", "sha256, genre, state, at"},
	{"edits", "sha256, name, position, value, at"},
	{"bibliography_fields", "sha256, name, position, value, at"},
	{"removals", "pattern, reason, at"},
	{"cycles", `id, begun, finished, new_sites, revisited_sites, refused_hosts, requested, documents_accepted, documents_rejected, pages_new, pages_changed,
		pages_unchanged, pages_gone, documents_new, documents_changed, documents_unchanged, documents_gone`},
	{"cycle_steps", "cycle, step, begun, finished, outcome, crawl, requests"},
	{"cycle_sites", "cycle, position, host, class, reason, seeds, outcome"},
	{"cycle_counts", "cycle, kind, position, name, urls, accepted, rejected"},
	{"candidate_hosts", "host, seeds, verdict, reason, rule, cycle, at, failures"},
	{"mirrors", "host, original, pages, common, equal, alike, found_at"},
	{"site_history", "host, begun, started, finished, visited, pages, downloaded, accepted, rejected"},
	{"wanted", "id, attempts, year, confidence, state, key, added_at, state_at, document, url, way, version, reached, cause, reasons, doi, arxiv, venue, title, authors, record, record_key"},
	{"wanted_sources", "wanted, source"},
	{"wanted_attempts", "wanted, position, requests, at, way, url, reached, cause"},
	{"wanted_trials", "id, found, site, rule, page, url, paper"},
	{"wanted_round", "url, requested"},
	{"knowledge", "kind, site, value, pages, crawls, documents, linked, linked_rejected, since, state"},
	{"knowledge_learned", "id, begun"},
	{"site_stops", "host, begun, at, rule, pages, found, waiting, missed_low, missed_high"},
}

// CopyDocuments copies from an older catalogue what this one, rebuilt from the archive, cannot
// have: documents with their verdicts and fields, all decisions of people, and what harvests look for. It replaces what
// this one has of them. Bodies that were filed in the old catalogue leave the queue of this
// one. It is one transaction: after an error nothing was copied, and the repository's journal
// still has the decisions.
func (c *Catalogue) CopyDocuments(ctx context.Context, old *Catalogue) error {
	defer c.running.drop()
	return c.change(ctx, "copy the documents", func(f *filing) error {
		for _, table := range []string{"document_citations", "document_keys", "reference_keys"} { // made again by MatchReferences
			if err := f.exec("DELETE FROM " + table); err != nil {
				return err
			}
		}
		for i := len(carried) - 1; i >= 0; i-- {
			if err := f.exec("DELETE FROM " + carried[i].table); err != nil {
				return err
			}
		}
		for _, t := range carried {
			if err := f.carry(ctx, old, t.table, t.columns); err != nil {
				return fmt.Errorf("table %s: %w", t.table, err)
			}
		}
		if err := f.removeAgain(ctx); err != nil {
			return err
		}
		err := f.exec(`UPDATE pages SET document = 1 WHERE type IN ` + pageTypes + ` AND (url, sha256) IN
			(SELECT l.url, d.sha256 FROM locations l JOIN documents d ON d.id = l.document WHERE l.latest = 1 AND d.state = 'accepted')`)
		if err != nil {
			return err
		}
		return f.exec(`DELETE FROM intake WHERE kind <> 3 AND EXISTS (SELECT 1 FROM pages p JOIN locations l ON l.url = p.url
			JOIN documents d ON d.id = l.document WHERE p.id = intake.page AND d.sha256 = intake.sha256 AND d.read_at IS NOT NULL)`)
	})
}

// Reapply records removals that were made before this catalogue was, and removes again what
// matches them.
func (r *Removals) Reapply(ctx context.Context, all []Removal) error {
	return r.change(ctx, "apply the removals", func(f *filing) error {
		for _, r := range all {
			if err := f.remove(ctx, r); err != nil {
				return fmt.Errorf("remove %s: %w", r.Pattern, err)
			}
		}
		return nil
	})
}

// carry copies one table.
func (f *filing) carry(ctx context.Context, old *Catalogue, table, columns string) error {
	rows, err := old.reader.QueryContext(ctx, "SELECT "+columns+" FROM "+table)
	if err != nil {
		return err
	}
	defer rows.Close()
	values := make([]any, strings.Count(columns, ",")+1)
	into := make([]any, len(values))
	for i := range values {
		into[i] = &values[i]
	}
	insert := "INSERT INTO " + table + " (" + columns + ") VALUES (" + placeholders(len(values)) + ")"
	for rows.Next() {
		if err := rows.Scan(into...); err != nil {
			return err
		}
		if err := f.exec(insert, values...); err != nil {
			return err
		}
	}
	return rows.Err()
}

// removeAgain removes what the archive has brought back.
func (f *filing) removeAgain(ctx context.Context) error {
	all, err := selectAll(ctx, f.tx, scanRemoval, "SELECT pattern, COALESCE(reason, ''), at FROM removals")
	if err != nil {
		return err
	}
	for _, r := range all {
		if err := f.remove(ctx, r); err != nil {
			return fmt.Errorf("remove %s: %w", r.Pattern, err)
		}
	}
	return nil
}
