package crawl

import (
	"context"
	"slices"
	"strings"
	"sync"
	"time"

	"sluice/internal/catalogue"
	"sluice/internal/fetch"
	"sluice/weburl"
)

// hosts keeps what the crawl has learned about each host: how it fails, which
// scheme answers, whether its default pages are folded. What must survive a
// restart goes to the catalogue with the next group.
type hosts struct {
	catalogue Catalogue
	pause     time.Duration // after a first failure; doubles with each further one

	mu    sync.Mutex
	known map[string]*host
	dirty map[string]bool
}

type host struct {
	catalogue.Site
	rests    time.Time // until then
	failures [2]int    // in a row, of http and https: faults of the connection, not answers
}

const (
	maxHostsKnown = 100_000 // after that, what is clean is forgotten and read again when needed
	failuresToEnd = 10      // in a row, until a host is given up
	longestPause  = 5 * time.Minute
	longestWait   = time.Hour // that a Retry-After is granted
)

func newHosts(cat Catalogue, delay time.Duration) *hosts {
	return &hosts{
		catalogue: cat,
		pause:     max(2*delay, 250*time.Millisecond),
		known:     map[string]*host{},
		dirty:     map[string]bool{},
	}
}

// get finds a host, reading what the catalogue has. The caller holds mu.
func (hs *hosts) get(name string) *host {
	if h := hs.known[name]; h != nil {
		return h
	}
	if len(hs.known) >= maxHostsKnown {
		for name := range hs.known {
			if !hs.dirty[name] {
				delete(hs.known, name)
			}
		}
	}
	name = strings.Clone(name) // else it keeps a URL alive
	h := &host{Site: catalogue.Site{Host: name}}
	if site, ok, err := hs.catalogue.Site(context.TODO(), name); err == nil && ok {
		h.Site = site
		h.GivenUp = "" // that was an earlier run's
	}
	hs.known[name] = h
	return h
}

// preferred gives u under the scheme by which its host is known to answer.
func (hs *hosts) preferred(u weburl.URL) weburl.URL {
	hs.mu.Lock()
	defer hs.mu.Unlock()
	if s := hs.get(u.Host()).Scheme; s != "" {
		return u.WithScheme(s)
	}
	return u
}

// folded gives the folder of a default page, on a host where pages of that name
// are known to be what the folder answers with.
func (hs *hosts) folded(u weburl.URL) (weburl.URL, bool) {
	folder, ok := u.DefaultPage()
	if !ok {
		return u, false
	}
	hs.mu.Lock()
	defer hs.mu.Unlock()
	if !slices.Contains(strings.Fields(hs.get(u.Host()).Fold), pageName(u)) {
		return u, false
	}
	return folder, true
}

// fold records that a host answers for a folder with the page of this name.
func (hs *hosts) fold(u weburl.URL) {
	hs.change(u.Host(), func(h *host) {
		if names := strings.Fields(h.Fold); !slices.Contains(names, pageName(u)) {
			h.Fold = strings.Join(append(names, pageName(u)), " ")
		}
	})
}

// pageName is what stands after the last slash of a path.
func pageName(u weburl.URL) string { return u.Path()[strings.LastIndexByte(u.Path(), '/')+1:] }

// slow records the delay that a host's robots.txt asks for.
func (hs *hosts) slow(name string, delay time.Duration) {
	hs.change(name, func(h *host) { h.Delay = delay })
}

func (hs *hosts) change(name string, do func(*host)) {
	hs.mu.Lock()
	defer hs.mu.Unlock()
	h := hs.get(name)
	before := h.Site
	do(h)
	if h.Site != before {
		hs.dirty[name] = true
	}
}

// answered records that u's host answered at all.
func (hs *hosts) answered(u weburl.URL) {
	hs.mu.Lock()
	defer hs.mu.Unlock()
	h := hs.get(u.Host())
	h.failures[schemeIndex(u)] = 0
	if h.Failures != 0 || h.Scheme != "" && h.Scheme != u.Scheme() {
		hs.dirty[h.Host] = true
	}
	h.Failures = 0
	if h.failures[1-schemeIndex(u)] > 0 && h.Scheme != u.Scheme() {
		h.Scheme = u.Scheme()
		hs.dirty[h.Host] = true
	}
}

