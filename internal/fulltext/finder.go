package fulltext

import (
	"slices"
	"strings"
	"unicode/utf8"

	"sluice/search"
	"sluice/text"
)

// A finder knows the words of a query when it sees them.
type finder struct {
	terms     []sought
	all       uint64                      // the bits of what a text must show: not of an author or a title
	known     map[string]map[string]known // by language and word
	dropStops bool                        // stop words match in phrases only
	share     int64                       // bytes of a text that are read
	tokens    []place                     // of the text in hand; kept for its memory
	plains    []string                    // its words
}

// sought is a term of a query. Its bit is its clause's.
type sought struct {
	term
	plain []string   // its words
	forms [][]string // of each, in either spelling
	names []string   // of letters and digits, which its words and their neighbours in the query make
	rows  [][]string // words in a row that show it
	bit   uint64
}

// known is what a finder knows of a word.
type known struct {
	plain   string
	clauses uint64 // that contain it, as bits; without phrases
}

// place is a word of a text.
type place struct {
	search.Span
	word    int    // its number
	clauses uint64 // that contain it
}

// newFinder returns a finder for a number of texts.
func newFinder(p *parsed, texts int) *finder {
	f := &finder{known: map[string]map[string]known{}, share: int64(min(max(maxSearched/max(texts, 1), minRead), maxRead))}
	n := 0
	f.dropStops = p.hasOtherThanStops()
	for i := range p.clauses {
		c := &p.clauses[i]
		if c.not || n == 64 || f.dropStops && c.stops() {
			continue
		}
		for _, t := range c.terms {
			s := sought{term: t, bit: 1 << n}
			for _, w := range t.words {
				s.plain = append(s.plain, plain(w))
				s.forms = append(s.forms, spelt(w))
			}
			if t.inRow() {
				s.rows = [][]string{s.plain}
			} else {
				s.names, s.rows = t.plainNames(), t.plainParts()
			}
			f.terms = append(f.terms, s)
		}
		if !slices.ContainsFunc(c.terms, func(t term) bool { return t.column != "" }) {
			f.all |= 1 << n
		}
		n++
	}
	return f
}

// word returns what is known of a folded word in a language.
func (f *finder) word(language, word string) known {
	words := f.known[language]
	if words == nil {
		words = map[string]known{}
		f.known[language] = words
	}
	k, ok := words[word]
	if !ok {
		word = strings.Clone(word) // not the whole text
		k = known{plain: plain(word)}
		for i := range f.terms {
			if t := &f.terms[i]; !t.inRow() && t.asksFor(word, k.plain, language) && (!f.dropStops || !text.Stop(word, language)) {
				k.clauses |= t.bit
			}
		}
		words[word] = k
	}
	return k
}

// asksFor reports whether one of a term's words matches a word of a text.
func (t *sought) asksFor(word, plainWord, language string) bool {
	if slices.Contains(t.names, plainWord) {
		return true
	}
	for i, want := range t.plain {
		last := i == len(t.plain)-1
		switch {
		case plainWord == want, last && t.prefix && strings.HasPrefix(plainWord, want):
			return true
		case !sameLetter(plainWord, want): // stems keep it, too
		case last && t.fuzzy > 0:
			var d distance
			if d.between([]rune(plainWord), []rune(want), t.fuzzy) <= t.fuzzy {
				return true
			}
		case t.column != "authors" && t.isForm(i, word, plainWord, stemmerOf(language)):
			return true
		}
	}
	return false
}

// isForm reports whether a word of a text is a form of the i-th word of a term, in either spelling.
func (t *sought) isForm(i int, word, plainWord, stemmer string) bool {
	stem := stemToken(word, stemmer)
	for _, form := range t.forms[i] {
		if token := soughtToken(form, stemmer); token == stem || token == plainWord {
			return true
		}
	}
	return false
}

// sameLetter reports whether two words begin with the same letter. The check is cheap and saves
// most stemming and most distances.
func sameLetter(a, b string) bool {
	x, _ := utf8.DecodeRuneInString(a)
	y, _ := utf8.DecodeRuneInString(b)
	return x == y
}

// places returns the words of a text that the query matches.
func (f *finder) places(language, s string) []place {
	f.tokens, f.plains = f.tokens[:0], f.plains[:0]
	for t := range words(s) {
		k := f.word(language, t.Word)
		f.tokens = append(f.tokens, place{search.Span{Start: t.Start, End: t.End}, len(f.tokens), k.clauses})
		f.plains = append(f.plains, k.plain)
	}
	for i := range f.terms {
		for _, row := range f.terms[i].rows {
			f.markRow(row, f.terms[i].bit)
		}
	}
	return slices.DeleteFunc(f.tokens, func(p place) bool { return p.clauses == 0 })
}

// markRow marks where words stand in a row. It is called after single words are marked, because it needs the words that follow.
func (f *finder) markRow(row []string, bit uint64) {
	n := len(row)
	for at := 0; n > 0 && at+n <= len(f.plains); at++ {
		if f.plains[at] == row[0] && slices.Equal(f.plains[at:at+n], row) {
			for k := range n {
				f.tokens[at+k].clauses |= bit
			}
		}
	}
}
