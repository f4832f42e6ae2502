package harvest

import (
	"slices"

	"sluice/internal/harvest/author"
)

// person is an author of works that are not found yet. Two persons of one name are one here: the pages tell them apart.
type person struct {
	name    author.Name
	printed string
	works   []*work
	others  []author.Name // who wrote them, too
	urls    []string      // home pages that the records name

	isTitle bool // it is no person, but a work that is looked for by its title alone

	isSearched bool
	candidates []candidate
	next       int     // the candidate that is asked next
	homes      []*home // that were found
}

// maxPeople is the most authors of one work whose homepages are looked for: the first ones and the last.
const maxPeople = 6

// people returns the authors of the works that are not found, in the order of the records.
func (h *Harvest) people() (all []*person) {
	byFamily := map[string][]*person{}
	for _, w := range h.works {
		if w.found != nil {
			continue
		}
		names := author.List(w.record.Authors)
		for i, name := range names {
			if i >= maxPeople-1 && i < len(names)-1 {
				continue
			}
			at := slices.IndexFunc(byFamily[name.Family()], func(p *person) bool { return p.name.Same(name) })
			if at < 0 {
				p := &person{name: name}
				byFamily[name.Family()], all = append(byFamily[name.Family()], p), append(all, p)
				at = len(byFamily[name.Family()]) - 1
			}
			p := byFamily[name.Family()][at]
			if p.printed == "" || name.IsFull() && !p.name.IsFull() {
				p.name, p.printed = name, printedName(w, name)
			}
			p.works = append(p.works, w)
			for k, other := range names {
				if k != i && len(p.others) < maxOthers && !slices.ContainsFunc(p.others, other.Same) {
					p.others = append(p.others, other)
				}
			}
			p.urls = append(p.urls, homepagesOf(w, name)...)
		}
	}
	return all
}

// maxOthers is the most co-authors of a person that are looked for on a page.
const maxOthers = 30

// printedName returns a name as the record has it.
func printedName(w *work, name author.Name) string {
	for _, n := range w.record.Authors {
		if author.Of(n).Same(name) {
			return n.String()
		}
	}
	return ""
}

// homepagesOf returns the home pages that the record of a work names for an author.
func homepagesOf(w *work, name author.Name) []string {
	for i, n := range w.record.Authors {
		if i < len(w.record.People) && author.Of(n).Same(name) {
			return w.record.People[i].URLs
		}
	}
	return nil
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
func (h *Harvest) covering(people []*person) (chosen []*person) {
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
			all = append(all, &person{printed: w.record.Title, works: []*work{w}, isTitle: true, isSearched: true})
		}
	}
	return all
}
