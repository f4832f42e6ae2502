package fulltext

import (
	"context"
	"database/sql"
	_ "embed"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"

	"sluice/internal/sqlitefile"

	"modernc.org/sqlite" // and the driver "sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

// What is special to SQLite is in this file, in schema.sql and in match.go.

// ErrDamaged is the error for an index that cannot be read. ErrVersion is one of its kind, for an index of another version that is opened
// read-only: [Open] empties it.
var (
	ErrDamaged = errors.New("the full-text index is damaged: rebuild it")
	ErrVersion = error(errVersion{})
)

// errVersion is an ErrDamaged with words of its own.
type errVersion struct{}

func (errVersion) Error() string {
	return "the full-text index is of another version of Sluice: rebuild it"
}
func (errVersion) Is(target error) bool { return target == ErrDamaged }

//go:embed schema.sql
var schema string

const (
	// format is changed with every change of the schema or of what is stored; a file of another
	// format is rebuilt.
	format  = "6"
	readers = 4 // connections that search

	// The index can be built again, so a commit need not wait for the disk.
	writerPragmas = "_txlock=immediate&_pragma=busy_timeout(10000)&_pragma=journal_mode(wal)&_pragma=synchronous(normal)" +
		"&_pragma=cache_size(-16000)&_pragma=temp_store(memory)&_pragma=wal_autocheckpoint(4000)&_pragma=journal_size_limit(67108864)"
	readerPragmas = "_pragma=busy_timeout(10000)&_pragma=query_only(1)&_pragma=cache_size(-16000)&_pragma=temp_store(memory)"
)

// openFile returns a pool of connections to a file. It does not touch the file yet.
func openFile(path, pragmas string, connections int) (*sql.DB, error) {
	name, err := sqlitefile.Name(path, pragmas)
	if err != nil {
		return nil, err
	}
	return openPool(name, connections)
}

// openPool returns a pool of connections to a data source.
func openPool(name string, connections int) (*sql.DB, error) {
	db, err := sql.Open("sqlite", name)
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(connections)
	db.SetMaxIdleConns(connections)
	return db, nil
}

// prepare makes the tables of a new file, and makes them anew in a file of another format, which is empty then. A file that is there is only
// read, so it may be opened while another process writes.
func prepare(ctx context.Context, db *sql.DB) error {
	err := check(ctx, db)
	if !errors.Is(err, errNew) && !errors.Is(err, ErrVersion) {
		return err
	}
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	switch err := check(ctx, tx); {
	case errors.Is(err, ErrVersion):
		if err := dropTables(ctx, tx); err != nil {
			return err
		}
	case !errors.Is(err, errNew): // another process was faster
		return err
	}
	if _, err := tx.ExecContext(ctx, schema); err != nil {
		return err
	}
	return tx.Commit()
}

// errNew is the error for a file without tables.
var errNew = errors.New("the full-text index is empty")

// check returns nil for a file that has the tables of this format.
func check(ctx context.Context, db interface {
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}) error {
	var n int
	if err := db.QueryRowContext(ctx, "SELECT count(*) FROM sqlite_schema").Scan(&n); err != nil {
		return err
	}
	if n == 0 {
		return errNew
	}
	var found string
	err := db.QueryRowContext(ctx, "SELECT value FROM marks WHERE name = 'format'").Scan(&found)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return fmt.Errorf("%w (it names no format)", ErrDamaged)
	case err == nil && found != format:
		return fmt.Errorf("%w (its format is %s, not %s)", ErrVersion, clean(found, 20), format)
	case err == nil:
		err = db.QueryRowContext(ctx, "SELECT count(*) FROM (SELECT words.rowid, docs.id, texts.id FROM words, docs, texts LIMIT 1)").Scan(&n)
	}
	if code(err) == sqlite3.SQLITE_ERROR { // a table is not there
		return fmt.Errorf("%w (%w)", ErrDamaged, err)
	}
	return err
}

// dropTables drops all tables, those that belong to a virtual table with it.
func dropTables(ctx context.Context, tx *sql.Tx) error {
	rows, err := tx.QueryContext(ctx, "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY sql NOT LIKE 'CREATE VIRTUAL %', rowid DESC")
	if err != nil {
		return err
	}
	defer rows.Close()
	var names []string
	for rows.Next() {
		var name string
		if err := rows.Scan(&name); err != nil {
			return err
		}
		names = append(names, name)
	}
	if err := rows.Err(); err != nil {
		return err
	}
	for _, name := range names {
		if _, err := tx.ExecContext(ctx, `DROP TABLE IF EXISTS "`+strings.ReplaceAll(name, `"`, `""`)+`"`); err != nil {
			return err
		}
	}
	return nil
}

// Remove deletes the file of an index, which must not be open.
func Remove(ctx context.Context, path string) error {
	if err := context.Cause(ctx); err != nil {
		return err
	}
	for _, suffix := range []string{"-shm", "-wal", ""} {
		if err := os.Remove(path + suffix); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return nil
}

// opError wraps an error with what was done, and with ErrDamaged when SQLite says that the file is.
func opError(what string, err error) error {
	if err == nil {
		return nil
	}
	switch code(err) {
	case sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_FORMAT:
		return fmt.Errorf("%s: %w (%w)", what, ErrDamaged, err)
	}
	return fmt.Errorf("%s: %w", what, err)
}

// code returns what SQLite calls an error, without its details; 0 for one that is not SQLite's.
func code(err error) int {
	var failure *sqlite.Error
	if errors.As(err, &failure) {
		return failure.Code() & 0xff
	}
	return 0
}
