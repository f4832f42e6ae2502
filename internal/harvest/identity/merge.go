package identity

import (
	"slices"
	"strings"

	"sluice/document/bibliography"
)

// Complete adds to a record what another one of the same work says and it does not.
func Complete(r, other *bibliography.Record) {
	for _, f := range []struct {
		to *string
		is string
	}{{&r.Title, other.Title}, {&r.Venue, other.Venue}, {&r.Volume, other.Volume}, {&r.Number, other.Number}, {&r.Pages, other.Pages}, {&r.Publisher, other.Publisher},
		{&r.Abstract, other.Abstract}, {&r.Language, other.Language}, {&r.DOI, other.DOI}, {&r.ArXiv, other.ArXiv}, {&r.ISBN, other.ISBN}} {
		if *f.to == "" {
			*f.to = f.is
		}
	}
	if r.Year == 0 {
		r.Year = other.Year
	}
	switch {
	case isShortened(r) && len(other.Authors) >= len(r.Authors) || len(r.Authors) == 0:
		r.Authors, r.People = other.Authors, other.People
	case len(r.Authors) == len(other.Authors):
		completePeople(r, other)
	}
	r.URLs, r.Files = union(r.URLs, other.URLs), union(r.Files, other.Files)
	r.Keywords, r.IDs = union(r.Keywords, other.Keywords), union(r.IDs, other.IDs)
}

// isShortened reports whether the authors of a record end with "et al.".
func isShortened(r *bibliography.Record) bool {
	if len(r.Authors) == 0 {
		return false
	}
	switch strings.ToLower(strings.TrimRight(r.Authors[len(r.Authors)-1].String(), ".")) {
	case "others", "et al", "al":
		return true
	}
	return false
}

// completePeople adds what another record with as many authors says of those who have the same names.
func completePeople(r, other *bibliography.Record) {
	if other.People == nil {
		return
	}
	people := make([]bibliography.Person, len(r.Authors))
	copy(people, r.People)
	for i := range people {
		a, okA := personOf(r.Authors[i].String())
		b, okB := personOf(other.Authors[i].String())
		if i >= len(other.People) || !okA || !okB || !isAmong(a, []person{b}) {
			continue
		}
		p, o := &people[i], other.People[i]
		if p.ORCID == "" {
			p.ORCID = o.ORCID
		}
		p.IDs, p.Affiliations, p.URLs = union(p.IDs, o.IDs), union(p.Affiliations, o.Affiliations), union(p.URLs, o.URLs)
	}
	r.People = people
}

// maxUnion bounds the values of a list that grows with each record.
const maxUnion = 200

// union returns the values of both lists, each once.
func union(a, b []string) []string {
	all := slices.Clip(a)
	for _, v := range b {
		if !slices.Contains(all, v) && len(all) < maxUnion {
			all = append(all, v)
		}
	}
	return all
}
