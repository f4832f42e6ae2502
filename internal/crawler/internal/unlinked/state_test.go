package unlinked

import (
	"context"
	"fmt"
	"slices"
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
		if err := s.Queued(s.t.Context(), o.Probe); err != nil {
			s.t.Fatal(err)
		}
	}
	s.save()
	return o.Probe
}

// save writes the state as a group does.
func (s *session) save() {
	s.t.Helper()
	if err := s.SaveState(s.store); err != nil {
		s.t.Fatal(err)
	}
	s.Saved()
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
			s.save() // with the group before
			s = newSession(t, store)
			after, err := s.Conclude(t.Context(), s.answer(probe.Path(), "Oops, gone fishing", n+2))
			if err != nil || !slices.Equal(before, after) {
				t.Errorf("after a crash came before the probe %v, %v; want %v", after, err, before)
			}
			if err := s.End(t.Context(), probe); err != nil {
				t.Error(err)
			}
			if s.save(); strings.Contains(string(store[keyPrefix+"a.test"]), "broken") {
				t.Errorf("the state keeps answers: %s", store[keyPrefix+"a.test"])
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

// redirect returns an answer that redirects.
func (s *session) redirect(path, to string, n int) Answer {
	a := s.answer(path, "", n)
	a.Status, a.Text, a.Location = 302, nil, "http://a.test"+to
	return a
}

func TestTargetHasItsQuery(t *testing.T) {
	for _, c := range []struct {
		name, probed, other string // targets; WORD is the name that is requested
		isMissing           bool
	}{
		{"one page", "/", "/", true},
		{"one page with a query", "/index.php?error=404", "/index.php?error=404", true},
		{"other query", "/index.php?error=404", "/index.php?id=7", false},
		{"query instead of none", "/index.php", "/index.php?id=7", false},
		{"path in the query", "/login?next=/WORD", "/login?next=/WORD", true},
		{"path in the path", "/search/WORD", "/search/WORD", false},
		{"other fragment", "/#WORD", "/#top", true},
	} {
		t.Run(c.name, func(t *testing.T) {
			store := memory{}
			s := newSession(t, store)
			var probe weburl.URL
			n := 0
			for ; probe.IsZero() && n < enough; n++ {
				name := fmt.Sprint("page-", n)
				probe = s.observe(s.redirect("/"+name, strings.ReplaceAll(c.other, "WORD", name), n))
			}
			s = newSession(t, store)
			word := strings.TrimPrefix(probe.Path(), "/")
			before, err := s.Conclude(t.Context(), s.redirect(probe.Path(), strings.ReplaceAll(c.probed, "WORD", word), n))
			if want := map[bool]int{true: enough}[c.isMissing]; err != nil || len(before) != want {
				t.Errorf("%d answers before the probe are like it, %v; want %d", len(before), err, want)
			}
			s.save()
			s = newSession(t, store)
			o, err := s.Observe(t.Context(), s.redirect("/later", strings.ReplaceAll(c.other, "WORD", "later"), n+1))
			if err != nil || o.Missing != c.isMissing {
				t.Errorf("a later answer is missing: %t, %v; want %t", o.Missing, err, c.isMissing)
			}
		})
	}
}

func TestProbeConcernsItsOwnPlacesOnly(t *testing.T) {
	s := newSession(t, memory{})
	var ofRoot, ofUser weburl.URL
	for n := 1; n <= enough; n++ {
		ofRoot = s.observe(s.answer(fmt.Sprint("/broken-", n), "Oops, gone fishing", n))
		ofUser = s.observe(s.answer(fmt.Sprint("/~anna/broken-", n), "Oops, gone fishing", n))
	}
	if err := s.GiveUp(t.Context(), ofUser); err != nil {
		t.Fatal(err)
	}
	s.save()
	s = newSession(t, s.store)
	before, err := s.Conclude(t.Context(), s.answer(ofRoot.Path(), "Oops, gone fishing", 99))
	if err != nil || len(before) != enough {
		t.Errorf("Conclude = %d answers, %v; want those outside of the folder, whose probe was given up", len(before), err)
	}
}

// TestPlaceThatIsAskedInAFolderEndsWithItsProbe has a root that may not be requested.
func TestPlaceThatIsAskedInAFolderEndsWithItsProbe(t *testing.T) {
	s := newSession(t, memory{})
	admit := s.o.Admit
	s.o.Admit = func(ctx context.Context, url string) (weburl.URL, bool, error) {
		u, _, err := admit(ctx, url)
		return u, strings.HasPrefix(u.Path(), "/open/"), err
	}
	var probe weburl.URL
	for n := 1; n <= enough; n++ {
		probe = s.observe(s.answer(fmt.Sprint("/open/broken-", n), "Oops, gone fishing", n))
	}
	before, err := s.Conclude(t.Context(), s.answer(probe.Path(), "Oops, gone fishing", 99))
	if err != nil || len(before) != enough {
		t.Errorf("Conclude = %d answers, %v; want %d", len(before), err, enough)
	}
	if err := s.End(t.Context(), probe); err != nil {
		t.Error(err)
	}
	for dir, at := range s.hosts["a.test"].places {
		if at.result == asked || len(at.earlier) > 0 {
			t.Errorf("place %s is %q and remembers %d answers", dir, at.result, len(at.earlier))
		}
	}
}

// TestHostIsNotForgottenBeforeItIsStored has more hosts than there is room for.
func TestHostIsNotForgottenBeforeItIsStored(t *testing.T) {
	s := newSession(t, memory{})
	for n := 1; n <= half; n++ {
		if _, err := s.Observe(t.Context(), s.answer(fmt.Sprint("/broken-", n), "Oops, gone fishing", n)); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.SaveState(memory{}); err != nil { // not written yet
		t.Fatal(err)
	}
	for n := range 2 * maxHosts {
		h, err := s.lock(t.Context(), fmt.Sprintf("h%d.test", n))
		if err != nil || h == nil {
			t.Fatal(err)
		}
		s.mu.Unlock()
	}
	if s.hosts["a.test"] == nil {
		t.Error("the host was forgotten while its state was being written")
	}
	if s.Saved(); len(s.saving) > 0 {
		t.Error("hosts are still being written")
	}
}
