package stores

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
