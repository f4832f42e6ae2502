// Package host keeps what a crawl has learned about each host: how it fails, which
// scheme answers, whether its default pages are what its folders answer with, and until
// when it is left alone.
//
// A [Table] reads a host from the catalogue when it is first needed, never while its
// lock is held. What must survive a restart is in [Table.TakeChanged], which each group
// writes.
package host

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"sluice/crawl"
	"sluice/internal/catalogue"
	"sluice/internal/cause"
	"sluice/internal/fetch"
	"sluice/library"
	"sluice/weburl"
)

// GivenUp is the class of causes of the URLs of a host that was given up. The detail is the
// cause of its last failure.
const GivenUp cause.Class = "host given up"

const (
	maxKnown      = 100_000 // hosts; beyond that, those without changes are forgotten and read again when needed
	failuresToEnd = 10      // in a row, until a host is given up
	minPause      = 250 * time.Millisecond
	maxPause      = 5 * time.Minute

	challengesToEnd = 10            // in a row, until a host is given up
	maxChallenged   = 3 * time.Hour // that a host may pause in a run for its challenges, until it is given up
	ordinaryWorth   = time.Minute   // of these pauses that each other answer makes up for
)

// Catalogue is where hosts are remembered between runs.
type Catalogue interface {
	Site(ctx context.Context, host string) (catalogue.Site, bool, error)
}

// Table is what is known of the hosts of a crawl. It is safe for concurrent use.
type Table struct {
	catalogue Catalogue
	pause     time.Duration // after a first failure; it doubles with each further one
	isBound   func(weburl.URL) bool

	mu        sync.Mutex
	known     map[string]*state
	dirty     map[string]bool // changed since TakeChanged was called
	saving    map[string]bool // returned by it, and not in the catalogue yet
	forgotten int             // how often hosts were forgotten
}

// state is what is known of one host.
type state struct {
	catalogue.Site
	delayedUntil    time.Time
	challenges      int            // in a row
	challengedUntil time.Time      // the end of the pause after the last that counted
	pausedUntil     time.Time      // the same, whatever came since
	challenged      time.Duration  // sum of these pauses in this run
	storedGivenUp   bool           // the catalogue says that an earlier run gave it up
	failures        [2]int         // in a row, of http and https: faults of the connection, not answers
	causes          [2]fetch.Cause // of the last of these failures
}

// New returns a Table for a crawl with a politeness delay. isBound reports whether a URL must not be requested at another
// scheme, because its requests carry a secret; nil: none is.
func New(catalogue Catalogue, delay time.Duration, isBound func(weburl.URL) bool) *Table {
	if isBound == nil {
		isBound = func(weburl.URL) bool { return false }
	}
	return &Table{
		catalogue: catalogue,
		pause:     max(2*delay, minPause),
		isBound:   isBound,
		known:     map[string]*state{},
		dirty:     map[string]bool{},
		saving:    map[string]bool{},
	}
}

// Pause returns the pause after so many failures in a row: it doubles with each, up to
// five minutes.
func (t *Table) Pause(failures int) time.Duration {
	return min(t.pause<<min(max(failures-1, 0), 20), maxPause)
}

// lock returns the state of a host with the lock held, reading it from the catalogue
// before if it is not known. The caller unlocks mu unless there is an error.
func (t *Table) lock(ctx context.Context, name string) (*state, error) {
	t.mu.Lock()
	if s := t.known[name]; s != nil {
		return s, nil
	}
	name = strings.Clone(name) // else it keeps the whole URL in memory
	for {
		forgotten := t.forgotten
		t.mu.Unlock()
		read, err := t.read(ctx, name)
		if err != nil {
			return nil, err
		}
		t.mu.Lock()
		if s := t.known[name]; s != nil { // read by another goroutine meanwhile
			return s, nil
		}
		if t.forgotten == forgotten { // else what was read may be older than a state that was forgotten meanwhile
			t.makeRoom()
			t.known[name] = read
			return read, nil
		}
	}
}

// read reads the state of a host from the catalogue. A failed read is an error, never a blank state: that would be written back.
func (t *Table) read(ctx context.Context, name string) (*state, error) {
	site, ok, err := t.catalogue.Site(ctx, name)
	switch {
	case err != nil:
		return nil, fmt.Errorf("read host %s from the catalogue: %w", name, err)
	case !ok:
		return &state{Site: catalogue.Site{Host: name}}, nil
	}
	stored := site.GivenUp != ""
	site.GivenUp = "" // an earlier run gave it up; this one tries again
	return &state{Site: site, storedGivenUp: stored}, nil
}

// makeRoom forgets hosts that the catalogue has as they are when there are too many. Those that this crawl gave up stay,
// because a host that is read counts as not given up. The caller holds mu.
func (t *Table) makeRoom() {
	if len(t.known) < maxKnown {
		return
	}
	t.forgotten++
	for name, s := range t.known {
		if !t.dirty[name] && !t.saving[name] && s.GivenUp == "" {
			delete(t.known, name)
		}
	}
}

