package freshness

import (
	"cmp"
	"iter"
	"slices"
	"strings"
	"time"
	"unique"
)

// History is what is known of a page, or of a sitemap or feed, which is planned as pages are.
type History struct {
	URL, Host  string
	Parent     string      // page on which it was found; empty for a seed
	Depth      int         // links followed from a seed
	IsSitemap  bool        // or feed
	Importance float64     // what it has brought; positive
	Visits     []Visit     // the oldest first; a page without one is not planned
	Tried      time.Time   // last request, if it failed; it says nothing of changes, but the page waits again
	Announced  []time.Time // changes of the page that its site announces, the oldest first
	Announcer  string      // URL of the sitemap or feed that announces them

	AnnouncerRead time.Time // when that was requested last, if it lists all pages, so that its silence says that a page has not changed; else zero
}

// Due is a page that is due.
type Due struct {
	URL        string    `json:"url"`
	Parent     string    `json:"-"` // page on which it was found; empty for a seed
	Depth      int       `json:"depth"`
	IsSitemap  bool      `json:"sitemap,omitempty"` // or feed
	Last       time.Time `json:"last"`              // visit
	Importance float64   `json:"importance"`
	ChangeRate float64   `json:"changes_per_day"`
	Visits     float64   `json:"visits_per_day"`     // besides those on notice
	Urgency    float64   `json:"urgency"`            // how many of its periods it has waited
	Announced  time.Time `json:"announced,omitzero"` // a change since the last visit
}

// knownHost is what is kept of a host.
type knownHost struct {
	first     time.Time // visit of one of its pages
	isTrusted bool      // its announcements are followed
}

// HostPlan sums up the pages of a host.
type HostPlan struct {
	Host   string  `json:"host"`
	Pages  int     `json:"pages"`
	Due    int     `json:"due"`
	Visits float64 `json:"visits_per_day"`   // with those on notice
	Cap    float64 `json:"cap_per_day"`      // visits that its politeness allows
	Trust  float64 `json:"trust,omitempty"`  // in its announcements, 0 to 1
	Recall float64 `json:"recall,omitempty"` // share of its changes that it announces
}

// Plan says which pages are due.
type Plan struct {
	At     time.Time  `json:"at"`
	Budget float64    `json:"requests_per_day"`
	Pages  int        `json:"pages"`
	Due    []Due      `json:"due"` // the most urgent first, at most as many as a day has requests, a part of one counted as one
	Left   int        `json:"due_later"`
	Hosts  []HostPlan `json:"hosts"` // those with most visits first

	due   []Due // all of them
	last  map[string]time.Time
	known map[string]knownHost // those that have pages
	value float64              // λ
}

// NewPlan divides a budget of requests a day among pages and returns those that are due at a time. A page is due when it has waited for one period, or when
// its site has announced a change since its last visit and has been right about such changes more often than not. The function limit returns how many
// visits a day the politeness of a host allows; it is called when the first page of the host has come. The visits of a page are not kept.
//
// A sitemap or feed is worth as much as the pages whose changes it announces, as far as its site announces them: it is a page by which others are seen.
func NewPlan(pages iter.Seq[History], budget float64, limit func(host string) float64, at time.Time) *Plan {
	p := &planner{Plan: &Plan{At: at, Budget: budget, Due: []Due{}}, numbers: map[string]int{}, limit: limit}
	for h := range pages {
		p.add(&h)
	}
	p.weigh()
	p.last = make(map[string]time.Time, len(p.kept))
	for i := range p.kept {
		p.last[p.kept[i].url] = p.kept[i].last
	}
	rates := Divide(p.pages, budget, p.caps)
	var due []Due
	for i := range p.kept {
		due = p.appendDue(due, i, rates[i])
	}
	slices.SortStableFunc(due, func(a, b Due) int { return cmp.Or(cmp.Compare(b.Urgency, a.Urgency), strings.Compare(a.URL, b.URL)) })
	n := min(len(due), ofDay(budget))
	p.due = due
	p.Due, p.Left, p.Pages = append(p.Due, due[:n]...), len(due)-n, len(p.pages)
	p.value = Value(p.pages, budget)
	p.known = make(map[string]knownHost, len(p.hosts))
	for i := range p.hosts {
		t := &p.trust[i]
		p.known[p.hosts[i].Host] = knownHost{p.first[i], t.announcements > 0 && t.IsSignal()}
		if t.announcements > 0 {
			p.hosts[i].Trust, p.hosts[i].Recall = t.Share(), t.Recall()
		}
	}
	p.Hosts = append([]HostPlan{}, p.hosts...)
	slices.SortStableFunc(p.Hosts, func(a, b HostPlan) int {
		return cmp.Or(cmp.Compare(b.Visits, a.Visits), strings.Compare(a.Host, b.Host))
	})
	return p.Plan
}

