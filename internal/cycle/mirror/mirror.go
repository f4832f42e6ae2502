// Package mirror finds sites that are whole copies of others.
//
// [Find] compares the pages and documents that two sites have under the same paths. A site is a mirror if most of its pages are on the other site, too, equal
// byte for byte, or alike by their words. Of two copies the one that was requested first is the original. No request is made here.
package mirror

import (
	"cmp"
	"context"
	"hash/maphash"
	"iter"
	"slices"
	"strings"

	"sluice/internal/catalogue"
	"sluice/text"
)

// Settings are what makes a mirror. The zero value has the defaults.
type Settings struct {
	// Pages is the least number of paths that both sites have. Default: 5.
	Pages int
	// Share is the share of the pages of a mirror that the original has, too, from 0 to 1. Default: 0.8.
	Share float64
	// Likeness is the share of all shingles of three words of two pages that both have, from which on they are alike, from 0 to 1. Default: 0.9.
	Likeness float64
}

// withDefaults returns the settings with the default in place of each zero.
func (s Settings) withDefaults() Settings {
	return Settings{cmp.Or(s.Pages, 5), cmp.Or(s.Share, 0.8), cmp.Or(s.Likeness, 0.9)}
}

// Limits of what is compared.
const (
	maxBodies  = 4_000_000 // of all sites; later ones are left out
	maxSites   = 100       // with one path: a path that more have, such as /, says nothing
	maxPairs   = 1_000_000 // of sites
	sampleSize = 20        // of pages of a pair that are compared by their words
)

// Bodies returns the pages and documents of all sites, in the order of their first request. [catalogue.Statistics] has such a method.
type Bodies func(ctx context.Context) iter.Seq2[catalogue.Body, error]

// Words returns the visible text of a page; an empty one if it cannot be read.
type Words func(ctx context.Context, url string) (string, error)

// place is a body at a path of a site.
type place struct {
	site int32
	key  int64
	url  string
}

// pair are two sites, by the order of their first requests.
type pair struct{ first, later int32 }

// counts are what two sites have in common.
type counts struct {
	common, equal int
	differing     [][2]string // URLs of a sample of the pages that are not equal
}

// finder compares sites.
type finder struct {
	settings Settings
	hosts    []string
	numbers  map[string]int32
	pages    []int // of each site
	paths    map[uint64][]place
	seed     maphash.Seed
	pairs    map[pair]*counts
}

// Find returns the sites that are whole copies of others, by their names.
func Find(ctx context.Context, bodies Bodies, words Words, s Settings) ([]catalogue.Mirror, error) {
	f := &finder{settings: s.withDefaults(), numbers: map[string]int32{}, paths: map[uint64][]place{}, seed: maphash.MakeSeed(), pairs: map[pair]*counts{}}
	n := 0
	for b, err := range bodies(ctx) {
		if err != nil {
			return nil, err
		}
		if n++; n <= maxBodies {
			f.add(&b)
		}
	}
	f.count()
	return f.mirrors(ctx, words)
}

// add adds a body.
func (f *finder) add(b *catalogue.Body) {
	_, rest, _ := strings.Cut(b.URL, "://")
	_, path, ok := strings.Cut(rest, "/")
	if !ok {
		return
	}
	site, known := f.numbers[b.Site]
	if !known {
		site = int32(len(f.hosts))
		f.numbers[b.Site] = site
		f.hosts, f.pages = append(f.hosts, b.Site), append(f.pages, 0)
	}
	hash := maphash.String(f.seed, path)
	if slices.ContainsFunc(f.paths[hash], func(p place) bool { return p.site == site }) { // at the other scheme, too
		return
	}
	f.pages[site]++
	f.paths[hash] = append(f.paths[hash], place{site, b.Key, b.URL})
}

// count counts what each two sites have in common.
func (f *finder) count() {
	for _, places := range f.paths {
		if len(places) < 2 || len(places) > maxSites {
			continue
		}
		for i := range places {
			for _, other := range places[i+1:] {
				f.compare(places[i], other)
			}
		}
	}
}

// compare counts a path that two sites have.
func (f *finder) compare(a, b place) {
	if a.site > b.site {
		a, b = b, a
	}
	c := f.pairs[pair{a.site, b.site}]
	if c == nil {
		if len(f.pairs) == maxPairs {
			return
		}
		c = &counts{}
		f.pairs[pair{a.site, b.site}] = c
	}
	c.common++
	if a.key == b.key {
		c.equal++
		return
	}
	// The sample is that of the least URLs, whatever the order of the paths.
	at, _ := slices.BinarySearchFunc(c.differing, a.url, func(p [2]string, url string) int { return strings.Compare(p[0], url) })
	if at < sampleSize {
		c.differing = slices.Insert(c.differing, at, [2]string{a.url, b.url})
		c.differing = c.differing[:min(len(c.differing), sampleSize)]
	}
}

// mirrors returns the sites that are copies. A copy of a copy is one of the first site.
func (f *finder) mirrors(ctx context.Context, words Words) ([]catalogue.Mirror, error) {
	pairs := make([]pair, 0, len(f.pairs))
	for p := range f.pairs {
		pairs = append(pairs, p)
	}
	slices.SortFunc(pairs, func(a, b pair) int { return cmp.Or(cmp.Compare(a.first, b.first), cmp.Compare(a.later, b.later)) })
	found := map[int32]catalogue.Mirror{}
	original := func(site int32) int32 {
		for {
			m, ok := found[site]
			if !ok {
				return site
			}
			site = f.numbers[m.Original]
		}
	}
	for _, p := range pairs {
		c := f.pairs[p]
		if c.common < f.settings.Pages {
			continue
		}
		alike, err := f.alike(ctx, p, c, words)
		if err != nil {
			return nil, err
		}
		copied, of := p.later, p.first
		if !f.isWhole(copied, c.equal+alike) { // the site that was requested first may be the smaller copy
			copied, of = p.first, p.later
		}
		if _, isKnown := found[copied]; isKnown || !f.isWhole(copied, c.equal+alike) || original(of) == copied {
			continue
		}
		found[copied] = catalogue.Mirror{Host: f.hosts[copied], Original: f.hosts[original(of)], Pages: int64(f.pages[copied]), Common: int64(c.common),
			Equal: int64(c.equal), Alike: int64(alike)}
	}
	var all []catalogue.Mirror
	for site, m := range found {
		m.Original = f.hosts[original(site)]
		all = append(all, m)
	}
	slices.SortFunc(all, func(a, b catalogue.Mirror) int { return strings.Compare(a.Host, b.Host) })
	return all, nil
}

// isWhole reports whether so many pages are most of those of a site.
func (f *finder) isWhole(site int32, pages int) bool {
	return float64(pages) >= f.settings.Share*float64(f.pages[site])
}

// alike returns how many of the pages of two sites that are not equal are alike, reckoned from a sample. If that decides nothing, no page is read.
func (f *finder) alike(ctx context.Context, p pair, c *counts, words Words) (int, error) {
	differing := c.common - c.equal
	if differing == 0 || !f.isWhole(p.first, c.common) && !f.isWhole(p.later, c.common) {
		return 0, nil
	}
	alike := 0
	for _, urls := range c.differing {
		var shingles [2][]uint64
		for i, url := range urls {
			s, err := words(ctx, url)
			if err != nil {
				return 0, err
			}
			shingles[i] = text.Shingles(s, 3)
		}
		if len(shingles[0]) > 0 && len(shingles[1]) > 0 && text.Jaccard(shingles[0], shingles[1]) >= f.settings.Likeness {
			alike++
		}
	}
	return differing * alike / len(c.differing), nil
}
