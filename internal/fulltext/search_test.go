package fulltext_test

import (
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"sluice/internal/fulltext"
	"sluice/search"
)

// shelf is a small library.
var shelf = []fulltext.Entry{
	{Key: "art", Title: "The Art of Computer Programming", Authors: []string{"Donald E. Knuth"}, Keywords: []string{"algorithms", "sorting"},
		Subjects: []string{"Theory", "Software"}, Abstract: "Algorithms are analysed with care.", Text: "Sorting and searching. Networks that sort. The heap is a tree.",
		Genre: "book", Type: "pdf", Site: "cs.stanford.example", Language: "en", Year: 1968, Citations: 100, URL: "http://cs.stanford.example/art.pdf"},
	{Key: "nets", Title: "Learning in Neural Networks", Authors: []string{"Ada Müller", "Bob Kahn"}, Subjects: []string{"Learning"},
		Abstract: "We train a neural network.", Text: "Networking is hard. Gradient descent works; see Knuth for sorting.",
		Genre: "paper", Type: "ps", Site: "www.ml.example", Language: "en", Year: 2003, Citations: 3},
	{Key: "dist", Title: "Routing in Computer Networks", Authors: []string{"Bob Kahn"}, Text: "A network of computers routes packets. It's the heap's fault.",
		Genre: "paper", Type: "pdf", Site: "ml.example", Language: "en", Year: 2001},
	{Key: "häuser", Title: "Über alte Häuser", Authors: []string{"Jörg Straßer"}, Text: "Das Haus ist alt. Viele Häuser sind älter.",
		Genre: "thesis", Type: "pdf", Site: "uni.example", Language: "de", Year: 2010},
	{Key: "http://uni.example/", Page: true, Title: "The group for networks", URL: "http://uni.example/", Text: "Welcome to our group. We study networks and sorting.",
		Type: "html", Site: "uni.example", Language: "en"},
}

func shelfIndex(t testing.TB) *fulltext.Index {
	t.Helper()
	x := openIndex(t)
	if err := x.Put(t.Context(), shelf); err != nil {
		t.Fatal(err)
	}
	return x
}

func find(t testing.TB, x *fulltext.Index, q search.Query) *search.Result {
	t.Helper()
	r, err := x.Search(t.Context(), q)
	if err != nil {
		t.Fatalf("search %+v: %v", q, err)
	}
	return r
}

// keys returns the keys of the hits in their order by name, behind a bar those that have some of the words only.
func keys(r *search.Result) string {
	var all, partial []string
	for _, h := range r.Hits {
		if h.Partial {
			partial = append(partial, h.Key)
		} else {
			all = append(all, h.Key)
		}
	}
	slices.Sort(all)
	slices.Sort(partial)
	if len(partial) > 0 {
		all = append(append(all, "|"), partial...)
	}
	return strings.Join(all, " ")
}

func TestQueryFinds(t *testing.T) {
	x := shelfIndex(t)
	for _, c := range []struct{ query, want string }{
		{"networks", "art dist http://uni.example/ nets"},
		{"network", "art dist http://uni.example/ nets"},
		{"NETWORKING", "art dist http://uni.example/ nets"},
		{`"networking"`, "nets"},
		{"neural networks", "nets | art dist http://uni.example/"},
		{`"neural networks"`, "nets"},
		{"neural AND networks", "nets"},
		{"networks NOT neural", "art dist http://uni.example/"},
		{"networks AND NOT neural AND NOT computer", "http://uni.example/"},
		{"NOT year:1968 AND sorting", "http://uni.example/ nets"},
		{`sorting "not" OR "and"`, "art http://uni.example/"},
		{`"networks neural"`, ""},
		{`"computer networks"`, "dist"},
		{"computer networks", "art dist | http://uni.example/ nets"},
		{"+computer networks", "art dist"},
		{"+neural sorting", "nets"},
		{"computer AND networks", "art dist"},
		{`"computer networks" sorting`, "| dist"},
		{`networks "of computers`, "art dist | http://uni.example/ nets"},
		{"computer-networks", "art dist | http://uni.example/ nets"},
		{"title:networks", "dist http://uni.example/ nets"},
		{"title:network computer", "dist | http://uni.example/ nets"},
		{`author:"bob kahn"`, "dist nets"},
		{"author:muller", "nets"},
		{"author:Straßer", "häuser"},
		{"author:strasser", "häuser"},
		{"Haus", "häuser"},
		{"hauser", "häuser"},
		{"subject:theory", "art"},
		{"keyword:sorting", "art"},
		{"abstract:train", "nets"},
		{"sort -neural", "art http://uni.example/"},
		{`networks -"computer networks"`, "art http://uni.example/ nets"},
		{"gradient OR routes", "dist nets"},
		{"(gradient OR routes) network", "dist nets | art http://uni.example/"},
		{"grad*", "nets"},
		{"grad* OR rout*", "dist nets"},
		{"gradeint~", "nets"},
		{"gradint~1", "nets"},
		{"xradient~", ""},
		{"author:knut~", "art"},
		{"networks site:ml.example", "dist nets"},
		{"networks site:www.ml.example", "nets"},
		{"networks -site:ml.example", "art http://uni.example/"},
		{"type:ps", "nets"},
		{"type:ps OR type:html", "http://uni.example/ nets"},
		{"genre:paper year:2001", "dist"},
		{"year:2001..2005", "dist nets"},
		{"year:..2001", "art dist"},
		{"year:2003..", "häuser nets"},
		{"year:1968 OR year:2010..", "art häuser"},
		{"language:de", "häuser"},
		{"-network", "häuser"},
		{"the heap", "art dist"},
		{"the", "art dist http://uni.example/"},
		{`"the heap"`, "art"},
		{`"the heap's"`, "dist"},
		{"it's", "dist"},
		{"", "art dist http://uni.example/ häuser nets"},
		{"computer: the art of it", "art | dist"},
		{"nosuchword", ""},
		{`title:"art of computer"`, "art"},
		{"http://networks/sorting", "| art dist http://uni.example/ nets"},
		{"Routing:packets", "dist"},
		{"networks OR", "art dist http://uni.example/ nets"},
		{"OR networks", "art dist http://uni.example/ nets"},
		{"AND networks", "art dist http://uni.example/ nets"},
		{"neural NOT", "nets"},
		{"networks NOT AND sorting", "art http://uni.example/ nets"},
		{"gradient OR OR routes", "| dist nets"},
		{"networks OR !!", "art dist http://uni.example/ nets"},
		{"networks -2003", "| art dist http://uni.example/ nets"},
		{"networks -neural2 -neural", "art dist http://uni.example/"},
	} {
		if got := keys(find(t, x, search.Query{Text: c.query})); got != c.want {
			t.Errorf("%s: found %q, want %q", c.query, got, c.want)
		}
	}
}