// DueAmong returns the pages that are due among those that are wanted, the most urgent first.
func (p *Plan) DueAmong(isWanted func(url string) bool) (due []Due) {
	for i := range p.due {
		if isWanted(p.due[i].URL) {
			due = append(due, p.due[i])
		}
	}
	return due
}

// IsDueAgain reports whether a URL is requested again that had no page from its first request until the last one. It waits as long as a page of importance 1
// that has not changed in this time.
func (p *Plan) IsDueAgain(first, last time.Time) bool {
	if !(p.value > 0) {
		return true
	}
	dead := Page{Importance: 1, ChangeRate: ChangeRate(Intervals{Unchanged: []float64{last.Sub(first).Hours() / 24}})}
	return dead.rate(p.value).Urgency(p.At.Sub(last).Hours()/24) >= 1
}

// LastVisit returns when a page was visited last; false if it is not in the plan.
func (p *Plan) LastVisit(url string) (time.Time, bool) {
	at, ok := p.last[url]
	return at, ok
}

// IsTrusted reports whether the announcements of a host are followed.
func (p *Plan) IsTrusted(host string) bool { return p.known[host].isTrusted }

// HadHost reports whether a page of a host was visited before a time.
func (p *Plan) HadHost(host string, before time.Time) bool {
	h, ok := p.known[host]
	return ok && h.first.Before(before)
}

// planner makes a plan.
type planner struct {
	*Plan
	limit   func(host string) float64
	numbers map[string]int // of hosts
	hosts   []HostPlan
	caps    []float64
	trust   []Trust
	first   []time.Time // visit of a page of the host
	pages   []Page
	kept    []keptPage // of the pages, in their order
}

// keptPage is what is kept of a page until the trust in its site is known.
type keptPage struct {
	url, announcer  string
	parent          unique.Handle[string] // which many have in common
	depth           int
	isSitemap       bool
	last, announced time.Time
	tried           time.Time // at the last visit, or later
	rate            float64   // changes a day, if the announced times are not trusted
	announcedRate   float64   // if they are
}

// add adds a page with its change rates, and compares what its site announces with its visits.
func (p *planner) add(h *History) {
	if len(h.Visits) == 0 {
		return
	}
	host, known := p.numbers[h.Host]
	if !known {
		host = len(p.hosts)
		p.numbers[h.Host] = host
		p.hosts = append(p.hosts, HostPlan{Host: h.Host, Cap: p.limit(h.Host)})
		p.caps, p.trust = append(p.caps, p.hosts[host].Cap), append(p.trust, Trust{})
		p.first = append(p.first, h.Visits[0].At)
	}
	if at := h.Visits[0].At; at.Before(p.first[host]) {
		p.first[host] = at
	}
	k := keptPage{url: h.URL, parent: unique.Make(h.Parent), depth: h.Depth, isSitemap: h.IsSitemap, last: h.Visits[len(h.Visits)-1].At, rate: ChangeRate(intervals(h.Visits, nil))}
	k.announcedRate, k.tried = k.rate, k.last
	if h.Tried.After(k.last) {
		k.tried = h.Tried
	}
	past := h.Announced
	for len(past) > 0 && past[len(past)-1].After(p.At) {
		past = past[:len(past)-1]
	}
	if len(past) > 0 {
		k.announcedRate, k.announced, k.announcer = ChangeRate(announcedIntervals(h, past)), past[len(past)-1], h.Announcer
		p.trust[host].Add(past, h.Visits)
	}
	p.pages = append(p.pages, Page{Importance: h.Importance, Host: host})
	p.kept = append(p.kept, k)
}

