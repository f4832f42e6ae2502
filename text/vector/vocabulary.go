package vector

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"fmt"
	"math"
	"slices"
	"sync"
)

// Vocabulary numbers the terms of a collection of documents, from 0, in the order of their first occurrence. Its methods that do
// not change it may be called by many goroutines at once.
type Vocabulary struct {
	analyzer Analyzer
	slots    []slot // an open hash table
	terms    []entry
	names    []byte // the texts of all terms
	docs     int
	adding   *reader   // of [Vocabulary.Add]
	pool     sync.Pool // of *reader, for [Vocabulary.Counts]
}

// slot is a place in the table.
type slot struct {
	hash uint64
	id   uint32 // + 1; 0 when free
}

// entry is what is known of a term.
type entry struct {
	hash  uint64
	total float64 // occurrences in all documents, weighted
	df    uint32
	name  uint32 // where its text ends in names; it begins where that of the term before ends
	kind  Kind
}

// NewVocabulary returns an empty vocabulary. It is an error if the analyzer is out of range.
func NewVocabulary(a Analyzer) (*Vocabulary, error) {
	if err := a.Validate(); err != nil {
		return nil, fmt.Errorf("vocabulary: %w", err)
	}
	return &Vocabulary{analyzer: a, slots: make([]slot, 1<<10)}, nil
}

// Analyzer returns what the vocabulary was made with.
func (v *Vocabulary) Analyzer() Analyzer { return v.analyzer }

// Len returns the number of terms.
func (v *Vocabulary) Len() int { return len(v.terms) }

// Docs returns the number of documents that were added.
func (v *Vocabulary) Docs() int { return v.docs }

// DF returns in how many documents of the collection a term occurs.
func (v *Vocabulary) DF(id uint32) int { return int(v.terms[id].df) }

// Total returns how often a term occurs in the collection, weighted by its fields.
func (v *Vocabulary) Total(id uint32) float64 { return v.terms[id].total }

// Kind returns the kind of a term.
func (v *Vocabulary) Kind(id uint32) Kind { return v.terms[id].kind }

// Name returns the text of a term. An n-gram of characters has a space where the word begins or ends.
func (v *Vocabulary) Name(id uint32) string { return string(v.name(id)) }

// NameBytes returns the bytes of the texts of all terms.
func (v *Vocabulary) NameBytes() int { return len(v.names) }

// name returns the text of a term.
func (v *Vocabulary) name(id uint32) []byte {
	from := uint32(0)
	if id > 0 {
		from = v.terms[id-1].name
	}
	return v.names[from:v.terms[id].name]
}

// Add counts the terms of a document, new ones included, and returns their counts, in the order of their occurrence: [Vector.Sort]
// sorts them. It is an error if a weight is no number.
func (v *Vocabulary) Add(fields ...Field) (Vector, error) {
	if err := validate(fields); err != nil {
		return nil, err
	}
	if v.adding == nil {
		v.adding = v.newReader(true)
	}
	counts := v.adding.counts(nil, fields)
	v.docs++
	for _, t := range counts {
		e := &v.terms[t.ID]
		e.df++
		e.total += float64(t.Value)
	}
	return counts, nil
}

// Counts appends the counts of a document's terms to a vector and returns it. Terms that the vocabulary does not have are left
// out. The terms are in the order of their occurrence: [Vector.Sort] sorts them. Fields whose weight is no number are left out.
func (v *Vocabulary) Counts(to Vector, fields ...Field) Vector {
	r, _ := v.pool.Get().(*reader)
	if r == nil || r.size != len(v.terms) {
		r = v.newReader(false)
	}
	defer v.pool.Put(r)
	return r.counts(to, valid(fields))
}

// valid returns the fields whose weights are numbers.
func valid(fields []Field) []Field {
	if validate(fields) == nil {
		return fields
	}
	return slices.DeleteFunc(slices.Clone(fields), func(f Field) bool { return f.validate() != nil })
}

// validate returns the error of the first field that has one.
func validate(fields []Field) error {
	for _, f := range fields {
		if err := f.validate(); err != nil {
			return err
		}
	}
	return nil
}

// insert adds a term, whose text was just appended, at its place in the table and returns its number + 1.
func (v *Vocabulary) insert(at uint64, f found) uint32 {
	v.terms = append(v.terms, entry{hash: f.hash, kind: f.kind, name: uint32(len(v.names))})
	id := uint32(len(v.terms))
	v.slots[at] = slot{f.hash, id}
	if 2*len(v.terms) >= len(v.slots) {
		v.index(2 * len(v.slots))
	}
	return id
}

// slot returns where a term is, or the free place where it belongs.
func (v *Vocabulary) slot(hash uint64) uint64 { return find(v.slots, hash) }

