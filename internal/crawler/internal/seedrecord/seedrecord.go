// Package seedrecord keeps what came of the seeds of a run: which of them failed, why, and whether any could be reached.
//
//	var r seedrecord.Record
//	r.Set("http://a.example/", seedrecord.Outcome{})
//	r.Set("http://b.example/", seedrecord.Outcome{Last: "http://b.example/", Cause: "connect: refused"})
//	r.Failed()    // the outcome of http://b.example/
//	r.AllMissed() // false
//
// The zero value of a Record is empty. One goroutine uses it at a time.
package seedrecord

import (
	"slices"

	"sluice/library"
)

// Outcome is what came of a seed. A later one replaces an earlier one: of a retry, or of the target of a redirect.
type Outcome struct {
	Seed    string
	Last    string        // URL that failed: the seed, or where it was redirected to
	Cause   library.Cause // why it failed; empty if it did not
	Reached bool          // of one that failed: its host has answered
}

// Record keeps the outcomes of seeds.
type Record struct {
	at       map[string]int
	outcomes []Outcome // in the order in which the seeds were first requested
}

// Set sets the outcome of a seed.
func (r *Record) Set(seed string, o Outcome) {
	o.Seed = seed
	if i, ok := r.at[seed]; ok {
		r.outcomes[i] = o
		return
	}
	if r.at == nil {
		r.at = map[string]int{}
	}
	r.at[seed] = len(r.outcomes)
	r.outcomes = append(r.outcomes, o)
}

// Get returns the outcome of a seed, and false if there is none.
func (r *Record) Get(seed string) (Outcome, bool) {
	i, ok := r.at[seed]
	if !ok {
		return Outcome{}, false
	}
	return r.outcomes[i], true
}

// Failed returns the outcomes of the seeds that failed.
func (r *Record) Failed() []Outcome {
	var failed []Outcome
	for _, o := range r.outcomes {
		if o.Cause != "" {
			failed = append(failed, o)
		}
	}
	return failed
}

// AllMissed reports whether there are seeds and none could be reached.
func (r *Record) AllMissed() bool {
	return len(r.outcomes) > 0 && !slices.ContainsFunc(r.outcomes, func(o Outcome) bool { return o.Cause == "" || o.Reached })
}
