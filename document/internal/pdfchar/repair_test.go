package pdfchar_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"sluice/document/internal/pdfchar"
)

// page is the text of a page as package pdffile makes it of PDFium's.
func page(s string) string {
	return pdfchar.JoinWords(pdfchar.CleanPage(pdfchar.MarkLost(s)))
}

func TestLostGlyphsAreRestoredByTheWordsOfTheDocument(t *testing.T) {
	// A glyph without any number, as package pdffile marks it.
	unknown := string(pdfchar.LostMark(0, 'a', 'b'))
	for what, c := range map[string]struct{ in, want string }{
		"one number":                      {"An e\x01cient way, its e\x01ciency and di\x01culty", "An efficient way, its efficiency and difficulty"},
		"several numbers":                 {"The e\x00ect of a de\x01nite in\x03uence, the \x01rst", "The effect of a definite influence, the first"},
		"no number":                       {"The e" + unknown + "ect of o" + unknown + "cial in" + unknown + "uence, dicult", "The effect of official influence, dicult"},
		"word of the document":            {"Die Schi\x1bahrt. Schiffahrt", "Die Schiffahrt. Schiffahrt"},
		"unknown word, number is certain": {"An e\x0ecient, di\x0ecult Ba\x0en", "An efficient, difficult Baffin"},
		"name, number is certain":         {"An e\x0ecient, di\x0ecult Zo\x0en", "An efficient, difficult Zoffin"},
		"capital":                         {"\x01nding \x01elds. \x01gure", "finding fields. figure"},
		"sign beside a word":              {"x \x0fthe and \x15words\x15 are", "x the and words are"},
		"sign of a formula":               {"for a\x00b and n\x00m", "for ab and nm"},
		"between words":                   {"one\x0btwo three", "one two three"},
		"a hyphen that is lost, too":      {"an e\x01cient\x0flooking, signi\x02cant\x0fand di\x01cult way", "an efficientlooking, significantand difficult way"},
		"the letter c":                    {"Reinfor\rement, a\rtion spa\re, and \rontinuous", "Reinforcement, action space, and continuous"},
		"two in a word":                   {"A \x01re\x03y is \x01ne, in \x01re of \x01elds, \x01rst a \x03ower, a \x03avour, and to \x03y", "A firefly is fine, in fire of fields, first a flower, a flavour, and to fly"},
	} {
		s := page(c.in)
		if got := pdfchar.NewRepair(s).Mend(s); got != c.want {
			t.Errorf("%s: %q, want %q", what, got, c.want)
		}
	}
}

