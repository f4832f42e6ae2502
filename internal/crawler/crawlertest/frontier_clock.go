package crawlertest

import (
	"time"

	"github.com/google/go-cmp/cmp"

	"sluice/internal/frontier"
	"sluice/weburl"
)

// frontierAgain: a link that waits again is not ready before its time.
func frontierAgain(t *frontierTest) {
	t.start(frontier.Options{})
	t.add("a/1")
	l := t.wantNext(1, "a/1")[0]
	t.f.Release(l, t.now)
	l.Attempt, l.NotBefore = 1, t.now.Add(time.Minute)
	t.commit(frontier.Group{Again: []frontier.Link{l.Link}})
	t.wantNext(1)
	t.wantReady(time.Minute)
	t.wantState("a/1", frontier.Waiting)
	t.wantCounts(frontier.Counts{Waiting: 1, Known: 1, Hosts: 1})
	// One nanosecond before the time nothing is ready; at the time the link is.
	t.pass(time.Minute - 1)
	t.wantNext(1)
	t.pass(1)
	t.wantReady(0)
	if got := t.wantNext(1, "a/1")[0]; got.Attempt != 1 {
		t.Errorf("attempt %d, want 1", got.Attempt)
	}
	l.Attempt, l.NotBefore = 2, t.now.Add(time.Minute)
	t.f.Release(l, t.now)
	t.commit(frontier.Group{Again: []frontier.Link{l.Link}})
	t.commit(frontier.Group{Move: []frontier.Move{{URL: l.URL, Lane: 5, Score: 1}}}) // it keeps its time
	// The time before which it must not be served survives a crash, and so does the lane that it
	// was moved to.
	t.crash()
	t.wantNext(1)
	t.pass(time.Minute)
	if got := t.wantNext(1, "a/1")[0]; got.Attempt != 2 || got.Lane != 5 {
		t.Errorf("came back as %+v", got.Link)
	}
}

// frontierDelay: the delay of a host runs from the end of a request to the beginning of the next.
func frontierDelay(t *frontierTest) {
	t.start(frontier.Options{Delay: time.Second})
	t.add("a/1", "a/2", "b/1")
	leases := t.wantNext(10, "a/1", "b/1")
	t.pass(time.Hour) // the request takes long
	t.wantNext(10)
	t.wantReady(-1)
	// Release says when the request ended, which may be a moment before it is called.
	t.f.Release(leases[0], t.now.Add(-200*time.Millisecond))
	t.wantNext(10)
	t.wantReady(800 * time.Millisecond)
	t.pass(800*time.Millisecond - 1)
	t.wantNext(10)
	t.pass(1)
	t.wantNext(10, "a/2")
}

// frontierPerHost: with several requests at a time to a host, each keeps the delay for itself.
func frontierPerHost(t *frontierTest) {
	t.start(frontier.Options{Delay: time.Second, PerHost: 2})
	t.add("a/1", "a/2", "a/3", "a/4", "a/5")
	l := t.wantNext(10, "a/1", "a/2")
	// The two requests end at different times, and the next ones begin one delay after each.
	t.f.Release(l[0], t.now)
	t.pass(600 * time.Millisecond)
	t.f.Release(l[1], t.now)
	t.wantReady(400 * time.Millisecond)
	t.pass(400 * time.Millisecond)
	t.wantNext(10, "a/3")
	t.wantReady(600 * time.Millisecond)
	t.pass(600 * time.Millisecond)
	t.wantNext(10, "a/4")
	t.wantReady(-1)
}

// frontierPerAddress: hosts of one address share its limit of requests.
func frontierPerAddress(t *frontierTest) {
	t.start(frontier.Options{PerAddress: 2})
	hosts := []string{"a", "b", "c", "d", "e"}
	for _, h := range hosts {
		t.f.SetAddresses(h+".example", []string{"192.0.2.1", "2001:db8::1"})
	}
	// The address of a host may change during the crawl; the later one counts.
	t.f.SetAddresses("e.example", []string{"192.0.2.2"})
	t.add("a/1", "b/1", "c/1", "d/1", "e/1", "a/2")
	l := t.wantNext(10, "a/1", "b/1", "e/1")
	t.wantNext(10)
	t.wantReady(-1)
	t.f.Release(l[2], t.now) // frees another address
	t.wantNext(10)
	t.f.Release(l[0], t.now)
	t.wantReady(0)
	t.wantNext(10, "c/1")
	t.f.Release(l[1], t.now)
	t.wantNext(10, "d/1")
	// After the change the host no longer waits for the other hosts of its former address.
	t.f.SetAddresses("a.example", []string{"192.0.2.9"})
	t.wantNext(10, "a/2")
}

