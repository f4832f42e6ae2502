package catalogue

import (
	"context"

	"sluice/library"
)

// Acceptance says which documents were accepted, by their size and by their type. Documents that wait count in neither.
type Acceptance struct {
	Sizes []SizeClass `json:"sizes"` // the smallest first
	Types []TypeFloor `json:"types"` // the most frequent first
}

// SizeClass counts the documents of at least From bytes and less than the next class has.
type SizeClass struct {
	From     int64 `json:"from"`
	Accepted int64 `json:"accepted"`
	Rejected int64 `json:"rejected"`
}

// TypeFloor counts the documents of a type. No document under the floor was accepted.
type TypeFloor struct {
	Type     string `json:"type"`
	Accepted int64  `json:"accepted"`
	Rejected int64  `json:"rejected"`
	Floor    int64  `json:"floor"` // bytes of the smallest that was accepted, 0 if none was
	Below    int64  `json:"below"` // that were rejected and are smaller
}

// sizeClasses are the bytes at which a class begins.
var sizeClasses = []int64{0, 8_000, 20_000, 50_000, 100_000, 200_000, 500_000, 1_000_000, 2_000_000, 5_000_000}

// Acceptance counts accepted and rejected documents. It reads an index of the documents.
func (s *Statistics) Acceptance(ctx context.Context) (Acceptance, error) {
	r := &reporter{database: s.database, Report: &Report{}}
	err := r.acceptance(ctx)
	return r.Report.Acceptance, s.failed("count accepted documents by size", err)
}

// acceptance fills in the acceptance by size and type.
func (r *reporter) acceptance(ctx context.Context) error {
	a := &r.Report.Acceptance
	a.Sizes = make([]SizeClass, len(sizeClasses))
	for i, from := range sizeClasses {
		a.Sizes[i].From = from
	}
	rows, err := r.reader.QueryContext(ctx, "SELECT state, size FROM documents WHERE state IN ($1, $2)", library.Accepted, library.Rejected)
	if err != nil {
		return err
	}
	defer rows.Close()
	var state library.State
	var size int64
	for rows.Next() {
		if err := rows.Scan(&state, &size); err != nil {
			return err
		}
		a.add(state, size)
	}
	if err := rows.Err(); err != nil {
		return err
	}
	types, err := selectAll(ctx, r.reader, scanTypeFloor, `SELECT d.type, SUM(CASE WHEN state = $1 THEN 1 ELSE 0 END), SUM(CASE WHEN state = $2 THEN 1 ELSE 0 END),
			COALESCE(MIN(f.floor), 0), SUM(CASE WHEN state = $2 AND size < f.floor THEN 1 ELSE 0 END)
		FROM documents d LEFT JOIN (SELECT type, MIN(size) AS floor FROM documents WHERE state = $1 GROUP BY type) f ON f.type = d.type
		WHERE state IN ($1, $2) GROUP BY d.type ORDER BY COUNT(*) DESC, d.type`, library.Accepted, library.Rejected)
	a.Types = append([]TypeFloor{}, types...)
	return err
}

// add counts a document in its class of sizes.
func (a *Acceptance) add(state library.State, size int64) {
	i := len(a.Sizes) - 1
	for i > 0 && size < a.Sizes[i].From {
		i--
	}
	if state == library.Accepted {
		a.Sizes[i].Accepted++
	} else {
		a.Sizes[i].Rejected++
	}
}

// scanTypeFloor reads a type with its counts.
func scanTypeFloor(row scanner) (t TypeFloor, err error) {
	err = row.Scan(&t.Type, &t.Accepted, &t.Rejected, &t.Floor, &t.Below)
	return t, err
}
