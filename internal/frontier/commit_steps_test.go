package frontier_test

import (
	"fmt"
	"runtime"
	"sync"
	"testing"
	"time"

	"github.com/cockroachdb/pebble/v2/vfs"

	"sluice/internal/frontier"
	"sluice/weburl"
)

// beside is what continues beside the commits of a frontier: leases, and hosts about
// which something is learned.
type beside struct {
	t      *testing.T
	f      *frontier.Frontier
	now    time.Time
	leases []frontier.Lease
	times  map[weburl.Key]int // how often each URL was given out
}

func newBeside(t *testing.T, o frontier.Options) *beside {
	t.Helper()
	b := &beside{t: t, now: time.Date(2026, 11, 1, 8, 0, 0, 0, time.UTC), times: map[weburl.Key]int{}}
	o.Now, o.Keys = func() time.Time { return b.now }, 64
	f, err := frontier.OpenFS("f", vfs.NewMem(), o)
	if err != nil {
		t.Fatal(err)
	}
	b.f = f
	t.Cleanup(func() {
		f.Between(nil)
		if err := f.Close(); err != nil {
			t.Error(err)
		}
	})
	return b
}

// commit commits a group, and calls do each time that others may call meanwhile.
func (b *beside) commit(g *frontier.Group, do func()) {
	b.t.Helper()
	inside := false
	b.f.Between(func() {
		if !inside {
			inside = true
			do()
			inside = false
		}
	})
	if err := b.f.Commit(b.t.Context(), g); err != nil {
		b.t.Fatal(err)
	}
	b.f.Between(nil)
}

// next takes up to n links, and ends their requests at once. A lease lasts, so none may come twice.
func (b *beside) next(n int) int {
	leases, err := b.f.Next(b.t.Context(), n, nil)
	if err != nil {
		b.t.Error(err)
	}
	for _, l := range leases {
		b.times[l.URL.Key()]++
	}
	b.leases = append(b.leases, leases...)
	return len(leases)
}

func (b *beside) releaseAll() {
	for _, l := range b.leases {
		b.f.Release(l, b.now)
	}
}

// drain leases all URLs, however long that takes. It commits nothing, because a commit could repair the state.
func (b *beside) drain() {
	b.t.Helper()
	for range 100_000 {
		b.releaseAll()
		b.leases = b.leases[:0]
		if b.next(50) > 0 {
			continue
		}
		at, ok := b.f.Ready()
		if !ok {
			return
		}
		if at.After(b.now) {
			b.now = at
		}
	}
	b.t.Error("draining does not end")
}

// run returns count links of a host.
func run(t *testing.T, host string, lane frontier.Lane, first, count int, score func(i int) float64) (links []frontier.Link) {
	t.Helper()
	for i := range count {
		u := parse(t, fmt.Sprintf("http://%s.example/%d", host, first+i))
		links = append(links, frontier.Link{URL: u, Lane: lane, Score: score(i)})
	}
	return links
}

// TestEventsWithinCommitLoseNothing lets, at one of the moments of a commit at which others may
// call, links run out, hosts leave or come; each of the last such moments, when memory is shown what is new, and a few
// before. Then each link comes, and once.
func TestEventsWithinCommitLoseNothing(t *testing.T) {
	for name, do := range map[string]func(*beside){
		"all is given out":             func(b *beside) { b.drain() },
		"a host is paused for an hour": func(b *beside) { b.f.PauseHost("a.example", b.now.Add(time.Hour)); b.next(3) },
		"a host is given up":           func(b *beside) { b.f.CloseHost("a.example", "gone"); b.next(40) },
		"a host has been given up, and is served": func(b *beside) {
			b.f.CloseHost("a.example", "gone")
			for range 20 {
				b.next(1)
			}
		},
	} {
		for _, queues := range []int{3, 100} {
			t.Run(fmt.Sprintf("%s, room for %d", name, queues), func(t *testing.T) {
				moments := commitBeside(t, queues, -1, func(*beside) {})
				if moments < 500 {
					t.Fatalf("a commit of 300 links gives others %d moments", moments)
				}
				for _, at := range []int{0, 100, 500, moments - 6, moments - 5, moments - 4, moments - 3, moments - 2, moments - 1} {
					commitBeside(t, queues, at, do)
				}
			})
		}
	}
}

