package genre_test

import (
	"strings"
	"testing"

	"sluice/document/genre"
	"sluice/page"
	"sluice/weburl"
)

func parse(body string) *page.Page {
	u, err := weburl.Parse("http://www.example.edu/page.html")
	if err != nil {
		panic(err)
	}
	return new(page.Parser).Parse([]byte(body), page.Source{URL: u, ContentType: "text/html; charset=utf-8"})
}

// prose is text of n sentences.
func prose(n int) string {
	return "<p>" + strings.Repeat("The nodes of the tree are visited in the order in which they were stored. ", n) + "</p>"
}

func paperPage() string {
	return "<title>Trees</title><h1>Balanced trees</h1><h2>Abstract</h2>" + prose(6) + "<p><b>Keywords:</b> trees</p><h2>1. Introduction</h2>" +
		prose(60) + "<h2>2. Method</h2>" + prose(60) + "<h2>References</h2>" + prose(10)
}

func ordinaryPage() string {
	return "<title>Ada Example</title><h1>Ada Example</h1>" + prose(20) +
		strings.Repeat(`<h3>Spring</h3><p>I teach <a href="/course/trees.html">a course on trees</a> and other <b>structures</b>.</p>`, 30) + "<h2>Publications</h2>" + prose(20)
}

func TestQuickPage(t *testing.T) {
	menu := strings.Repeat(`<li><a href="/a.html">Abstract</a> <a href="/b.html">References</a> <a href="/c.html">Appendix</a> <a href="/d.html">FAQ</a></li>`, 40)
	question := "<p><b>How deep may such a tree become?</b></p>" + prose(3)
	tests := []struct {
		name, body string
		want       genre.Genre // "" for an ordinary page
	}{
		{"a paper", paperPage(), genre.Paper},
		{"a paper with keywords, without introduction", strings.Replace(paperPage(), "1. Introduction", "1. Why", 1), genre.Paper},
		{"a German paper", "<h2>Zusammenfassung</h2>" + prose(6) + "<h2>1 Einleitung</h2>" + prose(90) + "<h2>Literatur</h2>" + prose(9), genre.Paper},
		{"a short paper with all its parts", "<h2>Abstract</h2>" + prose(3) + "<b>Keywords:</b> trees<h2>Introduction</h2>" + prose(6) + "<h2>References</h2>" + prose(3), genre.Paper},
		{"a paper of two pages without keywords", "<h2>Abstract</h2>" + prose(6) + "<h2>Introduction</h2>" + prose(30) + "<h2>References</h2>" + prose(5), genre.Paper},
		{"a short report", "<h1>Trees in practice</h1>" + prose(75) + "<h2>Acknowledgements</h2>" + prose(2), genre.Report},
		{"a short page with acknowledgements", "<h1>Trees</h1>" + prose(30) + "<h2>Acknowledgements</h2>" + prose(2), ""},
		{"an abstract alone", "<h2>Abstract</h2>" + prose(100) + "<h2>Download</h2>", ""},
		{"a short page with all its headings", "<h2>Abstract</h2><h2>Introduction</h2><h2>References</h2>" + prose(20), ""},
		{"a report", "<h1>Trees in practice</h1><h2>1 Scope</h2>" + prose(80) + "<h2>2 Method</h2>" + prose(80) + "<h2>3 More</h2><h2>Acknowledgements</h2>" + prose(2), genre.Report},
		{"a thesis by chapters", "<h1>Trees</h1><p>A thesis submitted for a degree</p><h2>Chapter 1: Roots</h2>" + prose(80) + "<h2>Chapter 2: Leaves</h2>" + prose(80), genre.Thesis},
		{"an appendix", "<h1>Trees</h1>" + prose(160) + "<h2>Appendix A</h2>" + prose(10), genre.Report},
		{"frequently asked questions", "<title>Trees: Frequently Asked Questions</title>" + strings.Repeat(question, 6), genre.FAQ},
		{"questions and answers, marked", "<h1>Trees</h1>" + prose(5) + strings.Repeat("<p>Q: How deep is it?</p><p>A: As deep as you like it to be.</p>"+prose(2), 5), genre.FAQ},
		{"a single question", "<h1>Trees</h1>" + prose(20) + "<p>Q: How deep is it?</p><p>A: Very.</p>", ""},
		{"a menu of such words", "<title>Trees</title><ul>" + menu + "</ul>" + prose(60), ""},
		{"a link to the FAQ", `<title>Trees</title><h1>Trees</h1>` + prose(40) + `<a href="/faq.html">FAQ</a>`, ""},
		{"a home page", ordinaryPage(), ""},
		{"nothing", "", ""},
	}
	for _, test := range tests {
		p := parse(test.body)
		v, ok := genre.QuickPage(p)
		if ok != (test.want != "") || v.Genre != test.want {
			t.Errorf("%s: %q, %v, want %q (%v)", test.name, v.Genre, ok, test.want, v)
		}
		if ok && (!v.Accepted || len(v.Reasons) == 0 || v.By != "rule") {
			t.Errorf("%s: verdict without reasons: %+v", test.name, v)
		}
	}
}

func TestQuickPageDoesNotAllocate(t *testing.T) {
	p := parse(ordinaryPage())
	if n := testing.AllocsPerRun(100, func() { genre.QuickPage(p) }); n > 0 {
		t.Errorf("%v allocations", n)
	}
}
