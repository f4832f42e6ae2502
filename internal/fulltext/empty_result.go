package fulltext

import (
	"fmt"
	"strings"

	"sluice/search"
)

// explain says of a search that found nothing which of its filters, or of its words that must be there, is the cause: one that
// nothing meets, or one without which there would be something.
func (s *lookup) explain() error {
	filters := s.filters()
	for i, f := range filters {
		if f.allowed != nil && f.allowed.not {
			continue
		}
		// Each filter is tried alone first: one that nothing meets explains the result whatever the
		// others are.
		alone := *s
		alone.not, alone.always, alone.allowed, alone.required, alone.words, alone.single = nil, nil, nil, nil, nil, nil
		alone.add(f)
		found, err := alone.total()
		if err != nil {
			return err
		}
		if found == 0 {
			s.note("nothing matches " + f.name)
			if f.required == "" {
				continue
			}
		}
		without := *s
		without.always, without.allowed, without.required = nil, nil, nil
		for k, other := range filters {
			if k != i {
				without.add(other)
			}
		}
		n, err := without.total()
		if err != nil {
			return err
		}
		switch {
		case n > 0 && f.allowed != nil && f.allowed.field == "page" && f.allowed.values[0] == "0":
			s.note(fmt.Sprintf("no document found; pages: %d (--kind pages)", n))
		case n > 0 && len(filters)+len(s.words)+len(s.not) > 1:
			s.note(fmt.Sprintf("without %s: %d found", f.name, n))
		}
	}
	if len(filters)+len(s.words) > 1 && len(s.result.Notes) == 0 {
		s.note("each part of the query matches something, but nothing matches all of it")
	}
	return nil
}

// note adds a sentence to the result that explains it to the user.
func (s *lookup) note(text string) { s.result.Notes = append(s.result.Notes, text) }

// filter is an expression or a condition that must hold whatever the words are.
type filter struct {
	name     string // in words
	required string
	always   string
	allowed  *allowed
}

// filters returns all filters of the search: words that must be there, unless the query is nothing else, expressions over the words, and
// conditions on the facts.
func (s *lookup) filters() (all []filter) {
	if len(s.all())+len(s.always)+len(s.allowed)+len(s.not) > 1 {
		for i, e := range s.required {
			all = append(all, filter{name: clean(s.marked[i], 200), required: e})
		}
	}
	for i, e := range s.always {
		all = append(all, filter{name: s.filtered[i], always: e})
	}
	for i := range s.allowed {
		all = append(all, filter{name: s.allowed[i].name(), allowed: &s.allowed[i]})
	}
	return all
}

// add makes the search observe a filter.
func (s *lookup) add(f filter) {
	switch {
	case f.allowed != nil:
		s.allowed = append(s.allowed, *f.allowed)
	case f.required != "":
		s.required = append(s.required, f.required)
	default:
		s.always = append(s.always, f.always)
	}
}

// total counts matches, of which it ranks none. The search is a copy.
func (s *lookup) total() (int, error) {
	s.m = &matcher{ctx: s.m.ctx, tx: s.m.tx, texts: s.m.texts}
	s.Offset, s.Limit, s.counts, s.result = 0, 0, nil, search.Result{}
	err := s.scanWords()
	return s.result.Total, err
}

// name says a condition in words.
func (c *condition) name() string {
	switch c.field {
	case "where":
		return "the condition " + clean(c.values[0], 200)
	case "page":
		return map[string]string{"0": "the kind documents", "1": "the kind pages"}[c.values[0]]
	case "year":
		var all []string
		for _, y := range c.years {
			switch from, to := y[0], y[1]; {
			case from == to:
				all = append(all, fmt.Sprint(from))
			case to == anyYear:
				all = append(all, fmt.Sprintf("%d..", from))
			default:
				all = append(all, fmt.Sprintf("%d..%d", from, to))
			}
		}
		return "the year " + strings.Join(all, " OR ")
	}
	return fmt.Sprintf("the %s %q", c.field, clean(strings.Join(c.values, " OR "), 200))
}
