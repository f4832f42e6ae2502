package crawl

import (
	"math/bits"

	"github.com/zeebo/xxh3"

	"sluice/weburl"
)

// sketch is a fingerprint of a page by which nearly equal ones are known: of its title,
// and of its text the least hash of its words in each of sixteen parts (one permutation
// hashing: Li, Owen, Zhang, 2012). The share of parts that agree is about the share of
// words that two texts have in common.
type sketch struct {
	title uint64
	parts [16]uint16 // 0: no word falls there
}

const sketchText = 64 << 10 // bytes of a text that are looked at

// like tells whether two sketches are of one title, and of texts that have some four words of five in common.
func (s *sketch) like(t *sketch) bool {
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

// sketchPage makes the sketch of a page. The words of its own URL are passed over: a
// page that says what it was asked for shall not look new by that.
func sketchPage(title string, text []byte, u weburl.URL) (s sketch) {
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

// sketchTarget makes the sketch of a redirect, which is alike another one when both
// lead to one place, whatever the query.
func sketchTarget(location string) sketch {
	return sketch{title: xxh3.HashString(withoutQuery(location))}
}

func (s *sketch) add(hash uint64) {
	part := &s.parts[hash>>60]
	if low := max(1, uint16(hash>>40)); *part == 0 || low < *part {
		*part = low
	}
}

// eachWord gives a hash of each run of letters and digits, their case folded in ASCII.
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

// letters tells of each byte its letter in lower case, which any byte beyond ASCII is
// for sketches, or its digit; 0 of what parts words.
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

// wordSet is a few words by their hashes, with a quick answer for nearly all that are not in it.
type wordSet struct {
	filter uint64
	words  [48]uint64
	n      int
}

func (w *wordSet) add(hash uint64) {
	if w.n < len(w.words) {
		w.filter |= 1 << (hash >> 32 & 63)
		w.words[w.n] = hash
		w.n++
	}
}

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
