package sluice

import (
	"context"
	"errors"
	"log/slog"
	"strings"

	"sluice/internal/fulltext"
)

// filledMark tells of an index that it has been told of the library's documents. A new file has none.
const filledMark = "filled"

// fill makes an index that is new learn all documents of the catalogue.
func (c *Collection) fill(ctx context.Context) error {
	mark, err := c.Index.Mark(ctx, filledMark)
	if err != nil || mark != "" {
		return err
	}
	if err := c.Catalogue.Reindex(ctx); err != nil {
		return err
	}
	return c.Index.SetMark(ctx, filledMark, "yes")
}

// RebuildIndex makes the index anew from what the library holds: the accepted documents, and the pages that the old index had, as far as that
// can be read.
func (l *Library) RebuildIndex(ctx context.Context, log *slog.Logger) (err error) {
	pages := l.indexedPages(ctx)
	locked, err := lock(l.dir, rebuilding)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, locked.Close()) }()
	if err := fulltext.Remove(l.path(indexName, indexFile)); err != nil {
		return err
	}
	c, err := l.Collection(log)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, c.Close()) }()
	if err := c.intake.Refresh(ctx); err != nil {
		return err
	}
	for _, url := range pages {
		v, ok, err := c.Catalogue.Validator(url)
		if err == nil && ok {
			err = c.intake.IndexPage(ctx, &v.Fetch)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// indexedPages gives the URLs of the pages that the index has; none when it cannot be read.
func (l *Library) indexedPages(ctx context.Context) (urls []string) {
	index, err := l.openIndex()
	if err != nil {
		return nil
	}
	defer index.Close()
	for key, err := range index.Keys(ctx) {
		if err != nil {
			return urls
		}
		if strings.Contains(key, "://") { // else it is the hash of a document
			urls = append(urls, key)
		}
	}
	return urls
}
