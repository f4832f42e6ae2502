package crawler

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"sluice/crawl"
	"sluice/internal/clock"
	"sluice/internal/credential"
	"sluice/internal/fetch/cookie"
	"sluice/internal/frontier"
	"sluice/text"
)

// Parts are the parts of a crawl that a [crawl.Config] does not describe. The zero value runs in memory, over the network.
type Parts struct {
	Exchange Exchange    // what makes the requests; nil: the network
	Clock    clock.Clock // the time in which the crawl runs; nil: that of a [Simulation], else of the machine. A Frontier needs the same.

	// Where the results go. Nil: memory.
	Frontier  Frontier
	Archive   Archive
	Catalogue Catalogue

	// Repeated returns the blocks that a host repeats on its pages, which are not judged; nil: none are known.
	Repeated func(ctx context.Context, host string) (text.BlockSet, error)

	// Learned is what the crawl leaves out, if Knowledge is on; nil: nothing.
	Learned Learned

	// Revisits is what is requested again of what the library has; nil: all of it.
	Revisits Revisits

	Crawl  int64        // number of the crawl in the catalogue
	Before crawl.Totals // what earlier runs of this crawl have done; a frontier that has links continues
}

// config is what a crawl is made of.
type config struct {
	crawl.Config
	Parts
	secrets *credential.Set // bound to the origins of the seeds
	cookies *cookie.Jar     // nil: none are kept
}

// The parts of the workers that hosts out of scope may hold: strangers who answer slowly must not stop the crawl.
const (
	domainShare  = 8 // those of one domain
	foreignShare = 2 // all of them: a page can link to any number of domains, and of addresses without a name
)

// maxWorkers is the most that Politeness.Workers may be.
const maxWorkers = 10_000

// withDefaults fills in what is zero, and turns the negative values that mean "none"
// into zero.
func (c config) withDefaults() config {
	d := crawl.Defaults()
	setDefault(&c.Scope.Kind, d.Scope.Kind)
	setDefault(&c.Storage.Index, d.Storage.Index)
	setDefault(&c.Limits.Level, d.Limits.Level)
	setDefault(&c.Limits.Hosts, d.Limits.Hosts)
	setDefault(&c.Limits.DocumentSize, d.Limits.DocumentSize)
	setDefault(&c.Limits.PageSize, d.Limits.PageSize)
	setDefault(&c.Politeness.Delay, d.Politeness.Delay)
	setDefault(&c.Politeness.PerHost, d.Politeness.PerHost)
	setDefault(&c.Politeness.PerAddress, d.Politeness.PerAddress)
	setDefault(&c.Politeness.Workers, d.Politeness.Workers)
	setDefault(&c.Politeness.Retries, d.Politeness.Retries)
	setDefault(&c.Network.UserAgent, d.Network.UserAgent)
	setDefault(&c.Network.Cookies, d.Network.Cookies)
	setDefault(&c.Knowledge.TestShare, d.Knowledge.TestShare)
	setDefault(&c.Knowledge.LevelSites, d.Knowledge.LevelSites)
	setDefault(&c.Knowledge.StopDocuments, d.Knowledge.StopDocuments)
	setDefault(&c.Knowledge.AvoidRevisits, d.Knowledge.AvoidRevisits)
	setDefault(&c.Knowledge.PatternPages, d.Knowledge.PatternPages)
	setDefault(&c.EarlyStop.Pages, d.EarlyStop.Pages)
	setDefault(&c.EarlyStop.Recheck, d.EarlyStop.Recheck)
	setDefault(&c.EarlyStop.Share, d.EarlyStop.Share)
	c.Knowledge.TestShare = max(c.Knowledge.TestShare, 0)
	c.Politeness.Delay = max(c.Politeness.Delay, 0)
	c.Politeness.PerAddress = max(c.Politeness.PerAddress, 0)
	c.Politeness.Retries = max(c.Politeness.Retries, 0)
	if c.Network.Proxy != "" { // all hosts have the address of the proxy
		c.Politeness.PerAddress = 0
	}
	if !c.Knowledge.On {
		c.Learned = nil
	}
	if c.Strategy == nil {
		c.Strategy = d.Strategy
	}
	if c.Judge == nil {
		c.Judge = d.Judge
	}
	if s, ok := c.Exchange.(Simulation); ok && c.Clock == nil {
		c.Clock = s.Clock()
	}
	if c.Clock == nil {
		c.Clock = clock.Real
	}
	if c.Log == nil {
		c.Log = d.Log
	}
	return c
}