func TestFiltersNarrow(t *testing.T) {
	x := shelfIndex(t)
	if err := x.Put(t.Context(), []fulltext.Entry{{Key: "li", Authors: []string{"李明"}}, {Key: "wang", Authors: []string{"王明"}}}); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		q    search.Query
		want string
	}{
		{search.Query{Text: "networks", Kind: search.Documents}, "art dist nets"},
		{search.Query{Text: "networks", Kind: search.Pages}, "http://uni.example/"},
		{search.Query{Filters: search.Filters{Author: "Kahn, B."}}, "dist nets"},
		{search.Query{Filters: search.Filters{Author: "D. E."}}, ""},
		{search.Query{Filters: search.Filters{Author: "E."}}, "art"},
		{search.Query{Filters: search.Filters{Author: "李明"}}, "li"},
		{search.Query{Text: "author:李明"}, "li"},
		{search.Query{Text: "sorting", Filters: search.Filters{Author: "Donald Duck"}}, ""},
		{search.Query{Text: "packets gradient", Filters: search.Filters{Author: "Müller"}}, "| nets"},
		{search.Query{Text: "gradient sorting", Filters: search.Filters{Title: "computer"}}, "| art"},
		{search.Query{Text: "the", Filters: search.Filters{Subject: "software"}}, "art"},
		{search.Query{Filters: search.Filters{Title: "network computers"}}, "dist"},
		{search.Query{Filters: search.Filters{Subject: "software"}}, "art"},
		{search.Query{Filters: search.Filters{Keyword: "algorithm"}}, "art"},
		{search.Query{Filters: search.Filters{From: 2001, To: 2003}}, "dist nets"},
		{search.Query{Filters: search.Filters{To: 2001}}, "art dist"},
		{search.Query{Text: "sorting", Filters: search.Filters{Genre: "Paper", Type: "PS", Site: "ml.example", Language: "en"}}, "nets"},
		{search.Query{Filters: search.Filters{Genre: "poem"}}, ""},
	} {
		if got := keys(find(t, x, c.q)); got != c.want {
			t.Errorf("%+v: found %q, want %q", c.q, got, c.want)
		}
	}
	for _, author := range []string{"!?", "\u0308", strings.Repeat("x ", search.MaxTerms+1)} {
		if r, err := x.Search(t.Context(), search.Query{Text: "sorting", Filters: search.Filters{Author: author}}); err == nil {
			t.Errorf("the author %.10q is no error: %d found", author, r.Total)
		}
	}
}

func TestBadQuerySaysWhere(t *testing.T) {
	x := shelfIndex(t)
	for _, c := range []struct{ query, want string }{
		{`title:""`, "nothing to look for after title:"},
		{"title:!!", "nothing to look for after title:"},
		{"héros OR -sorting", "at character 10: what is excluded cannot be one side of an OR"},
		{"networks OR NOT sorting", "cannot be one side of an OR"},
		{"NEAR(neural networks, 5)", "there is no NEAR"},
		{"neural NEAR/5 networks", "at character 8: there is no NEAR"},
		{"networks OR year:2001", "OR joins words with words, or two values of one field"},
		{"year:2001 OR networks", "OR joins words with words, or two values of one field"},
		{"year:soon", "a year is written year:2001"},
		{"year:2001..2002..2003", "a year is written"},
		{"n*", "at least two letters"},
		{"ab~", "at least three letters"},
		{"!?", "there is no word in it"},
		{"caf\xe9", "UTF-8"},
		{strings.Repeat("x", search.MaxQuery+1), "at most 16384 bytes"},
		{strings.Repeat("x ", search.MaxTerms+1), "at most 512 terms"},
		{"sorting" + strings.Repeat(" OR sort~", search.MaxPatterns/2) + strings.Repeat(" OR so*", search.MaxPatterns/2+1), "at most 16 words with * or ~"},
	} {
		_, err := x.Search(t.Context(), search.Query{Text: c.query})
		var bad *search.QueryError
		if !errors.As(err, &bad) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%.50s: %v, want %q", c.query, err, c.want)
		}
	}
}

func TestEmptyResultTriesFewerWords(t *testing.T) {
	x := shelfIndex(t)
	r := find(t, x, search.Query{Text: "neural gradient xyzzy"})
	if keys(r) != "| nets" || !cmp.Equal(r.Notes, []string{"no text has xyzzy", "no text has all the words; these have some of them"}) {
		t.Errorf("found %q with the notes %q", keys(r), r.Notes)
	}
	r = find(t, x, search.Query{Text: "heap gradient"})
	if keys(r) != "| art dist nets" || !cmp.Equal(r.Notes, []string{"no text has all the words; these have some of them"}) {
		t.Errorf("found %q with the notes %q", keys(r), r.Notes)
	}
	r = find(t, x, search.Query{Text: "welcome networks"})
	if keys(r) != "http://uni.example/ | art dist nets" || !r.Hits[0].Page ||
		!cmp.Equal(r.Notes, []string{"no document has all the words; pages that have them: 1 (--kind pages)"}) {
		t.Errorf("found %q with the notes %q", keys(r), r.Notes)
	}
	r = find(t, x, search.Query{Text: "networks genre:poem"})
	if r.Total != 0 || !cmp.Equal(r.Notes, []string{`nothing matches the genre "poem"`}) {
		t.Errorf("%d found with the notes %q", r.Total, r.Notes)
	}
}

// TestMarkedWordMustBeThere: what is found without it is offered, not shown.
func TestMarkedWordMustBeThere(t *testing.T) {
	x := shelfIndex(t)
	for _, c := range []struct {
		query string
		want  []string
	}{
		{"+xyzzy networks", []string{"nothing matches +xyzzy", "without +xyzzy: 4 found"}},
		{"xyzzy AND networks", []string{"nothing matches xyzzy", "without xyzzy: 4 found"}},
		{"+gradeint networks", []string{"nothing matches +gradeint", "without +gradeint: 4 found"}},
		{`"no such phrase" networks`, []string{`nothing matches "no such phrase"`, `without "no such phrase": 4 found`}},
		{"author:nobody neural networks", []string{"nothing matches author:nobody", "without author:nobody: 4 found"}},
		{"packets AND gradient", []string{"without packets: 1 found", "without gradient: 1 found"}},
		{"+packets author:müller networks", []string{"without +packets: 1 found", "without author:müller: 1 found"}},
		{"+xyzzy", nil},
	} {
		if r := find(t, x, search.Query{Text: c.query}); r.Total != 0 || !cmp.Equal(r.Notes, c.want, cmpopts.EquateEmpty()) {
			t.Errorf("%s: %d found with the notes %q, want %q", c.query, r.Total, r.Notes, c.want)
		}
	}
}

