package charset

import "bytes"

// markHalves marks as invalid, in ISO-2022-JP, each first half of a character that an escape sequence follows. The decoder
// would read the escape as the second half, and the tags that follow as letters.
func markHalves(body []byte) []byte {
	const escape, invalid = 0x1b, 0xff
	out := body
	pairs := false
	for i := 0; i+1 < len(body); i++ {
		switch c := body[i]; {
		case c == escape:
			if s, ok := shiftAt(body[i:]); ok {
				pairs = s.pairs
				i += len(s.sequence) - 1
			}
		case c == '\n':
			pairs = false
		case pairs && c < 0x80 && body[i+1] != escape:
			i++
		case pairs && c < 0x80:
			if &out[0] == &body[0] {
				out = bytes.Clone(body)
			}
			out[i] = invalid
		}
	}
	return out
}

// shift is an escape sequence. After some of them characters are pairs of bytes.
type shift struct {
	sequence string
	pairs    bool
}

// shifts are the escape sequences that browsers know; the last three begin pairs of bytes.
var shifts = []shift{
	{"\x1b(B", false}, {"\x1b(J", false}, {"\x1b(I", false}, {"\x1b$@", true}, {"\x1b$B", true}, {"\x1b$(D", true},
}

// shiftAt returns the shift that b begins with; false for any other escape, which changes nothing.
func shiftAt(b []byte) (shift, bool) {
	for _, s := range shifts {
		if bytes.HasPrefix(b, []byte(s.sequence)) {
			return s, true
		}
	}
	return shift{}, false
}
