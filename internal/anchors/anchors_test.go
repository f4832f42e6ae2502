package anchors_test

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"strings"
	"testing"

	"sluice/internal/anchors"
	"sluice/internal/lab"
	"sluice/page"
	"sluice/weburl"
)

// web is the HTML of each path of a site. A path that begins with ">" redirects.
type web map[string]string

var _ anchors.Web = web{}

func (w web) Get(_ context.Context, u weburl.URL) (*lab.Answer, error) {
	html, ok := w[u.Path()]
	if !ok {
		return &lab.Answer{Status: 404}, nil
	}
	if to, ok := strings.CutPrefix(html, ">"); ok {
		location, err := weburl.Parse("http://a.example" + to)
		return &lab.Answer{Status: 301, Location: location}, err
	}
	var parser page.Parser
	return &lab.Answer{Status: 200, Page: parser.Parse([]byte(html), page.Source{URL: u, ContentType: "text/html"})}, nil
}

func parse(t *testing.T, s string) weburl.URL {
	t.Helper()
	u, err := weburl.Parse(s)
	if err != nil {
		t.Fatal(err)
	}
	return u
}

// options are the seed / and the desired documents of a site, and one that is not desired.
func options(t *testing.T, desired ...string) anchors.Options {
	o := anchors.Options{Seeds: []weburl.URL{parse(t, "http://a.example/")}, Documents: map[weburl.Key]bool{parse(t, "http://a.example/cv.pdf").Key(): false}}
	for _, path := range desired {
		o.Documents[parse(t, "http://a.example"+path).Key()] = true
	}
	return o
}

// papers returns links to documents: n times the same word.
func papers(word string, from, n int) (links string, paths []string) {
	for i := range n {
		path := fmt.Sprintf("/%d.pdf", from+i)
		links += fmt.Sprintf("<a href=%s>%s</a> ", path, word)
		paths = append(paths, path)
	}
	return links, paths
}

// TestWeightsOfKeywords: the sample website of the source (figure 4), with three documents in place of each.
func TestWeightsOfKeywords(t *testing.T) {
	ofA, documents := papers("download", 0, 3)
	ofD, more := papers("download", 3, 3)
	site := web{
		"/":  `<a href=/a>software</a> <a href=/b>cats</a> <a href=/c>group</a> <a href=/moved>elsewhere</a>`,
		"/a": ofA + `<a href=/cv.pdf>curriculum</a> <a href=/gone>nowhere</a>`, "/b": `<a href=/f>cats</a>`, "/f": "",
		"/c": `<a href=/d>reports</a> <a href=/e>cats</a>`, "/d": ofD, "/e": "", "/moved": ">/there", "/there": "",
	}
	m, s, err := anchors.Train(t.Context(), site, options(t, append(documents, more...)...))
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]float64{"download": 1, "software": 1.0 / 2, "group": 1.0 / 3, "reports": 2.0 / 3}
	if len(m.Weights) != len(want) {
		t.Errorf("weights %v, want %v", m.Weights, want)
	}
	for word, w := range want {
		if math.Abs(m.Weights[word]-w) > 1e-9 {
			t.Errorf("weight of %q is %v, want %v", word, m.Weights[word], w)
		}
	}
	if s.Pages != 8 || s.Documents != 6 || s.High != 2 || s.Medium != 2 {
		t.Errorf("summary %+v", *s)
	}
}

func TestKeywordsThatAreNotKept(t *testing.T) {
	links, documents := papers("paper", 0, 3)
	site := web{
		"/": `<a href=/far>far</a> <a href=/rare>rare</a> <a href=/both>both</a> <a href=/x>both</a> <a href=/y>2024</a>`,
		// far: a quarter of the way; rare: on one path only
		"/far": `<a href=/far2>further</a>`, "/far2": `<a href=/far3>on</a>`, "/far3": links, "/rare": `<a href=/9.pdf>one</a>`,
		"/both": `<a href=/far9>z</a>`, "/x": "", "/y": "",
	}
	m, s, err := anchors.Train(t.Context(), site, options(t, append(documents, "/9.pdf")...))
	if err != nil {
		t.Fatal(err)
	}
	for _, word := range []string{"far", "rare", "both", "one", "2024"} {
		if w, ok := m.Weights[word]; ok {
			t.Errorf("%q is kept with weight %v", word, w)
		}
	}
	if m.Weights["paper"] != 1 || m.Weights["on"] != 0.75 || m.Weights["further"] != 0.5 || s.Low != 1 {
		t.Errorf("weights %v, summary %+v", m.Weights, *s)
	}
}

