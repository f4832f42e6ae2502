package pdfchar_test

import (
	"strings"
	"testing"

	"sluice/document/internal/pdfchar"
)

func TestExclamationMarksBetweenLettersAreSpaces(t *testing.T) {
	line := "Grains!of!the!river!are!counted,!then!weighed.!\n"
	text := strings.Repeat(line, 5) + "Stop! It is deep!\n"
	r := pdfchar.NewRepair(text)
	for part, want := range map[string]string{
		line:                 "Grains of the river are counted, then weighed. \n",
		"Chapter!2!= Sand!":  "Chapter 2 = Sand ",
		"Stop! It is deep!":  "Stop! It is deep!",
		"Sand and its grain": "Sand and its grain",
	} {
		if got := r.Mend(part); got != want {
			t.Errorf("Mend(%q) = %q, want %q", part, got, want)
		}
	}
	const shout = "Stop!Now!Go!\n"
	if got := pdfchar.NewRepair(shout + "The river is deep.\n").Mend(shout); got != shout {
		t.Errorf("of a text with few such marks Mend(%q) = %q", shout, got)
	}
}
