package catalogue

import (
	"context"
	"sync"
	"time"

	"sluice/library"
)

// class is what a URL counts as, by its last answer. Every URL has one.
type class uint8

const (
	classNone     class = iota // a rule forbade it, and the library has nothing of it
	classWaiting               // never got; failed so far, and requested again
	classPage                  // an answer with a body that is no document
	classDocument              // listed among the documents
	classRedirect
	classError     // failed for good
	classChallenge // only ever brought a challenge
	classes
)

// classOf returns the class of a URL. got reports whether the library has a body of it: that one counts while nothing newer is known.
func classOf(outcome library.Outcome, document, got bool) class {
	switch {
	case outcome == library.Failed:
		return classError
	case outcome == library.Redirected:
		return classRedirect
	case outcome == library.Retried && !got:
		return classWaiting
	case outcome == library.Refused && !got:
		return classNone
	case outcome == library.Challenged && !got:
		return classChallenge
	case document:
		return classDocument
	}
	return classPage
}

// pageOrDocumentOutcomes are the outcomes, in SQL, of the URLs that the column document makes a page or a document.
const pageOrDocumentOutcomes = "(1, 4, 5, 6)"

// sums are the sums of the library that each group changes. They are what [Catalogue.Report] counts by reading all pages.
type sums struct {
	urls          [classes]int64
	wire, refused int64
	active        time.Duration // of crawls
}

// add adds other sums.
func (s *sums) add(o *sums) {
	for i := range s.urls {
		s.urls[i] += o.urls[i]
	}
	s.wire += o.wire
	s.refused += o.refused
	s.active += o.active
}

// totals returns the sums as totals of a report.
func (s *sums) totals() Totals {
	t := Totals{
		Pages: s.urls[classPage], Documents: s.urls[classDocument], Redirects: s.urls[classRedirect], Errors: s.urls[classError],
		Challenges: s.urls[classChallenge], Waiting: s.urls[classWaiting], Refused: s.refused, Wire: s.wire,
	}
	t.Visited = t.Pages + t.Documents + t.Redirects + t.Errors + t.Challenges
	return t
}

// move counts a URL that was of one class as one of another.
func (s *sums) move(from, to class) {
	s.urls[from]--
	s.urls[to]++
}

// runningSums are the sums while this process writes. They are counted once, and again after another process has written.
type runningSums struct {
	mu sync.Mutex
	sums
	known   bool
	version int64     // of the data that other connections have written
	next    time.Time // they are not counted again before
}

// drop forgets the sums, which are counted again when they are needed.
func (r *runningSums) drop() {
	r.mu.Lock()
	r.known, r.next = false, time.Time{}
	r.mu.Unlock()
}

// add adds what one transaction has changed.
func (r *runningSums) add(o *sums) {
	r.mu.Lock()
	r.sums.add(o)
	r.mu.Unlock()
}

// countPause is how many times as long as the counting nothing is counted again, while other processes write.
const countPause = 50

// Totals returns the totals of the library as [Catalogue.Report] counts them: Visited, Pages, Documents, Redirects, Errors, Challenges, Waiting, Refused and
// Wire, and the time that crawls were active. It reads all pages when it is called first, and then follows each group.
// What other processes change may be some seconds late.
func (c *Catalogue) Totals(ctx context.Context) (t Totals, active time.Duration, err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	r := &c.running
	r.mu.Lock()
	defer r.mu.Unlock()
	var version int64
	if err := c.writer.QueryRowContext(ctx, "PRAGMA data_version").Scan(&version); err != nil {
		return t, 0, c.failed("count the library", err)
	}
	if begun := time.Now(); !r.known || version != r.version && begun.After(r.next) {
		s, err := c.countSums(ctx)
		if err != nil {
			return t, 0, c.failed("count the library", err)
		}
		now := time.Now()
		r.sums, r.known, r.version, r.next = s, true, version, now.Add(countPause*now.Sub(begun))
	}
	return r.totals(), r.active, nil
}

// countSums reads the sums from the database.
func (c *Catalogue) countSums(ctx context.Context) (s sums, err error) {
	rows, err := c.writer.QueryContext(ctx, `SELECT outcome, document, got_at IS NOT NULL, COUNT(*), SUM(wire) FROM pages
		WHERE outcome <> 5 OR got_at IS NOT NULL GROUP BY 1, 2, 3`)
	if err != nil {
		return s, err
	}
	defer rows.Close()
	for rows.Next() {
		var outcome library.Outcome
		var document, got bool
		var n, wire int64
		if err := rows.Scan(&outcome, &document, &got, &n, &wire); err != nil {
			return s, err
		}
		s.urls[classOf(outcome, document, got)] += n
		s.wire += wire
	}
	if err := rows.Err(); err != nil {
		return s, err
	}
	var more, active int64
	err = c.writer.QueryRowContext(ctx, `SELECT (SELECT other_wire FROM progress WHERE id = 1) +
			(SELECT COALESCE(SUM(f.wire), 0) FROM fetches f JOIN pages p ON p.id = f.page WHERE f.fetched_at <> p.fetched_at),
		(SELECT COALESCE(SUM(links), 0) FROM refusals), (SELECT COALESCE(SUM(active_us), 0) FROM crawls)`).Scan(&more, &s.refused, &active)
	s.wire, s.active = s.wire+more, time.Duration(active)*time.Microsecond
	return s, err
}
