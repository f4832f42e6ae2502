package export

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"sluice/internal/lazyregexp"
)

// person is the name of an author in its parts. One that has none, such as that of an
// organisation, is all family.
type person struct {
	given    string
	particle string // "van der"
	family   string
	suffix   string // "Jr."
}

// organisation finds a word that no person's name has.
var organisation = lazyregexp.New(`(?i)\b(?:universit\w*|institut\w*|college|school|laborator\w*|labs?|group|team|committee|consortium|department|ministry|agency|commission|council|corporation|company|inc|ltd|gmbh|task force|foundation|association|society|office|bureau|centre|center|project|collaboration|investigators)\b`)

// people splits the authors' names.
func people(authors []string) []person {
	var list []person
	for _, name := range cleanAll(authors) {
		if p := split(cut(name, 500)); p.family != "" {
			p.family = familyName(p.family, p.given)
			list = append(list, p)
		}
	}
	return list
}

// split splits a clean name as it is printed: "Given particle Family Suffix", or "particle
// Family, Suffix, Given".
func split(name string) person {
	name = strings.Trim(name, " ,;")
	if organisation.MatchString(name) {
		return person{family: name}
	}
	if last, first, ok := strings.Cut(name, ","); ok {
		return splitTurned(strings.TrimSpace(last), strings.TrimSpace(first))
	}
	words := strings.Fields(name)
	var p person
	if n := len(words); n > 1 && isSuffix(words[n-1]) {
		p.suffix, words = words[n-1], words[:n-1]
	}
	family := max(0, len(words)-1)
	for family > 1 && capitalParticles[words[family-1]] {
		family--
	}
	first := family
	for first > 1 && isParticle(words[first-1]) { // the first word is a given name in whatever case
		first--
	}
	p.given = strings.Join(words[:first], " ")
	p.particle = strings.Join(words[first:family], " ")
	p.family = strings.Join(words[family:], " ")
	return p
}

// capitalParticles are those that begin a family name by which it is sorted: "De Vries", "Della Vittoria". Others are given
// names as well: "Le", "Van".
var capitalParticles = map[string]bool{"De": true, "Del": true, "Della": true, "Di": true, "Da": true, "Dos": true, "Du": true, "La": true, "El": true, "Von": true, "Der": true}

// splitTurned splits a name whose family name precedes a comma.
func splitTurned(last, first string) person {
	if isSuffix(first) {
		p := split(last)
		p.suffix = first
		return p
	}
	var p person
	if a, b, ok := strings.Cut(first, ","); ok {
		if a, b = strings.TrimSpace(a), strings.TrimSpace(b); isSuffix(b) {
			a, b = b, a
		}
		if !isSuffix(a) {
			return person{family: last + ", " + first} // of no form that is known
		}
		p.suffix, first = a, b
	}
	words, n := strings.Fields(last), 0
	for n < len(words)-1 && isParticle(words[n]) {
		n++
	}
	p.particle, p.family, p.given = strings.Join(words[:n], " "), strings.Join(words[n:], " "), first
	if p.family == "" {
		p.given, p.family = "", first
	}
	return p
}

// isParticle reports whether a word between given and family name belongs to the latter. A word
// with another sign, such as "a;", does not: readers of BibTeX would split the name there.
func isParticle(word string) bool {
	r, _ := utf8.DecodeRuneInString(strings.TrimLeft(word, "'’"))
	return unicode.IsLower(r) && utf8.RuneCountInString(word) <= 5 && !strings.ContainsFunc(word, isSeparator)
}

// isSeparator reports whether r is not a sign that a particle can have.
func isSeparator(r rune) bool {
	return !unicode.IsLetter(r) && !unicode.IsMark(r) && !strings.ContainsRune("'’-.", r)
}

// isSuffix reports whether a word follows a family name rather than precedes a given name.
func isSuffix(word string) bool {
	switch strings.ToLower(strings.TrimRight(word, ".")) {
	case "jr", "sr", "ii", "iii", "iv", "junior", "senior":
		return true
	}
	return false
}

// turned is the name with the family name first: "van der Berg, Jan, Jr.".
func (p person) turned() string {
	s := strings.TrimSpace(p.particle + " " + p.family)
	if p.given != "" {
		s += ", " + p.given
	}
	if p.suffix != "" {
		s += ", " + p.suffix
	}
	return s
}
