package crawlertest

import (
	"fmt"
	"time"

	"github.com/google/go-cmp/cmp"

	"sluice/internal/frontier"
)

// frontierMove: a moved link waits in its new lane only.
func frontierMove(t *frontierTest) {
	t.start(frontier.Options{PerHost: 10})
	t.add("a/1", "a/2", "a/3", "b/1")
	// The move of an unknown URL has no effect: it must not create one.
	t.commit(frontier.Group{Move: []frontier.Move{
		{URL: t.url("a/2"), Lane: 0, Score: 2}, {URL: t.url("a/3"), Lane: 7, Score: 1}, {URL: t.url("c/unknown"), Lane: 7},
	}})
	want := frontier.Known{State: frontier.Waiting, Lane: 7, Score: 1, Parent: "http://a.example/", Depth: 1}
	if diff := cmp.Diff(want, t.known("a/3")); diff != "" {
		t.Errorf("moved (-want +got):\n%s", diff)
	}
	t.wantState("c/unknown", frontier.New)
	t.wantNext(10, "a/2", "a/1", "b/1", "a/3")
}

// frontierMoveLeased: a link that is leased is not moved.
func frontierMoveLeased(t *frontierTest) {
	t.start(frontier.Options{})
	t.add("a/1")
	t.wantNext(1, "a/1")
	// Move, split and drop in one commit: none of them applies to a link while it is leased.
	t.commit(frontier.Group{Move: []frontier.Move{{URL: t.url("a/1"), Lane: 3}}, Split: []frontier.Split{{From: 0, To: 4, Share: 1}}, Drop: []frontier.Lane{0}})
	if got := t.known("a/1"); got.State != frontier.Leased || got.Lane != 0 {
		t.Errorf("Known = %+v", got)
	}
	t.crash()
	t.wantNext(1, "a/1") // neither lost nor dropped
}

// frontierSplit: a split moves an even share of each host's links.
func frontierSplit(t *frontierTest) {
	t.start(frontier.Options{PerHost: 1000})
	var g frontier.Group
	for i := range 100 {
		g.Add = append(g.Add, t.link(fmt.Sprintf("%c/%d", 'a'+i%4, i), 1, float64(i)))
	}
	t.commit(g)
	t.wantNext(1, "d/99")
	t.commit(frontier.Group{Split: []frontier.Split{{From: 1, To: 2, Share: 0.5}, {From: 7, To: 8, Share: 1}}})
	lanes := map[frontier.Lane]int{}
	hosts := map[string]int{}
	for i := range 99 {
		k := t.known(fmt.Sprintf("%c/%d", 'a'+i%4, i))
		lanes[k.Lane]++
		if k.Lane == 2 {
			hosts[string(rune('a'+i%4))]++
		}
	}
	if lanes[1] != 50 || lanes[2] != 49 {
		t.Errorf("lanes hold %v, want 50 and 49", lanes)
	}
	for h, n := range hosts {
		if n < 12 || n > 13 {
			t.Errorf("%d links of host %s moved, want half", n, h)
		}
	}
	if got := len(t.drain()); got != 99 {
		t.Errorf("%d links came after the split, want 99", got)
	}
}

// frontierDrop: no link of a dropped lane is handed out.
func frontierDrop(t *frontierTest) {
	t.start(frontier.Options{PerHost: 10})
	t.commit(frontier.Group{Add: []frontier.Link{t.link("a/1", 1, 9), t.link("a/2", 1, 0), t.link("b/1", 1, 0), t.link("a/3", 2, 0)}})
	later := t.link("b/2", 1, 0)
	later.NotBefore = t.now.Add(time.Minute)
	t.commit(frontier.Group{Add: []frontier.Link{later}})
	t.wantNext(1, "a/1")
	t.commit(frontier.Group{Drop: []frontier.Lane{1, 1, 5}, Add: []frontier.Link{t.link("c/1", 1, 0)}})
	t.wantState("a/1", frontier.Leased)
	for _, name := range []string{"a/2", "b/1", "b/2"} {
		t.wantState(name, frontier.Dropped)
	}
	// A dropped link is distinguished from a refused one by its cause.
	if got := t.known("a/2").Cause; got != frontier.CauseDropped {
		t.Errorf("cause %q", got)
	}
	// Lane 5 is empty: dropping it changes no count.
	t.commit(frontier.Group{Drop: []frontier.Lane{5}})
	t.wantCounts(frontier.Counts{Waiting: 2, Leased: 1, Known: 6, Hosts: 2, Ready: 2})
	t.pass(time.Hour)
	t.wantNext(10, "c/1", "a/3")
	t.done("a/1", "c/1", "a/3")
	t.wantCounts(frontier.Counts{Known: 6})
}

