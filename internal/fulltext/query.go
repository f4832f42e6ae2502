package fulltext

import (
	"fmt"
	"strings"

	"sluice/search"
)

// read returns the parsed query, including its filters.
func read(q *search.Query) (*parsed, error) {
	p, err := parse(q.Text)
	if err != nil {
		return nil, err
	}
	f := &q.Filters
	for _, c := range []struct{ name, value string }{{"author", f.Author}, {"title", f.Title}, {"subject", f.Subject}, {"keyword", f.Keyword}} {
		if c.value == "" {
			continue
		}
		words := wordsOf(clean(c.value, search.MaxQuery))
		if len(words) == 0 || len(words) > search.MaxTerms {
			return nil, fmt.Errorf("the filter %s=%q: from one to %d words", c.name, clean(c.value, 100), search.MaxTerms)
		}
		p.clauses = append(p.clauses, clause{terms: []term{{column: columnOf[c.name], words: words, source: c.value}}, filter: true})
	}
	for _, c := range []struct{ name, value string }{{"genre", f.Genre}, {"type", f.Type}, {"site", f.Site}, {"language", f.Language}} {
		if c.value != "" {
			p.conditions = append(p.conditions, condition{field: c.name, values: []string{strings.ToLower(clean(c.value, search.MaxQuery))}})
		}
	}
	if f.From != 0 || f.To != 0 {
		to := f.To
		if to == 0 {
			to = anyYear
		}
		p.conditions = append(p.conditions, condition{field: "year", years: [][2]int{{max(f.From, 1), to}}})
	}
	switch q.Kind {
	case search.Documents:
		p.conditions = append(p.conditions, condition{field: "page", values: []string{"0"}})
	case search.Pages:
		p.conditions = append(p.conditions, condition{field: "page", values: []string{"1"}})
	}
	return p, nil
}
