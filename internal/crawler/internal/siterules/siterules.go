// Package siterules keeps the rules that are set for single sites while a crawl runs: how deep it goes, which directories it
// avoids, how much it fetches, and whether it continues at all.
//
// A site is a host, with its port if that is not the scheme's own. The rules lie in the frontier's state, one entry a site, so
// that they hold after a crash and in the next run. An entry is read at the first check of its site.
package siterules

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"

	"sluice/crawl"
	"sluice/weburl"
)

// The causes with which the URLs of a site are refused.
const (
	CauseLevel   = "site: level"
	CauseAvoided = "site: avoided directory"
	CauseBudget  = "site: budget of pages"
	CauseStopped = "site: stopped"
)

// IsCause reports whether a cause is one of this package. A URL refused for it may wait again, if it is found
// after the rules have changed.
func IsCause(cause string) bool {
	return cause == CauseLevel || cause == CauseAvoided || cause == CauseBudget || cause == CauseStopped
}

// validate names every field that cannot be used.
func validate(r *crawl.SiteRules) error {
	if r.MaxLevel < 0 {
		return fmt.Errorf("max level %d is negative", r.MaxLevel)
	}
	if r.MaxPages < 0 {
		return fmt.Errorf("budget of %d pages is negative", r.MaxPages)
	}
	for _, dir := range r.Avoid {
		if !strings.HasPrefix(dir, "/") || !strings.HasSuffix(dir, "/") {
			return fmt.Errorf("avoided directory %q does not begin and end with /", dir)
		}
	}
	return nil
}

// Store is the part of the frontier that keeps the rules.
type Store interface {
	State(ctx context.Context, key string) ([]byte, error)
}

// Book is the rules of all sites. It is safe for use by many goroutines, except that Set, Stop and Save are called one at a
// time: otherwise an older entry could be written over a newer one.
type Book struct {
	store Store

	mu        sync.Mutex
	sites     map[string]*site
	changed   map[string]*site // whose counts are not in the store yet
	forgotten int              // how often entries were forgotten
}

// site is one entry.
type site struct {
	entry
	leased int64 // URLs that are being fetched, within the budget
}

// entry is what is stored of a site.
type entry struct {
	crawl.SiteRules
	Stopped bool   `json:"stopped,omitempty"`
	Reason  string `json:"reason,omitempty"`
	Fetched int64  `json:"fetched,omitempty"` // since the rules were set
}

const keyPrefix = "crawl/site/"

var maxSites = 100_000 // beyond that, sites are forgotten and read again when needed; fewer in tests

// New returns the rules that a store has.
func New(store Store) *Book {
	return &Book{store: store, sites: map[string]*site{}, changed: map[string]*site{}}
}

// Set sets new rules of a site, with commit, which makes state durable. It lifts a stop. The rules hold when it returns.
func (b *Book) Set(host string, r crawl.SiteRules, commit func(state map[string][]byte) error) error {
	if err := validate(&r); err != nil {
		return err
	}
	r.Avoid = slices.Clone(r.Avoid)
	return b.replace(host, entry{SiteRules: r}, commit)
}

// Stop keeps a site from being fetched from, with commit, which makes state durable. Its other rules are lifted.
func (b *Book) Stop(host, reason string, commit func(state map[string][]byte) error) error {
	return b.replace(host, entry{Stopped: true, Reason: reason}, commit)
}

