package engine

import (
	"sync"
	"time"
)

// Turns are those of hosts: engines on one host, such as the two of OpenAlex, are asked one at a time. It may be used by several goroutines.
type Turns struct {
	mu    sync.Mutex
	hosts map[string]*turn
}

// NewTurns returns the turns of hosts of which none was asked.
func NewTurns() *Turns { return &Turns{hosts: map[string]*turn{}} }

// of returns the turn of a host; that of the nil Turns is new.
func (t *Turns) of(host string) *turn {
	if t == nil {
		return &turn{}
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.hosts[host] == nil {
		t.hosts[host] = &turn{}
	}
	return t.hosts[host]
}

// turn is when a host may be asked.
type turn struct {
	busy sync.Mutex // held during a request and the wait before it

	mu   sync.Mutex
	next time.Time // before which nothing is requested
}

// wait returns how long nothing may be requested.
func (t *turn) wait(now time.Time) time.Duration {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.next.Sub(now)
}

// notBefore makes the next request wait for a moment at least.
func (t *turn) notBefore(at time.Time) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if at.After(t.next) {
		t.next = at
	}
}
