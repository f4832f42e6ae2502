package describe

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"sluice/document/describe/internal/person"
	"sluice/text"
)

// correctNames replaces authors that another source has with two letters of a name exchanged by those that the first page has: who typed the list has
// mistyped a name. Other differences stay: fonts and OCR lose letters, but exchange none. All other names of both lists must be the same, in the same order.
func (w *collector) correctNames() {
	first := slices.IndexFunc(w.claims, func(c claim) bool { return c.name == "author" && c.source == FirstPage })
	if first < 0 || w.garbled {
		return
	}
	printed := w.claims[first].values
	for i := range w.claims {
		c := &w.claims[i]
		if c.name != "author" || c.source == FirstPage || !areSameButMistyped(c.values, printed) {
			continue
		}
		c.values = slices.Clone(c.values) // they may be those of the caller
		for k, name := range c.values {
			if isMistyped(name, printed[k]) {
				c.values[k] = corrected(name, printed[k])
			}
		}
	}
}

// areSameButMistyped reports whether two lists have the same names, as far as none of them is mistyped.
func areSameButMistyped(names, printed []string) bool {
	return slices.EqualFunc(names, printed, func(a, b string) bool {
		return person.Key(a) == person.Key(b) || isMistyped(a, b)
	})
}

// leastMistyped is how many letters a word of a name has in which two are exchanged: with fewer, it may be another name, such as Lia and Lai.
const leastMistyped = 4

// isMistyped reports whether two names differ by two neighbouring letters that are exchanged in one word. Another word may be an initial in one of them.
func isMistyped(a, b string) bool {
	v, w := wordsOfName(a), wordsOfName(b)
	if len(v) != len(w) {
		return false
	}
	exchanged := 0
	for i := range v {
		switch {
		case v[i] == w[i] || isInitialOf(v[i], w[i]) || isInitialOf(w[i], v[i]):
		case isExchanged(v[i], w[i]):
			exchanged++
		default:
			return false
		}
	}
	return exchanged == 1
}

// corrected returns the printed form of a mistyped name. If that has only the initial of another word, the mistyped word alone is replaced; the name is
// left as it is if that word cannot be found in it.
func corrected(name, printed string) string {
	v, w := wordsOfName(name), wordsOfName(printed)
	isAbridged := false
	for i := range v {
		isAbridged = isAbridged || v[i] != w[i] && isInitialOf(w[i], v[i])
	}
	if !isAbridged {
		return printed
	}
	name = person.Printed(name)
	whole, right := strings.FieldsFunc(name, isNoneOfName), strings.FieldsFunc(person.Printed(printed), isNoneOfName)
	for i := range v {
		if len(whole) == len(v) && len(right) == len(v) && isExchanged(v[i], w[i]) {
			return strings.Replace(name, whole[i], right[i], 1)
		}
	}
	return name
}

// wordsOfName returns the words of a name, folded, the given name first.
func wordsOfName(name string) []string {
	return strings.FieldsFunc(text.Plain(person.Printed(name)), isNoneOfName)
}

// isNoneOfName reports whether words of names are not made of r.
func isNoneOfName(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsMark(r) }

// isInitialOf reports whether a word is only the first letter of another.
func isInitialOf(letter, word string) bool {
	return utf8.RuneCountInString(letter) == 1 && strings.HasPrefix(word, letter)
}

// isExchanged reports whether two words differ by two neighbouring letters that are exchanged.
func isExchanged(a, b string) bool {
	x, y := []rune(a), []rune(b)
	if len(x) != len(y) || len(x) < leastMistyped {
		return false
	}
	i := 0
	for i < len(x) && x[i] == y[i] {
		i++
	}
	return i+1 < len(x) && x[i] == y[i+1] && x[i+1] == y[i] && slices.Equal(x[i+2:], y[i+2:])
}
