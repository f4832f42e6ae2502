package catalogue

import (
	"context"
	"fmt"
	"iter"
	"sync"
	"time"

	"sluice/internal/query"
)

// Removals are the patterns of what was removed, and the rows that fall under them.
type Removals struct{ *database }

// Removal is what a site's owner wanted taken out, and what stays out.
type Removal struct {
	// Pattern is a URL; the beginning of URLs, such as "http://www.example.org/private/*"; a host (every port of it but a
	// port that is named); a host and all below it, such as "*.example.org"; or the bytes of a document wherever they come
	// from, as "sha256:" and their hash. The schemes http and https are one; "file:///x" is what people added. It is in
	// canonical form, as the crawl has URLs.
	Pattern query.Pattern
	Reason  string
	At      time.Time
}

// Removed tells whether a URL was taken out and is to stay out, and by what. What another process removes is known
// within a second.
func (c *Catalogue) Removed(ctx context.Context, url string) (Removal, bool, error) {
	m, err := c.removals(ctx)
	if err != nil {
		return Removal{}, false, c.failed("look for removals", err)
	}
	r, ok := m.match(url)
	return r, ok, nil
}

// All gives all removals, the oldest first.
func (r *Removals) All(ctx context.Context) ([]Removal, error) {
	m, err := r.removals(ctx)
	if err != nil {
		return nil, r.failed("look for removals", err)
	}
	return m.all, nil
}

// Taken is a URL that falls under a removal, with all places of its answers in the archive.
type RemovedURL struct {
	URL       string
	Documents []string // hashes of what was filed from it, which other URLs may have, too
	Captures  []Capture
}

const takenAtOnce = 500

// URLs yields the URLs that a pattern concerns. What is to be wiped from archive and index is found by it before
// [Repository.Remove] forgets where it is.
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

// remove records a removal and forgets what it concerns.
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
		"DELETE FROM fetches WHERE page IN (SELECT id FROM pages WHERE " + condition + ")",
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

// removalMatcher finds the removal that a URL falls under.
type removalMatcher struct {
	all []Removal
	*query.Matcher
}

func newRemovalMatcher(all []Removal) *removalMatcher {
	patterns := make([]query.Pattern, len(all))
	for i, r := range all {
		patterns[i] = r.Pattern
	}
	return &removalMatcher{all, query.NewMatcher(patterns...)}
}

// match returns the removal that a URL falls under.
func (m *removalMatcher) match(url string) (Removal, bool) {
	if i, ok := m.Match(url); ok {
		return m.all[i], true
	}
	return Removal{}, false
}

// removedURLs keeps the matcher of the removals that the table has.
type removedURLs struct {
	mu    sync.Mutex // guards known; no query runs under it
	known knownRemovals
}

// knownRemovals are the removals as they were read.
type knownRemovals struct {
	matcher *removalMatcher
	checked time.Time
	n       int64  // rows of the table
	last    string // time of the last one
	version int    // grows when the matcher is dropped
}

// removalsAge is how old the matcher may be: another process may have removed something.
const removalsAge = time.Second

// removals returns the matcher, read again if the table has changed.
func (db *database) removals(ctx context.Context) (*removalMatcher, error) {
	r := &db.removed
	now := time.Now()
	r.mu.Lock()
	known := r.known
	r.mu.Unlock()
	if known.matcher != nil && now.Sub(known.checked) < removalsAge {
		return known.matcher, nil
	}
	var n int64
	var last string
	err := db.reader.QueryRowContext(ctx, "SELECT COUNT(*), COALESCE(MAX(at), '') FROM removals").Scan(&n, &last)
	if err != nil {
		return nil, err
	}
	m := known.matcher
	if m == nil || n != known.n || last != known.last {
		all, err := selectAll(ctx, db.reader, scanRemoval, "SELECT pattern, COALESCE(reason, ''), at FROM removals ORDER BY at, pattern")
		if err != nil {
			return nil, err
		}
		m = newRemovalMatcher(all)
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.known.version == known.version { // else the table has changed since it was read
		r.known = knownRemovals{m, now, n, last, known.version}
	}
	return m, nil
}

// drop makes the next call read the matcher again.
func (r *removedURLs) drop() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.known = knownRemovals{version: r.known.version + 1}
}

func scanRemoval(row scanner) (r Removal, err error) {
	var at string
	err = row.Scan(&r.Pattern, &r.Reason, &at)
	r.At = timeOf(at)
	return r, err
}
