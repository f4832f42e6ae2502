package catalogue

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"path/filepath"
	"sync"

	"sluice/internal/shell"
	"sluice/internal/sqlitefile"
)

// database is the SQLite file, or the database in memory, that all parts of a catalogue share.
type database struct {
	file     string  // empty: in memory
	writer   *sql.DB // one connection
	reader   *sql.DB
	readOnly bool
	reading  sqlitefile.Reading // of a catalogue that is read only

	removed removedURLs

	mu sync.Mutex // held while something is written

	// dropCaches clears what the catalogue caches of the rows of a crawl. Whoever changes such
	// rows outside of [Catalogue.Commit] calls it, and holds mu.
	dropCaches func()

	// addSums adds what a transaction has changed of the sums of the library. Its caller holds mu.
	addSums func(*sums)
}

// change runs do in one transaction that changes documents. After an error of do nothing is
// changed. The removals are read before the lock: they come from another connection.
func (db *database) change(ctx context.Context, doing string, do func(*filing) error) error {
	if db.readOnly {
		return db.failed(doing, ErrReadOnly)
	}
	removed, err := db.removals(ctx)
	if err != nil {
		return db.failed(doing, err)
	}
	db.mu.Lock()
	defer db.mu.Unlock()
	tx, err := db.writer.BeginTx(ctx, nil)
	if err != nil {
		return db.failed(doing, err)
	}
	defer tx.Rollback()
	f := &filing{tx: tx, stmts: map[string]*sql.Stmt{}, removed: removed, moved: Moves{}}
	if err := do(f); err != nil {
		return db.failed(doing, err)
	}
	if err := f.countCitations(); err != nil {
		return db.failed(doing, err)
	}
	if err := tx.Commit(); err != nil {
		return db.failed(doing, err)
	}
	if f.removals {
		db.removed.drop()
		db.dropCaches()
	}
	db.addSums(&f.sums)
	return nil
}

// queryer reads from the database: a pool of connections or a transaction.
type queryer interface {
	QueryContext(context.Context, string, ...any) (*sql.Rows, error)
	QueryRowContext(context.Context, string, ...any) *sql.Row
}

// scanner is a row whose columns can be read: [sql.Row] and [sql.Rows].
type scanner interface{ Scan(...any) error }

// selectAll returns all rows of a query, each read by scan.
func selectAll[T any](ctx context.Context, from queryer, scan func(scanner) (T, error), text string, args ...any) (all []T, err error) {
	rows, err := from.QueryContext(ctx, text, args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		one, err := scan(rows)
		if err != nil {
			return nil, err
		}
		all = append(all, one)
	}
	return all, rows.Err()
}

// scanText reads a row of one text.
func scanText(row scanner) (s string, err error) {
	err = row.Scan(&s)
	return s, err
}

// scannerWithMore reads the columns that follow those of a scan function.
type scannerWithMore struct {
	row  scanner
	more []any
}

// Scan reads a row: into has the columns of the scan function.
func (s scannerWithMore) Scan(into ...any) error { return s.row.Scan(append(into, s.more...)...) }

// failed returns an error that names the file and the operation and, where it can, what the
// user can do about it. It returns nil for nil.
func (db *database) failed(doing string, err error) error {
	if err == nil {
		return nil
	}
	name := db.file
	if name == "" {
		name = "in memory"
	}
	kind := kindOf(err)
	if !db.readOnly && kind == ErrUnreadable { // a writer needs more than to read
		kind = ErrReadOnly
	}
	switch {
	case kind == nil || errors.Is(err, kind):
	case kind == ErrCorrupt && db.file != "":
		return fmt.Errorf("catalogue %s: %s: %w (`sluice rebuild -d %s` rebuilds it from the archive): %w",
			name, doing, kind, shell.Quote(filepath.Dir(db.file)), err)
	default:
		return fmt.Errorf("catalogue %s: %s: %w: %w", name, doing, kind, err)
	}
	return fmt.Errorf("catalogue %s: %s: %w", name, doing, err)
}
