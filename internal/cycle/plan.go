package cycle

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"time"
)

// Site is a site that was crawled, or a new one.
type Site struct {
	Host     string    `json:"host"`
	Level    int       `json:"level"`    // priority
	ADR      int       `json:"adr"`      // in whole percents
	SSRC     int64     `json:"ssrc"`     // links from other hosts
	Finished time.Time `json:"finished"` // its last crawl
}

// Ranked is a site that has waited long enough.
type Ranked struct {
	Site
	Rank   int    `json:"rank"`  // from 1
	Class  string `json:"class"` // good, medium or rest
	Chosen bool   `json:"chosen"`
}

// The classes of ranked sites.
const (
	Good   = "good"
	Medium = "medium"
	Rest   = "rest"
)

// Waiting is a site that has not waited long enough.
type Waiting struct {
	Site
	Next time.Time `json:"next"` // when it may be crawled
}

// Plan is the choice of the sites of a cycle.
type Plan struct {
	At      time.Time `json:"at"`
	Places  int       `json:"places"`
	New     []string  `json:"new"`     // the hosts of the new sites that are chosen; they stand first in the cycle
	Ranked  []Ranked  `json:"ranked"`  // those that compete, the best first
	Waiting []Waiting `json:"waiting"` // by when they may be crawled
	Dropped []Site    `json:"dropped"` // never crawled again

	Quantum float64 `json:"quantum_seconds"` // of a site: the time of the last crawl ÷ the number of its sites
	Length  float64 `json:"length_seconds"`  // planned: the chosen sites × the quantum
}

// NewPlan plans the cycle that begins at a time. Candidates are the hosts of new sites, the best first, and crawled the sites of earlier cycles. New
// sites get their share of the places, crawled ones the rest, and each the places that the others leave.
func NewPlan(candidates []string, crawled []Site, quantum time.Duration, at time.Time, s Settings) *Plan {
	p := &Plan{At: at, Places: s.Places, Quantum: quantum.Seconds(), New: []string{}, Ranked: []Ranked{}, Waiting: []Waiting{}, Dropped: []Site{}}
	for i := range crawled {
		site := &crawled[i]
		next, ever := s.next(site)
		switch {
		case !ever:
			p.Dropped = append(p.Dropped, *site)
		case at.After(next):
			p.Ranked = append(p.Ranked, Ranked{Site: *site})
		default:
			p.Waiting = append(p.Waiting, Waiting{Site: *site, Next: next})
		}
	}
	p.rank(&s)
	places := min(roundUp(float64(s.Places)*s.NewShare), s.Places)
	if free := s.Places - len(p.Ranked); free > places { // crawled sites leave some of theirs
		places = free
	}
	p.New = append(p.New, candidates[:min(places, len(candidates))]...)
	chosen := p.choose(s.Places-len(p.New), &s)
	p.Length = p.Quantum * float64(len(p.New)+chosen)
	return p
}

// rank ranks the sites that compete: ADR first, SSRC at equal ADR (table 20).
func (p *Plan) rank(s *Settings) {
	slices.SortFunc(p.Ranked, func(a, b Ranked) int {
		return cmp.Or(cmp.Compare(b.ADR, a.ADR), cmp.Compare(b.SSRC, a.SSRC), strings.Compare(a.Host, b.Host))
	})
	n := float64(len(p.Ranked))
	good, medium := roundUp(n*s.GoodShare), roundUp(n*(s.GoodShare+s.MediumShare))
	for i := range p.Ranked {
		r := &p.Ranked[i]
		r.Rank = i + 1
		switch {
		case i < good:
			r.Class = Good
		case i < medium:
			r.Class = Medium
		default:
			r.Class = Rest
		}
	}
	slices.SortFunc(p.Waiting, func(a, b Waiting) int { return cmp.Or(a.Next.Compare(b.Next), strings.Compare(a.Host, b.Host)) })
	slices.SortFunc(p.Dropped, func(a, b Site) int { return strings.Compare(a.Host, b.Host) })
}

// choose chooses among the ranked sites and returns how many it has chosen: all good ones, a share of the medium ones, and as many of the rest as
// there is room for (table 21). Places that the rest does not need go to medium ones.
func (p *Plan) choose(places int, s *Settings) (chosen int) {
	medium := 0
	for i := range p.Ranked {
		if p.Ranked[i].Class == Medium {
			medium++
		}
	}
	limits := map[string]int{Good: len(p.Ranked), Medium: roundUp(float64(medium) * s.MediumChosen), Rest: len(p.Ranked)}
	for range 2 { // first within the shares, then whoever is left
		for i := range p.Ranked {
			r := &p.Ranked[i]
			if chosen == places {
				return chosen
			}
			if r.Chosen || limits[r.Class] == 0 {
				continue
			}
			limits[r.Class]--
			r.Chosen = true
			chosen++
		}
		limits[Medium] = medium
	}
	return chosen
}

// roundUp returns a share of a number as a whole one. What is above a whole number by an error of the multiplication only is not rounded up.
func roundUp(share float64) int { return int(math.Ceil(share - 1e-9)) }
