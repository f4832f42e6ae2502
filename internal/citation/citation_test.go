package citation_test

import (
	"slices"
	"strings"
	"testing"

	"sluice/internal/citation"
)

func TestMatch(t *testing.T) {
	const title = "Focused Crawling: A New Approach to Topic-Specific Web Resource Discovery"
	doc := citation.Work{Title: title, Authors: []string{"Soumen Chakrabarti", "Martin van den Berg", "Byron Dom"}, Year: 1999, DOI: "10.1016/S1389-1286(99)00052-3"}
	for _, test := range []struct {
		name      string
		reference citation.Work
		want      string // by; empty: no match
	}{
		{"equal DOI in another form", citation.Work{DOI: "https://doi.org/10.1016/s1389-1286(99)00052-3."}, "doi"},
		{"equal DOI, title of another work", citation.Work{DOI: doc.DOI, Title: "Handbook of Unrelated Quantum Chemistry Methods", Year: 1971}, ""},
		{"other DOI", citation.Work{DOI: "10.1016/j.other.2000.1"}, ""},
		{"other spelling, first author and year", citation.Work{Title: "Focused crawling: a new approach to topic specific web-resource discovery", Authors: []string{"S. Chakrabarti"}, Year: 1999}, "title"},
		{"family name first", citation.Work{Title: title, Authors: []string{"Chakrabarti, S."}}, "title"},
		{"initials last", citation.Work{Title: title, Authors: []string{"Chakrabarti S"}}, "title"},
		{"without the subtitle is too short", citation.Work{Title: "Focused Crawling", Authors: []string{"Chakrabarti"}, Year: 1999}, ""},
		{"cut title", citation.Work{Title: "Focused Crawling: A New Approach to Topic-Specific", Authors: []string{"Chakrabarti"}, Year: 1999}, "title"},
		{"one letter read wrong", citation.Work{Title: strings.Replace(title, "Discovery", "Dlscovery", 1), Authors: []string{"Chakrabarti"}}, "title"},
		{"preprint of the year before", citation.Work{Title: title, Year: 1998}, "title"},
		{"year alone, three years apart", citation.Work{Title: title, Year: 1996}, ""},
		{"title alone", citation.Work{Title: title}, ""},
		{"other first author", citation.Work{Title: title, Authors: []string{"Filippo Menczer"}, Year: 1999}, ""},
		{"many years apart", citation.Work{Title: title, Authors: []string{"Chakrabarti"}, Year: 2009}, ""},
		{"other title", citation.Work{Title: "Focused Crawling: The Quest for Topic-Specific Portals", Authors: []string{"Chakrabarti"}, Year: 1999}, ""},
		{"nothing", citation.Work{}, ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			by, ok := citation.Match(&test.reference, &doc)
			if !ok {
				by = ""
			}
			if by != test.want {
				t.Errorf("Match = %q, %t; want %q", by, ok, test.want)
			}
			if test.want == "" {
				return
			}
			if keys := doc.Keys(); !slices.ContainsFunc(test.reference.Keys(), func(k int64) bool { return slices.Contains(keys, k) }) {
				t.Errorf("%+v and the document share no key", test.reference)
			}
		})
	}
}

func TestShortTitleNeedsAuthorAndYear(t *testing.T) {
	doc := citation.Work{Title: "Modern Information", Authors: []string{"Ricardo Baeza-Yates"}, Year: 1999}
	for want, reference := range map[bool]citation.Work{
		true:  {Title: doc.Title, Authors: []string{"R. Baeza-Yates"}, Year: 1999},
		false: {Title: doc.Title, Authors: []string{"R. Baeza-Yates"}},
	} {
		if _, ok := citation.Match(&reference, &doc); ok != want {
			t.Errorf("Match(%+v) = %t, want %t", reference, ok, want)
		}
	}
}

func TestIdentifiersThatAreNone(t *testing.T) {
	for _, w := range []citation.Work{{DOI: "10.1/"}, {DOI: "see below"}, {ArXiv: "n/a"}, {Title: "Introduction"[:10]}, {DOI: "10.1000/a b"}} {
		if keys := w.Keys(); len(keys) != 0 {
			t.Errorf("%+v has the keys %v", w, keys)
		}
	}
	a, b := citation.Work{ArXiv: "arXiv:1906.01234v2"}, citation.Work{ArXiv: "1906.01234"}
	if by, ok := citation.Match(&a, &b); !ok || by != citation.ByArXiv || !slices.Equal(a.Keys(), b.Keys()) {
		t.Errorf("versions of an arXiv paper: %q, %t", by, ok)
	}
}

// FuzzMatch: hostile titles neither crash nor take long.
func FuzzMatch(f *testing.F) {
	f.Add("A title", "Ada Lovelace", "10.1000/182", "A title, with a subtitle")
	f.Fuzz(func(t *testing.T, title, author, id, other string) {
		a := citation.Work{Title: title, Authors: []string{author}, DOI: id, ArXiv: id}
		b := citation.Work{Title: other, Authors: []string{author}, DOI: id, Year: 2000}
		one, ok := citation.Match(&a, &b)
		if ok && one == "" {
			t.Error("a match without a reason")
		}
		a.Keys()
	})
}
