package report

import (
	"fmt"
	"testing"

	"sluice/internal/catalogue"
)

func TestChallengesBeyondATableAreCountedTogether(t *testing.T) {
	var all []catalogue.ChallengeCount
	for i := range maxRows + 2 {
		all = append(all, catalogue.ChallengeCount{Host: fmt.Sprint(i), URLs: 2})
	}
	got := shortenChallenges(all)
	if last := got[len(got)-1]; len(got) != maxRows || last.Host != "(3 more)" || last.URLs != 6 {
		t.Errorf("%d rows, the last is %+v", len(got), last)
	}
	if got := shortenChallenges(all[:maxRows]); len(got) != maxRows || got[maxRows-1].Host != fmt.Sprint(maxRows-1) {
		t.Errorf("%d rows of %d", len(got), maxRows)
	}
}
