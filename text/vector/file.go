package vector

import (
	"encoding/binary"
	"errors"
	"math"
	"strings"

	"sluice/internal/binaryfile"
	"sluice/text"
)

// ErrDamaged is the error for bytes that are no vocabulary, or one that is truncated or changed.
var ErrDamaged = errors.New("damaged vocabulary")

// The most that a stored vocabulary may have.
const (
	maxStored = 1 << 26 // terms
	maxName   = maxWords * (text.MaxWord + 1)
)

// A stored vocabulary is
//
//	analyzer  numbers, hyphens, punctuation, least, language, stems, no stop words, words, least and most characters
//	docs
//	count     of terms, then for each
//	  kind    a byte; with ownHash if the hash follows
//	  hash    8 bytes, for terms of a field that is apart; for others it follows from kind and text
//	  shared  how many bytes of its text are those of the term before
//	  text    the rest: length, bytes
//	  df
//	  total   rounded
//
// Numbers are unsigned varints.
const ownHash = 0x80

// AppendBinary appends the vocabulary in the form that [Decode] reads. It is smallest after [Vocabulary.Order]. Totals are rounded to whole
// numbers.
func (v *Vocabulary) AppendBinary(b []byte) ([]byte, error) {
	a := v.analyzer
	b = append(b, byte(a.Rules.Numbers), byte(a.Rules.Hyphens), bit(a.Rules.Punctuation), byte(a.Rules.Least))
	b = binary.AppendUvarint(b, uint64(len(a.Language)))
	b = append(b, a.Language...)
	b = append(b, bit(a.Stems), bit(a.NoStops), byte(a.Words), byte(a.MinChars), byte(a.MaxChars))
	b = binary.AppendUvarint(b, uint64(v.docs))
	b = binary.AppendUvarint(b, uint64(len(v.terms)))
	before := ""
	for id := range v.terms {
		e := &v.terms[id]
		name := v.Name(uint32(id))
		if hashOf(e.kind, name) == e.hash {
			b = append(b, byte(e.kind))
		} else {
			b = append(b, byte(e.kind)|ownHash)
			b = binary.LittleEndian.AppendUint64(b, e.hash)
		}
		shared := 0
		for shared < min(len(name), len(before)) && name[shared] == before[shared] {
			shared++
		}
		b = binary.AppendUvarint(b, uint64(shared))
		b = binary.AppendUvarint(b, uint64(len(name)-shared))
		b = append(b, name[shared:]...)
		b = binary.AppendUvarint(b, uint64(e.df))
		b = binary.AppendUvarint(b, uint64(min(math.Round(e.total), 1<<52)))
		before = name
	}
	return b, nil
}

// bit returns 1 for true.
func bit(x bool) byte {
	if x {
		return 1
	}
	return 0
}

// hashOf returns the hash of a term of a field that is not apart.
func hashOf(k Kind, name string) uint64 {
	switch k {
	case Word:
		return mix(hashString(offset, name))
	case Chars:
		return mix(hashString(charsOffset, name))
	}
	words := strings.Split(name, " ")
	h := mix(hashString(offset, words[len(words)-1]))
	for i := len(words) - 2; i >= 0; i-- {
		h = mix(h*prime + mix(hashString(offset, words[i])))
	}
	return h
}

// Decode returns the vocabulary that b begins with, and the bytes after it. The error is [ErrDamaged]. No more memory is allocated than a
// small multiple of the length of b, whatever its counts say.
func Decode(b []byte) (*Vocabulary, []byte, error) {
	r := binaryfile.Reader{Rest: b}
	var a Analyzer
	a.Rules = text.Rules{Numbers: text.NumberRule(r.Byte()), Hyphens: text.HyphenRule(r.Byte()), Punctuation: r.Byte() == 1, Least: int(r.Byte())}
	a.Language = string(r.Take(r.Count(16)))
	stems, noStops := r.Byte(), r.Byte()
	r.Bad = r.Bad || stems > 1 || noStops > 1
	a.Stems, a.NoStops = stems == 1, noStops == 1
	a.Words, a.MinChars, a.MaxChars = int(r.Byte()), int(r.Byte()), int(r.Byte())
	docs, n := r.Number(math.MaxInt32), r.Count(maxStored)
	v, err := NewVocabulary(a)
	if r.Bad || err != nil || n > len(r.Rest)/5 {
		return nil, nil, ErrDamaged
	}
	v.docs = docs
	v.terms = make([]entry, 0, n)
	size := 1 << 10
	for size < 2*n+1 {
		size *= 2
	}
	v.slots = make([]slot, size)
	most := 32*len(b) + 1<<10 // texts of terms; one that shares its beginning may be longer than its bytes
	var before []byte
	for range n {
		kind := r.Byte()
		e := entry{kind: Kind(kind &^ ownHash)}
		if kind&ownHash != 0 {
			e.hash = r.Uint64()
		}
		shared := r.Number(len(before))
		from := len(v.names)
		v.names = append(v.names, before[:shared]...)
		v.names = append(v.names, r.Take(r.Count(maxName))...)
		before = v.names[from:]
		e.name = uint32(len(v.names))
		e.df, e.total = uint32(r.Number(docs)), float64(r.Number(1<<52))
		if kind&ownHash == 0 {
			e.hash = hashOf(e.kind, string(before))
		}
		at := v.slot(e.hash)
		if r.Bad || e.kind > Chars || len(before) > maxName || len(v.names) > most || v.slots[at].id != 0 {
			return nil, nil, ErrDamaged
		}
		v.terms = append(v.terms, e)
		v.slots[at] = slot{e.hash, uint32(len(v.terms))}
	}
	return v, r.Rest, nil
}