func TestUnknownFieldIsNoted(t *testing.T) {
	x := shelfIndex(t)
	for query, want := range map[string]string{"titel:networks": `there is no field "titel": it was read as a word; there are title, author`, "http://uni.example/": ""} {
		if got := strings.Join(find(t, x, search.Query{Text: query}).Notes, "; "); !strings.HasPrefix(got, want) || want == "" && strings.Contains(got, "field") {
			t.Errorf("%s: notes %q, want %q", query, got, want)
		}
	}
	if r := find(t, x, search.Query{Text: "heap OR wa:x OR wb:x OR wc:x OR wd:x OR we:x"}); r.Total == 0 || len(r.Notes) != 3 {
		t.Errorf("%d found with the notes %q", r.Total, r.Notes)
	}
}

// TestPastedTextHasNoSigns: what would exclude, begin, differ or be an error in a query is text in one of many words.
func TestPastedTextHasNoSigns(t *testing.T) {
	x := shelfIndex(t)
	many := strings.Repeat("packets of many words ", 10)
	for _, c := range []struct{ text, want string }{
		{many + "slope -network -sorting NOT heap", "| art dist http://uni.example/ nets"},
		{many + "n* ab~ title:!! year:soon OR NOT NEAR(x, 5) (zzz) Background:x year:", "| dist"},
		{many + strings.Repeat("gradien~ gradi* ", 20), "| dist"},
		{many + "gradient year:2003", "| nets"},
		{many + "gradient -year:2003", "| dist"},
	} {
		r := find(t, x, search.Query{Text: c.text})
		if got := keys(r); got != c.want || strings.Contains(strings.Join(r.Notes, "; "), "parentheses") {
			t.Errorf("%s: found %q with the notes %q, want %q", strings.TrimPrefix(c.text, many), got, r.Notes, c.want)
		}
	}
}

// TestTotalDoesNotDependOnLimit: nor do counts, also where many documents are of one work.
func TestTotalDoesNotDependOnLimit(t *testing.T) {
	x := openIndex(t)
	var all []fulltext.Entry
	for i := range 40 {
		e := fulltext.Entry{Key: fmt.Sprint("part", i), Title: "On order", Text: "Some theory.", Genre: "report"}
		if i < 20 {
			e = fulltext.Entry{Title: "On lattices", Text: "A theory of lattices.", Genre: "paper"}
			for version := range 4 {
				e.Key, e.Work = fmt.Sprintf("work%d.%d", i, version), fmt.Sprintf("work%d.0", i)
				all = append(all, e)
			}
			continue
		}
		all = append(all, e)
	}
	if err := x.Put(t.Context(), all); err != nil {
		t.Fatal(err)
	}
	want := []search.Count{{Value: "paper", N: 80}, {Value: "report", N: 20}}
	for _, limit := range []int{1, 10, 50, 100} {
		r := find(t, x, search.Query{Text: "lattice theory", Limit: limit})
		if r.Total != 40 || r.Complete != 20 || !cmp.Equal(r.Facets["genre"], want) {
			t.Errorf("limit %d: %d, of them %d with all words, genres %v", limit, r.Total, r.Complete, r.Facets["genre"])
		}
	}
	if r := find(t, x, search.Query{Text: "theory order", Limit: 1}); r.Total != 40 {
		t.Errorf("%d", r.Total)
	}
}

// TestScoresAreThoseOfTheTexts: not of those that were there before.
func TestScoresAreThoseOfTheTexts(t *testing.T) {
	x := shelfIndex(t)
	query := search.Query{Text: "computer networks"}
	want := find(t, x, query).Hits
	for range 10 {
		for _, e := range shelf {
			if err := x.Put(t.Context(), []fulltext.Entry{e}); err != nil {
				t.Fatal(err)
			}
		}
	}
	if d := cmp.Diff(want, find(t, x, query).Hits, cmpopts.EquateApprox(1e-9, 0)); d != "" {
		t.Error(d)
	}
}

func TestEmptyResultNamesFilter(t *testing.T) {
	x := shelfIndex(t)
	for _, c := range []struct {
		q    search.Query
		want []string
	}{
		{search.Query{Filters: search.Filters{Author: "Boley"}}, []string{`nothing matches the author "Boley"`}},
		{search.Query{Text: "sorting", Filters: search.Filters{Author: "Boley", From: 2000}}, []string{`nothing matches the author "Boley"`}},
		{search.Query{Text: "gradient", Filters: search.Filters{Author: "knuth", Language: "en"}}, []string{`without the author "knuth": 1 found`}},
		{search.Query{Text: "sorting", Kind: search.Pages, Filters: search.Filters{From: 1900}}, []string{
			"without the year 1900..: 1 found", "without the kind pages: 2 found"}},
		{search.Query{Text: "-networks", Filters: search.Filters{From: 2003, To: 2003}}, []string{"without the year 2003: 1 found"}},
		{search.Query{Filters: search.Filters{Subject: "poetry", Site: "nowhere.example"}}, []string{
			`nothing matches the subject "poetry"`, `nothing matches the site "nowhere.example"`}},
		{search.Query{Text: "sorting -site:uni.example", Kind: search.Pages}, []string{"without the kind pages: 2 found"}},
		{search.Query{Text: "welcome", Kind: search.Documents}, []string{"no document found; pages: 1 (--kind pages)"}},
		{search.Query{Text: "gradient", Filters: search.Filters{Title: "haus", Author: "knuth"}}, []string{"each part of the query matches something, but nothing matches all of it"}},
	} {
		if r := find(t, x, c.q); r.Total != 0 || !cmp.Equal(r.Notes, c.want) {
			t.Errorf("%+v: %d found with the notes %q, want %q", c.q, r.Total, r.Notes, c.want)
		}
	}
	if r := find(t, x, search.Query{Text: "(gradient routes) OR heap"}); len(r.Notes) != 2 || !strings.HasPrefix(r.Notes[0], "parentheses do not group") {
		t.Errorf("parentheses: notes %q", r.Notes)
	}
}

