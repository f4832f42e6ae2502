package vector

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"unicode/utf8"

	"sluice/text"
)

// Field is a part of a document: its title, its headings, the anchors of links to it, its body, its URL.
type Field struct {
	Name   string // "" for the body
	Text   string
	Weight float64 // how often each occurrence counts; 0 means 1
	Apart  bool    // its terms are others than the same ones of other fields
}

// MaxText is the length, in bytes, up to which the text of a field is analysed. The rest says nothing new about its subject, and
// pages of any size must not take more than their share of time.
const MaxText = 1 << 20

// The most that an [Analyzer] may ask for.
const (
	maxWords = 5
	maxChars = 8
)

// Analyzer says which terms a document has. The zero value takes the single words of [text.Rules].
type Analyzer struct {
	Rules    text.Rules
	Language string // ISO 639-1, of the stems and stop words; "" is English
	Stems    bool   // stems in place of words, see [text.Stem]
	NoStops  bool   // without stop words, see [text.Stop]
	Words    int    // n-grams of up to so many words, at most 5; 0 means 1
	MinChars int    // n-grams of at least so many characters; 0 means 1
	MaxChars int    // n-grams of up to so many characters within a word and the spaces around it, at most 8; 0 means none
}

// Validate returns an error that names what is out of range.
func (a Analyzer) Validate() error {
	var errs []error
	if a.Words < 0 || a.Words > maxWords {
		errs = append(errs, fmt.Errorf("n-grams of %d words: from 1 to %d are possible", a.Words, maxWords))
	}
	if a.MaxChars < 0 || a.MaxChars > maxChars || a.MinChars < 0 || a.MinChars > max(a.MaxChars, 1) {
		errs = append(errs, fmt.Errorf("n-grams of %d to %d characters: from 1 to %d are possible", a.MinChars, a.MaxChars, maxChars))
	}
	if a.Rules.Numbers > text.ShapeNumbers || a.Rules.Hyphens > text.JoinHyphens || a.Rules.Least < 0 || a.Rules.Least > text.MaxWord {
		errs = append(errs, fmt.Errorf("unknown rules for words: %+v", a.Rules))
	}
	return errors.Join(errs...)
}

// validate returns an error for a weight that is no number, below 0, or beyond all sense.
func (f Field) validate() error {
	if math.IsNaN(f.Weight) || f.Weight < 0 || f.Weight > 1e6 {
		return fmt.Errorf("field %q has the weight %v: it must be between 0 and a million", f.Name, f.Weight)
	}
	return nil
}

// Kind is the kind of a term.
type Kind uint8

// The kinds of terms.
const (
	Word   Kind = iota // a word, or its stem
	Phrase             // an n-gram of words
	Chars              // an n-gram of characters
)

// analysis is one run of an analyzer: the distinct words of a document. It is used again for the next.
type analysis struct {
	words []wordCount
	slots []int32 // an open hash table of the words: index + 1
	pad   []byte  // a word between spaces
	ends  []int   // where each character of pad begins, and its end
	last  [maxWords]wordCount
	stems map[string]string // of words that were seen, at most maxStems
}

// maxStems bounds the stems that are kept: most words of a text are those of the texts before.
const maxStems = 1 << 15

// stem returns the stem of a word. The stem of a word that was seen before costs a tenth of the time.
func (s *analysis) stem(word, language string) string {
	if stem, ok := s.stems[word]; ok {
		return stem
	}
	if s.stems == nil || len(s.stems) >= maxStems {
		s.stems = map[string]string{}
	}
	word = strings.Clone(word) // it would keep its text in memory
	stem := text.Stem(word, language)
	s.stems[word] = stem
	return stem
}

// wordCount is a word and how often it occurs.
type wordCount struct {
	hash  uint64
	word  string
	space uint64 // the hash of its field, if that is apart
	count float32
}

// found is an occurrence of a term, n times. Where its text is, depends on the kind: see [analysis.name].
type found struct {
	hash     uint64
	n        float32
	from, to int32
	kind     Kind
}

// name appends the text of a term that was just found.
func (s *analysis) name(b []byte, f found) []byte {
	switch f.kind {
	case Word:
		return append(b, s.words[f.from].word...)
	case Chars:
		return append(b, s.pad[f.from:f.to]...)
	}
	for i := f.from; i > 0; i-- {
		b = append(append(b, s.last[i].word...), ' ')
	}
	return append(b, s.last[0].word...)
}

