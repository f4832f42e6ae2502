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
// Every document that comes is held against all wanted records of the portion (package match): one that is the wanted work is accepted, whatever its
// genre is, and described by the record. For all others the record keeps why it could not be got.
//
// The requests are made in rounds, through [Library.Visit], which obeys robots.txt and delays. What the library has requested once it never
// requests again: answers come from its archive. So a harvest that is interrupted at any point goes on by beginning again, and records can be
// added at any time. The addresses of a round are noted before its requests are made, until what came of them is recorded: so a harvest that was
// killed knows which documents it has brought itself.
//
// Of many records, [Portion] are looked for at a time, by all ways, so the memory does not grow with their number.
//
// The way over homepages follows Zhuang, Wagle and Giles, "What's there and what's not? Focused crawling for missing documents in digital
// libraries" (JCDL 2005, sections 3.2 and 3.3).
package harvest

import (
	"context"
	"maps"
	"slices"
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

// Portion is the number of works that are looked for at a time.
const Portion = 20_000

// Harvest looks for the wanted records of a library. It is run once.
type Harvest struct {
	lib    Library
	wanted Wanted
	o      Options

	portion     int // works that are looked for at a time
	total       int // works that are looked for in this run
	found       int // of them
	requests    int // in this run
	hosts       hosts
	learned     learning
	failures    map[string]int // of engines, in a row
	engineError string         // the last failure of one

	begun map[string]bool // addresses of a round that was interrupted, and whether it was to request each
	ended []string        // addresses of this round, of which all is recorded at its end

	// Of the works that are looked for now.
	works    []*work
	index    *match.Index                    // of them, by their places
	judged   map[string][]verdict            // by the hash of the document
	accepted map[string]*bibliography.Record // to be accepted at the end of the round
}

// New returns a harvest of the wanted records.
func New(lib Library, wanted Wanted, o Options) *Harvest {
	return &Harvest{lib: lib, wanted: wanted, o: o, portion: Portion, hosts: hosts{}, failures: map[string]int{}}
}

// Run looks for all records that were not found before, also for those that were missed, for which there may be new ways: first in the library, then, a
// portion after the other, by one way after the other. What is found or missed is recorded after each round.
func (h *Harvest) Run(ctx context.Context) error {
	if err := h.begin(ctx); err != nil {
		return err
	}
	brought, err := h.broughtBefore(ctx)
	if err != nil {
		return err
	}
	// Before all requests: what these bring was not held.
	if err := h.held(ctx, func(sha256 string) bool { return !brought[sha256] }); err != nil {
		return err
	}
	for works, err := range h.portions(ctx) {
		if err != nil {
			return err
		}
		if err := h.lookFor(ctx, works); err != nil {
			return err
		}
	}
	if len(brought) > 0 { // for another record, which is not wanted any more
		if err := h.held(ctx, func(sha256 string) bool { return brought[sha256] }); err != nil {
			return err
		}
	}
	return h.wanted.Record(ctx, &catalogue.WantedRound{At: time.Now(), Ended: slices.Sorted(maps.Keys(h.begun))})
}

// begin reads what earlier runs have left.
func (h *Harvest) begin(ctx context.Context) error {
	if err := h.loadTrials(ctx); err != nil {
		return err
	}
	counts, err := h.wanted.Counts(ctx)
	if err != nil {
		return err
	}
	h.total = int(counts[catalogue.WantedOpen] + counts[catalogue.WantedMissed])
	h.begun, err = h.wanted.Begun(ctx)
	return err
}

// broughtBefore returns the documents that a round which was interrupted has brought.
func (h *Harvest) broughtBefore(ctx context.Context) (map[string]bool, error) {
	brought := map[string]bool{}
	for url := range h.begun {
		a, err := h.lib.Answer(ctx, url)
		if err != nil {
			return nil, err
		}
		if a != nil && a.Document != "" {
			brought[a.Document] = true
		}
	}
	return brought, nil
}

// lookFor looks for works by one way after the other.
func (h *Harvest) lookFor(ctx context.Context, works []*work) error {
	h.works, h.index = works, match.NewIndex()
	h.judged, h.accepted = map[string][]verdict{}, map[string]*bibliography.Record{}
	for _, w := range works {
		h.index.Add(&w.record)
	}
	if err := h.nearby(ctx); err != nil {
		return err
	}
	if err := h.crawlHomes(ctx); err != nil {
		return err
	}
	return h.miss(ctx)
}

// endRound accepts what was found in a round and records it, documents first. What is found is noted before it is accepted: after an interruption
// in between it is found again.
func (h *Harvest) endRound(ctx context.Context, way Way) error {
	if len(h.accepted) > 0 {
		var found []string
		for _, w := range h.works {
			if w.isNew {
				found = append(found, w.found.URL)
			}
		}
		if err := h.wanted.Begin(ctx, found, false); err != nil {
			return err
		}
		h.ended = append(h.ended, found...)
		if err := h.lib.Accept(ctx, h.accepted); err != nil {
			return err
		}
		clear(h.accepted)
	}
	if err := h.record(ctx, h.progressOf); err != nil {
		return err
	}
	h.report(way)
	return context.Cause(ctx)
}

// record records what was done since the last call, for the works as progress returns it.
func (h *Harvest) record(ctx context.Context, progress func(*work) catalogue.WantedProgress) error {
	r := catalogue.WantedRound{At: time.Now(), Trials: h.learned.added, Ended: h.ended}
	for _, w := range h.works {
		if p := progress(w); len(p.Attempts) > 0 || p.State != "" {
			r.Works = append(r.Works, p)
		}
	}
	if err := h.wanted.Record(ctx, &r); err != nil {
		return err
	}
	for _, w := range h.works {
		if w.isNew {
			h.found++
		}
		w.isNew, w.attempts = false, nil
	}
	for _, url := range h.ended {
		delete(h.begun, url)
	}
	h.learned.added, h.ended = nil, nil
	return nil
}

// progressOf returns what a round has done for a work.
func (h *Harvest) progressOf(w *work) catalogue.WantedProgress {
	p := catalogue.WantedProgress{ID: w.id, Attempts: w.attempts}
	if w.isNew {
		p.State, p.Outcome = catalogue.WantedFound, w.found.outcome()
	}
	return p
}

// report says how far the harvest has come.
func (h *Harvest) report(way Way) {
	if h.o.OnRound != nil {
		h.o.OnRound(Progress{Way: way, Wanted: h.total, Found: h.found, Requests: h.requests})
	}
}

// miss records why the others were not found, and searches without a result to request, which belong to no round.
func (h *Harvest) miss(ctx context.Context) error {
	return h.record(ctx, func(w *work) catalogue.WantedProgress {
		p := h.progressOf(w)
		if w.found == nil {
			p.State, p.Outcome = catalogue.WantedMissed, w.miss.outcome()
		}
		return p
	})
}
