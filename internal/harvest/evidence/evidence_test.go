package evidence_test

import (
	"fmt"
	"math"
	"testing"

	"sluice/internal/harvest/evidence"
)

func Example() {
	var s evidence.Sum
	s.Add(-3, "few documents are a given work")
	s.Add(5, "the title as printed")
	s.Add(-1, "without the subtitle")
	s.Add(3, "its author")
	fmt.Printf("%.2f %s\n", s.Confidence(), evidence.Words(s.Reasons(), true))
	// Output: 0.98 the title as printed, but: few documents are a given work, its author, but: without the subtitle
}

func TestConfidenceIsTheProbabilityOfTheSum(t *testing.T) {
	var s evidence.Sum
	if got := s.Confidence(); got != 0.5 {
		t.Errorf("without reasons: %v, want even odds", got)
	}
	s.Add(math.Log(19), "odds of 19 to 1")
	if got := s.Confidence(); math.Abs(got-0.95) > 1e-9 {
		t.Errorf("%v, want 0.95", got)
	}
}