// replace makes an entry durable, and only then the one that holds: after a failed commit the old rules hold.
func (b *Book) replace(host string, e entry, commit func(state map[string][]byte) error) error {
	value, err := json.Marshal(e)
	if err != nil {
		return err
	}
	if err := commit(map[string][]byte{keyPrefix + host: value}); err != nil {
		return err
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	delete(b.changed, host) // the old counts
	b.sites[host] = &site{entry: e}
	return nil
}

// lock returns the entry of a site, and the book locked, so that the entry is not forgotten before it is used. The store is read
// without the lock, for which others would have to wait.
func (b *Book) lock(ctx context.Context, host string) (*site, error) {
	for {
		b.mu.Lock()
		if s := b.sites[host]; s != nil {
			return s, nil
		}
		forgotten := b.forgotten
		b.mu.Unlock()
		read, err := b.read(ctx, host)
		if err != nil {
			return nil, err
		}
		b.mu.Lock()
		if s := b.sites[host]; s != nil { // set or read meanwhile
			return s, nil
		}
		if b.forgotten == forgotten {
			b.add(host, read)
			return read, nil
		}
		b.mu.Unlock() // what was read may be older than an entry that was forgotten meanwhile
	}
}

// read reads the entry of a site from the store.
func (b *Book) read(ctx context.Context, host string) (*site, error) {
	value, err := b.store.State(ctx, keyPrefix+host)
	s := &site{}
	if err == nil && len(value) > 0 {
		err = json.Unmarshal(value, &s.entry)
	}
	if err != nil {
		return nil, fmt.Errorf("read the rules of site %s from the frontier: %w", host, err)
	}
	return s, nil
}

// add adds an entry. If there are too many, those that the store has as they are are forgotten. The caller has mu.
func (b *Book) add(host string, s *site) {
	if len(b.sites) >= maxSites {
		b.forgotten++
		for host, s := range b.sites {
			if s.leased == 0 && b.changed[host] == nil {
				delete(b.sites, host)
			}
		}
	}
	b.sites[host] = s
}

// Check returns the cause for which a URL is refused, empty when it is not, and what decided.
func (b *Book) Check(ctx context.Context, u weburl.URL) (cause, detail string, err error) {
	s, err := b.lock(ctx, u.Host())
	if err != nil {
		return "", "", err
	}
	defer b.mu.Unlock()
	cause, detail = s.check(u)
	if cause == "" && s.MaxPages > 0 && s.Fetched >= s.MaxPages {
		cause, detail = CauseBudget, fmt.Sprint(s.MaxPages)
	}
	return cause, detail, nil
}

// check applies the rules that do not count.
func (s *site) check(u weburl.URL) (cause, detail string) {
	switch {
	case s.Stopped:
		return CauseStopped, s.Reason
	case s.MaxLevel > 0 && u.Level() > s.MaxLevel:
		return CauseLevel, fmt.Sprint(s.MaxLevel)
	}
	path := u.Path()
	for _, dir := range s.Avoid {
		if strings.HasPrefix(path, dir) {
			return CauseAvoided, dir
		}
	}
	return "", ""
}

// A Lease is a place in the budget of a site. The zero value is one of a site without a budget.
type Lease struct {
	host string
	site *site
}

// Lease checks a URL that is about to be fetched, and takes a place in the budget of its site. The lease of a URL that is not refused
// is returned by End.
func (b *Book) Lease(ctx context.Context, u weburl.URL) (l Lease, cause string, err error) {
	s, err := b.lock(ctx, u.Host())
	if err != nil {
		return Lease{}, "", err
	}
	defer b.mu.Unlock()
	cause, _ = s.check(u)
	switch {
	case cause != "" || s.MaxPages == 0:
		return Lease{}, cause, nil
	case s.Fetched+s.leased >= s.MaxPages:
		return Lease{}, CauseBudget, nil
	}
	s.leased++
	return Lease{u.Host(), s}, "", nil
}

// End frees a place in the budget. It is used up if the URL was fetched.
func (b *Book) End(l Lease, fetched bool) {
	if l.site == nil {
		return
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	l.site.leased--
	if fetched && b.sites[l.host] == l.site { // else the rules were set again meanwhile
		l.site.Fetched++
		b.changed[l.host] = l.site
	}
}

// Save adds the counts that have changed to the state that a group writes, and calls commit, which makes the state durable. Until
// then no changed count is forgotten.
func (b *Book) Save(state map[string][]byte, commit func() error) error {
	saved, err := b.addChanged(state)
	if err != nil {
		return err
	}
	if err := commit(); err != nil {
		return err
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	for host, fetched := range saved {
		if s := b.changed[host]; s != nil && s.Fetched == fetched {
			delete(b.changed, host)
		}
	}
	return nil
}

// addChanged adds the counts that have changed to state, and returns them by site.
func (b *Book) addChanged(state map[string][]byte) (map[string]int64, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	added := make(map[string]int64, len(b.changed))
	for host, s := range b.changed {
		value, err := json.Marshal(s.entry)
		if err != nil {
			return nil, err
		}
		state[keyPrefix+host] = value
		added[host] = s.Fetched
	}
	return added, nil
}
