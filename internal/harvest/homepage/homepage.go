// Package homepage finds the homepages of authors, on which papers stand that no library has.
//
// [Authors] collects from wanted records who is looked for. [Names] finds the links of pages that lead to homepages: directories of faculties and pages
// of labs name people. [Author.Profiles] are addresses of services that name homepages, which [ReadProfile] reads. [Author.Queries] returns what to ask a search engine, and [Candidates] which of its results to request.
// [Judge] decides about a page that was requested: whether it is the homepage of the author, or a list of publications, or neither.
//
//	for _, a := range homepage.Authors(records) {
//		for _, q := range a.Queries(homepage.Judged) { results = append(results, engine.Search(q)…) }
//		for _, c := range homepage.Candidates(homepage.Judged, &a, results, found) {
//			if v := homepage.Judge(&a, request(c.URL)); v.Kind == homepage.Home { … }
//		}
//	}
//
// The method with queries of name and venue and a filter of the first ten results is that of Zhuang, Wagle and Giles, "What's there and
// what's not? Focused crawling for missing documents in digital libraries" (JCDL 2005), section 3.2; its filter (table 1) has the name
// [JCDL2005]. Judged looks at the pages, too, and tells namesakes apart by wanted titles, co-authors, affiliations, venues and the words
// of the titles.
//
// The package does no I/O.
package homepage

import (
	"cmp"
	"slices"
	"strings"

	"sluice/document/bibliography"
	"sluice/internal/harvest/author"
	"sluice/internal/lazyregexp"
	"sluice/text"
)

// Filter says how results of search engines are reduced to candidates.
type Filter string

// The filters.
const (
	Judged   Filter = "judged"   // by URL and title, in the order in which they are worth a request; the pages decide
	JCDL2005 Filter = "jcdl2005" // by the rules of the publication alone
)

// Author is a person whose homepage is looked for.
type Author struct {
	Name         string   // as the records write it: the longest form
	Coauthors    []string // of the wanted works
	Titles       []string // of the wanted works
	Venues       []string
	Affiliations []string
	ORCID        string
	DBLP         string   // the number of the person there: "65/9612"
	URLs         []string // homepages that records name
	Records      []int    // the wanted works, by their places in the list of records

	name author.Name
}

// The most that is kept of one author.
const (
	maxCoauthors = 100
	maxTitles    = 200
	maxVenues    = 20
)

// Authors returns the authors of records, in the order in which they first appear. Two names are one person's if they are equal; or if
// they differ only by initials and share a co-author or an ORCID. People with different ORCIDs are never one.
func Authors(records []bibliography.Record) []Author {
	var all []Author
	byFamily := map[string][]int{}
	for i := range records {
		r := &records[i]
		for k := range r.Authors[:min(len(r.Authors), maxCoauthors)] {
			one := newAuthor(r, k)
			if one.name.IsZero() {
				continue
			}
			family := one.name.Family()
			at := slices.IndexFunc(byFamily[family], func(at int) bool { return all[at].isSame(&one) })
			if at < 0 {
				byFamily[family] = append(byFamily[family], len(all))
				one.Records = []int{i}
				all = append(all, one)
				continue
			}
			all[byFamily[family][at]].add(&one, i)
		}
	}
	return all
}

// newAuthor returns what a record says of the author at a place of its list.
func newAuthor(r *bibliography.Record, k int) Author {
	a := Author{Name: author.Split(r.Authors[k]).String(), Titles: []string{r.Title}}
	if names := author.List(r.Authors[k : k+1]); len(names) > 0 {
		a.name = names[0]
	}
	if r.Venue != "" {
		a.Venues = []string{r.Venue}
	}
	for i := range r.Authors[:min(len(r.Authors), maxCoauthors)] {
		if i != k {
			a.Coauthors = append(a.Coauthors, r.Authors[i].String())
		}
	}
	if k < len(r.People) {
		p := &r.People[k]
		a.ORCID, a.Affiliations, a.URLs = p.ORCID, slices.Clone(p.Affiliations), slices.Clone(p.URLs)
		for _, id := range p.IDs {
			if pid, ok := strings.CutPrefix(id, "dblp:"); ok && personOfDBLP.MatchString(pid) {
				a.DBLP = pid
			}
		}
	}
	return a
}

