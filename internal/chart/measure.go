package chart

import (
	"strings"
	"unicode/utf8"

	"golang.org/x/text/width"
)

// advance has the widths of the ASCII characters from the space on, in thousandths of the font's size. They are those of
// common sans-serif fonts, of the widest where fonts differ.
var advance = [...]int16{
	' ': 318, '!': 401, '"': 460, '#': 838, '$': 636, '%': 950, '&': 780, '\'': 275, '(': 390, ')': 390, '*': 500, '+': 838, ',': 318, '-': 380, '.': 318, '/': 360,
	'0': 636, '1': 636, '2': 636, '3': 636, '4': 636, '5': 636, '6': 636, '7': 636, '8': 636, '9': 636, ':': 337, ';': 337, '<': 838, '=': 838, '>': 838, '?': 560,
	'@': 1040, 'A': 690, 'B': 690, 'C': 740, 'D': 770, 'E': 680, 'F': 630, 'G': 790, 'H': 760, 'I': 320, 'J': 530, 'K': 690, 'L': 590, 'M': 870, 'N': 760,
	'O': 800, 'P': 680, 'Q': 800, 'R': 730, 'S': 680, 'T': 640, 'U': 750, 'V': 690, 'W': 989, 'X': 690, 'Y': 680, 'Z': 685, '[': 390, '\\': 360, ']': 390,
	'^': 838, '_': 580, '`': 500, 'a': 613, 'b': 635, 'c': 550, 'd': 635, 'e': 615, 'f': 352, 'g': 635, 'h': 634, 'i': 278, 'j': 280, 'k': 579, 'l': 278,
	'm': 974, 'n': 634, 'o': 612, 'p': 635, 'q': 635, 'r': 411, 's': 540, 't': 392, 'u': 634, 'v': 592, 'w': 818, 'x': 592, 'y': 592, 'z': 530, '{': 636,
	'|': 337, '}': 636, '~': 838,
}

// textWidth returns about how wide a text is drawn, rather too much than too little, because the font is that of the
// reader.
func textWidth(s string) float64 {
	sum := 0
	for _, r := range clean(s) {
		sum += runeWidth(r)
	}
	return float64(sum) * fontSize / 1000
}

// runeWidth returns the width of a character in thousandths of the font's size.
func runeWidth(r rune) int {
	if int(r) < len(advance) {
		return int(advance[r])
	}
	switch width.LookupRune(r).Kind() {
	case width.EastAsianWide, width.EastAsianFullwidth:
		return 1040
	}
	return 720
}

// shorten returns the text in at most so many pixels. What is left out is in the middle, because the ends of hosts and
// titles differ.
func shorten(s string, most float64) string {
	s = clean(s)
	if textWidth(s) <= most {
		return s
	}
	const ellipsis = "…"
	room := most - textWidth(ellipsis)
	head, tail := 0, len(s)
	used := 0.0
	for head < tail {
		r, size := utf8.DecodeRuneInString(s[head:tail])
		if used += float64(runeWidth(r)) * fontSize / 1000; used > room {
			break
		}
		head += size
		if head >= tail {
			break
		}
		r, size = utf8.DecodeLastRuneInString(s[head:tail])
		if used += float64(runeWidth(r)) * fontSize / 1000; used > room {
			break
		}
		tail -= size
	}
	return strings.TrimRight(s[:head], " ") + ellipsis + strings.TrimLeft(s[tail:], " ")
}

// widest returns the width of the widest text.
func widest(texts []string) float64 {
	most := 0.0
	for _, s := range texts {
		most = max(most, textWidth(s))
	}
	return most
}
