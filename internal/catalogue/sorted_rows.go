package catalogue

import (
	"context"
	"database/sql"
	"fmt"

	"sluice/internal/query"
	"sluice/library"
)

// sortedAtOnce is the number of rows that one query of a sorted list reads.
const sortedAtOnce = 200

// linkCounts has the number of pages of other hosts that link to each document, of those to which any links: the same as the column linked_from, which
// the views count for one document after the other. The addresses of documents are fewer than the links that may lead to one.
const linkCounts = `SELECT l.document AS linked_document, COUNT(DISTINCT c.page) AS links_of_others
	FROM addresses a CROSS JOIN citations c ON c.url = a.url JOIN locations l ON l.id = a.location JOIN pages p ON p.id = c.page JOIN sites s ON s.id = p.site
	WHERE CASE WHEN s.host = l.host THEN 0 ELSE 1 END = 1 GROUP BY l.document`

// sorted returns a function that returns the rows of a view, and of a second one if it is not empty, in the order of a query: some
// rows with each call, and nil at the end. It reads the ids in their order first, because the database would compute all columns
// of all rows to sort them: minutes for 100,000 documents.
func (c *Catalogue) sorted(ctx context.Context, view, then string, all []query.Column, q library.Query, what string) (func() (*sql.Rows, error), error) {
	condition, args, err := conditionOf(all, q)
	if err != nil {
		return nil, err
	}
	key, order, err := sortKey(all, q.Sort)
	if err != nil {
		return nil, err
	}
	ids := fmt.Sprintf("SELECT 0 AS part, id, %s AS key FROM %s WHERE %s", key, withChange(view, all, q.Since), condition)
	if view == "v_filed_documents" && key == query.Quote("linked_from") {
		ids = fmt.Sprintf("SELECT 0 AS part, id, COALESCE(links_of_others, 0) AS key FROM %s LEFT JOIN (%s) ON linked_document = id WHERE %s", withChange(view, all, q.Since), linkCounts, condition)
	}
	if then != "" {
		ids += fmt.Sprintf(" UNION ALL SELECT 1, id, %s FROM %s WHERE %s", key, withChange(then, all, q.Since), condition)
	}
	type place struct{ part, id int64 }
	places, err := selectAll(ctx, c.reader, func(row scanner) (p place, err error) {
		err = row.Scan(&p.part, &p.id)
		return p, err
	}, fmt.Sprintf("SELECT part, id FROM (%s) AS k ORDER BY %s, part, id LIMIT $%d", ids, fmt.Sprintf(order, "key"), len(args)+1),
		append(args[:len(args):len(args)], q.Limit)...)
	if err != nil {
		return nil, c.failed("sort a list", err)
	}
	begun := false
	return func() (*sql.Rows, error) {
		if len(places) == 0 && begun {
			return nil, nil
		}
		begun = true
		n := 0
		var some []int64
		for n < min(len(places), sortedAtOnce) && places[n].part == places[0].part {
			some = append(some, places[n].id)
			n++
		}
		from := view
		if n > 0 && places[0].part == 1 {
			from = then
		}
		places = places[n:]
		condition := "1 = 0"
		if n > 0 {
			condition = "id IN " + list(some)
		}
		rows, err := c.reader.QueryContext(ctx, fmt.Sprintf("SELECT %s FROM %s WHERE %s ORDER BY %s, id", what, withChange(from, all, q.Since), condition, fmt.Sprintf(order, key)))
		return rows, c.failed("read a sorted list", err)
	}, nil
}
