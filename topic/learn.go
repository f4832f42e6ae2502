package topic

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"sluice/text"
	"sluice/text/vector"
)

// Background counts in how many texts of a collection each term occurs, so that a topic learns what tells its examples from other texts.
// The zero value is empty.
type Background struct {
	docs int
	df   map[string]int // by stem, or two stems
}

const maxBackground = 1 << 20 // terms

// Add counts the terms of a text.
func (b *Background) Add(language string, fields ...vector.Field) {
	if b.df == nil {
		b.df = map[string]int{}
	}
	b.docs++
	for stem := range profile(language, fields).terms {
		if _, known := b.df[stem]; known || len(b.df) < maxBackground {
			b.df[stem]++
		}
	}
}

// Len returns the number of texts that were added.
func (b *Background) Len() int { return b.docs }

// leastBackground is the number of texts from which on a background is better than the list of common words.
const leastBackground = 20

// rarity returns how much a term says, from 0 to 1: the inverse document frequency log(N/DF), divided by its maximum log(N); without
// a background 1, and 0 for common words.
func (b *Background) rarity(stem string, isPlain bool) float64 {
	if b == nil || b.docs < leastBackground {
		if isPlain {
			return 0
		}
		return 1
	}
	return vector.IDF(b.docs, b.df[stem]) / math.Log(float64(b.docs))
}

// lacks reports whether a phrase is in no text at all: two words that follow one another by chance.
func (b *Background) lacks(stem string, texts []*counts) bool {
	return b != nil && b.docs >= leastBackground && strings.Contains(stem, " ") && b.df[stem] == 0 &&
		!slices.ContainsFunc(texts, func(c *counts) bool { return c.terms[stem] != nil })
}

// Options are how [Learn] learns. The zero value is the default.
type Options struct {
	Language   string      // ISO 639-1, of the texts; "" is English
	Background *Background // nil: common words are known by a list
	Terms      int         // how many a class gets; 0 means 30
}

// The weights of Rocchio's formula: those of the words, of the good texts and of the bad ones. Salton and Buckley ("Improving retrieval
// performance by relevance feedback", 1990) take 1, 0.75 and 0.25; γ is greater here, since a term that bad texts have as often as good
// ones tells nothing.
const (
	alpha = 1.0
	beta  = 0.75
	gamma = 0.75

	rarityShare = 0.8 // of the weight of a word that was asked for
	phraseBonus = 1.2 // a phrase says more than its words

	feedbackShare = 0.75 // of the weights of the words that a text about them has: all other terms have so much together, at most

	leastWeight = 0.01 // of what is learned

	leastOfOwn = 0.25 // of the mean score of the texts that a class was learned from: its half, at least

	few = 3 // texts of which each may teach terms of its own
)

// Learn returns a class of words and of texts that are about it, each as [Page] or [Text] returns it, with texts that are not. Either
// words or texts may be missing. The weights are those of relevance feedback (Rocchio, "Relevance feedback in information
// retrieval", 1971):
//
//	weight = α·(of the words) + β·(mean of the good texts) − γ·(mean of the bad texts)
//
// where the weight of a term in a text is its saturated frequency times its rarity. With the first texts that a search for the words
// found in place of good examples this is local feedback (Attar and Fraenkel, "Local feedback in full-text retrieval systems", 1977).
// A term must occur in a quarter of the good texts, and in two of more than three. It is an error if no term is left.
func Learn(name, words string, good, bad [][]vector.Field, o Options) (Class, error) {
	if o.Terms == 0 {
		o.Terms = 30
	}
	asked, half, share := termsOf(words, o.Language)
	before := greatest(asked, len(asked))
	for i := range asked {
		asked[i].Weight *= alpha * (1 - rarityShare + rarityShare*o.Background.rarity(stemOf(asked[i].Text, o.Language), false))
	}
	goods, bads := profiles(o.Language, good), profiles(o.Language, bad)
	asked = slices.DeleteFunc(asked, func(t Term) bool { return o.Background.lacks(stemOf(t.Text, o.Language), goods) })
	expected := share * greatest(asked, len(asked))
	most := feedbackShare * expected // what was asked for decides: else the topic drifts to what texts share besides
	learned := feedback(goods, bads, asked, most, o)
	c := Class{Name: name, Words: words, Terms: merged(asked, learned, o.Language)}
	if len(c.Terms) == 0 {
		return c, errors.New("nothing to learn from: the words are stop words, or the examples have no term in common that others lack; give words, or more examples")
	}
	if before > 0 {
		half *= greatest(asked, len(asked)) / before
	}
	c.Half = half
	if len(goods) > 0 {
		c.Half = max(half, 0.5*meanScore(goods, bads, asked, most, c, o), leastOfOwn*ownScore(goods, c.Terms, o))
		if half > 0 { // examples that have many of the alternatives do not ask for as many of others
			c.Half = min(c.Half, half*(1+greatest(learned, len(learned))/expected))
		}
	}
	c.Half = max(math.Round(c.Half*1000)/1000, 0.001) // as its file has it: a topic that was read judges the same
	sortTerms(c.Terms)
	return c, nil
}