// relief is what to do after a host could not be reached.
type relief struct {
	other   bool          // ask at the other scheme now
	pause   time.Duration // else leave the host alone that long
	givenUp string        // or for good, for this cause
}

// failed records a fault of the connection to u's host; swapped tells that the
// same URL was asked for at the other scheme before. A host is given up when both
// schemes fail, or when the one that is connected to brings nothing.
func (hs *hosts) failed(u weburl.URL, swapped bool, err *fetch.Error) relief {
	hs.mu.Lock()
	defer hs.mu.Unlock()
	h := hs.get(u.Host())
	if !hostFault(err) {
		return relief{}
	}
	i := schemeIndex(u)
	h.failures[i]++
	h.Failures = max(h.failures[0], h.failures[1])
	hs.dirty[h.Host] = true
	switch {
	case err.Cause == "dns: no such host":
		h.GivenUp = err.Cause
	case unreachable(err) && h.failures[1-i] == 0 && !swapped && u.WithScheme(otherScheme(u)) != u:
		return relief{other: true}
	case h.failures[i] >= failuresToEnd:
		h.GivenUp = causeHostGivenUp + ": " + err.Cause
	}
	return relief{pause: backoff(hs.pause, h.Failures), givenUp: h.GivenUp}
}

// isGivenUp tells whether a host was given up in this run.
func (hs *hosts) isGivenUp(name string) bool {
	hs.mu.Lock()
	defer hs.mu.Unlock()
	return hs.get(name).GivenUp != ""
}

// insists records that u's host answers at the other scheme only to send on to
// u's, and tells whether that could not be reached.
func (hs *hosts) insists(u weburl.URL) bool {
	hs.mu.Lock()
	defer hs.mu.Unlock()
	h := hs.get(u.Host())
	if h.Scheme != "" && h.Scheme != u.Scheme() {
		h.Scheme = ""
		hs.dirty[h.Host] = true
	}
	return h.failures[schemeIndex(u)] > 0
}

// hostFault tells whether a failure says something of the host, not only of one answer.
func hostFault(err *fetch.Error) bool {
	return err.Temporary || unreachable(err) || err.Cause == "dns: no such host"
}

// rest gives the later of until and the moment until which a host rests already.
func (hs *hosts) rest(name string, until time.Time) time.Time {
	hs.mu.Lock()
	defer hs.mu.Unlock()
	h := hs.get(name)
	if until.After(h.rests) {
		h.rests = until
	}
	return h.rests
}

// takeDirty gives the sites that changed since the last call.
func (hs *hosts) takeDirty() []catalogue.Site {
	hs.mu.Lock()
	defer hs.mu.Unlock()
	if len(hs.dirty) == 0 {
		return nil
	}
	sites := make([]catalogue.Site, 0, len(hs.dirty))
	for name := range hs.dirty {
		sites = append(sites, hs.known[name].Site)
	}
	clear(hs.dirty)
	return sites
}

// backoff doubles a pause with each failure, within bounds.
func backoff(pause time.Duration, failures int) time.Duration {
	return min(pause<<min(max(failures-1, 0), 20), longestPause)
}

// unreachable tells whether no connection came about, so that the other scheme may do better.
func unreachable(err *fetch.Error) bool {
	return strings.HasPrefix(err.Cause, "connect: ") || strings.HasPrefix(err.Cause, "tls: ") ||
		err.Cause == "proxy: refused" || err.Cause == "timeout: connect" || err.Cause == "timeout: tls"
}

func schemeIndex(u weburl.URL) int {
	if u.Scheme() == "https" {
		return 1
	}
	return 0
}

func otherScheme(u weburl.URL) string {
	if u.Scheme() == "https" {
		return "http"
	}
	return "https"
}
