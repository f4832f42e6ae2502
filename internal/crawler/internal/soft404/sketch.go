package soft404

import (
	"math/bits"
	"strings"

	"github.com/zeebo/xxh3"

	"sluice/weburl"
)

// Sketch is a fingerprint by which nearly equal pages are recognized. It holds a hash
// of the title and, of the text, the least hash of its words in each of sixteen parts
// (one permutation hashing: Li, Owen, Zhang, 2012). The share of parts that agree is
// about the share of words that two texts have in common.
type Sketch struct {
	title uint64
	parts [16]uint16 // 0: no word falls there
}

const sketchText = 64 << 10 // bytes of a text that count

// like reports whether two sketches have one title, and texts with about four words of
// five in common.
func (s *Sketch) like(t *Sketch) bool {
	if s.title != t.title {
		return false
	}
	same, all := 0, 0
	for i, part := range s.parts {
		if part != 0 || t.parts[i] != 0 {
			all++
			if part == t.parts[i] {
				same++
			}
		}
	}
	return 4*same >= 3*all
}

// SketchPage returns the sketch of a page. Words of its own URL do not count: an error
// page that repeats the URL must not look new because of it.
func SketchPage(title string, text []byte, u weburl.URL) (s Sketch) {
	own := wordSet{}
	eachWord(u.String(), own.add)
	eachWord(title, func(hash uint64) {
		if !own.has(hash) {
			s.title = bits.RotateLeft64(s.title, 7) + hash
		}
	})
	eachWord(text[:min(len(text), sketchText)], func(hash uint64) {
		if !own.has(hash) {
			s.add(hash)
		}
	})
	return s
}

// SketchRedirect returns the sketch of a redirect. Two redirects are alike when they
// lead to one URL, whatever its query.
func SketchRedirect(location string) Sketch {
	if i := strings.IndexAny(location, "?#"); i >= 0 {
		location = location[:i]
	}
	return Sketch{title: xxh3.HashString(location)}
}

// add enters the hash of a word into the sketch.
func (s *Sketch) add(hash uint64) {
	part := &s.parts[hash>>60]
	if low := max(1, uint16(hash>>40)); *part == 0 || low < *part {
		*part = low
	}
}

// eachWord calls yield with a hash of each run of letters and digits. Case is folded in
// ASCII only.
func eachWord[T string | []byte](text T, yield func(hash uint64)) {
	hash := uint64(0)
	for i := range len(text) {
		if c := letters[text[i]]; c != 0 {
			hash = bits.RotateLeft64(hash, 5) + uint64(c)
		} else if hash != 0 {
			yield(hash * 0x9e3779b97f4a7c15)
			hash = 0
		}
	}
	if hash != 0 {
		yield(hash * 0x9e3779b97f4a7c15)
	}
}

// letters maps each byte to its letter in lower case or its digit, and to 0 when it
// separates words. Bytes beyond ASCII count as letters.
var letters = func() (table [256]byte) {
	for c := range 256 {
		switch lower := byte(c) | 0x20; {
		case 'a' <= lower && lower <= 'z':
			table[c] = lower
		case c >= 0x80, '0' <= c && c <= '9':
			table[c] = byte(c)
		}
	}
	return table
}()

// wordSet is a set of a few words by their hashes. Its filter answers at once for
// nearly all words that are not in it.
type wordSet struct {
	filter uint64
	words  [48]uint64
	n      int
}

// add adds a word by its hash, as long as there is room.
func (w *wordSet) add(hash uint64) {
	if w.n < len(w.words) {
		w.filter |= 1 << (hash >> 32 & 63)
		w.words[w.n] = hash
		w.n++
	}
}

// has reports whether the set has a word.
func (w *wordSet) has(hash uint64) bool {
	if w.filter&(1<<(hash>>32&63)) == 0 {
		return false
	}
	for _, word := range w.words[:w.n] {
		if word == hash {
			return true
		}
	}
	return false
}