// IsWords reports whether a topic is words alone, so that [Definition.Expand] can expand it.
func (d *Definition) IsWords() bool {
	return d.Model == "" && len(d.Classes) == 1 && d.Classes[0].Words != "" && len(d.Classes[0].Terms) == 0 && len(d.Classes[0].Examples) == 0
}

// Expands reports whether a definition is what [Definition.Expand] makes of other texts and the same words, or what a person made of that.
func (d *Definition) Expands(words *Definition) bool {
	return words.IsWords() && (words.Language == "" || words.Language == d.Language) && len(d.Classes) == 1 && len(d.Classes[0].Terms) > 0 && d.Name == words.Name && d.Classes[0].Words == words.Classes[0].Words
}

// Expand returns a topic of words with the terms that the first texts about it have, and other texts lack: local feedback, as in [Learn]. Where
// it names no language, its language is that of most of these texts, or else of its words. It is an error if it is not a topic of words.
func (d Definition) Expand(relevant, others [][]vector.Field) (Definition, error) {
	if !d.IsWords() {
		return d, fmt.Errorf("topic %q: only a topic of words is expanded", d.Name)
	}
	if d.Language == "" {
		d.Language = cmp.Or(LanguageOf(relevant), d.WordsLanguage())
	}
	var b Background
	for _, fields := range slices.Concat(relevant, others) {
		b.Add(d.Language, fields...)
	}
	c, err := Learn(d.Classes[0].Name, d.Classes[0].Words, relevant, others, Options{Language: d.Language, Background: &b})
	if err != nil {
		return d, fmt.Errorf("expand topic %q: %w", d.Name, err)
	}
	c.Good = true
	d.Classes = []Class{c}
	return d, d.Validate()
}

// LanguageOf returns the language of more than half of the texts, by its ISO 639-1 code; "" if they have no such language, or it has no such code.
func LanguageOf(texts [][]vector.Field) string {
	found := map[string]int{}
	for _, fields := range texts {
		var all strings.Builder
		for _, f := range fields {
			all.WriteString(f.Text + "\n")
		}
		language, _ := text.Language(all.String())
		if found[language]++; 2*found[language] > len(texts) && IsLanguage(language) {
			return language
		}
	}
	return ""
}

// meanScore returns the mean score of good texts. Each is scored by the words and what is learned from the others, if there is enough of
// that: what only this text has would make the class expect it of all.
func meanScore(goods, bads []*counts, asked []Term, most float64, all Class, o Options) float64 {
	sum, n := 0.0, min(len(goods), enough)
	for i, g := range goods[:n] {
		terms := all.Terms
		if len(goods) > 2 || len(asked) > 0 {
			others := slices.Delete(slices.Clone(goods), i, i+1)
			terms = merged(asked, feedback(others, bads, asked, most, o), o.Language)
		}
		sum += g.score(terms, o.Language)
	}
	return sum / float64(n)
}

// enough is the number of texts that are scored, for a mean.
const enough = 50

// ownScore returns the mean score of good texts by what is learned from all of them. Texts that have little in common score nothing by what
// the others teach; a half of that would make any text with one of their terms one of the class.
func ownScore(goods []*counts, terms []Term, o Options) float64 {
	sum, n := 0.0, min(len(goods), enough)
	for _, g := range goods[:n] {
		sum += g.score(terms, o.Language)
	}
	return sum / float64(n)
}

// score returns the sum of the weights of terms, each as far as the text has it.
func (c *counts) score(terms []Term, language string) (sum float64) {
	for _, t := range terms {
		sum += t.Weight * c.share(stemOf(t.Text, language))
	}
	return sum
}

