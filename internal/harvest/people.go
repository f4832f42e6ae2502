package harvest

import (
	"slices"

	"sluice/document/bibliography"
	"sluice/internal/harvest/homepage"
)

// person is an author of works that are not found, whose homepage is looked for; or a work that is looked for by its title alone.
type person struct {
	homepage.Author
	works   []*work
	isTitle bool // it is no person

	queries    []string             // that are not asked yet
	mayAsk     bool                 // one of them: it is chosen for a wave
	isAnswered bool                 // an engine has answered one
	isSearched bool                 // one was asked
	answers    [][]homepage.Result  // of engines to those that were
	named      []homepage.Candidate // links of pages that have the name, the most promising first
	candidates []candidate          // of both
	asked      map[string]bool      // candidates that were requested
	tried      map[string]int       // how many of them, by the rule
	homes      []*home              // that were found
}

// candidate is a URL that may be the homepage of a person.
type candidate struct {
	url  string
	rule string // by which it is one
}

// The rules of candidates.
const (
	ruleSearch  = "candidate"      // a search engine or a record names it
	ruleName    = "link of a name" // the text of a link to it is the person's name
	ruleProfile = "profile"        // an answer of ORCID or DBLP, which names homepages
)

// maxQueries is the most queries for a person.
const maxQueries = 2

// people returns the authors of the works that are not found.
func (h *Harvest) people() (all []*person) {
	var open []*work
	var records []bibliography.Record
	for _, w := range h.works {
		if w.found == nil {
			open, records = append(open, w), append(records, w.record)
		}
	}
	filter := h.filter()
	for _, a := range homepage.Authors(records) {
		p := &person{Author: a, queries: a.Queries(filter), asked: map[string]bool{}, tried: map[string]int{}}
		p.queries = p.queries[:min(len(p.queries), maxQueries)]
		for _, n := range a.Records {
			p.works = append(p.works, open[n])
		}
		all = append(all, p)
	}
	return all
}

// filter returns how results of engines are reduced to candidates.
func (h *Harvest) filter() homepage.Filter {
	if h.o.Published {
		return homepage.JCDL2005
	}
	return homepage.Judged
}

// wants reports whether a work of the person is not found yet.
func (p *person) wants() bool {
	return slices.ContainsFunc(p.works, func(w *work) bool { return w.found == nil })
}

// open returns the works of the person that are not found yet.
func (p *person) open() (works []*work) {
	for _, w := range p.works {
		if w.found == nil {
			works = append(works, w)
		}
	}
	return works
}

// covering returns at most n people to search for, chosen greedily so that few of them have many works: those that are not found, of which
// fewer than most authors were searched for, and none with success.
func covering(people []*person, most, n int) (chosen []*person) {
	count := func(p *person) (works int) {
		if p.mayAsk || len(p.homes) > 0 || p.isSearched && len(p.queries) == 0 {
			return 0
		}
		for _, w := range p.works {
			if w.found == nil && w.searches < most && len(w.homes) == 0 {
				works++
			}
		}
		return works
	}
	greatest := 0
	for _, p := range people {
		greatest = max(greatest, count(p))
	}
	for works := greatest; works > 0; works-- { // a choice makes the counts of others smaller, never greater
		for _, p := range people {
			if count(p) != works {
				continue
			}
			if len(chosen) == n {
				return chosen
			}
			for _, w := range p.works {
				w.searches++
			}
			p.mayAsk = true
			chosen = append(chosen, p)
		}
	}
	return chosen
}

// byTitle returns at most n works that are not found and were not searched for by their titles before, each as what is searched for.
func (h *Harvest) byTitle(n int) (all []*person) {
	for _, w := range h.works {
		if len(all) < n && w.found == nil && w.search == nil && w.record.Title != "" {
			w.search = &person{works: []*work{w}, isTitle: true, mayAsk: true, queries: []string{quoted(w.record.Title)}, asked: map[string]bool{}, tried: map[string]int{}}
			all = append(all, w.search)
		}
	}
	return all
}
