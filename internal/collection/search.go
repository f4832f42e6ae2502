package collection

import (
	"context"
	"errors"
	"slices"

	"sluice/internal/catalogue"
	"sluice/internal/folder"
	"sluice/internal/fulltext"
	"sluice/library"
	"sluice/search"
)

// lister lists rows of the catalogue.
type lister interface {
	Query(ctx context.Context, what string, q library.Query, columns ...string) (*catalogue.Listing, error)
}

// judged has the relevance of what was judged: of a document by its hash, of a page by its URL.
type judged interface {
	Of(ctx context.Context, key string) (*float64, error)
}

var (
	_ lister = (*catalogue.Catalogue)(nil)
	_ judged = (*catalogue.Relevances)(nil)
)

// Search finds documents and pages in the index of a library. The error is a [*search.QueryError], or a [*library.QueryError] for the
// condition, if the query cannot be understood.
func Search(ctx context.Context, dir folder.Dir, rows lister, relevances judged, q search.Query) (r *search.Result, err error) {
	index, err := fulltext.OpenReadOnly(ctx, dir.Index())
	if err != nil {
		return nil, indexError(dir, err)
	}
	defer func() { err = errors.Join(err, index.Close()) }() // it fails if another process wrote meanwhile
	var among *fulltext.Selection
	if q.Filters.Where != "" || q.Sort == search.ByTopic {
		if among, err = selection(ctx, rows, q); err != nil {
			return nil, err
		}
	}
	if r, err = index.SearchAmong(ctx, among, q); err != nil {
		return nil, err
	}
	for i := range r.Hits {
		if r.Hits[i].Relevance, err = relevances.Of(ctx, r.Hits[i].Key); err != nil {
			return nil, err
		}
	}
	if !slices.ContainsFunc(r.Hits, func(h search.Hit) bool { return h.Relevance != nil }) && q.Sort == search.ByTopic && len(r.Hits) > 0 {
		r.Notes = append(r.Notes, "nothing found was judged by a topic; `sluice topic use` gives the library one")
	}
	return r, nil
}

// selection returns the pages and documents for which the condition of a query holds; without one, those that have a relevance.
func selection(ctx context.Context, rows lister, q search.Query) (*fulltext.Selection, error) {
	where := library.Query{Where: q.Filters.Where}
	if where.Where == "" {
		where.Where = "relevance != null"
	}
	var s fulltext.Selection
	if q.Kind != search.Pages {
		if err := selectRows(ctx, &s, rows, "documents", "sha256", where); err != nil {
			return nil, err
		}
	}
	if q.Kind != search.Documents {
		err := selectRows(ctx, &s, rows, "pages", "url", where)
		if _, unknown := errors.AsType[*library.QueryError](err); err != nil && (!unknown || q.Kind == search.Pages) {
			return nil, err // a column of documents alone is no error: no page has it
		}
	}
	return &s, nil
}

// selectRows adds the rows of a listing to a selection, by the column that is their key in the index.
func selectRows(ctx context.Context, s *fulltext.Selection, rows lister, what, key string, where library.Query) error {
	list, err := rows.Query(ctx, what, where, key, "relevance")
	if err != nil {
		return err
	}
	for record, err := range list.All() {
		if err != nil {
			return err
		}
		if key, ok := record[0].(string); ok { // a document that was not read yet has none
			var relevance *float64
			if x, ok := record[1].(float64); ok {
				relevance = &x
			}
			s.Add(key, relevance)
		}
	}
	return nil
}