// intervals returns the intervals between visits, of which a change was announced or not.
func intervals(visits []Visit, announced []time.Time) (of Intervals) {
	for i := 1; i < len(visits); i++ {
		from, until := visits[i-1].At, visits[i].At
		days := until.Sub(from).Hours() / 24
		if !visits[i].IsChanged {
			of.Unchanged = append(of.Unchanged, days)
			continue
		}
		first := slices.IndexFunc(announced, func(at time.Time) bool { return at.After(from) && !at.After(until) })
		if first < 0 {
			of.Changed = append(of.Changed, days)
		} else {
			of.Announced = append(of.Announced, announced[first].Sub(from).Hours()/24)
		}
	}
	return of
}

// announcedIntervals returns the intervals between visits of a page whose site announces each change. Then silence says that there was none: from the last change
// before the first visit until that, and from the last visit until the announcements were read.
func announcedIntervals(h *History, announced []time.Time) Intervals {
	of := intervals(h.Visits, announced)
	first, last := h.Visits[0].At, h.Visits[len(h.Visits)-1].At
	for i := len(announced) - 1; i >= 0; i-- {
		if !announced[i].After(first) {
			of.Announced = append(of.Announced, first.Sub(announced[i]).Hours()/24)
			break
		}
	}
	if h.AnnouncerRead.After(last) && !announced[len(announced)-1].After(last) {
		of.Unchanged = append(of.Unchanged, h.AnnouncerRead.Sub(last).Hours()/24)
	}
	return of
}

// weigh sets the change rates of the pages by the trust in their sites, and decides whose announcements are followed.
func (p *planner) weigh() {
	announcers := map[string][]int{} // the pages whose changes a sitemap announces
	for i := range p.pages {
		k := &p.kept[i]
		if k.announcer != "" {
			announcers[k.announcer] = append(announcers[k.announcer], i)
			k.rate = p.trust[p.pages[i].Host].ChangeRate(k.rate, k.announcedRate)
		}
		p.pages[i].ChangeRate = k.rate
	}
	value := Value(p.pages, p.Budget)
	for i := range p.kept {
		of := announcers[p.kept[i].url]
		if len(of) == 0 {
			continue
		}
		some := make([]Page, len(of))
		for k, n := range of {
			some[k] = p.pages[n]
		}
		followed, sitemap, isWorth := p.trust[p.pages[of[0]].Host].Follow(some, value)
		if !isWorth {
			continue
		}
		for k, n := range of {
			p.pages[n] = followed[k]
		}
		p.pages[i] = sitemap
	}
}

// appendDue appends page i if it is due.
func (p *planner) appendDue(due []Due, i int, rate Rate) []Due {
	k, page := &p.kept[i], &p.pages[i]
	days := p.At.Sub(k.tried).Hours() / 24
	d := Due{URL: k.url, Parent: k.parent.Value(), Depth: k.depth, IsSitemap: k.isSitemap, Last: k.last, Importance: page.Importance, ChangeRate: k.rate, Visits: rate.Visits, Urgency: rate.Urgency(days)}
	isAfter := func(change time.Time) bool { return change.After(k.last) && !change.After(p.At) }
	if p.trust[page.Host].IsSignal() && (isAfter(k.announced) || isAfter(endOf(k.announced))) {
		d.Announced = k.announced
		d.Urgency = rate.UrgencyOnNotice(p.trust[page.Host].Notices(k.rate), days)
	}
	host := &p.hosts[page.Host]
	host.Pages++
	host.Visits += rate.Requests()
	if d.Urgency < 1 {
		return due
	}
	host.Due++
	return append(due, d)
}
