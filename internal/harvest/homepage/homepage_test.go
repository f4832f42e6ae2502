package homepage_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"sluice/document/bibliography"
	"sluice/document/bibtex"
	"sluice/internal/harvest/homepage"
	"sluice/page"
	"sluice/weburl"
)

// parse returns the page of an HTML text.
func parse(t testing.TB, url, html string) *page.Page {
	t.Helper()
	u, err := weburl.Parse(url)
	if err != nil {
		t.Fatal(err)
	}
	var p page.Parser
	return p.Parse([]byte(html), page.Source{URL: u, ContentType: "text/html; charset=utf-8"})
}

func record(title, venue, authors string) bibliography.Record {
	r := bibliography.Record{Title: title, Venue: venue}
	for _, name := range bibtex.SplitNames(authors) {
		r.Authors = append(r.Authors, bibtex.ParseName(name))
	}
	return r
}

func TestAuthorsAreMergedByNameCoauthorAndORCID(t *testing.T) {
	records := []bibliography.Record{
		record("One", "WebDB", "Ann Miller and Bo Lindqvist"),
		record("Two", "JAIR", "A. Miller and Bo Lindqvist"),      // shares a co-author
		record("Three", "JAIR", "Albert Miller and Carl Berg"),   // another given name
		record("Four", "JAIR", "A. Miller and Dora Falk"),        // shares nobody
		record("Five", "JAIR", "Ann Miller and others"),          // the same name
		record("Six", "Physica", "Carl Berg and Albert Miller"),  // the same names
		record("Seven", "Physica", "Bo Lindqvist and Eve Adams"), // has an ORCID
		record("Eight", "Physica", "Bo Lindqvist and Eve Adams"), // has another one
	}
	records[6].People = []bibliography.Person{{ORCID: "0000-0000-0000-0001"}, {}}
	records[7].People = []bibliography.Person{{ORCID: "0000-0000-0000-0002"}, {}}
	var got []string
	for _, a := range homepage.Authors(records) {
		got = append(got, fmt.Sprintf("%s %v %s", a.Name, a.Records, strings.Join(a.Venues, "/")))
	}
	want := []string{
		"Ann Miller [0 1 4] WebDB/JAIR", "Bo Lindqvist [0 1 6] WebDB/JAIR/Physica", "Albert Miller [2 5] JAIR/Physica", "Carl Berg [2 5] JAIR/Physica",
		"A. Miller [3] JAIR", "Dora Falk [3] JAIR", "Eve Adams [6 7] Physica", "Bo Lindqvist [7] Physica",
	}
	if !slices.Equal(got, want) {
		t.Errorf("%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func ExampleAuthor_Queries() {
	a := homepage.Author{Name: "Ann Miller", Titles: []string{"On the Crawling of Large University Webs"}, Venues: []string{"WebDB", "International Workshop on the Web and Databases"}}
	for _, q := range a.Queries(homepage.JCDL2005) {
		fmt.Println(q)
	}
	fmt.Println()
	for _, q := range a.Queries(homepage.Judged) {
		fmt.Println(q)
	}
	// Output:
	// "Ann Miller" WebDB
	// "Ann Miller" International Workshop on the Web and Databases
	//
	// "Ann Miller" crawling large university webs
	// Ann Miller
	// "Ann Miller" WebDB
	// "Ann Miller" International Workshop on the Web and Databases
}

// TestFilterOf2005 follows table 1 of the publication.
func TestFilterOf2005(t *testing.T) {
	a := homepage.Author{Name: "Ann Miller"}
	r := func(url, title string) homepage.Result { return homepage.Result{URL: url, Title: title} }
	kept, only := r("http://u.example/~ann/", "Ann"), []string{"http://u.example/~ann/"}
	for _, c := range []struct {
		name     string
		results  []homepage.Result
		found    []string
		want     []string
		priority homepage.Priority
	}{
		{"publisher by URL", []homepage.Result{r("http://www.springer.com/ann", "Ann Miller"), kept}, nil, only, homepage.Low},
		{"publisher by title", []homepage.Result{r("http://x.example/a", "Ann Miller | SpringerLink"), kept}, nil, only, homepage.Low},
		{"digital library by URL", []homepage.Result{r("http://dblp.org/pid/1.html", "Ann Miller"), kept}, nil, only, homepage.Low},
		{"digital library by title", []homepage.Result{r("http://x.example/a", "Ann Miller - ACM Digital Library"), kept}, nil, only, homepage.Low},
		{"file other than HTML", []homepage.Result{r("http://u.example/cv.pdf", "Ann Miller research"), r("http://u.example/x.php", "Ann Miller research"), r("http://u.example/x.txt", "Ann Miller web"), kept},
			nil, only, homepage.Low},
		{"file .htm and .html", []homepage.Result{r("http://u.example/a.htm", "Ann"), r("http://u.example/b.HTML", "Ann")}, nil, []string{"http://u.example/a.htm", "http://u.example/b.HTML"}, homepage.Low},
		{"name and word of homepages before the word alone", []homepage.Result{
			r("http://u.example/web.html", "Web site of the faculty"), r("http://u.example/~ann/index.html", "Ann Miller's Home Page"), r("http://u.example/miller", "Miller")},
			nil, []string{"http://u.example/~ann/index.html"}, homepage.High},
		{"the word alone", []homepage.Result{r("http://u.example/p.html", "Papers"), r("http://u.example/q.html", "Minutes")}, nil, []string{"http://u.example/p.html"}, homepage.Medium},
		{"the name alone", []homepage.Result{r("http://u.example/p.html", "Ann Miller")}, nil, []string{"http://u.example/p.html"}, homepage.Low},
		{"domain of a co-author", []homepage.Result{r("http://jazz.example/miller/", "Ann Miller Homepage"), r("http://cs.u.example/~miller/", "Miller")},
			[]string{"http://www.u.example/~bo/index.html"}, []string{"http://cs.u.example/~miller/"}, homepage.Low},
		{"pages below a homepage that is known", []homepage.Result{r("http://u.example/~bo/papers.html", "Papers of Ann Miller"), r("http://v.example/ann/", "Ann")},
			[]string{"http://u.example/~bo/"}, []string{"http://v.example/ann/"}, homepage.Low},
	} {
		t.Run(c.name, func(t *testing.T) {
			var got []string
			for _, one := range homepage.Candidates(homepage.JCDL2005, &a, c.results, c.found) {
				got = append(got, one.URL)
				if one.Priority != c.priority {
					t.Errorf("%s: priority %d, want %d", one.URL, one.Priority, c.priority)
				}
			}
			if !slices.Equal(got, c.want) {
				t.Errorf("%q, want %q", got, c.want)
			}
		})
	}
	for _, word := range []string{"homepage", "home page", "Web", "website", "Research", "publication", "papers"} {
		for title, want := range map[string]homepage.Priority{"Ann Miller: " + word: homepage.High, "The " + word: homepage.Medium} {
			if got := homepage.Candidates(homepage.JCDL2005, &a, []homepage.Result{r("http://u.example/", title)}, nil); len(got) != 1 || got[0].Priority != want {
				t.Errorf("%q: %v, want the priority %d", title, got, want)
			}
		}
	}
	many := slices.Repeat([]homepage.Result{r("http://dblp.org/", "dblp")}, 10)
	if got := homepage.Candidates(homepage.JCDL2005, &a, append(many, r("http://u.example/~ann/", "Ann Miller homepage")), nil); len(got) != 0 {
		t.Errorf("the eleventh result is looked at: %v", got)
	}
}

func TestCandidatesInTheOrderOfPromise(t *testing.T) {
	a := homepage.Author{Name: "Ann Miller", URLs: []string{"https://ann.example/"}}
	got := homepage.Candidates(homepage.Judged, &a, []homepage.Result{
		{URL: "http://www.linkedin.com/in/annmiller", Title: "Ann Miller | LinkedIn"},
		{URL: "http://u.example/minutes.html", Title: "Minutes"},
		{URL: "http://u.example/~miller/papers/old.html", Title: "Old papers"},
		{URL: "http://u.example/paper.pdf", Title: "Ann Miller"},
	}, nil)
	var urls []string
	for _, c := range got {
		urls = append(urls, c.URL)
	}
	want := []string{"https://ann.example/", "http://u.example/~miller/", "http://u.example/~miller/papers/old.html", "http://u.example/minutes.html", "http://www.linkedin.com/in/annmiller"}
	if !slices.Equal(urls, want) {
		t.Errorf("%q, want %q", urls, want)
	}
}

// TestHostOfAnAffiliationGoesFirst has two pages of people with the name, one of them where the author works.
func TestHostOfAnAffiliationGoesFirst(t *testing.T) {
	results := []homepage.Result{{URL: "http://people.oslo.example/~miller/", Title: "Ann Miller"}, {URL: "http://people.uppsala.example/~miller/", Title: "Ann Miller"}}
	for affiliation, want := range map[string]string{"": results[0].URL, "Department of Physics, University of Uppsala": results[1].URL, "Upp": results[0].URL} {
		a := homepage.Author{Name: "Ann Miller"}
		if affiliation != "" {
			a.Affiliations = []string{affiliation}
		}
		if got := homepage.Candidates(homepage.Judged, &a, results, nil); len(got) != 2 || got[0].URL != want {
			t.Errorf("affiliation %q: %v, want %s first", affiliation, got, want)
		}
	}
}

const home = `<title>%s</title><h1>%s</h1><p>Associate Professor, Department of Physics, University of Uppsala. Office 12, phone 34, e-mail am@u.example.
	<h2>Research interests</h2>Crawling.<h2>Publications</h2>%s`

func TestJudge(t *testing.T) {
	a := homepage.Author{Name: "Ann Miller", Coauthors: []string{"Bo Lindqvist"}, Titles: []string{"Efficient Crawling of University Web Sites"}}
	for _, c := range []struct {
		name, url, html string
		kind            homepage.Kind
	}{
		{"homepage with a wanted title", "http://u.example/~miller/", fmt.Sprintf(home, "Ann Miller", "Ann Miller", "Efficient crawling of university web-sites, with Bo Lindqvist"), homepage.Home},
		{"homepage without evidence", "http://u.example/~miller/", fmt.Sprintf(home, "Ann Miller's homepage", "Ann Miller", "Other things"), homepage.Home},
		{"list of publications", "http://u.example/~miller/pubs.html", "<title>Publications of Ann Miller</title><h1>Publications</h1>1999, Bo Lindqvist, 2000, 2001, Efficient Crawling of University Web Sites. Papers, e-mail", homepage.Publications},
		{"homepage of another person", "http://u.example/~berg/", fmt.Sprintf(home, "Carl Berg", "Carl Berg", "With Ann Miller: Efficient Crawling"), homepage.Other},
		{"homepage of a co-author", "http://u.example/~bo/", fmt.Sprintf(home, "Bo Lindqvist", "Bo Lindqvist", "With Ann Miller: Efficient Crawling of University Web Sites"), homepage.Other},
		{"namesake with another given name", "http://u.example/~miller/", fmt.Sprintf(home, "George Miller", "George Miller", "Jazz"), homepage.Other},
		{"course", "http://u.example/cs101/", "<title>CS 101 Fall 2003</title><h1>Course information</h1>Instructor: Ann Miller, office 12, phone 34", homepage.Other},
		{"digital library", "http://dblp.org/pid/12", fmt.Sprintf(home, "dblp: Ann Miller", "Ann Miller", "Efficient Crawling"), homepage.Other},
		{"empty page", "http://u.example/~miller/", "", homepage.Other},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := homepage.Judge(&a, parse(t, c.url, c.html))
			if got.Kind != c.kind {
				t.Errorf("%s %.2f (%v), want %s", got.Kind, got.Confidence, got.Reasons, c.kind)
			}
		})
	}
}

