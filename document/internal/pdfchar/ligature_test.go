package pdfchar_test

import (
	"strings"
	"testing"

	"sluice/document/internal/pdfchar"
)

func TestLigaturesOfFontsWithoutMapsAreRestored(t *testing.T) {
	for _, c := range []struct{ what, in, want string }{
		{"encoding of old fonts of TeX", "We de\x0cne a di\x0berent, e\x0ecient \x0dow: its in\x0duence.\r\n", "We define a different, efficient flow: its influence.\r\n"},
		{"encoding of newer ones", "On dé\x1cnit a\x1cn de di\x1bérents, di\x1ecile", "On définit afin de différents, difficile"},
		{"order of another font", "An ine\x1cciency; di\x1derent; \x1eow; con\x1bgure; \x1eexible", "An inefficiency; different; flow; configure; flexible"},
		{"signs of formulas", "We de\x0cne x \x0b y and \x14x \x0c 1, a\x0cγ", "We define x \x0b y and \x14x \x0c 1, a\x0cγ"},
		{"signs without a word", "a\x0bbc \x0b", "a\x0bbc \x0b"},
		{"a carriage return for c", "The apa\rity fun\rtion of asso\riative memory, whi\rh de\rays, \ran be \ralled\r\nstohasti\r\r\n",
			"The apacity function of associative memory, which decays, can be called\r\nstohastic\r\n"},
		{"a sign before words", "e : A \x0cctx and \x0cctx", "e : A \x0cctx and \x0cctx"},
		{"carriage returns between letters", "A\rt\ri\ro\rn\r of Agent\r and Environment\r", "A\rt\ri\ro\rn\r of Agent\r and Environment\r"},
		{"line ends", "one\r\ntwo\r\nthree\r", "one\r\ntwo\r\nthree\r"},
	} {
		var l pdfchar.Ligatures
		if got := pdfchar.Clean(l.Restore(c.in)); got != pdfchar.Clean(c.want) {
			t.Errorf("%s: %q, want %q", c.what, got, c.want)
		}
	}
}

func TestLigaturesOfEarlierPagesCount(t *testing.T) {
	var l pdfchar.Ligatures
	l.Restore("a di\x1derent con\x1bguration")
	if got := pdfchar.Clean(l.Restore("bu\x1der xy\x1bzw")); got != "buffer xyfizw" {
		t.Errorf("%q", got)
	}
}

func FuzzLigatures(f *testing.F) {
	f.Add("We de\x0cne a di\x0berent \x0dow.\r\n\r", "\x1b\r\r")
	f.Fuzz(func(t *testing.T, one, two string) {
		var l pdfchar.Ligatures
		for _, s := range []string{one, two} {
			got := l.Restore(s)
			if n, m := strings.Count(got, "\n"), strings.Count(s, "\n"); n != m || len(got) > 3*len(s)+3 {
				t.Errorf("%q of %q", got, s)
			}
		}
	})
}
