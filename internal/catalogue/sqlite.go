package catalogue

import (
	"context"
	"database/sql"
	"errors"
	"strings"

	_ "modernc.org/sqlite" // the driver "sqlite"

	"sluice/internal/system"
)

// What is special to SQLite is in this file, in functions.go and in errors.go.

const (
	readers    = 8 // connections that read
	memoryName = "file::memory:?" + "_pragma=temp_store(memory)"

	// The statement journal of an upsert and the checkpoints cost most after the
	// rows themselves: the first stays in memory, the second come every 32 MB.
	writerPragmas = "_txlock=immediate&_pragma=busy_timeout(10000)&_pragma=journal_mode(wal)&_pragma=synchronous(full)" +
		"&_pragma=cache_size(-8000)&_pragma=temp_store(memory)&_pragma=wal_autocheckpoint(8000)&_pragma=journal_size_limit(67108864)"
	readerPragmas = "_pragma=busy_timeout(10000)&_pragma=query_only(1)&_pragma=cache_size(-4000)"
)

// openPool opens a pool of at most n connections.
func openPool(name string, n int) (*sql.DB, error) {
	db, err := sql.Open("sqlite", name)
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(n)
	db.SetMaxIdleConns(n)
	return db, nil
}

// openReaders opens the pool of a crawl's readers with all its connections. A connection that
// is opened later fails if the process has no file left by then, and a failed read ends the
// crawl.
func openReaders(ctx context.Context, name string) (db *sql.DB, err error) {
	files, _ := system.OpenFileLimit() // an unknown limit is as good as none
	n := readersFor(files)
	if db, err = openPool(name, n); err != nil {
		return nil, err
	}
	for range n {
		conn, err := db.Conn(ctx)
		if err != nil {
			return nil, errors.Join(err, db.Close())
		}
		defer conn.Close() // it returns to the pool once all are open
	}
	return db, nil
}

// readersFor returns how many connections read when the process may have so many files open.
// Each takes two files. Three are the least: a listing that is being read needs one, and so
// does what is asked for its rows.
func readersFor(files uint64) int {
	return int(max(min(files/32, readers), 3))
}

// placeholders returns the parameters of a statement that runs for each page of a crawl. They
// have no numbers: SQLite would look each one up by its name at each run.
func placeholders(n int) string {
	return strings.TrimSuffix(strings.Repeat("?, ", n), ", ")
}
