package recentlinks_test

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"sluice/focus/internal/recentlinks"
	"sluice/weburl"
)

func id(t *testing.T, s string) recentlinks.ID {
	t.Helper()
	u, err := weburl.Parse(s)
	if err != nil {
		t.Fatal(err)
	}
	return recentlinks.Of(u)
}

func TestGraphOfWhatWasVisited(t *testing.T) {
	a, b, c := id(t, "http://a.example/"), id(t, "http://a.example/b"), id(t, "http://c.example/")
	var l recentlinks.Links
	l.Add(recentlinks.Page{ID: a, Links: []recentlinks.ID{b, c}})
	l.Add(recentlinks.Page{ID: b, Relevance: 0.2, Links: []recentlinks.ID{a}})
	l.Add(recentlinks.Page{ID: b, Relevance: 0.7, Links: []recentlinks.ID{c}}) // again
	g := l.Graph()
	if l.Len() != 3 || g.Len() != 3 || len(g.Visited) != 2 || !slices.Equal(g.IDs, []recentlinks.ID{a, b, c}) {
		t.Fatalf("%d pages, graph of %d pages, %d visited: %v", l.Len(), g.Len(), len(g.Visited), g.IDs)
	}
	if g.Visited[1].Relevance != 0.7 {
		t.Errorf("relevance %v of a page that was visited twice, want that of the last visit", g.Visited[1].Relevance)
	}
	if rank := g.PageRank(nil); !(rank[2] > rank[1] && rank[1] > rank[0]) {
		t.Errorf("ranks %v", rank)
	}
	_, authorities := g.HITS(nil, 0)
	if authorities[2] != 1 { // a and b are one host
		t.Errorf("authorities %v", authorities)
	}
}

// filled returns links of so many pages with so many links each.
func filled(pages, links int) *recentlinks.Links {
	l := &recentlinks.Links{}
	for i := range pages {
		p := recentlinks.Page{ID: recentlinks.ID(i + 1), Relevance: 0.5}
		for j := range links {
			p.Links = append(p.Links, recentlinks.ID(1<<40+j))
		}
		l.Add(p)
	}
	return l
}

// TestOldPagesAreForgotten: memory and stored state are bounded, whatever is added.
func TestOldPagesAreForgotten(t *testing.T) {
	for _, c := range []struct{ pages, links, least, most int }{
		{20_000, 1, 8000, 8192},
		{20_000, 50, 8000, 8192},
		{3_000, 1_000_000, 1000, 1152},
		{10, 0, 10, 10},
	} {
		if c.links > 1000 {
			c.links = 1000 // longer lists are cut just the same
		}
		l := filled(c.pages, c.links)
		if l.Len() < c.least || l.Len() > c.most {
			t.Errorf("%d pages with %d links: %d are remembered, want %d to %d", c.pages, c.links, l.Len(), c.least, c.most)
		}
		g, bytes := l.Graph(), 0
		if last := g.Visited[len(g.Visited)-1].ID; last != recentlinks.ID(c.pages) {
			t.Errorf("the last page is %d", last)
		}
		for n := range recentlinks.Parts {
			bytes += len(l.Append(nil, n))
		}
		if bytes > 5<<20 {
			t.Errorf("%d pages with %d links: %d bytes", c.pages, c.links, bytes)
		}
	}
}

func TestLinksAreKeptInParts(t *testing.T) {
	for _, pages := range []int{0, 1, 64, 65, 1000, 9000, 20_000} {
		l, again := filled(pages, 3), &recentlinks.Links{}
		for n := range recentlinks.Parts {
			if again.Restore(l.Append(nil, n), n) != (pages > 64*n) {
				t.Errorf("%d pages: part %d", pages, n)
			}
			if l.Changed(n) {
				t.Errorf("%d pages: part %d has changed since", pages, n)
			}
		}
		for _, x := range []*recentlinks.Links{l, again} { // both go on alike
			x.Add(recentlinks.Page{ID: 1 << 50, Links: []recentlinks.ID{7}})
		}
		a, b := l.Graph(), again.Graph()
		if l.Len() != again.Len() || !slices.Equal(a.IDs, b.IDs) || !slices.Equal(a.PageRank(nil), b.PageRank(nil)) {
			t.Errorf("%d pages: %d before, %d after", pages, l.Len(), again.Len())
		}
		changed := 0
		for n := range recentlinks.Parts {
			if again.Changed(n) {
				changed++
			}
		}
		if changed != 1 {
			t.Errorf("%d pages: a page changes %d parts", pages, changed)
		}
	}
}

func TestDamagedPartsAreRefused(t *testing.T) {
	whole := filled(3, 2).Append(nil, 0)
	huge := slices.Clone(whole)
	huge[8+12] = 0xff // links of the first page
	relevance := slices.Clone(whole)
	relevance[8+8] = 0x7f // no number from 0 to 1
	serial := slices.Clone(whole)
	serial[0] = 0xff
	for name, b := range map[string][]byte{
		"nothing": nil, "truncated": whole[:len(whole)-1], "an end": append(slices.Clone(whole), 0), "too many links": huge,
		"relevance": relevance, "serial": serial, "zeros": make([]byte, 100),
	} {
		var l recentlinks.Links
		if l.Restore(b, 0) || l.Len() != 0 {
			t.Errorf("%s: accepted, %d pages", name, l.Len())
		}
	}
	var l recentlinks.Links
	if l.Restore(whole, 1) {
		t.Error("a part is accepted in the place of another")
	}
}

// FuzzRestore: whatever is stored, what is remembered is within bounds and can be ranked.
func FuzzRestore(f *testing.F) {
	f.Add(filled(70, 2).Append(nil, 0), 0)
	f.Add(filled(70, 2).Append(nil, 1), 1)
	f.Fuzz(func(t *testing.T, b []byte, n int) {
		var l recentlinks.Links
		if n < 0 || n >= recentlinks.Parts || !l.Restore(b, n) {
			return
		}
		l.Add(recentlinks.Page{ID: 5})
		for _, r := range l.Graph().PageRank(nil) {
			if math.IsNaN(r) {
				t.Error("a rank is no number")
			}
		}
	})
}

// BenchmarkGraph ranks all that can be remembered.
func BenchmarkGraph(b *testing.B) {
	for _, links := range []int{10, 50} {
		l := filled(10_000, links)
		b.Run(fmt.Sprint(links), func(b *testing.B) {
			for b.Loop() {
				l.Graph().PageRank(nil)
			}
		})
	}
}
