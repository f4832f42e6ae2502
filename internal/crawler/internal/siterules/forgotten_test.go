package siterules_test

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"

	"sluice/crawl"
	"sluice/internal/crawler/internal/siterules"
)

// forgetSites makes a book that keeps few sites forget those that it may forget.
func forgetSites(t *testing.T, b *siterules.Book) {
	t.Helper()
	for i := range 3 {
		check(t, b, fmt.Sprintf("http://other%d.example/", i))
	}
}

func TestCountIsKnownWhileItIsCommitted(t *testing.T) {
	t.Cleanup(siterules.KeepFew(2))
	s := store{}
	b := siterules.New(s)
	if err := b.Set("a.example", crawl.SiteRules{MaxPages: 1}, s.commit); err != nil {
		t.Fatal(err)
	}
	u := parse(t, "http://a.example/x")
	l, cause, err := b.Lease(t.Context(), u)
	if err != nil || cause != "" {
		t.Fatalf("first lease: cause %q, error %v", cause, err)
	}
	b.End(l, true)
	state := map[string][]byte{}
	if err := b.Save(state, func() error {
		forgetSites(t, b)
		if got := check(t, b, u.String()); got != siterules.CauseBudget {
			t.Errorf("before the commit: cause %q, want %q", got, siterules.CauseBudget)
		}
		return s.commit(state)
	}); err != nil {
		t.Fatal(err)
	}
	forgetSites(t, b)
	if got := check(t, b, u.String()); got != siterules.CauseBudget {
		t.Errorf("after the commit: cause %q, want %q", got, siterules.CauseBudget)
	}
}

// slowStore is a store of which each read of one key is followed by a call before the value is returned.
type slowStore struct {
	store
	key  string
	then func()
}

func (s *slowStore) State(ctx context.Context, key string) ([]byte, error) {
	value, err := s.store.State(ctx, key)
	if then := s.then; key == s.key && then != nil {
		s.then = nil
		then()
	}
	return value, err
}

func TestRulesHoldThatAreSetWhileOldOnesAreRead(t *testing.T) {
	t.Cleanup(siterules.KeepFew(2))
	s := &slowStore{store: store{}, key: "crawl/site/a.example"}
	b := siterules.New(s)
	s.then = func() {
		if err := b.Stop("a.example", "asked by its owner", s.commit); err != nil {
			t.Error(err)
		}
		forgetSites(t, b)
	}
	if got := check(t, b, "http://a.example/"); got != siterules.CauseStopped {
		t.Errorf("cause %q, want %q", got, siterules.CauseStopped)
	}
}

// lockedStore is a store for many goroutines.
type lockedStore struct {
	mu sync.Mutex
	store
}

func (s *lockedStore) State(ctx context.Context, key string) ([]byte, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.store.State(ctx, key)
}

func (s *lockedStore) commit(state map[string][]byte) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.store.commit(state)
}

func TestBudgetHoldsForManyFetchersWhenSitesAreForgotten(t *testing.T) {
	t.Cleanup(siterules.KeepFew(2))
	const budget, fetchers = 2000, 8
	s := &lockedStore{store: store{}}
	b := siterules.New(s)
	if err := b.Set("a.example", crawl.SiteRules{MaxPages: budget}, s.commit); err != nil {
		t.Fatal(err)
	}
	u := parse(t, "http://a.example/x")
	var fetched atomic.Int64
	var group sync.WaitGroup
	for range fetchers {
		group.Go(func() {
			for range budget {
				l, cause, err := b.Lease(t.Context(), u)
				if err != nil {
					t.Error(err)
				}
				if cause == "" {
					fetched.Add(1)
					b.End(l, true)
				}
				forgetSites(t, b)
			}
		})
	}
	ended := make(chan struct{})
	go func() { group.Wait(); close(ended) }()
	for saved := false; !saved; {
		select {
		case <-ended:
			saved = true
		default:
		}
		state := map[string][]byte{}
		if err := b.Save(state, func() error { return s.commit(state) }); err != nil {
			t.Fatal(err)
		}
	}
	if fetched.Load() != budget {
		t.Errorf("%d fetched, want the budget of %d", fetched.Load(), budget)
	}
}
