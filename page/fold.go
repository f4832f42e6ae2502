package page

import "unicode/utf8"

// folder appends text with its white space folded: one space between words, none at the ends.
type folder struct {
	refs  references
	dst   []byte
	start int  // where the text begins in dst
	limit int  // the most bytes of dst
	gap   bool // a space is due before the next word
}

// begin makes the folder append a new text at the end of dst, up to limit bytes longer.
func (f *folder) begin(dst []byte, limit int) {
	f.dst, f.start, f.limit, f.gap = dst, len(dst), len(dst)+limit, false
}

// What a byte is to folding.
const (
	plain     = iota
	blank     // white space
	ampersand // begins a character reference
	nul       // dropped
	lead      // the first byte of a character that may be white space beyond ASCII
)

var foldClass = [256]uint8{
	' ': blank, '\n': blank, '\t': blank, '\r': blank, '\f': blank, '\v': blank,
	'&': ampersand, 0: nul, 0xC2: lead, 0xE1: lead, 0xE2: lead, 0xE3: lead,
}

// add appends text, with its character references decoded unless it is literal.
func (f *folder) add(text []byte, literal bool) {
	for i := 0; i < len(text); {
		switch foldClass[text[i]] {
		case plain:
			i += f.run(text[i:])
		case blank:
			f.gap = true
			i++
		case nul:
			i++
		case ampersand:
			i += f.reference(text[i:], literal)
		default:
			n := wideSpace(text[i:])
			if f.gap = f.gap || n > 0; n == 0 {
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

// run appends what text begins with: plain bytes, with single spaces between them. It returns their number.
func (f *folder) run(text []byte) int {
	n := 1
	for n < len(text) {
		if c := foldClass[text[n]]; c != plain && (c != blank || text[n] != ' ' || n+1 == len(text) || foldClass[text[n+1]] != plain) {
			break
		}
		n++
	}
	f.word(text[:n])
	return n
}

// word appends what begins with a word or goes on with one.
func (f *folder) word(b []byte) {
	if len(f.dst)+len(b)+1 > f.limit {
		f.cutOff(b)
		return
	}
	if f.gap && len(f.dst) > f.start {
		f.dst = append(f.dst, ' ')
	}
	f.gap = false
	f.dst = append(f.dst, b...)
}

// cutOff appends what of b still fits, in whole characters, and lets nothing follow.
func (f *folder) cutOff(b []byte) {
	room := f.limit - len(f.dst) - 1
	if room <= 0 {
		return
	}
	for room > 0 && room < len(b) && !utf8.RuneStart(b[room]) {
		room--
	}
	if f.gap && len(f.dst) > f.start {
		f.dst = append(f.dst, ' ')
	}
	f.dst = append(f.dst, b[:min(room, len(b))]...)
	f.limit = 0
}

func (f *folder) reference(text []byte, literal bool) int {
	if !literal {
		if s, n := f.refs.decode(text, false); n > 0 {
			f.decoded(s)
			return n
		}
	}
	f.word(text[:1])
	return 1
}

// decoded appends what a reference stands for, which is one or two characters.
func (f *folder) decoded(s string) {
	switch {
	case s == "\x00":
	case len(s) == 1 && foldClass[s[0]] == blank, len(s) > 1 && wideSpace([]byte(s)) == len(s):
		f.gap = true
	default:
		f.word([]byte(s))
	}
}

// wideSpace returns the length of the white space character beyond ASCII that b begins with, 0 when it is another.
func wideSpace(b []byte) int {
	switch r, n := utf8.DecodeRune(b); {
	case r == 0x85, r == 0xA0, r == 0x1680, 0x2000 <= r && r <= 0x200A, r == 0x2028, r == 0x2029, r == 0x202F, r == 0x205F, r == 0x3000:
		return n
	}
	return 0
}