// TestDocumentsOfOneWorkAreOneHit: the best of them, in any order of arrival.
func TestDocumentsOfOneWorkAreOneHit(t *testing.T) {
	works := []fulltext.Entry{
		{Key: "a.pdf", Title: "Lattices", Text: "Of lattices.", Type: "pdf", Language: "en"},
		{Key: "a.ps", Work: "a.pdf", Title: "Lattices", Text: "Of lattices.", Type: "ps", Language: "en"},
		{Key: "a.tex", Work: "a.pdf", Title: "Lattices", Text: "Of lattices.", Type: "tex", Language: "en"},
		{Key: "b.pdf", Title: "Of groups and lattices", Text: "There are many groups, and in them there are lattices.", Type: "pdf", Language: "en"},
		{Key: "b.ps", Work: "b.pdf", Title: "Of groups and lattices", Text: "There are many groups. Lattices, lattices, lattices.", Type: "ps", Language: "en"},
	}
	for i := range works {
		works = append(works[1:], works[0])
		x := openIndex(t)
		if err := x.Put(t.Context(), works); err != nil {
			t.Fatal(err)
		}
		for _, c := range []struct {
			q    search.Query
			want []string
		}{
			{search.Query{Text: "lattices"}, []string{"a.pdf", "b.ps"}},
			{search.Query{}, []string{"a.pdf", "b.pdf"}},
			{search.Query{Text: "type:ps"}, []string{"a.ps", "b.ps"}},
		} {
			for offset, want := range c.want {
				c.q.Offset, c.q.Limit = offset, 1
				if r := find(t, x, c.q); keys(r) != want || r.Total != 2 || r.More {
					t.Errorf("order %d, %q, hit %d of %d: %s, want %s", i, c.q.Text, offset, r.Total, keys(r), want)
				}
			}
		}
		if r := find(t, x, search.Query{Text: "lattices"}); !cmp.Equal(r.Facets["type"], []search.Count{{Value: "pdf", N: 2}, {Value: "ps", N: 2}, {Value: "tex", N: 1}}) {
			t.Errorf("types %v", r.Facets["type"])
		}
	}
}

// TestEmptyQuerySortsByCitations: then by title, whatever came first into the index.
func TestEmptyQuerySortsByCitations(t *testing.T) {
	want := []fulltext.Entry{
		{Key: "d", Title: "Zebras", Citations: 7}, {Key: "h", Title: "Ants, and Their Ways", Authors: []string{"Ada Marsh"}},
		{Key: "b", Title: "ants and theorems", Authors: []string{"Ada Maria Marsh"}}, {Key: "g", Title: "Überblick", Authors: []string{"Marsh"}},
		{Key: "c", URL: "http://z.example/"}, {Key: "e", Title: "Zoos"}, {Key: "f", Title: "Zoos"},
	}
	for seed := range uint64(5) {
		x := openIndex(t)
		mixed := slices.Clone(want)
		rand.New(rand.NewPCG(seed, 0)).Shuffle(len(mixed), func(i, k int) { mixed[i], mixed[k] = mixed[k], mixed[i] })
		if err := x.Put(t.Context(), mixed); err != nil {
			t.Fatal(err)
		}
		for _, c := range []struct {
			q    search.Query
			want string
		}{{search.Query{}, "d h b c g e f"}, {search.Query{Filters: search.Filters{Author: "marsh"}}, "h b g"}, {search.Query{Text: "-zebras"}, "h b c g e f"}} {
			var got []string
			for _, h := range find(t, x, c.q).Hits {
				got = append(got, h.Key)
			}
			if strings.Join(got, " ") != c.want {
				t.Errorf("seed %d, %+v: %q, want %s", seed, c.q, got, c.want)
			}
		}
	}
}

func TestOrderOfHits(t *testing.T) {
	x := openIndex(t)
	var all []fulltext.Entry
	for i := range 30 { // so that a word of few texts tells something
		all = append(all, fulltext.Entry{Key: fmt.Sprintf("filler%d", i), Text: "nothing of note at all", Language: "en"})
	}
	same := "A text of some words about lattices and other things."
	all = append(all,
		fulltext.Entry{Key: "body", Title: "Other things", Text: same, Language: "en", Year: 2020, LinkedFrom: 3},
		fulltext.Entry{Key: "title", Title: "Lattices", Text: same, Language: "en", Year: 1990, Citations: 1},
		fulltext.Entry{Key: "cited", Title: "Other things", Text: same, Language: "en", Year: 2000, Citations: 50},
	)
	if err := x.Put(t.Context(), all); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		sort search.Sort
		want []string
	}{
		{search.ByRelevance, []string{"title", "cited", "body"}},
		{search.ByCitations, []string{"cited", "title", "body"}},
		{search.ByYear, []string{"body", "cited", "title"}},
		{search.ByLinks, []string{"body", "title", "cited"}},
	} {
		for offset := range c.want {
			r := find(t, x, search.Query{Text: "lattices", Sort: c.sort, Offset: offset, Limit: 1})
			if len(r.Hits) != 1 || r.Hits[0].Key != c.want[offset] || r.Total != 3 {
				t.Errorf("sort %d, hit %d of %d: %+v, want %s", c.sort, offset, r.Total, r.Hits, c.want[offset])
			}
		}
	}
	for _, q := range []search.Query{{Offset: -1}, {Offset: 1 << 30}, {Limit: -1}, {Limit: 1 << 30}} {
		if _, err := x.Search(t.Context(), q); err == nil {
			t.Errorf("%+v is no error", q)
		}
	}
}

