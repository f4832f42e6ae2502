package sqlitefile_test

import (
	"database/sql"
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"

	"sluice/internal/sqlitefile"

	_ "modernc.org/sqlite"
)

// open returns a pool of one connection.
func open(t *testing.T, name string) *sql.DB {
	t.Helper()
	db, err := sql.Open("sqlite", name)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	db.SetMaxOpenConns(1)
	return db
}

func run(t *testing.T, db *sql.DB, statement string) {
	t.Helper()
	if _, err := db.ExecContext(t.Context(), statement); err != nil {
		t.Fatalf("%s: %v", statement, err)
	}
}

// written makes a database with a row in the file, and another one in the log only.
func written(t *testing.T) (path string, writer *sql.DB) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "50% of a?b#c", "a.db")
	if err := os.Mkdir(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	name, err := sqlitefile.Name(path, "_pragma=journal_mode(wal)&_pragma=wal_autocheckpoint(0)")
	if err != nil {
		t.Fatal(err)
	}
	writer = open(t, name)
	for _, s := range []string{"CREATE TABLE t(x)", "INSERT INTO t VALUES(1)", "PRAGMA wal_checkpoint(truncate)", "INSERT INTO t VALUES(2)"} {
		run(t, writer, s)
	}
	return path, writer
}

// rows reads a database and returns how many rows it has.
func rows(t *testing.T, r sqlitefile.Reading) (n int) {
	t.Helper()
	if err := open(t, r.Name).QueryRowContext(t.Context(), "SELECT count(*) FROM t").Scan(&n); err != nil {
		t.Error(err)
	}
	return n
}

func TestReadOnlySeesTheLogAndCannotWrite(t *testing.T) {
	path, _ := written(t)
	r, err := sqlitefile.ReadOnly(path, "_pragma=cache_size(-4000)&_pragma=query_only(1)")
	if err != nil {
		t.Fatal(err)
	}
	if n := rows(t, r); n != 2 {
		t.Errorf("%d rows, want 2", n)
	}
	if _, err := open(t, r.Name).ExecContext(t.Context(), "INSERT INTO t VALUES(3)"); err == nil {
		t.Error("a reader could write")
	}
	if err := r.Check(); err != nil {
		t.Errorf("Check() while another process writes to a database with an index of its log: %v", err)
	}
}

func TestUnreadableFileIsAnError(t *testing.T) {
	if _, err := sqlitefile.ReadOnly(filepath.Join(t.TempDir(), "a.db"), ""); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("ReadOnly() of a missing file: %v", err)
	}
}

func TestFolderThatCannotBeWrittenIsRead(t *testing.T) {
	sqlitefile.WithoutPermission(t)
	for _, c := range []struct {
		name  string
		leave func(path string, writer *sql.DB) error
	}{
		{"writer at work", func(string, *sql.DB) error { return nil }},
		{"no log", func(_ string, writer *sql.DB) error { return writer.Close() }},
		{"log without its index", func(path string, writer *sql.DB) error {
			log, err := os.ReadFile(path + "-wal")
			if err != nil {
				return err
			}
			database, err := os.ReadFile(path)
			if err := errors.Join(err, writer.Close()); err != nil { // which removes the log
				return err
			}
			return errors.Join(os.WriteFile(path, database, 0o444), os.WriteFile(path+"-wal", log, 0o444))
		}},
	} {
		path, writer := written(t)
		if err := c.leave(path, writer); err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		r, err := sqlitefile.ReadOnly(path, "_pragma=cache_size(-4000)&_pragma=query_only(1)")
		if err != nil {
			t.Errorf("%s: ReadOnly(): %v", c.name, err)
			continue
		}
		if n := rows(t, r); n != 2 {
			t.Errorf("%s: %d rows, want 2", c.name, n)
		}
		if err := r.Check(); err != nil {
			t.Errorf("%s: Check(): %v", c.name, err)
		}
	}
}

func TestWriterIsNoticed(t *testing.T) {
	sqlitefile.WithoutPermission(t)
	for _, c := range []struct {
		name   string
		change func(path string) error
	}{
		{"file was written", func(path string) error { return os.Chtimes(path, time.Time{}, time.Now().Add(time.Hour)) }},
		{"writer has it open", func(path string) error { return os.WriteFile(path+"-shm", nil, 0o644) }},
	} {
		path, writer := written(t)
		if err := writer.Close(); err != nil { // the log is gone
			t.Fatal(err)
		}
		r, err := sqlitefile.ReadOnly(path, "")
		if err != nil {
			t.Fatal(err)
		}
		if err := errors.Join(r.Check(), c.change(path)); err != nil {
			t.Fatal(err)
		}
		if err := r.Check(); !errors.Is(err, sqlitefile.ErrWritten) {
			t.Errorf("%s: Check() = %v, want ErrWritten", c.name, err)
		}
	}
}