// frontierPerDomain: hosts that were put under one domain share its limit, besides those of their addresses.
func frontierPerDomain(t *frontierTest) {
	t.start(frontier.Options{PerAddress: 1, PerDomain: 2})
	for _, h := range []string{"a", "b", "c", "d"} {
		t.f.SetAddresses(h+".example", []string{frontier.Domain("one"), "192.0.2." + h})
	}
	t.f.SetAddresses("d.example", []string{frontier.Domain("one"), "192.0.2.b"})
	t.add("a/1", "b/1", "c/1", "d/1", "e/1")
	l := t.wantNext(10, "a/1", "b/1", "e/1")
	t.f.Release(l[2], t.now)
	t.wantNext(10)
	t.f.Release(l[0], t.now)
	t.wantNext(10, "c/1")
	t.f.Release(l[1], t.now)
	t.wantNext(10, "d/1")
}

// frontierOutOfScope: hosts out of scope share a limit, besides those of their domains. The others do not.
func frontierOutOfScope(t *frontierTest) {
	t.start(frontier.Options{PerDomain: 1, OutOfScope: 2})
	for _, h := range []string{"a", "b", "c", "d"} {
		t.f.SetAddresses(h+".example", []string{frontier.OutOfScope, frontier.Domain(h)})
	}
	t.f.SetAddresses("b.example", []string{frontier.OutOfScope, frontier.Domain("a")})
	t.add("a/1", "b/1", "c/1", "d/1", "e/1")
	l := t.wantNext(10, "a/1", "c/1", "e/1")
	t.f.Release(l[2], t.now)
	t.wantNext(10)
	t.f.Release(l[1], t.now)
	t.wantNext(10, "d/1")
	t.f.Release(l[0], t.now)
	t.wantNext(10, "b/1")
}

// frontierUnasked: a lease that ends without a request starts no delay.
func frontierUnasked(t *frontierTest) {
	t.start(frontier.Options{Delay: time.Second})
	t.add("a/1", "a/2", "a/3")
	l := t.wantNext(10, "a/1")
	t.f.Release(l[0], t.now)
	t.pass(time.Second)
	l = t.wantNext(10, "a/2")
	t.pass(time.Second)
	// The zero time says that no request was sent.
	t.f.Release(l[0], time.Time{})
	t.f.Release(l[0], t.now) // a second time is nothing
	t.wantNext(10, "a/3")
}

// frontierRest: a host whose requests are deferred is not served before the time.
func frontierRest(t *frontierTest) {
	t.start(frontier.Options{})
	// The host is unknown when it is paused: a pause may come before its first link.
	t.f.PauseHost("a.example", t.now.Add(10*time.Second))
	t.add("a/1", "b/1")
	t.wantNext(10, "b/1")
	t.wantReady(10 * time.Second)
	t.pass(10 * time.Second)
	t.wantNext(10, "a/1")
}

// frontierLongRest: a host that is deferred for long does not block the others.
func frontierLongRest(t *frontierTest) {
	t.start(frontier.Options{})
	t.add("a/1", "a/2", "b/1")
	l := t.wantNext(1, "a/1")
	t.f.Release(l[0], t.now)
	t.f.PauseHost("a.example", t.now.Add(time.Hour))
	t.add("a/3")
	t.wantNext(10, "b/1")
	for range 10 { // it may have to look
		t.wantNext(10)
	}
	t.wantReady(time.Hour)
	t.f.PauseHost("a.example", t.now.Add(time.Minute)) // shorter after all
	t.pass(time.Minute)
	if got := t.drain(); !cmp.Equal(got, []string{"a/2", "a/3"}) {
		t.Errorf("after the pause came %v", got)
	}
}

