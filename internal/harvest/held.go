package harvest

import (
	"context"
	"slices"
	"strconv"
	"time"

	"sluice/internal/catalogue"
	"sluice/internal/harvest/identity"
	"sluice/internal/harvest/match"
	"sluice/library"
)

// heldAtOnce is the number of works that are looked for in the documents of the library at a time. Each takes about 400 bytes.
const heldAtOnce = 5 * Portion

// held finds the works that the library has already among the documents that isMeant chooses. A landing page that the genre filter has accepted does not count.
func (h *Harvest) held(ctx context.Context, isMeant func(sha256 string) bool) error {
	index, ids := identity.NewIndex(), []int64{}
	look := func() error {
		if len(ids) == 0 {
			return nil
		}
		err := h.heldOf(ctx, index, ids, isMeant)
		index, ids = identity.NewIndex(), nil
		return err
	}
	for _, state := range []catalogue.WantedState{catalogue.WantedOpen, catalogue.WantedMissed} {
		for row, err := range h.inState(ctx, state) {
			if err != nil {
				return err
			}
			index.Add(identity.Of(&row.Record))
			if ids = append(ids, row.ID); len(ids) == heldAtOnce {
				if err := look(); err != nil {
					return err
				}
			}
		}
	}
	if err := look(); err != nil {
		return err
	}
	if h.total > 0 {
		h.report(WayHeld)
	}
	return context.Cause(ctx)
}

// heldOf finds those of an index of works, whose numbers in the table are given.
func (h *Harvest) heldOf(ctx context.Context, index *identity.Index, ids []int64, isMeant func(sha256 string) bool) error {
	mode := identity.Fuzzy
	if h.o.Exact {
		mode = identity.Exact
	}
	found := map[int]bool{}
	r := catalogue.WantedRound{At: time.Now()}
	for d, err := range h.lib.Accepted(ctx) {
		if err != nil {
			return err
		}
		if d.Type == "html" && d.Words < FullTextWords || !isMeant(d.SHA256) {
			continue
		}
		m, ok := index.Find(WorkOf(&d), mode)
		if !ok || found[m.Number] {
			continue
		}
		row, ok, err := h.wanted.Get(ctx, ids[m.Number])
		if err != nil {
			return err
		}
		if !ok {
			continue
		}
		if isOther, err := h.isRefuted(ctx, &row, &d); err != nil {
			return err
		} else if isOther {
			continue
		}
		found[m.Number] = true
		finding := Finding{Document: d.SHA256, Way: WayHeld, Rule: string(m.By), Confidence: 1, Reasons: []string{"the library has it: " + string(m.By)}}
		if len(d.Locations) > 0 {
			finding.URL = d.Locations[0].URL
		}
		r.Works = append(r.Works, catalogue.WantedProgress{ID: row.ID, State: catalogue.WantedFound, Outcome: finding.outcome()})
	}
	if err := h.wanted.Record(ctx, &r); err != nil {
		return err
	}
	h.found += len(found)
	return nil
}

// isRefuted reports whether a harvest has looked for the work before, and the text of the document says that it is another one: this or an earlier harvest
// may have brought it. What a person has added is the work.
func (h *Harvest) isRefuted(ctx context.Context, w *catalogue.WantedWork, d *library.Document) (bool, error) {
	isAdded := slices.ContainsFunc(d.Locations, func(l library.Location) bool { return l.Added })
	if w.Attempts == 0 || isAdded || h.o.Exact {
		return false, nil
	}
	read, err := h.lib.Document(ctx, d.SHA256)
	if err != nil || read == nil || read.Content == nil {
		return false, err
	}
	not := match.Compare(documentOf(read), &w.Record).Not
	return not != "" && not != match.Unsure, nil
}

// WorkOf returns the work of a document, as it is described.
func WorkOf(d *library.Document) identity.Work {
	year, _ := strconv.Atoi(d.Get("year")) // 0: unknown
	return identity.New(d.Get("title"), d.All("author"), year, d.Get("doi"), d.Get("arxiv"))
}
