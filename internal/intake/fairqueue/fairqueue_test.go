package fairqueue_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"sluice/document/content"
	"sluice/internal/catalogue"
	"sluice/internal/intake/fairqueue"
)

// next returns the next body, or the state without one.
func next(t *testing.T, q *fairqueue.Queue) (*catalogue.Queued, fairqueue.State) {
	t.Helper()
	body, state, err := q.Next(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return &body, state
}

// readAll reads one body after the other, with the outcome that read returns, and returns their hosts in order.
func readAll(t *testing.T, s *source, accounts *fairqueue.Accounts, read func(host string) *fairqueue.Reading) (hosts []string) {
	t.Helper()
	q := fairqueue.New(s, accounts)
	for {
		body, state := next(t, q)
		if state != fairqueue.Found {
			if state == fairqueue.Deferred {
				t.Error("deferred, though none is being read")
			}
			return hosts
		}
		hosts = append(hosts, body.Fetch.Site)
		accounts.End(body, read(body.Fetch.Site))
		s.remove(body)
	}
}

// body returns a document of a host.
func body(host string) *catalogue.Queued {
	q := &catalogue.Queued{Intake: catalogue.ReadDocument}
	q.Fetch.Site = host
	return q
}

var (
	good    = fairqueue.Reading{CPU: time.Second}
	timeout = fairqueue.Reading{CPU: time.Minute, Err: fmt.Errorf("read: %w", content.ErrTime)}
)

func TestHostsTakeTurns(t *testing.T) {
	s := &source{}
	s.add("many.example", 1000)
	s.add("few.example", 3)
	s.add("other.example", 3)
	hosts := readAll(t, s, fairqueue.NewAccounts(0, 1), func(string) *fairqueue.Reading { return &good })
	if len(hosts) != 1006 {
		t.Fatalf("%d bodies, want 1006", len(hosts))
	}
	last := max(slices.Index(hosts, "few.example"), slices.Index(hosts, "other.example"))
	if last > 100 {
		t.Errorf("the first body of the last host comes as number %d", last+1)
	}
}

func TestBodiesOfHostKeepTheirOrder(t *testing.T) {
	s := &source{}
	for range 50 {
		s.add("a.example", 2)
		s.add("b.example", 1)
	}
	q := fairqueue.New(s, fairqueue.NewAccounts(0, 1))
	before := map[string]int64{}
	for n := 0; ; n++ {
		body, state := next(t, q)
		if state != fairqueue.Found {
			if n != 150 {
				t.Errorf("%d bodies, want 150", n)
			}
			return
		}
		host := body.Fetch.Site
		if body.ID <= before[host] {
			t.Fatalf("row %d of %s comes after row %d", body.ID, host, before[host])
		}
		before[host] = body.ID
	}
}

func TestTimeoutDefersHost(t *testing.T) {
	s := &source{}
	s.add("loops.example", 20)
	s.add("slow.example", 200)
	s.add("other.example", 200)
	hosts := readAll(t, s, fairqueue.NewAccounts(time.Hour, 1), func(host string) *fairqueue.Reading {
		if host == "loops.example" {
			return &timeout
		}
		return &good
	})
	if len(hosts) != 420 {
		t.Fatalf("%d bodies, want 420", len(hosts))
	}
	loops := 0
	for _, host := range hosts[:400] {
		if host == "loops.example" {
			loops++
		}
	}
	if loops > 6 {
		t.Errorf("%d of the first 400 bodies are of the host whose documents time out", loops)
	}
}

func TestDocumentThatIsReadEndsDeferral(t *testing.T) {
	s := &source{}
	s.add("a.example", 300)
	s.add("b.example", 300)
	n := 0
	hosts := readAll(t, s, fairqueue.NewAccounts(time.Hour, 1), func(host string) *fairqueue.Reading {
		if n++; n == 1 {
			return &timeout
		}
		return &good
	})
	if a, b := strings.Count(strings.Join(hosts[:200], " "), "a.example"), strings.Count(strings.Join(hosts[:200], " "), "b.example"); a < 50 || b < 50 {
		t.Errorf("of the first 200 bodies %d and %d", a, b)
	}
}

func TestOnlyOneDocumentOfDeferredHostIsRead(t *testing.T) {
	s := &source{}
	s.add("loops.example", 10)
	accounts := fairqueue.NewAccounts(time.Hour, 1)
	q := fairqueue.New(s, accounts)
	first, _ := next(t, q)
	accounts.End(first, &timeout)
	s.remove(first)
	second, state := next(t, q) // no other host has anything
	if state != fairqueue.Found {
		t.Fatalf("state %d, want a body", state)
	}
	if _, state := next(t, q); state != fairqueue.Deferred {
		t.Errorf("state %d while one is read, want %d", state, fairqueue.Deferred)
	}
	accounts.End(second, &good)
	s.remove(second)
	for range 8 { // at once
		if _, state := next(t, q); state != fairqueue.Found {
			t.Errorf("state %d after one was read, want a body", state)
		}
	}
	if _, state := next(t, q); state != fairqueue.Empty {
		t.Errorf("state %d, want %d", state, fairqueue.Empty)
	}
}

// TestPagesThatAreOnlyIndexedDoNotWait has a host whose first document uses its share for long, and pages before and behind its documents.
func TestPagesThatAreOnlyIndexedDoNotWait(t *testing.T) {
	for _, budget := range []time.Duration{time.Hour, time.Second} { // the second one is used up at once
		s := &source{}
		s.add("slow.example", 2)
		s.addPages("slow.example", 50)
		s.add("slow.example", 100)
		s.addPages("slow.example", 100)
		s.add("other.example", 400)
		accounts := fairqueue.NewAccounts(budget, 1)
		q := fairqueue.New(s, accounts)
		pages, others, seen := 0, 0, map[int64]bool{}
		for n := 0; ; n++ {
			body, state := next(t, q)
			if state != fairqueue.Found {
				if n != 652 || pages != 150 {
					t.Errorf("budget %v: %d bodies with %d pages, want 652 with 150", budget, n, pages)
				}
				break
			}
			if seen[body.ID] {
				t.Fatalf("budget %v: row %d is returned twice", budget, body.ID)
			}
			seen[body.ID] = true
			switch {
			case body.Intake == catalogue.IndexPage:
				if pages++; pages == 150 && others > 20 {
					t.Errorf("budget %v: the last page comes after %d documents of the other host", budget, others)
				}
				accounts.End(body, nil)
			case body.Fetch.Site == "slow.example":
				accounts.End(body, &timeout)
			default:
				others++
				accounts.End(body, &good)
			}
			s.remove(body)
		}
	}
}

// TestPagesBehindManyDocumentsDoNotWait has a host of which no document may be read, since another one is being read, and pages that
// follow many of them.
func TestPagesBehindManyDocumentsDoNotWait(t *testing.T) {
	s := &source{}
	s.add("slow.example", 1000)
	s.addPages("slow.example", 5)
	accounts := fairqueue.NewAccounts(time.Hour, 1)
	q := fairqueue.New(s, accounts)
	first, _ := next(t, q)
	next(t, q) // it is being read
	accounts.End(first, &timeout)
	s.remove(first)
	for n := range 6 {
		body, state := next(t, q)
		if n < 5 && (state != fairqueue.Found || body.Intake != catalogue.IndexPage) || n == 5 && state != fairqueue.Deferred {
			t.Fatalf("after %d pages: row %d, state %d; want 5 pages, then state %d", n, body.ID, state, fairqueue.Deferred)
		}
	}
	s.addPages("slow.example", 1)
	if body, state := next(t, q); state != fairqueue.Found || body.Intake != catalogue.IndexPage {
		t.Errorf("row %d, state %d; want the page that came since", body.ID, state)
	}
}

// TestHostsWithoutPagesAreLookedAtOnce has many hosts that are passed over, in the rounds of one that is not.
func TestHostsWithoutPagesAreLookedAtOnce(t *testing.T) {
	const hosts = 1000
	s := &source{}
	for i := range hosts {
		s.add(fmt.Sprintf("slow%d.example", i), 2)
	}
	s.add("other.example", 50)
	accounts := fairqueue.NewAccounts(time.Hour, 1)
	q := fairqueue.New(s, accounts)
	for others := 0; others < 50; {
		body, _ := next(t, q)
		if body.Fetch.Site == "other.example" {
			others++
			accounts.End(body, &good)
			s.remove(body)
			continue
		}
		s.postpone(body) // the last body of the host is one that Next never returns
		accounts.End(body, &fairqueue.Reading{CPU: time.Hour, Err: content.ErrTime, Deferred: true})
	}
	if s.queries > 4*hosts {
		t.Errorf("%d queries for %d hosts", s.queries, hosts)
	}
}

// TestDeferredBodyThatWaitsIsPassed has two hosts with a deferred body each, and one place for these.
func TestDeferredBodyThatWaitsIsPassed(t *testing.T) {
	s := &source{}
	for _, host := range []string{"a.example", "b.example"} {
		s.add(host, 4)
	}
	accounts := fairqueue.NewAccounts(0, 2)
	q := fairqueue.New(s, accounts)
	for range 2 {
		first, _ := next(t, q)
		s.postpone(first)
		accounts.End(first, &fairqueue.Reading{CPU: fairqueue.FirstLimit, Err: content.ErrTime, Deferred: true})
	}
	var order []string
	var again *catalogue.Queued
	for {
		body, state := next(t, q)
		if state != fairqueue.Found {
			if state != fairqueue.Deferred {
				t.Errorf("state %d, want %d", state, fairqueue.Deferred)
			}
			break
		}
		if body.Deferral > 0 {
			again = body
			order = append(order, "deferred")
			continue
		}
		order = append(order, body.Fetch.Site)
		accounts.End(body, &good)
		s.remove(body)
	}
	slices.Sort(order)
	if want := []string{"a.example", "a.example", "a.example", "b.example", "b.example", "b.example", "deferred"}; !slices.Equal(order, want) {
		t.Fatalf("returned while one deferred body is read: %q, want %q", order, want)
	}
	accounts.End(again, &good)
	s.remove(again)
	if last, state := next(t, q); state != fairqueue.Found || last.Deferral == 0 {
		t.Errorf("state %d after its end, want the other deferred body", state)
	}
}

func TestBudgetCountsTimeInVain(t *testing.T) {
	damaged := fairqueue.Reading{CPU: time.Second, Err: content.ErrDamaged}
	for _, c := range []struct {
		name    string
		reading fairqueue.Reading
		n       int
		before  fairqueue.Reading
		want    bool
	}{
		{name: "ten thousand slow theses", reading: fairqueue.Reading{CPU: 100 * time.Second, Accepted: true}, n: 10_000},
		{name: "eight slow documents without text", reading: fairqueue.Reading{CPU: 110 * time.Second, Err: content.ErrNoText}, n: 8, want: true},
		{name: "eight slow documents of another genre", reading: fairqueue.Reading{CPU: 110 * time.Second}, n: 8, want: true},
		{name: "documents cut off for their time, but accepted", reading: fairqueue.Reading{CPU: time.Minute, Cut: true, Accepted: true}, n: 100},
		{name: "documents that are deferred", reading: fairqueue.Reading{CPU: 30 * time.Second, Err: content.ErrTime, Deferred: true}, n: 100},
		{name: "ten thousand scans", reading: fairqueue.Reading{CPU: 10 * time.Second, Err: content.ErrScan}, n: 10_000},
		{name: "ten thousand encrypted documents", reading: fairqueue.Reading{CPU: time.Second, Err: content.ErrEncrypted}, n: 10_000},
		{name: "five timeouts", reading: timeout, n: 5},
		{name: "eleven timeouts", reading: timeout, n: 11, want: true},
		{name: "timeouts of a program that waits", reading: fairqueue.Reading{Err: content.ErrTime}, n: 31, want: true},
		{name: "timeouts of a program that waits for long", reading: fairqueue.Reading{Elapsed: 8 * time.Minute, Err: content.ErrTime}, n: 6, want: true},
		{name: "documents that wait for a processor", reading: fairqueue.Reading{CPU: time.Second, Elapsed: time.Hour}, n: 100},
		{name: "documents cut off for their time", reading: fairqueue.Reading{CPU: time.Minute, Cut: true}, n: 11, want: true},
		{name: "damaged documents", reading: damaged, n: 601, want: true},
		{name: "damaged documents among good ones", reading: damaged, n: 1000, before: fairqueue.Reading{CPU: time.Hour, Accepted: true}},
		{name: "damaged documents among ones that are not accepted", reading: damaged, n: 1000, before: fairqueue.Reading{CPU: 20 * time.Second}, want: true},
	} {
		accounts := fairqueue.NewAccounts(10*time.Minute, 1)
		if c.before != (fairqueue.Reading{}) {
			accounts.Begin(body("a.example"))
			accounts.End(body("a.example"), &c.before)
		}
		for range c.n {
			accounts.Begin(body("a.example"))
			accounts.End(body("a.example"), &c.reading)
		}
		if got := accounts.IsExhausted("a.example"); got != c.want {
			t.Errorf("%s: IsExhausted() = %v, want %v", c.name, got, c.want)
		}
		if accounts.IsExhausted("b.example") {
			t.Errorf("%s: another host is exhausted", c.name)
		}
	}
}

// TestHostsOfOneDomainShareBudget has a domain with a new name for each document.
func TestHostsOfOneDomainShareBudget(t *testing.T) {
	s := &source{}
	for i := range 1000 {
		s.add(fmt.Sprintf("h%d.loops.example", i), 1)
	}
	s.add("www.other.example", 20)
	accounts := fairqueue.NewAccounts(10*time.Minute, 1)
	read := 0
	hosts := readAll(t, s, accounts, func(host string) *fairqueue.Reading {
		switch {
		case host == "www.other.example":
			return &good
		case accounts.IsExhausted(host):
			return nil
		}
		read++
		return &timeout
	})
	if read > 60 || len(hosts) != 1020 {
		t.Errorf("%d documents of the domain were read, %d bodies returned", read, len(hosts))
	}
	if i := slices.Index(hosts, "www.other.example"); i > 300 {
		t.Errorf("the other host's turn comes after %d of the domain", i)
	}
}

func TestRestartReturnsWhatIsLeft(t *testing.T) {
	s := &source{}
	s.add("a.example", 3)
	accounts := fairqueue.NewAccounts(0, 1)
	q := fairqueue.New(s, accounts)
	var second *catalogue.Queued
	for i := range 3 {
		body, _ := next(t, q)
		accounts.End(body, nil)
		if i == 1 {
			second = body
		}
	}
	s.remove(second)
	if _, state := next(t, q); state != fairqueue.Empty {
		t.Fatalf("state %d, want %d", state, fairqueue.Empty)
	}
	q.Restart()
	for _, want := range []int64{1, 3} {
		if body, state := next(t, q); state != fairqueue.Found || body.ID != want {
			t.Errorf("row %d, state %d; want %d", body.ID, state, want)
		}
	}
}
