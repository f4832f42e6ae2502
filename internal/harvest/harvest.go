// Package harvest gets the papers that a library lacks: a bibliography in, the papers out.
//
// A [Harvest] takes the wanted records of a library and looks for each of them where it costs least first:
//
//  1. at the places that the record names, or that follow from its identifiers (package place),
//  2. on the landing pages found there, at most two requests further (package landing),
//  3. on the homepages of its authors, which search engines and the library's own pages lead to (package homepage),
//  4. by a crawl of these homepages, in which links that are like a wanted title come first,
//  5. where papers of the same site were found, by patterns of their addresses.
//
// Every document that comes is held against all wanted records (package match): one that is the wanted work is accepted, whatever its
// genre is, and described by the record. For all others the record keeps why it could not be got.
//
// The requests are made in rounds, through [Library.Visit], which obeys robots.txt and delays. What the library has requested once it never
// requests again: answers come from its archive. So a harvest that is interrupted at any point goes on by beginning again, and records can be
// added at any time.
//
// The way over homepages follows Zhuang, Wagle and Giles, "What's there and what's not? Focused crawling for missing documents in digital
// libraries" (JCDL 2005, sections 3.2 and 3.3).
package harvest

import (
	"context"
	"time"

	"sluice/document/bibliography"
	"sluice/internal/catalogue"
	"sluice/internal/harvest/match"
	"sluice/internal/seeds"
)

// Way is a way by which a paper is looked for. The words are on disk.
type Way string

// The ways, the cheapest first.
const (
	WayHeld     Way = "library"      // it was there before
	WayPlace    Way = "place"        // what the record names
	WayLanding  Way = "landing page" // what a landing page names
	WayHomepage Way = "homepage"     // search for homepages of authors
	WayCrawl    Way = "crawl"        // crawl of homepages
	WayPattern  Way = "pattern"      // addresses like those of papers that were found
)

// Ways returns all ways, the cheapest first.
func Ways() []Way {
	return []Way{WayHeld, WayPlace, WayLanding, WayHomepage, WayCrawl, WayPattern}
}

// Options say how a harvest works. The zero value asks no engine.
type Options struct {
	Engines   []seeds.Engine // asked for the homepages of authors
	Published bool           // homepages are chosen by the published rules of JCDL 2005 alone
	Exact     bool           // a document matches by its exact title alone, as published

	OnRound         func(Progress)                 // called after each round; nil: nothing is
	OnEngineFailure func(engine string, err error) // called when an engine has failed twice in a row and is asked for nothing more; nil: nothing is
}

// Progress is how far a harvest has come.
type Progress struct {
	Way      Way
	Wanted   int // records looked for in this run
	Found    int // of them
	Requests int // in this run
}

// Harvest looks for the wanted records of a library. It is run once.
type Harvest struct {
	lib    Library
	wanted Wanted
	o      Options

	works   []*work
	index   *match.Index // of works, by their places
	hosts   hosts
	learned learning
	judged  map[string][]verdict // by the hash of the document

	accepted map[string]*bibliography.Record // to be accepted at the end of the round
	requests int                             // in this run
	failures map[string]int                  // of engines, in a row
}

// New returns a harvest of the wanted records.
func New(lib Library, wanted Wanted, o Options) *Harvest {
	return &Harvest{lib: lib, wanted: wanted, o: o, index: match.NewIndex(), hosts: hosts{},
		judged: map[string][]verdict{}, accepted: map[string]*bibliography.Record{}, failures: map[string]int{}}
}

// Run looks for all records that were not found before, by one way after the other. What is found or missed is recorded after each round.
func (h *Harvest) Run(ctx context.Context) error {
	if err := h.load(ctx); err != nil {
		return err
	}
	if err := h.held(ctx); err != nil {
		return err
	}
	if err := h.nearby(ctx); err != nil {
		return err
	}
	if err := h.crawlHomes(ctx); err != nil {
		return err
	}
	return h.miss(ctx)
}

// load reads the records that are looked for: also those that were missed before, for which there may be new ways.
func (h *Harvest) load(ctx context.Context) error {
	if err := h.loadTrials(ctx); err != nil {
		return err
	}
	for _, state := range []catalogue.WantedState{catalogue.WantedOpen, catalogue.WantedMissed} {
		for q := (catalogue.WantedQuery{State: state}); ; {
			rows, err := h.wanted.List(ctx, q)
			if err != nil {
				return err
			}
			if len(rows) == 0 {
				break
			}
			for i := range rows {
				w := newWork(&rows[i])
				h.works, q.After = append(h.works, w), w.id
				h.index.Add(&w.record)
			}
		}
	}
	return nil
}

// endRound accepts what was found in a round and records it, documents first: after an interruption in between they are found again.
func (h *Harvest) endRound(ctx context.Context, way Way) error {
	if len(h.accepted) > 0 {
		if err := h.lib.Accept(ctx, h.accepted); err != nil {
			return err
		}
		clear(h.accepted)
	}
	if err := h.learned.record(ctx, h.wanted); err != nil { // before the works are settled: a work that is found is not looked for again
		return err
	}
	if err := h.recordAttempts(ctx); err != nil {
		return err
	}
	for _, w := range h.works {
		if w.isNew {
			if err := h.wanted.Settle(ctx, w.id, catalogue.WantedFound, w.found.outcome(), time.Now()); err != nil {
				return err
			}
			w.isNew = false
		}
	}
	if h.o.OnRound != nil {
		h.o.OnRound(h.progress(way))
	}
	return context.Cause(ctx)
}

// recordAttempts records the attempts that are not recorded yet.
func (h *Harvest) recordAttempts(ctx context.Context) error {
	for _, w := range h.works {
		if len(w.attempts) == 0 {
			continue
		}
		if err := h.wanted.Attempt(ctx, w.id, w.attempts...); err != nil {
			return err
		}
		w.attempts = nil
	}
	return nil
}

// progress returns how far the harvest has come.
func (h *Harvest) progress(way Way) Progress {
	p := Progress{Way: way, Wanted: len(h.works), Requests: h.requests}
	for _, w := range h.works {
		if w.found != nil {
			p.Found++
		}
	}
	return p
}

// miss records why the others were not found.
func (h *Harvest) miss(ctx context.Context) error {
	if err := h.recordAttempts(ctx); err != nil { // searches without a result to request belong to no round
		return err
	}
	for _, w := range h.works {
		if w.found != nil {
			continue
		}
		if err := h.wanted.Settle(ctx, w.id, catalogue.WantedMissed, w.miss.outcome(), time.Now()); err != nil {
			return err
		}
	}
	return nil
}
