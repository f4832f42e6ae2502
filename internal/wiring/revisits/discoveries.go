package revisits

import (
	"context"
	"hash/maphash"
	"slices"
	"time"

	"sluice/internal/catalogue"
	"sluice/internal/cycle/freshness"
)

// maxDiscoverers is the most pages of which is kept what was found on them: 200 MB. Of others nothing was found.
var maxDiscoverers = 4_000_000 // fewer in tests

// discoveries are what was found on the pages of a library.
type discoveries struct {
	crawls []time.Time // when they began, the oldest first
	seed   maphash.Seed
	pages  map[uint64]discovered // by a hash of their URLs, which would need most of the memory
}

// discovered is what was found on a page. Documents count that are accepted, those included that were found on pages which were found on the page.
type discovered struct {
	crawl, last   int32 // the first and the last crawl that have requested something that was found on it, as places in crawls
	accepted      int32 // documents of the first of these crawls
	acceptedLater int32
	linkCrawls    int32 // later crawls that have requested a new URL which was found on it
	hasLinks      bool  // the first crawl has
	hasLastLinks  bool  // the last one has been counted in linkCrawls
}

// discoveriesOf reads what was found on the pages of a library.
func discoveriesOf(ctx context.Context, cat *catalogue.Catalogue) (*discoveries, error) {
	begun, err := cat.Crawls.Starts(ctx)
	if err != nil {
		return nil, err
	}
	d := &discoveries{crawls: begun, seed: maphash.MakeSeed(), pages: map[uint64]discovered{}}
	slices.SortFunc(d.crawls, time.Time.Compare)
	for found, err := range cat.Statistics.Discoveries(ctx) {
		if err != nil {
			return nil, err
		}
		crawl := d.crawlAt(found.First)
		if found.IsAccepted && found.Before != "" && found.Before != found.Page {
			d.add(found.Before, crawl, 1, false)
		}
		accepted := int32(0)
		if found.IsAccepted {
			accepted = 1
		}
		d.add(found.Page, crawl, accepted, true)
	}
	return d, nil
}

// crawlAt returns the crawl that ran at a time.
func (d *discoveries) crawlAt(at time.Time) int32 {
	i, _ := slices.BinarySearchFunc(d.crawls, at, func(begun, at time.Time) int {
		if begun.After(at) {
			return 1
		}
		return -1
	})
	return int32(i - 1)
}

// add adds what a crawl has requested that was found on a page: accepted documents, and whether it is a URL of the page's own. Discoveries come in the order of crawls,
// but for clocks that were set.
func (d *discoveries) add(page string, crawl, accepted int32, isLink bool) {
	key := maphash.String(d.seed, page)
	p, isKnown := d.pages[key]
	switch {
	case !isKnown && len(d.pages) >= maxDiscoverers:
		return
	case !isKnown:
		p = discovered{crawl: crawl, last: crawl}
	}
	if crawl == p.crawl {
		p.accepted += accepted
		p.hasLinks = p.hasLinks || isLink
	} else {
		p.acceptedLater += accepted
		if crawl != p.last {
			p.last, p.hasLastLinks = crawl, false
		}
		if isLink && !p.hasLastLinks {
			p.linkCrawls++
			p.hasLastLinks = true
		}
	}
	d.pages[key] = p
}

// importance returns what a page is worth.
func (d *discoveries) importance(p *catalogue.PageVisits) float64 {
	found := d.pages[maphash.String(d.seed, p.URL)]
	later, linkChanges, changes := found.acceptedLater, found.linkCrawls, 0
	if found.crawl > d.crawlAt(p.Visits[0].At) { // its first visit has brought nothing
		later += found.accepted
		if found.hasLinks {
			linkChanges++
		}
	}
	for _, v := range p.Visits {
		if v.IsChanged {
			changes++
		}
	}
	return freshness.Importance(int(found.accepted+found.acceptedLater), int(later), int(linkChanges), changes)
}
