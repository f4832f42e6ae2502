// Package health has the findings of an examination ([Finding]), and examines the
// machine: [Machine], [Disk], [Network], [Programs]. It changes nothing and sends
// no request, and each examination takes seconds at most.
package health

import (
	"fmt"
	"slices"
)

// Verdict is the meaning of a finding.
type Verdict string

// The verdicts, from good to bad.
const (
	OK   Verdict = "ok"
	Note Verdict = "note" // worth knowing; nothing needs to be done
	Warn Verdict = "warn" // will do, but not well
	Fail Verdict = "fail" // does not work, or is damaged
)

// A Finding is what the examination of one thing came to.
type Finding struct {
	Part     string   `json:"part"` // what it belongs to: "machine", "disk", "network", "programs", "library"
	Name     string   `json:"name"`
	Verdict  Verdict  `json:"verdict"`
	Found    string   `json:"found"`
	Remedy   string   `json:"remedy,omitempty"`   // what to do; empty when nothing needs to be done
	Examples []string `json:"examples,omitempty"` // of what is wrong, at most ten
	More     int      `json:"more,omitempty"`     // wrong as well, and not among the examples
}

const maxExamples = 10

// Wrong adds something that is wrong.
func (f *Finding) Wrong(format string, args ...any) {
	if len(f.Examples) == maxExamples {
		f.More++
		return
	}
	f.Examples = append(f.Examples, fmt.Sprintf(format, args...))
}

// Worsen lowers the verdict and adds what to do. A verdict is never made better.
func (f *Finding) Worsen(v Verdict, remedy string) {
	if badness(v) > badness(f.Verdict) {
		f.Verdict, f.Remedy = v, remedy
	}
}

// badness orders verdicts, from the best on.
func badness(v Verdict) int { return slices.Index([]Verdict{OK, Note, Warn, Fail}, v) }

// A part collects the findings about one part.
type part struct {
	name string
	list []Finding
}

// add adds a finding with a formatted text.
func (p *part) add(name string, v Verdict, remedy, format string, args ...any) {
	p.list = append(p.list, Finding{Part: p.name, Name: name, Verdict: v, Found: fmt.Sprintf(format, args...), Remedy: remedy})
}
