package strategy_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"sluice/focus"
	"sluice/internal/crawler/internal/strategy"
	"sluice/internal/frontier"
	"sluice/page"
	"sluice/weburl"
)

var errBroken = errors.New("disk error")

// brokenFrontier is a frontier whose reads on behalf of the strategy fail.
type brokenFrontier struct{ *frontier.Memory }

func (brokenFrontier) State(context.Context, string) ([]byte, error) { return nil, errBroken }

func (brokenFrontier) Scan(context.Context, frontier.Lane, frontier.Cursor, int) ([]frontier.Link, frontier.Cursor, error) {
	return nil, "", errBroken
}

// reading reads state when it places and links when it tends.
type reading struct {
	focus.BreadthFirst
	state focus.State
	key   string // read by Restore, if any
}

func (s *reading) Restore(state focus.State) {
	if s.state = state; s.key != "" {
		state.Get(s.key)
	}
}

func (s *reading) Place(*focus.Visit, *page.Link) focus.Placement {
	s.state.Get("weights")
	return focus.Placement{}
}

func (s *reading) Tend(w focus.Waiting) { w.Links(0, "", 10) }

func TestFailedReadForStrategyIsAnError(t *testing.T) {
	u, err := weburl.Parse("http://a.test/")
	if err != nil {
		t.Fatal(err)
	}
	f := brokenFrontier{frontier.NewMemory(frontier.Options{})}
	if err := strategy.New(&reading{key: "weights"}, f, false).Restore(t.Context()); !errors.Is(err, errBroken) {
		t.Errorf("Restore() error = %v, want %v", err, errBroken)
	}
	for name, act := range map[string]func(*strategy.Strategy){
		"state": func(s *strategy.Strategy) { s.PlaceSeed(u) },
		"links": func(s *strategy.Strategy) { s.Tend(t.Context(), &frontier.Group{}) },
	} {
		s := strategy.New(&reading{}, f, false)
		if err := s.Restore(t.Context()); err != nil {
			t.Fatal(err)
		}
		if err := s.Err(); err != nil {
			t.Errorf("%s: Err() = %v before a read", name, err)
		}
		if act(s); !errors.Is(s.Err(), errBroken) {
			t.Errorf("%s: Err() = %v, want %v", name, s.Err(), errBroken)
		}
	}
}

// slowFrontier is a frontier whose state is read when release is closed.
type slowFrontier struct {
	*frontier.Memory
	begun, release chan struct{}
}

func (f slowFrontier) State(context.Context, string) ([]byte, error) {
	close(f.begun)
	<-f.release
	return []byte("1"), nil
}

// TestSlowReadDoesNotBlockDispatcher: the strategy may choose while the recorder reads for it.
func TestSlowReadDoesNotBlockDispatcher(t *testing.T) {
	u, err := weburl.Parse("http://a.test/")
	if err != nil {
		t.Fatal(err)
	}
	f := slowFrontier{frontier.NewMemory(frontier.Options{}), make(chan struct{}), make(chan struct{})}
	if err := f.Commit(t.Context(), &frontier.Group{Add: []frontier.Link{{URL: u, Lane: 2}}}); err != nil {
		t.Fatal(err)
	}
	s := strategy.New(&reading{}, f, false)
	if err := s.Restore(t.Context()); err != nil {
		t.Fatal(err)
	}
	placed := make(chan struct{})
	go func() {
		s.PlaceSeed(u)
		close(placed)
	}()
	<-f.begun
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
	defer cancel()
	if leases, err := s.Next(ctx, 1, -1); err != nil || len(leases) != 1 {
		t.Errorf("Next() = %v, %v while the state is read; want one link", leases, err)
	}
	close(f.release)
	<-placed
}

// choosy is a strategy that relies on there being a lane.
type choosy struct{ focus.BreadthFirst }

func (choosy) Choose(lanes []focus.LaneState, n int) []focus.Share {
	return []focus.Share{{Lane: lanes[0].Lane, N: n}}
}

// TestStrategyIsNotAskedWithoutALane: only a document waits.
func TestStrategyIsNotAskedWithoutALane(t *testing.T) {
	u, err := weburl.Parse("http://a.test/paper.pdf")
	if err != nil {
		t.Fatal(err)
	}
	f := frontier.NewMemory(frontier.Options{})
	if err := f.Commit(t.Context(), &frontier.Group{Add: []frontier.Link{{URL: u, Lane: strategy.Documents}}}); err != nil {
		t.Fatal(err)
	}
	s := strategy.New(choosy{}, f, false)
	if leases, err := s.Next(t.Context(), 1, -1); err != nil || len(leases) != 1 || s.Declined() {
		t.Errorf("Next() = %v, %v, declined %v; want the document", leases, err, s.Declined())
	}
}
