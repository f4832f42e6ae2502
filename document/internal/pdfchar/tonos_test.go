package pdfchar_test

import (
	"testing"

	"sluice/document/internal/pdfchar"
)

// TestCleanBringsTheGreekAccentToItsCapital covers old fonts, which print the accent of a capital before it.
func TestCleanBringsTheGreekAccentToItsCapital(t *testing.T) {
	for printed, want := range map[string]string{"΄Αμμος": "Άμμος", "΄Ενα": "Ένα", "΄Β": "΄Β", "ἄμμος": "ἄμμος"} {
		if got := pdfchar.Clean(printed); got != want {
			t.Errorf("Clean(%q) = %q, want %q", printed, got, want)
		}
	}
}
