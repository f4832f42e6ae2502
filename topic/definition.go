package topic

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"sluice/text"
)

// Definition describes a topic, as its file has it.
type Definition struct {
	Name      string
	Threshold float64 // the relevance from which on a text is relevant; 0 means 0.5
	Language  string  // ISO 639-1, of the terms, for their stems; "" is that of the words, see [Definition.WordsLanguage]
	Classes   []Class

	Model string   // in place of classes: the file of a trained classifier
	Good  []string // its good labels
}

// Class is what texts are about: the topic, a part of it, or something else to be distinguished from it.
type Class struct {
	Name     string   // in a taxonomy, a path: "Computing methodologies/Machine learning"
	Good     bool     // it belongs to the topic, as do all classes below it
	Words    string   // what describes it, as [FromWords] has it; used if there are no Terms
	Terms    []Term   // the greatest weight first
	Half     float64  // the score at which it is as probable as no class; 0 means 45 % of the five greatest weights
	Examples []string // URLs or files that are about it
}

// Term is a word or phrase, and its weight.
type Term struct {
	Text   string
	Weight float64
}

// The most that a definition may have.
const (
	maxClasses  = 2000
	maxTerms    = 50_000 // of all classes
	maxExamples = 10_000 // of all classes
	maxText     = 4096   // bytes of a name, of words, of an example
	maxPhrase   = 5      // words of a term
	maxWeight   = 1000
)

// defaultThreshold is where a class is as probable as all else.
const defaultThreshold = 0.5

// halfShare is the share of the weights that the half of a class is, if nothing else says it.
const halfShare = 0.45

// threshold returns the threshold.
func (d *Definition) threshold() float64 {
	if d.Threshold == 0 {
		return defaultThreshold
	}
	return d.Threshold
}

// Validate returns an error that names what is wrong with a definition: no class that is good, a topic without words, an example that is
// both good and bad, a number that is out of range.
func (d *Definition) Validate() error {
	var errs []error
	fail := func(format string, args ...any) { errs = append(errs, fmt.Errorf(format, args...)) }
	if math.IsNaN(d.Threshold) || d.Threshold < 0 || d.Threshold >= 1 {
		fail("threshold %v: it must be above 0 and below 1", d.Threshold)
	}
	if d.Language != "" && !IsLanguage(d.Language) {
		fail("language %q: write a code of two letters, such as en", d.Language)
	}
	if len(d.Name) > maxText {
		fail("name longer than %d bytes", maxText)
	}
	if d.Model != "" {
		if len(d.Classes) > 0 {
			fail("model and classes exclude each other: remove one of them")
		}
		if len(d.Good) == 0 {
			fail("model %s: none of its classes is good; name some under good", d.Model)
		}
		return d.invalid(errs)
	}
	if len(d.Good) > 0 {
		fail("good: names classes of a model, and there is none; mark a class with good: true")
	}
	if len(d.Classes) > maxClasses {
		fail("%d classes: at most %d are possible", len(d.Classes), maxClasses)
		return d.invalid(errs)
	}
	names, examples := map[string]bool{}, map[string]int{}
	terms, isAnyGood, language := 0, false, d.WordsLanguage()
	for i := range d.Classes {
		c := &d.Classes[i]
		if names[c.Name] {
			fail("class %q: there are two of this name", c.Name)
		}
		names[c.Name] = true
		if err := c.validate(); err != nil {
			fail("class %q: %w", c.Name, err)
			continue
		}
		terms += len(c.Terms)
		isAnyGood = isAnyGood || d.isGood(i) && c.hasWords(language)
		for _, e := range c.Examples {
			if other, ok := examples[e]; ok && d.isGood(other) != d.isGood(i) {
				fail("example %s: it is in class %q and in class %q, of which only one is good; remove one", e, d.Classes[other].Name, c.Name)
			}
			examples[e] = i
		}
	}
	if terms > maxTerms || len(examples) > maxExamples {
		fail("%d terms and %d examples: at most %d and %d are possible", terms, len(examples), maxTerms, maxExamples)
	}
	if len(errs) == 0 && !isAnyGood {
		switch {
		case !slices.ContainsFunc(d.Classes, func(c Class) bool { return c.Good }):
			fail("no class is good: mark those that belong to the topic with good: true")
		default:
			fail("no good class has a word: stop words such as 'the' do not count")
		}
	}
	return d.invalid(errs)
}

// invalid returns the error of a definition with these errors; nil without any.
func (d *Definition) invalid(errs []error) error {
	if len(errs) == 0 {
		return nil
	}
	return fmt.Errorf("topic %q: %w", d.Name, errors.Join(errs...))
}

// maxAsked bounds the words that say the language, in bytes.
const maxAsked = 4 * maxText

// WordsLanguage returns the language of the words. Where the definition names none, the stop words among them say it, as [text.PhraseLanguage]
// does, if no class has terms yet: these are English. "" is English, too.
func (d *Definition) WordsLanguage() string {
	if d.Language != "" {
		return d.Language
	}
	var asked strings.Builder
	for _, c := range d.Classes {
		if len(c.Terms) > 0 {
			return ""
		}
		if asked.Len() < maxAsked {
			asked.WriteString(c.Words + "\n")
		}
	}
	return text.PhraseLanguage(asked.String())
}

// IsLanguage reports whether a text is a code of ISO 639-1.
func IsLanguage(s string) bool {
	return len(s) == 2 && strings.Trim(s, "abcdefghijklmnopqrstuvwxyz") == ""
}

