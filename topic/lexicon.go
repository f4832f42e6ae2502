package topic

import (
	"math"
	"sync"

	"sluice/text"
	"sluice/text/vector"
)

// lexicon finds the terms of a topic in texts. Nearly all words of a text are none of the topic's: it passes over them without keeping
// anything. After the last [lexicon.add] many goroutines may use it at once.
type lexicon struct {
	language string
	words    map[string]int32           // stems of the terms' words, numbered
	phrases  map[[maxPhrase]int32]int32 // terms by their words, the last first, each + 1
	alone    []int32                    // of each word the term that it is alone + 1; 0: none
	follows  []bool                     // of each word: it ends a phrase
	begins   *[1 << 16]bool             // what words may begin with, by their first two bytes; nil: with anything
	terms    int
	longest  int       // words of a term
	pool     sync.Pool // of *occurrences
}

// occurrences are what is counted of one text.
type occurrences struct {
	counts []float64        // by term
	forms  map[string]int32 // words of texts that were seen, by the topic's word that each is a form of; -1: none
}

const (
	none     = int32(-1)
	maxForms = 1 << 14
)

// newLexicon returns a lexicon without terms.
func newLexicon(language string) *lexicon {
	x := &lexicon{language: language, words: map[string]int32{}, phrases: map[[maxPhrase]int32]int32{}, longest: 1}
	if language == "" {
		x.language = "en"
	}
	if x.language == "en" {
		x.begins = new([1 << 16]bool)
	}
	return x
}

// add returns the number of a term, from 0: terms that are forms of one another have the same. It has up to maxPhrase words.
func (x *lexicon) add(term string) int {
	var ids [maxPhrase]int32
	words := wordsOf(term)
	for i, w := range words {
		ids[len(words)-1-i] = x.word(text.Stem(w, x.language)) + 1
	}
	last := ids[0] - 1
	if len(words) == 1 {
		if x.alone[last] == 0 {
			x.terms++
			x.alone[last] = int32(x.terms)
		}
		return int(x.alone[last]) - 1
	}
	if x.phrases[ids] == 0 {
		x.terms++
		x.phrases[ids] = int32(x.terms)
	}
	x.follows[last] = true
	x.longest = max(x.longest, len(words))
	return int(x.phrases[ids]) - 1
}

// word returns the number of a stem.
func (x *lexicon) word(stem string) int32 {
	id, ok := x.words[stem]
	if !ok {
		id = int32(len(x.words))
		x.words[stem] = id
		x.alone, x.follows = append(x.alone, 0), append(x.follows, false)
		x.mark(stem)
	}
	return id
}

// mark marks what the forms of an English stem begin with: its own first two letters, except that those of "die" are "dying", too.
func (x *lexicon) mark(stem string) {
	switch {
	case x.begins == nil || stem == "":
	case len(stem) == 1:
		for second := range 256 {
			x.begins[int(stem[0])<<8|second] = true
		}
	default:
		x.begins[int(stem[0])<<8|int(stem[1])] = true
		if stem[1] == 'i' {
			x.begins[int(stem[0])<<8|'y'] = true
		}
	}
}

// count returns how often each term occurs in a text, by its number, with the weights of the fields. The caller gives it back with
// [lexicon.release].
func (x *lexicon) count(fields []vector.Field) *occurrences {
	o, _ := x.pool.Get().(*occurrences)
	if o == nil {
		o = &occurrences{counts: make([]float64, x.terms), forms: map[string]int32{}}
	}
	for _, f := range fields {
		weight := f.Weight
		switch {
		case weight == 0:
			weight = 1
		case math.IsNaN(weight) || weight < 0 || weight > maxFieldWeight:
			continue
		}
		var last [maxPhrase]int32 // the words before, the last first, each + 1; 0: none of the topic's
		for w := range rules.Terms(f.Text[:min(len(f.Text), vector.MaxText)]) {
			id := x.find(o, w)
			if x.longest > 1 {
				copy(last[1:], last[:])
				last[0] = id + 1
			}
			if id == none {
				continue
			}
			if term := x.alone[id]; term > 0 {
				o.counts[term-1] += weight
			}
			if !x.follows[id] {
				continue
			}
			ids := [maxPhrase]int32{last[0]}
			for n := 1; n < x.longest && last[n] > 0; n++ {
				ids[n] = last[n]
				if term := x.phrases[ids]; term > 0 {
					o.counts[term-1] += weight
				}
			}
		}
	}
	return o
}

// maxFieldWeight is beyond all sense.
const maxFieldWeight = 1e6

// release clears what was counted, to be used again.
func (x *lexicon) release(o *occurrences) {
	clear(o.counts)
	x.pool.Put(o)
}

// find returns the word of the topic that a word of a text is a form of.
func (x *lexicon) find(o *occurrences, word string) int32 {
	if x.begins != nil && len(word) > 1 && !x.begins[int(word[0])<<8|int(word[1])] {
		return none
	}
	id, known := o.forms[word]
	if known {
		return id
	}
	id, ok := x.words[text.Stem(word, x.language)]
	if !ok {
		id = none
	}
	if len(o.forms) >= maxForms {
		clear(o.forms)
	}
	o.forms[string([]byte(word))] = id // a copy: it would keep its text in memory
	return id
}
