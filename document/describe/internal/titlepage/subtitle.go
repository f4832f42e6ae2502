package titlepage

import (
	"unicode"

	"sluice/text"
)

// isEnglish reports whether a title has several words that only English has, and no accents.
func isEnglish(s string) bool { return englishWords(s) > 1 && accents(s) == 0 }

// isAccented reports whether a title has several letters with accents, and no word of English.
func isAccented(s string) bool { return englishWords(s) == 0 && accents(s) > 1 }

// onlyEnglish reports whether a text has a word that of the languages of many titles only English has.
func onlyEnglish(s string) bool {
	for w := range text.Words(s) {
		switch w {
		case "of", "the", "and", "with", "from":
			return true
		}
	}
	return false
}

// englishWords returns how many stop words of English a text has.
func englishWords(s string) int {
	n := 0
	for w := range text.Words(s) {
		if text.Stop(w, "en") {
			n++
		}
	}
	return n
}

// accents returns how many letters a text has that English lacks.
func accents(s string) int {
	n := 0
	for _, r := range s {
		if r >= 0x80 && unicode.IsLetter(r) {
			n++
		}
	}
	return n
}

// isTranslation reports whether what follows a title is surely in another language, as the title
// is that many theses repeat.
func isTranslation(title, subtitle string) bool {
	const enough = 28 // bytes that show a language
	if len(title) < enough || len(subtitle) < enough {
		return false
	}
	a, sureA := text.Language(title)
	b, sureB := text.Language(subtitle)
	isEnglish := b == "en" && sureB > 0.6 && englishWords(title) == 0 && englishWords(subtitle) > 0
	return a != b && sureA == 1 && (sureB == 1 || isEnglish)
}