// TestWeightIsTheMeanOverPaths: a link that leads to a document at once, and over one page.
func TestWeightIsTheMeanOverPaths(t *testing.T) {
	near, documents := papers("x", 0, 2)
	far, more := papers("x", 2, 2)
	site := web{"/": `<a href=/list>list</a><a href=/z>z</a>`, "/list": near + `<a href=/old>old</a>`, "/old": far, "/z": ""}
	m, _, err := anchors.Train(t.Context(), site, options(t, append(documents, more...)...))
	if want := (2*1.0/2 + 2*1.0/3) / 4; err != nil || math.Abs(m.Weights["list"]-want) > 1e-9 {
		t.Errorf("weights %v, %v, want %v of list", m.Weights, err, want)
	}
}

func TestNothingToLearnFrom(t *testing.T) {
	for name, site := range map[string]web{
		"no page": {}, "no document": {"/": `<a href=/a>a</a>`, "/a": ""}, "one that is not desired": {"/": `<a href=/cv.pdf>cv</a>`},
		"redirects in a circle": {"/": ">/a", "/a": ">/"},
	} {
		if _, _, err := anchors.Train(t.Context(), site, options(t, "/1.pdf")); !errors.Is(err, anchors.ErrNoDocument) {
			t.Errorf("%s: %v, want %v", name, err, anchors.ErrNoDocument)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, _, err := anchors.Train(ctx, web{}, options(t)); !errors.Is(err, context.Canceled) {
		t.Errorf("after the end of the context: %v", err)
	}
}

func TestFileOfKeywords(t *testing.T) {
	m := &anchors.Model{Weights: map[string]float64{"papers": 1, "knuth's": 0.5, "论": 0.75, "equal": 0.5}}
	b, err := m.MarshalText()
	if err != nil {
		t.Fatal(err)
	}
	if want := "sluice anchors 1\npapers\t1.0000\n论\t0.7500\nequal\t0.5000\nknuth's\t0.5000\n"; string(b) != want {
		t.Errorf("file %q, want %q", b, want)
	}
	var again anchors.Model
	if err := again.UnmarshalText(append(b, "\n# by hand\r\nreports \t 0.9\r\n"...)); err == nil {
		t.Error("a word with a space is read")
	}
	if err := again.UnmarshalText(append(b, "\n# by hand\r\nreports\t 0.9\r\n"...)); err != nil {
		t.Fatal(err)
	}
	m.Weights["reports"] = 0.9
	if !maps.Equal(m.Weights, again.Weights) {
		t.Errorf("read %v, want %v", again.Weights, m.Weights)
	}
}

func TestFileThatIsNone(t *testing.T) {
	for name, file := range map[string]string{
		"empty": "", "other": "GIF89a", "version": "sluice anchors 2\npapers\t1\n", "no weight": "sluice anchors 1\npapers\n",
		"no number": "sluice anchors 1\npapers\tNaN\n", "infinite": "sluice anchors 1\npapers\tInf\n", "negative": "sluice anchors 1\npapers\t-1\n",
		"large": "sluice anchors 1\npapers\t1.5\n", "two words": "sluice anchors 1\nmy papers\t1\n", "capital": "sluice anchors 1\nPapers\t1\n",
		"twice": "sluice anchors 1\npapers\t1\npapers\t0.5\n", "no word": "sluice anchors 1\n\t1\n", "bytes": "sluice anchors 1\n\xff\xfe\t1\n",
		"many": "sluice anchors 1\n" + manyWords(10_001),
	} {
		m := anchors.Model{Weights: map[string]float64{"kept": 1}}
		if err := m.UnmarshalText([]byte(file)); err == nil || len(m.Weights) != 1 {
			t.Errorf("%s: %v, weights %v", name, err, len(m.Weights))
		}
	}
}

func manyWords(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "w%d\t1\n", i)
	}
	return b.String()
}

func FuzzFileOfKeywords(f *testing.F) {
	f.Add("sluice anchors 1\npapers\t1.0000\n")
	f.Fuzz(func(t *testing.T, file string) {
		var m anchors.Model
		if m.UnmarshalText([]byte(file)) != nil {
			return
		}
		for word, w := range m.Weights {
			if !(w > 0 && w <= 1) || word == "" {
				t.Errorf("%q has weight %v", word, w)
			}
		}
	})
}
