package seeds

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"sluice/internal/seeds/answer"
	"sluice/weburl"
)

// Site is a host that a search found.
type Site struct {
	Host    string          `json:"host"`    // without "www.", by which sites are compared
	URL     string          `json:"url"`     // home page, from which a crawl starts
	Engines []string        `json:"engines"` // that gave it, sorted
	Phrases []string        `json:"phrases,omitempty"`
	Best    int             `json:"best"`              // its best place among the results of an engine, from 1
	Results []answer.Result `json:"results,omitempty"` // the first pages that were found on it
	Known   bool            `json:"known"`             // the library has pages of it
	Found   time.Time       `json:"found,omitzero"`    // first, as a Store keeps it
}

// Document is a document that a search found. It belongs into the library if it is accepted, wherever it is.
type Document struct {
	answer.Result
	Engines []string  `json:"engines"`
	Found   time.Time `json:"found,omitzero"`
}

// Found is what a search found.
type Found struct {
	Sites     []Site     `json:"sites"`     // those that most engines gave first, then by their best place
	Documents []Document `json:"documents"` // results that end like documents
	Engines   []Outcome  `json:"engines"`
	Shared    int        `json:"shared"` // sites that several engines gave
	New       int        `json:"new"`    // sites that the library does not know; all before Compare
}

// maxKept is the most pages that are kept of a site.
const maxKept = 5

// merger merges the results of several engines.
type merger struct {
	sites     map[string]*Site
	documents map[weburl.Key]*Document
	found     *Found
}

// merge reduces results to sites and counts what each engine gave.
func merge(all []*asked) *Found {
	m := &merger{map[string]*Site{}, map[weburl.Key]*Document{}, &Found{Sites: []Site{}, Documents: []Document{}, Engines: []Outcome{}}}
	for _, a := range all {
		for i := range a.hits {
			m.add(a.Engine, &a.hits[i])
		}
	}
	for _, s := range m.sites {
		m.found.Sites = append(m.found.Sites, *s)
	}
	for _, d := range m.documents {
		m.found.Documents = append(m.found.Documents, *d)
	}
	slices.SortFunc(m.found.Sites, compareSites)
	slices.SortFunc(m.found.Documents, func(a, b Document) int {
		return cmp.Or(len(b.Engines)-len(a.Engines), strings.Compare(a.URL, b.URL))
	})
	for _, a := range all {
		m.found.Engines = append(m.found.Engines, a.Outcome)
	}
	m.found.count()
	return m.found
}

// compareSites orders common ones first, then by their best place, then by name.
func compareSites(a, b Site) int {
	return cmp.Or(len(b.Engines)-len(a.Engines), a.Best-b.Best, strings.Compare(a.Host, b.Host))
}

// siteOf returns the name by which the site of a URL is compared: its host without "www.", which engines leave out or add.
func siteOf(u weburl.URL) string {
	host := u.Host()
	if rest, ok := strings.CutPrefix(host, "www."); ok && strings.Contains(rest, ".") {
		return rest
	}
	return host
}

// add adds a result to its site, and to the documents if it ends like one. What leads to an engine itself leads to no site.
func (m *merger) add(engine string, h *hit) {
	u, err := weburl.Parse(h.URL)
	if err != nil || answer.IsEngine(u) {
		return
	}
	h.URL = u.String()
	if weburl.DocumentEnding(u) {
		d := m.documents[u.Key()]
		if d == nil {
			d = &Document{Result: h.Result}
			m.documents[u.Key()] = d
		}
		d.Engines = insert(d.Engines, engine)
	}
	host := siteOf(u)
	s := m.sites[host]
	if s == nil {
		s = &Site{Host: host, URL: u.Origin() + "/", Best: h.rank}
		m.sites[host] = s
	}
	s.Best = min(s.Best, h.rank)
	s.Engines = insert(s.Engines, engine)
	if h.phrase != "" {
		s.Phrases = insert(s.Phrases, h.phrase)
	}
	if len(s.Results) < maxKept && !slices.ContainsFunc(s.Results, func(r answer.Result) bool { return r.URL == h.URL }) {
		s.Results = append(s.Results, h.Result)
	}
}

// insert adds a text to a sorted list, once.
func insert(list []string, s string) []string {
	i, there := slices.BinarySearch(list, s)
	if there {
		return list
	}
	return slices.Insert(list, i, s)
}

// count counts sites by engine.
func (f *Found) count() {
	counts := map[string]*Outcome{}
	for i := range f.Engines {
		o := &f.Engines[i]
		o.Sites, o.Shared, o.Alone, o.New = 0, 0, 0, 0
		counts[o.Engine] = o
	}
	f.Shared, f.New = 0, 0
	for _, s := range f.Sites {
		isShared := len(s.Engines) > 1
		if isShared {
			f.Shared++
		}
		if !s.Known {
			f.New++
		}
		for _, name := range s.Engines {
			o := counts[name]
			if o == nil { // an engine of an earlier search
				continue
			}
			o.Sites++
			if isShared {
				o.Shared++
			} else {
				o.Alone++
			}
			if !s.Known {
				o.New++
			}
		}
	}
}

// Compare marks the sites that the library knows, and counts the new ones.
func (f *Found) Compare(isKnown func(s *Site) (bool, error)) error {
	for i := range f.Sites {
		known, err := isKnown(&f.Sites[i])
		if err != nil {
			return err
		}
		f.Sites[i].Known = known
	}
	f.count()
	return nil
}
