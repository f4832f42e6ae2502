package candidate

import (
	"cmp"
	"slices"
	"strings"
)

// Host is a candidate with its verdict.
type Host struct {
	Host     string   `json:"host"`
	Hosts    int64    `json:"hosts"` // that link to it
	Links    int64    `json:"links"`
	Cited    int64    `json:"cited_by,omitempty"` // accepted documents that have a URL of it in their text or references
	Verdict  string   `json:"verdict"`            // accepted, unknown or refused
	Reason   string   `json:"reason"`
	Keywords []string `json:"keywords,omitempty"` // on its home page
	Anchors  []string `json:"anchors,omitempty"`  // on its home page, that are representative
	Seeds    []string `json:"seeds"`              // URLs from which it is crawled if it is accepted
	Part     string   `json:"part,omitempty"`     // of a host that is too broad: the URL of what may fit
	Cycle    int64    `json:"cycle,omitempty"`    // in which it was judged
	Failures int64    `json:"failures,omitempty"` // requests of its home page that failed, one after the other

	Rule        string `json:"-"` // under which it was judged; empty: before
	IsRequested bool   `json:"-"` // its home page was requested, whatever came of it
	IsNamed     bool   `json:"-"` // a person has decided
}

// The verdicts of hosts.
const (
	Accepted = "accepted"
	Refused  = "refused"
	Unknown  = "unknown" // the library does not have its home page
)

// Sort sorts candidates: the accepted ones first, then those that are unknown, then refused ones; of each, those to which most hosts link first. A document
// that cites a host counts as much as a host that links to it.
func Sort(all []Host) {
	order := []string{Accepted, Unknown, Refused}
	slices.SortFunc(all, func(a, b Host) int {
		return cmp.Or(cmp.Compare(slices.Index(order, a.Verdict), slices.Index(order, b.Verdict)), cmp.Compare(b.Hosts+b.Cited, a.Hosts+a.Cited), cmp.Compare(b.Links, a.Links),
			strings.Compare(a.Host, b.Host))
	})
}
