package host_test

import (
	"context"
	"errors"
	"strconv"
	"testing"
	"time"

	"sluice/internal/catalogue"
	"sluice/internal/crawler/internal/host"
	"sluice/internal/fetch"
	"sluice/weburl"
)

// sites is a catalogue of hosts whose reads fail while err is set.
type sites struct {
	rows  map[string]catalogue.Site
	err   error
	reads int
}

func (s *sites) Site(_ context.Context, name string) (catalogue.Site, bool, error) {
	s.reads++
	row, ok := s.rows[name]
	return row, ok && s.err == nil, s.err
}

func parse(t *testing.T, url string) weburl.URL {
	t.Helper()
	u, err := weburl.Parse(url)
	if err != nil {
		t.Fatal(err)
	}
	return u
}

// TestFailedReadIsReturnedAndNotCached: a host whose row could not be read must not be written back without it.
func TestFailedReadIsReturnedAndNotCached(t *testing.T) {
	broken := errors.New("disk error")
	rows := &sites{rows: map[string]catalogue.Site{"a.test": {Host: "a.test", Scheme: "https", Fold: "index.html"}}, err: broken}
	table := host.New(rows, time.Second, nil)
	u := parse(t, "http://a.test/index.html")
	if _, err := table.Preferred(t.Context(), u); !errors.Is(err, broken) {
		t.Errorf("Preferred() error = %v, want %v", err, broken)
	}
	if _, _, err := table.Folder(t.Context(), u); !errors.Is(err, broken) {
		t.Errorf("Folder() error = %v, want %v", err, broken)
	}
	if err := table.SetDelay(t.Context(), "a.test", time.Minute); !errors.Is(err, broken) {
		t.Errorf("SetDelay() error = %v, want %v", err, broken)
	}
	if changed := table.TakeChanged(); len(changed) > 0 {
		t.Errorf("TakeChanged() = %+v after failed reads, want none", changed)
	}
	rows.err = nil
	if got, err := table.Preferred(t.Context(), u); err != nil || got.Scheme() != "https" {
		t.Errorf("Preferred() = %s, %v once the catalogue can be read, want https", got, err)
	}
	if err := table.SetDelay(t.Context(), "a.test", time.Minute); err != nil {
		t.Fatal(err)
	}
	want := catalogue.Site{Host: "a.test", Scheme: "https", Fold: "index.html", Delay: time.Minute}
	if changed := table.TakeChanged(); len(changed) != 1 || changed[0] != want {
		t.Errorf("TakeChanged() = %+v, want %+v", changed, want)
	}
}

// slowSites is a catalogue that answers when release is closed.
type slowSites struct{ begun, release chan struct{} }

func (s *slowSites) Site(_ context.Context, name string) (catalogue.Site, bool, error) {
	if name == "slow.test" {
		close(s.begun)
		<-s.release
	}
	return catalogue.Site{}, false, nil
}

// TestSlowReadDoesNotBlockOtherHosts: the lock is not held while the catalogue is read.
func TestSlowReadDoesNotBlockOtherHosts(t *testing.T) {
	slow := &slowSites{begun: make(chan struct{}), release: make(chan struct{})}
	table := host.New(slow, time.Second, nil)
	done := make(chan error)
	go func() {
		_, err := table.Preferred(t.Context(), parse(t, "http://slow.test/"))
		done <- err
	}()
	<-slow.begun
	if err := table.RecordAnswer(t.Context(), parse(t, "http://quick.test/")); err != nil {
		t.Error(err)
	}
	close(slow.release)
	if err := <-done; err != nil {
		t.Error(err)
	}
}

func TestHostIsGivenUpAfterTenFailures(t *testing.T) {
	table := host.New(&sites{}, time.Second, nil)
	u := parse(t, "http://a.test/")
	fail := &fetch.Error{Cause: "timeout: first byte", Temporary: true}
	var last time.Duration
	for n := 1; n < 10; n++ {
		effect, err := table.RecordFailure(t.Context(), u, false, fail)
		if err != nil || effect.GivenUp != "" || effect.Pause < last {
			t.Fatalf("after %d failures: %+v, %v; want a pause of %v or more", n, effect, err, last)
		}
		last = effect.Pause
	}
	effect, err := table.RecordFailure(t.Context(), u, false, fail)
	if err != nil || effect.GivenUp != host.GivenUp.With("timeout: first byte") {
		t.Errorf("after 10 failures: %+v, %v; want that the host is given up", effect, err)
	}
	if given, err := table.IsGivenUp(t.Context(), "a.test"); err != nil || !given {
		t.Errorf("IsGivenUp() = %v, %v; want true", given, err)
	}
}

