package catalogue

import (
	"context"
	"errors"
	"path/filepath"

	"sluice/internal/permission"
	"sluice/internal/sqlitefile"
)

// Options are the options of [Open]. The zero value opens a catalogue for writing.
type Options struct {
	ReadOnly bool // no change of any kind; the file must exist

	// Beside opens the catalogue for changes of documents only, while a crawl may write to it
	// in another process. All methods but Commit may be called, and nothing is cached that a
	// crawl could change.
	Beside bool
}

// Open opens the catalogue at path, or creates it. It upgrades a catalogue of an older version,
// unless it is opened for reading only. The error is [ErrCorrupt], [ErrNewer], [ErrForeign] or
// [ErrReadOnly] for what may be wrong with the file, for reading only [ErrUnreadable].
func Open(ctx context.Context, path string, o Options) (*Catalogue, error) {
	c := newCatalogue(&database{file: path, readOnly: o.ReadOnly})
	if err := c.open(ctx, !o.ReadOnly && !o.Beside); err != nil {
		c.closeDBs()
		return nil, c.failed("open", err)
	}
	return c, nil
}

// NewMemory returns an empty catalogue in memory, which is lost when it is closed. It has one
// connection: a listing that is neither read to its end nor closed blocks all other calls.
func NewMemory() (*Catalogue, error) {
	ctx := context.Background() // nothing is read from a disk
	c := newCatalogue(&database{})
	if err := c.open(ctx, true); err != nil {
		c.closeDBs()
		return nil, c.failed("open", err)
	}
	return c, nil
}

// newCatalogue returns a catalogue whose parts share a database.
func newCatalogue(db *database) *Catalogue {
	c := &Catalogue{database: db, Crawls: &Crawls{db}, Documents: &Documents{db}, Queue: &Queue{db}, Removals: &Removals{db}, Captures: &Captures{db},
		SiteBlocks: &SiteBlocks{db}, Statistics: &Statistics{db}, Cycles: &Cycles{db}, Wanted: &Wanted{db}, Knowledge: &Knowledge{db}, Relevances: &Relevances{db}}
	db.addSums = c.running.add
	db.dropCaches = func() {
		c.ask.originals.clear()
		if c.record != nil {
			c.record.loaded = false
		}
		c.running.drop()
	}
	return c
}

// open connects, migrates and prepares. A catalogue that is not for a crawl records no groups.
func (c *Catalogue) open(ctx context.Context, isForCrawl bool) (err error) {
	if err := c.connect(ctx); err != nil {
		return err
	}
	if err := migrate(ctx, c.writer, c.readOnly); err != nil {
		return err
	}
	if err := c.ask.prepare(ctx, c.reader); err != nil {
		return err
	}
	if isForCrawl {
		c.record, err = newRecording(ctx, c.database, &c.ask.originals)
	}
	return err
}

// connect opens the pools, the writer first: it creates the file that readers open.
func (db *database) connect(ctx context.Context) (err error) {
	if db.file == "" {
		db.writer, err = openPool(memoryName, 1)
		db.reader = db.writer
		return err
	}
	if db.readOnly {
		if db.reading, err = sqlitefile.ReadOnly(db.file, readerPragmas); err != nil {
			return err
		}
		db.reader, err = openPool(db.reading.Name, readers)
		db.writer = db.reader
		return err
	}
	writer, err := sqlitefile.Name(db.file, writerPragmas)
	if err != nil {
		return err
	}
	reader, err := sqlitefile.Name(db.file, readerPragmas)
	if err != nil {
		return err
	}
	// SQLite would make a file that others may read. It gives its log the permissions of the file.
	if err := permission.Library(filepath.Dir(db.file)).Ensure(db.file); err != nil {
		return ofFile(err)
	}
	if db.writer, err = openPool(writer, 1); err != nil {
		return err
	}
	if err := db.writer.PingContext(ctx); err != nil {
		return err
	}
	db.reader, err = openReaders(ctx, reader)
	return err
}

// Close folds waiting links and closes the catalogue. Listings must be closed before. Like every Close it takes no context: the links
// were committed, so they are merged even if the caller was cancelled, in one transaction.
func (c *Catalogue) Close() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	var err error
	if c.record != nil && c.record.loaded {
		err = c.record.foldHostLinks(context.Background())
	}
	if err = errors.Join(err, c.closeDBs()); err != nil {
		return c.failed("close", err)
	}
	return c.failed("read", c.reading.Check())
}

// closeDBs closes the pools that are open.
func (db *database) closeDBs() error {
	var errs []error
	if db.reader != nil && db.reader != db.writer {
		errs = append(errs, db.reader.Close())
	}
	if db.writer != nil {
		errs = append(errs, db.writer.Close())
	}
	return errors.Join(errs...)
}