// Preferred returns u with the scheme at which its host is known to answer, unless u is bound to its own.
func (t *Table) Preferred(ctx context.Context, u weburl.URL) (weburl.URL, error) {
	if t.isBound(u) {
		return u, nil
	}
	s, err := t.lock(ctx, u.Host())
	if err != nil {
		return u, err
	}
	defer t.mu.Unlock()
	if s.Scheme != "" {
		return u.WithScheme(s.Scheme), nil
	}
	return u, nil
}

// Folder returns the folder of a default page, on a host whose folders are known to
// answer with pages of that name. Otherwise it returns u and false.
func (t *Table) Folder(ctx context.Context, u weburl.URL) (weburl.URL, bool, error) {
	folder, ok := u.DefaultPage()
	if !ok {
		return u, false, nil
	}
	s, err := t.lock(ctx, u.Host())
	if err != nil {
		return u, false, err
	}
	defer t.mu.Unlock()
	if !slices.Contains(strings.Fields(s.Fold), pageName(u)) {
		return u, false, nil
	}
	return folder, true, nil
}

// SetDefaultPage records that u's host answers for its folders with the page of this name.
func (t *Table) SetDefaultPage(ctx context.Context, u weburl.URL) error {
	return t.change(ctx, u.Host(), func(s *state) {
		if names := strings.Fields(s.Fold); !slices.Contains(names, pageName(u)) {
			s.Fold = strings.Join(append(names, pageName(u)), " ")
		}
	})
}

// pageName returns what follows the last slash of a path.
func pageName(u weburl.URL) string { return u.Path()[strings.LastIndexByte(u.Path(), '/')+1:] }

// SetDelay records the delay in a host's robots.txt.
func (t *Table) SetDelay(ctx context.Context, name string, delay time.Duration) error {
	return t.change(ctx, name, func(s *state) { s.Delay = delay })
}

// change changes a host, and marks it as changed if what the catalogue keeps of it
// differs.
func (t *Table) change(ctx context.Context, name string, do func(*state)) error {
	s, err := t.lock(ctx, name)
	if err != nil {
		return err
	}
	defer t.mu.Unlock()
	before := s.Site
	do(s)
	if s.Site != before {
		t.dirty[s.Host] = true
	}
	return nil
}

// RecordAnswer records that u's host answered. If only this scheme answers, it is
// preferred from now on.
func (t *Table) RecordAnswer(ctx context.Context, u weburl.URL) error {
	return t.change(ctx, u.Host(), func(s *state) {
		s.failures[schemeIndex(u)], s.Failures = 0, 0
		if s.failures[1-schemeIndex(u)] > 0 {
			s.Scheme = u.Scheme()
		}
		if s.storedGivenUp { // it is not gone
			s.storedGivenUp = false
			t.dirty[s.Host] = true
		}
	})
}

// Effect is the effect of a failure on its host.
type Effect struct {
	OtherScheme bool          // request the URL at the other scheme now
	Pause       time.Duration // otherwise leave the host alone for so long
	GivenUp     string        // or for good, for this cause

	// First is why the URL could not be reached at the scheme at which it was requested first, if neither can be reached; empty otherwise,
	// and when that was in an earlier run.
	First fetch.Cause
}

// RecordFailure records a failed request to u's host. retried reports whether the same
// URL was requested at the other scheme before. A host is given up when both schemes
// fail, or when the one that is connected to brings nothing. Failures that mean nothing
// of the host have no consequences. A URL that is bound to its scheme is not requested at
// the other one.
func (t *Table) RecordFailure(ctx context.Context, u weburl.URL, retried bool, fail *fetch.Error) (Effect, error) {
	s, err := t.lock(ctx, u.Host())
	if err != nil {
		return Effect{}, err
	}
	defer t.mu.Unlock()
	if !fail.IsHostFault() {
		return Effect{}, nil
	}
	i := schemeIndex(u)
	s.failures[i]++
	s.causes[i] = fail.Cause
	s.Failures = max(s.failures[0], s.failures[1])
	t.dirty[s.Host] = true
	var first fetch.Cause
	if retried && (fail.IsUnreachable() || fail.Cause == fetch.NoSuchHost) {
		first = s.causes[1-i]
	}
	switch {
	case fail.Cause == fetch.NoSuchHost && first == "": // else its name has an address: the user may have named one for a single port
		s.GivenUp = string(fail.Cause)
	case fail.IsUnreachable() && s.failures[1-i] == 0 && !retried && Twin(u) != u && !t.isBound(u):
		return Effect{OtherScheme: true}, nil
	case s.failures[i] >= failuresToEnd:
		s.GivenUp = GivenUp.With(string(fail.Cause))
	}
	return Effect{Pause: t.Pause(s.Failures), GivenUp: s.GivenUp, First: first}, nil
}

