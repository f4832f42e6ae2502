package catalogue

import (
	"context"
	"database/sql"
)

// The kinds of a [CycleCount].
const (
	CountLevel = "level" // documents on a directory level
	CountError = "error" // URLs that brought nothing, of a class
	CountSize  = "size"  // documents that were judged, of so many bytes at least
	CountType  = "type"  // documents that were judged, of a type
)

// CycleCount is what was counted of the whole library at the end of a cycle.
type CycleCount struct {
	Cycle    int64  `json:"cycle"`
	Kind     string `json:"kind"`
	Name     string `json:"name"`
	URLs     int64  `json:"urls"`
	Accepted int64  `json:"accepted"`
	Rejected int64  `json:"rejected"`
}

// putCycleCounts writes the counts of a cycle in place of those that it has.
func putCycleCounts(ctx context.Context, tx *sql.Tx, cycle int64, counts []CycleCount) error {
	if _, err := tx.ExecContext(ctx, "DELETE FROM cycle_counts WHERE cycle = $1", cycle); err != nil {
		return err
	}
	for i, c := range counts {
		_, err := tx.ExecContext(ctx, "INSERT INTO cycle_counts (cycle, kind, position, name, urls, accepted, rejected) VALUES ($1, $2, $3, $4, $5, $6, $7)",
			cycle, c.Kind, i, word(c.Name), c.URLs, c.Accepted, c.Rejected)
		if err != nil {
			return err
		}
	}
	return nil
}

// Counts returns what was counted at the end of each cycle, the oldest first. Cycles of earlier versions have no counts.
func (c *Cycles) Counts(ctx context.Context) ([]CycleCount, error) {
	all, err := selectAll(ctx, c.reader, func(row scanner) (n CycleCount, err error) {
		return n, row.Scan(&n.Cycle, &n.Kind, &n.Name, &n.URLs, &n.Accepted, &n.Rejected)
	}, "SELECT cycle, kind, name, urls, accepted, rejected FROM cycle_counts ORDER BY cycle, position")
	return all, c.failed("read the counts of cycles", err)
}