// frontierSetDelay: a longer delay of a host holds at once.
func frontierSetDelay(t *frontierTest) {
	t.start(frontier.Options{Delay: time.Second})
	t.add("a/1", "a/2", "a/3")
	l := t.wantNext(10, "a/1")
	t.f.Release(l[0], t.now)
	t.f.SetDelay("a.example", 5*time.Second)
	t.pass(time.Second)
	t.wantNext(10)
	t.wantReady(4 * time.Second)
	t.pass(4 * time.Second)
	l = t.wantNext(10, "a/2")
	t.f.Release(l[0], t.now)
	t.wantReady(5 * time.Second)
}

// frontierClose: the links of a host that was given up are handed out at once, marked with the cause.
func frontierClose(t *frontierTest) {
	t.start(frontier.Options{Delay: time.Second})
	t.commit(frontier.Group{Add: []frontier.Link{t.link("a/1", 0, 0), t.link("a/2", 0, 0), t.link("a/3", 7, 0), t.link("b/1", 0, 0)}})
	l := t.wantNext(1, "a/1")
	t.f.CloseHost("a.example", "connect refused")
	got := t.next(10)
	var closed []string
	for _, l := range got {
		if l.Closed != "" {
			closed = append(closed, short(l.URL)+" "+l.Closed)
			t.f.Release(l, t.now)
			t.commit(frontier.Group{Done: []weburl.Key{l.URL.Key()}})
		}
	}
	if diff := cmp.Diff([]string{"a/2 connect refused", "a/3 connect refused"}, closed); diff != "" {
		t.Fatalf("closed (-want +got):\n%s", diff)
	}
	if len(got) != 3 {
		t.Errorf("%d leases, want 3", len(got))
	}
	t.f.Release(l[0], t.now)
	t.add("a/4")
	if l := t.wantNext(10, "a/4"); l[0].Closed == "" {
		t.Error("a later link of the host is not marked")
	}
	t.commit(frontier.Group{Done: []weburl.Key{t.key("a/1"), t.key("a/4")}, Add: []frontier.Link{t.link("a/5", 0, 0)}})
	t.crash()
	if l := t.next(10); len(l) == 0 || short(l[0].URL) != "a/5" || l[0].Closed != "connect refused" {
		t.Errorf("after a crash came %v", l)
	}
	t.f.CloseHost("a.example", "")
	t.commit(frontier.Group{Done: []weburl.Key{t.key("a/5")}, Add: []frontier.Link{t.link("a/6", 0, 9)}})
	if l := t.wantNext(1, "a/6"); l[0].Closed != "" {
		t.Error("opened again, and still closed")
	}
}

// frontierResumed: after a restart the hosts wait one delay, since the times of their last requests are lost.
func frontierResumed(t *frontierTest) {
	t.start(frontier.Options{Delay: time.Second, Resumed: true})
	t.add("a/1", "b/1")
	t.wantNext(10)
	t.wantReady(time.Second)
	t.pass(time.Second)
	t.wantNext(10, "a/1", "b/1")
}

// frontierLeastTime: the slowest host sets the least time. Hosts that were given up do not count.
func frontierLeastTime(t *frontierTest) {
	t.start(frontier.Options{Delay: time.Second, PerHost: 2})
	want := func(d time.Duration) {
		t.Helper()
		if got := t.f.LeastTime(); got != d {
			t.Errorf("the least time is %v; want %v", got, d)
		}
	}
	want(0)
	t.add("a/1", "a/2", "a/3", "a/4", "b/1", "b/2")
	want(2 * time.Second)
	t.f.SetDelay("b.example", 10*time.Second)
	want(10 * time.Second)
	t.f.PauseHost("a.example", t.now.Add(time.Minute))
	want(62 * time.Second)
	t.pass(time.Minute)
	want(10 * time.Second)
	t.f.SetDelay("b.example", 50*365*24*time.Hour) // no overflow
	t.add("b/3", "b/4", "b/5", "b/6", "b/7", "b/8")
	want(100 * 365 * 24 * time.Hour)
	t.f.CloseHost("b.example", "dead")
	want(2 * time.Second)
}

