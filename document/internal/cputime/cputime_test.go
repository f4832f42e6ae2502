package cputime_test

import (
	"context"
	"errors"
	"os"
	"runtime"
	"testing"
	"time"

	"sluice/document/internal/cputime"
)

// work keeps the processor busy until the context ends or so much processor time is used.
func work(ctx context.Context, enough func() bool) error {
	for n := 0; ctx.Err() == nil && !enough(); n++ {
		runtime.KeepAlive(n)
	}
	return ctx.Err()
}

func TestWorkEndsAtLimitOfProcessorTime(t *testing.T) {
	ctx, meter := cputime.Measure(t.Context())
	const limit = 50 * time.Millisecond
	err := cputime.Limit(ctx, limit, func(ctx context.Context) error {
		inner, cancel := context.WithTimeout(ctx, time.Hour)
		defer cancel()
		return work(inner, func() bool { return false })
	})
	if !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("Limit() = %v, want %v", err, context.DeadlineExceeded)
	}
	if used := meter.Used(); used < limit/2 {
		t.Errorf("Used() = %v, want about %v", used, limit)
	}
}

func TestWaitingIsNoProcessorTime(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("the time of a thread is not known here")
	}
	ctx, meter := cputime.Measure(t.Context())
	const limit = 400 * time.Millisecond
	err := cputime.Limit(ctx, limit, func(ctx context.Context) error {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(limit + limit/2):
			return nil
		}
	})
	if used := meter.Used(); err != nil || used > limit/2 {
		t.Errorf("Limit() = %v after %v of the processor, want no error", err, used)
	}
}

func TestWaitingEndsByTheClock(t *testing.T) {
	err := cputime.Limit(t.Context(), 10*time.Millisecond, func(ctx context.Context) error {
		<-ctx.Done()
		return ctx.Err()
	})
	if !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("Limit() = %v, want %v", err, context.DeadlineExceeded)
	}
}

func TestCancellingIsNoTimeout(t *testing.T) {
	parent, cancel := context.WithCancel(t.Context())
	err := cputime.Limit(parent, time.Hour, func(ctx context.Context) error {
		cancel()
		<-ctx.Done()
		return ctx.Err()
	})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("Limit() = %v, want %v", err, context.Canceled)
	}
}

func TestTimeOfProcessGrows(t *testing.T) {
	before, ok := cputime.Of(os.Getpid())
	if !ok {
		t.Skip("the time of a process is not known here")
	}
	work(t.Context(), func() bool { now, _ := cputime.Of(os.Getpid()); return now > before+time.Millisecond }) //nolint:errcheck // it ends by itself
}

func TestBoundHoldsForAllStepsTogether(t *testing.T) {
	outer, all := cputime.Measure(t.Context())
	ctx, _ := cputime.Bound(outer, time.Minute)
	if left := cputime.Left(ctx, time.Hour); left != time.Minute {
		t.Errorf("%v are left before the first step, want a minute", left)
	}
	if left := cputime.Left(ctx, time.Second); left != time.Second {
		t.Errorf("%v are left for a step of a second", left)
	}
	cputime.Add(ctx, 50*time.Second)
	if left := cputime.Left(ctx, time.Hour); left != 10*time.Second {
		t.Errorf("%v are left after 50 seconds, want 10", left)
	}
	inner, _ := cputime.Measure(ctx)
	cputime.Add(inner, 50*time.Second)
	if left := cputime.Left(inner, time.Hour); left <= 0 || left > time.Second {
		t.Errorf("%v are left after the bound, want next to nothing", left)
	}
	if left := cputime.Left(outer, time.Hour); left != time.Hour || all.Used() != 100*time.Second {
		t.Errorf("outside of the bound %v are left, %v used", left, all.Used())
	}
}
