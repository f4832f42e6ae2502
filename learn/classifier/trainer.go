package classifier

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"sluice/text/vector"
)

// The errors of [Trainer.Train] for sets of examples from which nothing can be learned.
var (
	ErrNoExamples = errors.New("no document with terms")
	ErrOneLabel   = errors.New("all documents have the same label")
)

// Trainer takes examples and makes a model of them. Of each document it keeps the counts of its terms only, within the bounds of
// its [Options]. It may be used by one goroutine at a time.
type Trainer struct {
	options Options
	terms   *vector.Vocabulary
	names   []string
	numbers map[string]int32 // the index of a label in names
	several bool             // some documents have several labels
	docs    []example
	cells   int               // terms of all documents
	halved  int               // how often the sample was halved
	seen    map[uint64]uint64 // the label of the first document with a key
	summary Summary
}

// example is a document that the trainer keeps.
type example struct {
	counts vector.Vector
	labels []int32
	key    uint64 // the hash of its counts
}

// Summary says what a trainer was given.
type Summary struct {
	Documents      map[string]int // by label; all but the empty ones
	Empty          int            // documents without terms, or without a letter or digit, which teach nothing
	Duplicates     int            // documents with the terms and label of an earlier one; each counts as an example of its own
	Contradictions int            // documents with the terms of an earlier one, but another label; each counts, too
	Kept           int            // documents in the sample that is used: all, unless there are more than the memory allows
}

// New returns a trainer. It is an error if an option is out of range.
func New(o Options) (*Trainer, error) {
	o.setDefaults()
	if err := o.validate(); err != nil {
		return nil, fmt.Errorf("train classifier: %w", err)
	}
	terms, err := vector.NewVocabulary(o.Analyzer)
	if err != nil {
		return nil, fmt.Errorf("train classifier: %w", err)
	}
	return &Trainer{options: o, terms: terms, numbers: map[string]int32{}, seen: map[uint64]uint64{}, summary: Summary{Documents: map[string]int{}}}, nil
}

// Add adds an example: a document with its label. It is an error if the label is empty, is not UTF-8, or has more than 256 bytes;
// if there are more than 1,000 labels; or if the weight of a field is no number.
func (t *Trainer) Add(label string, document ...vector.Field) error {
	return t.AddSeveral([]string{label}, document...)
}

// AddSeveral adds an example that may have several labels, one at least. The errors are those of [Trainer.Add]. A model of such
// examples judges each label by itself: see [Model.Assign].
func (t *Trainer) AddSeveral(labels []string, document ...vector.Field) error {
	if len(labels) == 0 {
		return errors.New("train classifier: a document without a label")
	}
	unknown := 0
	for _, label := range labels {
		if label == "" || len(label) > maxLabel || !utf8.ValidString(label) {
			return fmt.Errorf("train classifier: label %.40q: it must have 1 to %d bytes of UTF-8", label, maxLabel)
		}
		if _, known := t.numbers[label]; !known {
			unknown++
		}
		if len(t.names)+unknown > maxLabels {
			return fmt.Errorf("train classifier: label %q: there are %d labels already", label, maxLabels)
		}
	}
	if !slices.ContainsFunc(document, hasLetter) {
		t.summary.Empty++
		return nil
	}
	counts, err := t.terms.Add(document...)
	if err != nil {
		return fmt.Errorf("train classifier: %w", err)
	}
	if len(counts) == 0 {
		t.summary.Empty++
		return nil
	}
	set := t.set(labels)
	key, label := t.key(counts), hashLabels(set)
	if first, ok := t.seen[key]; !ok {
		t.seen[key] = label
	} else if first == label {
		t.summary.Duplicates++
	} else {
		t.summary.Contradictions++
	}
	if t.inSample(key) {
		t.docs = append(t.docs, example{counts, set, key})
		t.cells += len(counts)
		t.summary.Kept++
	}
	if t.cells > t.options.MaxCells {
		t.halve()
	}
	if t.terms.Len() > t.options.MaxNames {
		t.forget()
	}
	return nil
}

// hasLetter reports whether a field has a letter or a digit. Punctuation is a term for some analyzers, but a document of nothing else is an
// accident, such as a ruled line.
func hasLetter(f vector.Field) bool {
	return strings.ContainsFunc(f.Text, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) })
}

// set returns the numbers of labels, each once, and counts them.
func (t *Trainer) set(labels []string) []int32 {
	set := make([]int32, 0, len(labels))
	for _, label := range labels {
		k, known := t.numbers[label]
		if !known {
			k = int32(len(t.names))
			t.names = append(t.names, label)
			t.numbers[label] = k
		}
		if !slices.Contains(set, k) {
			set = append(set, k)
			t.summary.Documents[label]++
		}
	}
	slices.Sort(set)
	t.several = t.several || len(set) > 1
	return set
}

