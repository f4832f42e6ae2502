package describe

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"sluice/document/bibtex"
	"sluice/text"
)

// plainWords gives the words of a value in lower case and without accents.
func plainWords(s string) []string {
	return strings.FieldsFunc(text.Plain(s), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r) })
}

// personKey makes writings of one name equal: the family name and the first initial.
func personKey(name string) string {
	family, initials, _ := strings.Cut(text.NormalName(name), " ")
	_, n := utf8.DecodeRuneInString(initials)
	return family + " " + initials[:n]
}

// printed gives a name as it is printed, given name first, whichever way it is written.
func printed(name string) string { return clean(bibtex.ParseName(name).String(), maxName) }
