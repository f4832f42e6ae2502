package crawlertest

import (
	"fmt"
	"sync"
	"time"

	"github.com/google/go-cmp/cmp"

	"sluice/internal/frontier"
	"sluice/weburl"
)

// frontierState: state is written with the group and can be read again.
func frontierState(t *frontierTest) {
	t.start(frontier.Options{})
	t.commit(frontier.Group{State: map[string][]byte{"x": []byte("1"), "y": []byte("2"), "": {}}})
	// A nil value deletes its key, also one that does not exist; an empty value is a value.
	t.commit(frontier.Group{State: map[string][]byte{"x": nil, "z": nil}})
	for key, want := range map[string][]byte{"x": nil, "y": []byte("2"), "": {}} {
		if got, err := t.f.State(t.Context(), key); err != nil || !cmp.Equal(got, want) {
			t.Errorf("State(%s) = %q, %v, want %q", key, got, err, want)
		}
	}
	t.crash()
	if got, err := t.f.State(t.Context(), "y"); err != nil || string(got) != "2" {
		t.Errorf("State(y) = %q, %v after a crash", got, err)
	}
}

// frontierReset: a reset removes everything but the new state.
func frontierReset(t *frontierTest) {
	t.start(frontier.Options{})
	t.add("a/1", "b/1")
	t.wantNext(1, "a/1")
	t.commit(frontier.Group{State: map[string][]byte{"x": []byte("1")}})
	if err := t.f.Reset(t.Context(), map[string][]byte{"y": []byte("2")}); err != nil {
		t.Fatal(err)
	}
	for key, want := range map[string]string{"x": "", "y": "2"} {
		if got, err := t.f.State(t.Context(), key); err != nil || string(got) != want {
			t.Errorf("State(%s) = %q, %v after Reset; want %q", key, got, err, want)
		}
	}
	t.wantCounts(frontier.Counts{})
	t.wantState("a/1", frontier.New)
	t.wantNext(10)
	t.add("a/1", "c/1")
	t.wantNext(10, "a/1", "c/1")
	// The crash proves that the reset itself was durable, and not only what came after it.
	t.crash()
	t.wantNext(10, "a/1", "c/1")
}

// frontierChanged: a waiting dispatcher is notified when a link may have become ready.
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
	// A lease that was handed out makes nothing ready, so it must not wake the dispatcher.
	if changed() {
		t.Error("a signal without a change")
	}
	t.f.Release(l[0], t.now)
	if !changed() {
		t.Error("the end of a request is not signalled")
	}
}

// frontierCrash: after a crash every link that waited or was leased waits again.
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
	t.f.Release(l[0], t.now)
	t.add("a/1", "a/2", "d/1")
	t.wantNext(10, "d/1")
	// A lease that is released more often than it was handed out must not change the counts.
	for range 9 {
		t.f.Release(l[1], t.now)
	}
	t.commit(frontier.Group{Done: []weburl.Key{t.key("a/2"), t.key("a/3"), t.key("b/1"), t.key("d/1")}})
	t.wantCounts(frontier.Counts{Known: 6})
}

// frontierConcurrent commits what another goroutine leases: each page links to others.
func frontierConcurrent(t *frontierTest) {
	t.start(frontier.Options{PerHost: 3, PerAddress: 5})
	const pages = 3000
	name := func(i int) string { return fmt.Sprintf("h%d/%d", i%17, i) }
	// Three addresses for seventeen hosts, so that the limit by address is reached as well.
	for h := range 17 {
		t.f.SetAddresses(fmt.Sprintf("h%d.example", h), []string{fmt.Sprintf("192.0.2.%d", h%3)})
	}
	t.add(name(0))
	leases := make(chan frontier.Lease, 100)
	var group sync.WaitGroup
	group.Go(func() {
		defer close(leases)
		var keys []weburl.Key
		for given := 0; given < pages; {
			got, err := t.f.Next(t.Context(), 20, nil)
			if err != nil {
				t.Error(err)
				return
			}
			for _, l := range got {
				leases <- l
				t.f.Release(l, t.now)
				keys = append(keys, l.URL.Key())
			}
			last := keys[max(len(keys)-20, 0):] // about to be ended
			if err := t.f.Known(t.Context(), last, make([]frontier.Known, len(last))); err != nil {
				t.Error(err)
				return
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
		if err := t.f.Commit(t.Context(), &g); err != nil {
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
