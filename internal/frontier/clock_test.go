package frontier_test

import (
	"context"
	"testing"
	"time"

	"github.com/cockroachdb/pebble/v2/vfs"

	"sluice/internal/frontier"
)

// TestClockSetBackBetweenRunsDelaysNothing writes waiting times by a
// clock that is ten years ahead, and continues with a correct clock.
func TestClockSetBackBetweenRunsDelaysNothing(t *testing.T) {
	disk := vfs.NewCrashableMem()
	now := time.Date(2036, 1, 1, 0, 0, 0, 0, time.UTC)
	o := frontier.Options{Delay: time.Second, Resumed: true, Now: func() time.Time { return now }}
	f, err := frontier.OpenFS("f", disk, o)
	if err != nil {
		t.Fatal(err)
	}
	later := frontier.Link{URL: parse(t, "http://a.example/later"), NotBefore: now.Add(time.Minute)}
	if err := f.Commit(t.Context(), &frontier.Group{Add: []frontier.Link{later, {URL: parse(t, "http://b.example/")}}}); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	begun := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	now = begun
	if f, err = frontier.OpenFS("f", disk, o); err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if leases, err := f.Next(t.Context(), 10, nil); err != nil || len(leases) > 0 {
		t.Errorf("Next returns %d links, %v; want none before the delay is over", len(leases), err)
	}
	if at, ok := f.Ready(); !ok || !at.Equal(begun.Add(time.Second)) {
		t.Errorf("ready at %v, want a second after the start", at)
	}
	if got := drain(t, f, &now); len(got) != 2 {
		t.Errorf("got %v, want both links", got)
	}
	if took := now.Sub(begun); took < time.Minute || took > 2*time.Minute {
		t.Errorf("all came within %v, want a minute: what was asked to wait waits that long", took)
	}
}

// TestTimesUseMonotonicClock asks a frontier in memory, one on disk, and one that has loaded its hosts from disk:
// to wait for a moment of the wall clock alone would last longer or shorter when that is set.
func TestTimesUseMonotonicClock(t *testing.T) {
	o := frontier.Options{Delay: time.Hour, Resumed: true}
	check := func(name string, f interface {
		Next(context.Context, int, func([]frontier.LaneState) []frontier.Share) ([]frontier.Lease, error)
		Ready() (time.Time, bool)
	}) {
		t.Helper()
		if leases, err := f.Next(t.Context(), 1, nil); err != nil || len(leases) > 0 {
			t.Errorf("%s: Next returns %d links, %v; want none before the delay is over", name, len(leases), err)
		}
		if at, ok := f.Ready(); !ok || at == at.Round(0) { // which takes the monotonic reading off
			t.Errorf("%s: Ready = %v, %v: a moment of the wall clock alone", name, at, ok)
		}
	}
	g := &frontier.Group{Add: []frontier.Link{{URL: parse(t, "http://a.example/")}}}
	memory := frontier.NewMemory(o)
	if err := memory.Commit(t.Context(), g); err != nil {
		t.Fatal(err)
	}
	check("memory", memory)
	disk := vfs.NewMem()
	for _, name := range []string{"disk", "loaded"} {
		f, err := frontier.OpenFS("f", disk, o)
		if err != nil {
			t.Fatal(err)
		}
		if err := f.Commit(t.Context(), g); err != nil {
			t.Fatal(err)
		}
		check(name, f)
		if err := f.Close(); err != nil {
			t.Fatal(err)
		}
	}
}
