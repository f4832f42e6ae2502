package seedrecord_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"sluice/internal/crawler/internal/seedrecord"
)

func TestLastOutcomeOfASeedCounts(t *testing.T) {
	const a, b = "http://a.example/", "http://b.example/"
	refused := seedrecord.Outcome{Seed: a, Last: a, Cause: "connect: refused"}
	missing := seedrecord.Outcome{Seed: b, Last: b + "x", Cause: "status 404", Reached: true}
	for _, test := range []struct {
		name      string
		set       []seedrecord.Outcome
		failed    []seedrecord.Outcome
		allMissed bool
	}{
		{"no seed", nil, nil, false},
		{"one that was fetched", []seedrecord.Outcome{{Seed: a}}, nil, false},
		{"one that cannot be reached", []seedrecord.Outcome{refused}, []seedrecord.Outcome{refused}, true},
		{"one of two", []seedrecord.Outcome{refused, {Seed: b}}, []seedrecord.Outcome{refused}, false},
		{"one whose host answers with an error", []seedrecord.Outcome{missing}, []seedrecord.Outcome{missing}, false},
		{"a retry that succeeds", []seedrecord.Outcome{refused, {Seed: a}}, nil, false},
		{"a redirect whose target fails", []seedrecord.Outcome{{Seed: a}, refused}, []seedrecord.Outcome{refused}, true},
	} {
		var r seedrecord.Record
		for _, o := range test.set {
			r.Set(o.Seed, o)
		}
		if diff := cmp.Diff(test.failed, r.Failed()); diff != "" || r.AllMissed() != test.allMissed {
			t.Errorf("%s: AllMissed() = %t, want %t; Failed() (-want +got):\n%s", test.name, r.AllMissed(), test.allMissed, diff)
		}
	}
}
