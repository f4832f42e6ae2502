package crawlertest

import (
	"fmt"
	"time"

	"github.com/google/go-cmp/cmp"

	"sluice/internal/frontier"
)

// addGoodAndBad adds four good links of one host, and worse ones of two others.
func (t *frontierTest) addGoodAndBad() {
	t.Helper()
	var g frontier.Group
	for i := range 4 {
		g.Add = append(g.Add, t.link(fmt.Sprintf("good/%d", i+1), 2, float64(9-i)))
	}
	for i := range 3 {
		g.Add = append(g.Add, t.link(fmt.Sprintf("bad/%d", i+1), 2, 1-float64(i)/10))
	}
	g.Add = append(g.Add, t.link("fair/1", 2, 5))
	t.commit(g)
}

// frontierBudget: while more links wait than requests are left, only the best are leased, though their host is not ready.
func frontierBudget(t *frontierTest) {
	t.start(frontier.Options{Delay: time.Second})
	t.addGoodAndBad()
	t.f.SetBudget(4)
	for i := range 4 {
		lease := t.wantNext(10, fmt.Sprintf("good/%d", i+1))[0]
		t.f.SetBudget(int64(3 - i))
		t.wantNext(10)
		t.wantReady(-1) // but when the request ends
		t.f.Release(lease, t.now)
		t.done(fmt.Sprintf("good/%d", i+1))
		t.wantNext(10)
		t.pass(time.Second)
	}
	t.f.SetBudget(-1)
	t.wantNext(10, "fair/1", "bad/1")
}

// frontierBudgetReady: a link that is not worth a request does not make a frontier ready, and the end of a better host's delay does.
func frontierBudgetReady(t *frontierTest) {
	t.start(frontier.Options{Delay: time.Second})
	t.addGoodAndBad()
	t.f.SetBudget(3)
	t.f.Release(t.wantNext(10, "good/1")[0], t.now)
	t.done("good/1")
	t.wantNext(10)
	t.wantReady(time.Second)
	t.pass(time.Second)
	t.wantReady(0)
	t.wantNext(10, "good/2")
}

// frontierBudgetLarge: of the links that wait only the worst is left out when requests are left for all others, and none when there is one for each.
func frontierBudgetLarge(t *frontierTest) {
	t.start(frontier.Options{PerHost: 10})
	t.addGoodAndBad()
	t.f.SetBudget(7)
	t.wantNext(10, "good/1", "good/2", "good/3", "good/4", "fair/1", "bad/1", "bad/2")
	t.f.SetBudget(1)
	t.wantNext(10, "bad/3")
}

// frontierBudgetStuck: hosts that cannot be asked keep none of the others waiting.
func frontierBudgetStuck(t *frontierTest) {
	t.start(frontier.Options{Delay: time.Second})
	t.addGoodAndBad()
	t.f.PauseHost("good.example", t.now.Add(time.Hour))
	t.f.SetBudget(3)
	t.wantNext(10, "fair/1", "bad/1")
	t.f.CloseHost("good.example", "dead")
	t.pass(time.Second)
	t.f.SetBudget(1)
	for _, l := range t.wantNext(10, "good/1", "good/2", "good/3", "good/4") {
		if l.Closed == "" {
			t.Errorf("%s: not marked as one of a host that was given up", l.URL)
		}
	}
}

// frontierBudgetSlow: the links of a host keep others waiting as long as it would take to request them, up to a horizon.
func frontierBudgetSlow(t *frontierTest) {
	t.start(frontier.Options{Delay: time.Second})
	t.addGoodAndBad()
	t.f.SetBudget(3)
	t.wantNext(10, "good/1")
	t.f.SetBudget(2)
	t.pass(time.Minute) // its request takes long
	t.wantNext(10)
	t.pass(10 * time.Minute)
	t.wantNext(10, "fair/1", "bad/1")
}

// frontierBudgetDelay: of a host with a long delay few links count.
func frontierBudgetDelay(t *frontierTest) {
	t.start(frontier.Options{Delay: time.Second})
	t.f.SetDelay("good.example", 5*time.Minute)
	t.addGoodAndBad()
	t.f.SetBudget(3)
	t.wantNext(10, "good/1", "fair/1")
}

// frontierBudgetLanes: lanes that come first in a choice keep their requests, and a strategy is shown those it may wait for.
func frontierBudgetLanes(t *frontierTest) {
	t.start(frontier.Options{Delay: time.Second})
	t.commit(frontier.Group{Add: []frontier.Link{
		t.link("a/1", 1, 0), t.link("a/2", 1, 0), t.link("a/3", 1, 0), t.link("b/1", 2, 7), t.link("c/low", 1, -3), t.link("c/2", 2, 8),
	}})
	next := func(equal bool, lanes []frontier.LaneState, want ...string) {
		t.Helper()
		var shown []frontier.LaneState
		leases, err := t.f.Next(t.Context(), 5, func(s []frontier.LaneState) []frontier.Share {
			shown = s
			return []frontier.Share{{Lane: 1, N: 5, Equal: equal}, {Lane: 2, N: 5}}
		})
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, l := range leases {
			got = append(got, short(l.URL))
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("leases (-want +got):\n%s", diff)
		}
		if diff := cmp.Diff(lanes, shown); diff != "" {
			t.Errorf("lanes (-want +got):\n%s", diff)
		}
	}
	t.f.SetBudget(3)
	next(false, []frontier.LaneState{{Lane: 1, Waiting: 4, Ready: 2}, {Lane: 2, Waiting: 2, Ready: 2, Best: 8}}, "a/1")
	t.f.SetBudget(2)
	next(true, []frontier.LaneState{{Lane: 1, Waiting: 3, Ready: 1, Best: -3, Served: 1}, {Lane: 2, Waiting: 2, Ready: 2, Best: 8}}, "c/low")
	t.f.SetBudget(1)
	next(true, []frontier.LaneState{{Lane: 1, Waiting: 2, Ready: 1, Served: 2}, {Lane: 2, Waiting: 2, Ready: 1, Best: 7}})
}
