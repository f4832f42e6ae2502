package frontier_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/cockroachdb/pebble/v2/vfs"
	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"sluice/internal/crawler/crawlertest"
	"sluice/internal/frontier"
	"sluice/weburl"
)

var compareURL = cmp.Comparer(func(a, b weburl.URL) bool { return a == b })

// twins are two frontiers to which the same is done.
type twins struct {
	now      time.Time
	a, b     crawlertest.FrontierStore
	leases   []frontier.Lease
	released map[weburl.Key]bool
}

func (w *twins) each(do func(crawlertest.FrontierStore)) {
	do(w.a)
	do(w.b)
}

var (
	hostNames = rapid.SampledFrom([]string{"a", "b", "c", "d.e", "f:8080"})
	pathNames = rapid.IntRange(0, 7)
	laneNames = rapid.Uint32Range(0, 3)
	scores    = rapid.SampledFrom([]float64{-1, 0, 0, 1, 2.5})
)

func drawURL(t *rapid.T) weburl.URL {
	scheme := rapid.SampledFrom([]string{"http", "https"}).Draw(t, "scheme")
	u, err := weburl.Parse(fmt.Sprintf("%s://%s/%d", scheme, hostNames.Draw(t, "host"), pathNames.Draw(t, "path")))
	if err != nil {
		t.Fatal(err)
	}
	return u
}

func (w *twins) drawLink(t *rapid.T) frontier.Link {
	l := frontier.Link{
		URL: drawURL(t), Lane: frontier.Lane(laneNames.Draw(t, "lane")), Score: scores.Draw(t, "score"),
		Depth: rapid.IntRange(0, 3).Draw(t, "depth"), Parent: drawURL(t).String(),
	}
	if rapid.IntRange(0, 4).Draw(t, "later") == 0 {
		l.NotBefore = w.now.Add(time.Duration(rapid.IntRange(0, 5).Draw(t, "seconds")) * time.Second)
	}
	return l
}

func (w *twins) drawGroup(t *rapid.T) *frontier.Group {
	var g frontier.Group
	few := func(label string, most int, do func()) {
		for range rapid.IntRange(0, most).Draw(t, label) {
			do()
		}
	}
	few("add", 6, func() { g.Add = append(g.Add, w.drawLink(t)) })
	few("refuse", 2, func() {
		g.Refuse = append(g.Refuse, frontier.Refusal{URL: drawURL(t), Cause: "x", Soft: rapid.Bool().Draw(t, "soft")})
	})
	few("move", 3, func() {
		g.Move = append(g.Move, frontier.Move{URL: drawURL(t), Lane: frontier.Lane(laneNames.Draw(t, "lane")), Score: scores.Draw(t, "score")})
	})
	few("prefer", 2, func() {
		p := frontier.Preference{Lane: frontier.Lane(laneNames.Draw(t, "lane")), Host: hostNames.Draw(t, "host")}
		few("preferred", 3, func() {
			u := drawURL(t)
			if rapid.Bool().Draw(t, "of the host") {
				u, _ = weburl.Parse("http://" + p.Host + u.Path())
			}
			p.Links = append(p.Links, frontier.Preferred{URL: u, Score: scores.Draw(t, "score")})
		})
		g.Prefer = append(g.Prefer, p)
	})
	few("done", 1, func() { g.Done = append(g.Done, drawURL(t).Key()) })
	few("split", 1, func() {
		g.Split = append(g.Split, frontier.Split{
			From: frontier.Lane(laneNames.Draw(t, "from")), To: frontier.Lane(laneNames.Draw(t, "to")), Share: rapid.Float64Range(0, 1).Draw(t, "share"),
		})
	})
	if rapid.IntRange(0, 3).Draw(t, "drop") == 0 {
		g.Drop = append(g.Drop, frontier.Lane(laneNames.Draw(t, "lane")))
	}
	g.State = map[string][]byte{"x": {byte(rapid.IntRange(0, 9).Draw(t, "state"))}}
	for range rapid.IntRange(0, len(w.leases)).Draw(t, "end") {
		w.endLease(t, &g)
	}
	return &g
}

