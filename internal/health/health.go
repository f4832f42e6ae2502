// Package health collects the findings of an examination ([Finding]), and examines the
// machine: [Machine], [Disk], [Network], [Programs]. It changes nothing and sends
// no request, and each examination takes seconds at most.
package health

import (
	"fmt"
	"slices"

	"sluice/library"
)

// Verdict is how good or bad a finding is.
type Verdict = library.Severity

// The verdicts, from good to bad.
const (
	OK   = library.OK
	Note = library.Note
	Warn = library.Warn
	Fail = library.Fail
)

// Finding is a finding that an examination adds to.
type Finding struct {
	library.Finding
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
	p.list = append(p.list, Finding{Finding: library.Finding{Part: p.name, Name: name, Verdict: v, Found: fmt.Sprintf(format, args...), Remedy: remedy}})
}