func TestUnreachableHostIsTriedAtOtherScheme(t *testing.T) {
	table := host.New(&sites{}, time.Second, nil)
	u := parse(t, "http://a.test/")
	fail := &fetch.Error{Cause: fetch.ConnectRefused, Temporary: true}
	if effect, err := table.RecordFailure(t.Context(), u, false, fail); err != nil || !effect.OtherScheme {
		t.Fatalf("RecordFailure() = %+v, %v; want the other scheme", effect, err)
	}
	if err := table.RecordAnswer(t.Context(), host.Twin(u)); err != nil {
		t.Fatal(err)
	}
	if got, err := table.Preferred(t.Context(), u); err != nil || got.Scheme() != "https" {
		t.Errorf("Preferred() = %s, %v; want https, the scheme that answered", got, err)
	}
}

// TestUnreachableAtBothSchemesIsTheFirstFailure: the cause is that at the scheme of the URL, also when the user has named an address for
// its port only, so that the other one has none.
func TestUnreachableAtBothSchemesIsTheFirstFailure(t *testing.T) {
	for _, second := range []fetch.Cause{fetch.ConnectTimeout, fetch.NoSuchHost} {
		table := host.New(&sites{}, time.Second, nil)
		u := parse(t, "http://a.test/")
		if effect, err := table.RecordFailure(t.Context(), u, false, &fetch.Error{Cause: fetch.ConnectRefused, Temporary: true}); err != nil || effect.First != "" {
			t.Fatalf("RecordFailure() = %+v, %v; want no first cause", effect, err)
		}
		effect, err := table.RecordFailure(t.Context(), host.Twin(u), true, &fetch.Error{Cause: second})
		if err != nil || effect.First != fetch.ConnectRefused || effect.GivenUp != "" {
			t.Errorf("RecordFailure(%s) = %+v, %v; want %s as the first cause", second, effect, err, fetch.ConnectRefused)
		}
	}
}

// forgetHosts looks up so many hosts that those without changes are forgotten.
func forgetHosts(t *testing.T, table *host.Table) {
	t.Helper()
	for i := range 100_001 {
		if _, err := table.IsGivenUp(t.Context(), "h"+strconv.Itoa(i)+".test"); err != nil {
			t.Fatal(err)
		}
	}
}

// TestChangedHostIsKeptUntilItIsSaved reads so many other hosts between TakeChanged and the commit that those without changes are
// forgotten.
func TestChangedHostIsKeptUntilItIsSaved(t *testing.T) {
	rows := &sites{rows: map[string]catalogue.Site{}}
	table := host.New(rows, time.Second, nil)
	page := parse(t, "http://a.test/index.html")
	if err := table.SetDefaultPage(t.Context(), page); err != nil {
		t.Fatal(err)
	}
	changed := table.TakeChanged()
	forgetHosts(t, table)
	if _, known, err := table.Folder(t.Context(), page); err != nil || !known {
		t.Errorf("before the commit: Folder() = %v, %v; want true", known, err)
	}
	for _, s := range changed {
		rows.rows[s.Host] = s
	}
	table.Saved()
	reads := rows.reads
	forgetHosts(t, table)
	if _, known, err := table.Folder(t.Context(), page); err != nil || !known || rows.reads <= reads {
		t.Errorf("after the commit: Folder() = %v, %v after %d reads; want true after another read", known, err, rows.reads-reads)
	}
}

// interruptedSites is a catalogue of which one read is followed by a call before its result is returned.
type interruptedSites struct {
	sites
	then func()
}

