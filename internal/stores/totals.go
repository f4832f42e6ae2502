package stores

import (
	"context"

	"sluice/internal/catalogue"
	"sluice/internal/crawler"
)

// Totals returns what a crawl has done until now. The counts of the first crawl are those of the whole catalogue; those of a later one are
// of the URLs that were fetched since it began.
func Totals(ctx context.Context, cat *catalogue.Catalogue, c catalogue.Crawl) (crawler.Totals, error) {
	if c.ID > 1 {
		t, err := cat.TotalsSince(ctx, c.Started)
		return crawler.Totals{Pages: t.Pages, Documents: t.Documents, Errors: t.Errors, Bytes: t.Wire, Active: c.Active}, err
	}
	r, err := cat.Report(ctx)
	if err != nil {
		return crawler.Totals{}, err
	}
	return crawler.Totals{
		Pages: r.Totals.Pages, Documents: r.Totals.Documents, Errors: r.Totals.Errors,
		Refused: r.Totals.Refused, Bytes: r.Totals.Wire, Active: c.Active,
	}, nil
}
