package crawlertest

import (
	"fmt"
	"math"
	"time"

	"github.com/google/go-cmp/cmp"

	"sluice/internal/frontier"
)

// frontierOrder: the best score is served first, equal scores in order of arrival.
func frontierOrder(t *frontierTest) {
	t.start(frontier.Options{PerHost: 100})
	t.commit(frontier.Group{Add: []frontier.Link{
		t.link("a/low", 0, -1), t.link("a/first", 0, 2), t.link("b/second", 0, 2), t.link("b/top", 0, 3), t.link("a/third", 0, 2), t.link("b/zero", 0, 0),
	}})
	t.wantNext(3, "b/top", "a/first", "b/second")
	t.wantNext(10, "a/third", "b/zero", "a/low")
}

// frontierScores: any score has its place in the order, infinities and zeros included.
func frontierScores(t *frontierTest) {
	t.start(frontier.Options{PerHost: 100})
	// Not a number sorts below every number, and the two zeros are equal.
	inf, nan := math.Inf(1), math.NaN()
	t.commit(frontier.Group{Add: []frontier.Link{
		t.link("a/nan", 0, nan), t.link("a/-inf", 0, -inf), t.link("a/-1e-300", 0, -1e-300), t.link("a/0", 0, 0),
		t.link("a/1e-300", 0, 1e-300), t.link("a/inf", 0, inf), t.link("a/-0", 0, math.Copysign(0, -1)),
	}})
	t.wantNext(10, "a/inf", "a/1e-300", "a/0", "a/-0", "a/-1e-300", "a/-inf", "a/nan")
}

// frontierOvertake: a better link is served before worse ones that are in memory already.
func frontierOvertake(t *frontierTest) {
	t.start(frontier.Options{PerHost: 1000})
	var g frontier.Group
	for i := range 1000 {
		g.Add = append(g.Add, t.link(fmt.Sprintf("a/%03d", i), 0, float64(-i)))
	}
	t.commit(g)
	t.wantNext(1, "a/000")
	t.commit(frontier.Group{
		Add:  []frontier.Link{t.link("a/new", 0, 10), t.link("a/between", 0, -1.5), t.link("a/late", 0, -990.5)},
		Move: []frontier.Move{{URL: t.url("a/900"), Score: 9}, {URL: t.url("a/002"), Score: -2000}, {URL: t.url("a/998"), Score: -3000}},
	})
	t.wantNext(5, "a/new", "a/900", "a/001", "a/between", "a/003")
	rest := t.drain()
	if len(rest) != 1003-6 {
		t.Fatalf("%d links came, want %d", len(rest), 1003-6)
	}
	want := []string{"a/990", "a/late", "a/991", "a/992", "a/993", "a/994", "a/995", "a/996", "a/997", "a/999", "a/002", "a/998"}
	if diff := cmp.Diff(want, rest[len(rest)-len(want):]); diff != "" {
		t.Errorf("the last ones (-want +got):\n%s", diff)
	}
}

