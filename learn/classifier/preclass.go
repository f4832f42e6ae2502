package classifier

import (
	"sluice/text"
)

// Preclass says whether a page can be classified by its text (Chung, "Topic-oriented collaborative web crawling", University of
// Waterloo, 2001, section 3.3.2).
type Preclass string

// The classes of pages before the classes of their texts.
const (
	Empty        Preclass = "empty"        // no response
	Invalid      Preclass = "invalid"      // a response whose status is not 2xx
	NoText       Preclass = "no-text"      // a text of numbers, punctuation and white space at most
	Classifiable Preclass = "classifiable" // any other page
)

// PreclassOf returns the class of a page by the status of its response, 0 if there was none, and its text.
func PreclassOf(status int, text string) Preclass {
	switch {
	case status == 0:
		return Empty
	case status < 200 || status > 299:
		return Invalid
	case !hasWord(text):
		return NoText
	}
	return Classifiable
}

// hasWord reports whether a text has a word that is no number.
func hasWord(s string) bool {
	for w := range (text.Rules{Numbers: text.DropNumbers}).Terms(s) {
		if w != "" {
			return true
		}
	}
	return false
}
