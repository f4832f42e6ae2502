package catalogue

import (
	"context"
	"sluice/internal/query"
	"sync"
	"time"
)

// Removal is a pattern of URLs or bytes that a site's owner wanted removed and that must not be
// fetched or filed again.
type Removal struct {
	// Pattern is a URL; the beginning of URLs, such as "http://www.example.org/private/*"; a
	// host (every port of it but a port that is named); a host and all below it, such as
	// "*.example.org"; or the bytes of a document wherever they come from, as "sha256:" and
	// their hash. The schemes http and https are one; "file:///x" is what people added. It is
	// in canonical form, as the crawl has URLs.
	Pattern query.Pattern
	Reason  string
	At      time.Time
}

// removalMatcher finds the removal that a URL falls under.
type removalMatcher struct {
	all []Removal
	*query.Matcher
}

// newRemovalMatcher returns a matcher for removals.
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

// removedURLs caches the matcher of the removals in the table.
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

// removalsAge is the greatest age of a matcher that is used without a query:
// another process may have removed something.
const removalsAge = time.Second

// removals returns the matcher. It reads the removals again if their number or the time of the
// last one has changed.
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

// scanRemoval reads a [Removal].
func scanRemoval(row scanner) (r Removal, err error) {
	var at string
	err = row.Scan(&r.Pattern, &r.Reason, &at)
	r.At = timeOf(at)
	return r, err
}
