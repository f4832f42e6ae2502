package fulltext

import (
	"fmt"
	"slices"
	"strings"

	"sluice/search"
	"sluice/text"
)

// A long text has all of a few words by its length alone. One that is about them has them near each other, or in its fields.

const (
	nearWords = 10      // words, stop words aside, that stand at most between two of a query that are near each other; for each further word as many
	longText  = 8 << 10 // bytes of a document that has words by its length alone
	fields    = "{title authors keywords subjects abstract headings anchors}"
)

// nearness returns the expression of texts that have the words of a query near each other or in their fields, "" if the query is another one than a few
// plain words. A word that the query repeats counts once.
func (m *matcher) nearness(p *parsed) string {
	var words []*sequenceWord
	for i := range p.clauses {
		c := &p.clauses[i]
		if c.not || c.filter || c.stops() {
			continue
		}
		t := &c.terms[0]
		if !c.isWord() || t.isIdeographs() {
			return ""
		}
		for i, w := range t.words {
			if !text.Stop(w, "") && !slices.ContainsFunc(words, func(other *sequenceWord) bool { return other.text() == w }) {
				words = append(words, &sequenceWord{t, i})
			}
		}
	}
	if len(words) < 2 || len(words) > fewWords {
		return ""
	}
	var all []string
	add := func(phrases []string) {
		e := fmt.Sprintf("NEAR(%s, %d)", strings.Join(phrases, " "), nearWords*(len(phrases)-1))
		if len(phrases) == 1 {
			e = phrases[0]
		}
		if !slices.Contains(all, e) {
			all = append(all, e)
		}
	}
	for _, language := range m.stemmers() {
		var stems, respelt []string // a text has one of the spellings
		for _, w := range words {
			forms := spelt(w.text())
			stems = append(stems, `"`+stemToken(forms[0], language)+`"`)
			respelt = append(respelt, `"`+stemToken(forms[len(forms)-1], language)+`"`)
		}
		add(stems)
		add(respelt)
	}
	add(apart(words))
	add(together(words))
	var fielded []string
	for _, w := range words {
		fielded = append(fielded, m.word(w.term, w.i))
	}
	return either(append(all, fields+" : ("+strings.Join(fielded, " AND ")+")"))
}

// sequenceWord is a plain word of a query.
type sequenceWord struct {
	term *term
	i    int
}

func (w *sequenceWord) text() string { return w.term.words[w.i] }

// span returns where the word is in the text of the query.
func (w *sequenceWord) span() (s search.Span) {
	i := 0
	for t := range tokensOf(w.term.source) {
		if i == w.i {
			s = search.Span{Start: w.term.at + t.Start, End: w.term.at + t.End}
		}
		i++
	}
	return s
}

// apart returns words as they are written, names of letters and digits as two words.
func apart(words []*sequenceWord) (phrases []string) {
	for _, w := range words {
		if first, second, ok := letterDigits(w.text()); ok {
			phrases = append(phrases, quoted(first, second))
		} else {
			phrases = append(phrases, quoted(w.text()))
		}
	}
	return phrases
}

// together returns words as they are written, letters and digits that follow each other as one word.
func together(words []*sequenceWord) (phrases []string) {
	for i := 0; i < len(words); i++ {
		w := words[i].text()
		if i+1 < len(words) && slices.Contains(words[i].term.names[words[i].i], w+words[i+1].text()) {
			w += words[i+1].text()
			i++
		}
		phrases = append(phrases, quoted(w))
	}
	return phrases
}
