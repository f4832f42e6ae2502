package harvest

import (
	"context"
	"crypto/sha256"

	"sluice/internal/catalogue"
	"sluice/internal/harvest/place"
	"sluice/internal/harvest/yield"
	"sluice/weburl"
)

// learning is what a harvest learns about sites from the requests that rules propose at landing pages. It is made again from the trials of earlier runs.
type learning struct {
	yield    yield.Yield
	patterns place.Patterns
	known    map[trialKey]bool
	added    []catalogue.WantedTrial // that are not recorded yet
}

// trialKey identifies a trial: the beginning of a hash of its page, rule and URL, because there may be millions.
type trialKey [16]byte

func newTrialKey(page, rule, url string) trialKey {
	sum := sha256.Sum256([]byte(page + "\n" + rule + "\n" + url))
	return trialKey(sum[:16])
}

// loadTrials learns from the trials of earlier runs.
func (h *Harvest) loadTrials(ctx context.Context) error {
	h.learned.known = map[trialKey]bool{}
	for t, err := range h.wanted.Trials(ctx) {
		if err != nil {
			return err
		}
		h.learned.learn(&t)
	}
	return nil
}

// isWorth reports whether a step is to be taken: its rule has not failed too often at its site, or the library has the answer.
func (l *learning) isWorth(s *step) bool {
	return s.site == "" || l.yield.IsWorth(s.site, s.rule) || l.known[newTrialKey(s.page.String(), s.rule, s.proposed)]
}

// add learns from the answer to a step. What is known from an earlier run counts once.
func (l *learning) add(r *reply, found bool) {
	if r.site == "" || r.answer == nil {
		return
	}
	t := catalogue.WantedTrial{Site: r.site, Rule: r.rule, Page: r.page.String(), URL: r.proposed, Paper: r.answer.URL, Found: found}
	if l.learn(&t) {
		l.added = append(l.added, t)
	}
}

// learn learns from a trial, and reports whether it is new.
func (l *learning) learn(t *catalogue.WantedTrial) bool {
	key := newTrialKey(t.Page, t.Rule, t.URL)
	if l.known[key] {
		return false
	}
	l.known[key] = true
	l.yield.Count(t.Site, t.Rule, t.Found)
	page, err := weburl.ParseSeed(t.Page)
	if err != nil {
		return true
	}
	paper, err := weburl.ParseSeed(t.Paper)
	switch {
	case err != nil:
	case t.Found:
		l.patterns.Learn(page, paper)
	case t.Rule == place.LearnedPattern:
		l.patterns.Wrong(page, paper)
	}
	return true
}
