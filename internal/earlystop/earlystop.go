// Package earlystop decides when a site yields too few documents to go on.
//
// A [Book] is given each request for a page of a site, with the documents that it has found. After a number of pages the site is examined; one with too
// few documents is examined again some pages later, and stopped if it still has too few (C. Zhou, CNDROBOT: a robot for the CINDI digital library,
// Concordia University 2005, section 4.2.3). Documents count when a link to them is found, because they may be fetched later. Beyond the
// publication, a site can be stopped by what its next pages are expected to bring (package forecast).
package earlystop

import (
	"context"
	"encoding/binary"
	"fmt"

	"sluice/internal/forecast"
)

// The rules that stop a site.
const (
	RuleShare = "share" // too few documents for its pages, at two examinations
	RulePrice = "price" // its next pages are expected to bring too few
)

// Options are the rules.
type Options struct {
	Pages   int64   // between two examinations
	Recheck int64   // pages from an examination that has found too few documents to the one that stops the site
	Share   float64 // documents ÷ pages, below which there are too few
	Price   int64   // documents expected of the next [forecast.Requests] pages at most, below which a site is stopped; 0: it is not
}

// Stop is why a site is stopped, and what remains of it.
type Stop struct {
	Rule    string
	Pages   int64 // requested
	Found   int64 // documents
	Waiting int64 // links to pages of the site that wait
	Missed  forecast.Interval
}

// String returns the stop in words.
func (s *Stop) String() string {
	return fmt.Sprintf("early stop (%s): %d documents found on %d pages, %d to %d more expected on the %d that wait", s.Rule, s.Found, s.Pages, s.Missed.Low, s.Missed.High, s.Waiting)
}

// Store keeps the counts between runs.
type Store interface {
	State(ctx context.Context, key string) ([]byte, error)
}

// Book has the counts of all sites. One goroutine may use it at a time.
type Book struct {
	store   Store
	o       Options
	sites   map[string]*site
	changed map[string]bool
}

// site is what is counted of one site.
type site struct {
	pages, found, waiting int64
	next                  int64 // pages at the next examination; 0: the first one
	flagged               bool  // the last examination has found too few
	estimator             forecast.Estimator
}

const keyPrefix = "crawl/yield/"

var maxSites = 100_000 // beyond that, sites whose counts are written are forgotten and read again when needed; fewer in tests

// New returns a Book that continues with the counts of a store.
func New(store Store, o Options) *Book {
	return &Book{store: store, o: o, sites: map[string]*site{}, changed: map[string]bool{}}
}

// AddLink counts a link to a page of a site that waits.
func (b *Book) AddLink(ctx context.Context, host string) error {
	s, err := b.change(ctx, host)
	if err == nil {
		s.waiting++
	}
	return err
}

// AddDocument counts the request for a document that was found on a site: whether it was there.
func (b *Book) AddDocument(ctx context.Context, host string, isThere bool) error {
	s, err := b.change(ctx, host)
	if err == nil {
		s.estimator.Document(isThere)
	}
	return err
}

// AddPage counts the request for a page of a site, which has brought new documents and links. It returns why the site is to be stopped, nil if it is not.
func (b *Book) AddPage(ctx context.Context, host string, documents, links int) (*Stop, error) {
	s, err := b.change(ctx, host)
	if err != nil {
		return nil, err
	}
	s.pages++
	s.found += int64(documents)
	s.waiting = max(0, s.waiting-1)
	s.estimator.Request(documents, links)
	if s.next == 0 {
		s.next = b.o.Pages
	}
	if s.pages < s.next {
		return nil, nil
	}
	return b.examine(s), nil
}

// examine examines a site, and sets when it is examined again.
func (b *Book) examine(s *site) *Stop {
	hasTooFew := float64(s.found) < b.o.Share*float64(s.pages)
	rule := ""
	switch {
	case s.waiting == 0: // it ends by itself
	case b.o.Price > 0 && s.estimator.Next(s.waiting).High < b.o.Price:
		rule = RulePrice
	case hasTooFew && s.flagged:
		rule = RuleShare
	case hasTooFew:
		s.flagged, s.next = true, s.pages+b.o.Recheck
		return nil
	}
	s.flagged, s.next = false, (s.pages/b.o.Pages+1)*b.o.Pages
	if rule == "" {
		return nil
	}
	return &Stop{Rule: rule, Pages: s.pages, Found: s.found, Waiting: s.waiting, Missed: s.missed()}
}

// missed returns how many documents the links that wait would bring: the forecast for the next pages, and at most as much again for as many more.
func (s *site) missed() forecast.Interval {
	in := s.estimator.Next(s.waiting)
	times := max(1, float64(s.waiting)/forecast.Requests)
	return forecast.Interval{Low: in.Low, High: int64(float64(in.High)*times + 0.5)}
}

// change returns the counts of a site, to be changed.
func (b *Book) change(ctx context.Context, host string) (*site, error) {
	s := b.sites[host]
	if s == nil {
		value, err := b.store.State(ctx, keyPrefix+host)
		if err != nil {
			return nil, fmt.Errorf("read what site %s yields from the frontier: %w", host, err)
		}
		s = decode(value)
		b.sites[host] = s
	}
	b.changed[host] = true
	return s, nil
}

// SaveState adds the counts that changed since the last call to the state that a group writes.
func (b *Book) SaveState(state map[string][]byte) {
	for host := range b.changed {
		state[keyPrefix+host] = b.sites[host].append(nil)
	}
	clear(b.changed)
	if len(b.sites) > maxSites {
		clear(b.sites)
	}
}

// stateVersion is the first byte of an encoded site.
const stateVersion = 1

// append returns b with the encoded counts.
func (s *site) append(b []byte) []byte {
	flag := byte(0)
	if s.flagged {
		flag = 1
	}
	b = append(b, stateVersion, flag)
	for _, n := range []int64{s.pages, s.found, s.waiting, s.next} {
		b = binary.AppendUvarint(b, uint64(n))
	}
	return s.estimator.Append(b)
}

// decode returns encoded counts; those of a new site if they cannot be read.
func decode(b []byte) *site {
	if len(b) < 2 || b[0] != stateVersion || b[1] > 1 {
		return &site{}
	}
	s := site{flagged: b[1] == 1}
	b = b[2:]
	for _, n := range []*int64{&s.pages, &s.found, &s.waiting, &s.next} {
		v, size := binary.Uvarint(b)
		if size <= 0 || v > 1<<53 {
			return &site{}
		}
		*n, b = int64(v), b[size:]
	}
	if !s.estimator.Restore(b) {
		return &site{}
	}
	return &s
}
