package chart

import (
	"strings"
	"unicode/utf8"

	"golang.org/x/text/width"
)

// advance has the widths of the ASCII characters from the space on, in thousandths of the font's size. They are those of
// common sans-serif fonts, the wider ones where fonts differ.
var advance = [...]int16{
	' ': 300, '!': 300, '"': 400, '#': 640, '$': 600, '%': 920, '&': 730, '\'': 240, '(': 360, ')': 360, '*': 450, '+': 620, ',': 300, '-': 380, '.': 300, '/': 360,
	'0': 600, '1': 600, '2': 600, '3': 600, '4': 600, '5': 600, '6': 600, '7': 600, '8': 600, '9': 600, ':': 320, ';': 320, '<': 620, '=': 620, '>': 620, '?': 560,
	'@': 1040, 'A': 690, 'B': 690, 'C': 740, 'D': 760, 'E': 680, 'F': 630, 'G': 790, 'H': 760, 'I': 320, 'J': 530, 'K': 690, 'L': 590, 'M': 870, 'N': 760,
	'O': 800, 'P': 680, 'Q': 800, 'R': 730, 'S': 680, 'T': 640, 'U': 750, 'V': 690, 'W': 980, 'X': 690, 'Y': 680, 'Z': 650, '[': 360, '\\': 360, ']': 360,
	'^': 640, '_': 580, '`': 400, 'a': 590, 'b': 610, 'c': 540, 'd': 610, 'e': 600, 'f': 350, 'g': 610, 'h': 610, 'i': 270, 'j': 280, 'k': 570, 'l': 270,
	'm': 930, 'n': 610, 'o': 610, 'p': 610, 'q': 610, 'r': 410, 's': 540, 't': 370, 'u': 610, 'v': 570, 'w': 800, 'x': 570, 'y': 570, 'z': 530, '{': 400,
	'|': 320, '}': 400, '~': 640,
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
