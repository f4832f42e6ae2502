package stores

import (
	"context"

	"sluice/crawl"
	"sluice/internal/catalogue"
)

// Totals returns what a crawl has done until now. The counts of the first crawl are those of the whole catalogue; those of a later one are
// of the URLs that were fetched since it began.
func Totals(ctx context.Context, cat *catalogue.Catalogue, c catalogue.Crawl) (crawl.Totals, error) {
	if c.ID > 1 {
		t, err := cat.TotalsSince(ctx, c.Started)
		return crawl.Totals{Pages: t.Pages, Documents: t.Documents, Errors: t.Errors, Bytes: t.Wire, Active: c.Active}, err
	}
	r, err := cat.Report(ctx)
	if err != nil {
		return crawl.Totals{}, err
	}
	return crawl.Totals{
		Pages: r.Totals.Pages, Documents: r.Totals.Documents, Errors: r.Totals.Errors,
		Refused: r.Totals.Refused, Bytes: r.Totals.Wire, Active: c.Active,
	}, nil
}