// TestOrderOfTexts shows what comes before what among texts of the same length.
func TestOrderOfTexts(t *testing.T) {
	text := func(words string) string { return words + strings.Repeat(" filling", 20-strings.Count(words, " ")) }
	rest := func(n int, words string) (all []fulltext.Entry) {
		for i := range n {
			all = append(all, fulltext.Entry{Key: fmt.Sprint("rest", i), Title: "Something else", Text: text(words), Language: "en"})
		}
		return all
	}
	for _, c := range []struct {
		name, query string
		texts       []fulltext.Entry
		want        string
	}{
		{"a document before a page that has the words more often", "lattice theory", append(rest(20, "nothing"),
			fulltext.Entry{Key: "page", Page: true, Title: "Lattice theory", Text: text("lattice theory lattice theory lattice theory")},
			fulltext.Entry{Key: "document", Title: "Sums", Text: text("a theory of every lattice")},
		), "document page"},
		{"a page with both words near each other before a document with one", "lattice theory", append(rest(20, "nothing"),
			fulltext.Entry{Key: "document", Title: "Sums", Text: text("a theory")},
			fulltext.Entry{Key: "page", Page: true, Title: "Lattice theory", Text: text("the theory of a lattice")},
		), "page document"},
		{"a document with one word before a page with both far apart", "lattice theory", append(rest(20, "nothing"),
			fulltext.Entry{Key: "document", Title: "Sums", Text: text("a theory")},
			fulltext.Entry{Key: "page", Page: true, Title: "Notes", Text: "lattice " + strings.Repeat("filling ", 200) + "theory"},
		), "document page"},
		{"of a sentence, a document with most words before a page with all", "how does the theory of a distributive lattice explain the sums of modules", append(rest(20, "nothing"),
			fulltext.Entry{Key: "page", Page: true, Title: "Links", Text: text("how theory distributive lattice explain sums modules")},
			fulltext.Entry{Key: "document", Title: "Sums", Text: text("how the theory of a distributive lattice explains the sums")},
		), "document page"},
		{"all words before a rare one many times", "lattice theory", append(rest(20, "theory"),
			fulltext.Entry{Key: "one", Title: "Lattices", Text: text("lattice lattice lattice")},
			fulltext.Entry{Key: "both", Title: "Sums", Text: text("lattice theory")},
		), "both one"},
		{"words next to each other before words apart", "lattice theory", append(rest(20, "nothing"),
			fulltext.Entry{Key: "apart", Title: "Sums", Text: text("of some lattice filling theory")},
			fulltext.Entry{Key: "near", Title: "Sums", Text: text("of some lattice theory")},
		), "near apart"},
		{"words in their order before the reverse", "lattice theory", append(rest(20, "nothing"),
			fulltext.Entry{Key: "reverse", Title: "Sums", Text: text("some of theory lattice")},
			fulltext.Entry{Key: "order", Title: "Sums", Text: text("some of lattice theory")},
		), "order reverse"},
		{"the title before the body", "lattice", append(rest(20, "nothing"),
			fulltext.Entry{Key: "body", Title: "Sums", Text: text("lattice lattice nothing")},
			fulltext.Entry{Key: "title", Title: "Lattice", Text: text("nothing at all")},
		), "title body"},
		{"a document with the words near each other before a long one with them far apart", "lattice theory", append(rest(20, "nothing"),
			fulltext.Entry{Key: "apart", Title: "Sums", Text: strings.Repeat("lattice ", 20) + strings.Repeat("filling ", 2000) + strings.Repeat("theory ", 20)},
			fulltext.Entry{Key: "near", Title: "Sums", Text: strings.Repeat("filling ", 2000) + "of theory and lattice"},
		), "near apart"},
		{"a page with the words near each other before a long document with them far apart", "lattice theory", append(rest(20, "nothing"),
			fulltext.Entry{Key: "document", Title: "Sums", Text: "lattice " + strings.Repeat("filling ", 2000) + "theory"},
			fulltext.Entry{Key: "page", Page: true, Title: "Notes", Text: text("a theory of lattices")},
		), "page document"},
		{"a document with the words near each other before a page with them in its title", "lattice theory", append(rest(20, "nothing"),
			fulltext.Entry{Key: "document", Title: "Sums", Text: text("a theory of lattices")},
			fulltext.Entry{Key: "page", Page: true, Title: "Lattice theory", Text: text("lattice theory lattice theory")},
		), "document page"},
		{"the words near each other, though the query repeats them, before twenty words apart", "lattice theory lattice theory", append(rest(20, "nothing"),
			fulltext.Entry{Key: "apart", Title: "Sums", Text: strings.Repeat("lattice "+strings.Repeat("filling ", 20)+"theory "+strings.Repeat("filling ", 20), 40)},
			fulltext.Entry{Key: "near", Title: "Sums", Text: strings.Repeat("filling ", 2000) + "of theory and lattice"},
		), "near apart"},
		{"a long document with the words in its fields before one with them far apart", "lattice theory", append(rest(20, "nothing"),
			fulltext.Entry{Key: "apart", Title: "Sums", Text: strings.Repeat("lattice ", 20) + strings.Repeat("filling ", 2000) + strings.Repeat("theory ", 20)},
			fulltext.Entry{Key: "fields", Title: "Lattices", Anchors: []string{"On the theory"}, Text: "lattice " + strings.Repeat("filling ", 2000) + "theory"},
		), "fields apart"},
		{"a short document before a long one with the words far apart", "lattice theory", append(rest(20, "nothing"),
			fulltext.Entry{Key: "short", Title: "Sums", Text: "lattice " + strings.Repeat("filling ", 500) + "theory"},
			fulltext.Entry{Key: "apart", Title: "Sums", Text: strings.Repeat("lattice ", 200) + strings.Repeat("filling ", 2000) + strings.Repeat("theory ", 200)},
		), "short apart"},
		{"a page with the words near each other before one with them far apart", "lattice theory", append(rest(20, "nothing"),
			fulltext.Entry{Key: "apart", Page: true, Title: "Sums", Text: strings.Repeat("lattice ", 20) + strings.Repeat("filling ", 200) + strings.Repeat("theory ", 20)},
			fulltext.Entry{Key: "near", Page: true, Title: "Sums", Text: strings.Repeat("filling ", 200) + "of theory and lattice"},
		), "near apart"},
		{"a name of letters and digits as two words before the words far apart", "CS 414", append(rest(20, "nothing"),
			fulltext.Entry{Key: "apart", Title: "Sums", Text: strings.Repeat("414 ", 9) + strings.Repeat("filling ", 2000) + "cs cs cs"},
			fulltext.Entry{Key: "name", Title: "Sums", Text: strings.Repeat("filling ", 2000) + "CS414"},
		), "name apart"},
		{"a heading before the body", "lattice", append(rest(20, "nothing"),
			fulltext.Entry{Key: "body", Title: "Sums", Text: text("a lattice and nothing")},
			fulltext.Entry{Key: "heading", Title: "Sums", Headings: []string{"Sums", "Lattices"}, Text: text("a lattice and nothing")},
		), "heading body"},
		{"the text of a link before the body", "lattice", append(rest(20, "nothing"),
			fulltext.Entry{Key: "body", Title: "Sums", Text: text("a lattice and nothing")},
			fulltext.Entry{Key: "anchor", Title: "Sums", Anchors: []string{"Lattices"}, Text: text("nothing at all")},
		), "anchor body"},
		{"the title before the body, of a word that every text has", "lattices", append(rest(4, "a lattice for everyone"),
			fulltext.Entry{Key: "body", Title: "Sums", Text: text(strings.Repeat("lattice ", 9) + "lattice")},
			fulltext.Entry{Key: "title", Title: "On the lattice", Text: text("a lattice")},
		), "title body"},
	} {
		t.Run(c.name, func(t *testing.T) {
			first, second, _ := strings.Cut(c.want, " ")
			for range 2 {
				x := openIndex(t)
				if err := x.Put(t.Context(), c.texts); err != nil {
					t.Fatal(err)
				}
				var got []string
				for _, h := range find(t, x, search.Query{Text: c.query, Limit: 100}).Hits {
					if !strings.HasPrefix(h.Key, "rest") {
						got = append(got, h.Key)
					}
				}
				if !slices.Equal(got, []string{first, second}) {
					t.Errorf("found %q; want %q, %q", got, first, second)
				}
				// Again with keys and order of arrival exchanged: the order is not that of equals.
				exchanged := map[string]string{first: second, second: first}
				for i, e := range c.texts {
					c.texts[i].Key = e.Key
					if other := exchanged[e.Key]; other != "" {
						c.texts[i].Key = other
					}
				}
				slices.Reverse(c.texts)
				first, second = second, first
			}
		})
	}
}

