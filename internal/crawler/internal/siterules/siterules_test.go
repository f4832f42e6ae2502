package siterules_test

import (
	"context"
	"errors"
	"maps"
	"testing"

	"sluice/crawl"
	"sluice/internal/crawler/internal/siterules"
	"sluice/weburl"
)

// store is a frontier's state in memory.
type store map[string][]byte

func (s store) State(_ context.Context, key string) ([]byte, error) { return s[key], nil }

func (s store) commit(state map[string][]byte) error {
	maps.Copy(s, state)
	return nil
}

func parse(t *testing.T, s string) weburl.URL {
	t.Helper()
	u, err := weburl.Parse(s)
	if err != nil {
		t.Fatal(err)
	}
	return u
}

func check(t *testing.T, b *siterules.Book, url string) string {
	t.Helper()
	cause, _, err := b.Check(t.Context(), parse(t, url))
	if err != nil {
		t.Fatal(err)
	}
	return cause
}

func TestSiteRulesRefuseURLs(t *testing.T) {
	s := store{}
	b := siterules.New(s)
	if err := b.Set("a.example", crawl.SiteRules{MaxLevel: 2, Avoid: []string{"/private/"}}, s.commit); err != nil {
		t.Fatal(err)
	}
	if err := b.Stop("b.example", "asked by its owner", s.commit); err != nil {
		t.Fatal(err)
	}
	for _, book := range []*siterules.Book{b, siterules.New(s)} { // now and in the next run
		for url, want := range map[string]string{
			"http://a.example/":              "",
			"http://a.example/x/y/z":         "",
			"http://a.example/x/y/z/more":    siterules.CauseLevel,
			"http://a.example/private/":      siterules.CauseAvoided,
			"https://a.example/private/more": siterules.CauseAvoided,
			"http://a.example/private":       "",
			"http://a.example:8080/private/": "",
			"http://b.example/":              siterules.CauseStopped,
			"http://c.example/private/":      "",
		} {
			if got := check(t, book, url); got != want {
				t.Errorf("%s: cause %q, want %q", url, got, want)
			}
			if want != "" && !siterules.IsCause(want) {
				t.Errorf("IsCause(%q) is false", want)
			}
		}
	}
	if err := b.Set("a.example", crawl.SiteRules{}, s.commit); err != nil {
		t.Fatal(err)
	}
	if err := b.Set("b.example", crawl.SiteRules{}, s.commit); err != nil {
		t.Fatal(err)
	}
	for _, url := range []string{"http://a.example/private/", "http://b.example/"} {
		if got := check(t, siterules.New(s), url); got != "" {
			t.Errorf("%s without rules: cause %q", url, got)
		}
	}
}

func TestBudgetCountsWhatIsFetched(t *testing.T) {
	s := store{}
	b := siterules.New(s)
	if err := b.Set("a.example", crawl.SiteRules{MaxPages: 3}, s.commit); err != nil {
		t.Fatal(err)
	}
	u := parse(t, "http://a.example/x")
	lease := func(b *siterules.Book) (siterules.Lease, string) {
		t.Helper()
		l, cause, err := b.Lease(t.Context(), u)
		if err != nil {
			t.Fatal(err)
		}
		return l, cause
	}
	var leases []siterules.Lease
	for i := range 4 {
		l, cause := lease(b)
		if refused := i == 3; (cause == siterules.CauseBudget) != refused {
			t.Errorf("lease %d: cause %q", i, cause)
		}
		leases = append(leases, l)
	}
	b.End(leases[0], true)
	b.End(leases[1], true)
	b.End(leases[2], false) // it waits again
	if got := check(t, b, u.String()); got != "" {
		t.Errorf("2 of 3 fetched: cause %q", got)
	}
	state := map[string][]byte{}
	if err := b.Save(state, func() error { return s.commit(state) }); err != nil {
		t.Fatal(err)
	}
	next := siterules.New(s)
	l, cause := lease(next)
	if cause != "" {
		t.Errorf("2 of 3 fetched before: cause %q", cause)
	}
	next.End(l, true)
	if _, cause := lease(next); cause != siterules.CauseBudget || check(t, next, u.String()) != siterules.CauseBudget {
		t.Errorf("3 of 3 fetched: cause %q, want %q", cause, siterules.CauseBudget)
	}
	if err := next.Set("a.example", crawl.SiteRules{MaxPages: 1}, s.commit); err != nil {
		t.Fatal(err)
	}
	if _, cause := lease(next); cause != "" {
		t.Errorf("budget set again: cause %q", cause)
	}
	l, cause = lease(siterules.New(store{}))
	b.End(l, true)
	if cause != "" {
		t.Errorf("site without rules: cause %q", cause)
	}
}

func TestWrongRulesAreRefused(t *testing.T) {
	s := store{}
	b := siterules.New(s)
	for _, r := range []crawl.SiteRules{{MaxLevel: -1}, {MaxPages: -1}, {Avoid: []string{"private"}}, {Avoid: []string{"/private"}}} {
		if err := b.Set("a.example", r, s.commit); err == nil {
			t.Errorf("Set(%+v) returns no error", r)
		}
	}
	full := errors.New("disk full")
	err := b.Set("a.example", crawl.SiteRules{MaxLevel: 1}, func(map[string][]byte) error { return full })
	if !errors.Is(err, full) || check(t, b, "http://a.example/x/y/z") != "" {
		t.Errorf("rules that could not be stored hold, error %v", err)
	}
}

// broken is a store that cannot be read.
type broken struct{}

func (broken) State(context.Context, string) ([]byte, error) { return nil, errors.New("bad block") }

func TestUnreadableRulesAreAnError(t *testing.T) {
	for name, s := range map[string]siterules.Store{"store fails": broken{}, "entry is damaged": store{"crawl/site/a.example": []byte("{")}} {
		if _, _, err := siterules.New(s).Check(t.Context(), parse(t, "http://a.example/")); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}
