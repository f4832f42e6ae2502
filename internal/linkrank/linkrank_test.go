package linkrank_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"sluice/internal/linkrank"
)

// graph returns a graph of pages on the given hosts.
func graph(hosts []int32, links ...[2]int) *linkrank.Graph {
	g := &linkrank.Graph{}
	for _, h := range hosts {
		g.Add(h)
	}
	for _, l := range links {
		g.Link(l[0], l[1])
	}
	return g
}

func wantNear(t *testing.T, what string, got, want []float64) {
	t.Helper()
	if !slices.EqualFunc(got, want, func(a, b float64) bool { return math.Abs(a-b) < 1e-4 }) {
		t.Errorf("%s %.4f, want %.4f", what, got, want)
	}
}

// TestPageRankSolvesItsEquation: the ranks of small graphs by hand.
func TestPageRankSolvesItsEquation(t *testing.T) {
	third := 1.0 / 3
	for _, c := range []struct {
		name  string
		graph *linkrank.Graph
		bias  []float64
		want  []float64
	}{
		{"a ring", graph([]int32{0, 1, 2}, [2]int{0, 1}, [2]int{1, 2}, [2]int{2, 0}), nil, []float64{third, third, third}},
		{"a page to itself", graph([]int32{0, 1}, [2]int{0, 0}), nil, []float64{0.5, 0.5}},
		// x = 0.15 * 0.5 + 0.85 * y, y = 0.15 * 0.5 + 0.85 * x
		{"two pages", graph([]int32{0, 1}, [2]int{0, 1}, [2]int{1, 0}), nil, []float64{0.5, 0.5}},
		// The surfer at 1 begins anew: x = (0.15 + 0.85 y) / 2, y = x + 0.85 x.
		{"a page without links", graph([]int32{0, 1}, [2]int{0, 1}), nil, []float64{0.3509, 0.6491}},
		// x = 0.15 + 0.85 y, y = 0.85 x
		{"a biased surfer", graph([]int32{0, 1}, [2]int{0, 1}, [2]int{1, 0}), []float64{1, 0}, []float64{0.5405, 0.4595}},
		{"a bias without a number", graph([]int32{0, 1}, [2]int{0, 1}, [2]int{1, 0}), []float64{math.NaN(), -1}, []float64{0.5, 0.5}},
		{"no page", graph(nil), nil, nil},
	} {
		wantNear(t, c.name, c.graph.PageRank(c.bias), c.want)
	}
}

// TestHITSFindsHubsAndAuthorities: two hubs on hosts of their own link to two authorities.
func TestHITSFindsHubsAndAuthorities(t *testing.T) {
	hubs, authorities := graph([]int32{0, 1, 2, 3, 4}, [2]int{0, 2}, [2]int{0, 3}, [2]int{1, 2}, [2]int{1, 3}, [2]int{1, 4}).HITS(nil, 0)
	if !(hubs[1] > hubs[0] && hubs[0] > 0 && hubs[2] == 0) {
		t.Errorf("hubs %.3f", hubs)
	}
	if !(authorities[2] > authorities[4] && authorities[2] == authorities[3] && authorities[0] == 0) {
		t.Errorf("authorities %.3f", authorities)
	}
	for name, x := range map[string][]float64{"hubs": hubs, "authorities": authorities} {
		sum := 0.0
		for _, v := range x {
			sum += v
		}
		if math.Abs(sum-1) > 1e-9 {
			t.Errorf("%s add up to %v", name, sum)
		}
	}
}

// TestHostsDoNotLiftOneAnother: twenty pages of one host that link to one page have as much weight together as one page of another host.
func TestHostsDoNotLiftOneAnother(t *testing.T) {
	g := &linkrank.Graph{}
	lifted := g.Add(0)
	good := g.Add(1)
	for range 20 { // a host of pages made to lift one
		g.Link(g.Add(2), lifted)
	}
	for host := range int32(3) { // three hosts with a page each
		g.Link(g.Add(10+host), good)
	}
	_, authorities := g.HITS(nil, 0)
	if !(authorities[good] > authorities[lifted]) {
		t.Errorf("authority of the lifted page %.3f, of the one with links from three hosts %.3f", authorities[lifted], authorities[good])
	}
	// The other way round: a page with twenty links to one host is no better a hub than one with a link to it.
	g = &linkrank.Graph{}
	many, one := g.Add(0), g.Add(1)
	for range 20 {
		p := g.Add(2)
		g.Link(many, p)
		if p == 2 {
			g.Link(one, p)
		}
	}
	if hubs, _ := g.HITS(nil, 0); hubs[many] > hubs[one]+1e-9 {
		t.Errorf("hub of twenty links to one host %.3f, of one link %.3f", hubs[many], hubs[one])
	}
}

