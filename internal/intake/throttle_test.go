package intake

import (
	"context"
	"runtime"
	"sync"
	"testing"
	"time"
)

func TestReadersPauseWhileFetchingNeedsProcessors(t *testing.T) {
	var c throttle
	until(t, "at ease", func() bool { return !c.isOverloaded() })
	var working sync.WaitGroup
	ended := make(chan struct{})
	for range 8 * runtime.GOMAXPROCS(0) {
		working.Go(func() {
			for !isClosed(ended) {
				for begun := time.Now(); time.Since(begun) < 2*time.Millisecond; {
				}
				runtime.Gosched()
			}
		})
	}
	until(t, "crowded", c.isOverloaded)
	over := make(chan struct{})
	close(over)
	begun := time.Now()
	c.pause(context.Background(), time.Hour, over)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	c.pause(ctx, time.Hour, make(chan struct{}))
	if paused := time.Since(begun); paused > maxPause {
		t.Errorf("paused for %v, though fetching is over or has enough processors", paused)
	}
	close(ended)
	working.Wait()
	until(t, "at ease again", func() bool { return !c.isOverloaded() })
}

// until checks a condition repeatedly, as often as the throttle takes a new sample.
func until(t *testing.T, what string, is func() bool) {
	t.Helper()
	for range 100 {
		if is() {
			return
		}
		time.Sleep(sampleInterval)
	}
	t.Fatalf("never %s", what)
}