// FrontierOptions returns the options of a frontier for a crawl.
func FrontierOptions(cfg crawl.Config, parts Parts) frontier.Options {
	return config{Config: cfg, Parts: parts}.withDefaults().frontierOptions()
}

// frontierOptions is FrontierOptions of a config whose defaults are filled in. They
// must not be filled in twice: "none" is zero then.
func (c config) frontierOptions() frontier.Options {
	return frontier.Options{
		Delay: c.Politeness.Delay, PerHost: c.Politeness.PerHost, PerAddress: c.Politeness.PerAddress, Now: c.Clock.Now,
		PerDomain: max(c.Politeness.Workers/domainShare, 1), OutOfScope: max(c.Politeness.Workers/foreignShare, 1),
	}
}

// setDefault sets a field that is zero.
func setDefault[T comparable](field *T, value T) {
	var zero T
	if *field == zero {
		*field = value
	}
}

// validate names every field that cannot be used, at once.
func (c config) validate() error {
	var errs []error
	bad := func(ok bool, format string, args ...any) {
		if !ok {
			errs = append(errs, fmt.Errorf(format, args...))
		}
	}
	switch c.Scope.Kind {
	case crawl.ScopeHost, crawl.ScopeDomain, crawl.ScopePrefix, crawl.ScopeList, crawl.ScopeAny:
	default:
		bad(false, "scope %q is not one of host, domain, prefix, list, any", c.Scope.Kind)
	}
	bad(c.Limits.Pages >= 0, "max-pages %d is negative", c.Limits.Pages)
	bad(c.Requests >= 0, "requests %v is no number of requests a day", c.Requests) // not a number, too
	bad(c.Limits.Depth >= 0, "max-depth %d is negative", c.Limits.Depth)
	bad(c.Limits.Time >= 0, "max-time %v is negative", c.Limits.Time)
	bad(c.Limits.Bytes >= 0, "max-bytes %d is negative", c.Limits.Bytes)
	bad(c.Limits.DocumentSize > 0, "max-document-size %d is negative", c.Limits.DocumentSize)
	bad(c.Limits.PageSize > 0, "max-page-size %d is negative", c.Limits.PageSize)
	bad(c.Politeness.PerHost > 0, "per-host %d is negative", c.Politeness.PerHost)
	bad(c.Politeness.Workers > 0 && c.Politeness.Workers <= maxWorkers, "workers %d is not between 1 and %d", c.Politeness.Workers, maxWorkers)
	bad(c.Politeness.Bandwidth >= 0, "bandwidth %d is negative", c.Politeness.Bandwidth)
	bad(c.Knowledge.TestShare >= 0 && c.Knowledge.TestShare <= 1, "test-share %v is not between 0 and 1", c.Knowledge.TestShare) // not a number, too
	bad(c.Knowledge.StopDocuments > 0 && c.Knowledge.AvoidRevisits > 0 && c.Knowledge.PatternPages > 0, "stop-documents %d, avoid-revisits %d or pattern-pages %d is negative", c.Knowledge.StopDocuments,
		c.Knowledge.AvoidRevisits, c.Knowledge.PatternPages)
	bad(c.EarlyStop.Pages > 0, "early-stop-pages %d is negative", c.EarlyStop.Pages)
	bad(c.EarlyStop.Recheck > 0, "early-stop-recheck %d is negative", c.EarlyStop.Recheck)
	bad(c.EarlyStop.Share > 0 && c.EarlyStop.Share <= 1, "early-stop-share %v is not between 0 and 1", c.EarlyStop.Share)
	bad(c.EarlyStop.Price >= 0, "early-stop-price %d is negative", c.EarlyStop.Price)
	if _, err := parseIdleHours(c.Politeness.Idle); err != nil {
		errs = append(errs, err)
	}
	switch c.Network.Cookies {
	case crawl.CookiesNone, crawl.CookiesHost:
	case crawl.CookiesJar:
		bad(c.Network.CookieJar != "", "cookies %q need the file of a cookie jar", c.Network.Cookies)
	default:
		bad(false, "cookies %q is not one of none, host, jar", c.Network.Cookies)
	}
	for i, h := range c.Network.Headers {
		name, _, ok := strings.Cut(h, ":") // not quoted: it may be a secret
		bad(ok && strings.TrimSpace(name) != "", "header %d is not \"Name: value\"", i+1)
	}
	return errors.Join(errs...)
}
