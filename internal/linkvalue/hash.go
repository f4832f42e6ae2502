package linkvalue

import "math/bits"

// A feature is a number below Size; those below General are general.
const (
	General = 1 << 15
	Local   = 1 << 16
	Size    = General + Local
)

// hash is an FNV-1a hash under way. Features share numbers now and then; with so many of each link that does little harm.
type hash uint32

const start hash = 2166136261

func (h hash) byte(c byte) hash { return (h ^ hash(c)) * 16777619 }

func (h hash) string(s string) hash {
	for i := range len(s) {
		h = h.byte(s[i])
	}
	return h
}

func (h hash) hash(x hash) hash {
	return h.byte(byte(x)).byte(byte(x >> 8)).byte(byte(x >> 16)).byte(byte(x >> 24))
}

// of begins the hash of a kind of feature.
func of(kind byte) hash { return start.byte(kind) }

// mixed spreads a hash over all bits.
func (h hash) mixed() uint32 {
	x := uint32(h)
	x ^= x >> 16
	x *= 0x7feb352d
	x ^= x >> 15
	x *= 0x846ca68b
	return x ^ x>>16
}

func (h hash) general() uint32 { return h.mixed() % General }
func (h hash) local() uint32   { return General + h.mixed()%Local }

// magnitude returns the number of bits of a count.
func magnitude(n int) byte { return byte(min(bits.Len(uint(max(n, 0))), 12)) }

// words calls yield with the hash of each word of a text, at most so many. Words end between letters and digits and before a capital
// after a small letter; ASCII capitals count as small letters; of a number only its length counts.
func words(text string, most int, yield func(hash)) {
	h, letters, digits, small := start, 0, 0, false
	end := func() {
		if digits > 0 {
			h = h.byte('#').byte('0' + byte(min(digits, 6)))
		}
		if digits+letters > 0 {
			yield(h)
			most--
		}
		h, letters, digits, small = start, 0, 0, false
	}
	for i := 0; i < len(text) && most > 0; i++ {
		switch c := text[i]; {
		case '0' <= c && c <= '9':
			if letters > 0 {
				end()
			}
			digits++
		case 'A' <= c && c <= 'Z':
			if digits > 0 || small {
				end()
			}
			h, letters = h.byte(c+'a'-'A'), letters+1
		case 'a' <= c && c <= 'z' || c >= 0x80:
			if digits > 0 {
				end()
			}
			h, letters, small = h.byte(c), letters+1, true
		default:
			end()
		}
	}
	if most > 0 {
		end()
	}
}
