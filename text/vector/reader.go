package vector

import (
	"math"
	"slices"
)

// reader analyses documents by the terms of a vocabulary. It remembers the n-grams of characters of every word,
// as most words of a text are those of the texts before. It is for one goroutine at a time.
type reader struct {
	analysis
	v       *Vocabulary
	size    int  // of the vocabulary when the reader was made
	grow    bool // new terms join the vocabulary
	values  []float32
	touched []uint32 // the terms that occur

	numbers []slot      // an open hash table of the words that are known, by number + 1
	known   []knownWord // by number
	grams   []uint32    // the n-grams of all of them
}

// knownWord is a word whose terms are known.
type knownWord struct {
	hash uint64
	word uint32 // its number in the vocabulary + 1; 0 if it has none
	end  uint32 // of its n-grams; they begin where those of the word before end
}

// maxGrams bounds the n-grams that a reader remembers.
const maxGrams = 1 << 21

// newReader returns a reader, with grow one by which new terms join the vocabulary.
func (v *Vocabulary) newReader(grow bool) *reader {
	r := &reader{v: v, size: len(v.terms), grow: grow}
	r.forget()
	return r
}

// forget makes the reader forget all words.
func (r *reader) forget() {
	r.numbers = make([]slot, 1<<10)
	r.known, r.grams = r.known[:0], r.grams[:0]
}

// counts appends the counts of a document's terms.
func (r *reader) counts(to Vector, fields []Field) Vector {
	if len(r.grams)+len(r.known) > maxGrams {
		r.forget()
	}
	if len(r.values) < len(r.v.terms) {
		r.values = make([]float32, len(r.v.terms)+len(r.v.terms)/2)
	}
	a := &r.v.analyzer
	a.read(&r.analysis, fields, func(f found) {
		if id := r.id(f); id > 0 {
			r.touch(id-1, f.n)
		}
	})
	for i, w := range r.words {
		if a.MaxChars == 0 {
			if id := r.id(found{hash: w.hash, from: int32(i), kind: Word}); id > 0 {
				r.touch(id-1, w.count)
			}
			continue
		}
		n := r.number(i)
		if id := r.known[n].word; id > 0 {
			r.touch(id-1, w.count)
		}
		for _, id := range r.gramsOf(n) {
			r.touch(id, w.count)
		}
	}
	to = slices.Grow(to, len(r.touched))
	for _, id := range r.touched {
		to = append(to, Term{id, r.values[id]})
		r.values[id] = 0
	}
	r.touched = r.touched[:0]
	return to
}

// touch adds n to the count of a term.
func (r *reader) touch(id uint32, n float32) {
	if r.values[id] == 0 {
		r.touched = append(r.touched, id)
	}
	r.values[id] += n
}

// id returns the number + 1 of a term that was just found, 0 if the vocabulary does not have it. A new one joins a vocabulary that grows.
func (r *reader) id(f found) uint32 {
	v := r.v
	at := v.slot(f.hash)
	id := v.slots[at].id
	if id > 0 || !r.grow || len(v.names) > math.MaxUint32-1<<10 {
		return id
	}
	v.names = r.name(v.names, f)
	id = v.insert(at, f)
	if len(r.values) < len(v.terms) {
		r.values = append(r.values, make([]float32, len(v.terms)/2+1<<10)...)
	}
	return id
}

// number returns the number of a word of the document, which is known from then on.
func (r *reader) number(word int) int {
	w := r.words[word]
	at := find(r.numbers, w.hash)
	if n := r.numbers[at].id; n > 0 {
		return int(n - 1)
	}
	id := r.id(found{hash: w.hash, from: int32(word), kind: Word})
	r.v.analyzer.chars(&r.analysis, w, func(f found) {
		if id := r.id(f); id > 0 {
			r.grams = append(r.grams, id-1)
		}
	})
	r.known = append(r.known, knownWord{w.hash, id, uint32(len(r.grams))})
	r.numbers[at] = slot{w.hash, uint32(len(r.known))}
	if 2*len(r.known) >= len(r.numbers) {
		r.numbers = make([]slot, 4*len(r.numbers))
		for i, k := range r.known {
			r.numbers[find(r.numbers, k.hash)] = slot{k.hash, uint32(i + 1)}
		}
	}
	return len(r.known) - 1
}

// gramsOf returns the n-grams of a known word, each as often as the word has it.
func (r *reader) gramsOf(n int) []uint32 {
	from := uint32(0)
	if n > 0 {
		from = r.known[n-1].end
	}
	return r.grams[from:r.known[n].end]
}