func TestLinksThatDoNotCount(t *testing.T) {
	for _, c := range []struct {
		name      string
		hosts     []int32
		relevance []float64
	}{
		{"within a host", []int32{7, 7}, nil},
		{"from a page off the topic", []int32{0, 1}, []float64{0.1, 1}},
		{"to a page off the topic", []int32{0, 1}, []float64{1, 0.1}},
		{"relevance that is no number", []int32{0, 1}, []float64{math.NaN(), 1}},
		{"relevance that is missing", []int32{0, 1}, []float64{1}},
	} {
		hubs, authorities := graph(c.hosts, [2]int{0, 1}).HITS(c.relevance, 0.2)
		if slices.Max(hubs) != 0 || slices.Max(authorities) != 0 {
			t.Errorf("%s: hubs %v, authorities %v", c.name, hubs, authorities)
		}
	}
}

// TestRelevanceWeighsLinks: of two hubs with the same links the relevant one is the better hub, of two authorities with the same hub the
// relevant one the better authority.
func TestRelevanceWeighsLinks(t *testing.T) {
	g := graph([]int32{0, 1, 2, 3}, [2]int{0, 2}, [2]int{0, 3}, [2]int{1, 2}, [2]int{1, 3})
	hubs, authorities := g.HITS([]float64{0.9, 0.3, 0.8, 0.4}, 0)
	if math.Abs(hubs[0]/hubs[1]-3) > 1e-6 || math.Abs(authorities[2]/authorities[3]-2) > 1e-6 {
		t.Errorf("hubs %.3f, authorities %.3f", hubs, authorities)
	}
}

func TestRelatedPages(t *testing.T) {
	// 0 and 1 link to 3 and 4, 1 and 2 to 5.
	g := graph(make([]int32, 6), [2]int{0, 3}, [2]int{0, 4}, [2]int{1, 3}, [2]int{1, 4}, [2]int{1, 5}, [2]int{2, 5})
	want := []linkrank.Related{{Page: 4, Shared: 2, Strength: 1}, {Page: 5, Shared: 1, Strength: 0.5}}
	if got := g.CoCited(3, 9); !slices.EqualFunc(got, want, func(a, b linkrank.Related) bool {
		return a.Page == b.Page && a.Shared == b.Shared && math.Abs(a.Strength-b.Strength) < 1e-9
	}) {
		t.Errorf("co-cited with 3: %v, want %v", got, want)
	}
	if got := g.Coupled(0, 1); len(got) != 1 || got[0].Page != 1 || got[0].Shared != 2 || math.Abs(got[0].Strength-2/math.Sqrt(6)) > 1e-9 {
		t.Errorf("coupled with 0: %v", got)
	}
	if got := g.Coupled(3, 5); len(got) != 0 {
		t.Errorf("coupled with a page without links: %v", got)
	}
	if got := g.CoCited(3, -1); len(got) != 0 {
		t.Errorf("fewer than no pages: %v", got)
	}
}

// TestRanksOfAnyGraphAreNumbers: whatever the links and weights are.
func TestRanksOfAnyGraphAreNumbers(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	strange := []float64{0, 1, math.NaN(), math.Inf(1), math.Inf(-1), -1, math.MaxFloat64, math.SmallestNonzeroFloat64}
	for range 200 {
		g := &linkrank.Graph{}
		n := 1 + random.IntN(30)
		weights := make([]float64, n)
		for i := range n {
			g.Add(int32(random.IntN(4)))
			weights[i] = strange[random.IntN(len(strange))]
		}
		for range random.IntN(200) {
			g.Link(random.IntN(n), random.IntN(n))
		}
		hubs, authorities := g.HITS(weights, weights[0])
		for _, x := range [][]float64{g.PageRank(weights), hubs, authorities} {
			for _, v := range x {
				if !(v >= 0 && v <= 1+1e-9) {
					t.Fatalf("rank %v of weights %v", v, weights)
				}
			}
		}
	}
}

// BenchmarkPageRank ranks a graph of 10,000 pages with 50 links each.
func BenchmarkPageRank(b *testing.B) {
	g := &linkrank.Graph{}
	random := rand.New(rand.NewPCG(1, 2))
	for range 10_000 {
		g.Add(0)
	}
	for u := range 10_000 {
		for range 50 {
			g.Link(u, random.IntN(10_000))
		}
	}
	for b.Loop() {
		g.PageRank(nil)
	}
}
