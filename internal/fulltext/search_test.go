package fulltext_test

import (
	"errors"
	"fmt"
	"maps"
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
