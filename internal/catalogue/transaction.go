package catalogue

import (
	"database/sql"
	"errors"

	"sluice/library"
)

// filing is one transaction that changes documents. It inserts neither pages nor sites, because
// a crawl in another process assigns their ids; in a page it changes only whether it is listed
// as a document.
type filing struct {
	tx       *sql.Tx
	stmts    map[string]*sql.Stmt
	removed  *removalMatcher
	removals bool  // removals were changed: caches of crawled rows are invalid
	moved    Moves // the files that may have to move
	sums     sums  // what is added to those of the library
}

// stmt returns a prepared statement, which the transaction reuses and closes.
func (f *filing) stmt(query string) (*sql.Stmt, error) {
	s, err := f.stmts[query], error(nil)
	if s == nil {
		if s, err = f.tx.Prepare(query); err == nil {
			f.stmts[query] = s
		}
	}
	return s, err
}

// exec runs a statement.
func (f *filing) exec(query string, args ...any) error {
	s, err := f.stmt(query)
	if err == nil {
		_, err = s.Exec(args...)
	}
	return err
}

// changed runs a statement and returns the number of rows that it has changed.
func (f *filing) changed(query string, args ...any) (int64, error) {
	s, err := f.stmt(query)
	if err != nil {
		return 0, err
	}
	result, err := s.Exec(args...)
	if err != nil {
		return 0, err
	}
	return result.RowsAffected()
}

// one reads one row into the given variables. It reports whether there is a row.
func (f *filing) one(query string, args []any, into ...any) (bool, error) {
	s, err := f.stmt(query)
	if err != nil {
		return false, err
	}
	err = s.QueryRow(args...).Scan(into...)
	if errors.Is(err, sql.ErrNoRows) {
		return false, nil
	}
	return err == nil, err
}

// ids returns a column of numbers.
func (f *filing) ids(query string, args ...any) (ids []int64, err error) {
	s, err := f.stmt(query)
	if err != nil {
		return nil, err
	}
	rows, err := s.Query(args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var id int64
		if err := rows.Scan(&id); err != nil {
			return nil, err
		}
		ids = append(ids, id)
	}
	return ids, rows.Err()
}

// standing is the state of a document's row before it is changed.
type standing struct {
	id    int64 // 0: there is no row
	state library.State
	read  bool
	kept  bool
}

// standing reads the state of a document; its id is 0 if there is no row.
func (f *filing) standing(sha256 string) (s standing, err error) {
	_, err = f.one("SELECT id, state, read_at IS NOT NULL, kept FROM documents WHERE sha256 = $1", []any{sha256},
		&s.id, &s.state, &s.read, &s.kept)
	return s, err
}
