package place

import (
	"encoding/json"
	"strconv"
	"sync"
	"testing"

	"sluice/weburl"
)

func parse(t testing.TB, s string) weburl.URL {
	t.Helper()
	u, err := weburl.Parse(s)
	if err != nil {
		t.Fatal(err)
	}
	return u
}

// TestPatternsAreLearned learns from pairs and applies what was learned to another landing page.
func TestPatternsAreLearned(t *testing.T) {
	for _, tt := range []struct {
		name  string
		pairs [][2]string
		page  string
		want  string // "" if there is none
	}{
		{"number in the path", [][2]string{
			{"https://j.example/article/view/31", "https://j.example/article/download/31"},
			{"https://j.example/article/view/32", "https://j.example/article/download/32"}},
			"https://j.example/article/view/107", "https://j.example/article/download/107"},
		{"name twice, another host", [][2]string{
			{"https://p.example/v97/smith19a.html", "https://files.example/v97/smith19a/smith19a.pdf"},
			{"https://p.example/v80/lee18b.html", "https://files.example/v80/lee18b/lee18b.pdf"}},
			"https://p.example/v1/doe07.html", "https://files.example/v1/doe07/doe07.pdf"},
		{"name without a digit", [][2]string{
			{"https://c.example/papers/shallow-waves/", "https://c.example/files/shallow-waves.pdf"},
			{"https://c.example/papers/deep-waves/", "https://c.example/files/deep-waves.pdf"}},
			"https://c.example/papers/tidal-waves/", "https://c.example/files/tidal-waves.pdf"},
		{"query", [][2]string{
			{"https://o.example/forum?id=r1Ue8", "https://o.example/pdf?id=r1Ue8"},
			{"https://o.example/forum?id=B1x9a", "https://o.example/pdf?id=B1x9a"}},
			"https://o.example/forum?id=S1qq7", "https://o.example/pdf?id=S1qq7"},
		{"parts of a DOI", [][2]string{
			{"https://w.example/doi/abs/10.1000/ab.12", "https://w.example/doi/pdf/10.1000/ab.12"},
			{"https://w.example/doi/abs/10.1000/cd.345", "https://w.example/doi/pdf/10.1000/cd.345"}},
			"https://w.example/doi/abs/10.1002/x.9", "https://w.example/doi/pdf/10.1002/x.9"},
		{"one pair only", [][2]string{{"https://j.example/article/view/31", "https://j.example/article/download/31"}},
			"https://j.example/article/view/107", ""},
		{"number that the landing page does not have", [][2]string{
			{"https://j.example/article/view/31", "https://j.example/article/download/31/57"},
			{"https://j.example/article/view/32", "https://j.example/article/download/32/59"}},
			"https://j.example/article/view/107", ""},
		{"nothing in common", [][2]string{
			{"https://j.example/a/1", "https://j.example/files/x.pdf"}, {"https://j.example/a/2", "https://j.example/files/y.pdf"}},
			"https://j.example/a/3", ""},
		{"page of another look", [][2]string{
			{"https://j.example/article/view/31", "https://j.example/article/download/31"},
			{"https://j.example/article/view/32", "https://j.example/article/download/32"}},
			"https://j.example/issue/view/7", ""},
		{"number where a word stands", [][2]string{
			{"https://j.example/article/view/31", "https://j.example/article/download/31"},
			{"https://j.example/article/view/32", "https://j.example/article/download/32"}},
			"https://j.example/article/view/news", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var learned, p Patterns
			for _, pair := range tt.pairs {
				learned.Learn(parse(t, pair[0]), parse(t, pair[1]))
			}
			stored, err := json.Marshal(&learned)
			if err != nil {
				t.Fatal(err)
			}
			if err := json.Unmarshal(stored, &p); err != nil {
				t.Fatal(err)
			}
			got := ""
			if places := p.Apply(parse(t, tt.page)); len(places) > 0 {
				got = places[0].URL.String()
			}
			if got != tt.want {
				t.Errorf("place %q, want %q; patterns %s", got, tt.want, stored)
			}
		})
	}
}

// TestPatternThatIsWrongIsDropped counts failures of a pattern until it is not applied any more.
func TestPatternThatIsWrongIsDropped(t *testing.T) {
	var p Patterns
	for _, n := range []string{"31", "32"} {
		p.Learn(parse(t, "https://j.example/article/view/"+n), parse(t, "https://j.example/article/download/"+n))
	}
	page := parse(t, "https://j.example/article/view/40")
	for range 2 {
		places := p.Apply(page)
		if len(places) != 1 {
			t.Fatalf("places %v, want one", places)
		}
		p.Wrong(page, places[0].URL)
	}
	if places := p.Apply(page); len(places) != 0 {
		t.Errorf("places %v of a pattern that was wrong as often as right", places)
	}
}

// FuzzPatterns learns from any two addresses: what was learned makes of the landing page the address of the paper, and survives JSON.
func FuzzPatterns(f *testing.F) {
	f.Add("https://j.example/article/view/31", "https://j.example/article/download/31")
	f.Add("https://p.example/v97/smith19a.html?a=b&c=31", "https://files.example/v97/smith19a/smith19a.pdf?c=31")
	f.Add("https://p.example/1/11/111", "https://p.example/111/11/1")
	f.Add("https://p.example/a1.b.pdf/a1.b", "https://p.example/a1/a1.b.pdf")
	f.Fuzz(func(t *testing.T, pageText, paperText string) {
		page, err := weburl.Parse(pageText)
		if err != nil {
			return
		}
		paper, err := weburl.Parse(paperText)
		if err != nil {
			return
		}
		var p Patterns
		p.Learn(page, paper)
		p.Learn(page, paper)
		stored, err := json.Marshal(&p)
		if err != nil {
			t.Fatal(err)
		}
		var again Patterns
		if err := json.Unmarshal(stored, &again); err != nil {
			t.Fatalf("%v: %s", err, stored)
		}
		places := again.Apply(page)
		if len(again.hosts) > 0 && (len(places) != 1 || places[0].URL != paper) {
			t.Errorf("places %v of %s, want %s; patterns %s", places, page, paper, stored)
		}
	})
}

// FuzzUnmarshalPatterns reads patterns from anywhere: those that are read can be applied.
func FuzzUnmarshalPatterns(f *testing.F) {
	f.Add([]byte(`{"j.example":[{"page":"/article/view/{#1}","paper":"https://j.example/article/download/{1}","right":2}]}`))
	f.Add([]byte(`{"j.example":[{"page":"/{1}/{1}/{#2}","paper":"{3}","right":2},null]}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		var p Patterns
		if json.Unmarshal(data, &p) != nil {
			return
		}
		for _, u := range []string{"https://j.example/article/view/31", "https://j.example/1/1/2"} {
			p.Apply(parse(t, u))
		}
		if _, err := json.Marshal(&p); err != nil {
			t.Error(err)
		}
	})
}

// TestManyLearnAtOnce learns and applies patterns from many goroutines.
func TestManyLearnAtOnce(t *testing.T) {
	var p Patterns
	var all sync.WaitGroup
	for i := range 8 {
		all.Go(func() {
			n := strconv.Itoa(30 + i)
			p.Learn(parse(t, "https://j.example/article/view/"+n), parse(t, "https://j.example/article/download/"+n))
			p.Apply(parse(t, "https://j.example/article/view/7"))
			if _, err := json.Marshal(&p); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	if places := p.Apply(parse(t, "https://j.example/article/view/7")); len(places) != 1 {
		t.Errorf("places %v, want one", places)
	}
}
