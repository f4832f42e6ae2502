package pdffile

import (
	"slices"
	"strings"
	"unicode/utf16"

	"github.com/tetratelabs/wazero/api"

	"sluice/document/content"
	"sluice/document/internal/pdfchar"
	"sluice/document/internal/pdfengine"
)

// maxPlaced is up to how many characters of a page are looked at one by one.
const maxPlaced = 1 << 20

// text is all text of a page in the order of its content, as PDFium splits it
// into words and lines.
func (f *file) text(page, text uint64, chars int) string {
	// Each character needs two bytes of PDFium's memory, in addition to the text here.
	const most = content.MaxText / 2
	if chars <= 0 {
		return ""
	} else if chars > most {
		chars, f.cut = most, content.CutSize
	}
	at, err := f.Alloc(2*chars + 2)
	if err != nil {
		f.cut = content.CutSize
		return ""
	}
	n := f.DoInt("FPDFText_GetText", text, 0, uint64(chars), uint64(at))
	all := pdfengine.Utf16String(f.View(at, 2*max(0, min(n, chars+1))))
	f.Free(at)
	all = f.withSmallCapitals(text, f.ligatures.Restore(all))
	spaced := isSpaced(all)
	if spaced {
		all = f.ligatures.Restore(f.joined(text, chars, all))
	}
	shown, ok := f.shown(page)
	if ok && chars <= maxPlaced && (pdfchar.HasAccent(all) || !spaced && (pdfchar.HasSpacedLine(all) || pdfchar.HasGluedWords(all)) || f.outside(shown, text, chars)) {
		return f.ligatures.Restore(f.placed(shown, text, chars))
	}
	if spaced { // it has other characters than PDFium counts
		return all
	}
	all = f.withLostInWords(text, f.withRaised(text, all))
	if n <= chars && chars <= maxPlaced { // it is shorter than the page: it lacks the glyphs that have no letter
		all = f.withLost(text, chars, all)
	}
	return all
}

// outside reports whether a page has text that is not on it, as slides have
// that appear bit by bit.
func (f *file) outside(shown box, text uint64, chars int) bool {
	at := uint64(f.Scratch)
	for i := range min(f.DoInt("FPDFText_CountRects", text, 0, uint64(chars)), maxChars) {
		if f.Do("FPDFText_GetRect", text, uint64(i), at, at+8, at+16, at+24) == 0 {
			continue
		}
		if shown.apart(box{f.Float64(f.Scratch), f.Float64(f.Scratch + 8), f.Float64(f.Scratch + 16), f.Float64(f.Scratch + 24)}) {
			return true
		}
	}
	return false
}

// placed is the text that is on the page, with accents on their letters, spaced letters put together, and raised digits as superscripts.
func (f *file) placed(shown box, text uint64, chars int) string {
	unicode, generated, place := f.Function("FPDFText_GetUnicode"), f.Function("FPDFText_IsGenerated"), f.Function("FPDFText_GetLooseCharBox")
	at := f.Scratch
	after := pdfchar.NoSpace
	all := make([]pdfchar.Ink, 0, chars)
	var digits raisedDigits
	for i := range chars {
		c := pdfchar.Ink{R: rune(f.Call(unicode, text, uint64(i)))}
		switch c.R {
		case 0:
			if i == 0 || i+1 == chars {
				continue
			}
			if c.R = pdfchar.LostMark(0, rune(f.Call(unicode, text, uint64(i-1))), rune(f.Call(unicode, text, uint64(i+1)))); c.R == 0 {
				continue
			}
		case 2:
			if f.Do("FPDFText_IsHyphen", text, uint64(i)) == 1 {
				c.R = 0xfffe // as FPDFText_GetText has it
			}
		default:
			if c.R = f.wholeRune(unicode, text, i, chars, c.R); c.R == 0 {
				continue
			}
		}
		switch {
		case c.R == ' ':
			after = max(after, f.space(generated, text, i))
		case c.R > ' ' && f.Call(place, text, uint64(i), uint64(at)) != 0:
			b := box{f.Float32(at), f.Float32(at + 4), f.Float32(at + 8), f.Float32(at + 12)}
			if shown.apart(b) {
				continue
			}
			c.X0, c.X1, c.Y0, c.Y1, c.After = b.left, b.right, b.bottom, b.top, after
			after = pdfchar.NoSpace
		}
		c.R = digits.next(c.R, func() bool { return f.isRaised(text, int32(i)) })
		all = append(all, c)
	}
	for i := range all {
		if j, r, ok := pdfchar.Accented(all, i); ok {
			all[j].R, all[i].R = r, 0
			closeUp(all, i)
		}
	}
	all = slices.DeleteFunc(all, func(c pdfchar.Ink) bool { return c.R == 0 })
	var b strings.Builder
	for start := 0; start < len(all); {
		end := start
		for end < len(all) && all[end].R != '\n' {
			end++
		}
		b.WriteString(lineText(all[start:end]))
		if end < len(all) {
			b.WriteByte('\n')
		}
		start = end + 1
	}
	return b.String()
}

