package fairqueue_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"sluice/document/content"
	"sluice/internal/catalogue"
	"sluice/internal/intake/fairqueue"
)

// simulation has readers read a queue as an intake does, on a clock of its own: a document takes as long as it needs
// of the processor.
type simulation struct {
	*source
	accounts *fairqueue.Accounts
	queue    *fairqueue.Queue
	needs    func(host string) fairqueue.Reading // of a document that is read to its end

	now     time.Duration
	reading []*catalogue.Queued // by reader; nil: it waits
	until   []time.Duration

	used    map[string]time.Duration // of the processor, by host
	read    map[string]int           // to the end
	refused map[string]int           // unread, since the budget is used up
	ended   map[string]time.Duration // when the last one of the host was read
	again   int                      // deferred documents that were read at a time, at most
}

// run starts a run over a queue.
func run(s *source, readers int, needs func(host string) fairqueue.Reading) *simulation {
	accounts := fairqueue.NewAccounts(0, readers)
	return &simulation{
		source: s, accounts: accounts, queue: fairqueue.New(s, accounts), needs: needs,
		reading: make([]*catalogue.Queued, readers), until: make([]time.Duration, readers),
		used: map[string]time.Duration{}, read: map[string]int{}, refused: map[string]int{}, ended: map[string]time.Duration{},
	}
}

// outcome returns what reading a body takes.
func (s *simulation) outcome(q *catalogue.Queued) fairqueue.Reading {
	r := s.needs(q.Fetch.Site)
	if q.Deferral == 0 && r.CPU > fairqueue.FirstLimit {
		return fairqueue.Reading{CPU: fairqueue.FirstLimit, Err: content.ErrTime, Deferred: true}
	}
	return r
}

// until reads until a moment, or until the queue is empty.
func (s *simulation) runUntil(t *testing.T, end time.Duration) {
	t.Helper()
	for s.now < end {
		waiting := s.occupy(t)
		first := -1
		for i, q := range s.reading {
			if q != nil && (first < 0 || s.until[i] < s.until[first]) {
				first = i
			}
		}
		if first < 0 {
			if waiting {
				t.Fatal("bodies wait, though none is being read")
			}
			return
		}
		s.now = s.until[first]
		s.finish(first)
	}
}

// occupy returns bodies to the readers that wait, and reports whether others wait for the end of one.
func (s *simulation) occupy(t *testing.T) bool {
	t.Helper()
	again := 0
	for i := range s.reading {
		for s.reading[i] == nil {
			q, state := next(t, s.queue)
			if state != fairqueue.Found {
				return state == fairqueue.Deferred
			}
			if s.accounts.IsExhausted(q.Fetch.Site) {
				s.accounts.End(q, nil)
				s.remove(q)
				s.refused[q.Fetch.Site]++
				continue
			}
			s.reading[i], s.until[i] = q, s.now+s.outcome(q).CPU
		}
		if s.reading[i].Deferral > 0 {
			again++
		}
	}
	s.again = max(s.again, again)
	return false
}

// finish ends what a reader reads.
func (s *simulation) finish(reader int) {
	q := s.reading[reader]
	host, r := q.Fetch.Site, s.outcome(q)
	s.reading[reader] = nil
	s.used[host] += r.CPU
	if r.Deferred {
		s.postpone(q)
	} else {
		s.remove(q)
		s.read[host]++
		s.ended[host] = s.now
	}
	s.accounts.End(q, &r)
}

// interrupt ends the run.
func (s *simulation) interrupt() {
	for _, q := range s.reading {
		if q != nil {
			s.postpone(q)
		}
	}
}

var (
	paper   = fairqueue.Reading{CPU: time.Second, Accepted: true}
	scanned = fairqueue.Reading{CPU: 8 * time.Second, Err: content.ErrScan}
	blank   = fairqueue.Reading{CPU: 110 * time.Second, Err: content.ErrNoText} // it loops, and then prints an empty page
	loop    = fairqueue.Reading{CPU: 2 * time.Minute, Err: content.ErrTime}
	thesis  = fairqueue.Reading{CPU: 100 * time.Second, Accepted: true}
)

// byPrefix returns the outcome of documents by the first part of their host's name.
func byPrefix(all map[string]fairqueue.Reading) func(host string) fairqueue.Reading {
	return func(host string) fairqueue.Reading {
		prefix := host[:strings.IndexAny(host, "0123456789.")]
		return all[prefix]
	}
}

var usual = byPrefix(map[string]fairqueue.Reading{"papers": paper, "scans": scanned, "blank": blank, "loops": loop, "theses": thesis})

