package crawlertest

import (
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"sluice/internal/frontier"
	"sluice/weburl"
)

// frontierTest is a frontier under test with a clock that does not advance until it is moved.
type frontierTest struct {
	*testing.T
	open   func(*testing.T, frontier.Options) Opened
	f      FrontierStore
	opened Opened

	mu  sync.Mutex
	now time.Time
}

// start opens the frontier under test. Its clock is that of the test.
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

// pass advances the clock.
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

// mustURL returns a URL; one that does not parse ends the test.
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

// url returns the URL of a short name.
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

// short returns the short name of a URL. It is the inverse of [frontierTest.url] for hosts without
// a port.
func short(u weburl.URL) string {
	host := u.Hostname()
	return host[:len(host)-len(".example")] + u.Path()
}

// key returns the key of the URL of a short name.
func (t *frontierTest) key(name string) weburl.Key { return t.url(name).Key() }

// commit commits a group; an error ends the test.
func (t *frontierTest) commit(g frontier.Group) {
	t.Helper()
	if err := t.f.Commit(t.Context(), &g); err != nil {
		t.Fatalf("Commit: %v", err)
	}
}

// add commits links of lane 0 and score 0.
func (t *frontierTest) add(names ...string) {
	t.Helper()
	var g frontier.Group
	for _, name := range names {
		g.Add = append(g.Add, t.link(name, 0, 0))
	}
	t.commit(g)
}

// done commits the end of the leases of some URLs.
func (t *frontierTest) done(names ...string) {
	t.Helper()
	var g frontier.Group
	for _, name := range names {
		g.Done = append(g.Done, t.key(name))
	}
	t.commit(g)
}

// next returns up to n leases, without a choice of lanes.
func (t *frontierTest) next(n int) []frontier.Lease {
	t.Helper()
	leases, err := t.f.Next(t.Context(), n, nil)
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
	// The number of rounds is far beyond what any test needs: a frontier that always has one more
	// lease must not hang the suite.
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
			t.f.Release(l, t.now)
			g.Done = append(g.Done, l.URL.Key())
		}
		t.commit(g)
	}
	t.Fatal("draining does not end")
	return nil
}

// known returns what the frontier knows of a URL.
func (t *frontierTest) known(name string) frontier.Known {
	t.Helper()
	var out [1]frontier.Known
	if err := t.f.Known(t.Context(), []weburl.Key{t.key(name)}, out[:]); err != nil {
		t.Fatalf("Known: %v", err)
	}
	return out[0]
}

// wantState checks the state of a URL, and that Seen agrees with it: only a URL that is new or was
// dropped may be added.
func (t *frontierTest) wantState(name string, want frontier.State) {
	t.Helper()
	if got := t.known(name).State; got != want {
		t.Errorf("%s is in state %d, want %d", name, got, want)
	}
	var seen [1]bool
	if err := t.f.Seen(t.Context(), []weburl.Key{t.key(name)}, seen[:]); err != nil {
		t.Fatalf("Seen: %v", err)
	}
	if vacant := want == frontier.New || want == frontier.Dropped; seen[0] == vacant {
		t.Errorf("Seen(%s) = %v in state %d", name, seen[0], want)
	}
}

// wantReady checks when a link is ready: after a time, or negative: not at all.
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

// wantCounts checks the counts of the whole frontier.
func (t *frontierTest) wantCounts(want frontier.Counts) {
	t.Helper()
	if diff := cmp.Diff(want, t.f.Counts()); diff != "" {
		t.Errorf("Counts (-want +got):\n%s", diff)
	}
}
