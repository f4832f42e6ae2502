// Package termcount compares texts by how often they have each term.
//
// [Counter.Count] makes a [Vector] of a text, [Vector.Cosine] compares two of them.
package termcount

import (
	"math"
	"strings"

	"sluice/text"
	"sluice/text/vector"
)

// Vector has the frequency of each term, by its stem. It is read by any number of goroutines at once.
type Vector map[string]float64

// Cosine returns the cosine of the angle between two vectors (Salton, Wong and Yang, "A vector space model for automatic
// indexing", 1975): 0 to 1 if no frequency is negative, 0 if one of them is empty, never NaN.
func (v Vector) Cosine(o Vector) float64 {
	if len(v) > len(o) {
		v, o = o, v
	}
	dot := 0.0
	for term, n := range v {
		dot += n * o[term]
	}
	if cosine := dot / (v.norm() * o.norm()); cosine > 0 {
		return min(1, cosine)
	}
	return 0
}

// norm returns the length of a vector.
func (v Vector) norm() float64 {
	sum := 0.0
	for _, n := range v {
		sum += n * n
	}
	return math.Sqrt(sum)
}

// maxStems bounds the stems that a Counter keeps.
const maxStems = 1 << 15

// Counter counts the terms of texts: the stems of their words without stop words. The zero value reads English. One goroutine uses
// it at a time.
type Counter struct {
	Language string // ISO 639-1; "" is English

	stems map[string]string // of words that were seen; "" of a stop word
}

// Count returns how often a text has each term, its fields by their weight. The text of a field counts up to [vector.MaxText] bytes.
func (c *Counter) Count(fields ...vector.Field) Vector {
	v := Vector{}
	for _, f := range fields {
		weight := f.Weight
		if weight == 0 {
			weight = 1
		}
		if !(weight > 0 && weight <= maxWeight) {
			continue
		}
		for word := range (text.Rules{}).Terms(f.Text[:min(len(f.Text), vector.MaxText)]) {
			if stem := c.Stem(word); stem != "" {
				v[stem] += weight
			}
		}
	}
	return v
}

// maxWeight is more than any field has.
const maxWeight = 1e6

// Stem returns the term of a word in lower case; "" of a stop word.
func (c *Counter) Stem(word string) string {
	if stem, ok := c.stems[word]; ok {
		return stem
	}
	if c.stems == nil || len(c.stems) >= maxStems {
		c.stems = map[string]string{}
	}
	language := c.Language
	if language == "" {
		language = "en"
	}
	word = strings.Clone(word) // it would keep its text in memory
	stem := ""
	if !text.Stop(word, language) {
		stem = text.Stem(word, language)
	}
	c.stems[word] = stem
	return stem
}
