package sluice

import (
	"context"
	"errors"
	"log/slog"
	"strings"

	"sluice/internal/fulltext"
	"sluice/internal/lock"
)

// filledMark tells of an index that it has been told of the library's documents. A new file has none.
const filledMark = "filled"

// fill makes an index that is new learn all documents of the catalogue, and the pages that the one before had.
func (c *Collection) fill(ctx context.Context) error {
	mark, err := c.Index.Mark(ctx, filledMark)
	if err != nil || mark != "" {
		return err
	}
	if err := c.Catalogue.Documents.MarkAllStale(ctx); err != nil {
		return err
	}
	return c.Index.SetMark(ctx, filledMark, "yes")
}

// RebuildIndex makes the index anew from what the library holds: the accepted documents, and the pages that were made searchable, as far as
// the archive has them. What waits to be taken in is taken in, too. It tells how many documents and pages the index has. When ctx ends, the
// next crawl goes on with it.
func (l *Library) RebuildIndex(ctx context.Context, log *slog.Logger) (documents, pages int, err error) {
	locked, err := lock.Acquire(ctx, l.dir, lock.Rebuild)
	if err != nil {
		return 0, 0, err
	}
	defer func() { err = errors.Join(err, locked.Release()) }()
	if err := fulltext.Remove(l.path(indexName, indexFile)); err != nil {
		return 0, 0, err
	}
	c, err := l.Collection(ctx, log)
	if err != nil {
		return 0, 0, err
	}
	defer func() { err = errors.Join(err, c.Close()) }()
	if _, err := c.TakeIn(ctx); err != nil {
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