// read sets the distinct words of a document, and calls count for each of its phrases.
func (a *Analyzer) read(s *analysis, fields []Field, count func(found)) {
	s.words = s.words[:0]
	if s.slots == nil {
		s.slots = make([]int32, 1<<10)
	}
	clear(s.slots)
	for _, f := range fields {
		weight := float32(f.Weight)
		if weight == 0 {
			weight = 1
		}
		var space uint64
		if f.Apart {
			space = mix(hashString(offset, f.Name))
		}
		run := 0 // of words without a gap
		for w := range a.Rules.Terms(clip(f.Text)) {
			if a.NoStops && text.Stop(w, a.Language) {
				run = 0
				continue
			}
			if a.Stems {
				w = s.stem(w, a.language())
			}
			one := wordCount{mix(hashString(offset^space, w)), w, space, weight}
			s.add(one)
			if a.Words < 2 {
				continue
			}
			copy(s.last[1:], s.last[:])
			s.last[0] = one
			run = min(run+1, a.Words)
			h := one.hash
			for n := 1; n < run; n++ {
				h = mix(h*prime + s.last[n].hash)
				count(found{hash: h, n: weight, from: int32(n), kind: Phrase})
			}
		}
	}
}

// chars calls count for the n-grams of characters of a word.
func (a *Analyzer) chars(s *analysis, w wordCount, count func(found)) {
	s.pad = append(append(append(s.pad[:0], ' '), w.word...), ' ')
	s.ends = s.ends[:0]
	for i := 0; i < len(s.pad); {
		s.ends = append(s.ends, i)
		size := 1
		if s.pad[i] >= utf8.RuneSelf {
			_, size = utf8.DecodeRune(s.pad[i:])
		}
		i += size
	}
	s.ends = append(s.ends, len(s.pad))
	for from := 0; from < len(s.ends)-1; from++ {
		h := charsOffset ^ w.space
		at := s.ends[from]
		for n := 1; n <= a.MaxChars && from+n < len(s.ends); n++ {
			for end := s.ends[from+n]; at < end; at++ {
				h = (h ^ uint64(s.pad[at])) * fnvPrime
			}
			if n < a.MinChars || n == 1 && s.pad[s.ends[from]] == ' ' {
				continue
			}
			count(found{hash: mix(h), from: int32(s.ends[from]), to: int32(s.ends[from+n]), kind: Chars})
		}
	}
}

// language returns the language of the stems.
func (a *Analyzer) language() string {
	if a.Language == "" {
		return "en"
	}
	return a.Language
}

// clip returns a text, cut at [MaxText] before a character.
func clip(s string) string {
	if len(s) <= MaxText {
		return s
	}
	end := MaxText
	for end > MaxText-utf8.UTFMax && !utf8.RuneStart(s[end]) {
		end--
	}
	return s[:end]
}

// add counts a word.
func (s *analysis) add(w wordCount) {
	if 2*len(s.words) >= len(s.slots) {
		s.slots = make([]int32, 4*len(s.slots))
		for i, w := range s.words {
			s.slots[s.slot(w.hash)] = int32(i + 1)
		}
	}
	at := s.slot(w.hash)
	if i := s.slots[at]; i > 0 {
		s.words[i-1].count += w.count
		return
	}
	s.words = append(s.words, w)
	s.slots[at] = int32(len(s.words))
}

// slot returns where a word is, or the free slot where it belongs.
func (s *analysis) slot(hash uint64) uint64 {
	mask := uint64(len(s.slots) - 1)
	at := hash & mask
	for s.slots[at] != 0 && s.words[s.slots[at]-1].hash != hash {
		at = (at + 1) & mask
	}
	return at
}

// The constants of FNV-1a (Fowler, Noll and Vo), and a second start for n-grams of characters, whose hashes grow by a byte.
const (
	offset      = uint64(0xcbf2_9ce4_8422_2325)
	charsOffset = uint64(0x2545_f491_4f6c_dd1d)
	fnvPrime    = 0x100_0000_01b3
	prime       = 0x9e37_79b9_7f4a_7c15
)

// hashString returns the FNV-1a hash of s, continued from h.
func hashString(h uint64, s string) uint64 {
	for i := range len(s) {
		h = (h ^ uint64(s[i])) * fnvPrime
	}
	return h
}

// mix spreads the bits of a hash, for tables that use the lower ones.
func mix(h uint64) uint64 {
	h = (h ^ h>>32) * prime
	return h ^ h>>29
}
