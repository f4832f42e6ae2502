package fulltext

import (
	"strings"

	"sluice/internal/lazyregexp"
)

// A word in British or American spelling finds the other, whichever a text has: "optimisation" and "optimization", "colour" and "color". The rules
// make words that nobody writes, too ("authour"). No text has them, so they find nothing.

// spellings are parts of words that are written in two ways, the British one first: what stands before the part, and what may follow it at the
// end of a word. Three letters stand before it at least, lest "four" be "for" and "prize" "prise".
var spellings = []spellingRule{
	newSpellingRule(`\pL{3,}`, "is", "iz", `e|ed|er|ers|es|ing|able|ation|ations|ational`),
	newSpellingRule(`\pL{3,}`, "ys", "yz", `e|ed|er|ers|es|ing|able`),
	newSpellingRule(`\pL{3,}`, "our", "or", `|s|ed|ing|ings|able|al|ally|ful|less|er|ers|ist|ists|ite|ites|hood|hoods`),
	newSpellingRule(`\pL{2,}[bt]`, "re", "er", `|s`),
	newSpellingRule(`\pL{2,}[bt]`, "r", "er", `ed|ing`),
	newSpellingRule(`\pL{3,}`, "ogue", "og", `|s`),
	newSpellingRule(`\pL{3,}`, "ence", "ense", `|s`),
	newSpellingRule(`\pL{2,}[aeiou]`, "ll", "l", `ed|ing|ings|er|ers|or|ors`),
}

// spellingRule replaces a part of a word by another, in both directions.
type spellingRule struct {
	british, american     *lazyregexp.Regexp
	toAmerican, toBritish string
}

func newSpellingRule(before, british, american, after string) spellingRule {
	word := func(part string) *lazyregexp.Regexp {
		return lazyregexp.New("^(" + before + ")" + part + "(" + after + ")$")
	}
	return spellingRule{word(british), word(american), "${1}" + american + "${2}", "${1}" + british + "${2}"}
}

// programmes matches words of which only the British spelling has the stem of another word, that of a person: "programme" and "programmer".
var programmes = lazyregexp.New(`^(\pL{2,}gram)(mes?|s?)$`)

// spelt returns a folded word and the words that are the same in another spelling.
func spelt(word string) []string {
	all := []string{word}
	if m := programmes.FindStringSubmatch(word); m != nil {
		for _, end := range []string{"", "me", "mes"} {
			if end != m[2] {
				all = append(all, m[1]+end)
			}
		}
		return all
	}
	for _, r := range spellings {
		switch {
		case r.british.MatchString(word):
			return append(all, r.british.ReplaceAllString(word, r.toAmerican))
		case r.american.MatchString(word):
			return append(all, r.american.ReplaceAllString(word, r.toBritish))
		}
	}
	return all
}

// soughtToken returns the token that finds a folded word in texts: that of its stem, or the word itself if people who do it have the same stem.
func soughtToken(word, language string) string {
	if m := programmes.FindStringSubmatch(word); language == "en" && m != nil && strings.HasPrefix(m[2], "me") {
		return plain(word)
	}
	return stemToken(word, language)
}
