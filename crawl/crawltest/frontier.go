package crawltest

import (
	"fmt"
	"math"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"sluice/crawl"
	"sluice/internal/frontier"
	"sluice/weburl"
)

// FrontierStore is what the suite asks of a frontier: the seam of the engine, and what commands use beside it.
type FrontierStore interface {
	crawl.Frontier
	Lanes() []frontier.Lane
	Reset() error
}

// Opened is an empty frontier under test.
type Opened struct {
	Frontier FrontierStore
	Crash    func() FrontierStore // ends it without a farewell and opens it again; nil for one that lives in memory
}

// Frontier tests an implementation of [crawl.Frontier]. open makes an empty one, closed when the test ends.
func Frontier(t *testing.T, open func(*testing.T, frontier.Options) Opened) {
	for name, test := range map[string]func(*frontierTest){
		"AnEmptyOneHasNothing":                 frontierEmpty,
		"ALinkIsGivenOutOnce":                  frontierOnce,
		"ALinkComesBackAsItWas":                frontierWhole,
		"KnownTellsWhereAURLStands":            frontierKnown,
		"ARefusedURLIsNotAskedFor":             frontierRefused,
		"ASoftRefusalYieldsToAnAdd":            frontierSoft,
		"ALeaseEndsForbidden":                  frontierForbid,
		"AgainAndDoneWinOverTheRest":           frontierPrecedence,
		"TheBestScoreIsServedFirst":            frontierOrder,
		"AnyScoreHasItsPlace":                  frontierScores,
		"ABetterLinkOvertakesThoseInMemory":    frontierOvertake,
		"AgainWaitsForItsTime":                 frontierAgain,
		"TheDelayRunsFromEndToBeginning":       frontierDelay,
		"EachPlaceAtAHostKeepsTheDelay":        frontierPerHost,
		"HostsOfOneAddressShareItsLimit":       frontierPerAddress,
		"ALeaseWithoutRequestMovesNoClock":     frontierUnasked,
		"ARestingHostIsNotAsked":               frontierRest,
		"ALongRestKeepsNothingElseFromService": frontierLongRest,
		"ALongerDelayCountsAtOnce":             frontierSetDelay,
		"AGivenUpHostsLinksComeAtOnce":         frontierClose,
		"AResumedCrawlWaitsOneDelay":           frontierResumed,
		"LanesAreServedByShares":               frontierShares,
		"LowestLaneFirstWithoutAChoice":        frontierLowest,
		"AMovedLinkWaitsElsewhere":             frontierMove,
		"ALeasedLinkIsNotMoved":                frontierMoveLeased,
		"ASplitMovesAnEvenShare":               frontierSplit,
		"ADroppedLaneIsNotServed":              frontierDrop,
		"ADroppedLinkWaitsWhenFoundAgain":      frontierDropFound,
		"ASplitBeforeADropSavesItsShare":       frontierSplitDrop,
		"LargeSplitsAndDropsGoOn":              frontierLarge,
		"TheStrategysMemoryRidesAlong":         frontierState,
		"AScanSeesWhatWaits":                   frontierScan,
		"ResetForgetsAll":                      frontierReset,
		"ChangesAreSignalled":                  frontierChanged,
		"ManyHostsAreAllServed":                frontierManyHosts,
		"ManyLanesAreAllServed":                frontierManyLanes,
		"ACrashLosesNothing":                   frontierCrash,
		"TwoGoroutinesMayUseIt":                frontierConcurrent,
	} {
		t.Run(name, func(t *testing.T) {
			test(&frontierTest{T: t, open: open, now: time.Date(2026, 11, 1, 8, 0, 0, 0, time.UTC)})
		})
	}
}

// frontierTest is a frontier under test with a clock that stands still until it is moved.
type frontierTest struct {
	*testing.T
	open   func(*testing.T, frontier.Options) Opened
	f      FrontierStore
	opened Opened

	mu  sync.Mutex
	now time.Time
}