func (s *interruptedSites) Site(ctx context.Context, name string) (catalogue.Site, bool, error) {
	row, ok, err := s.sites.Site(ctx, name)
	if then := s.then; then != nil && name == "a.test" {
		s.then = nil
		then()
	}
	return row, ok, err
}

func TestStaleReadDoesNotReplaceForgottenHost(t *testing.T) {
	rows := &interruptedSites{sites: sites{rows: map[string]catalogue.Site{}}}
	table := host.New(rows, time.Second, nil)
	page := parse(t, "http://a.test/index.html")
	rows.then = func() { // the host is changed, saved and forgotten while it is read
		if err := table.SetDefaultPage(t.Context(), page); err != nil {
			t.Fatal(err)
		}
		for _, s := range table.TakeChanged() {
			rows.rows[s.Host] = s
		}
		table.Saved()
		forgetHosts(t, table)
	}
	if _, known, err := table.Folder(t.Context(), page); err != nil || !known {
		t.Errorf("Folder() = %v, %v; want true, as saved", known, err)
	}
}

func TestHostGivenUpIsNotForgotten(t *testing.T) {
	rows := &sites{rows: map[string]catalogue.Site{}}
	table := host.New(rows, time.Second, nil)
	u := parse(t, "http://a.test/")
	if effect, err := table.RecordFailure(t.Context(), u, false, &fetch.Error{Cause: fetch.NoSuchHost}); err != nil || effect.GivenUp == "" {
		t.Fatalf("RecordFailure() = %+v, %v; want that the host is given up", effect, err)
	}
	for _, s := range table.TakeChanged() {
		rows.rows[s.Host] = s
	}
	table.Saved()
	forgetHosts(t, table)
	if given, err := table.IsGivenUp(t.Context(), "a.test"); err != nil || !given {
		t.Errorf("IsGivenUp() = %v, %v; want true", given, err)
	}
}

// TestHostThatAnswersAgainIsWritten: the mark of an earlier run that gave it up must not stay in the catalogue.
func TestHostThatAnswersAgainIsWritten(t *testing.T) {
	table := host.New(&sites{rows: map[string]catalogue.Site{"a.test": {Host: "a.test", GivenUp: host.GivenUp.With("challenge: rate limit")}}}, time.Second, nil)
	for range 2 {
		if err := table.RecordAnswer(t.Context(), parse(t, "http://a.test/")); err != nil {
			t.Fatal(err)
		}
	}
	if got := table.TakeChanged(); len(got) != 1 || got[0].GivenUp != "" {
		t.Errorf("TakeChanged() = %+v, want the host without the mark", got)
	}
}

func TestChallengesOfRequestsOnTheirWayTogetherCountOnce(t *testing.T) {
	table := host.New(&sites{}, time.Second, nil)
	u, now := parse(t, "http://a.test/"), time.Date(2026, 11, 1, 0, 0, 0, 0, time.UTC)
	challenged := func(began time.Time) host.Effect {
		effect, err := table.RecordChallenge(t.Context(), u, "challenge: rate limit", began, began.Add(time.Second), 0)
		if err != nil {
			t.Fatal(err)
		}
		return effect
	}
	for round := 1; round <= 10; round++ {
		var effect host.Effect
		for range 8 {
			effect = challenged(now)
		}
		if given := effect.GivenUp != ""; given != (round == 10) || effect.Pause != table.Pause(round) {
			t.Fatalf("after round %d: %+v, want a pause of %v, and to be given up after round 10", round, effect, table.Pause(round))
		}
		now = now.Add(time.Second + effect.Pause)
	}
}

func TestOrdinaryAnswerEndsARowOfChallenges(t *testing.T) {
	table := host.New(&sites{}, time.Second, nil)
	u, now := parse(t, "http://a.test/"), time.Date(2026, 11, 1, 0, 0, 0, 0, time.UTC)
	for range 30 {
		now = now.Add(time.Hour)
		if effect, err := table.RecordChallenge(t.Context(), u, "challenge: rate limit", now, now, 0); err != nil || effect.GivenUp != "" {
			t.Fatalf("RecordChallenge() = %+v, %v", effect, err)
		}
		if err := table.RecordOrdinary(t.Context(), u); err != nil {
			t.Fatal(err)
		}
	}
}
