package fulltext

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"iter"
	"os"
	"path/filepath"
	"runtime"
	"sync"
	"unicode/utf8"

	"sluice/internal/permission"
	"sluice/internal/sqlitefile"

	"github.com/klauspost/compress/zstd"
)

// MaxText is how much of a text is indexed, in bytes. Of other fields it is less.
const (
	MaxText  = 4 << 20
	maxField = 64 << 10 // bytes of an abstract, and of all values of another field
	maxKey   = 4 << 10
)

// Entry is a document or a page as the index stores it. Everything but the key may be empty.
type Entry struct {
	Key        string // SHA-256 of a document, URL of a page
	Page       bool
	Work       string // key of the first document of the same work, whose documents are one hit; empty when it is that
	URL        string
	Site       string // the host
	Title      string
	Authors    []string
	Keywords   []string
	Subjects   []string
	Abstract   string
	Headings   []string // of the text, which has them, too
	Anchors    []string // texts of links to it
	Text       string
	DOIs       []string // found as if the text ended with them
	Genre      string   // of a document: "paper", "thesis", …
	Type       string   // format: "pdf", "html", …
	Language   string   // ISO 639-1; "" has it recognized by title and abstract
	Year       int
	Citations  int // works that cite it
	LinkedFrom int // pages of other hosts that link to it
}

// Index is an open index. It may be used by many goroutines at once.
type Index struct {
	write, read *sql.DB
	lexicons    chan *lexicon // those not in use
	encoder     *zstd.Encoder

	mu     sync.Mutex          // one Put at a time in this process
	known  map[string]struct{} // words that the vocabulary has; nil after a failure
	facets map[facet]uint64    // ids of the table of facets
	tidied int64               // how often the index had been tidied, when these were true

	names names

	reading sqlitefile.Reading // of an index that is read only
}

const (
	maxKnown  = 1 << 18 // words and facets that an Index remembers
	maxFacets = 1 << 16
)

// Open opens an index, and makes it where there is no file yet. An index of another version is emptied, marks included: whoever fills it then
// sees a new one. The error is [ErrDamaged] when the file cannot be used.
func Open(ctx context.Context, path string) (*Index, error) {
	x := &Index{lexicons: make(chan *lexicon, runtime.GOMAXPROCS(0))}
	var err error
	if x.encoder, err = zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedFastest), zstd.WithWindowSize(256<<10), zstd.WithLowerEncoderMem(true)); err != nil {
		return nil, err
	}
	// SQLite would make a file that others may read. The index has a folder of its own in the library.
	if err := permission.Library(filepath.Dir(filepath.Dir(path))).Ensure(path); err != nil {
		return nil, fmt.Errorf("open index: %w", err)
	}
	if x.write, err = openFile(path, writerPragmas, 1); err != nil {
		return nil, err
	}
	if x.read, err = openFile(path, readerPragmas, readers); err != nil {
		return nil, errors.Join(err, x.write.Close())
	}
	if err := prepare(ctx, x.write); err != nil {
		return nil, errors.Join(opError("open index "+path, err), x.Close())
	}
	return x, nil
}

// OpenReadOnly opens an index that is there, to look at it alone. The error is
// [fs.ErrNotExist], or [ErrDamaged] when the file cannot be used.
func OpenReadOnly(ctx context.Context, path string) (*Index, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if info.Size() == 0 {
		return nil, fmt.Errorf("%w (%s is empty)", ErrDamaged, path)
	}
	reading, err := sqlitefile.ReadOnly(path, readerPragmas)
	if err != nil {
		return nil, fmt.Errorf("open index %s: %w", path, err)
	}
	x := &Index{reading: reading}
	if x.read, err = openPool(reading.Name, readers); err != nil {
		return nil, err
	}
	x.write = x.read
	if err := check(ctx, x.read); err != nil {
		return nil, errors.Join(opError("open index "+path, err), x.Close())
	}
	return x, nil
}

// Check looks through the whole file; the error is [ErrDamaged] when it is not sound.
func (x *Index) Check(ctx context.Context) error {
	var found string
	if err := x.read.QueryRowContext(ctx, "PRAGMA quick_check(1)").Scan(&found); err != nil {
		return opError("check index", err)
	}
	if found != "ok" {
		return fmt.Errorf("check index: %w (%s)", ErrDamaged, found)
	}
	return nil
}

// Close closes the index.
func (x *Index) Close() error {
	err := errors.Join(x.read.Close(), x.write.Close())
	if changed := x.reading.Check(); changed != nil {
		err = errors.Join(err, fmt.Errorf("read index: %w", changed))
	}
	return err
}

