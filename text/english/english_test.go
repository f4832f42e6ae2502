package english_test

import (
	"math"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"sluice/text/english"
)

func TestShareOfKnownWords(t *testing.T) {
	for text, want := range map[string]float64{
		"":                                    0,
		"1984 -- 2001 !?":                     0,
		"The library's pages link to readers": 1,
		"The makes of tables":                 1, // "makes" and "tables" have a final s that the list may lack
		"Colour and color, don't they?":       1,
		"EVERY WORD IS KNOWN":                 1,
		"house Wohnung":                       0.5,
		"Die Bibliothek wurde geschlossen":    0.25, // "die" is a word of both languages
		"図書館の本":                               0,
		"\xff\xfe":                            0,
	} {
		if got := english.Share(text); math.Abs(got-want) > 1e-9 {
			t.Errorf("%q: share %v, want %v", text, got, want)
		}
	}
}

func TestIsEnglish(t *testing.T) {
	for text, want := range map[string]bool{
		"The department offers courses in computer science.":                   true,
		"Das Institut bietet Vorlesungen in Informatik an, auch im Sommer.":    false,
		"Le département propose des cours d'informatique aux étudiants.":       false,
		"El departamento ofrece cursos de informática para todos los alumnos.": false,
		"house Wohnung": false, // half is not more than half
		"":              false,
	} {
		if got := english.Is(text); got != want {
			t.Errorf("%q: %t", text, got)
		}
	}
}

func TestLongTextsAreCut(t *testing.T) {
	if got := english.Share(strings.Repeat("web ", 1<<18) + strings.Repeat("xqzt ", 1<<20)); got != 1 {
		t.Errorf("share %v", got)
	}
}

func TestShareIsAShare(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		if s := english.Share(rapid.String().Draw(t, "text")); !(s >= 0 && s <= 1) {
			t.Fatalf("share %v", s)
		}
	})
}
