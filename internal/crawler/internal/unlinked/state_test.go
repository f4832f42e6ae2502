package unlinked

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"sluice/weburl"
)

// memory is a frontier's state.
type memory map[string][]byte

func (m memory) State(_ context.Context, key string) ([]byte, error) { return m[key], nil }

// session is a run of a crawl over a host.
type session struct {
	*Prober
	t     *testing.T
	store memory
}

func newSession(t *testing.T, store memory) *session {
	return &session{New(store, Options{
		Admit: func(_ context.Context, url string) (weburl.URL, bool, error) {
			u, err := weburl.NoRules().Parse(url)
			return u, true, err
		},
		Random: func(int) int { return 7 },
	}), t, store}
}

// answer returns an answer with a text, to be told apart by its time.
func (s *session) answer(path, text string, n int) Answer {
	u, err := weburl.NoRules().Parse("http://a.test" + path)
	if err != nil {
		s.t.Fatal(err)
	}
	return Answer{URL: u, At: time.Unix(int64(n), 0).UTC(), Status: 200, Text: func() *Text { return NewText("Site", []byte(template+text), u) }}
}

// observe observes an answer and saves the state. It returns the probe.
func (s *session) observe(a Answer) weburl.URL {
	s.t.Helper()
	o, err := s.Observe(s.t.Context(), a)
	if err != nil {
		s.t.Fatal(err)
	}
	if !o.Probe.IsZero() {
		s.Queued(a.URL)
	}
	if err := s.SaveState(s.store); err != nil {
		s.t.Fatal(err)
	}
	return o.Probe
}

func TestRestartedCountingLosesFewAnswers(t *testing.T) {
	for _, c := range []struct {
		name               string
		restarts           []int // after so many answers
		want, wantEarliest int   // answers until the probe; the first one that is remembered
	}{
		{"no restart", nil, enough, 1},
		{"at the half", []int{half}, enough, 1},
		{"before the half", []int{half - 1}, half - 1 + enough, half},
		{"after the half", []int{half + 3}, enough + 3, 1},
		{"while the probe waits", []int{enough}, enough, 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			store := memory{}
			s := newSession(t, store)
			var probe weburl.URL
			n := 0
			for probe.IsZero() && n < 3*enough {
				n++
				probe = s.observe(s.answer(fmt.Sprint("/broken-", n), "Oops, gone fishing", n))
				for _, at := range c.restarts {
					if n == at {
						s = newSession(t, store)
					}
				}
			}
			before, err := s.Conclude(t.Context(), s.answer(probe.Path(), "Oops, gone fishing", n+1))
			if err != nil || n != c.want || len(before) == 0 || before[0].URL != fmt.Sprint("http://a.test/broken-", c.wantEarliest) ||
				!before[0].At.Equal(time.Unix(int64(c.wantEarliest), 0)) {
				t.Errorf("the probe came after %d answers, want %d; before it %v, %v", n, c.want, before, err)
			}
			if err := s.SaveState(store); err != nil || strings.Contains(string(store[keyPrefix+"a.test"]), "broken") {
				t.Errorf("the state keeps answers: %s, %v", store[keyPrefix+"a.test"], err)
			}
			o, err := newSession(t, store).Observe(t.Context(), s.answer("/later", "Oops, gone fishing", n+2))
			if err != nil || !o.Missing {
				t.Errorf("a later answer is %+v, %v; want missing", o, err)
			}
		})
	}
}

func TestStateWithoutItsURLsIsRead(t *testing.T) {
	store := memory{}
	s := newSession(t, store)
	for n := 1; n <= enough; n++ {
		s.observe(s.answer(fmt.Sprint("/broken-", n), "Oops, gone fishing", n))
	}
	var left []string // as after an erasure
	for line := range strings.Lines(string(store[keyPrefix+"a.test"])) {
		if strings.TrimSpace(line) != "http://a.test/broken-3" {
			left = append(left, line)
		}
	}
	store[keyPrefix+"a.test"] = []byte(strings.Join(left, "") + "{\nhttp://a.test/x\n{rubbish\n%%%\n{}\n")
	s = newSession(t, store)
	before, err := s.Conclude(t.Context(), s.answer("/bcdfgh", "Oops, gone fishing", 99))
	if err != nil || len(before) != enough-1 {
		t.Errorf("Conclude = %v, %v; want all answers but one", before, err)
	}
}

func TestPlaceThatMayNotBeAskedIsGivenUp(t *testing.T) {
	store := memory{}
	s := newSession(t, store)
	s.o.Admit = func(context.Context, string) (weburl.URL, bool, error) { return weburl.URL{}, false, nil }
	for n := 1; n <= 2*enough; n++ {
		if probe := s.observe(s.answer(fmt.Sprint("/broken-", n), "Oops, gone fishing", n)); !probe.IsZero() {
			t.Errorf("probe %s after %d answers", probe, n)
		}
	}
	if at := s.hosts["a.test"].places[root]; at.result != honest || len(at.earlier) > 0 {
		t.Errorf("the place is %q and remembers %d answers", at.result, len(at.earlier))
	}
}