// hashLabels returns a number for a set of labels.
func hashLabels(set []int32) (h uint64) {
	for _, k := range set {
		h = h*0x9e37_79b9_7f4a_7c15 + uint64(k) + 1
	}
	return h
}

// Summary returns what was given so far.
func (t *Trainer) Summary() Summary {
	s := t.summary
	s.Documents = maps.Clone(s.Documents)
	return s
}

// key returns a hash of a document's terms and counts. It stays the same when terms get other numbers.
func (t *Trainer) key(counts vector.Vector) uint64 {
	key := uint64(len(counts))
	for _, c := range counts {
		h := (t.terms.Hash(c.ID) ^ uint64(c.Value*16)) * 0x9e37_79b9_7f4a_7c15
		key += h ^ h>>32
	}
	key *= 0xff51_afd7_ed55_8ccd
	return key ^ key>>32
}

// inSample reports whether a document with this key is kept.
func (t *Trainer) inSample(key uint64) bool { return key>>(64-t.halved) == 0 || t.halved == 0 }

// halve keeps about every second document: those whose keys are in the lower half, whatever their order.
func (t *Trainer) halve() {
	t.halved++
	t.docs = slices.DeleteFunc(t.docs, func(d example) bool { return !t.inSample(d.key) })
	t.cells = 0
	for _, d := range t.docs {
		t.cells += len(d.counts)
	}
	t.summary.Kept = len(t.docs)
}

// forget removes the rarest terms, until half of the bound is left.
func (t *Trainer) forget() {
	least := 2
	for ; t.count(least) > t.options.MaxNames/2; least++ {
	}
	t.prune(func(id uint32) bool { return t.terms.DF(id) >= least })
	for i := range t.docs {
		t.docs[i].counts = slices.Clone(t.docs[i].counts) // without the room of the terms that are gone
	}
}

// count returns the number of terms that at least so many documents have.
func (t *Trainer) count(least int) (n int) {
	for id := range t.terms.Len() {
		if t.terms.DF(uint32(id)) >= least {
			n++
		}
	}
	return n
}

// all reports whether every term is to be kept.
func (t *Trainer) all(keep func(id uint32) bool) bool {
	for id := range t.terms.Len() {
		if !keep(uint32(id)) {
			return false
		}
	}
	return true
}

// prune removes the terms that keep does not want, from the vocabulary and the documents.
func (t *Trainer) prune(keep func(id uint32) bool) {
	numbers := t.terms.Prune(keep)
	t.cells = 0
	for i := range t.docs {
		d := &t.docs[i]
		d.counts = d.counts.Renumber(numbers)
		t.cells += len(d.counts)
	}
}

// Train makes a model of the examples. The errors [ErrNoExamples] and [ErrOneLabel] say that nothing can be learned from them.
// The trainer cannot be used afterwards.
func (t *Trainer) Train() (*Model, error) {
	t.selectFrequent()
	if err := t.selectBest(); err != nil {
		return nil, err
	}
	labels := slices.Clone(t.names)
	slices.Sort(labels)
	numbers := make([]int32, len(labels))
	for i, name := range t.names {
		k, _ := slices.BinarySearch(labels, name)
		numbers[i] = int32(k)
	}
	x, keys := t.examples(numbers)
	switch {
	case len(x.rows) == 0 || x.terms == 0:
		return nil, fmt.Errorf("train classifier: %w", ErrNoExamples)
	case len(labels) == 1:
		return nil, fmt.Errorf("train classifier: %w, %q: two are needed", ErrOneLabel, labels[0])
	}
	c := chooser{options: t.options, terms: t.terms, all: x, keys: keys, several: t.several}
	if t.options.Steps != nil {
		chosen := t.options.Steps(x.terms, t.options.Evaluations, c.evaluate)
		if len(chosen) == 0 {
			return nil, fmt.Errorf("train classifier: %w: no term is of use", ErrNoExamples)
		}
		t.keep(chosen)
		c.all, _ = t.examples(nil)
	}
	c.choose()
	weights := c.fit()
	m := newModel(t.options.Method, t.terms, labels, weights, c.best.settings, c.sigmoid())
	if t.several {
		m.several = true
		m.cut, _ = c.cut(c.best.held)
	}
	return m, nil
}

// examples returns the documents with their labels, renumbered if numbers is not nil, and their keys.
func (t *Trainer) examples(numbers []int32) (x *examples, keys []uint64) {
	x = &examples{terms: t.terms.Len(), k: len(t.names)}
	for _, d := range t.docs {
		if numbers != nil {
			for i, k := range d.labels {
				d.labels[i] = numbers[k]
			}
			slices.Sort(d.labels)
		}
		x.rows = append(x.rows, d.counts)
		x.labels = append(x.labels, d.labels)
		keys = append(keys, d.key)
	}
	return x, keys
}
