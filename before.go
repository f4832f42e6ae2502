package sluice

import (
	"fmt"
	"time"

	"sluice/crawl"
	"sluice/internal/library"
)

// before tells what a crawl that is gone on with has come to. The first crawl's
// counts are those of the whole catalogue; a later one's are of the URLs that
// were fetched since it began.
func before(catalogue *library.Catalogue, c library.Crawl) (crawl.Totals, error) {
	if c.ID > 1 {
		return since(catalogue, c)
	}
	r, err := catalogue.Report()
	if err != nil {
		return crawl.Totals{}, err
	}
	return crawl.Totals{
		Pages: r.Totals.Pages, Documents: r.Totals.Documents, Errors: r.Totals.Errors,
		Refused: r.Totals.Refused, Bytes: r.Totals.Wire, Active: c.Active,
	}, nil
}

func since(catalogue *library.Catalogue, c library.Crawl) (t crawl.Totals, err error) {
	t.Active = c.Active
	where := fmt.Sprintf("outcome != retried and fetched_at >= %s", c.Started.UTC().Format(time.RFC3339))
	for what, n := range map[string]*int64{"pages": &t.Pages, "documents": &t.Documents} {
		list, err := catalogue.List(what, where, 0)
		if err != nil {
			return t, err
		}
		for record, err := range list.All() {
			if err != nil {
				return t, err
			}
			*n++
			for i, column := range list.Columns {
				switch {
				case column == "outcome" && record[i] == "failed":
					t.Errors++
				case column == "wire":
					wire, _ := record[i].(int64)
					t.Bytes += wire
				}
			}
		}
	}
	return t, nil
}