func (t *frontierTest) start(o frontier.Options) {
	t.Helper()
	o.Now = func() time.Time {
		t.mu.Lock()
		defer t.mu.Unlock()
		return t.now
	}
	t.opened = t.open(t.T, o)
	t.f = t.opened.Frontier
}

func (t *frontierTest) pass(d time.Duration) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.now = t.now.Add(d)
}

// crash opens a durable frontier again; one in memory has nothing to show.
func (t *frontierTest) crash() {
	t.Helper()
	if t.opened.Crash == nil {
		t.Skip("lives in memory")
	}
	t.f = t.opened.Crash()
}

func mustURL(t testing.TB, s string) weburl.URL {
	t.Helper()
	u, err := weburl.Parse(s)
	if err != nil {
		t.Fatal(err)
	}
	return u
}

// link makes a link of a short name: "a/1" is http://a.example/1.
func (t *frontierTest) link(name string, lane frontier.Lane, score float64) frontier.Link {
	t.Helper()
	return frontier.Link{URL: t.url(name), Parent: "http://a.example/", Depth: 1, Lane: lane, Score: score}
}

func (t *frontierTest) url(name string) weburl.URL {
	t.Helper()
	for i := range name {
		if name[i] == '/' {
			return mustURL(t, "http://"+name[:i]+".example"+name[i:])
		}
	}
	t.Fatalf("no slash in %q", name)
	return weburl.URL{}
}

func short(u weburl.URL) string {
	host := u.Hostname()
	return host[:len(host)-len(".example")] + u.Path()
}

func (t *frontierTest) key(name string) weburl.Key { return t.url(name).Key() }

func (t *frontierTest) commit(g frontier.Group) {
	t.Helper()
	if err := t.f.Commit(&g); err != nil {
		t.Fatalf("Commit: %v", err)
	}
}

func (t *frontierTest) add(names ...string) {
	t.Helper()
	var g frontier.Group
	for _, name := range names {
		g.Add = append(g.Add, t.link(name, 0, 0))
	}
	t.commit(g)
}

func (t *frontierTest) done(names ...string) {
	t.Helper()
	var g frontier.Group
	for _, name := range names {
		g.Done = append(g.Done, t.key(name))
	}
	t.commit(g)
}

func (t *frontierTest) next(n int) []frontier.Lease {
	t.Helper()
	leases, err := t.f.Next(n, nil)
	if err != nil {
		t.Fatalf("Next: %v", err)
	}
	return leases
}

// wantNext asks for n links and compares them.
func (t *frontierTest) wantNext(n int, want ...string) []frontier.Lease {
	t.Helper()
	leases := t.next(n)
	var got []string
	for _, l := range leases {
		got = append(got, short(l.URL))
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Fatalf("Next(%d) (-want +got):\n%s", n, diff)
	}
	return leases
}

// drain serves until nothing is ready, ending each lease at once.
func (t *frontierTest) drain() []string {
	t.Helper()
	var got []string
	for range 100_000 {
		leases := t.next(100)
		if len(leases) == 0 {
			if at, ok := t.f.Ready(); !ok || at.After(t.now) {
				return got
			}
			continue
		}
		var g frontier.Group
		for _, l := range leases {
			got = append(got, short(l.URL))
			t.f.Rested(l, t.now)
			g.Done = append(g.Done, l.URL.Key())
		}
		t.commit(g)
	}
	t.Fatal("draining does not end")
	return nil
}

func (t *frontierTest) known(name string) frontier.Known {
	t.Helper()
	var out [1]frontier.Known
	if err := t.f.Known([]weburl.Key{t.key(name)}, out[:]); err != nil {
		t.Fatalf("Known: %v", err)
	}
	return out[0]
}

func (t *frontierTest) wantState(name string, want frontier.State) {
	t.Helper()
	if got := t.known(name).State; got != want {
		t.Errorf("%s is in state %d, want %d", name, got, want)
	}
	var seen [1]bool
	if err := t.f.Seen([]weburl.Key{t.key(name)}, seen[:]); err != nil {
		t.Fatalf("Seen: %v", err)
	}
	if vacant := want == frontier.New || want == frontier.Dropped; seen[0] == vacant {
		t.Errorf("Seen(%s) = %v in state %d", name, seen[0], want)
	}
}

