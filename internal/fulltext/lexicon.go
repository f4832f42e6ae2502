package fulltext

import (
	"strings"

	"sluice/text"
)

// A lexicon turns texts into what the index holds. It remembers the words of each language that
// it has met, which are few among many. It belongs to one goroutine at a time.
type lexicon struct {
	languages map[string]*language
	text      uint64 // marks what the text in hand has

	entry      uint64   // marks what the entry in hand has
	vocabulary []string // the words of the entry, each once
}

// language is what a lexicon knows of one language.
type language struct {
	code  string
	forms map[string]*form
	stems map[string]*stem
}

// form is a word and the tokens for it.
type form struct {
	plain string
	stem  *stem // nil when the word is its own
	entry uint64
}

// stem is the token of a stem, and the number of the last text that has it, so that each text gets
// it once.
type stem struct {
	token string
	text  uint64
}

const (
	maxForms     = 1 << 16 // of a language that a lexicon remembers
	maxLanguages = 8
	maxStemmed   = 32 // bytes of a word of the vocabulary
)

// newLexicon returns a lexicon that knows no words yet.
func newLexicon() *lexicon { return &lexicon{languages: map[string]*language{}} }

// in returns what is known of a language.
func (l *lexicon) in(code string) *language {
	if !text.Stems(code) {
		code = ""
	}
	known := l.languages[code]
	if known == nil || len(known.forms) >= maxForms {
		// The languages of a library are few; more than that are texts of wrongly recognised
		// languages, which would fill the memory.
		if len(l.languages) >= maxLanguages {
			clear(l.languages)
		}
		known = &language{code, map[string]*form{}, map[string]*stem{}}
		l.languages[code] = known
	}
	return known
}

// form returns what is known of a word. A word that is its own stem has none: it is found by the
// word itself.
func (l *language) form(word string) *form {
	if f, ok := l.forms[word]; ok {
		return f
	}
	word = strings.Clone(word) // not the whole text
	f := &form{plain: plain(word)}
	if l.code != "" {
		if s := plain(text.Stem(word, l.code)); s != f.plain {
			f.stem = l.stems[s]
			if f.stem == nil {
				f.stem = &stem{token: stemToken(s, l.code)}
				l.stems[s] = f.stem
			}
		}
	}
	l.forms[word] = f
	return f
}

// stemToken returns the token that represents a stem in a text.
func stemToken(stem, language string) string { return "=" + language + "=" + stem }

// plain is a folded word as the index holds it.
func plain(word string) string { return strings.Map(tokenRune, text.Plain(word)) }

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

// column writes the words of a column's values and their stems, each stem once.
func (l *lexicon) column(code string, values ...string) string {
	size := 0
	for _, v := range values {
		size += len(v) + len(barrier)
	}
	if size == 0 {
		return ""
	}
	known := l.in(code)
	l.text++
	var stems []*stem
	var b strings.Builder
	b.Grow(size + size/4)
	for i, v := range values {
		if i > 0 {
			b.WriteString(barrier)
		}
		for word := range text.Words(v) {
			f := known.form(word)
			b.WriteString(f.plain)
			b.WriteByte(' ')
			if f.entry != l.entry {
				f.entry = l.entry
				if inVocabulary(f.plain) {
					l.vocabulary = append(l.vocabulary, f.plain)
				}
			}
			if f.stem != nil && f.stem.text != l.text {
				f.stem.text = l.text
				stems = append(stems, f.stem)
			}
		}
	}
	for _, s := range stems {
		b.WriteByte(' ')
		b.WriteString(s.token)
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
	return 3 <= len(plain) && len(plain) <= maxStemmed && !strings.ContainsAny(plain, "0123456789'")
}
