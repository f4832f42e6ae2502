package catalogue

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"sluice/internal/query"
	"sluice/library"
)

// Rows other than its own refer to a removed URL, too: where other URLs were found, and in
// the counts of hosts.

// ofOrigins is the beginning of a query for the origins whose robots.txt matches a pattern.
const ofOrigins = "SELECT origin FROM (SELECT origin, origin || '/robots.txt' AS url FROM robots) AS o WHERE "

// Origins returns the origins whose robots.txt is stored and matches a pattern. The archive
// holds those files as well, and the catalogue has no places for them.
func (r *Removals) Origins(ctx context.Context, pattern string) ([]string, error) {
	p, err := query.ParsePattern(pattern)
	if err != nil {
		return nil, err
	}
	condition, args := p.SQL("url")
	origins, err := selectAll(ctx, r.reader, scanText, ofOrigins+condition, args...)
	return origins, r.failed("look for robots.txt", err)
}

// probe returns a URL of a host that only patterns for the whole host match.
func probe(host string) string { return "http://" + host + "/?" }

// forgetMentions deletes the URLs that match a pattern from the rows of other URLs: as parent,
// original or redirect.
func (f *filing) forgetMentions(ctx context.Context, pattern query.Pattern) error {
	for _, in := range []struct{ table, column string }{{"pages", "parent"}, {"pages", "copy_of"}, {"locations", "parent"}} {
		condition, args := pattern.SQL(in.column)
		if err := f.exec(fmt.Sprintf("UPDATE %s SET %s = NULL WHERE %s", in.table, in.column, condition), args...); err != nil {
			return err
		}
	}
	out := query.NewMatcher(pattern)
	for last := int64(0); ; {
		rows, err := selectAll(ctx, f.tx, scanVia, "SELECT id, via FROM pages WHERE via IS NOT NULL AND id > $1 ORDER BY id LIMIT $2", last, takenAtOnce)
		if err != nil {
			return err
		}
		for _, row := range rows {
			last = row.id
			var left []string
			for hop := range strings.SplitSeq(row.via, "\n") {
				if _, is := out.Match(hop); !is {
					left = append(left, hop)
				}
			}
			if via := strings.Join(left, "\n"); via != row.via {
				if err := f.exec("UPDATE pages SET via = $2 WHERE id = $1", row.id, text(via)); err != nil {
					return err
				}
			}
		}
		if len(rows) < takenAtOnce {
			return nil
		}
	}
}

// viaRow is a page with the redirects that led to it, one a line.
type viaRow struct {
	id  int64
	via string
}

// scanVia reads a viaRow.
func scanVia(row scanner) (v viaRow, err error) {
	err = row.Scan(&v.id, &v.via)
	return v, err
}

// forgetHosts deletes what is stored about hosts that are removed as a whole: what a crawl
// learned about them, and the links from and to them.
func (f *filing) forgetHosts(pattern query.Pattern) error {
	condition, args := pattern.SQL("url")
	hosts := func(table, column string) string {
		return fmt.Sprintf("SELECT host FROM (SELECT %[1]s AS host, 'http://' || %[1]s || '/?' AS url FROM %[2]s) AS h WHERE %[3]s", column, table, condition)
	}
	for _, statement := range []string{
		"DELETE FROM site_blocks WHERE site IN (SELECT id FROM sites WHERE host IN (" + hosts("sites", "host") + ") AND NOT EXISTS (SELECT 1 FROM pages WHERE pages.site = sites.id))",
		"DELETE FROM sites WHERE host IN (" + hosts("sites", "host") + ") AND NOT EXISTS (SELECT 1 FROM pages WHERE pages.site = sites.id)",
		"DELETE FROM refusals WHERE host IN (" + hosts("refusals", "host") + ")",
		"DELETE FROM mirrors WHERE host IN (" + hosts("mirrors", "host") + ")",
		"DELETE FROM mirrors WHERE original IN (" + hosts("mirrors", "original") + ")",
		"DELETE FROM site_history WHERE host IN (" + hosts("site_history", "host") + ")",
		"DELETE FROM cycle_sites WHERE host IN (" + hosts("cycle_sites", "host") + ")",
		"DELETE FROM candidate_hosts WHERE host IN (" + hosts("candidate_hosts", "host") + ")",
		"DELETE FROM site_stops WHERE host IN (" + hosts("site_stops", "host") + ")",
		"DELETE FROM knowledge WHERE site IN (" + hosts("knowledge", "site") + ")",
		"DELETE FROM document_links WHERE from_host IN (" + hosts("document_links", "from_host") + ")",
		"DELETE FROM host_links WHERE from_host IN (" + hosts("host_links", "from_host") + ")",
		"DELETE FROM host_links WHERE to_host IN (" + hosts("host_links", "to_host") + ")",
	} {
		if err := f.exec(statement, args...); err != nil {
			return err
		}
	}
	return f.forgetLinks(query.NewMatcher(pattern))
}