// find returns where a hash is in a table, or the free place where it belongs.
func find(slots []slot, hash uint64) uint64 {
	mask := uint64(len(slots) - 1)
	at := hash & mask
	for slots[at].id != 0 && slots[at].hash != hash {
		at = (at + 1) & mask
	}
	return at
}

// index makes the table anew with n places, a power of two.
func (v *Vocabulary) index(n int) {
	v.slots = make([]slot, n)
	for i, e := range v.terms {
		v.slots[v.slot(e.hash)] = slot{e.hash, uint32(i + 1)}
	}
}

// Gone is the number, in the answer of [Vocabulary.Prune], of a term that was removed.
const Gone = math.MaxUint32

// Prune removes the terms that keep does not want. It returns the new number of every old one, or [Gone]. The order stays.
// A removed term that occurs again is a new one: its earlier documents are forgotten.
func (v *Vocabulary) Prune(keep func(id uint32) bool) []uint32 {
	renumbered := make([]uint32, len(v.terms))
	var (
		terms []entry
		names []byte
	)
	from := uint32(0)
	for i, e := range v.terms {
		end := e.name
		renumbered[i] = Gone
		if keep(uint32(i)) {
			renumbered[i] = uint32(len(terms))
			names = append(names, v.names[from:end]...)
			e.name = uint32(len(names))
			terms = append(terms, e)
		}
		from = end
	}
	v.terms, v.names = terms, names
	v.pool, v.adding = sync.Pool{}, nil
	n := 1 << 10
	for n < 2*len(terms)+1 {
		n *= 2
	}
	v.index(n)
	return renumbered
}

// Renumber changes the numbers of terms in place as [Vocabulary.Prune] returned them, and returns the vector without those that
// are gone.
func (v Vector) Renumber(renumbered []uint32) Vector {
	kept := v[:0]
	for _, t := range v {
		if id := renumbered[t.ID]; id != Gone {
			kept = append(kept, Term{id, t.Value})
		}
	}
	return kept
}

// IDF returns [IDF] of a term in the collection.
func (v *Vocabulary) IDF(id uint32) float64 { return IDF(v.docs, v.DF(id)) }

// WIDF weights counts by the weighted inverse document frequency: the count of a term divided by its count in the whole
// collection (Tokunaga and Iwayama, "Text categorization based on weighted inverse document frequency", 1994). A document's terms
// that the collection has only there get 1.
func (v *Vocabulary) WIDF(counts Vector) Vector {
	weighted := make(Vector, 0, len(counts))
	for _, t := range counts {
		if total := v.Total(t.ID); total > 0 {
			weighted = append(weighted, Term{t.ID, float32(float64(t.Value) / total)})
		}
	}
	return weighted
}

// TFIDF weights counts by [TF] times [SmoothIDF] and returns them as a vector of length 1.
func (v *Vocabulary) TFIDF(counts Vector) Vector {
	weighted := make(Vector, len(counts))
	for i, t := range counts {
		weighted[i] = Term{t.ID, float32(TF(float64(t.Value)) * SmoothIDF(v.docs, v.DF(t.ID)))}
	}
	if norm := weighted.Norm(); norm > 0 {
		weighted.Scale(1 / norm)
	}
	return weighted
}

// Order sorts the terms by kind and text, and returns the new number of every old one, as [Vocabulary.Prune] does. Sorted terms
// take less room in a file.
func (v *Vocabulary) Order() []uint32 {
	// The kind and the first bytes of most terms tell them apart: comparing those as a number takes a third of the time.
	type key struct {
		first uint64
		id    uint32
	}
	order := make([]key, len(v.terms))
	for i := range order {
		var first [8]byte
		first[0] = byte(v.terms[i].kind)
		copy(first[1:], v.name(uint32(i)))
		order[i] = key{binary.BigEndian.Uint64(first[:]), uint32(i)}
	}
	slices.SortFunc(order, func(a, b key) int {
		if a.first != b.first {
			return cmp.Compare(a.first, b.first)
		}
		x, y := &v.terms[a.id], &v.terms[b.id]
		return cmp.Or(bytes.Compare(v.name(a.id), v.name(b.id)), cmp.Compare(x.hash, y.hash))
	})
	renumbered := make([]uint32, len(order))
	terms, names := make([]entry, 0, len(v.terms)), make([]byte, 0, len(v.names))
	for i, k := range order {
		renumbered[k.id] = uint32(i)
		e := v.terms[k.id]
		names = append(names, v.name(k.id)...)
		e.name = uint32(len(names))
		terms = append(terms, e)
	}
	v.terms, v.names = terms, names
	v.index(len(v.slots))
	return renumbered
}

// Hash returns the hash by which a term is known. It is the same on every machine, whatever the term's number is.
func (v *Vocabulary) Hash(id uint32) uint64 { return v.terms[id].hash }