func TestHitAndFacets(t *testing.T) {
	x := shelfIndex(t)
	r := find(t, x, search.Query{Text: "neural network"})
	if r.Complete != 1 || r.Total != 4 || len(r.Hits) != 4 {
		t.Fatalf("%d hits of %d, %d of them with all words", len(r.Hits), r.Total, r.Complete)
	}
	h := r.Hits[0]
	h.Score, h.Snippets = 0, nil
	want := search.Hit{Key: "nets", Title: "Learning in Neural Networks", Authors: []string{"Ada Müller", "Bob Kahn"}, Year: 2003,
		Genre: "paper", Type: "ps", Site: "www.ml.example", Language: "en", Citations: 3}
	if d := cmp.Diff(want, h); d != "" {
		t.Error(d)
	}
	r = find(t, x, search.Query{Limit: 1})
	facets := map[string][]search.Count{
		"genre":    {{Value: "paper", N: 2}, {Value: "book", N: 1}, {Value: "thesis", N: 1}},
		"type":     {{Value: "pdf", N: 3}, {Value: "html", N: 1}, {Value: "ps", N: 1}},
		"site":     {{Value: "uni.example", N: 2}, {Value: "cs.stanford.example", N: 1}, {Value: "ml.example", N: 1}, {Value: "www.ml.example", N: 1}},
		"language": {{Value: "en", N: 4}, {Value: "de", N: 1}},
		"subject":  {{Value: "Learning", N: 1}, {Value: "Software", N: 1}, {Value: "Theory", N: 1}},
		"year":     {{Value: "1968", N: 1}, {Value: "2001", N: 1}, {Value: "2003", N: 1}, {Value: "2010", N: 1}},
	}
	if d := cmp.Diff(facets, r.Facets); d != "" || r.Total != 5 || len(r.Hits) != 1 {
		t.Errorf("of %d, %d hits: %s", r.Total, len(r.Hits), d)
	}
}

func TestSnippetShowsTheWords(t *testing.T) {
	x := openIndex(t)
	filler := strings.Repeat("Nothing to see here, move along. ", 3000)
	if err := x.Put(t.Context(), []fulltext.Entry{
		{Key: "deep", Language: "en", Text: filler + "At last the Crawlers\nwere crawling\x00 the\u202e Wéb at night. " + filler},
		{Key: "abstract", Language: "en", Abstract: "Only here are zebras."},
	}); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		query, key string
		marked     []string
	}{
		{"crawls web", "deep", []string{"crawling", "Wéb"}},
		{"crawler web", "deep", []string{"Crawlers", "Wéb"}},
		{`"the web at night"`, "deep", []string{"the", "Wéb", "at", "night"}},
		{"craw*", "deep", []string{"Crawlers", "crawling"}},
		{"crawlesr~", "deep", []string{"Crawlers"}},
		{"zebra", "abstract", []string{"zebras"}},
	} {
		r := find(t, x, search.Query{Text: c.query})
		if len(r.Hits) != 1 || r.Hits[0].Key != c.key || len(r.Hits[0].Snippets) == 0 {
			t.Errorf("%s: %+v", c.query, r.Hits)
			continue
		}
		s := r.Hits[0].Snippets[0]
		var marked []string
		for _, m := range s.Marks {
			marked = append(marked, s.Text[m.Start:m.End])
		}
		if d := cmp.Diff(c.marked, marked); d != "" || len(s.Text) > 600 || strings.ContainsFunc(s.Text, unicode.IsControl) || strings.Contains(s.Text, "\u202e") {
			t.Errorf("%s: %q: %s", c.query, s.Text, d)
		}
	}
}

func TestEveryHitHasItsSnippet(t *testing.T) {
	x := openIndex(t)
	filler := strings.Repeat("Nothing to see here, move along. ", 4000)
	var theses []fulltext.Entry
	for i := range 10 {
		theses = append(theses, fulltext.Entry{Key: fmt.Sprint(i), Language: "en", Text: "Of crawlers. " + filler + filler + filler + "Of webs."})
	}
	if err := x.Put(t.Context(), theses); err != nil {
		t.Fatal(err)
	}
	for i, h := range find(t, x, search.Query{Text: "crawler web"}).Hits {
		if len(h.Snippets) == 0 || len(h.Snippets[0].Marks) == 0 {
			t.Errorf("hit %d: snippets %+v", i, h.Snippets)
		}
	}
}

func TestSnippetShowsSearchedWords(t *testing.T) {
	x := openIndex(t)
	if err := x.Put(t.Context(), []fulltext.Entry{{Key: "k", Language: "en", Authors: []string{"Ada Knuth"},
		Text: "The first crawler. " + strings.Repeat("Nothing to see here, move along. ", 2000) + "Crawlers, says Knuth."}}); err != nil {
		t.Fatal(err)
	}
	for _, q := range []search.Query{{Text: "crawler author:knuth"}, {Text: "crawler", Filters: search.Filters{Author: "Knuth"}}} {
		if r := find(t, x, q); len(r.Hits) != 1 || !strings.HasPrefix(r.Hits[0].Snippets[0].Text, "The first crawler.") {
			t.Errorf("%+v: %+v", q, r.Hits)
		}
	}
}

func TestSnippetPrefersWhatTheTextSays(t *testing.T) {
	filler := strings.Repeat("Nothing to see here, move along. ", 200)
	list := "\nReferences\n[1] A. Lee. Focused crawling of the deep web. In Heaps of Sand, 1999.\n"
	for _, c := range []struct{ name, abstract, text, want string }{
		{"the abstract", "Crawling is focused here.", "Focused crawling in the text.", "Crawling is focused here."},
		{"the text, if it shows more", "Crawling is done here.", "Focused crawling in the text.", "Focused crawling in the text."},
		{"the text, not its references", "", "Here crawling is meant. " + filler + list, "Here crawling is meant."},
		{"the references, if only they have a word", "", "Of beetles. " + filler + list, "[1] A. Lee. Focused crawling"},
		{"the text behind a table of contents", "", "Contents\nReferences\nIndex\n" + filler + " Focused crawling in the text.", "Focused crawling in the text."},
	} {
		x := openIndex(t)
		if err := x.Put(t.Context(), []fulltext.Entry{{Key: "k", Language: "en", Abstract: c.abstract, Text: c.text}}); err != nil {
			t.Fatal(err)
		}
		r := find(t, x, search.Query{Text: "focused crawling"})
		if len(r.Hits) != 1 || len(r.Hits[0].Snippets) == 0 || !strings.Contains(r.Hits[0].Snippets[0].Text, c.want) {
			t.Errorf("%s: %+v", c.name, r.Hits)
		}
	}
}

