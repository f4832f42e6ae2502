package fetch

import (
	"sync"
	"sync/atomic"
	"time"
)

// Stage is what an exchange is waiting for.
type Stage int32

// The stages of an exchange, in their order. A kept connection goes from Idle to Ask at once.
const (
	Idle    Stage = iota // nothing yet
	DNS                  // name look-up
	Connect              // TCP connection, and what a proxy does for it
	TLS                  // TLS handshake
	Ask                  // request sent, no whole header yet
	Receive              // body
)

var stageNames = [...]string{"idle", "dns", "connect", "tls", "first byte", "body"}

// String returns the stage's name, such as "first byte".
func (s Stage) String() string { return stageNames[s] }

// Flight is an exchange in progress: what a watchdog needs to distinguish a stall from a wait.
type Flight struct {
	URL   string
	Stage Stage
	Since time.Time // of the stage
	Start time.Time // of the exchange
	Moved time.Time // the last byte came; zero before the first
	Bytes int64     // received so far, header included
}

// InFlight returns the exchanges in progress, the newest first.
func (c *Client) InFlight() []Flight {
	c.flights.mu.Lock()
	defer c.flights.mu.Unlock()
	var list []Flight
	for x := c.flights.first; x != nil; x = x.next {
		f := Flight{
			URL: x.url, Stage: Stage(x.stage.Load()), Since: start.Add(time.Duration(x.since.Load())),
			Start: x.start, Bytes: x.bytes.Load(),
		}
		if moved := x.moved.Load(); moved != 0 {
			f.Moved = start.Add(time.Duration(moved))
		}
		list = append(list, f)
	}
	return list
}

// flights is a list through the exchanges themselves, so that joining and leaving cost nothing.
type flights struct {
	mu    sync.Mutex
	first *exchange
}

// join adds an exchange to those that are under way.
func (f *flights) join(x *exchange) {
	f.mu.Lock()
	defer f.mu.Unlock()
	x.next, x.prev = f.first, nil
	if f.first != nil {
		f.first.prev = x
	}
	f.first = x
}

// leave takes an exchange out again.
func (f *flights) leave(x *exchange) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if x.prev != nil {
		x.prev.next = x.next
	} else {
		f.first = x.next
	}
	if x.next != nil {
		x.next.prev = x.prev
	}
	x.next, x.prev = nil, nil
}

// start is what moments are counted from that others look at: the wall clock may jump.
var start = time.Now()

// progress is the part of an exchange that others read while it runs.
type progress struct {
	stage atomic.Int32
	since atomic.Int64 // nanoseconds since start
	moved atomic.Int64 // nanoseconds since start, 0 before the first byte
	bytes atomic.Int64
}

// enter notes that a stage begins. Those who look on read it without a lock.
func (p *progress) enter(s Stage, now time.Time) {
	p.stage.Store(int32(s))
	p.since.Store(int64(now.Sub(start)))
}

// reset makes the progress that of no exchange.
func (p *progress) reset() {
	p.stage.Store(0)
	p.since.Store(0)
	p.moved.Store(0)
	p.bytes.Store(0)
}
