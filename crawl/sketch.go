package crawl

import (
	"github.com/zeebo/xxh3"

	"sluice/weburl"
)

// sketch is a fingerprint of a text by which near-equal texts are known: the least
// hash of its words in each of sixteen parts (one permutation hashing: Li, Owen,
// Zhang, 2012). The share of parts that agree is about the share of words that two
// texts have in common.
type sketch [16]uint16

const (
	sketchAgrees = 14       // parts of two sketches of near-equal texts
	sketchText   = 64 << 10 // bytes of a text that are looked at
)

// like tells whether two sketches are of near-equal texts.
func (s *sketch) like(t *sketch) bool {
	same := 0
	for i := range s {
		if s[i] == t[i] {
			same++
		}
	}
	return same >= sketchAgrees
}

// sketchPage makes the sketch of a page's text. Words with digits, which count and
// date things, are passed over, and so are those of the page's own URL: a page that
// says what it was asked for shall not look new by that.
func sketchPage(text []byte, u weburl.URL) sketch {
	s := emptySketch()
	own := wordSet{}
	eachWord(u.String(), own.add)
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
	base := withoutQuery(location)
	var s sketch
	for i := range s {
		s[i] = uint16(xxh3.HashStringSeed(base, uint64(i)))
	}
	return s
}

func emptySketch() (s sketch) {
	for i := range s {
		s[i] = 1<<16 - 1
	}
	return s
}

func (s *sketch) add(hash uint64) {
	hash *= 0x9e3779b97f4a7c15
	part := &s[hash>>60]
	*part = min(*part, uint16(hash>>40))
}

// eachWord gives the hash of each run of letters, their case folded in ASCII, that no digit stands in.
func eachWord[T string | []byte](text T, yield func(hash uint64)) {
	const begin, prime = 0xcbf29ce484222325, 0x100000001b3 // FNV-1a
	hash, digits := uint64(begin), false
	for i := range len(text) {
		c := text[i]
		switch lower := c | 0x20; {
		case 'a' <= lower && lower <= 'z':
			hash = (hash ^ uint64(lower)) * prime
		case c >= 0x80:
			hash = (hash ^ uint64(c)) * prime
		case '0' <= c && c <= '9':
			digits = true
		default:
			if hash != begin && !digits {
				yield(hash)
			}
			hash, digits = begin, false
		}
	}
	if hash != begin && !digits {
		yield(hash)
	}
}

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