func TestLinksOfADirectory(t *testing.T) {
	people := []*homepage.Author{{Name: "Ann Miller"}, {Name: "Carl van den Berg"}, {Name: "Wei Zhang"}, {Name: "张, 伟"}, {Name: "Nobody Else"}, {}}
	pg := parse(t, "http://u.example/faculty.html", `<title>Faculty</title><ul>
		<li><a href="/~berg/">Carl van den Berg</a><li><a href="/people/ann/">Prof. Ann Miller</a><li><a href="/~miller/cv.pdf">Ann Miller</a>
		<li><a href="/~gmiller/">George Miller</a><li><a href="mailto:am@u.example">Ann Miller</a><li><a href="/~miller/">Miller</a>
		<li><a href="/browse?author=Miller">Ann Miller</a><li><a href="/view/creators/Zhang=3AWei.html">Zhang, Wei</a><li><a href="/people/7.html">张伟</a>
		<li><a href="/faculty.html">Nobody Else</a></ul>`)
	var got []string
	for _, n := range homepage.NewNames(people).Links(pg) {
		if n.Confidence >= 0.5 {
			got = append(got, people[n.Author].Name+" "+n.URL)
		}
	}
	want := []string{"Ann Miller http://u.example/people/ann/", "Carl van den Berg http://u.example/~berg/", "Ann Miller http://u.example/~miller/", "张, 伟 http://u.example/people/7.html"}
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

func FuzzJudge(f *testing.F) {
	f.Add("Ann Miller", "http://u.example/~miller/", "Ann Miller's Home Page", "<h1>Ann Miller</h1><a href=x.html>Ann Miller</a>")
	f.Add("", "http://u.example/", "", "")
	f.Add("\xff, 张伟", "http://xn--a.example/~%ff/index.html", "\x00", "<title>")
	f.Fuzz(func(t *testing.T, name, url, title, html string) {
		u, err := weburl.Parse(url)
		if err != nil {
			return
		}
		a := homepage.Author{Name: name, Coauthors: []string{title}, Titles: []string{html}, Venues: []string{title}, Affiliations: []string{title}, URLs: []string{url}}
		var p page.Parser
		pg := p.Parse([]byte(html), page.Source{URL: u})
		v := homepage.Judge(&a, pg)
		if v.Confidence < 0 || v.Confidence > 1 || v.Kind != homepage.Other && v.Confidence < 0.5 {
			t.Errorf("%+v", v)
		}
		homepage.NewNames([]*homepage.Author{&a}).Links(pg)
		for _, filter := range []homepage.Filter{homepage.Judged, homepage.JCDL2005} {
			a.Queries(filter)
			for _, c := range homepage.Candidates(filter, &a, []homepage.Result{{URL: url, Title: title}}, []string{url}) {
				if _, err := weburl.Parse(c.URL); err != nil {
					t.Errorf("candidate %q: %v", c.URL, err)
				}
			}
		}
	})
}
