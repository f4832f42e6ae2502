package titles_test

import (
	"fmt"
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

func ExampleProgress() {
	p := titles.NewProgress(2)
	p.Request(0.4, 0, true) // a list of publications with a link like a wanted title
	p.Request(1, 1, false)  // which is one
	n := 0
	for {
		if done, why := p.Done(0.05); done {
			fmt.Println(n, "other pages:", why)
			return
		}
		p.Request(0.05, 0, false)
		n++
	}
	// Output: 51 other pages: the links that are left are not expected to lead to a wanted paper
}

func TestProgressEndsWhenAllIsFoundOrNothingWaits(t *testing.T) {
	p := titles.NewProgress(1)
	if done, _ := p.Done(0.9); done {
		t.Error("done before a request")
	}
	if done, why := p.Done(-1); !done || why == "" {
		t.Error("not done without links")
	}
	p.Request(0.9, 1, false)
	if done, _ := p.Done(0.9); !done {
		t.Error("not done when all is found")
	}
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
