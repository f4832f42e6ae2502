package catalogue

import (
	"context"
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
	Relevances *Relevances

	ask     lookups
	sizes   smallest
	running runningSums

	record *recording // nil: the catalogue is not open for a crawl
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
