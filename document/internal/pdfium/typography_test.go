package pdfium_test

import (
	"fmt"
	"strings"
	"testing"

	"sluice/internal/pdf"
)

// widths of capitals of Times, in 1/1000 of the size.
var widths = map[rune]float64{'A': 722, 'B': 667, 'C': 667, 'D': 722, 'E': 611, 'H': 722, 'I': 333, 'L': 611, 'N': 722, 'O': 722, 'P': 556, 'R': 667, 'S': 556, 'T': 611, 'U': 722}

// smallCapitals prints words, each with a large first letter and a gap behind it.
func smallCapitals(y, large, small, gap float64, s string) string {
	var b strings.Builder
	x := 50.0
	for _, word := range strings.Fields(s) {
		for i, r := range word {
			size := small
			if i == 0 {
				size = large
			}
			b.WriteString(printed("R", size, x, y, string(r)))
			if x += widths[r] * size / 1000; i == 0 {
				x += gap * large
			}
		}
		x += 0.3 * large
	}
	return b.String()
}

// narrow prints words with a narrow gap, in 1/1000 of the size, between them.
func narrow(y float64, gap int, s string) string {
	return fmt.Sprintf("BT /R 12 Tf 50 %g Td [(%s)] TJ ET\n", y, strings.ReplaceAll(s, " ", fmt.Sprintf(") -%d (", gap)))
}

func TestWordsAreReadAsTheyArePrinted(t *testing.T) {
	p := pool(t)
	text := func(y float64, s string) string { return printed("R", 12, 50, y, s) }
	// A page of formulas, whose words are short.
	formulas := text(700, "We say so in the words of a text") + text(680, "x y = a b + c d - 1 2") + text(660, "a = b c d e f + 7 x") + text(640, "x = 1 + 2 a b c d") + text(620, "so it is")
	for what, c := range map[string]struct{ page, want string }{
		"small capitals near":             {smallCapitals(700, 12, 9.6, 0.05, "THE TITLE IN SPACED CAPS"), "THE TITLE IN SPACED CAPS"},
		"small capitals apart":            {smallCapitals(700, 12, 9.6, 0.2, "THE TITLE IN SPACED CAPS"), "THE TITLE IN SPACED CAPS"},
		"heading that begins with a word": {smallCapitals(700, 10, 8, 0.17, "ABSTRACT") + smallCapitals(600, 10, 8, 0.17, "INTRODUCTION"), "ABSTRACT\nINTRODUCTION"},
		"small capitals beside the page":  {smallCapitals(700, 12, 9.6, 0.2, "THE TITLE") + printed("R", 12, 5000, 640, "beside"), "THE TITLE"},
		"a word of one letter":            {printed("R", 12, 50, 700, "A") + printed("R", 9.6, 50+722*0.012+3, 700, "TOOL"), "A TOOL"},
		"letters of one size":             {text(700, "PLAN B OR C"), "PLAN B OR C"},
		"ligatures with low numbers":      {text(700, "An e\\001cient, signi\\002cant way; its e\\001ciency, di\\001culty and de\\002nition, and \\002elds"), "An efficient, significant way; its efficiency, difficulty and definition, and fields"},
		"a narrow line":                   {narrow(700, 110, "We present a new method for the run of lines"), "We present a new method for the run of lines"},
		"a narrow line among others":      {text(720, "Words are here") + narrow(700, 110, "as we present new methods of sieves") + text(680, "and there"), "Words are here\nas we present new methods of sieves\nand there"},
		"a long word":                     {narrow(700, 100, "Donaudampfschifffahrtsgesellschaft"), "Donaudampfschifffahrtsgesellschaft"},
		"a name of a program":             {text(700, "getLastSelectedPathComponentOfTree"), "getLastSelectedPathComponentOfTree"},
		"a page of formulas":              {formulas, "We say so in the words of a text\nx y = a b + c d - 1 2\na = b c d e f + 7 x\nx = 1 + 2 a b c d\nso it is"},
		"a raised star":                   {text(700, "Sieves of the Rivers") + printed("R", 8, 146.5, 704.5, "?") + text(680, "Are they fine?"), "Sieves of the Rivers⋆\nAre they fine?"},
		"ligatures of a font's own":       {text(700, "An e\\016cient way: di\\013erent, di\\016cult, o\\016cial"), "An efficient way: different, difficult, official"},
		"ligatures with other numbers":    {text(700, "An e\\001cient way, its e\\001ciency and di\\001culty"), "An efficient way, its efficiency and difficulty"},
	} {
		d := read(t, p, made(t, document(c.page)...))
		if got := strings.Trim(d.Text, "\n\f"); got != c.want && what != "a page of formulas" {
			t.Errorf("%s: text %q, want %q", what, got, c.want)
		} else if what == "a page of formulas" && !strings.Contains(got, "We say so in the words of a text") {
			t.Errorf("%s: text %q", what, got)
		}
		var lines []string
		for _, l := range d.Lines {
			lines = append(lines, l.Text)
		}
		if got := strings.Join(lines, "\n"); strings.ReplaceAll(got, "  ", " ") != c.want {
			t.Errorf("%s: lines %q, want %q", what, got, c.want)
		}
	}
}

// TestGlyphsWithoutALetterAreRestored covers a font whose map says that its ligature is no character.
func TestGlyphsWithoutALetterAreRestored(t *testing.T) {
	objects := document(printed("R", 12, 50, 700, "An e\\001cient way, its e\\001ciency and di\\001culty"))
	objects = append(objects, pdf.Stream("", "/CIDInit /ProcSet findresource begin begincmap 1 begincodespacerange <00> <ff> endcodespacerange\n"+
		"1 beginbfrange <20> <7e> <0020> endbfrange 1 beginbfchar <01> <0000> endbfchar endcmap end"))
	objects[2] = strings.Replace(objects[2], ">>", fmt.Sprintf("/ToUnicode %d 0 R >>", len(objects)), 1)
	d := read(t, pool(t), made(t, objects...))
	if got, want := strings.Trim(d.Text, "\n\f"), "An efficient way, its efficiency and difficulty"; got != want {
		t.Errorf("text %q, want %q", got, want)
	}
	if len(d.Lines) != 1 || d.Lines[0].Text != "An efficient way, its efficiency and difficulty" {
		t.Errorf("lines %+v", d.Lines)
	}
}