// commitBeside does something at one moment of a commit, counts the moments, and takes all links.
func commitBeside(t *testing.T, queues, at int, do func(*beside)) (moments int) {
	t.Helper()
	b := newBeside(t, frontier.Options{PerHost: 1000})
	b.f.Narrow(queues, 8, 10)
	falling := func(i int) float64 { return -float64(i) }
	old := run(t, "a", 1, 0, 30, falling)
	if err := b.f.Commit(t.Context(), &frontier.Group{Add: append(old, run(t, "b", 1, 0, 5, falling)...)}); err != nil {
		t.Fatal(err)
	}
	var g frontier.Group
	g.Add = append(g.Add, run(t, "a", 1, 100, 250, func(i int) float64 { return -100 - float64(i%7) })...)
	g.Add = append(g.Add, run(t, "c", 1, 0, 20, falling)...)
	g.Add = append(g.Add, run(t, "d", 2, 0, 20, falling)...)
	g.Add = append(g.Add, run(t, "a", 1, 1000, 10, falling)...)
	g.Move = []frontier.Move{{URL: g.Add[3].URL, Lane: 1, Score: -500}, {URL: g.Add[4].URL, Lane: 2, Score: 1}}
	b.commit(&g, func() {
		if moments == at {
			do(b)
		}
		moments++
	})
	b.drain()
	if want := 35 + 300; len(b.times) != want {
		t.Errorf("at moment %d: %d links came, want %d", at, len(b.times), want)
	}
	for k, n := range b.times {
		if n != 1 {
			t.Errorf("at moment %d: %v came %d times", at, k, n)
		}
	}
	return moments
}

// TestLargeGroupsBesideNextLoseNothing adds groups of many links to few hosts, some of them given up, while another
// goroutine takes what it can.
func TestLargeGroupsBesideNextLoseNothing(t *testing.T) {
	f, err := frontier.OpenFS("f", vfs.NewMem(), frontier.Options{PerHost: 1000, Keys: 64})
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := f.Close(); err != nil {
			t.Error(err)
		}
	}()
	f.Narrow(100, 8, 10)
	f.Between(runtime.Gosched)
	f.CloseHost("h0.example", "gone")
	f.CloseHost("h1.example", "gone")
	const groups, size, hosts = 10, 600, 4
	var committer sync.WaitGroup
	committer.Go(func() {
		for i := range groups {
			var g frontier.Group
			for h := range hosts {
				g.Add = append(g.Add, run(t, fmt.Sprintf("h%d", h), 0, i*size/hosts, size/hosts, func(j int) float64 { return -float64(j % 10) })...)
			}
			if err := f.Commit(t.Context(), &g); err != nil {
				t.Error(err)
			}
		}
	})
	defer committer.Wait()
	times := map[weburl.Key]int{}
	for last := time.Now(); len(times) < groups*size; {
		leases, err := f.Next(t.Context(), 7, nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, l := range leases {
			if times[l.URL.Key()]++; times[l.URL.Key()] > 1 {
				t.Errorf("%s came twice", l.URL)
			}
			f.Release(l, time.Now())
		}
		if len(leases) > 0 {
			last = time.Now()
			continue
		}
		select {
		case <-f.Changed():
		case <-time.After(time.Millisecond): // Next may have to look more than once
		}
		if time.Since(last) > 5*time.Minute {
			t.Fatalf("nothing comes after %d links of %d", len(times), groups*size)
		}
	}
}

// TestFreeAddressIsNotReservedForHostsThatLeftIt lets more hosts wait for an address than come forward when it is
// free; all that came forward go away.
func TestFreeAddressIsNotReservedForHostsThatLeftIt(t *testing.T) {
	const hosts = 12
	for name, leave := range map[string]func(b *beside, host string){
		"to another address":   func(b *beside, host string) { b.f.SetAddresses(host, []string{"192.0.2.2"}) },
		"to no address":        func(b *beside, host string) { b.f.SetAddresses(host, nil) },
		"for some seconds":     func(b *beside, host string) { b.f.PauseHost(host, b.now.Add(10*time.Second)) },
		"for hours":            func(b *beside, host string) { b.f.PauseHost(host, b.now.Add(10*time.Hour)) },
		"since it is given up": func(b *beside, host string) { b.f.CloseHost(host, "gone") },
	} {
		t.Run(name, func(t *testing.T) {
			b := newBeside(t, frontier.Options{PerAddress: 1})
			var g frontier.Group
			for h := range hosts {
				host := fmt.Sprintf("h%d", h)
				b.f.SetAddresses(host+".example", []string{"192.0.2.1"})
				g.Add = append(g.Add, run(t, host, 0, 0, 1, func(int) float64 { return -float64(h) })...)
			}
			if err := b.f.Commit(t.Context(), &g); err != nil {
				t.Fatal(err)
			}
			if n := b.next(hosts); n != 1 {
				t.Fatalf("%d links of one address came at once", n)
			}
			b.releaseAll()
			for h := range hosts - 1 {
				leave(b, fmt.Sprintf("h%d.example", h))
			}
			last := g.Add[hosts-1].URL.Key()
			for range 3 {
				b.next(hosts)
			}
			if b.times[last] != 1 {
				t.Errorf("the one that is left came %d times", b.times[last])
			}
		})
	}
}
