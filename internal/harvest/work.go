package harvest

import (
	"slices"
	"time"

	"sluice/document/bibliography"
	"sluice/internal/catalogue"
	"sluice/internal/harvest/place"
	"sluice/weburl"
)

// work is a wanted work in a harvest.
type work struct {
	id       int64
	record   bibliography.Record
	found    *Finding // nil: not yet
	isNew    bool     // it was found in this round
	wasTried bool     // by an earlier harvest
	miss     Miss     // why it was not found until now

	next      []step // where to ask next, the best first
	asked     map[weburl.Key]bool
	fullTexts []reply                   // pages that may be the work itself
	pages     []weburl.URL              // landing pages that were read
	named     int                       // authors whose homepages were looked for without a search
	searches  int                       // searches for its authors
	search    *person                   // that for its title; nil: not yet
	homes     []string                  // homepages of its authors that were found
	likes     int                       // links like its title that were followed
	attempts  []catalogue.WantedAttempt // of this round
}

// newWork returns a wanted work, which is looked for at its own places first.
func newWork(row *catalogue.WantedWork) *work {
	w := &work{id: row.ID, record: row.Record, wasTried: row.Attempts > 0, miss: Miss{Cause: NoPlace}, asked: map[weburl.Key]bool{}}
	for _, p := range place.Of(&w.record) {
		w.next = append(w.next, step{url: p.URL.String(), way: WayPlace, rule: p.Rule, works: []*work{w}})
	}
	return w
}

// take returns the next step of a work that was not asked yet; false if there is none.
func (w *work) take() (step, bool) {
	for len(w.next) > 0 {
		s := w.next[0]
		w.next = w.next[1:]
		u, err := weburl.ParseSeed(s.url)
		if err != nil || w.asked[u.Key()] {
			continue
		}
		w.asked[u.Key()] = true
		return s, true
	}
	return step{}, false
}

// note notes why a step has not found the work, if that came further than what is known.
func (w *work) note(m Miss) {
	if slices.Index(furthest, m.Cause) >= slices.Index(furthest, w.miss.Cause) {
		w.miss = m
	}
}

// recordAttempt enters the reply to a step into the history of the first of its works that is still wanted: so each request counts once.
func (h *Harvest) recordAttempt(r *reply, requests int) {
	w := r.works[0]
	for _, other := range r.works {
		if other.found == nil {
			w = other
			break
		}
	}
	a := catalogue.WantedAttempt{At: time.Now(), Way: wayAndRule(r.way, r.rule), URL: r.url, Requests: requests, Reached: "a document"}
	if r.answer == nil || r.answer.Document == "" {
		m := r.miss()
		a.Reached, a.Cause = m.Cause.reached(), string(m.Cause)
		if r.answer != nil && r.answer.isPage() {
			a.Reached, a.Cause = "a page", ""
		}
	}
	w.attempts = append(w.attempts, a)
	h.requests += requests
}
