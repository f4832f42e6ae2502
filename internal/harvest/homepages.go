package harvest

import (
	"context"
	"errors"
	"strings"
	"time"

	"sluice/internal/catalogue"
	"sluice/internal/harvest/homepage"
	"sluice/page"
	"sluice/text"
	"sluice/weburl"
)

const (
	maxQueries    = 2  // for a person
	maxCandidates = 6  // of a person, that are requested
	maxResults    = 10 // of an engine for a query, as published
)

// findHomepages looks for the homepages of people. In each round one candidate of each is requested; when one has no more, the next query is asked.
func (c *crawl) findHomepages(ctx context.Context, people []*person) error {
	for _, p := range people {
		p.queries = p.queries[:min(len(p.queries), maxQueries)]
		p.candidates = c.h.candidates(p) // those that the records name
	}
	for {
		var steps []step
		var of []*person
		for _, p := range people {
			url, err := c.h.nextCandidate(ctx, p)
			if err != nil {
				return err
			}
			if url != "" {
				steps, of = append(steps, step{url: url, way: WayHomepage, rule: "candidate", works: p.open()}), append(of, p)
			}
		}
		if len(steps) == 0 {
			return nil
		}
		replies, err := c.h.ask(ctx, steps)
		if err != nil {
			return err
		}
		for i := range replies {
			if err := c.checkHomepage(ctx, of[i], &replies[i]); err != nil {
				return err
			}
		}
		if err := c.h.endRound(ctx, WayHomepage); err != nil {
			return err
		}
	}
}

// nextCandidate returns the candidate of a person that is requested next, after a query if no other is left; empty if there is none.
func (h *Harvest) nextCandidate(ctx context.Context, p *person) (string, error) {
	if len(p.homes) > 0 || !p.wants() || len(p.asked) >= maxCandidates {
		return "", nil
	}
	for {
		for _, c := range p.candidates {
			if !p.asked[c.URL] {
				p.asked[c.URL] = true
				return c.URL, nil
			}
		}
		if len(p.queries) == 0 {
			return "", nil
		}
		if err := h.query(ctx, p); err != nil {
			return "", err
		}
		p.candidates = h.candidates(p)
	}
}

// candidates returns the results of a person's queries that may be homepages.
func (h *Harvest) candidates(p *person) (all []homepage.Candidate) {
	if !p.isTitle {
		return homepage.Candidates(h.filter(), &p.Author, p.results, nil)
	}
	for _, r := range p.results {
		if u, err := weburl.ParseSeed(r.URL); err == nil && !weburl.NeverPage(u) {
			all = append(all, homepage.Candidate{URL: u.String()})
		}
	}
	return all
}

// query asks the engines for the next query of a person.
func (h *Harvest) query(ctx context.Context, p *person) error {
	phrase := p.queries[0]
	p.queries = p.queries[1:]
	for _, e := range h.o.Engines {
		if h.failures[e.Name()] == maxFailures {
			continue
		}
		for results, err := range e.Search(ctx, phrase) {
			if ctx.Err() != nil {
				return context.Cause(ctx)
			}
			if err != nil {
				h.failed(e.Name(), err)
				break // the other engines count
			}
			h.failures[e.Name()] = 0
			if !results.Cached {
				h.countQuery(p, e.Name(), phrase)
			}
			for _, r := range results.Results[:min(len(results.Results), maxResults)] {
				p.results = append(p.results, homepage.Result{URL: r.URL, Title: r.Title})
			}
			break
		}
	}
	return nil
}

// quoted returns a phrase that an engine is to find as it stands.
func quoted(s string) string { return `"` + strings.ReplaceAll(s, `"`, "") + `"` }

// maxFailures is the number of queries in a row that an engine may fail at, before it is asked for no other.
const maxFailures = 2

// failed counts a failure of an engine.
func (h *Harvest) failed(engine string, err error) {
	if h.failures[engine]++; h.failures[engine] == maxFailures && h.o.OnEngineFailure != nil {
		h.o.OnEngineFailure(engine, err)
	}
}

// countQuery enters a request to an engine into the history of a work of the person.
func (h *Harvest) countQuery(p *person, engine, phrase string) {
	h.requests++
	w := p.open()[0]
	w.attempts = append(w.attempts, catalogue.WantedAttempt{At: time.Now(), Way: wayAndRule(WayHomepage, engine), URL: phrase, Reached: NoHomepage.reached(), Requests: 1})
}

// checkHomepage decides whether a page is one from which a person's papers can be reached: a homepage or a list of publications, which is crawled, or any
// page with links that are like a wanted title, of which only these are followed.
func (c *crawl) checkHomepage(ctx context.Context, p *person, r *reply) error {
	if r.answer == nil || !r.answer.isPage() {
		return nil
	}
	body, err := c.h.lib.Body(ctx, r.answer.URL)
	if errors.Is(err, ErrNoBody) || err == nil && body.Page == nil {
		return nil
	}
	if err != nil {
		return err
	}
	isHome := c.h.o.Published
	switch {
	case isHome:
	case p.isTitle:
		if !namesTitle(body.Page, p.works[0].record.Title) {
			return nil
		}
	default:
		isHome = homepage.Judge(&p.Author, body.Page).Kind != homepage.Other
	}
	known := c.homes[body.URL.Key()]
	if known == nil || isHome && !known.isHome {
		known = newHome(p, body, isHome)
		c.homes[body.URL.Key()] = known
		if targets := c.read(known, body, 0); p.isTitle && targets == 0 { // the paper may stand on another page of the site
			known.isHome = true
			c.read(known, body, 0)
		}
	}
	if isHome {
		p.homes = append(p.homes, known)
	}
	return nil
}

// namesTitle reports whether a page has a title in its text.
func namesTitle(pg *page.Page, title string) bool {
	return strings.Contains(text.NormalTitle(string(pg.Text)), text.NormalTitle(title))
}