func TestLinesAreRestoredByTheWordsOfTheDocument(t *testing.T) {
	r := pdfchar.NewRepair(page("An e\x0ecient, di\x0ecult way"))
	if got, want := r.Mend(page("On Zo\x0en")), "On Zoffin"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// TestLigaturesWithoutAnyGlyphAreRestored covers texts in which programs left the ligatures out, or wrote a space.
func TestLigaturesWithoutAnyGlyphAreRestored(t *testing.T) {
	rest := strings.Repeat("Most words of this long text have none of them, and so they are as they were. ", 8)
	for what, c := range map[string]struct{ in, want string }{
		"left out":                   {rest + "The eciency of oces is dicult. Ocial.", rest + "The efficiency of offices is difficult. Official."},
		"spaces":                     {rest + "The e ciency of o ces is di cult; E cient o cials.", rest + "The efficiency of offices is difficult; Efficient officials."},
		"too few words":              {rest + "The eciency of oces.", rest + "The eciency of oces."},
		"words that have them":       {rest + "The eciency of oces is dicult. Efficiency, offices, difficult, official, officer.", rest + "The eciency of oces is dicult. Efficiency, offices, difficult, official, officer."},
		"words as they are":          {rest + "The eciency of oces is dicult in a car, on the cult.", rest + "The efficiency of offices is difficult in a car, on the cult."},
		"words that two would be":    {rest + "The eciency of oces is dicult. A ba ed zed.", rest + "The efficiency of offices is difficult. A ba ed zed."},
		"text with all of its words": {rest + "Traffic of the trac in fields, offices, effects.", rest + "Traffic of the trac in fields, offices, effects."},
	} {
		if got := pdfchar.NewRepair(c.in).Mend(c.in); got != c.want {
			t.Errorf("%s: %q, want %q", what, strings.TrimPrefix(got, rest), strings.TrimPrefix(c.want, rest))
		}
	}
}

func TestWordsRunTogetherAreSeparated(t *testing.T) {
	for in, want := range map[string]string{
		"andsuchtreesarecountedbythedoublesum in (2.25).":            "and such trees are counted by the double sum in (2.25).",
		"Inthisappendixweprovidethederivations":                      "In this appendix we provide the derivations",
		"whichcontradictstheinvarianceof. An invariance, invariance": "which contradicts the invariance of. An invariance, invariance",
		"shouldBeExecutedOnNative":                                   "shouldBeExecutedOnNative",
		"http://www.example.org/thewordsofthedocumentarehere.html":   "http://www.example.org/thewordsofthedocumentarehere.html",
		"Kinder- und Jugendpsychotherapieausbildung":                 "Kinder- und Jugendpsychotherapieausbildung",
		"antidisestablishmentarianism":                               "antidisestablishmentarianism",
		"donaudampfschifffahrtsgesellschaft":                         "donaudampfschifffahrtsgesellschaft",
		"onnxqzthewordsofthedocumentarexyzzyqq":                      "onnxqzthewordsofthedocumentarexyzzyqq",
	} {
		text := in + "\nThe words of this text are those of English, and they tell it by their number in all of it."
		got := strings.Split(pdfchar.NewRepair(text).Mend(text), "\n")[0]
		if got != want {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
	}
}

func TestWordsOfOtherLanguagesStayTogether(t *testing.T) {
	s := "Ook wij hebben een interpretatietrainingzonderangst en willen dat het zo blijft als het nu altijd is."
	if got := pdfchar.NewRepair(s).Mend(s); got != s {
		t.Errorf("%q", got)
	}
}

func TestMarksOfLostGlyphsReachNobody(t *testing.T) {
	for _, s := range []string{"a\ufdd0b", "\ufdef", "x\ufdd1", "a\x1cb c\x00d"} {
		if got := pdfchar.Clean(s); strings.ContainsFunc(got, func(r rune) bool { return r >= 0xfdd0 && r <= 0xfdef }) {
			t.Errorf("Clean(%q) = %q", s, got)
		}
	}
}

// TestRepairIsBounded: of very many lost glyphs the last are dropped, and of very many words run together the last are left.
func TestRepairIsBounded(t *testing.T) {
	const lost, glued = 1<<17 + 10, 3000
	s := strings.Repeat("e\ufdd1cient ", lost)
	got := pdfchar.NewRepair(s).Mend(s)
	if n, m := strings.Count(got, "efficient "), strings.Count(got, "ecient "); n+m != lost || m == 0 || n == 0 {
		t.Errorf("%d restored, %d dropped, of %d", n, m, lost)
	}
	s = strings.Repeat("thewordsofthedocumentarehere and more words of it\n", glued)
	got = pdfchar.NewRepair(s).Mend(s)
	if n, m := strings.Count(got, "the words of the document are here"), strings.Count(got, "thewords"); n+m != glued || n == 0 || m == 0 {
		t.Errorf("%d separated, %d left, of %d", n, m, glued)
	}
}

func FuzzRepair(f *testing.F) {
	f.Add("An e\x0ecient \x00 way \ufdd0\ufdefx", "e\x0ecient")
	f.Add(strings.Repeat("dicult oces eciency ", 50), "o ces")
	f.Add("thewordsofthedocumentarehereinthetext", "\xff")
	f.Fuzz(func(t *testing.T, text, line string) {
		text, line = page(strings.ToValidUTF8(text, "")), page(strings.ToValidUTF8(line, ""))
		r := pdfchar.NewRepair(text)
		for _, s := range []string{text, line} {
			got := r.Mend(s)
			if !utf8.ValidString(got) || len(got) > 4*len(s) || strings.Count(got, "\n") != strings.Count(s, "\n") || strings.ContainsFunc(got, func(r rune) bool { return r >= 0xfdd0 && r <= 0xfdef }) {
				t.Errorf("%q of %q", got, s)
			}
		}
	})
}

// The ogonek hangs at the right foot of its letter, where the middle of another accent is too far from that of the letter.
func TestOgonekIsBroughtToItsLetter(t *testing.T) {
	for _, test := range []struct {
		name   string
		accent rune
		want   rune
	}{{"ogonek", '˛', 'Ą'}, {"acute", '´', 0}} {
		t.Run(test.name, func(t *testing.T) {
			all := []pdfchar.Ink{{R: test.accent, X0: 6, X1: 8, Y0: 7, Y1: 10}, {R: 'A', X0: 0, X1: 8, Y0: 0, Y1: 8}}
			if at, got, ok := pdfchar.Accented(all, 0); ok != (test.want != 0) || ok && (at != 1 || got != test.want) {
				t.Errorf("got %q at %d, %v", got, at, ok)
			}
		})
	}
}
