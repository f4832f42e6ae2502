package pdfchar

import (
	"strings"
	"testing"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"
)

// latin1 returns a text in a code page as a reader shows it that takes the codes for those of ISO 8859-1.
func latin1(t testing.TB, page *charmap.Charmap, s string) string {
	var b strings.Builder
	for _, r := range s {
		c, ok := page.EncodeRune(r)
		if !ok {
			t.Fatalf("%v has no %q", page, r)
		}
		b.WriteRune(rune(c))
	}
	return b.String()
}

// macRoman returns a text in Windows-1251 as a program shows it that takes the codes for those of Mac OS Roman.
func macRoman(t testing.TB, s string) string {
	var b strings.Builder
	for _, r := range s {
		c, ok := charmap.Windows1251.EncodeRune(r)
		if !ok {
			t.Fatalf("Windows-1251 has no %q", r)
		}
		b.WriteRune(charmap.Macintosh.DecodeByte(c))
	}
	return b.String()
}

const (
	russian = "Московский государственный университет\nКафедра математической статистики\nАлгоритмы оценивания параметров, 2020: часть 1\n"
	greek   = "Πανεπιστήμιο Πειραιώς\nΤμήμα Ψηφιακών Συστημάτων, 2022\nΗ εργασία αυτή περιγράφει τα αποτελέσματα της μελέτης\n"
)

func TestMisreadCodePage(t *testing.T) {
	english, french, german := "The river is deep.\n", "À l’été, où êtes-vous allé ? Déjà là-bas, près du château.\n", "Öl und Äpfel: übergroße Hühner gehören in ähnliche Körbe.\n"
	tests := []struct{ name, text, want string }{
		{"windows-1251", latin1(t, charmap.Windows1251, russian), russian},
		{"windows-1251 beside English", english + latin1(t, charmap.Windows1251, russian) + english, english + russian + english},
		{"windows-1251 as Mac OS Roman", macRoman(t, russian), russian},
		{"koi8-r", latin1(t, charmap.KOI8R, russian), russian},
		{"windows-1253", latin1(t, charmap.Windows1253, greek), greek},
		{"Russian", russian, russian},
		{"French", french, french},
		{"German", german, german},
		{"few letters", latin1(t, charmap.Windows1251, "Москва\n"), latin1(t, charmap.Windows1251, "Москва\n")},
		{"no language", strings.Repeat("Þß Ðþ×÷ øØÆ\n", 20), strings.Repeat("Þß Ðþ×÷ øØÆ\n", 20)},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if got := NewRepair(test.text).Mend(test.text); got != test.want {
				t.Errorf("got  %q\nwant %q", got, test.want)
			}
		})
	}
}

// FuzzMisread: reading anew keeps the number of characters, and all that have codes below those of the letters.
func FuzzMisread(f *testing.F) {
	f.Add(latin1(f, charmap.Windows1251, russian))
	f.Add(latin1(f, charmap.Windows1253, greek))
	f.Add("\xff\xfe")
	f.Fuzz(func(t *testing.T, s string) {
		if !utf8.ValidString(s) {
			return // texts of documents are valid
		}
		m := newMisread(s)
		if m == nil {
			return
		}
		got := []rune(m.read(s))
		for i, r := range []rune(s) {
			if i >= len(got) || r != got[i] && !isHigh(r) {
				t.Fatalf("%q becomes %q", s, string(got))
			}
		}
	})
}
