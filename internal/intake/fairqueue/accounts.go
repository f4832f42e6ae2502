package fairqueue

import (
	"errors"
	"sync"
	"time"

	"sluice/document/content"
	"sluice/weburl"
)

// The defaults of the rule.
const (
	// Budget is the processor time that documents of one host may waste. Five documents on which
	// Ghostscript runs out of time need as much.
	Budget = 10 * time.Minute

	domainShare  = 5                // budgets of a host that all hosts of a domain have together: names of hosts cost nothing
	minTimeout   = 20 * time.Second // that a timeout counts at least
	waiting      = 4                // seconds by the clock that a timeout occupies a reader count as one of the processor
	maxDeferrals = 6                // timeouts in a row after which a host waits no longer: 64 rounds
)

// Accounts hold what the documents of each host have cost since the program started. They may be used by many
// goroutines at once.
type Accounts struct {
	budget time.Duration

	mu     sync.Mutex
	round  int64              // of the queue
	all    map[string]account // by host, and by domain with a dot in front: those of which a document was read
	active map[string]int     // documents that are being read, by the same names
}

// account is what the documents of a host, or of a domain, have cost.
type account struct {
	useful, wasted time.Duration // of the processor, on documents that were read, and in vain
	timeouts       int           // in a row
	resume         int64         // the round from which it is read again after a timeout
}

// NewAccounts returns empty accounts. The budget is that of a host; 0 stands for [Budget].
func NewAccounts(budget time.Duration) *Accounts {
	if budget == 0 {
		budget = Budget
	}
	return &Accounts{budget: budget, all: map[string]account{}, active: map[string]int{}}
}

// Reading is the cost and the outcome of reading one document.
type Reading struct {
	CPU     time.Duration
	Elapsed time.Duration // by the clock
	Cut     bool          // part of it is missing because the time ran out
	Err     error         // of the reader, if nothing was read
}

// isTimeout reports whether time ran out.
func (r Reading) isTimeout() bool { return r.Cut || errors.Is(r.Err, content.ErrTime) }

// isInVain reports whether the time was wasted. A document that is whole but says nothing, such as a scan or an
// encrypted one, is an answer, and an archive of scans is no attack.
func (r Reading) isInVain() bool {
	for _, answer := range []error{content.ErrNoText, content.ErrEncrypted, content.ErrEmpty, content.ErrUnknown} {
		if errors.Is(r.Err, answer) {
			return false
		}
	}
	return r.Err != nil || r.Cut
}

// keys returns the names of the accounts of a host: its own, and that of its domain.
func keys(host string) [2]string {
	domain := host
	if u, err := weburl.Parse("http://" + host + "/"); err == nil {
		domain = u.Domain()
	}
	return [2]string{host, "." + domain}
}

// Begin counts a document of a host as being read, until [Accounts.End].
func (a *Accounts) Begin(host string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	for _, key := range keys(host) {
		a.active[key]++
	}
}

// End ends what Begin began. The reading is nil if the document was not read, such as a copy of one that is known.
func (a *Accounts) End(host string, r *Reading) {
	a.mu.Lock()
	defer a.mu.Unlock()
	for _, key := range keys(host) {
		if a.active[key]--; a.active[key] == 0 {
			delete(a.active, key)
		}
		if r == nil {
			continue
		}
		one := a.all[key]
		switch {
		case r.isTimeout():
			one.wasted += max(r.CPU, r.Elapsed/waiting, minTimeout)
			one.timeouts = min(one.timeouts+1, maxDeferrals)
			one.resume = a.round + 1<<one.timeouts
		case r.isInVain():
			one.wasted += r.CPU
		default:
			one.useful += r.CPU
			one.timeouts, one.resume = 0, 0
		}
		a.all[key] = one
	}
}

// IsExhausted reports whether a host has used up its budget, or its domain the one of all its hosts: more time was
// wasted than the budget and the time together that led to something. A host with many good documents may
// have many bad ones.
func (a *Accounts) IsExhausted(host string) bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	budget := a.budget
	for _, key := range keys(host) {
		if one := a.all[key]; one.wasted > budget+one.useful {
			return true
		}
		budget *= domainShare
	}
	return false
}

// isDeferred reports whether a host is passed over in this round: the time ran out lately, or did the last
// time and another document of the host is being read.
func (a *Accounts) isDeferred(host string) bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	for _, key := range keys(host) {
		if one := a.all[key]; one.timeouts > 0 && (a.active[key] > 0 || one.resume > a.round) {
			return true
		}
	}
	return false
}

// nextRound begins a round. If all hosts with a body in the last one were deferred, the rounds in which all of
// them would be are skipped.
func (a *Accounts) nextRound(deferred []string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.round++
	if len(deferred) == 0 {
		return
	}
	soonest := int64(-1)
	for _, host := range deferred {
		names := keys(host)
		if resume := max(a.all[names[0]].resume, a.all[names[1]].resume); soonest < 0 || resume < soonest {
			soonest = resume
		}
	}
	a.round = max(a.round, soonest)
}