// TestTurnsAreByProcessorTime has a host whose documents take eight times as long as those of another.
func TestTurnsAreByProcessorTime(t *testing.T) {
	for _, readers := range []int{1, 4} {
		q := &source{}
		q.add("scans.example", 10_000)
		q.add("papers.example", 1000)
		s := run(q, readers, usual)
		s.runUntil(t, 1500*time.Second/time.Duration(readers))
		scans, papers := s.used["scans.example"], s.used["papers.example"]
		if scans < 2*papers/3 || papers < 2*scans/3 {
			t.Errorf("%d readers: one host got %v of the processor, the other %v", readers, scans, papers)
		}
		s.runUntil(t, 1<<62)
		if s.read["scans.example"] != 10_000 || len(s.refused) > 0 {
			t.Errorf("%d readers: %d of 10000 scans were read, refused %v", readers, s.read["scans.example"], s.refused)
		}
	}
}

// TestSlowDocumentsThatAreAcceptedAreAllRead has every document take far longer than at first allowed.
func TestSlowDocumentsThatAreAcceptedAreAllRead(t *testing.T) {
	q := &source{}
	q.add("theses.example", 1000)
	s := run(q, 4, usual)
	s.runUntil(t, 1<<62)
	if s.read["theses.example"] != 1000 || len(s.refused) > 0 {
		t.Errorf("%d of 1000 were read, refused %v", s.read["theses.example"], s.refused)
	}
	if most := 1000 * (thesis.CPU + fairqueue.FirstLimit) / 2; s.now > most {
		t.Errorf("four readers take %v, more than two would need", s.now)
	}
}

// TestDocumentsThatYieldNothingAreDeferredAndRefused has ten thousand documents that take long and lead to nothing.
func TestDocumentsThatYieldNothingAreDeferredAndRefused(t *testing.T) {
	for _, host := range []string{"blank.example", "loops.example"} {
		for _, readers := range []int{1, 2, 8} {
			q := &source{}
			q.add(host, 10_000)
			q.add("papers.example", 200)
			s := run(q, readers, usual)
			s.runUntil(t, 1<<62)
			if n := s.refused[host]; n < 9_970 || n+s.read[host] != 10_000 || s.refused["papers.example"] > 0 {
				t.Errorf("%s, %d readers: %d read, refused %v", host, readers, s.read[host], s.refused)
			}
			if s.used[host] > time.Hour {
				t.Errorf("%s, %d readers: the host had the processor for %v", host, readers, s.used[host])
			}
			if most := 400*time.Second/time.Duration(readers) + 2*time.Minute; s.ended["papers.example"] > most {
				t.Errorf("%s, %d readers: the papers are read after %v, want %v", host, readers, s.ended["papers.example"], most)
			}
		}
	}
}

// TestLoopsDoNotHoldAllReaders has as many hosts with loops as readers, and more.
func TestLoopsDoNotHoldAllReaders(t *testing.T) {
	for _, c := range []struct{ readers, hosts int }{{1, 1}, {2, 2}, {4, 4}, {4, 40}, {8, 8}} {
		q := &source{}
		for i := range c.hosts {
			q.add(fmt.Sprintf("loops%d.example", i), 300)
		}
		q.add("papers.example.org", 20)
		s := run(q, c.readers, usual)
		s.runUntil(t, 1<<62)
		rounds := time.Duration((c.hosts + c.readers - 1) / c.readers)
		if most := rounds*fairqueue.FirstLimit + 30*time.Second; s.ended["papers.example.org"] > most {
			t.Errorf("%d readers, %d hosts with loops: the papers are read after %v, want %v", c.readers, c.hosts, s.ended["papers.example.org"], most)
		}
		if s.again > max(1, c.readers-1) {
			t.Errorf("%d readers, %d hosts with loops: %d deferred documents are read at a time", c.readers, c.hosts, s.again)
		}
	}
}

// TestRestartDoesNotRepeatInterruptedReadings interrupts every run before the first loop has ended.
func TestRestartDoesNotRepeatInterruptedReadings(t *testing.T) {
	const runs, length = 6, 20 * time.Second
	q := &source{}
	for i := range 10 {
		q.add(fmt.Sprintf("loops%d.example", i), 300)
	}
	q.add("papers.example.org", 20)
	for n := 1; len(q.rows["papers.example.org"]) > 0; n++ {
		if n > runs {
			t.Fatalf("%d papers are not read after %d runs", len(q.rows["papers.example.org"]), runs)
		}
		s := run(q, 2, usual)
		s.runUntil(t, length)
		s.interrupt()
	}
}

func TestAccountsOfHarmlessHostsAreRemoved(t *testing.T) {
	accounts := fairqueue.NewAccounts(0, 1)
	loops := body("loops.example")
	for range 20 {
		accounts.Begin(loops)
		accounts.End(loops, &timeout)
	}
	reading := body("reading.example")
	accounts.Begin(reading)
	for i := range 50_000 {
		q := body(fmt.Sprintf("www.host%d.example", i))
		accounts.Begin(q)
		accounts.End(q, &fairqueue.Reading{CPU: 10 * time.Millisecond, Err: []error{nil, content.ErrDamaged}[i%2]})
	}
	if n := accounts.Len(); n > 10_000 {
		t.Errorf("%d accounts after 50000 hosts", n)
	}
	if !accounts.IsExhausted("loops.example") {
		t.Error("a used up budget is forgotten")
	}
	accounts.End(reading, nil)
}