// WithoutTLS returns the hosts that answer at http, and whose TLS failed in this run, by name.
func (t *Table) WithoutTLS() []crawl.HostWithoutTLS {
	t.mu.Lock()
	defer t.mu.Unlock()
	var all []crawl.HostWithoutTLS
	for name, s := range t.known {
		if s.Scheme == "http" && s.causes[1].Class() == fetch.Secure {
			all = append(all, crawl.HostWithoutTLS{Host: name, Cause: library.Cause(s.causes[1])})
		}
	}
	slices.SortFunc(all, func(a, b crawl.HostWithoutTLS) int { return strings.Compare(a.Host, b.Host) })
	return all
}

// RecordChallenge records that u's host answered with a challenge, or asked to come back later, to a request that began and ended at
// these times, with the pause that the answer asks for. The pause doubles with each challenge in a row. After many, or when their
// pauses together are too long, the host is given up for the cause. Answers to requests that began before the end of such a pause
// count once: they were on their way together.
func (t *Table) RecordChallenge(ctx context.Context, u weburl.URL, cause string, began, ended time.Time, asked time.Duration) (Effect, error) {
	s, err := t.lock(ctx, u.Host())
	if err != nil {
		return Effect{}, err
	}
	defer t.mu.Unlock()
	if !began.Before(s.challengedUntil) {
		s.challenges++
	}
	pause := max(t.Pause(s.challenges), asked)
	if until := ended.Add(pause); until.After(s.challengedUntil) {
		if s.pausedUntil.Before(ended) {
			s.pausedUntil = ended
		}
		s.challenged += max(until.Sub(s.pausedUntil), 0)
		s.pausedUntil, s.challengedUntil = until, until
	}
	if s.challenges >= challengesToEnd || s.challenged > maxChallenged {
		s.GivenUp = GivenUp.With(cause)
		t.dirty[s.Host] = true
	}
	return Effect{Pause: pause, GivenUp: s.GivenUp}, nil
}

// RecordOrdinary records that u's host answered with something other than a challenge. A host that has a quota an hour pauses for hours in all, and
// serves its pages between.
func (t *Table) RecordOrdinary(ctx context.Context, u weburl.URL) error {
	return t.change(ctx, u.Host(), func(s *state) {
		s.challenges, s.challenged, s.challengedUntil = 0, max(s.challenged-ordinaryWorth, 0), time.Time{}
	})
}

// IsGivenUp reports whether a host was given up in this run.
func (t *Table) IsGivenUp(ctx context.Context, name string) (bool, error) {
	s, err := t.lock(ctx, name)
	if err != nil {
		return false, err
	}
	defer t.mu.Unlock()
	return s.GivenUp != "", nil
}

// RecordSchemeRedirect records that u's host answers at the other scheme only to
// redirect to u's. It reports whether u's scheme could not be reached before.
func (t *Table) RecordSchemeRedirect(ctx context.Context, u weburl.URL) (failed bool, err error) {
	err = t.change(ctx, u.Host(), func(s *state) {
		if s.Scheme != u.Scheme() {
			s.Scheme = ""
		}
		failed = s.failures[schemeIndex(u)] > 0
	})
	return failed, err
}

// DelayUntil delays the requests to a host until a time, and returns the later of
// that time and the one recorded before.
func (t *Table) DelayUntil(ctx context.Context, name string, until time.Time) (time.Time, error) {
	s, err := t.lock(ctx, name)
	if err != nil {
		return until, err
	}
	defer t.mu.Unlock()
	if until.After(s.delayedUntil) {
		s.delayedUntil = until
	}
	return s.delayedUntil, nil
}

// TakeChanged returns the hosts that changed since the last call. The caller writes them
// to the catalogue and calls Saved.
func (t *Table) TakeChanged() []catalogue.Site {
	t.mu.Lock()
	defer t.mu.Unlock()
	if len(t.dirty) == 0 {
		return nil
	}
	sites := make([]catalogue.Site, 0, len(t.dirty))
	for name := range t.dirty {
		sites = append(sites, t.known[name].Site)
		t.saving[name] = true
	}
	clear(t.dirty)
	return sites
}

// Saved records that the catalogue has what TakeChanged returned.
func (t *Table) Saved() {
	t.mu.Lock()
	defer t.mu.Unlock()
	clear(t.saving)
}

// Twin returns u at the other scheme.
func Twin(u weburl.URL) weburl.URL {
	if u.Scheme() == "https" {
		return u.WithScheme("http")
	}
	return u.WithScheme("https")
}

// schemeIndex returns the place of a scheme in arrays that have one entry for each: 0 for http, 1 for https.
func schemeIndex(u weburl.URL) int {
	if u.Scheme() == "https" {
		return 1
	}
	return 0
}
