package harvest

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"sluice/internal/catalogue"
	"sluice/internal/harvest/author"
	"sluice/internal/seeds/answer"
	"sluice/page"
	"sluice/text"
	"sluice/weburl"
)

// candidate is a page that may be the homepage of a person.
type candidate struct {
	url   string
	rule  string // who names it
	score float64
}

const (
	maxCandidates = 3  // of a person, that are requested
	maxResults    = 10 // of an engine for a person, as published
)

// findHomepages looks for the homepages of people. In each round one candidate of each is requested.
func (h *Harvest) findHomepages(ctx context.Context, people []*person) error {
	for _, p := range people {
		if err := h.search(ctx, p); err != nil {
			return err
		}
	}
	for {
		var steps []step
		var of []*person
		for _, p := range people {
			if len(p.homes) > 0 || p.next == len(p.candidates) || !p.wants() {
				continue
			}
			c := p.candidates[p.next]
			p.next++
			steps, of = append(steps, step{url: c.url, way: WayHomepage, rule: c.rule, works: p.open()}), append(of, p)
		}
		if len(steps) == 0 {
			return nil
		}
		replies, err := h.ask(ctx, steps)
		if err != nil {
			return err
		}
		for i := range replies {
			if err := h.checkHomepage(ctx, of[i], &replies[i]); err != nil {
				return err
			}
		}
		if err := h.endRound(ctx, WayHomepage); err != nil {
			return err
		}
	}
}

// search collects the candidates of a person: what the records name, and what the engines find for name and venue.
func (h *Harvest) search(ctx context.Context, p *person) error {
	for _, u := range p.urls {
		p.add(candidate{url: u, rule: "record", score: 3})
	}
	phrase := strings.TrimSpace(quoted(p.printed) + " " + p.venue())
	if p.isTitle {
		phrase = quoted(p.printed)
	}
	for _, e := range h.o.Engines {
		if h.failures[e.Name()] == maxFailures {
			continue
		}
		n := 0
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
				n++
				p.add(candidate{url: r.URL, rule: e.Name(), score: likelihood(p, &r) - float64(n)/100})
			}
			break
		}
	}
	slices.SortStableFunc(p.candidates, func(a, b candidate) int { return cmp.Compare(b.score, a.score) })
	p.candidates = p.candidates[:min(len(p.candidates), maxCandidates)]
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
	w.attempts = append(w.attempts, catalogue.WantedAttempt{At: time.Now(), Way: wayAndRule(WayHomepage, engine), URL: phrase, Reached: "its authors", Requests: 1})
}

// add adds a candidate, unless it is known or no page.
func (p *person) add(c candidate) {
	u, err := weburl.ParseSeed(c.url)
	if err != nil || c.score <= 0 || weburl.DocumentEnding(u) {
		return
	}
	c.url = u.String()
	if !slices.ContainsFunc(p.candidates, func(known candidate) bool { return known.url == c.url }) {
		p.candidates = append(p.candidates, c)
	}
}

// venue returns the commonest venue of the person's works.
func (p *person) venue() string {
	for _, w := range p.works {
		if w.record.Venue != "" {
			return w.record.Venue
		}
	}
	return ""
}

// likelihood says how likely a result of an engine is the homepage of a person, by its title and its URL.
func likelihood(p *person, r *answer.Result) float64 {
	score := 0.5
	if p.isTitle {
		return score
	}
	if author.WordsOf(r.Title).Has(p.name) {
		score += 1
	}
	if u, err := weburl.ParseSeed(r.URL); err == nil && strings.Contains(strings.ToLower(u.Path()), p.name.Family()) {
		score += 1
	}
	return score
}

// checkHomepage decides whether a page is one from which a person's papers can be reached.
func (h *Harvest) checkHomepage(ctx context.Context, p *person, r *reply) error {
	if r.answer == nil || !r.answer.isPage() {
		return nil
	}
	body, err := h.lib.Body(ctx, r.answer.URL)
	if errors.Is(err, ErrNoBody) || err == nil && body.Page == nil {
		return nil
	}
	if err != nil {
		return err
	}
	if p.isTitle && namesTitle(body.Page, p.printed) || !p.isTitle && isHomepage(p, body.Page) {
		p.homes = append(p.homes, newHome(p, body))
	}
	return nil
}

// isHomepage reports whether a page is a person's: it has the name in its title, headings or text.
func isHomepage(p *person, pg *page.Page) bool {
	if author.WordsOf(pg.Title).Has(p.name) {
		return true
	}
	for _, s := range pg.Headings[:min(len(pg.Headings), 20)] {
		if author.WordsOf(pg.Excerpt(s)).Has(p.name) {
			return true
		}
	}
	return author.WordsOf(string(pg.Text[:min(len(pg.Text), 20_000)])).Has(p.name)
}

// namesTitle reports whether a page has a title in its text.
func namesTitle(pg *page.Page, title string) bool {
	return strings.Contains(text.NormalTitle(string(pg.Text)), text.NormalTitle(title))
}
