package crawler

import (
	"math/rand/v2"
	"sync"
)

// newRandom returns a function that returns a number from 0 to n-1: always the same
// numbers in a simulation, others each time on the network, where a site must not
// foresee them.
func newRandom(e Exchange) func(n int) int {
	s, ok := e.(Simulation)
	if !ok {
		return rand.IntN
	}
	var mu sync.Mutex
	r := rand.New(rand.NewPCG(s.Seed(), 0))
	return func(n int) int {
		mu.Lock()
		defer mu.Unlock()
		return r.IntN(n)
	}
}
