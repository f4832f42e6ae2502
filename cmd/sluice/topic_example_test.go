package main

import (
	"slices"
	"strings"
	"testing"
)

func TestExamplesAreNamedOnce(t *testing.T) {
	good, bad, err := examplesOf([]string{"a.html", "./a.html", "http://a.example", "http://A.example/", "b.html"}, []string{"c.html", "c.html"})
	if err != nil {
		t.Fatal(err)
	}
	if want := []string{"a.html", "http://a.example", "b.html"}; !slices.Equal(good, want) {
		t.Errorf("good examples %q, want %q", good, want)
	}
	if want := []string{"c.html"}; !slices.Equal(bad, want) {
		t.Errorf("bad examples %q, want %q", bad, want)
	}
}

func TestExampleIsNotGoodAndBad(t *testing.T) {
	for _, pair := range [][2]string{{"a.html", "./a.html"}, {"http://a.example", "http://a.example/"}} {
		if _, _, err := examplesOf(pair[:1], pair[1:]); err == nil || !strings.Contains(err.Error(), pair[0]+" is a good and a bad example") {
			t.Errorf("good %s, bad %s: error %v", pair[0], pair[1], err)
		}
	}
}