// personOfDBLP matches the numbers of people at DBLP, which become parts of an address.
var personOfDBLP = lazyregexp.New(`^[a-z0-9]{1,8}/[\w-]{1,20}$`)

// isSame reports whether two authors are one person.
func (a *Author) isSame(b *Author) bool {
	switch {
	case a.ORCID != "" && b.ORCID != "":
		return a.ORCID == b.ORCID
	case slices.Equal(a.name.Words(), b.name.Words()):
		return true
	}
	return a.name.Same(b.name) && slices.ContainsFunc(a.Coauthors, func(c string) bool {
		return slices.ContainsFunc(b.Coauthors, func(d string) bool { return text.NormalName(c) == text.NormalName(d) })
	})
}

// add adds what another record says of the author.
func (a *Author) add(b *Author, record int) {
	if len(b.Name) > len(a.Name) {
		a.Name, a.name = b.Name, b.name
	}
	a.ORCID, a.DBLP = cmp.Or(a.ORCID, b.ORCID), cmp.Or(a.DBLP, b.DBLP)
	a.Coauthors = appendDistinct(a.Coauthors, b.Coauthors, maxCoauthors)
	a.Titles = appendDistinct(a.Titles, b.Titles, maxTitles)
	a.Venues = appendDistinct(a.Venues, b.Venues, maxVenues)
	a.Affiliations = appendDistinct(a.Affiliations, b.Affiliations, maxVenues)
	a.URLs = appendDistinct(a.URLs, b.URLs, maxVenues)
	if !slices.Contains(a.Records, record) {
		a.Records = append(a.Records, record)
	}
}

// appendDistinct adds what a list does not have yet, up to a length.
func appendDistinct(list, more []string, most int) []string {
	for _, s := range more {
		if len(list) < most && !slices.Contains(list, s) {
			list = append(list, s)
		}
	}
	return list
}

// parsed returns the author's name for comparison.
func (a *Author) parsed() author.Name {
	if a.name.IsZero() {
		return author.Parse(a.Name)
	}
	return a.name
}

// maxQueries bounds the queries for one author.
const maxQueries = 6

// Queries returns the queries for an author, the most promising first: the publication's pairs of name and venue, and for Judged before them
// the name with words of a title, with an affiliation, and alone and without quotation marks: a homepage may be "Ann Miller's" or that of "Ann B. Miller", and few call
// themselves one.
func (a *Author) Queries(f Filter) []string {
	name := `"` + strings.ReplaceAll(a.Name, `"`, "") + `"`
	var all []string
	if f != JCDL2005 {
		if len(a.Titles) > 0 {
			all = append(all, name+" "+strings.Join(topicWords(a.Titles[:1]), " "))
		}
		if len(a.Affiliations) > 0 {
			all = append(all, name+" "+a.Affiliations[0])
		}
		all = append(all, strings.Trim(name, `"`))
	}
	for _, venue := range a.Venues {
		all = append(all, name+" "+venue)
	}
	if len(all) == 0 {
		all = append(all, strings.Trim(name, `"`))
	}
	return all[:min(len(all), maxQueries)]
}

// topicWords returns the words of titles that mean something, each once, in order.
func topicWords(titles []string) (words []string) {
	const most, least = 60, 4
	for _, t := range titles {
		for w := range text.Words(t) {
			if len(w) >= least && !text.Stop(w, "en") && !slices.Contains(words, w) && len(words) < most {
				words = append(words, w)
			}
		}
	}
	return words
}
