// Package whitespace writes text with its white space folded and its character references decoded, as a page shows it.
//
// [Writer.Begin] a text at the end of a buffer, [Writer.Add] its parts, then take [Writer.Bytes]. Plain text goes through
// eight bytes at a time: folding is the largest part of the work on an ordinary page.
package whitespace

import (
	"encoding/binary"
	"math/bits"
	"unicode/utf8"
)

// Writer appends text with its white space folded: one space between words, none at the ends.
type Writer struct {
	References References // decodes what is not literal
	Bytes      []byte     // the buffer
	Gap        bool       // a space is due before the next word

	start int // where the text begins in Bytes
	limit int // the most bytes of Bytes
}

// Begin makes the writer append a new text at the end of dst, at most limit bytes of it.
func (f *Writer) Begin(dst []byte, limit int) {
	f.Bytes, f.start, f.limit, f.Gap = dst, len(dst), len(dst)+limit, false
}

// The classes of bytes.
const (
	plain     = iota
	odd       // plain too, but beyond ASCII or a control character
	blank     // white space
	ampersand // begins a character reference
	nul       // dropped
	lead      // the first byte of a character that may be white space beyond ASCII
)

// foldClass has the class of each byte. Characters of white space beyond ASCII begin with one of four bytes in UTF-8.
var foldClass = func() (class [256]uint8) {
	for c := range class {
		if c < ' ' || c >= utf8.RuneSelf {
			class[c] = odd
		}
	}
	for _, c := range []byte(" \n\t\r\f\v") {
		class[c] = blank
	}
	class['&'], class[0], class[0xC2], class[0xE1], class[0xE2], class[0xE3] = ampersand, nul, lead, lead, lead, lead
	return class
}()

// Add appends text, with its character references decoded unless it is literal.
func (f *Writer) Add(text []byte, literal bool) {
	for i := 0; i < len(text); {
		switch foldClass[text[i]] {
		case plain, odd:
			i += f.run(text[i:])
		case blank:
			f.Gap = true
			for i++; i < len(text) && foldClass[text[i]] == blank; i++ {
			}
		case nul:
			i++
		case ampersand:
			i += f.reference(text[i:], literal)
		default:
			n := wideSpace(text[i:])
			if f.Gap = f.Gap || n > 0; n == 0 {
				n = 1
				for i+n < len(text) && !utf8.RuneStart(text[i+n]) {
					n++
				}
				f.word(text[i : i+n])
			}
			i += n
		}
	}
}

// run appends the plain bytes with single spaces between them that text begins with. It returns their number.
func (f *Writer) run(text []byte) int {
	n := plainText(text)
	for n < len(text) && foldClass[text[n]] == odd {
		for n++; n < len(text) && foldClass[text[n]] == odd; n++ {
		}
		n += plainText(text[n:])
	}
	if text[n-1] == ' ' {
		n--
	}
	f.word(text[:n])
	return n
}

// plainText returns how many bytes at the beginning of a text are plain ASCII with single spaces between. It looks at
// eight bytes at a time.
func plainText(text []byte) int {
	words := ^uint64(0) // no byte before is a space
	i := 0
	for ; i+8 <= len(text); i += 8 {
		stop, now := plainEight(binary.LittleEndian.Uint64(text[i:]), words)
		if stop != 0 {
			return i + bits.TrailingZeros64(stop)/8
		}
		words = now
	}
	if i == len(text) {
		return i
	}
	stop, _ := plainEight(lastBytes(text, len(text)-i), words)
	return i + bits.TrailingZeros64(stop)/8
}

// plainEight sets the highest bit of the first of eight bytes at which plain text stops; the bits above mean nothing. The
// highest bits of words say which of the eight bytes before are not spaces; now says it of these.
func plainEight(w, words uint64) (stop, now uint64) {
	const each, high = 0x0101_0101_0101_0101, 0x8080_8080_8080_8080
	// In a byte below 0x80, adding 0x80-c sets the highest bit if it is c or more. What carries runs upward, past the
	// first byte that counts.
	now = (w ^ each*' ') + each*0x7f
	return (^((w + each*(0x80-' ')) & ((w ^ each*'&') + each*0x7f) & (now | now<<8 | words>>56)) | w) & high, now
}

// lastBytes returns the last n bytes of s, fewer than eight, the first one lowest, with zeros above.
func lastBytes(s []byte, n int) (w uint64) {
	if len(s) >= 8 {
		return binary.LittleEndian.Uint64(s[len(s)-8:]) >> (64 - 8*n)
	}
	for i := len(s) - 1; i >= len(s)-n; i-- {
		w = w<<8 | uint64(s[i])
	}
	return w
}

// word appends a word or a part of one.
func (f *Writer) word(b []byte) {
	if len(f.Bytes)+len(b)+1 > f.limit {
		f.cutOff(b)
		return
	}
	if f.Gap && len(f.Bytes) > f.start {
		f.Bytes = append(f.Bytes, ' ')
	}
	f.Gap = false
	f.Bytes = append(f.Bytes, b...)
}

// cutOff appends the whole characters of b that still fit, and lets nothing follow.
func (f *Writer) cutOff(b []byte) {
	room := f.limit - len(f.Bytes) - 1
	if room <= 0 {
		return
	}
	for room > 0 && room < len(b) && !utf8.RuneStart(b[room]) {
		room--
	}
	if f.Gap && len(f.Bytes) > f.start {
		f.Bytes = append(f.Bytes, ' ')
	}
	f.Bytes = append(f.Bytes, b[:min(room, len(b))]...)
	f.limit = 0
}

// reference appends the character of the reference that text begins with. It returns the length of the reference.
func (f *Writer) reference(text []byte, literal bool) int {
	if !literal {
		if s, n := f.References.decode(text, false); n > 0 {
			f.decoded(s)
			return n
		}
	}
	f.word(text[:1])
	return 1
}

// decoded appends the one or two characters of a reference.
func (f *Writer) decoded(s string) {
	switch {
	case s == "\x00":
	case len(s) == 1 && foldClass[s[0]] == blank, len(s) > 1 && wideSpace([]byte(s)) == len(s):
		f.Gap = true
	default:
		f.word([]byte(s))
	}
}

// wideSpace returns the length of the white space character beyond ASCII that b begins with, or 0.
func wideSpace(b []byte) int {
	switch r, n := utf8.DecodeRune(b); {
	case r == 0x85, r == 0xA0, r == 0x1680, 0x2000 <= r && r <= 0x200A, r == 0x2028, r == 0x2029, r == 0x202F, r == 0x205F, r == 0x3000:
		return n
	}
	return 0
}
