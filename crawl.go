package sluice

import (
	"context"

	"sluice/crawl"
	"sluice/internal/wiring"
)

// Crawl is a crawl on a library, from [Library.Crawl], or in memory, from [NewCrawl]. It is run once; a crawl that is not run is closed. All
// methods but Run may be called at any time, also by the hooks of the crawl and by other goroutines.
type Crawl struct {
	wired engine
}

// engine is a crawl on a library or in memory.
type engine interface {
	Run(ctx context.Context) (crawl.Result, error)
	Add(ctx context.Context, urls ...string) error
	SetSiteRules(ctx context.Context, site string, r crawl.SiteRules) error
	StopSite(ctx context.Context, site, reason string) error
	Stop(reason string)
	Explain(ctx context.Context, url string) (crawl.Verdict, error)
	Stats(ctx context.Context) (crawl.Stats, error)
	Metrics(ctx context.Context) (crawl.Metrics, error)
	Close() error
}

var (
	_ engine = (*wiring.Crawl)(nil)
	_ engine = (*wiring.MemoryCrawl)(nil)
)

// NewCrawl returns a crawl without a library: it keeps everything in memory, and its hooks see what it finds. Documents are fetched and passed to
// the hooks, but not read. What was fetched is lost when the crawl is closed.
func NewCrawl(cfg crawl.Config) (*Crawl, error) {
	c, err := wiring.NewMemoryCrawl(cfg)
	if err != nil {
		return nil, err
	}
	return &Crawl{c}, nil
}

// Run crawls until nothing waits, a limit is reached, Stop is called or ctx ends, and closes the crawl. It waits until the documents are read,
// too, unless the crawl is stopped. An error means that the crawl could not continue (a full disk, a damaged store); what was done until then is
// durable, as it is after a stop.
func (c *Crawl) Run(ctx context.Context) (crawl.Result, error) { return c.wired.Run(ctx) }

// Add adds URLs to the crawl, as seeds: they are fetched whatever its scope is, which grows by their hosts or sites. They are durable when it
// returns. A URL that the crawl knows is skipped. The error names every URL that cannot be used; the others are added all the same.
func (c *Crawl) Add(ctx context.Context, urls ...string) error { return c.wired.Add(ctx, urls...) }

// SetSiteRules sets the rules of a site (a host, with its port if that is not the default) in place of earlier ones, and starts a stopped site
// again. The zero value removes all rules. Rules are durable, and hold in later runs until they are set again.
func (c *Crawl) SetSiteRules(ctx context.Context, site string, r crawl.SiteRules) error {
	return c.wired.SetSiteRules(ctx, site, r)
}

// StopSite stops fetching from a site, for a reason that [Crawl.Explain] returns, until SetSiteRules is called for it.
func (c *Crawl) StopSite(ctx context.Context, site, reason string) error {
	return c.wired.StopSite(ctx, site, reason)
}

// Stop ends the crawl soon: Run returns. URLs that wait, and documents that are not read yet, wait for the next crawl.
func (c *Crawl) Stop(reason string) { c.wired.Stop(reason) }

// Explain returns whether the crawl would fetch a URL, and why. It requests nothing.
func (c *Crawl) Explain(ctx context.Context, url string) (crawl.Verdict, error) {
	return c.wired.Explain(ctx, url)
}

// Stats returns how far the crawl has come. With an error the numbers that the catalogue counts (Found, ToRead) are not up to date.
func (c *Crawl) Stats(ctx context.Context) (crawl.Stats, error) { return c.wired.Stats(ctx) }

// Metrics returns what the crawl has measured, for monitoring.
func (c *Crawl) Metrics(ctx context.Context) (crawl.Metrics, error) { return c.wired.Metrics(ctx) }

// Close closes a crawl that is not run, and unlocks the folder. While Run runs, it only stops the crawl, and Run closes it. A second call does
// nothing.
func (c *Crawl) Close() error { return c.wired.Close() }
