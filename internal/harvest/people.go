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

	isSearched bool
	queries    []string             // that are not asked yet
	results    []homepage.Result    // of those that were
	candidates []homepage.Candidate // of the results
	asked      map[string]bool      // candidates that were requested
	homes      []*home              // that were found
}

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
		p := &person{Author: a, queries: a.Queries(filter), asked: map[string]bool{}}
		if n := len(p.queries); n > 1 && filter == homepage.Judged { // words of a title tell more than "homepage", which all homepages have
			p.queries = append(p.queries[1:n:n], p.queries[0])
		}
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

// covering returns the fewest people, by a greedy choice, of whom each work that is not found has one, if it has one that was not searched for before.
func covering(people []*person) (chosen []*person) {
	covered := map[*work]bool{}
	for {
		var best *person
		most := 0
		for _, p := range people {
			n := 0
			for _, w := range p.open() {
				if !covered[w] {
					n++
				}
			}
			if !p.isSearched && n > most {
				best, most = p, n
			}
		}
		if best == nil {
			return chosen
		}
		best.isSearched = true
		for _, w := range best.open() {
			covered[w] = true
		}
		chosen = append(chosen, best)
	}
}

// byTitle returns the works that are not found, each as what is searched for by its title.
func (h *Harvest) byTitle() (all []*person) {
	for _, w := range h.works {
		if w.found == nil && w.record.Title != "" {
			all = append(all, &person{works: []*work{w}, isTitle: true, isSearched: true, queries: []string{quoted(w.record.Title)}, asked: map[string]bool{}})
		}
	}
	return all
}
