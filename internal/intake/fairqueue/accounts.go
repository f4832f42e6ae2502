package fairqueue

import (
	"cmp"
	"sync"
	"time"

	"sluice/internal/catalogue"
	"sluice/weburl"
)

// The defaults of the rule.
const (
	// Budget is the processor time that documents of one host may waste. Five documents on which
	// Ghostscript runs out of time need as much.
	Budget = 10 * time.Minute

	domainShare = 5                     // hosts whose shares and budgets all hosts of a domain have together: names of hosts cost nothing
	quantum     = time.Second           // of the processor, that a host gets in a round
	least       = 10 * time.Millisecond // that a document counts
	maxTimeouts = 7                     // in a row: after them, time counts 64 times
	negligible  = time.Second           // wasted, which need not be remembered
	minPruned   = 4096                  // accounts that are kept anyway
)

// Accounts hold what the documents of each host have cost since the program started. They may be used by many
// goroutines at once.
type Accounts struct {
	budget   time.Duration
	maxAgain int // deferred documents that are read at a time

	mu    sync.Mutex
	now   time.Duration // the processor time that each host could have had so far
	all   map[string]*account
	again int // deferred documents that are being read
	kept  int // accounts after the last pruning
}

// account is what the documents of a host, or of a domain, have cost. Those of a domain are counted by the share
// of one host.
type account struct {
	share          time.Duration // hosts that it counts as
	useful, wasted time.Duration // of the processor
	used           time.Duration // the time of [Accounts] until which its share is used
	reserved       time.Duration // part of it, for documents that are being read
	active         int           // documents that are being read
	typical        time.Duration // processor time of the last document; 0: not known
	timeouts       int           // in a row
	deferred       int           // documents that were deferred since the program started
}

// NewAccounts returns empty accounts. The budget is that of a host, 0 stands for [Budget]; readers is the number of
// documents that are read at a time.
func NewAccounts(budget time.Duration, readers int) *Accounts {
	if budget == 0 {
		budget = Budget
	}
	return &Accounts{budget: budget, maxAgain: max(1, readers-1), all: map[string]*account{}}
}

// keys returns the names of the accounts of a host: its own, and with a dot in front that of its domain.
func keys(host string) [2]string {
	domain := host
	if u, err := weburl.Parse("http://" + host + "/"); err == nil {
		domain = u.Domain()
	}
	return [2]string{host, "." + domain}
}

// of returns the accounts of a host, of its own and of its domain. They are opened if need be.
func (a *Accounts) of(host string) (both [2]*account) {
	for i, key := range keys(host) {
		if a.all[key] == nil {
			a.all[key] = &account{share: []time.Duration{1, domainShare}[i]}
		}
		both[i] = a.all[key]
	}
	return both
}

