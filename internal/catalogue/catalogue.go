package catalogue

import (
	"context"
	"database/sql"
)

// Catalogue is a catalogue in one SQLite file, or in memory. Its own methods are for crawls and
// for what people ask about them; its fields are the parts that others use. All methods may be
// called from many goroutines; writers wait for each other.
type Catalogue struct {
	*database
	Crawls     *Crawls
	Documents  *Documents
	Queue      *Queue
	Removals   *Removals
	Captures   *Captures
	SiteBlocks *SiteBlocks
	Statistics *Statistics
	Cycles     *Cycles
	Wanted     *Wanted
	Knowledge  *Knowledge

	filingOnly bool // see [Options].Beside

	sizes  smallest
	bodies *bodyFilter
	ask    lookups

	running runningSums

	// Guarded by the database's mu.
	put    statements
	state  progress
	loaded bool // state is read from the database; false after a failed write
	sites  map[string]int64
	links  hostLinks
}

// progress is what the writer knows of the database between two groups. It is kept in memory so
// that a commit need not read it again.
type progress struct {
	serial int64
	mark   Mark
	page   int64 // the last page's id
	site   int64 // the last site's id
	intake int64 // the last id in the queue
}

// ReadOnly reports whether the catalogue was opened for reading only.
func (c *Catalogue) ReadOnly() bool { return c.readOnly }

// LastSerial returns the serial of the last group that was written, 0 before the first.
func (c *Catalogue) LastSerial(ctx context.Context) (int64, error) {
	p, err := c.progress(ctx)
	return p.serial, err
}

// LastMark returns how far the archive is valid. What follows the mark was written to the
// archive but never committed, and is cut off when a crawl continues.
func (c *Catalogue) LastMark(ctx context.Context) (Mark, error) {
	p, err := c.progress(ctx)
	return p.mark, err
}

// progress reads the row of progress for callers outside of a commit.
func (c *Catalogue) progress(ctx context.Context) (progress, error) {
	p, err := readProgress(ctx, c.reader)
	if err != nil {
		return p, c.failed("read progress", err)
	}
	return p, nil
}

// readProgress reads the one row of the table of progress. It leaves the last ids at 0.
func readProgress(ctx context.Context, db *sql.DB) (p progress, err error) {
	var file sql.NullString
	err = db.QueryRowContext(ctx, "SELECT serial, archive_file, archive_offset FROM progress WHERE id = 1").
		Scan(&p.serial, &file, &p.mark.Offset)
	p.mark.File = file.String
	return p, err
}
