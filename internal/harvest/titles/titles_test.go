package titles_test

import (
	"fmt"
	"slices"
	"testing"

	"sluice/internal/harvest/titles"
	"sluice/page"
	"sluice/weburl"
)

func parse(t testing.TB, html string) *page.Page {
	t.Helper()
	u, err := weburl.Parse("http://u.example/~miller/")
	if err != nil {
		t.Fatal(err)
	}
	var p page.Parser
	return p.Parse([]byte(html), page.Source{URL: u, ContentType: "text/html"})
}

func TestLinksAreOrderedByWantedTitles(t *testing.T) {
	w := titles.New([]string{"Efficient Crawling of University Web Sites", "A Theory of Walks on Directed Graphs"})
	pg := parse(t, `<h1>Ann Miller</h1><p>I am a professor of physics at the University of Uppsala, where I lead a group of people who work on the conservation of the rivers and
		lakes of the north. My dog and I live near the river. These are some of our papers, and other things that you may like.<ul>
		<li><a href="1.pdf">Efficient crawling of university web sites</a>
		<li>A theory of walks on directed graphs, 2003. <a href="2.pdf">PDF</a> <a href="2.html">abstract</a>
		<li><a href="efficient-crawling-university.ps">x</a>
		<li><a href="pubs.html">My publications</a>
		<li><a href="9.pdf">Something else</a>
		<li><a href="g.html">Our group</a>
		<li><a href="dog.html">My dog</a>
		<li><a href="dog.jpg">Efficient crawling of university web sites</a></ul>`)
	want := []titles.Score{{1, 0}, {0.9, 1}, {0.55, 1}, {0.7, 0}, {0.4, -1}, {0.25, -1}, {0.2, -1}, {0.05, -1}, {0, -1}}
	for i, got := range w.Scores(pg) {
		if diff := got.Value - want[i].Value; diff < -0.11 || diff > 0.11 || got.Title != want[i].Title {
			t.Errorf("%s: %.2f, title %d, want %.2f, %d", pg.Links[i].URL, got.Value, got.Title, want[i].Value, want[i].Title)
		}
	}
	if w.Found(0); w.Left() != 1 {
		t.Errorf("%d titles left, want 1", w.Left())
	}
	if got := w.Scores(pg)[0]; got.Value >= titles.Like {
		t.Errorf("a title that is found is looked for: %v", got)
	}
}

// TestLinksBelongToTheEntryOfATitle reads lists of publications in the forms that people give them.
func TestLinksBelongToTheEntryOfATitle(t *testing.T) {
	wanted := []string{"The Slow Counting of Boats", "Bridges over Small Rivers", "Boats", "Walls of Wet Stone: A Study of Twelve Monasteries in the High Mountains"}
	for _, test := range []struct {
		name, html string
		want       map[string]string // path of the link to the title
	}{
		{"label behind the entry", `<p>The slow counting of boats. K. Lee, Journal of Boats, 2020. <a href="/1.pdf">PDF</a></p><p>Another thing entirely. <a href="/2.pdf">PDF</a></p>`,
			map[string]string{"/1.pdf": wanted[0]}},
		{"label before the entry", `<p><a href="/1.pdf">PDF</a> Kim Lee: Bridges over small rivers, 2001.</p><p><a href="/2.html">Photos</a> Kim Lee: Matters of the northern coast, 2002.</p>`,
			map[string]string{"/1.pdf": wanted[1]}},
		{"title as the link", `<ul><li><a href="/1.html">Bridges over Small Rivers</a> with <a href="/kim/">Kim Lee</a></ul>`, map[string]string{"/1.html": wanted[1]}},
		{"two formats", `<p>Bridges over small rivers. <a href="/1.ps">PS</a>, <a href="/1.pdf">PDF</a></p>`, map[string]string{"/1.ps": wanted[1], "/1.pdf": wanted[1]}},
		{"authors and other matter in the entry", `<p>Bridges over small rivers. By <a href="/~kim/">Kim Lee</a>. <a href="/abs.html">Abstract</a>, <a href="/code/">Code</a>, <a href="/s.pdf">Slides (PDF)</a></p>`,
			map[string]string{"/abs.html": wanted[1]}},
		{"another version in the next line", `<div><a href="/1.pdf">Bridges over Small Rivers</a></div><div>Kim Lee</div><div><a href="/2.pdf">extended version (PDF)</a> <a href="/3.pdf">slides (PDF)</a></div>`,
			map[string]string{"/1.pdf": wanted[1], "/2.pdf": wanted[1]}},
		{"the next title in a list of titles", `<div><a href="/1.pdf">Bridges over Small Rivers</a></div><div><a href="/2.pdf">Matters of the Northern Coast</a></div>`,
			map[string]string{"/1.pdf": wanted[1]}},
		{"name of the file", `<p><a href="/papers/slow-counting-boats.pdf">here</a></p>`, map[string]string{"/papers/slow-counting-boats.pdf": wanted[0]}},
		{"without the subtitle", `<p><a href="/1.pdf">Walls of Wet Stone</a></p><p><a href="/2.pdf">Walls</a></p>`, map[string]string{"/1.pdf": wanted[3]}},
		{"one word of a title", `<p><a href="/index.html">Boats</a></p>`, map[string]string{}},
	} {
		t.Run(test.name, func(t *testing.T) {
			pg := parse(t, "<p>Welcome to the pages of the department, on which you find what its members have written since the first of them came to this town in 1966.</p>"+test.html)
			for i, s := range titles.New(wanted).Scores(pg) {
				got := ""
				if s.Title >= 0 {
					got = wanted[s.Title]
				}
				if u := pg.Links[i].URL; got != test.want[u.Path()] {
					t.Errorf("%s leads to %q (%.2f), want %q", u, got, s.Value, test.want[u.Path()])
				}
			}
		})
	}
}

// TestManyTitlesAreLookedForAtOnce looks for one title among many that share its words.
func TestManyTitlesAreLookedForAtOnce(t *testing.T) {
	var all []string
	for i := range 5000 {
		all = append(all, fmt.Sprintf("Counting of Boats in the Harbour of Town%d", i))
	}
	pg := parse(t, `<p>Counting of boats in the harbour of Town4321. <a href="1.pdf">PDF</a></p>`)
	w := titles.New(all)
	if got := w.Scores(pg)[0]; got.Title != 4321 {
		t.Errorf("title %d (%.2f), want 4321", got.Title, got.Value)
	}
	if got := w.On(pg); !slices.Contains(got, 4321) {
		t.Errorf("the page has none of the titles: %v", got)
	}
}

func ExampleProgress() {
	var p titles.Progress
	p.Request(titles.List, true) // a list of publications with a link like a wanted title
	n := 0
	for p.IsWorth(0.05) {
		p.Request(0.05, false)
		n++
	}
	fmt.Printf("after %d other pages without any, only lists are worth a request: %v", n, p.IsWorth(titles.List))
	// Output: after 2 other pages without any, only lists are worth a request: true
}

func FuzzScore(f *testing.F) {
	f.Add("Efficient Crawling", `<li><a href="efficient-crawling.pdf">Efficient crawling</a>`)
	f.Add("", `<a href="%ff">`)
	f.Add("论文", `<p>\xff<a href="/论文.pdf">论文</a>`)
	f.Fuzz(func(t *testing.T, title, html string) {
		w := titles.New([]string{title, html})
		pg := parse(t, html)
		for _, s := range w.Scores(pg) {
			if s.Value < 0 || s.Value > 1.000001 || s.Title >= 0 != (s.Value >= titles.Like) {
				t.Errorf("%v", s)
			}
		}
	})
}
