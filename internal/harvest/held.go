package harvest

import (
	"context"
	"strconv"

	"sluice/internal/harvest/identity"
	"sluice/library"
)

// held finds the works that the library has already.
func (h *Harvest) held(ctx context.Context) error {
	if len(h.works) == 0 {
		return nil
	}
	mode := identity.Fuzzy
	if h.o.Exact {
		mode = identity.Exact
	}
	index := identity.NewIndex() // of the wanted works: fewer than the documents, perhaps
	for _, w := range h.works {
		index.Add(identity.Of(&w.record))
	}
	for d, err := range h.lib.Accepted(ctx) {
		if err != nil {
			return err
		}
		m, ok := index.Find(WorkOf(&d), mode)
		if !ok || h.works[m.Number].found != nil {
			continue
		}
		w := h.works[m.Number]
		w.found, w.isNew = &Finding{Document: d.SHA256, Way: WayHeld, Rule: string(m.By), Confidence: 1, Reasons: []string{"the library has it: " + string(m.By)}}, true
		if len(d.Locations) > 0 {
			w.found.URL = d.Locations[0].URL
		}
	}
	return h.endRound(ctx, WayHeld)
}

// WorkOf returns the work of a document, as it is described.
func WorkOf(d *library.Document) identity.Work {
	year, _ := strconv.Atoi(d.Get("year")) // 0: unknown
	return identity.New(d.Get("title"), d.All("author"), year, d.Get("doi"), d.Get("arxiv"))
}
