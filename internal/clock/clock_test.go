package clock_test

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"sluice/internal/clock"
)

var start = time.Date(2020, 1, 1, 0, 0, 0, 0, time.UTC)

// begin runs work in a goroutine that holds the clock, until it returns.
func begin(g *sync.WaitGroup, c clock.Clock, work func()) {
	c.Hold()
	g.Go(func() {
		defer c.Release()
		work()
	})
}

func TestVirtualTimeJumpsToTheNextWaiter(t *testing.T) {
	c := clock.NewVirtual(start)
	var g sync.WaitGroup
	var order []string // guarded by the clock: one goroutine works at a time
	c.Hold()
	for _, hours := range []int{3, 1, 2} {
		begin(&g, c, func() {
			if err := clock.Sleep(t.Context(), c, time.Duration(hours)*time.Hour); err != nil {
				t.Error(err)
			}
			order = append(order, fmt.Sprint(hours, clock.Since(c, start)))
		})
	}
	began := time.Now()
	c.Release()
	g.Wait()
	if want := []string{"1 1h0m0s", "2 2h0m0s", "3 3h0m0s"}; !slices.Equal(order, want) {
		t.Errorf("woken %v, want %v", order, want)
	}
	if real := time.Since(began); real > time.Minute {
		t.Errorf("three hours took %v", real)
	}
}

func TestWaitersOfOneTimeWakeInOrder(t *testing.T) {
	c := clock.NewVirtual(start)
	var g sync.WaitGroup
	var order []int
	c.Hold()
	begin(&g, c, func() {
		for i := range 50 {
			begin(&g, c, func() {
				c.Wait(t.Context(), time.Second)
				order = append(order, i)
				c.Settle() // the others of this moment wake after this one
				order = append(order, i)
			})
			c.Settle() // it waits
		}
	})
	c.Release()
	g.Wait()
	for i := range 50 {
		if order[2*i] != i || order[2*i+1] != i {
			t.Fatalf("order %v", order)
		}
	}
}

func TestHeldClockStandsStill(t *testing.T) {
	c := clock.NewVirtual(start)
	fired := make(chan struct{})
	c.Hold()
	c.AfterFunc(time.Second, func() { close(fired) })
	select {
	case <-fired:
		t.Error("time moved")
	case <-time.After(20 * time.Millisecond):
	}
	if !c.Now().Equal(start) {
		t.Errorf("now %v, want %v", c.Now(), start)
	}
	c.Release()
	<-fired
	if want := start.Add(time.Second); !c.Now().Equal(want) {
		t.Errorf("now %v, want %v", c.Now(), want)
	}
}

func TestSignalsWakeBeforeTimeMoves(t *testing.T) {
	c := clock.NewVirtual(start)
	signal := make(chan struct{}, 1)
	var g sync.WaitGroup
	c.Hold()
	begin(&g, c, func() {
		c.Wait(t.Context(), time.Hour, nil, signal)
		if !c.Now().Equal(start) {
			t.Errorf("woken at %v, want %v", c.Now(), start)
		}
	})
	begin(&g, c, func() { signal <- struct{}{} })
	c.Release()
	g.Wait()
}

func TestSettleReturnsWhenOthersWait(t *testing.T) {
	c := clock.NewVirtual(start)
	var g sync.WaitGroup
	done := 0
	c.Hold()
	for range 20 {
		begin(&g, c, func() {
			done++
			c.Settle()
			done++
			c.Wait(t.Context(), time.Second)
		})
		c.Settle()
	}
	c.Settle()
	if done != 40 || !c.Now().Equal(start) {
		t.Errorf("%d steps done at %v, want 40 at %v", done, c.Now(), start)
	}
	c.Release()
	g.Wait()
}

