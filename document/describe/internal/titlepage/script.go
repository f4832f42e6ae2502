package titlepage

import (
	"slices"
	"strings"
	"unicode"
)

// script is the writing system that most of a text is in.
type script uint8

// The scripts that first pages have together, each in a title of its own. Chinese and Japanese are one.
const (
	noScript script = iota
	latin
	cyrillic
	greek
	ideographs
	hangul
	otherScript
	scripts
)

// scriptOf returns the script of a text. An ideograph says as much as several letters.
func scriptOf(s string) script {
	const letters = 3
	var found [scripts]int
	for _, r := range s {
		switch {
		case r < 0x80 && unicode.IsLetter(r), unicode.Is(unicode.Latin, r):
			found[latin]++
		case !unicode.IsLetter(r):
		case unicode.Is(unicode.Cyrillic, r):
			found[cyrillic]++
		case unicode.Is(unicode.Greek, r):
			found[greek]++
		case isIdeograph(r):
			found[ideographs] += letters
		case unicode.Is(unicode.Hangul, r):
			found[hangul] += letters
		default:
			found[otherScript]++
		}
	}
	return script(slices.Index(found[:], slices.Max(found[:])))
}

// isIdeograph reports whether r is a letter of Chinese or Japanese, which have no spaces between words.
func isIdeograph(r rune) bool {
	return r >= 0x2e80 && (r == 'ー' || unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana))
}

// ideographsOf returns how many letters of Chinese and Japanese a text has.
func ideographsOf(s string) (n int) {
	for _, r := range s {
		if isIdeograph(r) {
			n++
		}
	}
	return n
}

// areScripts reports whether two texts are in different scripts, each of several letters: a title, and the same in another language.
func areScripts(a, b string) bool {
	const least = 6
	x, y := scriptOf(a), scriptOf(b)
	if x == y || x == noScript || y == noScript || x == latin && countWords(a) < 3 || y == latin && countWords(b) < 3 {
		return false // the name of a product, perhaps
	}
	return len(lettersIn(a, x)) >= least && len(lettersIn(b, y)) >= least && len(lettersIn(a, y)) == 0
}

// lettersIn returns the letters of a text that are in a script.
func lettersIn(s string, of script) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) && scriptOf(string(r)) == of {
			return r
		}
		return -1
	}, s)
}

// inOneScript returns a list of authors without their names in a second script, as theses in Chinese, Japanese, Korean or Russian have
// them below the others: as many, in the Latin alphabet. Those in the script of the text stay.
func inOneScript(list []string, of script) []string {
	var inLatin, others []string
	for _, name := range list {
		if scriptOf(name) == latin {
			inLatin = append(inLatin, name)
		} else {
			others = append(others, name)
		}
	}
	if len(inLatin) != len(others) || len(others) == 0 {
		return list
	}
	for _, name := range others {
		if scriptOf(name) != scriptOf(others[0]) {
			return list
		}
	}
	if of == latin {
		return inLatin
	}
	return others
}
