package collection

import (
	"context"
	"errors"
	"strings"

	"sluice/internal/folder"
	"sluice/internal/fulltext"
)

// filledMark is set in an index to which the library's documents have been queued. A new file
// has none.
const filledMark = "filled"

// fillIndex queues all documents of the catalogue, and the pages that were searchable before,
// for an index that is new.
func (c *Collection) fillIndex(ctx context.Context) error {
	mark, err := c.Index.Mark(ctx, filledMark)
	if err != nil || mark != "" {
		return err
	}
	if err := c.documents.MarkAllStale(ctx); err != nil {
		return err
	}
	return c.Index.SetMark(ctx, filledMark, "yes")
}

// RebuildIndex makes the index of a library again from what the library holds: the accepted
// documents, and the pages that were searchable, as far as the archive has them. It also
// processes the intake's queue. It returns how many documents and pages the index has. When ctx
// ends, the next crawl continues with the index. The caller holds the lock of the library.
func RebuildIndex(ctx context.Context, dir folder.Dir, o Options) (documents, pages int, err error) {
	if err := fulltext.Remove(ctx, dir.Index()); err != nil {
		return 0, 0, err
	}
	c, err := Open(ctx, dir, o)
	if err != nil {
		return 0, 0, err
	}
	defer func() { err = errors.Join(err, c.Close()) }()
	if _, err := c.ProcessQueue(ctx); err != nil {
		return 0, 0, err
	}
	for key, err := range c.Index.Keys(ctx) {
		switch {
		case err != nil:
			return 0, 0, err
		case strings.Contains(key, "://"): // else it is the hash of a document
			pages++
		default:
			documents++
		}
	}
	return documents, pages, nil
}
