package homepage

import (
	"slices"
	"strings"

	"sluice/internal/harvest/author"
	"sluice/internal/harvest/evidence"
	"sluice/internal/lazyregexp"
	"sluice/weburl"
)

// firstResults is how many results of one query are looked at (section 4 of the publication).
const firstResults = 10

// titleWords are those of the titles of homepages (table 1).
var titleWords = lazyregexp.New(`(?i)home ?page|web|website|research|publication|papers`)

// jcdl2005 is the filter of the publication, table 1. Publishers, digital libraries and files other than HTML are removed; so is a page below a
// homepage that was found before ("its parent-domain is already found", read as the directory of that homepage, because homepages of
// one university share their domain and are what the rule before prefers). Of the others, those in the domain of a co-author's homepage
// are preferred, if there are any. The title gives the priority. Only candidates of the highest priority are returned.
func jcdl2005(a *Author, results []Result, found []string) []Candidate {
	name := a.parsed()
	var all []Candidate
	for _, r := range results[:min(len(results), firstResults)] {
		u, err := weburl.Parse(r.URL)
		if err != nil || isPublisher(u, r.Title) || isLibrary(u, r.Title) || !isHTML(u) || isBelow(u, found) {
			continue
		}
		c := Candidate{URL: u.String(), Priority: Low}
		switch isNamed := author.WordsOf(r.Title).Has(name); {
		case isNamed && titleWords.MatchString(r.Title):
			c.Priority, c.Reasons = High, []evidence.Reason{{Text: "its title has the name and a word of homepages"}}
		case titleWords.MatchString(r.Title):
			c.Priority, c.Reasons = Medium, []evidence.Reason{{Text: "its title has a word of homepages"}}
		}
		if !slices.ContainsFunc(all, func(o Candidate) bool { return o.URL == c.URL }) {
			all = append(all, c)
		}
	}
	if near := slices.DeleteFunc(slices.Clone(all), func(c Candidate) bool { return !isInDomain(c.URL, found) }); len(near) > 0 {
		all = near
	}
	best := Low
	for _, c := range all {
		best = max(best, c.Priority)
	}
	return slices.DeleteFunc(all, func(c Candidate) bool { return c.Priority < best })
}

// isHTML reports whether a URL is that of a page by its ending: .htm, .html or none.
func isHTML(u weburl.URL) bool {
	switch u.Ending() {
	case "", ".htm", ".html":
		return true
	}
	return false
}

// isBelow reports whether a URL is a homepage that was found, or below its directory.
func isBelow(u weburl.URL, found []string) bool {
	for _, f := range found {
		h, err := weburl.Parse(f)
		if err != nil || h.Host() != u.Host() {
			continue
		}
		directory := h.Path()[:strings.LastIndexByte(h.Path(), '/')+1]
		if u.Path() == h.Path() || directory != "/" && strings.HasPrefix(u.Path(), directory) {
			return true
		}
	}
	return false
}

// isInDomain reports whether a URL is in the registrable domain of a homepage that was found.
func isInDomain(s string, found []string) bool {
	u, err := weburl.Parse(s)
	if err != nil {
		return false
	}
	return slices.ContainsFunc(found, func(f string) bool {
		h, err := weburl.Parse(f)
		return err == nil && h.Domain() == u.Domain()
	})
}