// wantReady asks when something can be had: after a time, or negative: not at all.
func (t *frontierTest) wantReady(after time.Duration) {
	t.Helper()
	at, ok := t.f.Ready()
	switch {
	case ok && after < 0:
		t.Errorf("Ready in %v, want never", at.Sub(t.now))
	case !ok && after >= 0:
		t.Errorf("Ready never, want in %v", after)
	case ok && at.Sub(t.now) != after:
		t.Errorf("Ready in %v, want in %v", at.Sub(t.now), after)
	}
}

func (t *frontierTest) wantCounts(want frontier.Counts) {
	t.Helper()
	if diff := cmp.Diff(want, t.f.Counts()); diff != "" {
		t.Errorf("Counts (-want +got):\n%s", diff)
	}
}

func frontierEmpty(t *frontierTest) {
	t.start(frontier.Options{})
	t.wantNext(10)
	t.wantReady(-1)
	t.wantCounts(frontier.Counts{})
	t.wantState("a/1", frontier.New)
	t.commit(frontier.Group{})
	t.done() // nothing
	if v, err := t.f.State("x"); v != nil || err != nil {
		t.Errorf("State = %q, %v", v, err)
	}
	if l := t.f.Lanes(); len(l) != 0 {
		t.Errorf("Lanes = %v", l)
	}
}

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
	r.Cause = "other"
	t.commit(frontier.Group{Refuse: []frontier.Refusal{r, {URL: t.url("b/1"), Cause: "trap"}}, Add: []frontier.Link{t.link("b/1", 0, 0)}})
	if got := t.known("a/1").Cause; got != "scope" {
		t.Errorf("the first cause became %q", got)
	}
	t.wantState("b/1", frontier.Waiting) // what waits is not refused by another link
}