// feedback returns the terms that good texts have, and bad ones lack, besides those that were asked for. All together have at most
// the weight most, unless that is 0.
func feedback(goods, bads []*counts, asked []Term, most float64, o Options) []Term {
	if len(goods) == 0 {
		return nil
	}
	known := map[string]bool{}
	for _, t := range asked {
		stem := stemOf(t.Text, o.Language)
		known[stem] = true
	}
	sums, docs := map[string]float64{}, map[string]int{}
	for _, g := range goods {
		for stem := range g.terms {
			sums[stem] += g.share(stem) / float64(len(goods))
			docs[stem]++
		}
	}
	least := (len(goods) + 3) / 4
	if len(goods) > few {
		least = max(least, 2)
	}
	var terms []Term
	for stem, mean := range sums {
		if docs[stem] < least || known[stem] && len(asked) > 0 {
			continue
		}
		form, plain := "", false
		for _, g := range goods {
			if t, ok := g.terms[stem]; ok && form == "" {
				form, plain = t.form, t.isPlain
			}
		}
		weight := beta * mean
		for _, b := range bads {
			weight -= gamma * b.share(stem) / float64(len(bads))
		}
		weight *= o.Background.rarity(stem, plain)
		if strings.Contains(stem, " ") {
			weight *= phraseBonus
		}
		if weight > leastWeight {
			terms = append(terms, Term{form, math.Round(weight*1000) / 1000})
		}
	}
	sortTerms(terms)
	terms = terms[:min(len(terms), o.Terms)]
	if most > 0 {
		scale := min(1, most/greatest(terms, len(terms)))
		for i := range terms {
			terms[i].Weight = math.Round(terms[i].Weight*scale*1000) / 1000
		}
	}
	return terms
}

// merged returns the terms of both lists; of terms with one stem, the first.
func merged(a, b []Term, language string) (out []Term) {
	known := map[string]bool{}
	for _, t := range slices.Concat(a, b) {
		stem := stemOf(t.Text, language)
		if !known[stem] && t.Weight > 0 {
			known[stem] = true
			out = append(out, Term{t.Text, math.Round(t.Weight*1000) / 1000})
		}
	}
	return slices.DeleteFunc(out, func(t Term) bool { return t.Weight == 0 })
}

// stemOf returns the stems of a term.
func stemOf(term, language string) string {
	if language == "" {
		language = "en"
	}
	words := wordsOf(term)
	for i, w := range words {
		words[i] = text.Stem(w, language)
	}
	return strings.Join(words, " ")
}

// counts are the terms of a text: words, and two of them in a row.
type counts struct {
	terms map[string]*count
	k     float64 // see damping
}

// count is one term of a text.
type count struct {
	form    string // as the text writes it first
	n       float64
	isPlain bool // all of its words are common
}

// share returns the saturated frequency of a term.
func (c *counts) share(stem string) float64 {
	t := c.terms[stem]
	if t == nil {
		return 0
	}
	return t.n / (t.n + c.k)
}

// profiles returns the terms of texts.
func profiles(language string, texts [][]vector.Field) (all []*counts) {
	for _, fields := range texts {
		all = append(all, profile(language, fields))
	}
	return all
}

const maxProfile = 20_000 // terms of a text

// profile returns the terms of a text: without stop words, numbers and single letters.
func profile(language string, fields []vector.Field) *counts {
	if language == "" {
		language = "en"
	}
	c := &counts{map[string]*count{}, damping(fields)}
	add := func(stem, form string, isPlain bool, n float64) {
		t := c.terms[stem]
		switch {
		case t != nil:
			t.n += n
		case len(c.terms) < maxProfile:
			c.terms[stem] = &count{form, n, isPlain}
		}
	}
	learned := text.Rules{Numbers: text.DropNumbers, Least: 2}
	for _, f := range fields {
		weight := f.Weight
		if weight == 0 {
			weight = 1
		}
		last, lastStem, wasPlain := "", "", false
		for w := range learned.Terms(f.Text[:min(len(f.Text), vector.MaxText)]) {
			if text.Stop(w, language) {
				last = ""
				continue
			}
			stem, isPlain := text.Stem(w, language), isCommon(w)
			add(stem, w, isPlain, weight)
			if last != "" {
				add(lastStem+" "+stem, last+" "+w, isPlain && wasPlain, weight)
			}
			last, lastStem, wasPlain = w, stem, isPlain
		}
	}
	return c
}
