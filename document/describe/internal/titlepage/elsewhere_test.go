package titlepage

import (
	"slices"
	"testing"
)

func TestWordsOfAFileAreThoseThatATitleMayHave(t *testing.T) {
	for address, want := range map[string][]string{
		"http://sand.example/reports/SieveReport_2019-final.pdf": {"sieve", "report", "final"},
		"http://sand.example/Über%20die%20Siebe.docx":            {"uber", "die", "siebe"},
		"http://sand.example/chapter05.pdf":                      nil,
		"http://sand.example/":                                   nil,
		"http://sand.example/sieve-sieve.pdf":                    {"sieve"},
		"":                                                       nil,
		"http://%zz/":                                            nil,
	} {
		if got := wordsOfFile(address); !slices.Equal(got, want) {
			t.Errorf("%q: %q, want %q", address, got, want)
		}
	}
}

func TestRepeatedLinesAreFoundInTheText(t *testing.T) {
	e := NewElsewhere(nil, "", "The Mesh of\nSieves\n\fThe Mesh of Sieves\nis long. The Mesh of Colanders")
	ends := e.places("themeshof")
	if len(ends) != 3 {
		t.Fatalf("%d places, want 3", len(ends))
	}
	if got := len(e.follow(ends, "sieves")); got != 2 {
		t.Errorf("%d places go on, want 2", got)
	}
	if got := e.places("the"); got != nil {
		t.Errorf("a short line has places: %v", got)
	}
}

func TestTitlesOfOtherSourcesHaveParts(t *testing.T) {
	e := NewElsewhere(map[string]bool{"themeshofsieves": true}, "", "")
	for letters, want := range map[string]int{
		"themeshof": 1, "meshofsieves": 2, "themeshofsievesandsand": 3, "onthemeshofsieves": 4, "themeshofsieves": 0, "rivers and sand": 0, "mesh": 0,
	} {
		if got := e.part(letters); got != want {
			t.Errorf("%s: %d, want %d", letters, got, want)
		}
	}
	if !e.joins("themesh", "ofsieves") || e.joins("themesh", "ofsand") {
		t.Error("the title goes on from one line to the next, and not to another")
	}
}

func TestPairsOfFactsJoinTheirValues(t *testing.T) {
	a, b := pairIndex[0][0], pairIndex[0][1]
	facts := addPairs([]Fact{{uint8(a), 2}, {uint8(b), 3}}, 0)
	want := Fact{uint8(len(lineFeatures)), uint8(2*linePairs[0].n + 3)}
	if len(facts) != 3 || facts[2] != want {
		t.Errorf("%v, want %v behind two facts", facts, want)
	}
	if facts := addPairs([]Fact{{uint8(a), 2}}, 0); len(facts) != 1 {
		t.Errorf("%v: one fact alone makes a pair", facts)
	}
}