// Begin counts a body as being read, until [Accounts.End]. A page that is only indexed counts nothing.
func (a *Accounts) Begin(q *catalogue.Queued) {
	if q.Intake == catalogue.IndexPage {
		return
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	for _, one := range a.of(q.Fetch.Site) {
		one.begin(a.now)
	}
	if q.Deferral > 0 {
		a.again++
	}
}

// End ends what Begin began. The reading is nil if the document was not read, such as a copy of one that is known.
func (a *Accounts) End(q *catalogue.Queued, r *Reading) {
	if q.Intake == catalogue.IndexPage {
		return
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	if q.Deferral > 0 {
		a.again--
	}
	for _, one := range a.of(q.Fetch.Site) {
		one.end()
		if q.Deferral > 0 {
			one.deferred = max(0, one.deferred-1)
		}
		if r != nil {
			one.add(r, a.now)
		}
	}
	a.prune()
}

// begin reserves time for a document: as much as the last one took.
func (one *account) begin(now time.Duration) {
	expected := cmp.Or(one.typical, quantum) / one.share
	one.used = max(one.used, now) + expected
	one.reserved += expected
	one.active++
}

// end returns what begin has reserved.
func (one *account) end() {
	expected := one.reserved / time.Duration(one.active)
	one.used -= expected
	one.reserved -= expected
	one.active--
}

// add adds a reading.
func (one *account) add(r *Reading, now time.Duration) {
	cost, wasted := r.cost(), r.wasted()
	switch {
	case r.Deferred: // whether its time is wasted shows when it is read again
		one.deferred++
	case r.Accepted:
		one.useful += cost / one.share
		one.timeouts = 0
	case wasted > 0 && (r.IsTimeout() || cost > FirstLimit):
		one.timeouts = min(one.timeouts+1, maxTimeouts)
	case wasted == 0:
		one.timeouts = 0
	}
	one.wasted += wasted / one.share
	one.used = max(one.used, now) + cost/one.share<<max(0, one.timeouts-1)
	one.typical = cost
}

// prune removes accounts that say next to nothing once there are twice as many as after the last time. A host whose
// documents are read without waste begins anew.
func (a *Accounts) prune() {
	if len(a.all) < max(minPruned, 2*a.kept) {
		return
	}
	for key, one := range a.all {
		if one.active == 0 && one.deferred == 0 && one.timeouts == 0 && one.wasted <= negligible {
			delete(a.all, key)
		}
	}
	a.kept = len(a.all)
}

// IsExhausted reports whether a host has used up its budget, or its domain the one of all its hosts: more time was
// wasted than the budget and the time together that led to accepted documents. A host with many good documents may
// have many bad ones.
func (a *Accounts) IsExhausted(host string) bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.isExhausted(host)
}

func (a *Accounts) isExhausted(host string) bool {
	for _, key := range keys(host) {
		if one := a.all[key]; one != nil && one.wasted > a.budget+one.useful {
			return true
		}
	}
	return false
}

// isBlocked reports whether the deferred bodies of a host wait, since as many deferred bodies are read as may be at a time.
func (a *Accounts) isBlocked(host string) bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.again >= a.maxAgain && !a.isExhausted(host)
}

// isPassedOver reports whether no body of a host is to be read in this round: its share is used, as far as that is
// known of those that are being read, or the time ran out the last time and another one is being read. The documents of a
// host whose budget is used up cost nothing.
func (a *Accounts) isPassedOver(host string) bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	at, ok := a.turn(host)
	return (!ok || at > a.now) && !a.isExhausted(host)
}

// turn returns the time from which a host is not passed over; false if that depends on a document that is being read.
func (a *Accounts) turn(host string) (at time.Duration, ok bool) {
	for _, key := range keys(host) {
		one := a.all[key]
		if one == nil {
			continue
		}
		if one.timeouts > 0 && one.active > 0 {
			return 0, false
		}
		at = max(at, one.used-quantum+1)
	}
	return at, true
}

// affordable returns the number of documents of a host that a round has time for, as far as that is known.
func (a *Accounts) affordable(host string) int {
	a.mu.Lock()
	defer a.mu.Unlock()
	if one := a.all[host]; one != nil && one.typical > 0 {
		return int(quantum / one.typical)
	}
	return 0
}

// hasDeferred reports whether documents of a host were deferred since the program started.
func (a *Accounts) hasDeferred(host string) bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	one := a.all[host]
	return one != nil && one.deferred > 0
}

// charge counts documents that were deferred in an earlier run: one for each host, however many it has, since nothing
// was read in this run, and those that are left are charged when they are read.
func (a *Accounts) charge(hosts []string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	for _, host := range hosts {
		for _, one := range a.of(host) {
			one.used = max(one.used, a.now) + FirstLimit/one.share
		}
	}
}

// nextRound begins a round. If all hosts with a body in the last one were passed over, the rounds in which all of
// them would be are skipped.
func (a *Accounts) nextRound(passedOver []string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.now += quantum
	soonest := time.Duration(-1)
	for _, host := range passedOver {
		if at, ok := a.turn(host); ok && (soonest < 0 || at < soonest) {
			soonest = at
		}
	}
	a.now = max(a.now, soonest)
}
