package catalogue

import (
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
)

// Catalogue is a catalogue in one SQLite file, or in memory.
type Catalogue struct {
	file   string  // empty: in memory
	writer *sql.DB // one connection
	reader *sql.DB
	only   bool // read only
	beside bool // of the document half only

	removals removals
	small    smallest

	bodies *bodyFilter
	ask    queries

	mu     sync.Mutex // a group is being written; guards what follows
	put    statements
	state  progress
	loaded bool // state is that of the database
	sites  map[string]int64
	links  hostLinks
}

// progress is what the writer knows of the database between two groups.
type progress struct {
	serial int64
	mark   Mark
	page   int64 // the last page's id
	site   int64 // the last site's id
	intake int64 // the last id in the queue
}

// Options says how a catalogue is opened. The zero value opens it for writing.
type Options struct {
	ReadOnly bool // no change of any kind; the file must exist

	// Beside opens it for changes of documents only, beside a crawl that may write to it in another process: all but
	// Commit may be called, and nothing is kept in memory that a crawl could change.
	Beside bool
}

// Open opens the catalogue at path and makes it when it is not there. A catalogue of an older version is brought
// up to date, unless it is opened for reading only. The errors [ErrCorrupt], [ErrNewer], [ErrForeign] and
// [ErrReadOnly] say what may be wrong with the file.
func Open(path string, o Options) (*Catalogue, error) {
	c := &Catalogue{file: path, only: o.ReadOnly, beside: o.Beside}
	if err := c.open(); err != nil {
		c.closeDBs()
		return nil, c.failed("open", err)
	}
	return c, nil
}

// NewMemory makes an empty catalogue in memory, gone when it is closed. A listing that is not read to its end
// or closed keeps all other calls waiting.
func NewMemory() (*Catalogue, error) {
	c := &Catalogue{}
	if err := c.open(); err != nil {
		c.closeDBs()
		return nil, c.failed("open", err)
	}
	return c, nil
}

func (c *Catalogue) open() error {
	if err := c.connect(); err != nil {
		return err
	}
	if err := migrate(c.writer, c.only); err != nil {
		return err
	}
	if err := c.ask.prepare(c.reader); err != nil {
		return err
	}
	if c.only || c.beside {
		return nil
	}
	if err := c.put.prepare(c.writer); err != nil {
		return err
	}
	if err := c.load(); err != nil {
		return err
	}
	c.bodies = &bodyFilter{}
	return c.loadBodies()
}

// connect opens the pools. Readers come after the writer, which makes the file.
func (c *Catalogue) connect() (err error) {
	if c.file == "" {
		c.writer, err = openPool(memoryName, 1)
		c.reader = c.writer
		return err
	}
	path, err := filepath.Abs(c.file)
	if err != nil {
		return err
	}
	if c.only {
		if _, err := os.Stat(path); err != nil {
			return err
		}
		c.reader, err = openPool(readOnlyName(path), readers)
		c.writer = c.reader
		return err
	}
	if c.writer, err = openPool(writerName(path), 1); err != nil {
		return err
	}
	if err := c.writer.Ping(); err != nil {
		return err
	}
	c.reader, err = openPool(readerName(path), readers)
	return err
}

// Close closes the catalogue. Listings must be closed before.
func (c *Catalogue) Close() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	var err error
	if c.loaded {
		err = c.foldHostLinks()
	}
	if err = errors.Join(err, c.closeDBs()); err != nil {
		return c.failed("close", err)
	}
	return nil
}

func (c *Catalogue) closeDBs() error {
	var errs []error
	if c.reader != nil && c.reader != c.writer {
		errs = append(errs, c.reader.Close())
	}
	if c.writer != nil {
		errs = append(errs, c.writer.Close())
	}
	return errors.Join(errs...)
}

// LastSerial returns the serial of the last group that was written, 0 before the first.
func (c *Catalogue) LastSerial() (int64, error) {
	p, err := c.progress()
	return p.serial, err
}

// LastMark returns how far the archive is good: what stands after it was written but never recorded.
func (c *Catalogue) LastMark() (Mark, error) {
	p, err := c.progress()
	return p.mark, err
}

func (c *Catalogue) progress() (progress, error) {
	p, err := readProgress(c.reader)
	if err != nil {
		return p, c.failed("read progress", err)
	}
	return p, nil
}

func readProgress(db *sql.DB) (p progress, err error) {
	var file sql.NullString
	err = db.QueryRow("SELECT serial, archive_file, archive_offset FROM progress WHERE id = 1").
		Scan(&p.serial, &file, &p.mark.Offset)
	p.mark.File = file.String
	return p, err
}

// load reads what the writer must know. It is called at open and after a group that failed, because nobody
// knows then how far it came.
func (c *Catalogue) load() error {
	p, err := readProgress(c.writer)
	if err != nil {
		return fmt.Errorf("read progress: %w", err)
	}
	err = c.writer.QueryRow(`SELECT (SELECT COALESCE(MAX(id), 0) FROM pages), (SELECT COALESCE(MAX(id), 0) FROM sites),
		(SELECT COALESCE(MAX(id), 0) FROM intake)`).Scan(&p.page, &p.site, &p.intake)
	if err != nil {
		return fmt.Errorf("read the last page: %w", err)
	}
	if err := c.loadHostLinks(); err != nil {
		return err
	}
	c.state, c.sites, c.loaded = p, map[string]int64{}, true
	return nil
}