func (w *twins) endLease(t *rapid.T, g *frontier.Group) {
	i := rapid.IntRange(0, len(w.leases)-1).Draw(t, "lease")
	l := w.leases[i]
	switch rapid.IntRange(0, 3).Draw(t, "ending") {
	case 0:
		again := w.drawLink(t)
		again.URL = l.URL
		g.Again = append(g.Again, again)
	case 1:
		g.Forbid = append(g.Forbid, frontier.Refusal{URL: l.URL, Cause: "robots"})
	default:
		g.Done = append(g.Done, l.URL.Key())
	}
	w.release(l)
	w.leases = slices.Delete(w.leases, i, i+1)
}

func (w *twins) release(l frontier.Lease) {
	if k := l.URL.Key(); !w.released[k] {
		w.released[k] = true
		w.each(func(f crawlertest.FrontierStore) { f.Release(l, w.now) })
	}
}

// TestMemoryAndStoreGiveTheSameAnswers does the same to both, whatever it be.
func TestMemoryAndStoreGiveTheSameAnswers(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := &twins{now: time.Date(2026, 11, 1, 8, 0, 0, 0, time.UTC), released: map[weburl.Key]bool{}}
		o := frontier.Options{
			Delay: time.Duration(rapid.IntRange(0, 2).Draw(t, "delay")) * time.Second, PerHost: rapid.IntRange(1, 3).Draw(t, "per host"),
			PerAddress: rapid.IntRange(0, 2).Draw(t, "per address"), Now: func() time.Time { return w.now },
		}
		f, err := frontier.OpenFS("f", vfs.NewMem(), o)
		if err != nil {
			t.Fatal(err)
		}
		defer func() {
			if err := f.Close(); err != nil {
				t.Error(err)
			}
		}()
		w.a, w.b = f, frontier.NewMemory(o)
		t.Repeat(w.actions())
	})
}

func (w *twins) actions() map[string]func(*rapid.T) {
	host := func(t *rapid.T) string { return hostNames.Draw(t, "host") }
	return map[string]func(*rapid.T){
		"commit": func(t *rapid.T) {
			g := w.drawGroup(t)
			w.each(func(f crawlertest.FrontierStore) {
				if err := f.Commit(t.Context(), g); err != nil {
					t.Fatal(err)
				}
			})
		},
		"next": w.next,
		"pass": func(t *rapid.T) {
			w.now = w.now.Add(time.Duration(rapid.IntRange(1, 3000).Draw(t, "ms")) * time.Millisecond)
		},
		"rested": func(t *rapid.T) {
			if len(w.leases) > 0 {
				w.release(w.leases[rapid.IntRange(0, len(w.leases)-1).Draw(t, "lease")])
			}
		},
		"delay": func(t *rapid.T) {
			h, d := host(t), time.Duration(rapid.IntRange(0, 4).Draw(t, "s"))*time.Second
			w.each(func(f crawlertest.FrontierStore) { f.SetDelay(h, d) })
		},
		"rest": func(t *rapid.T) {
			h, until := host(t), w.now.Add(time.Duration(rapid.IntRange(-1, 20).Draw(t, "s"))*time.Second)
			w.each(func(f crawlertest.FrontierStore) { f.PauseHost(h, until) })
		},
		"close": func(t *rapid.T) {
			h, cause := host(t), rapid.SampledFrom([]string{"gone", ""}).Draw(t, "cause")
			w.each(func(f crawlertest.FrontierStore) { f.CloseHost(h, cause) })
		},
		"addresses": func(t *rapid.T) {
			h, addrs := host(t), rapid.SliceOfN(rapid.SampledFrom([]string{"1", "2"}), 0, 2).Draw(t, "addrs")
			w.each(func(f crawlertest.FrontierStore) { f.SetAddresses(h, addrs) })
		},
		"": w.compare,
	}
}

