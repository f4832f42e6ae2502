package wiring

import (
	"testing"

	"sluice/topic"
)

// TestNamesOfExamplesJudgeNothing: a topic whose files were moved need not judge a library again.
func TestNamesOfExamplesJudgeNothing(t *testing.T) {
	of := func(example string, half float64) topic.Definition {
		return topic.Definition{Name: "sieves", Classes: []topic.Class{{Name: "sieves", Good: true, Words: "sieves", Half: half, Examples: []string{example}}}}
	}
	first := of("/before/a.txt", 0.5)
	if !judgeAlike(first, of("/after/a.txt", 0.5)) {
		t.Error("an example of another name makes another topic")
	}
	if judgeAlike(first, of("/before/a.txt", 0.4)) {
		t.Error("another half makes no other topic")
	}
	if first.Classes[0].Examples[0] != "/before/a.txt" {
		t.Error("the comparison changed the topic")
	}
}
