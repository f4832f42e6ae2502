package harvest

import (
	"context"
	"errors"

	"sluice/internal/harvest/landing"
	"sluice/weburl"
)

// nearby asks for each record its own places, and the landing pages found there. In a round one URL of each record is requested.
func (h *Harvest) nearby(ctx context.Context) error {
	for {
		var steps []step
		for _, w := range h.works {
			if w.found != nil {
				continue
			}
			if s, ok := h.takeWorth(w); ok {
				steps = append(steps, s)
			}
		}
		if len(steps) == 0 && h.applyPatterns() {
			continue
		}
		if len(steps) == 0 {
			return h.considerFullTexts(ctx)
		}
		replies, err := h.ask(ctx, steps)
		if err != nil {
			return err
		}
		for i := range replies {
			if err := h.follow(ctx, &replies[i]); err != nil {
				return err
			}
		}
		if err := h.endRound(ctx, steps[0].way); err != nil {
			return err
		}
	}
}

// takeWorth returns the next step of a work whose rule has not failed too often at its site.
func (h *Harvest) takeWorth(w *work) (step, bool) {
	for {
		s, ok := w.take()
		s.proposed = s.url
		if !ok || h.learned.isWorth(&s) {
			return s, ok
		}
		w.note(Miss{Cause: NoLink, Way: s.way, URL: s.page.String(), Detail: "its rule for such pages has led to no paper there: " + s.rule})
		h.learned.addPages(&s, nil, false)
	}
}

// follow judges what came of a step: a document may be the wanted one, a landing page leads on.
func (h *Harvest) follow(ctx context.Context, r *reply) error {
	w := r.works[0]
	found, leadsOn := false, false
	switch a := r.answer; {
	case a != nil && a.Document != "" && a.Type != "html":
		if err := h.consider(ctx, a.Document, r); err != nil {
			return err
		}
		found = w.found != nil
	case a != nil && a.isPage() && r.hops <= landing.MaxHops:
		var err error
		if leadsOn, err = h.readLanding(ctx, r); err != nil {
			return err
		}
		if a.Document != "" {
			w.fullTexts = append(w.fullTexts, *r)
		}
	default:
		w.note(r.miss())
	}
	if !leadsOn { // else what it names says whether it was worth the request
		h.learned.add(r, found)
	}
	return nil
}

// applyPatterns adds to the works that were not found the places that follow from their landing pages, as those of other papers of the site do. It reports
// whether there are any.
func (h *Harvest) applyPatterns() (added bool) {
	for _, w := range h.works {
		pages := w.pages
		w.pages = nil
		if w.found != nil {
			continue
		}
		for _, page := range pages {
			for _, p := range h.learned.patterns.Apply(page) {
				w.next = append(w.next, step{url: p.URL.String(), way: WayPattern, rule: p.Rule, site: page.Host(), page: page, hops: landing.MaxHops, works: []*work{w}})
				added = true
			}
		}
	}
	return added
}

// readLanding adds what a landing page names to the steps of a work, and reports whether any of it was not asked yet.
func (h *Harvest) readLanding(ctx context.Context, r *reply) (leadsOn bool, err error) {
	w := r.works[0]
	body, err := h.lib.Body(ctx, r.answer.URL)
	if errors.Is(err, ErrNoBody) {
		w.note(Miss{Cause: NoLink, Way: r.way, URL: r.answer.URL, Detail: err.Error()})
		return false, nil
	}
	if err != nil {
		return false, err
	}
	if r.hops == landing.MaxHops {
		w.note(Miss{Cause: NoLink, Way: r.way, URL: r.answer.URL, Detail: "too many pages on the way"})
		return false, nil
	}
	var steps []step
	from := *r // of its own: the replies of the round are not kept
	w.pages = append(w.pages, body.URL)
	for _, c := range landing.Candidates(landing.Answer{URL: body.URL, Header: body.Header, Page: body.Page, Body: body.Bytes, Record: &w.record}) {
		steps = append(steps, step{url: c.URL.String(), way: WayLanding, rule: c.Rule, site: body.URL.Host(), page: body.URL, from: &from, hops: r.hops + 1, works: r.works})
		leadsOn = leadsOn || !w.asked[c.URL.Key()]
	}
	if len(steps) == 0 {
		cause := NoLink
		if u, err := weburl.ParseSeed(r.url); err == nil && weburl.DocumentEnding(u) {
			cause = NotAFile
		}
		w.note(Miss{Cause: cause, Way: r.way, URL: r.answer.URL})
	}
	w.next = append(steps, w.next...)
	return leadsOn, nil
}

// FullTextWords is the number of words of a page that may be a whole work. The page that describes one has fewer, with its abstract.
const FullTextWords = 1500

// considerFullTexts holds pages that read like works against the works for which no file was found.
func (h *Harvest) considerFullTexts(ctx context.Context) error {
	isAny := false
	for _, w := range h.works {
		for i := range w.fullTexts {
			r := &w.fullTexts[i]
			if w.found != nil {
				break
			}
			d, err := h.lib.Document(ctx, r.answer.Document)
			if err != nil {
				return err
			}
			if d == nil || d.Words < FullTextWords {
				continue
			}
			isAny = true
			if err := h.consider(ctx, r.answer.Document, r); err != nil {
				return err
			}
		}
		w.fullTexts = nil
	}
	if !isAny {
		return nil
	}
	return h.endRound(ctx, WayLanding)
}
