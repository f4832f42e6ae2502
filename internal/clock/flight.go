package clock

import (
	"context"
	"sync"
)

// Flights runs a function once for all who need its result at the same time. Unlike the callers of x/sync's singleflight,
// those who wait for the result of another do not keep virtual time from moving. The zero value is ready for use.
type Flights[T any] struct {
	mu      sync.Mutex
	running map[string]*flight[T]
}

// flight is one run of a function.
type flight[T any] struct {
	done   chan struct{}
	result T
	err    error
}

// Do runs f and returns what it returns, or waits for a run under the same key and returns the result of that. The caller holds
// the clock. f must not panic.
func (g *Flights[T]) Do(c Clock, key string, f func() (T, error)) (T, error) {
	g.mu.Lock()
	if other := g.running[key]; other != nil {
		g.mu.Unlock()
		c.Wait(context.Background(), Forever, other.done) // the other run ends with its own context
		return other.result, other.err
	}
	fl := &flight[T]{done: make(chan struct{})}
	if g.running == nil {
		g.running = map[string]*flight[T]{}
	}
	g.running[key] = fl
	g.mu.Unlock()

	fl.result, fl.err = f()
	g.mu.Lock()
	delete(g.running, key)
	g.mu.Unlock()
	close(fl.done)
	return fl.result, fl.err
}
