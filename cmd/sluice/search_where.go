package main

import (
	"context"
	"fmt"
	"strings"

	"sluice/internal/columns"
	"sluice/internal/query"
	"sluice/library"
	"sluice/search"
)

// searchWhere runs a query and keeps the hits that meet a condition on the columns of lists. It looks at the first [search.MaxLimit] of them.
func searchWhere(ctx context.Context, find func(context.Context, search.Query) (*search.Result, error), rows lister, q search.Query, where string) (*search.Result, error) {
	documents, errDocuments := keysWhere(ctx, rows, "documents", "sha256", where)
	pages, errPages := keysWhere(ctx, rows, "pages", "url", where)
	switch {
	case errDocuments != nil: // documents have all columns of pages
		return nil, errDocuments
	case errPages != nil && q.Kind == search.Pages:
		return nil, errPages
	}
	all := q
	all.Offset, all.Limit = 0, search.MaxLimit
	found, err := find(ctx, all)
	if err != nil {
		return nil, err
	}
	out := *found
	out.Hits, out.Facets, out.Pages, out.Complete, out.More = nil, nil, 0, 0, false
	for _, h := range found.Hits {
		switch {
		case h.Page && !pages[h.Key], !h.Page && !documents[h.Key]:
			continue
		case h.Page:
			out.Pages++
		}
		if !h.Partial {
			out.Complete++
		}
		out.Hits = append(out.Hits, h)
	}
	if found.Total > len(found.Hits) {
		out.Notes = append(out.Notes, fmt.Sprintf("Only the first %d matches were compared with the condition.", len(found.Hits)))
	}
	out.Total = len(out.Hits)
	first := min(q.Offset, out.Total)
	out.Hits = out.Hits[first:min(first+q.Limit, out.Total)]
	return &out, nil
}

// keysWhere returns the values of a column in the rows that meet a condition. An error is wrong use.
func keysWhere(ctx context.Context, rows lister, what, column, where string) (map[string]bool, error) {
	if _, _, err := query.Compile(columns.Of(what), where); err != nil {
		return nil, usagef("--where: %w", err)
	}
	list, err := rows.Query(ctx, what, library.Query{Where: where}, column)
	if err != nil {
		return nil, err
	}
	defer list.Close()
	keys := map[string]bool{}
	for record, err := range list.All() {
		if err != nil {
			return nil, err
		}
		if key, ok := record[0].(string); ok {
			keys[strings.Clone(key)] = true
		}
	}
	return keys, nil
}