func frontierSoft(t *frontierTest) {
	t.start(frontier.Options{})
	r := frontier.Refusal{URL: t.url("a/1"), Depth: 1, Cause: "hook", Soft: true}
	t.commit(frontier.Group{Refuse: []frontier.Refusal{r, {URL: t.url("a/2"), Cause: "hook", Soft: true}}})
	if diff := cmp.Diff(frontier.Known{State: frontier.Refused, Depth: 1, Cause: "hook", Soft: true}, t.known("a/1")); diff != "" {
		t.Errorf("softly refused (-want +got):\n%s", diff)
	}
	var seen [1]bool
	if err := t.f.Seen([]weburl.Key{t.key("a/1")}, seen[:]); err != nil || seen[0] {
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

func frontierForbid(t *frontierTest) {
	t.start(frontier.Options{})
	t.add("a/1")
	l := t.wantNext(1, "a/1")[0]
	t.f.Rested(l, time.Time{})
	t.commit(frontier.Group{Forbid: []frontier.Refusal{{URL: l.URL, Cause: "robots"}}})
	if got := t.known("a/1"); got.State != frontier.Refused || got.Cause != "robots" {
		t.Errorf("Known = %+v", got)
	}
	t.add("a/1")
	t.wantNext(1)
	t.wantCounts(frontier.Counts{Known: 1})
}

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
	// A link added and moved by one group waits where it was moved.
	t.commit(frontier.Group{Add: []frontier.Link{t.link("b/1", 1, 0)}, Move: []frontier.Move{{URL: t.url("b/1"), Lane: 8, Score: 3}}})
	if got := t.known("b/1"); got.Lane != 8 || got.Score != 3 {
		t.Errorf("b/1 waits in %+v", got)
	}
}

func frontierOrder(t *frontierTest) {
	t.start(frontier.Options{PerHost: 100})
	t.commit(frontier.Group{Add: []frontier.Link{
		t.link("a/low", 0, -1), t.link("a/first", 0, 2), t.link("b/second", 0, 2), t.link("b/top", 0, 3), t.link("a/third", 0, 2), t.link("b/zero", 0, 0),
	}})
	t.wantNext(3, "b/top", "a/first", "b/second")
	t.wantNext(10, "a/third", "b/zero", "a/low")
}

func frontierScores(t *frontierTest) {
	t.start(frontier.Options{PerHost: 100})
	inf, nan := math.Inf(1), math.NaN()
	t.commit(frontier.Group{Add: []frontier.Link{
		t.link("a/nan", 0, nan), t.link("a/-inf", 0, -inf), t.link("a/-1e-300", 0, -1e-300), t.link("a/0", 0, 0),
		t.link("a/1e-300", 0, 1e-300), t.link("a/inf", 0, inf), t.link("a/-0", 0, math.Copysign(0, -1)),
	}})
	t.wantNext(10, "a/inf", "a/1e-300", "a/0", "a/-0", "a/-1e-300", "a/-inf", "a/nan")
}

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

func frontierAgain(t *frontierTest) {
	t.start(frontier.Options{})
	t.add("a/1")
	l := t.wantNext(1, "a/1")[0]
	t.f.Rested(l, t.now)
	l.Attempt, l.NotBefore = 1, t.now.Add(time.Minute)
	t.commit(frontier.Group{Again: []frontier.Link{l.Link}})
	t.wantNext(1)
	t.wantReady(time.Minute)
	t.wantState("a/1", frontier.Waiting)
	t.wantCounts(frontier.Counts{Waiting: 1, Known: 1, Hosts: 1})
	t.pass(time.Minute - 1)
	t.wantNext(1)
	t.pass(1)
	t.wantReady(0)
	if got := t.wantNext(1, "a/1")[0]; got.Attempt != 1 {
		t.Errorf("attempt %d, want 1", got.Attempt)
	}
	l.Attempt, l.NotBefore = 2, t.now.Add(time.Minute)
	t.f.Rested(l, t.now)
	t.commit(frontier.Group{Again: []frontier.Link{l.Link}})
	t.commit(frontier.Group{Move: []frontier.Move{{URL: l.URL, Lane: 5, Score: 1}}}) // it keeps its time
	t.crash()
	t.wantNext(1)
	t.pass(time.Minute)
	if got := t.wantNext(1, "a/1")[0]; got.Attempt != 2 || got.Lane != 5 {
		t.Errorf("came back as %+v", got.Link)
	}
}

func frontierDelay(t *frontierTest) {
	t.start(frontier.Options{Delay: time.Second})
	t.add("a/1", "a/2", "b/1")
	leases := t.wantNext(10, "a/1", "b/1")
	t.pass(time.Hour) // the request takes long
	t.wantNext(10)
	t.wantReady(-1)
	t.f.Rested(leases[0], t.now.Add(-200*time.Millisecond))
	t.wantNext(10)
	t.wantReady(800 * time.Millisecond)
	t.pass(800*time.Millisecond - 1)
	t.wantNext(10)
	t.pass(1)
	t.wantNext(10, "a/2")
}

func frontierPerHost(t *frontierTest) {
	t.start(frontier.Options{Delay: time.Second, PerHost: 2})
	t.add("a/1", "a/2", "a/3", "a/4", "a/5")
	l := t.wantNext(10, "a/1", "a/2")
	t.f.Rested(l[0], t.now)
	t.pass(600 * time.Millisecond)
	t.f.Rested(l[1], t.now)
	t.wantReady(400 * time.Millisecond)
	t.pass(400 * time.Millisecond)
	t.wantNext(10, "a/3")
	t.wantReady(600 * time.Millisecond)
	t.pass(600 * time.Millisecond)
	t.wantNext(10, "a/4")
	t.wantReady(-1)
}

func frontierPerAddress(t *frontierTest) {
	t.start(frontier.Options{PerAddress: 2})
	hosts := []string{"a", "b", "c", "d", "e"}
	for _, h := range hosts {
		t.f.SetAddresses(h+".example", []string{"192.0.2.1", "2001:db8::1"})
	}
	t.f.SetAddresses("e.example", []string{"192.0.2.2"})
	t.add("a/1", "b/1", "c/1", "d/1", "e/1", "a/2")
	l := t.wantNext(10, "a/1", "b/1", "e/1")
	t.wantNext(10)
	t.wantReady(-1)
	t.f.Rested(l[2], t.now) // frees another address
	t.wantNext(10)
	t.f.Rested(l[0], t.now)
	t.wantReady(0)
	t.wantNext(10, "c/1")
	t.f.Rested(l[1], t.now)
	t.wantNext(10, "d/1")
	t.f.SetAddresses("a.example", []string{"192.0.2.9"})
	t.wantNext(10, "a/2")
}

func frontierUnasked(t *frontierTest) {
	t.start(frontier.Options{Delay: time.Second})
	t.add("a/1", "a/2", "a/3")
	l := t.wantNext(10, "a/1")
	t.f.Rested(l[0], t.now)
	t.pass(time.Second)
	l = t.wantNext(10, "a/2")
	t.pass(time.Second)
	t.f.Rested(l[0], time.Time{})
	t.f.Rested(l[0], t.now) // a second time is nothing
	t.wantNext(10, "a/3")
}

func frontierRest(t *frontierTest) {
	t.start(frontier.Options{})
	t.f.Rest("a.example", t.now.Add(10*time.Second))
	t.add("a/1", "b/1")
	t.wantNext(10, "b/1")
	t.wantReady(10 * time.Second)
	t.pass(10 * time.Second)
	t.wantNext(10, "a/1")
}

func frontierLongRest(t *frontierTest) {
	t.start(frontier.Options{})
	t.add("a/1", "a/2", "b/1")
	l := t.wantNext(1, "a/1")
	t.f.Rested(l[0], t.now)
	t.f.Rest("a.example", t.now.Add(time.Hour))
	t.add("a/3")
	t.wantNext(10, "b/1")
	for range 10 { // it may have to look
		t.wantNext(10)
	}
	t.wantReady(time.Hour)
	t.f.Rest("a.example", t.now.Add(time.Minute)) // shorter after all
	t.pass(time.Minute)
	if got := t.drain(); !cmp.Equal(got, []string{"a/2", "a/3"}) {
		t.Errorf("after the rest came %v", got)
	}
}

func frontierSetDelay(t *frontierTest) {
	t.start(frontier.Options{Delay: time.Second})
	t.add("a/1", "a/2", "a/3")
	l := t.wantNext(10, "a/1")
	t.f.Rested(l[0], t.now)
	t.f.SetDelay("a.example", 5*time.Second)
	t.pass(time.Second)
	t.wantNext(10)
	t.wantReady(4 * time.Second)
	t.pass(4 * time.Second)
	l = t.wantNext(10, "a/2")
	t.f.Rested(l[0], t.now)
	t.wantReady(5 * time.Second)
}

func frontierClose(t *frontierTest) {
	t.start(frontier.Options{Delay: time.Second})
	t.commit(frontier.Group{Add: []frontier.Link{t.link("a/1", 0, 0), t.link("a/2", 0, 0), t.link("a/3", 7, 0), t.link("b/1", 0, 0)}})
	l := t.wantNext(1, "a/1")
	t.f.Close("a.example", "connect refused")
	got := t.next(10)
	var closed []string
	for _, l := range got {
		if l.Closed != "" {
			closed = append(closed, short(l.URL)+" "+l.Closed)
			t.f.Rested(l, t.now)
			t.commit(frontier.Group{Done: []weburl.Key{l.URL.Key()}})
		}
	}
	if diff := cmp.Diff([]string{"a/2 connect refused", "a/3 connect refused"}, closed); diff != "" {
		t.Fatalf("closed (-want +got):\n%s", diff)
	}
	if len(got) != 3 {
		t.Errorf("%d leases, want 3", len(got))
	}
	t.f.Rested(l[0], t.now)
	t.add("a/4")
	if l := t.wantNext(10, "a/4"); l[0].Closed == "" {
		t.Error("a later link of the host is not marked")
	}
	t.commit(frontier.Group{Done: []weburl.Key{t.key("a/1"), t.key("a/4")}, Add: []frontier.Link{t.link("a/5", 0, 0)}})
	t.crash()
	if l := t.next(10); len(l) == 0 || short(l[0].URL) != "a/5" || l[0].Closed != "connect refused" {
		t.Errorf("after a crash came %v", l)
	}
	t.f.Close("a.example", "")
	t.commit(frontier.Group{Done: []weburl.Key{t.key("a/5")}, Add: []frontier.Link{t.link("a/6", 0, 9)}})
	if l := t.wantNext(1, "a/6"); l[0].Closed != "" {
		t.Error("opened again, and still closed")
	}
}

func frontierResumed(t *frontierTest) {
	t.start(frontier.Options{Delay: time.Second, Resumed: true})
	t.add("a/1", "b/1")
	t.wantNext(10)
	t.wantReady(time.Second)
	t.pass(time.Second)
	t.wantNext(10, "a/1", "b/1")
}

func frontierShares(t *frontierTest) {
	t.start(frontier.Options{PerHost: 10})
	var g frontier.Group
	for i := range 5 {
		g.Add = append(g.Add, t.link(fmt.Sprintf("a/1-%d", i), 1, float64(i)), t.link(fmt.Sprintf("b/2-%d", i), 2, 0))
	}
	t.f.Rest("c.example", t.now.Add(time.Hour))
	t.f.Rest("c.example", t.now.Add(time.Second))
	g.Add = append(g.Add, t.link("c/1", 3, 0), t.link("b/1", 1, -1))
	t.commit(g)
	var shown []frontier.LaneState
	choose := func(s []frontier.LaneState) []frontier.Share {
		shown = s
		return []frontier.Share{{Lane: 2, N: 1}, {Lane: 1, N: 2}, {Lane: 3, N: 5}, {Lane: 99, N: 1}, {Lane: 2, N: 9}}
	}
	leases, err := t.f.Next(5, choose)
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
	if _, err := t.f.Next(5, func(s []frontier.LaneState) []frontier.Share { shown = s; return nil }); err != nil {
		t.Fatal(err)
	}
	want = []frontier.LaneState{{Lane: 1, Waiting: 4, Ready: 2, Best: 2, Served: 2}, {Lane: 2, Waiting: 2, Ready: 1, Served: 3}}
	if diff := cmp.Diff(want, shown); diff != "" {
		t.Errorf("lanes (-want +got):\n%s", diff)
	}
}

func frontierLowest(t *frontierTest) {
	t.start(frontier.Options{})
	t.commit(frontier.Group{Add: []frontier.Link{t.link("a/9", 9, 100), t.link("a/1", 1, 0), t.link("b/4", 4, 0), t.link("b/3", 3, 0)}})
	t.wantNext(10, "a/1", "b/3")
	if diff := cmp.Diff([]frontier.Lane{1, 3, 4, 9}, t.f.Lanes()); diff != "" {
		t.Errorf("Lanes (-want +got):\n%s", diff)
	}
}

func frontierMove(t *frontierTest) {
	t.start(frontier.Options{PerHost: 10})
	t.add("a/1", "a/2", "a/3", "b/1")
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

func frontierMoveLeased(t *frontierTest) {
	t.start(frontier.Options{})
	t.add("a/1")
	t.wantNext(1, "a/1")
	t.commit(frontier.Group{Move: []frontier.Move{{URL: t.url("a/1"), Lane: 3}}, Split: []frontier.Split{{From: 0, To: 4, Share: 1}}, Drop: []frontier.Lane{0}})
	if got := t.known("a/1"); got.State != frontier.Leased || got.Lane != 0 {
		t.Errorf("Known = %+v", got)
	}
	t.crash()
	t.wantNext(1, "a/1") // neither lost nor dropped
}

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
	if got := t.known("a/2").Cause; got != frontier.CauseDropped {
		t.Errorf("cause %q", got)
	}
	t.commit(frontier.Group{Drop: []frontier.Lane{5}})
	t.wantCounts(frontier.Counts{Waiting: 2, Leased: 1, Known: 6, Hosts: 2, Ready: 2})
	t.pass(time.Hour)
	t.wantNext(10, "c/1", "a/3")
	t.done("a/1", "c/1", "a/3")
	t.wantCounts(frontier.Counts{Known: 6})
}

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

func frontierState(t *frontierTest) {
	t.start(frontier.Options{})
	t.commit(frontier.Group{State: map[string][]byte{"x": []byte("1"), "y": []byte("2"), "": {}}})
	t.commit(frontier.Group{State: map[string][]byte{"x": nil, "z": nil}})
	for key, want := range map[string][]byte{"x": nil, "y": []byte("2"), "": {}} {
		if got, err := t.f.State(key); err != nil || !cmp.Equal(got, want) {
			t.Errorf("State(%s) = %q, %v, want %q", key, got, err, want)
		}
	}
	t.crash()
	if got, err := t.f.State("y"); err != nil || string(got) != "2" {
		t.Errorf("State(y) = %q, %v after a crash", got, err)
	}
}

func frontierScan(t *frontierTest) {
	t.start(frontier.Options{PerHost: 2})
	var g frontier.Group
	for i := range 30 {
		g.Add = append(g.Add, t.link(fmt.Sprintf("%c/%d", 'a'+i%3, i), 1, float64(i)))
	}
	g.Add = append(g.Add, t.link("a/other", 2, 0))
	t.commit(g)
	t.wantNext(1, "c/29")
	t.commit(frontier.Group{Move: []frontier.Move{{URL: t.url("b/28"), Lane: 2}}})
	seen := map[string]int{}
	var from frontier.Cursor
	for range 100 {
		links, next, err := t.f.Scan(1, from, 7)
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
	if links, next, err := t.f.Scan(99, "", 5); len(links) != 0 || next != "" || err != nil {
		t.Errorf("Scan of no lane = %v, %q, %v", links, next, err)
	}
	if _, _, err := t.f.Scan(1, "no cursor", 5); err == nil {
		t.Error("Scan takes any cursor")
	}
}

func frontierReset(t *frontierTest) {
	t.start(frontier.Options{})
	t.add("a/1", "b/1")
	t.wantNext(1, "a/1")
	t.commit(frontier.Group{State: map[string][]byte{"x": []byte("1")}})
	if err := t.f.Reset(); err != nil {
		t.Fatal(err)
	}
	t.wantCounts(frontier.Counts{})
	t.wantState("a/1", frontier.New)
	t.wantNext(10)
	t.add("a/1", "c/1")
	t.wantNext(10, "a/1", "c/1")
	t.crash()
	t.wantNext(10, "a/1", "c/1")
}

func frontierChanged(t *frontierTest) {
	t.start(frontier.Options{Delay: time.Second})
	changed := func() bool {
		select {
		case <-t.f.Changed():
			return true
		default:
			return false
		}
	}
	t.add("a/1")
	if !changed() {
		t.Error("an added link is not signalled")
	}
	l := t.wantNext(1, "a/1")
	if changed() {
		t.Error("a signal without a change")
	}
	t.f.Rested(l[0], t.now)
	if !changed() {
		t.Error("the end of a request is not signalled")
	}
}

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

func frontierManyLanes(t *frontierTest) {
	t.start(frontier.Options{PerHost: 1000})
	var g frontier.Group
	for i := range 300 {
		g.Add = append(g.Add, t.link(fmt.Sprintf("%c/%d", 'a'+i%3, i), frontier.Lane(i), 0))
	}
	t.commit(g)
	seen := map[frontier.Lane]bool{}
	for range 300 {
		leases, err := t.f.Next(1, func(s []frontier.LaneState) []frontier.Share {
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

func frontierCrash(t *frontierTest) {
	t.start(frontier.Options{PerHost: 10})
	t.commit(frontier.Group{Add: []frontier.Link{t.link("a/1", 1, 3), t.link("a/2", 1, 2), t.link("a/3", 1, 1), t.link("b/1", 2, 0)}})
	t.wantNext(2, "a/1", "a/2")
	t.f.SetDelay("a.example", time.Minute)
	t.done("a/1")
	t.commit(frontier.Group{Refuse: []frontier.Refusal{{URL: t.url("c/1"), Cause: "scope"}}})
	t.crash()
	t.wantCounts(frontier.Counts{Waiting: 3, Known: 5, Hosts: 2})
	t.wantState("a/1", frontier.Done)
	t.wantState("c/1", frontier.Refused)
	l := t.wantNext(10, "a/2", "a/3", "b/1") // the lease that was not ended comes again
	t.f.Rested(l[0], t.now)
	t.add("a/1", "a/2", "d/1")
	t.wantNext(10, "d/1")
	for range 9 {
		t.f.Rested(l[1], t.now)
	}
	t.commit(frontier.Group{Done: []weburl.Key{t.key("a/2"), t.key("a/3"), t.key("b/1"), t.key("d/1")}})
	t.wantCounts(frontier.Counts{Known: 6})
}

// frontierConcurrent commits what another goroutine is given: each page links to others.
func frontierConcurrent(t *frontierTest) {
	t.start(frontier.Options{PerHost: 3, PerAddress: 5})
	const pages = 3000
	name := func(i int) string { return fmt.Sprintf("h%d/%d", i%17, i) }
	for h := range 17 {
		t.f.SetAddresses(fmt.Sprintf("h%d.example", h), []string{fmt.Sprintf("192.0.2.%d", h%3)})
	}
	t.add(name(0))
	leases := make(chan frontier.Lease, 100)
	var group sync.WaitGroup
	group.Go(func() {
		defer close(leases)
		for given := 0; given < pages; {
			got, err := t.f.Next(20, nil)
			if err != nil {
				t.Error(err)
				return
			}
			for _, l := range got {
				leases <- l
				t.f.Rested(l, t.now)
			}
			if given += len(got); len(got) == 0 {
				select {
				case <-t.f.Changed():
				case <-time.After(10 * time.Second):
					t.Errorf("nothing comes after %d of %d", given, pages)
					return
				}
			}
		}
	})
	times := map[string]int{}
	for l := range leases {
		var i, h int
		if _, err := fmt.Sscanf(short(l.URL), "h%d/%d", &h, &i); err != nil {
			t.Fatal(err)
		}
		times[short(l.URL)]++
		g := frontier.Group{Done: []weburl.Key{l.URL.Key()}}
		for j := 2*i + 1; j <= 2*i+2 && j < pages; j++ {
			g.Add = append(g.Add, t.link(name(j), frontier.Lane(j%5), float64(j%11)))
		}
		if i%3 == 0 {
			g.Move = append(g.Move, frontier.Move{URL: t.url(name(2*i + 1)), Lane: 9, Score: float64(i)})
			g.Move = append(g.Move, frontier.Move{URL: t.url(name(i + 1)), Lane: 8, Score: float64(i)})
		}
		if i%50 == 0 {
			g.Split = append(g.Split, frontier.Split{From: frontier.Lane(i % 5), To: 7, Share: 0.3})
		}
		if err := t.f.Commit(&g); err != nil {
			t.Fatal(err)
		}
		t.f.Counts()
		t.f.Ready()
	}
	group.Wait()
	if len(times) != pages {
		t.Errorf("%d pages came, want %d", len(times), pages)
	}
	for name, n := range times {
		if n != 1 {
			t.Errorf("%s came %d times", name, n)
		}
	}
	t.wantCounts(frontier.Counts{Known: pages})
}
