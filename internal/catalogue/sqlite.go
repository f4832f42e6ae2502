package catalogue

import (
	"database/sql"
	"net/url"
	"os"
	"strings"

	_ "modernc.org/sqlite" // the driver "sqlite"
)

// Everything that only SQLite knows stands in this file, in functions.go and in failure.go.

const (
	readers    = 8 // connections that read
	memoryName = "file::memory:?" + "_pragma=temp_store(memory)"

	// The statement journal of an upsert and the checkpoints are what costs most beside the rows themselves:
	// the first stays in memory, the second come every 32 MB.
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

func writerName(path string) string { return fileName(path, writerPragmas) }
func readerName(path string) string { return fileName(path, readerPragmas) }

// readOnlyName names the file for a process that must not change anything. Beside a catalogue in a folder that
// cannot be written to SQLite could not make its shared memory; without a log no shared memory is needed.
func readOnlyName(path string) string {
	if log, err := os.Stat(path + "-wal"); (err != nil || log.Size() == 0) && !canWriteBeside(path) {
		return fileName(path, "mode=ro&immutable=1&"+readerPragmas)
	}
	return fileName(path, "mode=ro&"+readerPragmas)
}

func fileName(path, parameters string) string {
	return (&url.URL{Scheme: "file", Path: path, RawQuery: parameters}).String()
}

// placeholders returns the parameters of a statement that is run for each page of a crawl. They have no numbers:
// SQLite would look each one up by its name at each run.
func placeholders(n int) string {
	return strings.TrimSuffix(strings.Repeat("?, ", n), ", ")
}
