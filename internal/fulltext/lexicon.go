package fulltext

import (
	"strings"

	"sluice/text"
)

// A lexicon turns texts into what the index holds. It remembers the words of each language that
// it has met, which are few among many. It belongs to one goroutine at a time.
type lexicon struct {
	languages map[string]*language
	stems     []string // of the column in hand; kept for its memory
	others    []string // stems of words with a hyphen in it, and words with their diacritics

	entry      uint64   // marks what the entry in hand has
	vocabulary []string // the words of the entry, each once
}

// language is what a lexicon knows of one language.
type language struct {
	code  string // without a stemmer: ""
	stops string // the language of its stop words
	forms map[string]*form
}

// form is a word and the tokens for it.
type form struct {
	plain string
	stem  string // "" of a stop word
	exact string // with its diacritics; "" of one without
	entry uint64
}

const (
	maxForms     = 1 << 16 // of a language that a lexicon remembers
	maxLanguages = 8
	maxStemmed   = 32 // bytes of a word of the vocabulary
)

// newLexicon returns a lexicon that knows no words yet.
func newLexicon() *lexicon { return &lexicon{languages: map[string]*language{}} }

// in returns what is known of a language. A text whose language is unknown is stemmed as English, as its stop words are.
func (l *lexicon) in(code string) *language {
	known := l.languages[code]
	if known == nil || len(known.forms) >= maxForms {
		// The languages of a library are few; more than that are texts of wrongly recognised
		// languages, which would fill the memory.
		if len(l.languages) >= maxLanguages {
			clear(l.languages)
		}
		known = &language{code: stemmerOf(code), stops: code, forms: map[string]*form{}}
		l.languages[code] = known
	}
	return known
}

// noLanguage is the language of names: their words have no stems, and none is a stop word.
const noLanguage = "zxx" // ISO 639-3: no linguistic content

// stemmerOf returns the language by whose rules the words of a language are stemmed, "" for none.
func stemmerOf(code string) string {
	switch {
	case code == "":
		return "en"
	case text.Stems(code):
		return code
	}
	return ""
}

// form returns what is known of a word.
func (l *language) form(word string) *form {
	if f, ok := l.forms[word]; ok {
		return f
	}
	word = strings.Clone(word) // not the whole text
	f := &form{plain: plain(word)}
	if l.stops == noLanguage || !text.Stop(word, l.stops) {
		f.stem = stemToken(word, l.code)
	}
	f.exact = exactToken(word)
	l.forms[word] = f
	return f
}

// exactToken returns the token of a folded word with its diacritics, "" for a word without any. No stem has diacritics.
func exactToken(word string) string {
	if plain(word) == word {
		return ""
	}
	return "=" + strings.Map(tokenRune, word)
}

// greekPlurals are ends of plurals that the English stemmer does not know. Without them theses are no thesis.
var greekPlurals = map[string]string{"theses": "thesis", "lyses": "lysis", "gnoses": "gnosis", "crises": "crisis"}

// stemToken returns the token of a folded word's stem in a language.
func stemToken(word, language string) string {
	if language == "en" {
		for plural, singular := range greekPlurals {
			if rest, ok := strings.CutSuffix(word, plural); ok {
				word = rest + singular
			}
		}
	}
	if language != "" && !signedNames[word] {
		word = text.Stem(word, language)
	}
	return "=" + plain(word)
}

// plain is a folded word as the index holds it.
func plain(word string) string {
	if signedNames[word] {
		return word
	}
	return strings.Map(tokenRune, text.Plain(word))
}

// tokenRune drops what the index would read as the end of a word: removing marks from a letter
// may leave such a sign.
func tokenRune(r rune) rune {
	if r < 0x80 && r != '\'' && (r < '0' || '9' < r && r < 'A' || 'Z' < r && r < 'a' || 'z' < r) {
		return -1
	}
	return r
}

// barrier separates two values of a column, so that no phrase goes from one into the other.
const barrier = " = "

// column writes the words of a column's values, and after them their stems in the same order, without stop words: so words that follow each
// other but for those are neighbours there.
func (l *lexicon) column(code string, values ...string) string {
	size := 0
	for _, v := range values {
		size += len(v) + len(barrier)
	}
	if size == 0 {
		return ""
	}
	known := l.in(code)
	l.stems, l.others = l.stems[:0], l.others[:0]
	var b strings.Builder
	b.Grow(2*size + size/4)
	for i, v := range values {
		if i > 0 {
			b.WriteString(barrier)
			l.stems = append(l.stems, barrier)
		}
		var last text.Token
		for t := range words(v) {
			if both := compound(v, last, t); both != "" {
				l.others = append(l.others, known.form(both).stem)
			}
			last = t
			f := known.form(t.Word)
			b.WriteString(f.plain)
			b.WriteByte(' ')
			if f.entry != l.entry {
				f.entry = l.entry
				if inVocabulary(f.plain) {
					l.vocabulary = append(l.vocabulary, f.plain)
				}
			}
			if f.stem != "" {
				l.stems = append(l.stems, f.stem)
			}
			if f.exact != "" {
				l.others = append(l.others, f.exact)
			}
		}
	}
	l.stems = append(l.stems, l.others...) // last, so that words in a row stay neighbours
	for _, s := range l.stems {
		b.WriteByte(' ')
		b.WriteString(s)
	}
	return b.String()
}

// begin begins a new entry: vocabulary is empty again.
func (l *lexicon) begin() {
	l.entry++
	l.vocabulary = l.vocabulary[:0]
}

// inVocabulary reports the words that fuzzy search is about.
func inVocabulary(plain string) bool {
	return 3 <= len(plain) && len(plain) <= maxStemmed && !strings.ContainsAny(plain, "0123456789'.")
}
