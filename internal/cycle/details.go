package cycle

import (
	"sluice/internal/catalogue"
	"sluice/internal/cycle/candidate"
)

// Details are all that is recorded of a cycle.
type Details struct {
	catalogue.Cycle
	Sites   []catalogue.CycleSite `json:"sites"`   // in the order of their choice
	Refused []candidate.Host      `json:"refused"` // candidates that were refused in the cycle
}

// AddCandidates adds those candidates that were refused in the cycle.
func (d *Details) AddCandidates(all []catalogue.CandidateHost) {
	for _, h := range all {
		if h.Cycle == d.ID && h.Verdict == candidate.Refused {
			d.Refused = append(d.Refused, candidate.Host{Host: h.Host, Verdict: h.Verdict, Reason: h.Reason, Cycle: h.Cycle, Seeds: h.Seeds})
		}
	}
}
