package pdffile

import (
	"strings"
	"unicode/utf16"

	"sluice/document/internal/pdfchar"
)

// withLost returns the text of a page with marks for the glyphs of which PDFium does not know the letter: its text leaves them out, its characters
// have them as 0, or as another control character.
func (f *file) withLost(text uint64, chars int, all string) string {
	unicode, index := f.Function("FPDFText_GetUnicode"), f.Function("FPDFText_GetTextIndexFromCharIndex")
	marks := map[int]rune{} // by place in the text, in UTF-16 units
	before := rune('\n')
	for i := range chars - 1 {
		r := rune(f.Call(unicode, text, uint64(i)))
		if r < ' ' && r != '\n' && r != '\r' && int32(f.Call(index, text, uint64(i))) < 0 {
			after := rune(f.Call(unicode, text, uint64(i+1)))
			if at := int(int32(f.Call(index, text, uint64(i+1)))); at >= 0 {
				if mark := pdfchar.LostMark(r, before, after); mark != 0 {
					marks[at] = mark
				}
			}
		}
		before = r
	}
	if len(marks) == 0 {
		return all
	}
	var b strings.Builder
	b.Grow(len(all) + 3*len(marks))
	at := 0
	for _, r := range all {
		if mark, ok := marks[at]; ok {
			b.WriteRune(mark)
		}
		b.WriteRune(r)
		if at++; r > 0xffff {
			at++
		}
	}
	return b.String()
}

// brokenWord is what PDFium's text has where a word is broken at a line's end, and for a character without a letter.
const brokenWord = '\ufffe'

// withLostInWords returns the text of a page with marks for the glyphs without a letter that it has as broken words.
func (f *file) withLostInWords(text uint64, all string) string {
	if !strings.ContainsRune(all, brokenWord) {
		return all
	}
	unicode, index := f.Function("FPDFText_GetUnicode"), f.Function("FPDFText_GetCharIndexFromTextIndex")
	runes := []rune(all)
	at := 0 // in UTF-16 units
	for i, r := range runes {
		if r == brokenWord && i > 0 && i+1 < len(runes) {
			if char := int32(f.Call(index, text, uint64(at))); char >= 0 && f.Call(unicode, text, uint64(char)) == 0 {
				if mark := pdfchar.LostMark(0, runes[i-1], runes[i+1]); mark != 0 {
					runes[i] = mark
				}
			}
		}
		at += utf16.RuneLen(r)
	}
	return string(runes)
}
