package wiring

import (
	"context"
	"errors"
	"sync/atomic"

	"sluice/crawl"
	"sluice/internal/catalogue"
	"sluice/internal/crawler"
)

// MemoryCrawl is a crawl without a library. What it fetches is lost when it is closed, and documents are not read.
type MemoryCrawl struct {
	*crawler.Crawl
	catalogue *catalogue.Catalogue
	used      atomic.Bool // Run, which closes the crawl, or Close was called
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
	return &MemoryCrawl{Crawl: c, catalogue: cat}, nil
}

// Run runs the crawl to its end, as [crawler.Crawl.Run] does, and closes it.
func (c *MemoryCrawl) Run(ctx context.Context) (crawl.Result, error) {
	if c.used.Swap(true) {
		return crawl.Result{}, errUsed
	}
	result, err := c.Crawl.Run(ctx)
	return result, errors.Join(err, c.catalogue.Close())
}

// Stats returns how far the crawl has come. It may be called at any time.
func (c *MemoryCrawl) Stats(context.Context) (crawl.Stats, error) { return c.Crawl.Stats(), nil }

// Metrics returns what the crawl has measured until now. It may be called at any time.
func (c *MemoryCrawl) Metrics(context.Context) (crawl.Metrics, error) { return c.Crawl.Metrics(), nil }

// Close releases what the crawl keeps. While Run runs, it only stops the crawl, and Run releases it. A second call does nothing.
func (c *MemoryCrawl) Close() error {
	if c.used.Swap(true) {
		c.Stop(closedReason)
		return nil
	}
	return c.catalogue.Close()
}