// frontierShares: lanes are served by the shares that were chosen, in their order.
func frontierShares(t *frontierTest) {
	t.start(frontier.Options{PerHost: 10})
	var g frontier.Group
	for i := range 5 {
		g.Add = append(g.Add, t.link(fmt.Sprintf("a/1-%d", i), 1, float64(i)), t.link(fmt.Sprintf("b/2-%d", i), 2, 0))
	}
	t.f.PauseHost("c.example", t.now.Add(time.Hour))
	t.f.PauseHost("c.example", t.now.Add(time.Second))
	g.Add = append(g.Add, t.link("c/1", 3, 0), t.link("b/1", 1, -1))
	t.commit(g)
	var shown []frontier.LaneState
	choose := func(s []frontier.LaneState) []frontier.Share {
		shown = s
		return []frontier.Share{{Lane: 2, N: 1}, {Lane: 1, N: 2}, {Lane: 3, N: 5}, {Lane: 99, N: 1}, {Lane: 2, N: 9}}
	}
	leases, err := t.f.Next(t.Context(), 5, choose)
	if err != nil {
		t.Fatal(err)
	}
	want := []frontier.LaneState{{Lane: 1, Waiting: 6, Ready: 2, Best: 4}, {Lane: 2, Waiting: 5, Ready: 1}}
	if diff := cmp.Diff(want, shown); diff != "" {
		t.Errorf("lanes (-want +got):\n%s", diff)
	}
	var got []string
	for _, l := range leases {
		got = append(got, short(l.URL))
	}
	if diff := cmp.Diff([]string{"b/2-0", "a/1-4", "a/1-3", "b/2-1", "b/2-2"}, got); diff != "" {
		t.Errorf("leases (-want +got):\n%s", diff)
	}
	if _, err := t.f.Next(t.Context(), 5, func(s []frontier.LaneState) []frontier.Share { shown = s; return nil }); err != nil {
		t.Fatal(err)
	}
	want = []frontier.LaneState{{Lane: 1, Waiting: 4, Ready: 2, Best: 2, Served: 2}, {Lane: 2, Waiting: 2, Ready: 1, Served: 3}}
	if diff := cmp.Diff(want, shown); diff != "" {
		t.Errorf("lanes (-want +got):\n%s", diff)
	}
}

// frontierLowest: without a choice the lowest lane is served first.
func frontierLowest(t *frontierTest) {
	t.start(frontier.Options{})
	t.commit(frontier.Group{Add: []frontier.Link{t.link("a/9", 9, 100), t.link("a/1", 1, 0), t.link("b/4", 4, 0), t.link("b/3", 3, 0)}})
	t.wantNext(10, "a/1", "b/3")
	if diff := cmp.Diff([]frontier.Lane{1, 3, 4, 9}, t.f.Lanes()); diff != "" {
		t.Errorf("Lanes (-want +got):\n%s", diff)
	}
}

// frontierManyHosts: more hosts than fit into memory are all served.
func frontierManyHosts(t *frontierTest) {
	t.start(frontier.Options{Delay: time.Second})
	const hosts, each = 500, 3
	var g frontier.Group
	for i := range each {
		for h := range hosts {
			g.Add = append(g.Add, t.link(fmt.Sprintf("h%d/%d", h, i), 0, float64(-i)))
		}
	}
	t.commit(g)
	got := map[string]int{}
	for range 10 * each {
		for _, name := range t.drain() {
			got[name]++
		}
		t.pass(time.Second)
	}
	for name, n := range got {
		if n != 1 {
			t.Errorf("%s came %d times", name, n)
		}
	}
	if len(got) != hosts*each {
		t.Errorf("%d links came, want %d", len(got), hosts*each)
	}
	t.wantCounts(frontier.Counts{Known: hosts * each})
}

// frontierManyLanes: more lanes than fit into memory are all served.
func frontierManyLanes(t *frontierTest) {
	t.start(frontier.Options{PerHost: 1000})
	var g frontier.Group
	for i := range 300 {
		g.Add = append(g.Add, t.link(fmt.Sprintf("%c/%d", 'a'+i%3, i), frontier.Lane(i), 0))
	}
	t.commit(g)
	seen := map[frontier.Lane]bool{}
	for range 300 {
		leases, err := t.f.Next(t.Context(), 1, func(s []frontier.LaneState) []frontier.Share {
			if len(s) > 64 {
				t.Errorf("%d lanes are shown at once", len(s))
			}
			if len(s) == 0 {
				return nil
			}
			return []frontier.Share{{Lane: s[len(s)-1].Lane, N: 1}}
		})
		if err != nil {
			t.Fatal(err)
		}
		for _, l := range leases {
			seen[l.Lane] = true
		}
	}
	if len(seen) != 300 {
		t.Errorf("%d lanes were served, want 300", len(seen))
	}
}