func (w *twins) next(t *rapid.T) {
	n := rapid.IntRange(1, 5).Draw(t, "n")
	var choose func([]frontier.LaneState) []frontier.Share
	var shown [][]frontier.LaneState
	if rapid.Bool().Draw(t, "choose") {
		shares := []frontier.Share{{Lane: frontier.Lane(laneNames.Draw(t, "lane")), N: 2}, {Lane: frontier.Lane(laneNames.Draw(t, "lane")), N: 3}}
		choose = func(s []frontier.LaneState) []frontier.Share {
			shown = append(shown, s)
			return shares
		}
	}
	var got [][]frontier.Lease
	w.each(func(f crawlertest.FrontierStore) {
		leases, err := f.Next(t.Context(), n, choose)
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, leases)
	})
	if diff := cmp.Diff(got[1], got[0], compareURL); diff != "" {
		t.Fatalf("leases (-memory +store):\n%s", diff)
	}
	if len(shown) == 2 {
		if diff := cmp.Diff(shown[1], shown[0]); diff != "" {
			t.Fatalf("lanes shown (-memory +store):\n%s", diff)
		}
	}
	for _, l := range got[0] {
		delete(w.released, l.URL.Key())
	}
	w.leases = append(w.leases, got[0]...)
}

func (w *twins) compare(t *rapid.T) {
	if diff := cmp.Diff(w.b.Counts(), w.a.Counts()); diff != "" {
		t.Fatalf("Counts (-memory +store):\n%s", diff)
	}
	if diff := cmp.Diff(w.b.Lanes(), w.a.Lanes()); diff != "" {
		t.Fatalf("Lanes (-memory +store):\n%s", diff)
	}
	atA, okA := w.a.Ready()
	atB, okB := w.b.Ready()
	if okA != okB || okA && !atA.Equal(atB) {
		t.Fatalf("Ready: store %v %v, memory %v %v", atA, okA, atB, okB)
	}
	var keys []weburl.Key
	for _, h := range []string{"a", "b", "c", "d.e", "f:8080"} {
		for p := range 8 {
			u, err := weburl.Parse(fmt.Sprintf("http://%s/%d", h, p))
			if err != nil {
				t.Fatal(err)
			}
			keys = append(keys, u.Key())
		}
	}
	a, b := make([]frontier.Known, len(keys)), make([]frontier.Known, len(keys))
	seenA, seenB := make([]bool, len(keys)), make([]bool, len(keys))
	for _, err := range []error{w.a.Known(t.Context(), keys, a), w.b.Known(t.Context(), keys, b), w.a.Seen(t.Context(), keys, seenA), w.b.Seen(t.Context(), keys, seenB)} {
		if err != nil {
			t.Fatal(err)
		}
	}
	if diff := cmp.Diff(b, a); diff != "" {
		t.Fatalf("Known (-memory +store):\n%s", diff)
	}
	if diff := cmp.Diff(seenB, seenA); diff != "" {
		t.Fatalf("Seen (-memory +store):\n%s", diff)
	}
	for lane := range frontier.Lane(4) {
		if diff := cmp.Diff(scanAll(t, w.b, lane), scanAll(t, w.a, lane), compareURL); diff != "" {
			t.Fatalf("Scan of lane %d (-memory +store):\n%s", lane, diff)
		}
	}
}

func scanAll(t *rapid.T, f crawlertest.FrontierStore, lane frontier.Lane) (all []frontier.Link) {
	var from frontier.Cursor
	for range 100 {
		links, next, err := f.Scan(t.Context(), lane, from, 3)
		if err != nil {
			t.Fatal(err)
		}
		if all, from = append(all, links...), next; next == "" {
			return all
		}
	}
	t.Fatal("a scan does not end")
	return nil
}
