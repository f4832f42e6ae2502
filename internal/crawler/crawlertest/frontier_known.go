package crawlertest

import (
	"time"

	"github.com/google/go-cmp/cmp"

	"sluice/internal/frontier"
	"sluice/weburl"
)

// frontierEmpty: an empty frontier answers every question without an error.
func frontierEmpty(t *frontierTest) {
	t.start(frontier.Options{})
	t.wantNext(10)
	t.wantReady(-1)
	t.wantCounts(frontier.Counts{})
	t.wantState("a/1", frontier.New)
	t.commit(frontier.Group{})
	t.done() // nothing
	if v, err := t.f.State(t.Context(), "x"); v != nil || err != nil {
		t.Errorf("State = %q, %v", v, err)
	}
	if l := t.f.Lanes(); len(l) != 0 {
		t.Errorf("Lanes = %v", l)
	}
}

// frontierOnce: a link is handed out once, however often it is added.
func frontierOnce(t *frontierTest) {
	t.start(frontier.Options{PerHost: 10})
	t.add("a/1", "a/2", "a/1")
	t.wantNext(10, "a/1", "a/2")
	t.wantNext(10)
	t.add("a/1")
	t.wantNext(10)
	t.done("a/1", "a/2")
	t.add("a/1", "a/2", "a/3")
	t.wantNext(10, "a/3")
	t.wantCounts(frontier.Counts{Leased: 1, Known: 3, Hosts: 1})
}

// frontierWhole: every field of a link survives until it is handed out.
func frontierWhole(t *frontierTest) {
	t.start(frontier.Options{})
	want := frontier.Link{
		URL: mustURL(t, "https://a.example:8443/x?q=1"), Kind: frontier.Foreign, Parent: "https://a.example:8443/y", Depth: 7,
		Lane: 3, Score: -2.5, Via: []string{"http://b.example/1", "http://b.example/2"}, Attempt: 2,
	}
	t.commit(frontier.Group{Add: []frontier.Link{want}})
	leases := t.next(1)
	if len(leases) != 1 {
		t.Fatal("no lease")
	}
	wantLease := frontier.Lease{Link: want, Host: "a.example:8443"}
	if diff := cmp.Diff(wantLease, leases[0], cmp.Comparer(func(a, b weburl.URL) bool { return a == b })); diff != "" {
		t.Errorf("lease (-want +got):\n%s", diff)
	}
}

// frontierKnown: Known reports the state of a URL at each step of its life.
func frontierKnown(t *frontierTest) {
	t.start(frontier.Options{PerHost: 10})
	t.commit(frontier.Group{Add: []frontier.Link{t.link("a/1", 4, 2), t.link("a/2", 4, 1)}})
	want := frontier.Known{State: frontier.Waiting, Lane: 4, Score: 2, Parent: "http://a.example/", Depth: 1}
	if diff := cmp.Diff(want, t.known("a/1")); diff != "" {
		t.Errorf("waiting (-want +got):\n%s", diff)
	}
	t.wantNext(1, "a/1")
	want.State = frontier.Leased
	if diff := cmp.Diff(want, t.known("a/1")); diff != "" {
		t.Errorf("leased (-want +got):\n%s", diff)
	}
	t.done("a/1", "b/never-heard-of")
	t.wantState("a/1", frontier.Done)
	t.wantState("b/never-heard-of", frontier.Done)
	t.wantState("a/2", frontier.Waiting)
	t.done("a/2") // needs no request any more
	t.wantState("a/2", frontier.Done)
	t.wantNext(10)
	t.wantCounts(frontier.Counts{Known: 3})
}

// frontierRefused: a refused URL is never handed out, and keeps its cause.
func frontierRefused(t *frontierTest) {
	t.start(frontier.Options{})
	r := frontier.Refusal{URL: t.url("a/1"), Parent: "http://a.example/", Depth: 3, Cause: "scope"}
	t.commit(frontier.Group{Refuse: []frontier.Refusal{r}})
	t.add("a/1")
	t.wantNext(1)
	want := frontier.Known{State: frontier.Refused, Parent: "http://a.example/", Depth: 3, Cause: "scope"}
	if diff := cmp.Diff(want, t.known("a/1")); diff != "" {
		t.Errorf("refused (-want +got):\n%s", diff)
	}
	t.wantState("a/1", frontier.Refused)
	// The first refusal is final: a later one with another cause does not replace it.
	r.Cause = "other"
	t.commit(frontier.Group{Refuse: []frontier.Refusal{r, {URL: t.url("b/1"), Cause: "trap"}}, Add: []frontier.Link{t.link("b/1", 0, 0)}})
	if got := t.known("a/1").Cause; got != "scope" {
		t.Errorf("the first cause became %q", got)
	}
	t.wantState("b/1", frontier.Waiting) // what waits is not refused by another link
}