// Put adds entries, all or none. An entry replaces that of the same key.
func (x *Index) Put(ctx context.Context, entries []Entry) (err error) {
	if len(entries) == 0 {
		return nil
	}
	for i := range entries {
		if k := entries[i].Key; k == "" || len(k) > maxKey || !utf8.ValidString(k) {
			return fmt.Errorf("put into index: entry %d (%s): a key is UTF-8 text of up to %d bytes", i, clean(entries[i].URL, 200), maxKey)
		}
	}
	entries = latest(entries)
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	ready := x.prepared(ctx, entries)
	x.mu.Lock()
	defer x.mu.Unlock()
	defer func() {
		if err != nil { // what was remembered was not stored
			x.known, x.facets = nil, nil
		}
	}()
	return opError("put into index", x.transaction(ctx, func(tx *sql.Tx) error {
		for i := range entries {
			if err := remove(ctx, tx, entries[i].Key); err != nil {
				return err
			}
		}
		w, err := x.writer(ctx, tx)
		if err != nil {
			return err
		}
		for c := range ready {
			if err := w.put(ctx, <-c); err != nil {
				return err
			}
		}
		return ctx.Err()
	}))
}

// latest leaves of the entries with one key the last.
func latest(entries []Entry) []Entry {
	at := make(map[string]int, len(entries))
	for i := range entries {
		at[entries[i].Key] = i
	}
	if len(at) == len(entries) {
		return entries
	}
	var out []Entry
	for i := range entries {
		if at[entries[i].Key] == i {
			out = append(out, entries[i])
		}
	}
	return out
}

// prepared makes the rows of entries, a few at a time during the writing, and sends them in order.
func (x *Index) prepared(ctx context.Context, entries []Entry) <-chan chan *row {
	ready := make(chan chan *row, runtime.GOMAXPROCS(0))
	go func() {
		defer close(ready)
		for i := range entries {
			c := make(chan *row, 1)
			select {
			case ready <- c:
				go func() { c <- x.row(&entries[i]) }()
			case <-ctx.Done():
				return
			}
		}
	}()
	return ready
}

// Delete deletes entries, all or none. A key that is not there is skipped. The entries are not
// found any more; [Index.Tidy] removes what is left of them in the file.
func (x *Index) Delete(ctx context.Context, keys ...string) error {
	if len(keys) == 0 {
		return nil
	}
	return opError("delete from index", x.transaction(ctx, func(tx *sql.Tx) error {
		for _, key := range keys {
			if err := remove(ctx, tx, key); err != nil {
				return err
			}
		}
		return nil
	}))
}

// remove deletes the entry with a key, if it exists.
func remove(ctx context.Context, tx *sql.Tx, key string) error {
	var id int64
	switch err := tx.QueryRowContext(ctx, "SELECT id FROM texts WHERE key = ?", key).Scan(&id); {
	case errors.Is(err, sql.ErrNoRows):
		return nil
	case err != nil:
		return err
	}
	for _, statement := range []string{"DELETE FROM words WHERE rowid = ?", "DELETE FROM docs WHERE id = ?", "DELETE FROM texts WHERE id = ?"} {
		if _, err := tx.ExecContext(ctx, statement, id); err != nil {
			return err
		}
	}
	return nil
}

// Keys returns the keys of all entries, in their order. It ends with the first error.
func (x *Index) Keys(ctx context.Context) iter.Seq2[string, error] {
	return func(yield func(string, error) bool) {
		rows, err := x.read.QueryContext(ctx, "SELECT key FROM texts ORDER BY key")
		if err != nil {
			yield("", opError("list index", err))
			return
		}
		defer rows.Close()
		for rows.Next() {
			var key string
			if err := rows.Scan(&key); err != nil {
				yield("", opError("list index", err))
				return
			}
			if !yield(key, nil) {
				return
			}
		}
		if err := rows.Err(); err != nil {
			yield("", opError("list index", err))
		}
	}
}

// Mark returns what [Index.SetMark] has set, "" for nothing: how far the index follows the
// library, for instance.
func (x *Index) Mark(ctx context.Context, name string) (value string, err error) {
	err = x.read.QueryRowContext(ctx, "SELECT value FROM marks WHERE name = 'mark ' || ?", name).Scan(&value)
	if errors.Is(err, sql.ErrNoRows) {
		err = nil
	}
	return value, opError("read mark of index", err)
}

// SetMark keeps a value in the index, under a name.
func (x *Index) SetMark(ctx context.Context, name, value string) error {
	_, err := x.write.ExecContext(ctx, "INSERT INTO marks VALUES ('mark ' || ?, ?) ON CONFLICT DO UPDATE SET value = excluded.value", name, value)
	return opError("set mark of index", err)
}

// transaction runs do in one transaction that writes.
func (x *Index) transaction(ctx context.Context, do func(*sql.Tx) error) error {
	tx, err := x.write.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if err := do(tx); err != nil {
		return err
	}
	return tx.Commit()
}