// frontierBooked: a request that no link asked for has the turn of its host, and books the next one.
func frontierBooked(t *frontierTest) {
	t.start(frontier.Options{Delay: time.Second})
	t.add("a/1", "a/2", "a/3")
	l := t.wantNext(10, "a/1")
	t.f.Release(l[0], t.now)
	turn := func(by string) frontier.Turn {
		t.Helper()
		got, err := t.f.LeaseHost(t.url("a/rules"), by)
		if err != nil {
			t.Fatal(err)
		}
		return got
	}
	if got := turn("b"); got.OK || !got.Booked || !got.At.Equal(t.now.Add(time.Second)) {
		t.Errorf("LeaseHost while the host has a delay: %+v, want the turn after it", got)
	}
	if got := turn("c"); got.OK || got.Booked || !got.At.Equal(t.now.Add(2*time.Second)) {
		t.Errorf("LeaseHost of a turn that another has booked: %+v", got)
	}
	t.pass(time.Second)
	t.wantNext(10)
	got := turn("b")
	if !got.OK {
		t.Fatalf("LeaseHost at the booked time: %+v", got)
	}
	t.wantNext(10)
	t.f.Release(got.Lease, t.now)
	t.pass(time.Second)
	t.wantNext(10, "a/2")
	if got := turn("b"); got.OK || !got.Booked {
		t.Errorf("LeaseHost during a request: %+v", got)
	}
	t.f.Release(frontier.Lease{Link: frontier.Link{URL: t.url("a/2")}, Host: "a.example"}, t.now)
	t.pass(2500 * time.Millisecond)
	if got := turn("c"); got.OK || got.Booked || !got.At.Equal(t.now.Add(500*time.Millisecond)) {
		t.Errorf("LeaseHost of a turn whose request is late: %+v, want the end of the booking", got)
	}
	t.pass(time.Minute) // nobody comes for the booked turn
	t.wantNext(10, "a/3")
	t.f.CloseHost("d.example", "dead")
	if got, err := t.f.LeaseHost(t.url("d/rules"), "b"); err != nil || got.OK || got.Booked {
		t.Errorf("LeaseHost of a host that was given up: %+v, %v", got, err)
	}
}

// frontierBookedLong: a turn is kept as long as one has waited for it, but for a minute at most.
func frontierBookedLong(t *frontierTest) {
	t.start(frontier.Options{Delay: 30 * time.Second})
	t.add("a/1", "a/2", "a/3")
	book := func(by string) frontier.Turn {
		t.Helper()
		got, err := t.f.LeaseHost(t.url("a/rules"), by)
		if err != nil {
			t.Fatal(err)
		}
		return got
	}
	l := t.wantNext(10, "a/1")
	t.f.Release(l[0], t.now)
	if got := book("b"); !got.Booked || got.Delay != 30*time.Second {
		t.Fatalf("LeaseHost: %+v, want a booked turn of a host with a delay of 30 s", got)
	}
	t.pass(50 * time.Second)
	t.wantNext(10)
	got := book("b")
	if !got.OK {
		t.Fatalf("LeaseHost 20 s late for a turn that was 30 s away: %+v", got)
	}
	t.f.Release(got.Lease, t.now)
	t.f.PauseHost("a.example", t.now.Add(time.Hour))
	book("b")
	t.pass(time.Hour + time.Minute - 1)
	t.wantNext(10)
	t.pass(1)
	t.wantNext(10, "a/2")
}

// frontierLent: a lease whose host asks for the turn of another one lends its place at their address.
func frontierLent(t *frontierTest) {
	t.start(frontier.Options{PerAddress: 1})
	for _, h := range []string{"a", "b", "c"} {
		t.f.SetAddresses(h+".example", []string{"192.0.2.1"})
	}
	t.add("a/1", "c/1")
	l := t.wantNext(10, "a/1")
	lease := func(by string) frontier.Turn {
		t.Helper()
		got, err := t.f.LeaseHost(t.url("b/rules"), by)
		if err != nil {
			t.Fatal(err)
		}
		return got
	}
	if got := lease("c.example"); got.OK {
		t.Errorf("LeaseHost for a host without a lease: %+v", got)
	}
	t.pass(time.Minute) // the turn that this has booked
	got := lease("a.example")
	if !got.OK {
		t.Fatalf("LeaseHost for a host whose lease has the place: %+v", got)
	}
	t.f.Release(got.Lease, t.now)
	t.wantNext(10) // the place is that of a's lease again
	t.f.Release(l[0], t.now)
	t.wantNext(10, "c/1")
}
