package budget_test

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"sluice/internal/crawler/internal/budget"
	"sluice/internal/frontier"
	"sluice/weburl"
)

// store is a state in memory whose reads fail while err is set.
type store struct {
	state map[string][]byte
	err   error
}

func (s *store) State(_ context.Context, key string) ([]byte, error) { return s.state[key], s.err }

func parse(t *testing.T, url string) weburl.URL {
	t.Helper()
	u, err := weburl.Parse(url)
	if err != nil {
		t.Fatal(err)
	}
	return u
}

// TestFailedReadIsNotAnUnusedBudget: a count that could not be read must not begin at zero.
func TestFailedReadIsNotAnUnusedBudget(t *testing.T) {
	broken := errors.New("disk error")
	book := budget.New(&store{err: broken}, budget.Options{MaxHosts: 5, IsSeedHost: func(weburl.URL) bool { return false }})
	for url, kind := range map[string]frontier.Kind{
		"http://a.test/sitemap.xml": frontier.Sitemap, "http://a.test/list?page=1": frontier.Page, "http://b.a.test/": frontier.Page,
	} {
		if _, err := book.Spend(t.Context(), parse(t, url), kind); !errors.Is(err, broken) {
			t.Errorf("Spend(%s) error = %v, want %v", url, err, broken)
		}
	}
}

func TestBudgetLastsOverRestart(t *testing.T) {
	const hosts = 3
	saved := &store{state: map[string][]byte{}}
	options := budget.Options{MaxHosts: hosts, IsSeedHost: func(weburl.URL) bool { return false }}
	for n := range 2 * hosts {
		book := budget.New(saved, options) // as after a restart
		cause, err := book.Spend(t.Context(), parse(t, fmt.Sprintf("http://h%d.a.test/", n)), frontier.Page)
		if err != nil || (cause != "") != (n >= hosts) {
			t.Errorf("host %d: Spend() = %q, %v; want that %d hosts are admitted", n, cause, err, hosts)
		}
		book.SaveState(saved.state)
	}
}
