package freshness

import (
	"cmp"
	"iter"
	"slices"
	"strings"
	"time"
)

// History is what is known of a page.
type History struct {
	URL, Host  string
	Importance float64   // what it has brought; positive
	Visits     []Visit   // the oldest first; a page without one is not planned
	Announced  time.Time // last change that its site announces; zero: none
}

// Due is a page that is due.
type Due struct {
	URL        string    `json:"url"`
	Last       time.Time `json:"last"` // visit
	ChangeRate float64   `json:"changes_per_day"`
	Visits     float64   `json:"visits_per_day"`
	Urgency    float64   `json:"urgency"`            // how many of its periods it has waited
	Announced  time.Time `json:"announced,omitzero"` // a change since the last visit
}

// HostPlan sums up the pages of a host.
type HostPlan struct {
	Host   string  `json:"host"`
	Pages  int     `json:"pages"`
	Due    int     `json:"due"`
	Visits float64 `json:"visits_per_day"`
	Cap    float64 `json:"cap_per_day"`     // visits that its politeness allows
	Trust  float64 `json:"trust,omitempty"` // in its announcements, 0 to 1
}

// Plan says which pages are due.
type Plan struct {
	At     time.Time  `json:"at"`
	Budget float64    `json:"requests_per_day"`
	Pages  int        `json:"pages"`
	Due    []Due      `json:"due"` // the most urgent first, at most as many as a day has requests
	Left   int        `json:"due_later"`
	Hosts  []HostPlan `json:"hosts"` // those with most visits first
}

// leastTrust is the trust from which on an announced change is due at once.
const leastTrust = 0.5

// NewPlan divides a budget of requests a day among pages and returns those that are due at a time. A page is due when it has waited for one period, or when
// its site has announced a change since its last visit and has been right about such changes more often than not. The function limit returns how many
// visits a day the politeness of a host allows; it is called when the first page of the host has come. The visits of a page are not kept.
func NewPlan(pages iter.Seq[History], budget float64, limit func(host string) float64, at time.Time) *Plan {
	p := &planner{Plan: &Plan{At: at, Budget: budget, Due: []Due{}}, numbers: map[string]int{}, limit: limit}
	for h := range pages {
		p.add(&h)
	}
	visits := Visits(p.pages, budget, p.caps)
	var due []Due
	for i := range p.kept {
		due = p.appendDue(due, i, visits[i])
	}
	slices.SortStableFunc(due, func(a, b Due) int { return cmp.Or(cmp.Compare(b.Urgency, a.Urgency), strings.Compare(a.URL, b.URL)) })
	n := min(len(due), max(int(min(budget, 1e9)), 0))
	p.Due, p.Left, p.Pages = append(p.Due, due[:n]...), len(due)-n, len(p.pages)
	for i := range p.hosts {
		if t := &p.trust[i]; t.announcements > 0 {
			p.hosts[i].Trust = t.Share()
		}
	}
	p.Hosts = append([]HostPlan{}, p.hosts...)
	slices.SortStableFunc(p.Hosts, func(a, b HostPlan) int {
		return cmp.Or(cmp.Compare(b.Visits, a.Visits), strings.Compare(a.Host, b.Host))
	})
	return p.Plan
}

// planner makes a plan.
type planner struct {
	*Plan
	limit   func(host string) float64
	numbers map[string]int // of hosts
	hosts   []HostPlan
	caps    []float64
	trust   []Trust
	pages   []Page
	kept    []keptPage // of the pages, in their order
}

// keptPage is what is kept of a page besides its rates.
type keptPage struct {
	url             string
	last, announced time.Time
}

// add adds a page with its change rate, and compares what its site announces with its visits.
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
	}
	var changed, unchanged []float64
	for i := 1; i < len(h.Visits); i++ {
		days := h.Visits[i].At.Sub(h.Visits[i-1].At).Hours() / 24
		if h.Visits[i].IsChanged {
			changed = append(changed, days)
		} else {
			unchanged = append(unchanged, days)
		}
	}
	p.pages = append(p.pages, Page{Importance: h.Importance, ChangeRate: ChangeRate(changed, unchanged), Host: host})
	p.kept = append(p.kept, keptPage{h.URL, h.Visits[len(h.Visits)-1].At, h.Announced})
	if !h.Announced.IsZero() && !h.Announced.After(p.At) {
		p.trust[host].Add(h.Announced, h.Visits)
	}
}

// appendDue appends page i if it is due.
func (p *planner) appendDue(due []Due, i int, visits float64) []Due {
	k, host := &p.kept[i], p.pages[i].Host
	d := Due{URL: k.url, Last: k.last, ChangeRate: p.pages[i].ChangeRate, Visits: visits, Urgency: Urgency(visits, p.At.Sub(k.last).Hours()/24)}
	isAfter := func(change time.Time) bool { return change.After(k.last) && !change.After(p.At) }
	if share := p.trust[host].Share(); share > leastTrust && (isAfter(k.announced) || isAfter(endOf(k.announced))) {
		d.Announced = k.announced
		d.Urgency = max(d.Urgency, share/leastTrust)
	}
	p.hosts[host].Pages++
	p.hosts[host].Visits += visits
	if d.Urgency < 1 {
		return due
	}
	p.hosts[host].Due++
	return append(due, d)
}
