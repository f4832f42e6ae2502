package person

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"sluice/document/bibtex"
	"sluice/document/describe/internal/textline"
	"sluice/text"
)

// Key makes writings of one name equal: the family name and the first initial.
func Key(name string) string {
	family, initials, _ := strings.Cut(text.NormalName(name), " ")
	_, n := utf8.DecodeRuneInString(initials)
	return family + " " + initials[:n]
}

// Untitled returns a name without the titles before it: "Prof. Dr. Jane Roe".
func Untitled(name string) string { return strings.TrimSpace(honorific.ReplaceAllString(name, "")) }

// Printed returns a name as it is printed, given name first, whichever way it
// is written; one in capitals alone with small letters.
func Printed(name string) string {
	name = textline.Clean(bibtex.ParseName(name).String(), textline.MaxName)
	if strings.ContainsFunc(name, unicode.IsLower) {
		return name
	}
	return titled(strings.Fields(name))
}
