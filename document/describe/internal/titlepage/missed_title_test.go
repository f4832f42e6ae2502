package titlepage

import (
	"cmp"
	"maps"
	"slices"
	"testing"
)

// The causes why a title is not found.
const (
	notARun       = "no run of lines makes it"
	earlierPage   = "a line of a page before it is chosen"
	noneChosen    = "nothing is chosen on its page"
	endsEarly     = "the choice ends too early"
	endsLate      = "the choice ends too late"
	beginsEarly   = "the choice begins too early"
	beginsLate    = "the choice begins too late"
	elsewhereOnIt = "the choice is elsewhere on its page"
)

// cause returns why a model does not find the title of a document, and whether the title is the second most likely run of its page; "" if it is
// found.
func (m *runModel) cause(x example) (cause string, isSecond bool) {
	if len(x.Pages) == 0 {
		return notARun, false
	}
	for _, p := range x.Pages {
		if m.findsOn(p) {
			continue
		}
		if len(p.Right) == 0 {
			return earlierPage, false
		}
		all := m.probabilities(p.Evidence)
		right := slices.MaxFunc(p.Right, func(a, b int) int { return cmp.Compare(all[a], all[b]) })
		larger := 0
		for _, other := range all {
			if other > all[right] {
				larger++
			}
		}
		best := m.best(p.Evidence)
		if best == len(p.Evidence.Runs) {
			return noneChosen, larger == 1
		}
		return p.Evidence.Runs[best].against(p.Evidence.Runs[right]), larger == 1
	}
	return "", false
}

// against returns how a chosen run of lines differs from the right one.
func (r Run) against(right Run) string {
	switch {
	case r.From == right.From && r.To < right.To:
		return endsEarly
	case r.From == right.From:
		return endsLate
	case r.To == right.To && r.From < right.From:
		return beginsEarly
	case r.To == right.To:
		return beginsLate
	}
	return elsewhereOnIt
}

// misses counts the causes of titles that are not found.
type misses struct {
	causes map[string]int
	titles int
	second int // titles that are the second most likely run of their page
}

func (c *misses) add(cause string, isSecond bool) {
	c.titles++
	if isSecond {
		c.second++
	}
	if cause == "" {
		return
	}
	if c.causes == nil {
		c.causes = map[string]int{}
	}
	c.causes[cause]++
}

// report logs the causes. No model finds more titles than runs of lines make.
func (c *misses) report(t *testing.T, sets string) {
	for _, cause := range slices.Sorted(maps.Keys(c.causes)) {
		t.Logf("%s, not found because %s: %d", sets, cause, c.causes[cause])
	}
	t.Logf("%s: a run of lines makes %d of %d titles; of those not found, %d are the second most likely run", sets, c.titles-c.causes[notARun], c.titles, c.second)
}