// frontierSoft: a soft refusal ends when the URL is added.
func frontierSoft(t *frontierTest) {
	t.start(frontier.Options{})
	r := frontier.Refusal{URL: t.url("a/1"), Depth: 1, Cause: "hook", Soft: true}
	t.commit(frontier.Group{Refuse: []frontier.Refusal{r, {URL: t.url("a/2"), Cause: "hook", Soft: true}}})
	if diff := cmp.Diff(frontier.Known{State: frontier.Refused, Depth: 1, Cause: "hook", Soft: true}, t.known("a/1")); diff != "" {
		t.Errorf("softly refused (-want +got):\n%s", diff)
	}
	var seen [1]bool
	if err := t.f.Seen(t.Context(), []weburl.Key{t.key("a/1")}, seen[:]); err != nil || seen[0] {
		t.Errorf("Seen = %v, %v of one softly refused", seen[0], err)
	}
	t.commit(frontier.Group{Refuse: []frontier.Refusal{{URL: t.url("a/2"), Cause: "scope"}}})
	if got := t.known("a/2"); got.Cause != "scope" || got.Soft {
		t.Errorf("a hard refusal after a soft one: %+v", got)
	}
	t.add("a/1", "a/2")
	t.wantNext(10, "a/1")
	t.wantCounts(frontier.Counts{Leased: 1, Known: 2, Hosts: 1})
}

// frontierForbid: a lease may end with a refusal.
func frontierForbid(t *frontierTest) {
	t.start(frontier.Options{})
	t.add("a/1")
	l := t.wantNext(1, "a/1")[0]
	t.f.Release(l, time.Time{})
	t.commit(frontier.Group{Forbid: []frontier.Refusal{{URL: l.URL, Cause: "robots"}}})
	if got := t.known("a/1"); got.State != frontier.Refused || got.Cause != "robots" {
		t.Errorf("Known = %+v", got)
	}
	t.add("a/1")
	t.wantNext(1)
	t.wantCounts(frontier.Counts{Known: 1})
}

// frontierPrecedence: one group may name a URL twice: Again and Done take precedence.
func frontierPrecedence(t *frontierTest) {
	t.start(frontier.Options{PerHost: 10})
	t.add("a/1", "a/2")
	t.wantNext(2, "a/1", "a/2")
	again := t.link("a/1", 0, 5)
	again.Attempt = 1
	t.commit(frontier.Group{
		Done:   []weburl.Key{t.key("a/1"), t.key("a/2"), t.key("a/3")},
		Again:  []frontier.Link{again},
		Add:    []frontier.Link{t.link("a/1", 1, 1), t.link("a/2", 1, 1), t.link("a/3", 1, 1)},
		Refuse: []frontier.Refusal{{URL: t.url("a/1"), Cause: "x"}, {URL: t.url("a/2"), Cause: "x"}},
		Move:   []frontier.Move{{URL: t.url("a/2"), Lane: 2}},
	})
	t.wantState("a/2", frontier.Done)
	t.wantState("a/3", frontier.Done)
	if l := t.wantNext(10, "a/1"); l[0].Attempt != 1 || l[0].Score != 5 {
		t.Errorf("waits as %+v", l[0].Link)
	}
	// One that was not leased is added, if it is not known.
	t.commit(frontier.Group{Again: []frontier.Link{t.link("a/2", 0, 0), t.link("a/4", 0, 0)}})
	t.wantNext(10, "a/4")
	// What is done waits again, that of this very group too; what is not known, refused
	// or waits is left as it is.
	t.commit(frontier.Group{
		Done:   []weburl.Key{t.key("a/5")},
		Refuse: []frontier.Refusal{{URL: t.url("a/6"), Cause: "x"}},
	})
	t.add("a/8")
	t.commit(frontier.Group{
		Done:    []weburl.Key{t.key("a/4")},
		Requeue: []frontier.Link{t.link("a/2", 0, 0), t.link("a/4", 0, 0), t.link("a/5", 0, 0), t.link("a/6", 0, 0), t.link("a/7", 0, 0), t.link("a/8", 0, 0)},
	})
	t.wantNext(10, "a/8", "a/2", "a/4", "a/5")
	// A link added and moved by one group waits where it was moved.
	t.commit(frontier.Group{Add: []frontier.Link{t.link("b/1", 1, 0)}, Move: []frontier.Move{{URL: t.url("b/1"), Lane: 8, Score: 3}}})
	if got := t.known("b/1"); got.Lane != 8 || got.Score != 3 {
		t.Errorf("b/1 waits in %+v", got)
	}
}