func TestSnippetOfALongWordIsShort(t *testing.T) {
	x := openIndex(t)
	if err := x.Put(t.Context(), []fulltext.Entry{{Key: "k", Text: "See: needle" + strings.Repeat("x", 30_000) + " and so on."}}); err != nil {
		t.Fatal(err)
	}
	r := find(t, x, search.Query{Text: "needle*"})
	if len(r.Hits) != 1 || len(r.Hits[0].Snippets) != 1 {
		t.Fatalf("%d hits", len(r.Hits))
	}
	s := r.Hits[0].Snippets[0]
	if len(s.Text) > 1000 || len(s.Marks) != 1 || !strings.HasPrefix(s.Text[s.Marks[0].Start:s.Marks[0].End], "needlexxx") {
		t.Errorf("%d bytes, marks %v: %.50q", len(s.Text), s.Marks, s.Text)
	}
}

func TestHostileEntryIsHarmless(t *testing.T) {
	x := openIndex(t)
	nasty := "\x1b[31mred\x00 \u202egnorw \xff\xfe \"quoted\" =en=stem OR NOT { } * ^ needle"
	e := fulltext.Entry{Key: "k", URL: nasty, Site: nasty, Title: nasty, Authors: []string{nasty, "", "a\nb"}, Keywords: []string{nasty}, Subjects: []string{nasty, nasty},
		Abstract: nasty, Text: nasty + strings.Repeat("x", 1<<20), Genre: nasty, Type: nasty, Language: nasty, Year: -5, Citations: -7}
	if err := x.Put(t.Context(), []fulltext.Entry{e}); err != nil {
		t.Fatal(err)
	}
	r := find(t, x, search.Query{Text: "needle"})
	if len(r.Hits) != 1 {
		t.Fatalf("%d hits", len(r.Hits))
	}
	h := r.Hits[0]
	shown := []string{h.URL, h.Site, h.Title, h.Genre, h.Type, h.Language}
	shown = append(append(shown, h.Authors...), h.Snippets[0].Text)
	for counts := range maps.Values(r.Facets) {
		for _, c := range counts {
			shown = append(shown, c.Value)
		}
	}
	for _, s := range shown {
		if !utf8.ValidString(s) || strings.ContainsFunc(s, func(r rune) bool { return unicode.IsControl(r) || r == 0x202e }) {
			t.Errorf("shown: %q", s)
		}
	}
	if h.Year != 0 || h.Citations != 0 || len(h.Authors) != 2 {
		t.Errorf("%+v", h)
	}
	for _, entry := range []fulltext.Entry{{}, {Key: "\xff"}, {Key: strings.Repeat("k", 1<<20)}} {
		if err := x.Put(t.Context(), []fulltext.Entry{{Key: "good"}, entry}); err == nil {
			t.Errorf("key %.20q is no error", entry.Key)
		}
	}
	if r := find(t, x, search.Query{}); r.Total != 1 {
		t.Errorf("%d entries: a put with one bad key is no put", r.Total)
	}
}

// TestWordsMatch shows which words find which: every text is found or not, and the exact one is the first.
func TestWordsMatch(t *testing.T) {
	x := openIndex(t)
	var all []fulltext.Entry
	for key, text := range map[string]string{
		"cpp": "a program in C++ for Windows", "c": "a program in C for Unix", "csharp": "a program in C# of ours", "net": "fishing with a net",
		"dotnet": "the .NET framework", "host": "see example.net for it", "thesis": "my thesis on rivers", "theses": "many theses on lakes", "these": "these are the facts",
		"email": "send me email now", "e-mail": "send me e-mail now", "online": "an online catalogue", "on-line": "an on-line catalogue", "line": "a line on paper",
		"io": "fast i/o for disks", "o": "an o in a word", "tcp": "the TCP/IP protocol", "cafe": "a cafe in Paris", "café": "a café in Lyon",
		"zh": "我们研究机器学习的方法", "zh2": "机场的学生习惯", "ja": "図書館の検索システム", "dont": "we don't know it", "knuth": "Knuth's volumes", "alembert": "l'algorithme de d'Alembert",
		"rd": "spending on R&D grows", "analyses": "two analyses of data", "analysis": "the analysis of soil", "cs414": "notes of CS414 in spring", "cs 414": "the course CS 414 in autumn", "cs-414": "exams of cs-414", "414": "room 414 of CS", "utf8": "text in UTF-8", "64bit": "a 64bit word", "d3": "vitamin D3", "d 3": "vitamin D, 3 of them",
		"java": "Java and its virtual machine", "javas": "Java without anything else",
	} {
		all = append(all, fulltext.Entry{Key: key, Text: text, Language: "en"})
	}
	if err := x.Put(t.Context(), all); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ query, want string }{
		{"C++", "cpp"},
		{"c", "c"},
		{"C#", "csharp"},
		{".NET", "dotnet"},
		{"net", "host net"},
		{"thesis", "theses thesis"},
		{"theses", "theses thesis"},
		{"analysis", "analyses analysis"},
		{"email", "e-mail email"},
		{"e-mail", "e-mail email"},
		{"online", "on-line online"},
		{"on-line", "on-line online"},
		{"i/o", "io"},
		{"TCP/IP", "tcp"},
		{"R&D", "rd"},
		{"cafe", "cafe café"},
		{"café", "cafe café"},
		{"机器学习", "zh"},
		{"学习", "zh"},
		{"検索", "ja"},
		{"図書館の検索", "ja"},
		{"don't", "dont"},
		{"knuth", "knuth"},
		{"algorithme", "alembert"},
		{"l'algorithme", "alembert"},
		{"CS414", "cs 414 cs-414 cs414"},
		{"cs 414", "414 cs 414 cs-414 cs414"},
		{"CS-414", "414 cs 414 cs-414 cs414"},
		{"+CS414", "cs 414 cs-414 cs414"},
		{`"CS414"`, "cs414"},
		{"CS 414 autumn", "cs 414"},
		{"utf8", "utf8"},
		{"64 bit", "64bit"},
		{"vitamin D3", "d3"},
		{"java -machine", "javas"},
		{"java NOT machine", "javas"},
		{`“virtual machine”`, "java"},
		{`„virtual machine“`, "java"},
		{`«virtual machine»`, "java"},
		{`"machine virtual"`, ""},
		{"the java of it", "java javas"},
	} {
		if got := keys(find(t, x, search.Query{Text: c.query, Limit: 100})); strings.Split(got, " |")[0] != c.want {
			t.Errorf("%s: found %q, want %q", c.query, got, c.want)
		}
	}
	for query, want := range map[string]string{"café": "café", "the café in a street": "café"} {
		if r := find(t, x, search.Query{Text: query}); len(r.Hits) == 0 || r.Hits[0].Key != want {
			t.Errorf("%s: %+v; want %q first", query, r.Hits, want)
		}
	}
}

