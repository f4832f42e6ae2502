package robotscache_test

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"sluice/internal/catalogue"
	"sluice/internal/clock"
	"sluice/internal/crawler/internal/robotscache"
	"sluice/internal/fetch"
	"sluice/weburl"
)

// answers is a catalogue of robots.txt whose reads fail if err is set.
type answers struct{ err error }

func (a answers) Robots(context.Context, string) (catalogue.Robots, bool, error) {
	return catalogue.Robots{}, false, a.err
}

func newCache(a answers, get func() *fetch.Error) *robotscache.Cache {
	return robotscache.New(robotscache.Options{
		Agent: "Sluice", Catalogue: a, Clock: clock.Real,
		Fetch:    func(context.Context, *fetch.Request) (*fetch.Response, *fetch.Error) { return nil, get() },
		SetDelay: func(context.Context, string, time.Duration) error { return nil },
	})
}

func parse(t *testing.T, url string) weburl.URL {
	t.Helper()
	u, err := weburl.Parse(url)
	if err != nil {
		t.Fatal(err)
	}
	return u
}

// TestFailedReadIsNotAMissingAnswer: a robots.txt that the catalogue has and cannot read must not be requested again.
func TestFailedReadIsNotAMissingAnswer(t *testing.T) {
	broken := errors.New("disk error")
	c := newCache(answers{err: broken}, func() *fetch.Error { t.Error("robots.txt was requested"); return nil })
	if _, _, err := c.Policy(t.Context(), parse(t, "http://a.test/")); !errors.Is(err, broken) {
		t.Errorf("Policy() error = %v, want %v", err, broken)
	}
	if _, _, err := c.Known(t.Context(), parse(t, "http://a.test/")); !errors.Is(err, broken) {
		t.Errorf("Known() error = %v, want %v", err, broken)
	}
}

// stored is a catalogue that has the same robots.txt for every origin.
type stored struct {
	body  []byte
	reads atomic.Int64
}

func (s *stored) Robots(_ context.Context, origin string) (catalogue.Robots, bool, error) {
	s.reads.Add(1)
	return catalogue.Robots{Origin: origin, At: time.Now(), Status: 200, Body: s.body}, true, nil
}

// TestRulesInMemoryAreBoundedByTheirBytes: one domain can have thousands of hosts, each with the longest robots.txt.
func TestRulesInMemoryAreBoundedByTheirBytes(t *testing.T) {
	for _, test := range []struct {
		name string
		body string
		all  bool // origins stay in memory
	}{
		{"common", "User-agent: *\nDisallow: /private/\n", true},
		{"hostile", "User-agent: *\n" + strings.Repeat("Disallow: /1*2*3\n", 30_000), false},
	} {
		t.Run(test.name, func(t *testing.T) {
			rows := &stored{body: []byte(test.body)}
			c := robotscache.New(robotscache.Options{Agent: "Sluice", Catalogue: rows, Clock: clock.Real, SetDelay: func(context.Context, string, time.Duration) error { return nil }})
			const origins = 60
			for range 2 {
				for n := range origins {
					p, _, err := c.Policy(t.Context(), parse(t, fmt.Sprintf("http://h%d.test/page", n)))
					if err != nil {
						t.Fatal(err)
					}
					if ok, _ := p.Allowed("http://h.test/page"); !ok {
						t.Error("the page is not allowed")
					}
				}
			}
			if n := rows.reads.Load(); (n == origins) != test.all {
				t.Errorf("%d reads of the catalogue for %d origins, each used twice", n, origins)
			}
			var memory runtime.MemStats
			runtime.GC()
			runtime.ReadMemStats(&memory)
			if mb := memory.HeapAlloc >> 20; mb > 150 {
				t.Errorf("%d MB in use", mb)
			}
			runtime.KeepAlive(c)
		})
	}
}

// TestConcurrentCallsShareOneRequest: only the first caller gets the answer, which is to be stored once.
func TestConcurrentCallsShareOneRequest(t *testing.T) {
	const callers = 20
	var called, requests, answered atomic.Int64
	release := make(chan struct{})
	c := newCache(answers{}, func() *fetch.Error {
		requests.Add(1)
		<-release
		return &fetch.Error{Cause: fetch.ConnectRefused, Temporary: true}
	})
	u := parse(t, "http://a.test/page")
	var waiting sync.WaitGroup
	for range callers {
		waiting.Go(func() {
			called.Add(1)
			_, answer, err := c.Policy(t.Context(), u)
			if answer != nil {
				answered.Add(1)
			}
			if fail, ok := errors.AsType[*fetch.Error](err); !ok || fail.Cause != fetch.ConnectRefused {
				t.Errorf("Policy() error = %v, want that of the request", err)
			}
		})
	}
	for requests.Load() == 0 || called.Load() < callers {
		time.Sleep(time.Millisecond)
	}
	time.Sleep(20 * time.Millisecond) // for the last ones to wait
	close(release)
	waiting.Wait()
	if n := answered.Load(); n != requests.Load() || n > callers/2 {
		t.Errorf("%d requests and %d answers for %d callers, want one answer a request and few requests", requests.Load(), n, callers)
	}
}

// TestPanicFailsOneCallerOnly: the others get an error that may pass.
func TestPanicFailsOneCallerOnly(t *testing.T) {
	c := newCache(answers{}, func() *fetch.Error { panic("bytes that were not foreseen") })
	defer func() {
		if recover() == nil {
			t.Error("the caller whose request panicked does not know of it")
		}
	}()
	c.Policy(t.Context(), parse(t, "http://a.test/"))
}

// TestRobotsFileHasLittleTime: the pages of a host wait for its robots.txt, and a worker with them.
func TestRobotsFileHasLittleTime(t *testing.T) {
	var whole time.Duration
	c := robotscache.New(robotscache.Options{
		Agent: "Sluice", Catalogue: answers{}, Clock: clock.Real,
		Fetch: func(_ context.Context, r *fetch.Request) (*fetch.Response, *fetch.Error) {
			whole = r.Whole
			return nil, &fetch.Error{Cause: fetch.ConnectRefused, Temporary: true}
		},
	})
	c.Policy(t.Context(), parse(t, "http://a.test/"))
	if whole <= 0 || whole > time.Minute {
		t.Errorf("robots.txt may take %v, want a minute at most", whole)
	}
}
