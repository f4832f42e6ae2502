package harvest

import (
	"context"
	"crypto/sha256"
	"slices"

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

// add learns from the answer to a step that leads no further, and from the pages on the way to it.
func (l *learning) add(r *reply, found bool) {
	l.count(r, r.answer, found)
	l.addPages(&r.step, r.answer, found)
}

// addPages learns from the pages on the way to a step, such as the answer of an interface that lists files: they have led to the paper if the step has, and have
// failed if nothing else that they name is left to ask.
func (l *learning) addPages(s *step, paper *Answer, found bool) {
	for r := s.from; r != nil; r = r.from {
		if !found && slices.ContainsFunc(s.works[0].next, func(other step) bool { return other.from == r }) {
			return
		}
		at := r.answer
		if found {
			at = paper
		}
		l.count(r, at, found)
	}
}

// count learns from what a step has led to. What is known from an earlier run counts once.
func (l *learning) count(r *reply, paper *Answer, found bool) {
	if r.site == "" || paper == nil {
		return
	}
	t := catalogue.WantedTrial{Site: r.site, Rule: r.rule, Page: r.page.String(), URL: r.proposed, Paper: paper.URL, Found: found}
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
