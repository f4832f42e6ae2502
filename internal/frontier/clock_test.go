package frontier_test

import (
	"strings"
	"testing"
	"time"

	"github.com/cockroachdb/pebble/v2/vfs"

	"sluice/internal/frontier"
)

// TestAClockThatIsSetBackBetweenRunsDelaysNothing writes waiting times by a
// clock that is ten years ahead, and goes on by one that has been put right.
func TestAClockThatIsSetBackBetweenRunsDelaysNothing(t *testing.T) {
	disk := vfs.NewCrashableMem()
	now := time.Date(2036, 1, 1, 0, 0, 0, 0, time.UTC)
	o := frontier.Options{Delay: time.Second, Resumed: true, Now: func() time.Time { return now }}
	f, err := frontier.OpenFS("f", disk, o)
	if err != nil {
		t.Fatal(err)
	}
	later := frontier.Link{URL: parse(t, "http://a.example/later"), NotBefore: now.Add(time.Minute)}
	if err := f.Commit(&frontier.Group{Add: []frontier.Link{later, {URL: parse(t, "http://b.example/")}}}); err != nil {
		t.Fatal(err)
	}
	if err := f.Shutdown(); err != nil {
		t.Fatal(err)
	}
	begun := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	now = begun
	if f, err = frontier.OpenFS("f", disk, o); err != nil {
		t.Fatal(err)
	}
	defer f.Shutdown()
	if leases, err := f.Next(10, nil); err != nil || len(leases) > 0 {
		t.Errorf("Next gives %d links, %v; want none before the delay is over", len(leases), err)
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

func TestMomentsMoveWithTheMonotonicClock(t *testing.T) {
	f := frontier.NewMemory(frontier.Options{Delay: time.Hour, Resumed: true})
	if err := f.Commit(&frontier.Group{Add: []frontier.Link{{URL: parse(t, "http://a.example/")}}}); err != nil {
		t.Fatal(err)
	}
	if at, ok := f.Ready(); !ok || !strings.Contains(at.String(), " m=") {
		t.Errorf("Ready = %v, %v: a moment of the wall clock alone", at, ok)
	}
}
