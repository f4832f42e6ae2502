package sluice

import (
	"context"

	"sluice/crawl"
	"sluice/internal/catalogue"
)

// before tells what a crawl that is gone on with has come to. The first crawl's
// counts are those of the whole catalogue; a later one's are of the URLs that
// were fetched since it began.
func before(cat *catalogue.Catalogue, c catalogue.Crawl) (crawl.Totals, error) {
	if c.ID > 1 {
		return since(cat, c)
	}
	r, err := cat.Report(context.TODO())
	if err != nil {
		return crawl.Totals{}, err
	}
	return crawl.Totals{
		Pages: r.Totals.Pages, Documents: r.Totals.Documents, Errors: r.Totals.Errors,
		Refused: r.Totals.Refused, Bytes: r.Totals.Wire, Active: c.Active,
	}, nil
}

func since(cat *catalogue.Catalogue, c catalogue.Crawl) (crawl.Totals, error) {
	t, err := cat.TotalsSince(context.Background(), c.Started)
	return crawl.Totals{Pages: t.Pages, Documents: t.Documents, Errors: t.Errors, Bytes: t.Wire, Active: c.Active}, err
}
