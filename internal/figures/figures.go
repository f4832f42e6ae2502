// Package figures returns the figures of a catalogue in the nouns of a crawl.
//
// Each figure of a library has one source: Totals and DocumentCounts of the catalogue, from which its report is made, too. Stats, Metrics and Status
// have them from here while a crawl runs and afterwards, so that they agree with the report.
package figures

import (
	"context"
	"time"

	"sluice/crawl"
	"sluice/internal/catalogue"
)

// Totals returns what a crawl has done until now. The counts of the first crawl are those of the whole catalogue; those of a later one are
// of the URLs that were fetched since it began.
func Totals(ctx context.Context, cat *catalogue.Catalogue, c catalogue.Crawl) (crawl.Totals, error) {
	if c.ID > 1 {
		t, err := cat.TotalsSince(ctx, c.Started)
		if err != nil {
			return crawl.Totals{}, err
		}
		changes, err := cat.Changes(ctx, c.Started)
		totals := TotalsOf(t, c.Active)
		totals.Unchanged = changes.Pages.Unchanged + changes.Documents.Unchanged
		return totals, err
	}
	r, err := cat.Report(ctx)
	if err != nil {
		return crawl.Totals{}, err
	}
	return TotalsOf(r.Totals, c.Active), nil
}

// TotalsOf returns the totals of a catalogue in the nouns of a crawl.
func TotalsOf(t catalogue.Totals, active time.Duration) crawl.Totals {
	return crawl.Totals{
		Pages: t.Pages, Documents: t.Documents, Redirects: t.Redirects, Errors: t.Errors, Challenges: t.Challenges, Refused: t.Refused, Bytes: t.Wire, Active: active,
	}
}

// CountFiled sets the numbers of documents by what became of them.
func CountFiled(s *crawl.Stats, d *catalogue.DocumentCounts) {
	s.Found, s.Accepted, s.Rejected, s.Unread = d.Found, d.Accepted, d.Rejected, d.Waiting
	s.RejectedBy = map[string]int64{}
	for _, sum := range d.RejectedBy {
		s.RejectedBy[sum.Cause] = sum.Documents
	}
}

// SetStatus sets the figures of a status that are those of the library.
func SetStatus(s *crawl.Status, stats *crawl.Stats) {
	t := &stats.Library
	s.Visited, s.Pages, s.Documents, s.Redirects, s.Errors, s.Challenges = t.URLs(), t.Pages, t.Documents, t.Redirects, t.Errors, t.Challenges
	s.Refused, s.Bytes = t.Refused, t.Bytes
	s.Found, s.Accepted, s.Rejected, s.Unread, s.RejectedBy = stats.Found, stats.Accepted, stats.Rejected, stats.Unread, stats.RejectedBy
}
