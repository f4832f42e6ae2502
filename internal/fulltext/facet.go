package fulltext

import (
	"context"
	"database/sql"
	"sync"
)

// A facet is one value of what entries are counted and filtered by. Its id never changes, and
// ids rise.
type facet struct{ name, value string }

// maxFacetID bounds the memory that a damaged file can cause.
const maxFacetID = 1 << 24

// names are the facets by id, as far as searches have needed them.
type names struct {
	mu  sync.RWMutex
	all []facet
}

// follow reads the facets up to an id that are not known yet.
func (n *names) follow(ctx context.Context, tx *sql.Tx, to int64) error {
	n.mu.Lock()
	defer n.mu.Unlock()
	if to < int64(len(n.all)) {
		return nil
	}
	rows, err := tx.QueryContext(ctx, "SELECT id, name, value FROM facets WHERE id BETWEEN ? AND ? ORDER BY id", len(n.all), to)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var id int64
		var f facet
		if err := rows.Scan(&id, &f.name, &f.value); err != nil {
			return err
		}
		for int64(len(n.all)) <= id {
			n.all = append(n.all, facet{})
		}
		n.all[id] = f
	}
	return rows.Err()
}

// of returns a facet that was counted.
func (n *names) of(id uint64) facet {
	n.mu.RLock()
	defer n.mu.RUnlock()
	if id >= uint64(len(n.all)) {
		return facet{}
	}
	return n.all[id]
}