// forgetLinks deletes hosts from the groups of links that are not folded into the table yet.
func (f *filing) forgetLinks(out *query.Matcher) error {
	serials, err := f.ids("SELECT serial FROM host_link_groups ORDER BY serial")
	if err != nil {
		return err
	}
	for _, serial := range serials {
		var written []byte
		if _, err := f.one("SELECT links FROM host_link_groups WHERE serial = $1", []any{serial}, &written); err != nil {
			return err
		}
		var group map[string]map[string]int64
		if err := json.Unmarshal(written, &group); err != nil {
			return fmt.Errorf("read links between hosts: %w", err)
		}
		changed := false
		gone := func(host string) bool {
			_, is := out.Match(probe(host))
			changed = changed || is
			return is
		}
		for from, to := range group {
			for host := range to {
				if gone(host) {
					delete(to, host)
				}
			}
			if gone(from) || len(to) == 0 {
				delete(group, from)
			}
		}
		if !changed {
			continue
		}
		text, err := json.Marshal(group)
		if err == nil {
			err = f.exec("UPDATE host_link_groups SET links = $2 WHERE serial = $1", serial, string(text))
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// removeBytes removes a document wherever it was found.
func (f *filing) removeBytes(sum, reason string) error {
	s, err := f.standing(sum)
	if err != nil || s.id == 0 {
		return err
	}
	for _, statement := range []string{
		"DELETE FROM addresses WHERE location IN (SELECT id FROM locations WHERE document = $1)",
		"DELETE FROM locations WHERE document = $1",
	} {
		if err := f.exec(statement, s.id); err != nil {
			return err
		}
	}
	if err := f.exec("DELETE FROM intake WHERE sha256 = $1", sum); err != nil {
		return err
	}
	return f.emptied(s.id, reason)
}

// emptied removes all but the hash of a document that has no location left. A document that has
// one is reviewed.
func (f *filing) emptied(id int64, reason string) error {
	var sum string
	var places int64
	if _, err := f.one("SELECT sha256, (SELECT COUNT(*) FROM locations WHERE document = $1) FROM documents WHERE id = $1",
		[]any{id}, &sum, &places); err != nil {
		return err
	}
	if places > 0 {
		return f.reviewAll(id)
	}
	joined, err := f.ids("SELECT other FROM relations WHERE document = $1 UNION SELECT document FROM relations WHERE other = $1 LIMIT $2", id, maxWork)
	if err != nil {
		return err
	}
	if err := f.exec("UPDATE documents SET state_at = $2 WHERE id = $1 AND state <> 'removed'", id, stamp(time.Now())); err != nil {
		return err
	}
	for _, statement := range []string{
		"DELETE FROM document_fields WHERE document = $1", "DELETE FROM document_references WHERE document = $1", "DELETE FROM signatures WHERE document = $1",
		"DELETE FROM bands WHERE document = $1", "DELETE FROM candidates WHERE document = $1",
		"DELETE FROM relations WHERE document = $1 OR other = $1", "DELETE FROM first_lines WHERE document = $1", "DELETE FROM doubtful_titles WHERE document = $1",
		`UPDATE documents SET state = 'removed', original = NULL, replaced_by = NULL, kept = 0, changes = changes + 1, pdf = 0, thumbnail = 0, year = NULL,
			confidence = NULL, genre = NULL, judged_by = NULL, cause = NULL, cut = NULL, language = NULL, judged_at = NULL, read_at = NULL, name = NULL,
			doi = NULL, title_key = NULL, title = NULL, authors = NULL, venue = NULL, reasons = NULL, abstract = NULL, relevance = NULL WHERE id = $1`,
	} {
		if err := f.exec(statement, id); err != nil {
			return err
		}
	}
	if err := f.cite(id); err != nil {
		return err
	}
	for _, statement := range []string{"DELETE FROM edits WHERE sha256 = $1", "DELETE FROM bibliography_fields WHERE sha256 = $1", "DELETE FROM corrections WHERE sha256 = $1"} {
		if err := f.exec(statement, sum); err != nil {
			return err
		}
	}
	if reason != "" {
		if err := f.exec("UPDATE documents SET cause = $2 WHERE id = $1", id, text(reason)); err != nil {
			return err
		}
	}
	f.moved[sum] = library.Removed
	for _, other := range append(joined, id) {
		if err := f.regroup(other); err != nil {
			return err
		}
	}
	return nil
}

// remove records a removal and deletes the rows that match its pattern. Rows that refer to
// others are deleted before those, because the conditions look them up.
func (f *filing) remove(ctx context.Context, r Removal) error {
	f.removals = true
	err := f.exec(`INSERT INTO removals (pattern, reason, at) VALUES ($1, $2, $3)
		ON CONFLICT (pattern) DO UPDATE SET reason = COALESCE(excluded.reason, removals.reason), at = excluded.at`,
		word(string(r.Pattern)), text(r.Reason), stamp(r.At))
	if err != nil {
		return err
	}
	if sum, is := r.Pattern.Hash(); is {
		return f.removeBytes(sum, r.Reason)
	}
	condition, args := r.Pattern.SQL("url")
	documents, err := f.ids("SELECT DISTINCT document FROM locations WHERE "+condition, args...)
	if err != nil {
		return err
	}
	for _, statement := range []string{
		"DELETE FROM addresses WHERE location IN (SELECT id FROM locations WHERE " + condition + ")",
		"DELETE FROM locations WHERE " + condition,
		"DELETE FROM citations WHERE page IN (SELECT id FROM pages WHERE " + condition + ")",
		"DELETE FROM citations WHERE " + condition,
		"DELETE FROM document_links WHERE " + condition,
		"DELETE FROM candidates WHERE kind = 'url' AND value IN (SELECT url FROM (SELECT value AS url FROM candidates WHERE kind = 'url') AS c WHERE " + condition + ")",
		"DELETE FROM intake WHERE page IN (SELECT id FROM pages WHERE " + condition + ")",
		"DELETE FROM index_deletions WHERE page IN (SELECT id FROM pages WHERE " + condition + ")",
		"DELETE FROM page_blocks WHERE page IN (SELECT id FROM pages WHERE " + condition + ")",
		"DELETE FROM fetches WHERE page IN (SELECT id FROM pages WHERE " + condition + ")",
		"DELETE FROM revisits WHERE page IN (SELECT id FROM pages WHERE " + condition + ")",
		"DELETE FROM pages WHERE " + condition,
		"DELETE FROM robots WHERE origin IN (" + ofOrigins + condition + ")",
	} {
		if err := f.exec(statement, args...); err != nil {
			return err
		}
	}
	if err := f.forgetMentions(ctx, r.Pattern); err != nil {
		return err
	}
	if err := f.forgetHosts(r.Pattern); err != nil {
		return err
	}
	for _, id := range documents {
		if err := f.emptied(id, r.Reason); err != nil {
			return err
		}
	}
	return nil
}