// wholeRune returns a character, and of one that PDFium has as two surrogates the whole at the first and 0 at the second.
func (f *file) wholeRune(unicode api.Function, text uint64, i, chars int, r rune) rune {
	switch {
	case !utf16.IsSurrogate(r):
		return r
	case r < 0xdc00 && i+1 < chars:
		return utf16.DecodeRune(r, rune(f.Call(unicode, text, uint64(i+1))))
	}
	return 0
}

// space returns which space one of a page's text is.
func (f *file) space(generated api.Function, text uint64, i int) pdfchar.Space {
	if int32(f.Call(generated, text, uint64(i))) == 0 {
		return pdfchar.Printed
	}
	return pdfchar.Distance
}

// lineText is the text of a line, whose letters may be spaced.
func lineText(line []pdfchar.Ink) string {
	line = joinedCapitals(line)
	var b strings.Builder
	for _, c := range line {
		b.WriteRune(c.R)
	}
	seen := b.String()
	if !pdfchar.IsSpaced(seen) {
		return separatedText(line, seen)
	}
	letters := slices.DeleteFunc(slices.Clone(line), func(c pdfchar.Ink) bool { return c.R <= ' ' })
	starts, ok := pdfchar.WordStarts(letters)
	if !ok {
		return seen
	}
	b.Reset()
	for i, c := range letters {
		if i > 0 && starts[i] {
			b.WriteByte(' ')
		}
		b.WriteRune(c.R)
	}
	if strings.HasSuffix(seen, "\r") {
		b.WriteByte('\r')
	}
	return b.String()
}

// separatedText is the text of a line whose words may be run together.
func separatedText(line []pdfchar.Ink, seen string) string {
	if !pdfchar.HasGluedWords(seen) {
		return seen
	}
	starts, ok := pdfchar.GluedStarts(line)
	if !ok {
		return seen
	}
	var b strings.Builder
	for i, c := range line {
		if starts[i] {
			b.WriteByte(' ')
		}
		b.WriteRune(c.R)
	}
	return b.String()
}

// closeUp drops the spaces around the place of an accent if the letters on both
// sides of it touch.
func closeUp(all []pdfchar.Ink, i int) {
	from, to := i, i+1
	for from > 0 && (all[from-1].R == ' ' || all[from-1].R == 0) {
		from--
	}
	for to < len(all) && (all[to].R == ' ' || all[to].R == 0) {
		to++
	}
	if from == 0 || to == len(all) {
		return
	}
	a, b := all[from-1], all[to]
	if b.X0-a.X1 < 0.1*(b.Y1-b.Y0) && b.X0 > a.X0 && b.X1 > b.X0 {
		for k := from; k < to; k++ {
			all[k].R = 0
		}
	}
}
