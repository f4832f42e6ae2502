package identity_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"sluice/document/bibliography"
	"sluice/document/bibtex"
	"sluice/internal/harvest/identity"
)

// record returns a record with authors as people write them.
func record(title string, year int, authors ...string) bibliography.Record {
	r := bibliography.Record{Title: title, Year: year}
	for _, a := range authors {
		r.Authors = append(r.Authors, bibtex.ParseName(a))
	}
	return r
}

func TestWorksAreTheSame(t *testing.T) {
	const title = "Learning to Crawl the Hidden Web with Few Queries"
	for _, test := range []struct {
		name string
		a, b bibliography.Record
		want identity.By // empty: they are not
	}{
		{"equal titles in another spelling", record(title, 2001, "Jane Roe"), record("LEARNING to crawl the hidden-web with few queries.", 2001, "Roe, J."), identity.ByTitle},
		{"no year in one", record(title, 2001, "Jane Roe"), record(title, 0, "J. Roe"), identity.ByTitle},
		{"no authors in one", record(title, 2001, "Jane Roe"), record(title, 2001), identity.ByTitle},
		{"no authors, and other years", record(title, 2001, "Jane Roe"), record(title, 2007), ""},
		{"other authors", record(title, 2001, "Jane Roe"), record(title, 2001, "John Doe"), ""},
		{"other edition", record(title, 2001, "Jane Roe"), record(title, 2011, "Jane Roe"), ""},
		{"journal version two years later", record(title, 2001, "Jane Roe"), record(title, 2003, "Jane Roe"), identity.ByTitle},
		{"family name first without a comma", record(title, 2001, "Wang Wei"), record(title, 2001, "Wei Wang"), identity.ByTitle},
		{"authors in another script", record(title, 2001, "Wang Wei"), record(title, 2001, "王伟"), identity.ByTitle},
		{"et al.", record(title, 2001, "Jane Roe", "others"), record(title, 2001, "Jane Roe", "John Doe"), identity.ByTitle},
		{"a slip", record(title, 2001, "Jane Roe"), record("Lerning to Crawl the Hidden Web with Few Queries", 2001, "Jane Roe"), identity.BySimilarTitle},
		{"a slip, and the year is not known", record(title, 2001, "Jane Roe"), record("Learning to Crawl the Hiddcn Web with Few Queries", 0, "Jane Roe"), identity.BySimilarTitle},
		{"slips of optical recognition", record(title, 2001, "Jane Roe"), record("Leaming to Crawl the Hldden Web with Few Querles", 2001, "Jane Roe"), identity.BySimilarTitle},
		{"joined words", record(title, 2001, "Jane Roe"), record("Learning to Crawl the HiddenWeb with FewQueries", 2001, "Jane Roe"), identity.ByTitle},
		{"a slip, and no authors", record(title, 2001, "Jane Roe"), record("Lerning to Crawl the Hidden Web with Few Queries", 2001), identity.BySimilarTitle},
		{"a slip, no authors, and no year", record(title, 2001, "Jane Roe"), record("Lerning to Crawl the Hidden Web with Few Queries", 0), ""},
		{"a slip in a short word", record("On the Power of Links and Anchors for Crawlers", 2001, "Jane Roe"), record("On the Power o Links ad Anchors for Craw1ers", 2001, "Jane Roe"), identity.BySimilarTitle},
		{"without its subtitle", record(title+": An Experience from Practice", 2001, "Jane Roe"), record(title, 2001, "Jane Roe"), identity.BySimilarTitle},
		{"parts", record(title+", Part I", 2001, "Jane Roe"), record(title+", Part II", 2001, "Jane Roe"), ""},
		{"the first part and the whole", record(title, 2001, "Jane Roe"), record(title+" II", 2001, "Jane Roe"), ""},
		{"other numbers", record("Learning 2-DNF Formulas from Examples", 2001, "Jane Roe"), record("Learning 3-DNF Formulas from Examples", 2001, "Jane Roe"), ""},
		{"another word", record("Learning with Positive Examples Alone", 2001, "Jane Roe"), record("Learning with Negative Examples Alone", 2001, "Jane Roe"), ""},
		{"with and without", record("Learning with Examples of a Concept", 2001, "Jane Roe"), record("Learning without Examples of a Concept", 2001, "Jane Roe"), ""},
		{"a negation", record("Learning is Easy for Many Crawlers", 2001, "Jane Roe"), record("Learning is not Easy for Many Crawlers", 2001, "Jane Roe"), ""},
		{"the opposite", record("Supervised Learning of Crawlers", 2001, "Jane Roe"), record("Unsupervised Learning of Crawlers", 2001, "Jane Roe"), ""},
		{"common titles of one author and year", record("Editorial", 2001, "Jane Roe"), record("Editorial", 2001, "Jane Roe"), identity.ByTitle},
		{"common titles of other years", record("Editorial", 2001, "Jane Roe"), record("Editorial", 2003, "Jane Roe"), ""},
		{"common titles without authors", record("Editorial", 2001), record("Editorial", 2001), ""},
		{"the same DOI", bibliography.Record{Title: title, DOI: "10.1000/AB"}, bibliography.Record{Title: title + " (extended abstract)", DOI: "https://doi.org/10.1000/ab"}, identity.ByDOI},
		{"the same DOI without a title", bibliography.Record{DOI: "10.1000/ab"}, bibliography.Record{Title: title, DOI: "10.1000/ab"}, identity.ByDOI},
		{"the same DOI and another title", bibliography.Record{Title: "Xylophones", DOI: "10.1000/ab"}, bibliography.Record{Title: title, DOI: "10.1000/ab"}, ""},
		{"versions in arXiv", bibliography.Record{Title: title, ArXiv: "arXiv:2101.00001v2"}, bibliography.Record{Title: title, ArXiv: "2101.00001"}, identity.ByArXiv},
		{"the same identifier", bibliography.Record{Title: title, IDs: []string{"a:1", "dblp:conf/x/Roe01"}}, bibliography.Record{IDs: []string{"dblp:conf/x/Roe01"}}, identity.ByID},
		{"nothing", bibliography.Record{}, bibliography.Record{}, ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			for i, pair := range [][2]bibliography.Record{{test.a, test.b}, {test.b, test.a}} {
				x := identity.NewIndex()
				x.Add(identity.Of(&pair[0]))
				if found, _ := x.Find(identity.Of(&pair[1]), identity.Fuzzy); found.By != test.want {
					t.Errorf("in order %d: found by %q, want %q", i, found.By, test.want)
				}
			}
		})
	}
}

