package pdfchar

import (
	"strings"

	"sluice/text"
	"sluice/text/english"
)

// maxWords is how many different words of a document are counted.
const maxWords = 1 << 18

// words are those that a document may have: its own, and those of a list of English.
type words struct {
	text  string
	count map[string]int // by word in lower case; nil until it is asked for

	glued    int // letters in a row that were looked at
	language struct{ known, english bool }
}

// areEnglish reports whether most words are in the list.
func (w *words) areEnglish() bool {
	if !w.language.known {
		w.language.known, w.language.english = true, english.Is(w.text)
	}
	return w.language.english
}

// has reports whether a word in lower case is known.
func (w *words) has(word string) bool { return english.Has(word) || w.printed(word) > 0 }

// printed returns how often the document has a word in lower case. Words with marks do not count.
func (w *words) printed(word string) int {
	if w.count == nil {
		w.count = map[string]int{}
		each(w.text, func(word string, marked bool) {
			if marked {
				return
			}
			word = strings.ToLower(word)
			if n, ok := w.count[word]; ok || len(w.count) < maxWords {
				w.count[word] = n + 1
			}
		})
	}
	return w.count[word]
}

// each calls do with each run of letters of a text, and whether it has a mark of a lost glyph next to it.
func each(s string, do func(word string, marked bool)) {
	marked := false
	for {
		start := strings.IndexFunc(s, isLetter)
		if start < 0 {
			return
		}
		marked = hasMark(s[:start])
		s = s[start:]
		word := lettersAfter(s)
		s = s[len(word):]
		do(word, marked || strings.HasPrefix(s, "\xef\xb7"))
	}
}

// isListed reports whether a word in lower case is known by the list, and not only by the document, which may have it broken. Of one or two
// letters only the frequent ones are words.
func isListed(word string) bool {
	if len(word) <= 2 {
		return text.Stop(word, "")
	}
	return english.Has(word)
}
