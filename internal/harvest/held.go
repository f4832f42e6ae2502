package harvest

import (
	"context"
	"slices"
	"strconv"

	"sluice/internal/harvest/identity"
	"sluice/internal/harvest/match"
	"sluice/library"
)

// held finds the works that the library has already. A landing page that the genre filter has accepted does not count.
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
		if d.Type == "html" && d.Words < FullTextWords {
			continue
		}
		m, ok := index.Find(WorkOf(&d), mode)
		if !ok || h.works[m.Number].found != nil {
			continue
		}
		w := h.works[m.Number]
		if other, err := h.isRefuted(ctx, w, &d); err != nil {
			return err
		} else if other {
			continue
		}
		w.found, w.isNew = &Finding{Document: d.SHA256, Way: WayHeld, Rule: string(m.By), Confidence: 1, Reasons: []string{"the library has it: " + string(m.By)}}, true
		if len(d.Locations) > 0 {
			w.found.URL = d.Locations[0].URL
		}
	}
	return h.endRound(ctx, WayHeld)
}

// isRefuted reports whether a harvest has looked for the work before, and the text of the document says that it is another one: this or an earlier harvest
// may have brought it. What a person has added is the work.
func (h *Harvest) isRefuted(ctx context.Context, w *work, d *library.Document) (bool, error) {
	isAdded := slices.ContainsFunc(d.Locations, func(l library.Location) bool { return l.Added })
	if !w.wasTried || isAdded || h.o.Exact {
		return false, nil
	}
	read, err := h.lib.Document(ctx, d.SHA256)
	if err != nil || read == nil || read.Content == nil {
		return false, err
	}
	not := match.Compare(documentOf(read), &w.record).Not
	return not != "" && not != match.Unsure, nil
}

// WorkOf returns the work of a document, as it is described.
func WorkOf(d *library.Document) identity.Work {
	year, _ := strconv.Atoi(d.Get("year")) // 0: unknown
	return identity.New(d.Get("title"), d.All("author"), year, d.Get("doi"), d.Get("arxiv"))
}