func TestEndedContextWakesItsWaiters(t *testing.T) {
	c := clock.NewVirtual(start)
	ctx, cancel := context.WithCancel(t.Context())
	var g sync.WaitGroup
	c.Hold()
	for range 10 {
		begin(&g, c, func() {
			if err := clock.Sleep(ctx, c, clock.Forever); err == nil {
				t.Error("Sleep() returns no error after its context ended")
			}
		})
	}
	begin(&g, c, func() { cancel() })
	c.Release()
	g.Wait()

	c.Hold()
	ctx, cancel = context.WithCancel(t.Context())
	begin(&g, c, func() { c.Wait(ctx, clock.Forever) })
	c.Release()
	time.AfterFunc(10*time.Millisecond, cancel) // by a goroutine that the clock does not know
	g.Wait()
}

func TestTimerPassesHoldToReceiver(t *testing.T) {
	c := clock.NewVirtual(start)
	c.Hold()
	timer := c.NewTimer(time.Minute)
	later := c.NewTimer(time.Hour)
	c.Release()
	at := <-timer.C()
	if want := start.Add(time.Minute); !at.Equal(want) || !c.Now().Equal(want) {
		t.Errorf("fired at %v, now %v, want %v", at, c.Now(), want)
	}
	if timer.Stop() || !later.Stop() {
		t.Error("Stop() reports the wrong timers as stopped")
	}
	c.Release()
	if want := start.Add(time.Minute); !c.Now().Equal(want) {
		t.Errorf("a stopped timer moved the time to %v", c.Now())
	}
}

func TestStoppedTimerReleasesHold(t *testing.T) {
	c := clock.NewVirtual(start)
	c.Hold()
	timer := c.NewTimer(time.Minute)
	c.Release() // fires at once
	if !timer.Stop() {
		t.Error("Stop() of a timer whose channel was not received from reports false")
	}
	fired := make(chan struct{})
	c.AfterFunc(time.Minute, func() { close(fired) })
	c.Hold()
	c.Release()
	<-fired
}

func TestRealClockWaits(t *testing.T) {
	c := clock.Real
	signal := make(chan struct{}, 1)
	signal <- struct{}{}
	c.Wait(t.Context(), time.Hour, signal)
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	c.Wait(ended, time.Hour)
	if err := clock.Sleep(t.Context(), c, time.Millisecond); err != nil {
		t.Error(err)
	}
	c.Hold()
	c.Settle()
	c.Release()
	timer := c.NewTimer(time.Millisecond)
	<-timer.C()
	done := make(chan struct{})
	c.AfterFunc(time.Millisecond, func() { close(done) })
	<-done
}

func BenchmarkVirtualWait(b *testing.B) {
	c := clock.NewVirtual(start)
	var g sync.WaitGroup
	c.Hold()
	for range 100 {
		begin(&g, c, func() {
			for range b.N / 100 {
				c.Wait(context.Background(), time.Second)
			}
		})
	}
	b.ResetTimer()
	c.Release()
	g.Wait()
}

func TestFlightRunsOnceForAllWhoWait(t *testing.T) {
	for name, c := range map[string]clock.Clock{"real": clock.Real, "virtual": clock.NewVirtual(start)} {
		var flights clock.Flights[int]
		var g sync.WaitGroup
		var mu sync.Mutex
		const callers = 20
		var called atomic.Int32
		runs := 0
		c.Hold()
		for range callers {
			begin(&g, c, func() {
				called.Add(1)
				n, err := flights.Do(c, "key", func() (int, error) {
					for called.Load() < callers {
						c.Wait(t.Context(), time.Millisecond)
					}
					c.Wait(t.Context(), 50*time.Millisecond) // the last ones are about to call
					mu.Lock()
					defer mu.Unlock()
					runs++
					return 7, nil
				})
				if n != 7 || err != nil {
					t.Errorf("%s: Do() = %d, %v", name, n, err)
				}
			})
		}
		c.Release()
		g.Wait()
		if runs != 1 {
			t.Errorf("%s: %d runs for callers at one time", name, runs)
		}
	}
}
