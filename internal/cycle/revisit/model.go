// Package revisit compares schedules by which the pages of a library are visited again, on changes that a model draws.
//
// [Compare] draws a model over the pages of a recorded web, simulates each schedule on it with the same number of requests, and measures how fresh and how old the
// pages are, weighted by their importance. A schedule learns what a crawler can know: whether a page had changed when it was visited, and what its site
// announces. Everything is drawn from seeds, so equal plans have equal results.
package revisit

import (
	"math"
	"math/rand/v2"
	"slices"
)

// Page is a page of a recorded web.
type Page struct {
	Host      string
	Documents int // to which it links
}

// The model. Each page changes by a Poisson process. The changes a day are log-normal: the median page changes once in a month, one in forty more than once a
// day, and as many less than once in four years. The importance of a page is 1, and 1 for each document to which it links.
const (
	meanLogRate      = -3.5
	deviationLogRate = 2.0
	mostChanges      = 4.0 // a day
)

// What sites announce. The first two shares are those of all hosts in the index of Bing (The importance of setting the lastmod tag in your sitemap, 2023): 58 % have a
// sitemap, 84 % of these state times, 18 % of these wrong ones, which mostly are the times at which the sitemap was made. The others are assumptions.
const (
	// StatedShare is the share of the sites whose sitemaps state times.
	StatedShare    = 0.58 * 0.84
	wrongShare     = 0.18
	generatedShare = 0.75 // of the wrong: all times are those of the sitemap; the times of the others have nothing to do with the changes
	feedShare      = 0.30 // of the sites without times in a sitemap
	announcedShare = 0.90 // of the changes, where announcements are right
	falseShare     = 0.10 // of the number of changes: announcements without a change, there
	feedEntries    = 15   // a feed has the latest ones only
)

// signal is what a site announces.
type signal uint8

const (
	noSignal         signal = iota
	lastMod                 // a sitemap states when each page has last changed
	feed                    // the latest changes of all pages
	wrongLastMod            // a sitemap states other times
	generatedSitemap        // a sitemap states when it was made
)

// model is a web whose pages change.
type model struct {
	days  float64
	pages []modelPage
	sites []modelSite
}

// modelPage is a page. Times are days since the beginning, when it was crawled first.
type modelPage struct {
	site       int
	importance float64
	rate       float64 // true changes a day
	changes    []float64
	lastMod    float64 // that the sitemap states at the beginning
}

// modelSite is a site.
type modelSite struct {
	signal    signal
	pages     []int
	announced []announcement // of all pages, in the order of time
}

// announcement says that a page has changed.
type announcement struct {
	at   float64
	page int
}

// draw draws a model over pages for a number of days. A share of the sites states times in sitemaps.
func draw(pages []Page, stated, days float64, seed uint64) *model {
	random := rand.New(rand.NewPCG(seed, 21))
	m := &model{days: days}
	numbers := map[string]int{}
	for _, p := range pages {
		site, known := numbers[p.Host]
		if !known {
			site = len(m.sites)
			numbers[p.Host] = site
			m.sites = append(m.sites, modelSite{signal: drawSignal(random, stated)})
		}
		m.sites[site].pages = append(m.sites[site].pages, len(m.pages))
		rate := min(math.Exp(meanLogRate+deviationLogRate*random.NormFloat64()), mostChanges)
		m.pages = append(m.pages, modelPage{site: site, importance: 1 + float64(p.Documents), rate: rate, changes: drawTimes(random, rate, days), lastMod: -random.ExpFloat64() / rate})
	}
	for i := range m.sites {
		m.announce(random, &m.sites[i])
	}
	return m
}

// drawSignal draws what a site announces.
func drawSignal(random *rand.Rand, stated float64) signal {
	switch {
	case random.Float64() < stated:
		switch {
		case random.Float64() >= wrongShare:
			return lastMod
		case random.Float64() < generatedShare:
			return generatedSitemap
		}
		return wrongLastMod
	case random.Float64() < feedShare:
		return feed
	}
	return noSignal
}

// drawTimes draws the times of a Poisson process.
func drawTimes(random *rand.Rand, rate, days float64) (times []float64) {
	for t := random.ExpFloat64() / rate; t < days; t += random.ExpFloat64() / rate {
		times = append(times, t)
	}
	return times
}

// announce draws what a site announces of its pages.
func (m *model) announce(random *rand.Rand, s *modelSite) {
	for _, n := range s.pages {
		p := &m.pages[n]
		var times []float64
		switch s.signal {
		case lastMod, feed:
			for _, t := range p.changes {
				if random.Float64() < announcedShare {
					times = append(times, t)
				}
			}
			times = append(times, drawTimes(random, p.rate*falseShare, m.days)...)
		case wrongLastMod:
			times = drawTimes(random, p.rate, m.days)
			p.lastMod = -random.Float64() * 1000
		}
		for _, t := range times {
			s.announced = append(s.announced, announcement{t, n})
		}
	}
	slices.SortFunc(s.announced, func(a, b announcement) int {
		if a.at != b.at {
			if a.at < b.at {
				return -1
			}
			return 1
		}
		return a.page - b.page
	})
}
