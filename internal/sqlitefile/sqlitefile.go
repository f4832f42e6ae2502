// Package sqlitefile names SQLite databases for the driver "sqlite" of database/sql.
//
// [Name] names one for a process that may write into its folder, [ReadOnly] one for a process that changes nothing and may have no right to.
// Both databases of a library, the catalogue and the full-text index, have a write-ahead log: what was committed last lies in the file "-wal"
// until it is copied into the database.
package sqlitefile

import (
	"errors"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"sluice/internal/system"
)

// Name returns the data source of a database with parameters of the driver. The path may hold any character.
func Name(path, parameters string) (string, error) {
	path, err := filepath.Abs(path) // a URI with a relative path would name a host
	if err != nil {
		return "", err
	}
	if path = filepath.ToSlash(path); !strings.HasPrefix(path, "/") { // with the letter of a drive
		path = "/" + path
	}
	return (&url.URL{Scheme: "file", Path: path, RawQuery: parameters}).String(), nil
}

// ErrWritten is the error of a database that another process began to write to while it was read as one without writers: what was
// read may be inconsistent.
var ErrWritten = errors.New("another process wrote to it meanwhile (run the same command again)")

// Reading is a database that is read and not changed.
type Reading struct {
	Name string // data source

	path   string
	index  bool        // the log has an index, which a crash may leave
	frozen os.FileInfo // of a database that is read without the index of its log, so that writers go unnoticed; else nil
}

// checkWritable is replaced in tests.
var checkWritable = system.CheckWritable

// ReadOnly returns how to read the database at path. The file must exist. All that was committed is read, also what a crash has left in the
// log.
func ReadOnly(path, parameters string) (Reading, error) {
	r := Reading{path: path}
	if err := readable(path); err != nil {
		return r, err
	}
	before, err := os.Stat(path)
	if err != nil {
		return r, err
	}
	log, err := size(path + "-wal")
	if err != nil {
		return r, err
	}
	if log > 0 {
		if err := readable(path + "-wal"); err != nil { // without the log old data would be read
			return r, err
		}
	}
	index, err := size(path + "-shm")
	if err != nil {
		return r, err
	}
	r.index = index >= 0
	switch {
	case checkWritable(filepath.Dir(path)) == nil, log >= 0 && index >= 0:
		// SQLite creates the log's index, or reads the one that is there.
		parameters = "mode=ro&" + parameters
	case log <= 0:
		// SQLite cannot create the index, and needs none where there is no log.
		r.frozen, parameters = before, "mode=ro&immutable=1&"+parameters
	default:
		// A log without an index: no process has the database open. Each connection makes an index in its own memory, as SQLite does only
		// for the one process that has the database to itself. Its locks would need the right to write, so there are none.
		r.frozen, parameters = before, "mode=ro&vfs="+withoutLocks+"&_pragma=locking_mode(exclusive)&"+withoutCacheSize(parameters)
	}
	r.Name, err = Name(path, parameters)
	return r, err
}

// Check returns [ErrWritten] if what was read may be inconsistent. It is called after the reading.
func (r Reading) Check() error {
	if r.frozen == nil {
		return nil
	}
	now, err := os.Stat(r.path)
	if err != nil {
		return err
	}
	index, err := size(r.path + "-shm")
	if err != nil {
		return err
	}
	if index >= 0 != r.index || now.Size() != r.frozen.Size() || !now.ModTime().Equal(r.frozen.ModTime()) {
		return ErrWritten
	}
	return nil
}

// withoutCacheSize returns the parameters without a pragma that reads the database. The driver runs pragmas in the order of their names, so it
// would read before locking_mode is set.
func withoutCacheSize(parameters string) string {
	return strings.Join(slices.DeleteFunc(strings.Split(parameters, "&"), func(p string) bool {
		return strings.HasPrefix(p, "_pragma=cache_size")
	}), "&")
}

// readable returns an error if the file cannot be opened.
func readable(path string) error {
	f, err := system.OpenRegular(path)
	if err != nil {
		return err
	}
	return f.Close()
}

// size returns the size of a file, and -1 if it is not there.
func size(path string) (int64, error) {
	info, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return -1, nil
	}
	if err != nil {
		return -1, err
	}
	return info.Size(), nil
}
