package wiring

import (
	"context"
	"errors"
	"sync"

	"sluice/crawl"
	"sluice/internal/catalogue"
	"sluice/internal/crawler"
)

// MemoryCrawl is a crawl without a library. What it fetches is lost when it is closed, and documents are not read.
type MemoryCrawl struct {
	*crawler.Crawl
	close func() error
}

// NewMemoryCrawl returns a crawl that keeps everything in memory.
func NewMemoryCrawl(cfg crawl.Config) (*MemoryCrawl, error) {
	cat, err := catalogue.NewMemory()
	if err != nil {
		return nil, err
	}
	c, err := crawler.New(cfg, crawler.Parts{Catalogue: cat})
	if err != nil {
		return nil, errors.Join(err, cat.Close())
	}
	return &MemoryCrawl{c, sync.OnceValue(cat.Close)}, nil
}

// Run runs the crawl to its end, as [crawler.Crawl.Run] does, and closes it.
func (c *MemoryCrawl) Run(ctx context.Context) (crawl.Result, error) {
	result, err := c.Crawl.Run(ctx)
	return result, errors.Join(err, c.Close())
}

// Stats returns how far the crawl has come. It may be called at any time.
func (c *MemoryCrawl) Stats(context.Context) (crawl.Stats, error) { return c.Crawl.Stats(), nil }

// Metrics returns what the crawl has measured until now. It may be called at any time.
func (c *MemoryCrawl) Metrics(context.Context) (crawl.Metrics, error) { return c.Crawl.Metrics(), nil }

// Close releases what the crawl keeps. Run does it by itself; a second call does nothing.
func (c *MemoryCrawl) Close() error { return c.close() }
