// Package urlclass tells the URLs of documents from those of pages by their characters alone, and learns it while a crawl runs.
//
// It is logistic regression over pairs of neighbouring characters, trained with each ten URLs whose class has become known
// (Gauquier, Manolescu and Senellart 2026, arXiv 2602.11874, section 4).
package urlclass

import (
	"encoding/binary"
	"math"
)

const (
	characters = 128     // those beyond ASCII count as one, 127
	batch      = 10      // URLs of a training step (as the source has it)
	maxURL     = 2 << 10 // bytes that are read of a URL
	rate       = 0.5     // of learning, divided by the root of the squares of a weight's gradients so far (AdaGrad)
)

// Classifier is a classifier. The zero value has learned nothing.
type Classifier struct {
	rows    [characters]row // by first character
	waiting []example
	trained int // URLs
}

// row has the weights of the pairs that begin with a character.
type row struct {
	weights, squares [characters]float32
	changed          bool
}

// example is a URL whose class is known.
type example struct {
	url      string
	document bool
}

// pair is a pair of characters, and how much of a URL it makes up.
type pair struct {
	first, second byte
	share         float64
}

// Document reports whether a URL is more likely a document's than a page's. Before the first training none is.
func (c *Classifier) Document(url string) bool { return c.trained > 0 && c.sum(pairsOf(url)) > 0 }

// Learn adds a URL whose class is known.
func (c *Classifier) Learn(url string, document bool) {
	c.waiting = append(c.waiting, example{url[:min(len(url), maxURL)], document})
	if len(c.waiting) < batch {
		return
	}
	for _, e := range c.waiting {
		c.train(e)
	}
	c.trained += len(c.waiting)
	c.waiting = c.waiting[:0]
}

// train makes a step of gradient descent.
func (c *Classifier) train(e example) {
	pairs := pairsOf(e.url)
	wanted := 0.0
	if e.document {
		wanted = 1
	}
	wrong := wanted - 1/(1+math.Exp(-c.sum(pairs)))
	for _, p := range pairs {
		r := &c.rows[p.first]
		gradient := wrong * p.share
		squares := float64(r.squares[p.second]) + gradient*gradient
		r.squares[p.second] = float32(squares)
		if squares > 0 {
			r.weights[p.second] += float32(rate * gradient / math.Sqrt(squares))
		}
		r.changed = true
	}
}

// sum returns the weights of pairs: over 0 for a document.
func (c *Classifier) sum(pairs []pair) (sum float64) {
	for _, p := range pairs {
		sum += float64(c.rows[p.first].weights[p.second]) * p.share
	}
	return sum
}

// pairsOf returns the pairs of a URL, each once, as a vector of length 1. Beginning and end count as a character, 0.
func pairsOf(url string) []pair {
	var at [characters * characters]uint16 // 1 + index in pairs
	url = url[:min(len(url), maxURL)]
	pairs := make([]pair, 0, len(url)+1)
	before := byte(0)
	for i := range len(url) + 1 {
		next := byte(0)
		if i < len(url) {
			next = min(url[i], characters-1)
		}
		n := int(before)*characters + int(next)
		if at[n] == 0 {
			pairs = append(pairs, pair{first: before, second: next})
			at[n] = uint16(len(pairs))
		}
		pairs[at[n]-1].share++
		before = next
	}
	square := 0.0
	for _, p := range pairs {
		square += p.share * p.share
	}
	for i := range pairs {
		pairs[i].share /= math.Sqrt(square)
	}
	return pairs
}

// Rows is the number of parts in which a classifier is stored.
const Rows = characters

// Changed reports whether a part has changed since this was last called.
func (c *Classifier) Changed(n int) bool {
	was := c.rows[n].changed
	c.rows[n].changed = false
	return was
}

// Append returns b with an encoded part: its pairs that have a weight.
func (c *Classifier) Append(b []byte, n int) []byte {
	r := &c.rows[n]
	for i, w := range r.weights {
		if r.squares[i] > 0 {
			b = append(b, byte(i))
			b = binary.BigEndian.AppendUint32(b, math.Float32bits(w))
			b = binary.BigEndian.AppendUint32(b, math.Float32bits(r.squares[i]))
		}
	}
	return b
}

// Restore sets a part that [Classifier.Append] encoded. It reports whether b holds one; else the part has learned nothing.
func (c *Classifier) Restore(b []byte, n int) bool {
	var r row
	if len(b)%9 != 0 {
		return false
	}
	for ; len(b) > 0; b = b[9:] {
		w, s := math.Float32frombits(binary.BigEndian.Uint32(b[1:])), math.Float32frombits(binary.BigEndian.Uint32(b[5:]))
		if b[0] >= characters || !finite(w) || !finite(s) || s <= 0 {
			return false
		}
		r.weights[b[0]], r.squares[b[0]] = w, s
	}
	c.rows[n] = r
	c.trained++
	return true
}

// finite reports whether x is a number with bounds.
func finite(x float32) bool { return !math.IsNaN(float64(x)) && !math.IsInf(float64(x), 0) }
