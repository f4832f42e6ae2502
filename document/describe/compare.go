package describe

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"sluice/document/bibtex"
)

// normalSpaced is normal with the words kept apart and accents gone.
func normalSpaced(s string) string {
	s = strings.Map(func(r rune) rune {
		switch {
		case unicode.Is(unicode.Mn, r):
			return -1
		case unicode.IsLetter(r), unicode.IsDigit(r):
			return unicode.ToLower(r)
		}
		return ' '
	}, norm.NFKD.String(s))
	return strings.Join(strings.Fields(s), " ")
}

// personKey makes writings of one name equal: the family name and the first initial, without case and accents.
func personKey(name string) string {
	n := bibtex.ParseName(name)
	given := normalSpaced(n.Given)
	if given != "" {
		given = string([]rune(given)[:1])
	}
	return strings.ReplaceAll(normalSpaced(n.Particle+n.Family), " ", "") + " " + given
}

// printed gives a name as it is printed, given name first, whichever way it is written.
func printed(name string) string { return clean(bibtex.ParseName(name).String(), maxName) }