func TestExactModeComparesTitlesAlone(t *testing.T) {
	x := identity.NewIndex()
	a, b, c := record("On Crawling", 2001, "Jane Roe"), record("On crawling!", 1990, "John Doe"), record("On Crawlin", 2001, "Jane Roe")
	c.DOI, a.DOI = "10.1000/182", "10.1000/182"
	x.Add(identity.Of(&a))
	if found, ok := x.Find(identity.Of(&b), identity.Exact); !ok || found.By != identity.ByTitle {
		t.Errorf("equal titles: %+v, %t", found, ok)
	}
	if found, ok := x.Find(identity.Of(&c), identity.Exact); ok {
		t.Errorf("other titles: %+v", found)
	}
}

func TestTheBestProofGoesFirst(t *testing.T) {
	x := identity.NewIndex()
	similar, equal, known := record("Lerning to Crawl the Hidden Web", 2001, "Jane Roe"), record("Learning to Crawl the Hidden Web", 2001, "Jane Roe"), record("Crawling", 2001, "Jane Roe")
	for _, r := range []bibliography.Record{similar, known, equal} {
		x.Add(identity.Of(&r))
	}
	if found, _ := x.Find(identity.Of(&equal), identity.Fuzzy); found != (identity.Match{Number: 2, By: identity.ByTitle}) {
		t.Errorf("found %+v", found)
	}
}

func TestRecordsOfOneWorkAreMerged(t *testing.T) {
	a := record("Learning to Crawl the Hidden Web", 2001, "Jane Roe", "others")
	a.Venue, a.URLs = "ICML", []string{"http://a.example/"}
	b := record("Learning to crawl the hidden web.", 2001, "Roe, Jane", "John Doe")
	b.DOI, b.Venue, b.URLs, b.IDs = "10.1000/182", "International Conference on Machine Learning", []string{"http://a.example/", "http://b.example/"}, []string{"dblp:conf/icml/RoeD01"}
	b.People = []bibliography.Person{{ORCID: "0000-0002-1825-0097"}, {}}
	c := record("", 0)
	c.DOI, c.Abstract = "10.1000/182", "We crawl."
	first, second := record("Editorial", 2001, "Jane Roe"), record("Editorial", 2001, "Jane Roe")
	first.Venue, first.Pages, second.Venue, second.Pages = "J", "1", "J", "77-78"
	m := newJoined()
	var numbers []int
	for _, r := range []bibliography.Record{a, first, b, second, c} {
		n, _ := m.add(r)
		numbers = append(numbers, n)
	}
	if d := cmp.Diff([]int{0, 1, 0, 2, 0}, numbers); d != "" {
		t.Errorf("numbers (-want +got):\n%s", d)
	}
	want := a
	want.Authors, want.People, want.DOI, want.Abstract, want.IDs, want.URLs = b.Authors, b.People, b.DOI, c.Abstract, b.IDs, b.URLs
	if d := cmp.Diff(want, m.records[0]); d != "" {
		t.Errorf("merged record (-want +got):\n%s", d)
	}
}

// joined joins records of one work, as package wanted does.
type joined struct {
	index   *identity.Index
	records []bibliography.Record
}

func newJoined() *joined { return &joined{index: identity.NewIndex()} }

// add adds a record: to that of the same work, or as a new one.
func (m *joined) add(r bibliography.Record) (number int, isNew bool) {
	w := identity.Of(&r)
	if found, ok := m.index.Find(w, identity.Records); ok {
		identity.Complete(&m.records[found.Number], &r)
		m.index.Extend(found.Number, w)
		return found.Number, false
	}
	m.records = append(m.records, r)
	return m.index.Add(w), true
}

func FuzzFind(f *testing.F) {
	f.Add("Learning to Crawl", "Jane Roe", "Lerning to Crawl", "Roe, J.", 2001)
	f.Add("Part I", "王伟", "Part II", "et al.", 0)
	f.Fuzz(func(t *testing.T, titleA, authorA, titleB, authorB string, year int) {
		a, b := record(titleA, year, authorA), record(titleB, year, authorB)
		x, y := identity.NewIndex(), identity.NewIndex()
		x.Add(identity.Of(&a))
		y.Add(identity.Of(&b))
		_, ab := x.Find(identity.Of(&b), identity.Exact)
		_, ba := y.Find(identity.Of(&a), identity.Exact)
		if ab != ba {
			t.Errorf("%q and %q are the same in one order only", titleA, titleB)
		}
		x.Find(identity.Of(&b), identity.Fuzzy)
		m := newJoined()
		m.add(a)
		if n, isNew := m.add(b); n < 0 || n > 1 || isNew != (len(m.records) == 2) {
			t.Errorf("number %d, new: %t, of %d", n, isNew, len(m.records))
		}
	})
}
