package catalogue

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"
	"time"
	"unicode/utf8"
)

// Link is one link to a document.
type Link struct {
	URL     string // of the document
	Page    string
	Host    string // of the page
	Text    string // of the link
	First   time.Time
	Outside bool // from another host than the document's
}

// maxAnchor is the greatest length of a link's text, in bytes.
const maxAnchor = 300

// citations writes the links to documents. A link from a page that has no row is ignored: there
// is no id to refer to.
func (w *writing) citations(g *Group) error {
	if len(g.DocumentAnchors) == 0 {
		return nil
	}
	pages := make(map[string]citing, len(g.Fetches))
	at := stamp(time.Now())
	if len(g.Fetches) > 0 {
		at = stamp(g.Fetches[len(g.Fetches)-1].At)
	}
	for i := range g.Fetches {
		pages[g.Fetches[i].URL] = citing{w.ids[i], stamp(g.Fetches[i].At)}
	}
	insert := w.tx.Stmt(w.r.put.citation)
	for _, a := range g.DocumentAnchors {
		page, ok := pages[a.Page]
		if !ok {
			err := w.tx.QueryRow("SELECT id FROM pages WHERE url = $1", clean(a.Page)).Scan(&page.id)
			if err != nil && !errors.Is(err, sql.ErrNoRows) {
				return fmt.Errorf("page %s: %w", a.Page, err)
			}
			page.at = at
			pages[a.Page] = page
		}
		if page.id == 0 {
			continue
		}
		if _, err := insert.Exec(word(a.URL), page.id, anchorText(a.Text), page.at, flag(a.Sure)); err != nil {
			return fmt.Errorf("link to %s: %w", a.URL, err)
		}
	}
	return nil
}

// maxAnchors bounds the links that are written with one filing.
const maxAnchors = 1000

// anchors writes links to a document that were found with it. Links that exist already are
// ignored.
func (f *filing) anchors(all []Anchor) error {
	for _, a := range all[:min(len(all), maxAnchors)] {
		if _, removed := f.removed.match(a.URL); removed {
			continue
		}
		err := f.exec(`INSERT INTO citations (url, page, text, first_seen, sure) SELECT $1, id, $2, fetched_at, 1 FROM pages WHERE url = $3
			ON CONFLICT (url, page, text) DO NOTHING`, word(a.URL), anchorText(a.Text), word(a.Page))
		if err != nil {
			return fmt.Errorf("link to %s: %w", a.URL, err)
		}
	}
	return nil
}

// linkSums has of each document the pages of other hosts that link to it and the different texts of all links, in one number: whether it changed is all
// that matters.
const linkSums = `SELECT l.document AS linked_document, COUNT(DISTINCT CASE WHEN s.host = l.host THEN NULL ELSE c.page END) + 1000000 * COUNT(DISTINCT NULLIF(c.text, '')) AS link_sum
	FROM addresses a CROSS JOIN citations c ON c.url = a.url JOIN locations l ON l.id = a.location JOIN pages p ON p.id = c.page JOIN sites s ON s.id = p.site
	GROUP BY l.document`

// maxTexts is how many texts of links to a document the index has.
const maxTexts = 50

// linkTexts returns texts of links to a document, and its number in linkSums.
func (ds *Documents) linkTexts(ctx context.Context, id int64) (texts []string, sum int64, err error) {
	err = ds.reader.QueryRowContext(ctx, `SELECT COUNT(DISTINCT CASE outside WHEN 1 THEN page_id END) + 1000000 * COUNT(DISTINCT text)
		FROM v_citations WHERE document = $1`, id).Scan(&sum)
	if err != nil || sum == 0 {
		return nil, sum, err
	}
	texts, err = selectAll(ctx, ds.reader, scanText, "SELECT DISTINCT text FROM v_citations WHERE document = $1 AND text IS NOT NULL ORDER BY text LIMIT $2", id, maxTexts)
	return texts, sum, err
}

// Recount makes the accepted documents stale (see [Catalogue.Stale]) that have another number of citations, of
// pages that link to them, or of texts of links, than when they were indexed. It counts for all documents that are not
// stale already, while others may write: 100,000 links take about a second. What is written is
// only which documents have another number. Documents of an earlier version are compared with all references first.
func (ds *Documents) Recount(ctx context.Context) error {
	const doing = "count citations of documents and links to them"
	if err := ds.MatchReferences(ctx); err != nil {
		return err
	}
	sums, err := selectAll(ctx, ds.reader, scanText, `SELECT d.sha256 FROM documents d LEFT JOIN (`+linkSums+`) ON linked_document = d.id
		WHERE d.state = 'accepted' AND d.indexed >= d.changes AND (d.cited <> d.citations OR d.linked <> COALESCE(link_sum, 0))`)
	if err != nil || len(sums) == 0 {
		return ds.failed(doing, err)
	}
	return ds.change(ctx, doing, func(f *filing) error {
		for _, sum := range sums {
			if err := f.exec("UPDATE documents SET changes = changes + 1 WHERE sha256 = $1 AND indexed >= changes", sum); err != nil {
				return err
			}
		}
		return nil
	})
}

// citing is a page that links to documents. Its id is 0 if it has no row.
type citing struct {
	id int64
	at string
}

// anchorText returns the text of a link on one line, cut to maxAnchor bytes between characters.
// It looks at no more than four times that length, so that a huge link costs little.
func anchorText(s string) string {
	s = clean(strings.Join(strings.Fields(s[:min(len(s), 4*maxAnchor)]), " "))
	if len(s) <= maxAnchor {
		return s
	}
	end := maxAnchor
	for !utf8.RuneStart(s[end]) {
		end--
	}
	return s[:end]
}

// LinksToDocument returns at most n links to a document, by any of its URLs: links from other hosts
// first, then the oldest.
func (ds *Documents) LinksToDocument(ctx context.Context, sha256 string, n int) (all []Link, err error) {
	all, err = selectAll(ctx, ds.reader, scanLink, `SELECT url, page, host, text, first_seen, outside FROM v_citations
		WHERE document = (SELECT id FROM documents WHERE sha256 = $1) ORDER BY outside DESC, first_seen, page LIMIT $2`, sha256, n)
	return all, ds.failed("links to document "+sha256, err)
}

// LinksTo returns at most n links to a URL, by either of the schemes http and https, whether it
// has a document or not. [Link].Outside is not set.
func (ds *Documents) LinksTo(ctx context.Context, url string, n int) (all []Link, err error) {
	all, err = selectAll(ctx, ds.reader, scanLink, `SELECT c.url, p.url, s.host, NULLIF(c.text, ''), c.first_seen, 0
		FROM citations c JOIN pages p ON p.id = c.page JOIN sites s ON s.id = p.site
		WHERE c.url IN ($1, $2) ORDER BY c.first_seen, p.url LIMIT $3`, url, otherScheme(url), n)
	return all, ds.failed("links to "+url, err)
}

// scanLink reads the columns of a [Link].
func scanLink(row scanner) (c Link, err error) {
	var text sql.NullString
	var first string
	err = row.Scan(&c.URL, &c.Page, &c.Host, &text, &first, &c.Outside)
	c.Text, c.First = text.String, timeOf(first)
	return c, err
}
