package page

import "bytes"

// withoutHalves marks as invalid, in ISO-2022-JP, each byte that has an escape sequence
// in the place of its second half: the decoder would take the escape for that half,
// and the tags that follow for letters.
func withoutHalves(body []byte) []byte {
	const escape, invalid = 0x1b, 0xff
	out := body
	pairs := false
	for i := 0; i+1 < len(body); i++ {
		switch c := body[i]; {
		case c == escape:
			pairs = body[i+1] == '$'
			if i += 2; pairs && i < len(body) && body[i] == '(' {
				i++
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
