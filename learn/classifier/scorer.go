package classifier

import (
	"slices"

	"sluice/text/vector"
)

// scorer scores documents by the words that they have. What the n-grams of characters of a word add to the scores is the same in every
// document, up to a factor, when their counts are damped (see [weighting.apply]). It is computed once for each word: words have ten times
// as many n-grams, so that a document takes a fraction of the time.
type scorer struct {
	reader  *vector.Reader
	sums    []float32 // of the words that the reader knows, wordSums of a label count for each
	room    int       // for sums
	spare   []float32 // those of a word for which there is no room
	phrases vector.Vector
	scores  []float32 // what the n-grams add
}

// maxSums is the room of a scorer: 16 MB.
const maxSums = 1 << 22

// Sums of a word are: the square of its own weight, those of its n-grams, and then for each label what it adds to the score itself, and what
// its n-grams add.
const (
	wordSquare = iota
	gramSquare
	labelSums
)

// scoreWords adds to scores what a document's terms add. It has the result of [Model.addTerm] for all terms of [Model.document].
func (m *Model) scoreWords(s []float32, fields []vector.Field) {
	c, _ := m.scorers.Get().(*scorer)
	if c == nil {
		c = &scorer{reader: m.terms.NewReader(), room: maxSums, scores: make([]float32, len(s))}
	}
	defer m.scorers.Put(c)
	if c.reader.Full() || len(c.sums) >= c.room {
		c.reader.Forget()
		c.sums = c.sums[:0]
	}
	var words []vector.Occurrences
	words, c.phrases = c.reader.Read(c.phrases[:0], fields...)
	ofWords, ofGrams := make([]float32, len(s)), c.scores
	clear(ofGrams)
	var square [2]float64
	for _, w := range words {
		sums := c.word(m, w.Word)
		x, n := m.settings.count(w.Count), float32(vector.TF(float64(w.Count)))
		square[0] += float64(x) * float64(x) * float64(sums[wordSquare])
		square[1] += float64(n) * float64(sums[gramSquare])
		own, grams := sums[labelSums:][:len(s)], sums[labelSums+len(s):][:len(s)]
		for k := range s {
			ofWords[k] += x * own[k]
			ofGrams[k] += n * grams[k]
		}
	}
	for _, t := range c.phrases {
		x := m.settings.count(t.Value) * m.factors[t.ID]
		square[0] += float64(x) * float64(x)
		m.addTerm(ofWords, t.ID, x)
	}
	by := [2]float32{1, 1}
	if m.settings.lengths {
		by = m.settings.byPart(square)
	}
	for k := range s {
		s[k] += by[0]*ofWords[k] + by[1]*ofGrams[k]
	}
}

// word returns the sums of a word.
func (c *scorer) word(m *Model, number int) []float32 {
	size := labelSums + 2*len(c.scores)
	if at := number * size; at < len(c.sums) {
		return c.sums[at:][:size]
	}
	var sums []float32
	if at := number * size; at == len(c.sums) && at < c.room {
		c.sums = slices.Grow(c.sums, size)[:at+size]
		sums = c.sums[at:]
	} else {
		c.spare = slices.Grow(c.spare[:0], size)[:size]
		sums = c.spare
	}
	clear(sums)
	id, grams := c.reader.Terms(number)
	if id != vector.Gone {
		factor := m.factors[id]
		sums[wordSquare] = factor * factor
		m.addTerm(sums[labelSums:][:len(c.scores)], id, factor)
	}
	for _, id := range grams {
		factor := m.factors[id]
		sums[gramSquare] += factor * factor
		m.addTerm(sums[labelSums+len(c.scores):], id, factor)
	}
	return sums
}
