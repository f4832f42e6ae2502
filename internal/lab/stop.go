package lab

import (
	"context"
	"slices"
	"strings"

	"sluice/focus"
	"sluice/internal/earlystop"
)

// EarlyStop is a site that a crawl would have stopped early, and what it would have missed.
type EarlyStop struct {
	Host       string `json:"host"`
	Rule       string `json:"rule"`
	Pages      int64  `json:"pages"`       // requested until it is stopped
	Found      int64  `json:"found"`       // documents to which these link
	Waiting    int64  `json:"waiting"`     // links to pages that wait then
	MissedLow  int64  `json:"missed_low"`  // documents that are expected to be missed: from
	MissedHigh int64  `json:"missed_high"` // to
	Missed     int64  `json:"missed"`      // that the pages link to which the walk requests after it
	Saved      int64  `json:"saved"`       // requests for these pages
}

// Covered returns how many of the documents that were missed the estimate covers: all, or its high end if they are more.
func (s *EarlyStop) Covered() int64 { return min(s.Missed, s.MissedHigh) }

// EarlyStops is what came of the rules by which sites are stopped early, on one web.
type EarlyStops struct {
	Web       string      `json:"web"`
	Strategy  string      `json:"strategy"`
	Sites     int         `json:"sites"`
	Requests  int64       `json:"requests"`  // of a walk that stops no site
	Documents int64       `json:"documents"` // that it finds
	Stops     []EarlyStop `json:"stops"`     // by host
}

// Total returns what the stops have in common: the sums of their requests saved, documents missed, and documents missed that the estimates cover.
func (e *EarlyStops) Total() (saved, missed, covered int64) {
	for i := range e.Stops {
		s := &e.Stops[i]
		saved, missed, covered = saved+s.Saved, missed+s.Missed, covered+s.Covered()
	}
	return saved, missed, covered
}

// StopEarly walks through a web with a strategy by its name, and examines its sites as a crawl does. The walk does not stop them: what it finds on a site that would have been
// stopped is what the stop would have missed.
func StopEarly(ctx context.Context, name string, web *Web, strategy string, targets Targets, rules earlystop.Options) (*EarlyStops, error) {
	s, err := focus.Named(strategy, 1)
	if err != nil {
		return nil, err
	}
	of := &stops{book: earlystop.New(nothingStored{}, rules), stopped: map[string]*EarlyStop{}, hosts: map[string]bool{}, links: map[string]int{}}
	w, err := run(ctx, web, s, targets, Limits{}, of)
	if err != nil {
		return nil, err
	}
	e := &EarlyStops{Web: name, Strategy: strategy, Sites: len(of.hosts), Requests: int64(len(w.Known)), Documents: int64(w.Targets()), Stops: []EarlyStop{}}
	for _, one := range of.stopped {
		e.Stops = append(e.Stops, *one)
	}
	slices.SortFunc(e.Stops, func(a, b EarlyStop) int { return strings.Compare(a.Host, b.Host) })
	return e, nil
}

// stops examines the sites of a walk.
type stops struct {
	book    *earlystop.Book
	stopped map[string]*EarlyStop // by host
	hosts   map[string]bool       // of which pages were requested
	links   map[string]int        // to pages of hosts, that were placed since the last request
}

// page counts the request for a page of a site, which has brought new documents and links.
func (s *stops) page(ctx context.Context, host string, documents, links int) error {
	s.hosts[host] = true
	for to, n := range s.links {
		for range n {
			if err := s.book.AddLink(ctx, to); err != nil {
				return err
			}
		}
	}
	clear(s.links)
	if at := s.stopped[host]; at != nil {
		at.Saved++
		return nil
	}
	stop, err := s.book.AddPage(ctx, host, documents, links)
	if stop != nil {
		s.stopped[host] = &EarlyStop{Host: host, Rule: stop.Rule, Pages: stop.Pages, Found: stop.Found, Waiting: stop.Waiting, MissedLow: stop.Missed.Low, MissedHigh: stop.Missed.High}
	}
	return err
}

// document counts a document that was found on a site: whether it was there.
func (s *stops) document(ctx context.Context, host string, isThere bool) error {
	if at := s.stopped[host]; at != nil {
		if isThere {
			at.Missed++
		}
		return nil
	}
	return s.book.AddDocument(ctx, host, isThere)
}

// nothingStored is the store of a walk, which is never interrupted.
type nothingStored struct{}

// State implements [earlystop.Store].
func (nothingStored) State(context.Context, string) ([]byte, error) { return nil, nil }
