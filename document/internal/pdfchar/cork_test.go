package pdfchar

import (
	"strings"
	"testing"
	"unicode/utf8"
)

func TestCorkEncoding(t *testing.T) {
	polish := "Wi¦kszo±¢ algorytmów sªu»y do obliczania warto±ci wªasnych. Badania pokazaªy, »e czas dziaªania ro±nie.\n"
	for _, test := range []struct{ name, text, want string }{
		{"Polish", polish, "Większość algorytmów służy do obliczania wartości własnych. Badania pokazały, że czas działania rośnie.\n"},
		{"Romanian", strings.Repeat("Rezolvarea ecuaµiilor ³i funcµiilor, cunoa³tem.\n", 4), strings.Repeat("Rezolvarea ecuaţiilor şi funcţiilor, cunoaştem.\n", 4)},
		{"units beside words", polish + "20 cm² at 30° ± 2, 5 µm\n", "Większość algorytmów służy do obliczania wartości własnych. Badania pokazały, że czas działania rośnie.\n20 cm² at 30° ± 2, 5 µm\n"},
		{"Catalan and ordinals", strings.Repeat("La col·lecció, 1ª i 2º, paral·lel; l’intel·lecte.\n", 9), strings.Repeat("La col·lecció, 1ª i 2º, paral·lel; l’intel·lecte.\n", 9)},
		{"prices and units", strings.Repeat("£5, 30 µm, ±2, § 4, 3 ¢, b±c\n", 9), strings.Repeat("£5, 30 µm, ±2, § 4, 3 ¢, b±c\n", 9)},
	} {
		t.Run(test.name, func(t *testing.T) {
			got := NewRepair(test.text).Mend(test.text)
			if got != test.want {
				t.Errorf("got  %q\nwant %q", got, test.want)
			}
		})
	}
}

// FuzzCork: restoring keeps the number of characters, and all that have no codes of the letters.
func FuzzCork(f *testing.F) {
	f.Add("wi¦kszo±¢ sªu»y")
	f.Fuzz(func(t *testing.T, s string) {
		if !utf8.ValidString(s) {
			return
		}
		hasCork(s)
		got := []rune(restoreCork(s))
		for i, r := range []rune(s) {
			if i >= len(got) || r != got[i] && r != 'μ' && (r < corkFirst || r >= corkFirst+rune(len(corkLetters))) {
				t.Fatalf("%q becomes %q", s, string(got))
			}
		}
	})
}
