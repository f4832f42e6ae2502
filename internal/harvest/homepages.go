package harvest

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"sluice/internal/catalogue"
	"sluice/internal/harvest/homepage"
	"sluice/page"
	"sluice/weburl"
)

const (
	leastCandidate = 0.1 // confidence that a result of a search is a homepage, from which it is requested
	maxCandidates  = 4   // of a person, that are requested
	maxTitled      = 3   // results of a search for a title, that are requested
	maxResults     = 10  // of an engine for a query, as published
)

// findHomepages looks for the homepages of people. In each round one candidate of each is requested; when one has no more, one further query is
// asked.
func (c *crawl) findHomepages(ctx context.Context, people []*person) error {
	for _, p := range people {
		p.candidates = c.h.candidates(p) // those that records and pages name
	}
	for {
		var steps []step
		var of []*person
		for _, p := range people {
			next, err := c.nextCandidate(ctx, p)
			if err != nil {
				return err
			}
			if next.url != "" {
				steps, of = append(steps, step{url: next.url, way: WayHomepage, rule: next.rule, works: p.open()}), append(of, p)
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
			if steps[i].rule == ruleName {
				c.named.count(steps[i].url, len(of[i].homes) > 0)
			}
		}
		if err := c.h.endRound(ctx, WayHomepage); err != nil {
			return err
		}
	}
}

// nextCandidate returns the candidate of a person that is requested next, after a query if no other is left; without a URL if there is none.
func (c *crawl) nextCandidate(ctx context.Context, p *person) (candidate, error) {
	if len(p.homes) > 0 || !p.wants() {
		return candidate{}, nil
	}
	for {
		if next, ok := c.candidate(p); ok {
			p.asked[next.url] = true
			p.tried[next.rule]++
			return next, nil
		}
		if len(p.queries) == 0 || !p.mayAsk || p.tried[ruleSearch] >= maxCandidates {
			return candidate{}, nil
		}
		p.mayAsk = false
		if err := c.h.query(ctx, p); err != nil {
			return candidate{}, err
		}
		p.candidates = c.h.candidates(p)
	}
}

// candidate returns the first candidate of a person that may be requested and was not.
func (c *crawl) candidate(p *person) (candidate, bool) {
	for _, one := range p.candidates {
		switch u, err := weburl.ParseSeed(one.url); {
		case err != nil, p.asked[one.url], weburl.NeverPage(u), !p.isTitle && weburl.DocumentEnding(u):
		case one.rule == ruleName && (p.tried[ruleName] >= maxNamed || c.named.isVain(one.url)):
		case one.rule == ruleSearch && p.tried[ruleSearch] >= maxCandidates:
		default:
			return one, true
		}
	}
	return candidate{}, false
}

// candidates returns what may lead to the works of a person: links of the name, profiles if no record names a homepage, what records name, results of queries
// that may be homepages, and the first result of a query, whatever it is, because the queries have words of a title.
func (h *Harvest) candidates(p *person) (all []candidate) {
	results := slices.Concat(p.answers...)
	if p.isTitle {
		for _, r := range results[:min(len(results), maxTitled)] {
			all = append(all, candidate{r.URL, ruleSearch})
		}
		return all
	}
	var found []string // of co-authors
	for _, w := range p.works {
		found = append(found, w.homes...)
	}
	for _, c := range p.named {
		all = append(all, candidate{c.URL, ruleName})
	}
	if len(p.URLs) == 0 && !h.o.Published {
		for _, profile := range p.Profiles() {
			all = append(all, candidate{profile.URL, ruleProfile})
		}
	}
	if h.o.Published { // the rules choose among the first results of one query
		for _, answer := range p.answers {
			for _, c := range homepage.Candidates(homepage.JCDL2005, &p.Author, answer, found) {
				all = append(all, candidate{c.URL, ruleSearch})
			}
		}
		return all
	}
	for _, c := range homepage.Candidates(homepage.Judged, &p.Author, results, found) {
		if c.Confidence >= leastCandidate {
			all = append(all, candidate{c.URL, ruleSearch})
		}
	}
	if len(results) > 0 {
		all = append(all, candidate{results[0].URL, ruleSearch})
	}
	return all
}

// query asks the engines for the next query of a person.
func (h *Harvest) query(ctx context.Context, p *person) error {
	phrase := p.queries[0]
	p.isSearched, p.queries = true, p.queries[1:]
	for _, e := range h.o.Engines {
		if h.failures[e.Name()] == maxFailures {
			continue
		}
		for results, err := range e.Search(ctx, phrase) {
			if ctx.Err() != nil {
				return context.Cause(ctx)
			}
			if err != nil {
				h.countQuery(p, e.Name(), phrase, NoEngine)
				h.failed(e.Name(), err)
				break // the other engines count
			}
			p.isAnswered, h.failures[e.Name()] = true, 0
			if !results.Cached {
				h.countQuery(p, e.Name(), phrase, "")
			}
			var answer []homepage.Result
			for _, r := range results.Results[:min(len(results.Results), maxResults)] {
				answer = append(answer, homepage.Result{URL: r.URL, Title: r.Title})
			}
			p.answers = append(p.answers, answer)
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
	h.engineError = engine + " " + err.Error()
	if h.failures[engine]++; h.failures[engine] == maxFailures && h.o.OnEngineFailure != nil {
		h.o.OnEngineFailure(engine, err)
	}
}

// countQuery enters a request to an engine into the history of a work of the person.
func (h *Harvest) countQuery(p *person, engine, phrase string, cause Cause) {
	h.requests++
	w := p.open()[0]
	w.attempts = append(w.attempts, catalogue.WantedAttempt{At: time.Now(), Way: wayAndRule(WayHomepage, engine), URL: phrase, Reached: NoHomepage.reached(), Cause: string(cause), Requests: 1})
}

// checkHomepage decides whether a page is one from which a person's papers can be reached. A homepage, a list of publications and a page that has the
// title of a work without a link like it are crawled; of other pages only the links that are like a wanted title are followed.
func (c *crawl) checkHomepage(ctx context.Context, p *person, r *reply) error {
	switch a := r.answer; {
	case a != nil && p.isTitle && a.Document != "" && a.Type != "html": // engines find papers, too
		r.works = nil // that it is another one is no miss
		return c.h.consider(ctx, a.Document, r)
	case a == nil || !a.isPage():
		return nil
	}
	body, err := c.h.lib.Body(ctx, r.answer.URL)
	switch {
	case errors.Is(err, ErrNoBody):
		return nil
	case err != nil:
		return err
	case r.rule == ruleProfile:
		p.URLs = homepage.ReadProfile(body.Bytes)
		p.candidates = c.h.candidates(p)
		return nil
	case body.Page == nil:
		return nil
	}
	isHome := c.h.o.Published || !p.isTitle && homepage.Judge(&p.Author, body.Page).Kind != homepage.Other
	known := c.homes[body.URL.Key()]
	if known == nil {
		known = newHome(p, body)
		c.homes[body.URL.Key()] = known
	}
	targets := c.read(known, body, 0)
	if !known.isHome && (isHome || targets == 0 && c.names(body.Page, p.works)) { // the paper may stand on another page of the site
		known.person, known.isHome = p, true
		c.read(known, body, 0)
	}
	if isHome {
		noteHomepage(r)
		p.homes = append(p.homes, known)
		for _, w := range p.works {
			w.homes = append(w.homes, body.URL.String())
		}
	}
	return nil
}

// noteHomepage enters into the history of the works of a reply that it is a homepage of an author. One that was requested before, by another crawl, is entered
// by the first harvest of a work.
func noteHomepage(r *reply) {
	for _, w := range r.works {
		for i := range w.attempts {
			if w.attempts[i].URL == r.url {
				w.attempts[i].Reached = ReachedHomepage
				return
			}
		}
	}
	if w := r.works[0]; !w.wasTried {
		w.attempts = append(w.attempts, catalogue.WantedAttempt{At: time.Now(), Way: wayAndRule(r.way, r.rule), URL: r.url, Reached: ReachedHomepage})
	}
}

// names reports whether a page has the title of one of the works somewhere.
func (c *crawl) names(pg *page.Page, works []*work) bool {
	return slices.ContainsFunc(c.titles.On(pg), func(n int) bool { return slices.Contains(works, c.h.works[n]) })
}