func TestSnippetsDoNotMarkStopWords(t *testing.T) {
	x := openIndex(t)
	if err := x.Put(t.Context(), []fulltext.Entry{{Key: "t", Text: "These are the theses of a thesis on the rivers of the north", Language: "en"}}); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ query, want string }{
		{"the thesis of a river", "theses thesis rivers"},
		{`"of the north" thesis`, "theses thesis of the north"},
		{"of the", "the of the of the"},
	} {
		if marked := marked(find(t, x, search.Query{Text: c.query})); marked != c.want {
			t.Errorf("%s: marked %q; want %q", c.query, marked, c.want)
		}
	}
}

// marked returns the words that the snippets of all hits mark.
func marked(r *search.Result) string {
	var all []string
	for _, h := range r.Hits {
		for _, s := range h.Snippets {
			for _, m := range s.Marks {
				all = append(all, s.Text[m.Start:m.End])
			}
		}
	}
	return strings.Join(all, " ")
}

func TestSnippetsMarkNamesOfLettersAndDigits(t *testing.T) {
	x := openIndex(t)
	if err := x.Put(t.Context(), []fulltext.Entry{{Key: "t", Text: "The notes of CS414 and of CS 414, room 7", Language: "en"}}); err != nil {
		t.Fatal(err)
	}
	for _, query := range []string{"CS414", "cs 414", "cs-414"} {
		if got, want := marked(find(t, x, search.Query{Text: query})), "CS414 CS 414"; got != want {
			t.Errorf("%s: marked %q; want %q", query, got, want)
		}
	}
}

func TestMisspeltWordIsCorrected(t *testing.T) {
	x := shelfIndex(t)
	for _, c := range []struct{ query, want, note, corrected string }{
		{"gradeint", "nets", "nothing found for gradeint; showing gradient", "gradient"},
		{"sortng", "art http://uni.example/ nets", "nothing found for sortng; showing sorting", "sorting"},
		{"Sortng type:ps", "nets", "nothing found for sortng; showing sorting", "sorting type:ps"},
		{`"gradeint"`, "", "", ""},
		{"+gradeint", "", "", ""},
		{"gradient", "nets", "", ""},
		{"xyzzy", "", "", ""},
		{"ours gradient", "nets", "", ""}, // a stop word
	} {
		r := find(t, x, search.Query{Text: c.query})
		if got := strings.Join(r.Notes, "; "); keys(r) != c.want || got != c.note || r.Corrected != c.corrected {
			t.Errorf("%s: found %q with the note %q, corrected %q; want %q with %q, %q", c.query, keys(r), got, r.Corrected, c.want, c.note, c.corrected)
		}
	}
}

func TestOnlyPlainWordsAreRespelt(t *testing.T) {
	x := shelfIndex(t)
	for query, want := range map[string]string{
		"gradeint Gradeint":       "gradient gradient",
		"Gradeint,sortng!":        "gradient,sorting!",
		`"gradeint" gradeint`:     `"gradeint" gradient`,
		"“gradeint” gradeint":     `"gradeint" gradient`,
		"+gradeint gradeint":      "+gradeint gradient",
		"gradeint -gradeint":      "gradient -gradeint",
		"gradeint title:gradeint": "gradient title:gradeint",
		"gradeint gradeint*":      "gradient gradeint*",
	} {
		r := find(t, x, search.Query{Text: query})
		if r.Corrected != want {
			t.Errorf("%s: corrected %q; want %q", query, r.Corrected, want)
		}
		if n := strings.Count(strings.Join(r.Notes, "; "), "showing gradient"); n != 1 {
			t.Errorf("%s: the notes %q say %d times what is shown", query, r.Notes, n)
		}
	}
}

func TestRareWordGetsASuggestion(t *testing.T) {
	x := openIndex(t)
	all := []fulltext.Entry{
		{Key: "misspelt", Text: "a distribued system"},
		{Key: "name", Authors: []string{"Ann Systema"}, Text: "Systema wrote it"},
	}
	for i := range 40 {
		all = append(all, fulltext.Entry{Key: fmt.Sprint(i), Text: "a distributed system", Language: "en"})
	}
	if err := x.Put(t.Context(), all); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ query, want string }{
		{"Distribued locks", "distributed locks"},
		{"+distribued", ""},
		{`"distribued"`, ""},
		{"systema", ""},
		{"distributed", ""},
		{"distribued sistem", "distributed system"},
		{`distribued "distribued"`, `distributed "distribued"`},
	} {
		r := find(t, x, search.Query{Text: c.query})
		if r.Suggestion != c.want || strings.Contains(strings.Join(r.Notes, "; "), "did you mean distributed? 40 texts have it; distribued is in 1") != (c.want != "") {
			t.Errorf("%s: suggested %q, notes %q; want %q", c.query, r.Suggestion, r.Notes, c.want)
		}
		if c.query == "Distribued locks" && r.Total != 1 {
			t.Errorf("%s: %d found; a suggestion is not searched", c.query, r.Total)
		}
	}
}

func TestOnlyTheRarestWordsGetSuggestions(t *testing.T) {
	x := openIndex(t)
	rare := []string{"galaxxy", "harbuor", "invoise", "jornal"} // in one more text each than the word before
	var all []fulltext.Entry
	for i := range rare {
		all = append(all, fulltext.Entry{Key: "rare" + fmt.Sprint(i), Text: strings.Join(rare[i:], " ")})
	}
	for i := range 100 {
		all = append(all, fulltext.Entry{Key: fmt.Sprint(i), Text: "galaxy harbour invoice journal", Language: "en"})
	}
	if err := x.Put(t.Context(), all); err != nil {
		t.Fatal(err)
	}
	r := find(t, x, search.Query{Text: "jornal invoise harbuor galaxxy"})
	if want := "jornal invoice harbour galaxy"; r.Suggestion != want {
		t.Errorf("suggested %q; want %q: the near words of three", r.Suggestion, want)
	}
}
