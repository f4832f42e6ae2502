package hocr_test

import (
	"fmt"
	"strings"
	"testing"

	"sluice/document/content"
	"sluice/document/internal/hocr"
)

// page is hOCR of lines, as Tesseract writes it.
func page(lines ...string) string {
	return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">
<html xmlns="http://www.w3.org/1999/xhtml"><head><title></title><meta name='ocr-system' content='tesseract 5.3.0' /></head><body>
<div class='ocr_page' id='page_1' title='image "page.pgm"; bbox 0 0 2550 3300; ppageno 0; scan_res 300 300'><div class='ocr_carea'><p class='ocr_par'>` +
		strings.Join(lines, "\n") + `</p></div></div></body></html>`
}

// line is a line at a height, with words that are 100 pixels wide, 20 apart.
func line(y int, size float64, words ...string) string {
	var b strings.Builder
	fmt.Fprintf(&b, `<span class='ocr_line' title="bbox 300 %d %d %d; baseline 0 -9; x_size %g; x_descenders 9">`, y, 280+120*len(words), y+50, size)
	for i, w := range words {
		fmt.Fprintf(&b, `<span class='ocrx_word' title='bbox %d %d %d %d; x_wconf 90'>%s</span>`, 300+120*i, y, 400+120*i, y+50, w)
	}
	return b.String() + "</span>"
}

func TestPageOfTesseract(t *testing.T) {
	p := hocr.Read([]byte(page(
		line(300, 75, "Sieves", "&amp;", "<strong>Sand</strong>"),
		`<span class='ocr_header' title="bbox 300 400 900 450; x_size 40"><span class='ocrx_word' title='bbox 300 400 400 450; x_wconf 90'>left</span>`+
			`<span class='ocrx_word' title='bbox 700 400 900 450; x_wconf 90'>right</span></span>`,
		line(500, 50, "of", "the", "effi-"), line(560, 51, "cient", "sieve"), line(620, 49, "|"),
		`<span class='ocr_line' title="bbox 0 0 9 9; x_size 50"><span class='ocrx_word' title='bbox 0 0 9 9; x_wconf 3'>dirt</span></span>`,
	)), 300)
	if want := "Sieves & Sand\nleft right\nof the efficient sieve\n"; p.Text != want {
		t.Errorf("text %q, want %q", p.Text, want)
	}
	if p.Words != 11 || p.Confidence != 90 {
		t.Errorf("%d words, %.1f %%", p.Words, p.Confidence)
	}
	for i, want := range []content.Line{
		{Text: "Sieves & Sand", X: 72, Y: 72, W: 81.6, H: 12, Size: 18}, {Text: "left  right", X: 72, Y: 96, W: 144, H: 12, Size: 9.6},
		{Text: "of the effi-", X: 72, Y: 120, W: 81.6, H: 12, Size: 12}, {Text: "cient sieve", X: 72, Y: 134.4, W: 52.8, H: 12, Size: 12},
	} {
		if i >= len(p.Lines) || p.Lines[i] != want {
			t.Errorf("line %d of %+v, want %+v", i, p.Lines, want)
		}
	}
}

func TestBlankPages(t *testing.T) {
	for what, c := range map[string]struct {
		in   string
		want bool
	}{
		"page without words":     {page(), true},
		"rules and dirt":         {page(line(1, 10, "|", "—", ".")), true},
		"a word without letters": {page(line(1, 10, " ")), true},
		"a word":                 {page(line(1, 10, "w")), false},
		"handwriting":            {page(strings.ReplaceAll(line(1, 10, "w"), "x_wconf 90", "x_wconf 3")), false},
		"no page":                {"Segmentation fault", false},
		"nothing":                {"", false},
	} {
		if p := hocr.Read([]byte(c.in), 300); p.Blank != c.want || p.Blank && p.Text != "" {
			t.Errorf("%s: %+v, want blank: %t", what, p, c.want)
		}
	}
}

func TestHostilePages(t *testing.T) {
	word := `<span class='ocrx_word' title='bbox 1 1 2 2; x_wconf 90'>w</span>`
	for what, c := range map[string]struct {
		in    string
		words int
	}{
		"nothing":                {"", 0},
		"no hOCR":                {"Segmentation fault", 0},
		"a word without a line":  {page(word), 0},
		"a box without an end":   {page(`<span class='ocr_line' title="bbox 1 1 NaN 1e99">` + word + `</span>`), 0},
		"a negative box":         {page(`<span class='ocr_line' title="bbox -1 1 1 1">` + word + `</span>`), 0},
		"an endless word":        {page(line(1, 10, strings.Repeat("w", 1<<20), "w")), 1},
		"a page that breaks off": {strings.TrimSuffix(page(line(1, 10, "w")), "</p></div></div></body></html>"), 1},
		"a second page":          {page(line(1, 10, "w"), `<div class='ocr_page'>`, line(1, 10, "w")), 1},
		"an unknown entity":      {page(line(1, 10, "&nope;w")), 1},
		"an invalid character":   {page(line(1, 10, "&#0;w")), 0},
	} {
		if p := hocr.Read([]byte(c.in), 300); p.Words != c.words || len(p.Lines) > c.words || len(p.Text) > 1000 {
			t.Errorf("%s: %+v, want %d words", what, p, c.words)
		}
	}
	many := strings.Repeat(word, 100_000)
	if p := hocr.Read([]byte(page(`<span class='ocr_line' title="bbox 1 1 2 2">`+many)), 300); p.Words > 20_000 {
		t.Errorf("%d words", p.Words)
	}
}

func FuzzRead(f *testing.F) {
	f.Add(page(line(300, 75, "Sieves", "&amp;", "Sand-"), line(400, 50, "and")))
	f.Add(page(`<span class='ocr_line' title="bbox 1 1 2 2; x_size 1e5">`))
	f.Fuzz(func(t *testing.T, in string) {
		p := hocr.Read([]byte(in), 300)
		for _, l := range p.Lines {
			if l.Size < 0 || l.W < 0 || l.H < 0 || l.X < 0 || l.Y < 0 || l.X > 1e5 || strings.Contains(l.Text, "\n") {
				t.Errorf("%+v", l)
			}
		}
		if len(p.Text) > 2<<20 || p.Confidence < 0 || p.Confidence > 100 {
			t.Errorf("%d bytes, %g %%", len(p.Text), p.Confidence)
		}
	})
}
