package catalogue

import (
	"context"
	"fmt"
	"iter"

	"sluice/internal/query"
)

// Removals reads and writes the patterns that were removed, and the rows that match them.
type Removals struct{ *database }

// Removed reports whether a URL is removed, and by which removal. It sees removals by other
// processes within a second.
func (c *Catalogue) Removed(ctx context.Context, url string) (Removal, bool, error) {
	m, err := c.removals(ctx)
	if err != nil {
		return Removal{}, false, c.failed("look for removals", err)
	}
	r, ok := m.match(url)
	return r, ok, nil
}

// All returns all removals, the oldest first.
func (r *Removals) All(ctx context.Context) ([]Removal, error) {
	m, err := r.removals(ctx)
	if err != nil {
		return nil, r.failed("look for removals", err)
	}
	return m.all, nil
}

// RemovedURL is a URL that matches a removal, with all places of its answers in the archive.
type RemovedURL struct {
	URL       string
	Documents []string // hashes of what was filed from it; other URLs may have the same
	Captures  []Capture
}

// takenAtOnce is the number of URLs that one query reads.
const takenAtOnce = 500

// URLs yields the URLs that match a pattern. Call it before the repository removes them:
// afterwards nothing knows where archive and index have them.
func (r *Removals) URLs(ctx context.Context, pattern string) iter.Seq2[RemovedURL, error] {
	return func(yield func(RemovedURL, error) bool) {
		fail := func(err error) { yield(RemovedURL{}, r.failed("look for "+pattern, err)) }
		pattern, err := query.ParsePattern(pattern)
		if err != nil {
			fail(err)
			return
		}
		condition, args := pattern.SQL("url")
		last := ""
		for {
			urls, err := selectAll(ctx, r.reader, scanText, `SELECT url FROM (SELECT url FROM pages WHERE `+condition+`
				UNION SELECT url FROM locations WHERE `+condition+`) AS found WHERE url > $`+fmt.Sprint(len(args)+1)+
				` ORDER BY url LIMIT `+fmt.Sprint(takenAtOnce), append(args, last)...)
			if err != nil {
				fail(err)
				return
			}
			for _, u := range urls {
				t, err := r.taken(ctx, u)
				if err != nil {
					fail(err)
					return
				}
				if !yield(t, nil) {
					return
				}
				last = u
			}
			if len(urls) < takenAtOnce {
				return
			}
		}
	}
}

// Mentioning returns the answers of URLs that stay and may have been found on a URL that the pattern matches, or by a redirect from one. A page that was
// fetched several times has the parent of its last fetch only. So all answers are returned of those pages on hosts to which a host of the pattern links.
func (r *Removals) Mentioning(ctx context.Context, pattern string) ([]Capture, error) {
	p, err := query.ParsePattern(pattern)
	if err != nil {
		return nil, err
	}
	child, args := p.SQL("parent")
	concerned, _ := p.SQL("url") // has the same arguments
	all, err := selectAll(ctx, r.reader, scanCapture, `SELECT surt(url), url, fetched_at, status, NULL, sha256, location, file, file_offset, file_length
		FROM v_fetches WHERE file IS NOT NULL AND NOT `+concerned+` AND url IN (
			SELECT url FROM pages WHERE `+child+` OR via IS NOT NULL OR fetches > 1 AND (
				site IN (SELECT site FROM pages WHERE `+concerned+`)
				OR site IN (SELECT id FROM sites WHERE host IN (SELECT "to" FROM v_links WHERE "from" IN (
					SELECT host FROM sites WHERE id IN (SELECT site FROM pages WHERE `+concerned+`))))
				OR url IN (SELECT location FROM v_fetches WHERE `+concerned+`)))`, args...)
	return all, r.failed("look for "+pattern, err)
}

// taken returns the documents and the captures of a URL.
func (r *Removals) taken(ctx context.Context, u string) (t RemovedURL, err error) {
	t.URL = u
	if t.Documents, err = selectAll(ctx, r.reader, scanText, `SELECT d.sha256 FROM locations l JOIN documents d ON d.id = l.document
		WHERE l.url = $1 ORDER BY d.id`, u); err != nil {
		return t, err
	}
	t.Captures, err = selectAll(ctx, r.reader, scanCapture, `SELECT surt(url), url, fetched_at, status, NULL, sha256, location, file, file_offset, file_length
		FROM v_fetches WHERE url = $1 AND file IS NOT NULL ORDER BY fetched_at`, u)
	return t, err
}