// frontierDropFound: a dropped link waits when it is found again.
func frontierDropFound(t *frontierTest) {
	t.start(frontier.Options{PerHost: 10})
	t.commit(frontier.Group{Add: []frontier.Link{t.link("a/1", 1, 0), t.link("a/2", 1, 0)}})
	t.commit(frontier.Group{Drop: []frontier.Lane{1}})
	t.commit(frontier.Group{Add: []frontier.Link{t.link("a/1", 1, 0)}})
	t.wantState("a/1", frontier.Waiting)
	t.wantCounts(frontier.Counts{Waiting: 1, Known: 2, Hosts: 1, Ready: 1})
	t.commit(frontier.Group{Drop: []frontier.Lane{1}})
	t.wantNext(10)
	t.commit(frontier.Group{Add: []frontier.Link{t.link("a/2", 0, 0), t.link("a/1", 3, 0)}})
	t.wantNext(10, "a/2", "a/1")
}

// frontierSplitDrop: what a split moves before a drop is not dropped.
func frontierSplitDrop(t *frontierTest) {
	t.start(frontier.Options{PerHost: 100})
	var g frontier.Group
	for i := range 20 {
		g.Add = append(g.Add, t.link(fmt.Sprintf("a/%d", i), 1, 0))
	}
	t.commit(g)
	t.commit(frontier.Group{Split: []frontier.Split{{From: 1, To: 2, Share: 0.25}}, Drop: []frontier.Lane{1}})
	t.wantCounts(frontier.Counts{Waiting: 5, Known: 20, Hosts: 1, Ready: 1})
	if got := len(t.drain()); got != 5 {
		t.Errorf("%d links came, want 5", got)
	}
}

// frontierLarge: splits and drops too large for one commit continue with the next ones.
func frontierLarge(t *frontierTest) {
	t.start(frontier.Options{PerHost: 100_000})
	const n = 12_000
	for i := 0; i < n; i += 1000 {
		var g frontier.Group
		for j := range 1000 {
			g.Add = append(g.Add, t.link(fmt.Sprintf("%c/%d", 'a'+j%7, i+j), 1, float64(j)))
		}
		t.commit(g)
	}
	t.commit(frontier.Group{Split: []frontier.Split{{From: 1, To: 2, Share: 0.5}}})
	t.commit(frontier.Group{Drop: []frontier.Lane{1}})
	// A crash in the middle of a split and a drop must not lose the part that is still to do.
	if t.opened.Crash != nil {
		t.crash()
	}
	for range n / 1000 { // more than enough
		t.commit(frontier.Group{})
	}
	got := t.f.Counts()
	if got.Ready == 0 || got.Ready > 7 { // some may be on disk only
		t.Errorf("%d hosts are ready, want 1 to 7", got.Ready)
	}
	got.Ready = 0
	if diff := cmp.Diff(frontier.Counts{Waiting: n / 2, Known: n, Hosts: 7}, got); diff != "" {
		t.Errorf("Counts (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]frontier.Lane{2}, t.f.Lanes()); diff != "" {
		t.Errorf("Lanes (-want +got):\n%s", diff)
	}
	if got := len(t.drain()); got != n/2 {
		t.Errorf("%d links came, want %d", got, n/2)
	}
	t.wantCounts(frontier.Counts{Known: n})
}

// frontierScan: a scan returns the links that wait in a lane, in pages.
func frontierScan(t *frontierTest) {
	t.start(frontier.Options{PerHost: 2})
	var g frontier.Group
	for i := range 30 {
		g.Add = append(g.Add, t.link(fmt.Sprintf("%c/%d", 'a'+i%3, i), 1, float64(i)))
	}
	g.Add = append(g.Add, t.link("a/other", 2, 0))
	t.commit(g)
	t.wantNext(1, "c/29")
	// A link that is leased and one that has moved to another lane are not part of the scan.
	t.commit(frontier.Group{Move: []frontier.Move{{URL: t.url("b/28"), Lane: 2}}})
	seen := map[string]int{}
	var from frontier.Cursor
	for range 100 {
		links, next, err := t.f.Scan(t.Context(), 1, from, 7)
		if err != nil || len(links) > 7 {
			t.Fatalf("Scan = %d links, %v", len(links), err)
		}
		for _, l := range links {
			seen[short(l.URL)]++
			if l.Lane != 1 {
				t.Errorf("%s is shown in lane %d", short(l.URL), l.Lane)
			}
		}
		if from = next; next == "" {
			break
		}
	}
	if len(seen) != 28 || seen["c/29"] > 0 || seen["b/28"] > 0 {
		t.Errorf("a scan saw %d links, want 28: %v", len(seen), seen)
	}
	if links, next, err := t.f.Scan(t.Context(), 99, "", 5); len(links) != 0 || next != "" || err != nil {
		t.Errorf("Scan of no lane = %v, %q, %v", links, next, err)
	}
	if _, _, err := t.f.Scan(t.Context(), 1, "no cursor", 5); err == nil {
		t.Error("Scan takes any cursor")
	}
}
