package charset

import (
	"strings"
	"sync"
	"unicode"

	"golang.org/x/text/encoding/charmap"
)

// This file recognises the encodings of two alphabets that the detector of letter sequences does not know.

// isThai reports whether a sample is Thai, in TIS-620 or windows-874: it has many vowel signs and tone marks, and they follow
// consonants.
func isThai(sample []byte) bool {
	marks, stray, high := 0, 0, 0
	previous := byte(0)
	for _, c := range sample {
		if c >= 0x80 {
			high++
		}
		switch {
		case c == 0xD1, 0xD4 <= c && c <= 0xDA, 0xE7 <= c && c <= 0xEE:
			marks++
			if !carriesMark(previous) {
				stray++
			}
		case 0xDB <= c && c <= 0xDE, c >= 0xFC: // not assigned
			stray++
		}
		previous = c
	}
	return marks*10 > high && stray*20 < marks
}

// carriesMark reports whether a mark may follow a character of Thai: a consonant or another mark.
func carriesMark(c byte) bool {
	return 0xA1 <= c && c <= 0xCE || c == 0xD1 || 0xD4 <= c && c <= 0xDA || 0xE7 <= c && c <= 0xEE
}

// weights are, for each byte beyond ASCII, how typical its character is for a Cyrillic text in one encoding.
type weights struct {
	name  string
	of    [256]int
	upper [256]bool
}

// cyrillicWeights are the weights of the encodings of Cyrillic, the rare ones first.
var cyrillicWeights = sync.OnceValue(func() (list []*weights) {
	for _, e := range []struct {
		name  string
		table *charmap.Charmap
	}{
		{"ibm866", charmap.CodePage866}, {"ibm855", charmap.CodePage855}, {"x-mac-cyrillic", charmap.MacintoshCyrillic},
		{"windows-1251", charmap.Windows1251}, {"koi8-r", charmap.KOI8R}, {"iso-8859-5", charmap.ISO8859_5},
	} {
		w := &weights{name: e.name}
		for c := 0x80; c < 0x100; c++ {
			r := e.table.DecodeByte(byte(c))
			w.upper[c] = unicode.Is(unicode.Cyrillic, r) && unicode.IsUpper(r)
			switch {
			case strings.ContainsRune("оеаинтсрвлкмдпу", r): // four fifths of a Slavic text
				w.of[c] = 2
			case unicode.Is(unicode.Cyrillic, r) && unicode.IsLower(r):
				w.of[c] = 1
			case !w.upper[c] && !unicode.IsPunct(r) && !unicode.IsSpace(r):
				w.of[c] = -3
			}
		}
		list = append(list, w)
	}
	return list
})

// rareCyrillics is the number of encodings in cyrillicWeights that the detector does not know.
const rareCyrillics = 3

// rareCyrillic returns the encoding of DOS or the Macintosh in which a sample is a Cyrillic text, and a more typical one than in
// the encodings that the detector knows; or "".
func rareCyrillic(sample []byte) string {
	name, best, known := "", 0, 0
	for i, w := range cyrillicWeights() {
		sum, high := w.measure(sample)
		switch {
		case i >= rareCyrillics:
			known = max(known, sum)
		case sum*20 > high*33 && sum > best:
			name, best = w.name, sum
		}
	}
	if best <= known {
		return ""
	}
	return name
}

// measure returns the sum of the weights of a sample, and the number of its bytes beyond ASCII. Capitals inside words count
// against an encoding: a wrong one produces them.
func (w *weights) measure(sample []byte) (sum, high int) {
	previous := byte(' ')
	for _, c := range sample {
		if c >= 0x80 {
			high++
			sum += w.of[c]
			if w.upper[c] && previous >= 0x80 {
				if w.upper[previous] {
					sum++ // a word in capitals
				} else {
					sum -= 2
				}
			}
		}
		previous = c
	}
	return sum, high
}