// isGood reports whether a class, or one above it, is good.
func (d *Definition) isGood(i int) bool {
	if d.Classes[i].Good {
		return true
	}
	for _, c := range d.Classes {
		if c.Good && strings.HasPrefix(d.Classes[i].Name, c.Name+"/") {
			return true
		}
	}
	return false
}

// validate returns an error that names what is wrong with a class.
func (c *Class) validate() error {
	switch {
	case c.Name == "":
		return errors.New("it has no name")
	case len(c.Name) > maxText || len(c.Words) > maxText:
		return fmt.Errorf("name or words longer than %d bytes", maxText)
	case math.IsNaN(c.Half) || c.Half < 0 || c.Half > maxTerms*maxWeight:
		return fmt.Errorf("half %v: it must be above 0 and at most %d", c.Half, maxTerms*maxWeight)
	}
	for _, t := range c.Terms {
		n := len(wordsOf(t.Text))
		switch {
		case n == 0 || n > maxPhrase || len(t.Text) > maxText:
			return fmt.Errorf("term %q: it must have 1 to %d words", t.Text, maxPhrase)
		case !(t.Weight > 0) || t.Weight > maxWeight:
			return fmt.Errorf("term %q has the weight %v: it must be above 0 and at most %d", t.Text, t.Weight, maxWeight)
		}
	}
	for _, e := range c.Examples {
		if e == "" || len(e) > maxText {
			return fmt.Errorf("example %.100q: it must be a URL or a file", e)
		}
	}
	return nil
}

// hasWords reports whether a class of a topic in a language has any term.
func (c *Class) hasWords(language string) bool { return len(c.resolved(language).Terms) > 0 }

// resolved returns a class of a topic in a language with terms and half, made from its words if it has no terms.
func (c *Class) resolved(language string) Class {
	out := *c
	if len(out.Terms) == 0 {
		terms, half, _ := termsOf(c.Words, language)
		out.Terms = terms
		if out.Half == 0 {
			out.Half = half
		}
	}
	if out.Half == 0 {
		out.Half = halfShare * greatest(out.Terms, 5)
	}
	return out
}

// greatest returns the sum of the n greatest weights.
func greatest(terms []Term, n int) (sum float64) {
	weights := make([]float64, len(terms))
	for i, t := range terms {
		weights[i] = t.Weight
	}
	slices.Sort(weights)
	for _, w := range weights[max(0, len(weights)-n):] {
		sum += w
	}
	return sum
}

// FromWords returns the definition of a topic that words describe: "machine learning lecture notes". Commas separate alternatives:
// "neural networks, deep learning". It is an error if stop words are all that there is.
func FromWords(words string) (Definition, error) {
	d := Definition{Name: strings.Join(strings.Fields(words), " "), Classes: []Class{{Name: strings.Join(strings.Fields(words), " "), Good: true, Words: words}}}
	if d.Name == "" {
		return d, errors.New("a topic without words: write some, such as 'machine learning'")
	}
	return d, d.Validate()
}

// Weights of the terms of words.
const (
	aloneWeight  = 1.0  // a word that is an alternative by itself
	wordWeight   = 0.25 // a word of several
	pairWeight   = 1.0  // two of them in a row
	pairShare    = 0.67 // of the pairs for the half: some of them are no phrase
	commonShare  = 0.3  // of these for words that pages of all subjects have
	alternatives = 2    // are enough for the half
)

// termsOf returns the terms of words, the score at which a text is as probably about them as not, and the share of their weights that a text about
// them has: of many alternatives it has few.
func termsOf(words, language string) (terms []Term, half, share float64) {
	weights, parts, sum := map[string]float64{}, 0, 0.0
	add := func(term string, weight float64) {
		if _, known := weights[term]; !known {
			terms = append(terms, Term{Text: term})
		}
		weights[term] = max(weights[term], weight)
		sum += weight
	}
	for part := range strings.FieldsFuncSeq(words, func(r rune) bool { return strings.ContainsRune(",;\n،、，；", r) }) {
		all := wordsOf(part)
		counted := slices.DeleteFunc(slices.Clone(all), func(w string) bool { return text.Stop(w, language) })
		if len(counted) == 0 {
			continue
		}
		parts++
		for _, w := range counted {
			weight := aloneWeight
			if len(counted) > 1 {
				weight = wordWeight
			}
			if isCommon(w) {
				weight *= commonShare
			}
			add(w, weight)
		}
		for i := 1; i < len(all); i++ {
			if !text.Stop(all[i-1], language) && !text.Stop(all[i], language) {
				add(all[i-1]+" "+all[i], pairWeight)
				sum -= (1 - pairShare) * pairWeight
			}
		}
	}
	for i := range terms {
		terms[i].Weight = weights[terms[i].Text]
	}
	sortTerms(terms)
	if parts == 0 {
		return nil, 0, 0
	}
	share = float64(min(parts, alternatives)) / float64(parts)
	return terms, halfShare * sum * share, share
}

// sortTerms sorts terms, the greatest weight first.
func sortTerms(terms []Term) {
	slices.SortStableFunc(terms, func(a, b Term) int {
		switch {
		case a.Weight > b.Weight:
			return -1
		case a.Weight < b.Weight:
			return 1
		}
		return strings.Compare(a.Text, b.Text)
	})
}
