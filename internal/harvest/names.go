package harvest

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"sluice/internal/harvest/homepage"
	"sluice/page"
	"sluice/weburl"
)

const (
	leastNamed   = 0.5 // confidence that a link whose text is a person's name leads to the homepage, from which it is requested
	maxNamed     = 2   // of a person, that are requested
	maxVainNames = 4   // requests at one host without any homepage, after which no such link is requested there
)

// named is what links whose texts are the names of authors lead to.
type named struct {
	names  *homepage.Names // of people
	people []*person
	hosts  map[string]*namedHost
}

// namedHost counts the links to a host that were requested.
type namedHost struct{ homes, vain int }

// newNamed returns the names of people.
func newNamed(people []*person) *named {
	n := &named{people: people, hosts: map[string]*namedHost{}}
	authors := make([]*homepage.Author, len(people))
	for i, p := range people {
		authors[i] = &p.Author
	}
	n.names = homepage.NewNames(authors)
	return n
}

// readLibrary notes the links of the library's own pages: directories of faculties, pages of labs, landing pages. To read them costs less than requests.
func (n *named) readLibrary(ctx context.Context, lib Library) error {
	if len(n.people) == 0 {
		return nil
	}
	for pg, err := range lib.Pages(ctx) {
		if err != nil {
			return err
		}
		n.read(pg)
	}
	return nil
}

// read notes the links of a page that may lead to homepages.
func (n *named) read(pg *page.Page) {
	const most = 8 // of a person, that are kept
	for _, l := range n.names.Links(pg) {
		p := n.people[l.Author]
		if l.Confidence < leastNamed || slices.ContainsFunc(p.named, func(c homepage.Candidate) bool { return c.URL == l.URL }) {
			continue
		}
		l.Candidate.URL = strings.Clone(l.Candidate.URL) // it would keep the URLs of all links of the page
		p.named = append(p.named, l.Candidate)
		slices.SortStableFunc(p.named, func(a, b homepage.Candidate) int { return cmp.Compare(b.Confidence, a.Confidence) })
		p.named = p.named[:min(len(p.named), most)]
	}
}

// isVain reports whether links to the host of a URL have led to no homepage too often.
func (n *named) isVain(url string) bool {
	h := n.hosts[hostOf(url)]
	return h != nil && h.homes == 0 && h.vain >= maxVainNames
}

// count counts a link that was requested.
func (n *named) count(url string, isHome bool) {
	h := entry(n.hosts, hostOf(url))
	if isHome {
		h.homes++
	} else {
		h.vain++
	}
}

// hostOf returns the host of a URL; empty if it is malformed.
func hostOf(url string) string {
	u, err := weburl.ParseSeed(url)
	if err != nil {
		return ""
	}
	return u.Host()
}

// nextNamed returns at most n people of whom a page, a record or a profile says where the homepage may be, each for works of which no homepage is known yet. No
// engine is asked for them.
func (c *crawl) nextNamed(n int) (chosen []*person) {
	covered, pending := map[*work]bool{}, map[string]int{}
	for _, p := range c.named.people {
		if len(chosen) == n {
			break
		}
		isFor := func(w *work) bool { return w.found == nil && len(w.homes) == 0 && w.named < maxAuthors && !covered[w] }
		if len(p.homes) > 0 || !slices.ContainsFunc(p.works, isFor) {
			continue
		}
		p.candidates = c.h.candidates(p)
		next, ok := c.candidate(p)
		if !ok {
			continue
		}
		if host := hostOf(next.url); next.rule == ruleName {
			if h := entry(c.named.hosts, host); h.homes == 0 && h.vain+pending[host] >= maxVainNames {
				continue
			}
			pending[host]++
		}
		for _, w := range p.works {
			covered[w] = true
			w.named++
		}
		chosen = append(chosen, p)
	}
	return chosen
}
