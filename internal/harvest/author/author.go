// Package author compares the names of authors as bibliographies, title pages and homepages write them, and finds them in texts.
//
// A name is a family name and given names or their initials. [Name.Same] reports whether two names can be one person's: "D. E.
// Knuth", "Knuth, Donald" and "Donald Ervin Knuth" can, "Daniel Knuth" and "Donald Knuth" cannot. Order does not count, since East
// Asian and Hungarian names are written both ways, and neither do accents, or "ue" for "ü". [Words.Has] finds a name in a text.
package author

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"sluice/document/bibtex"
	"sluice/internal/lazyregexp"
	"sluice/text"
)

// maxParts bounds the words of one part of a name.
const maxParts = 8

// Name is a person's name, folded for comparison. The zero Name is nobody's.
type Name struct {
	family []string // words of the family name with its particles, folded: "van", "der", "berg"
	given  []string // given names and initials, folded
}

// Parse returns a name that is written in one of BibTeX's three ways.
func Parse(s string) Name { return Of(bibtex.ParseName(s)) }

// Of returns a name whose parts are known. A name of one part in a script without spaces is a family name.
func Of(n bibtex.Name) Name {
	n = Split(n)
	return Name{family: parts(n.Particle+" "+n.Family, false), given: parts(n.Given, true)}
}

// Split returns the parts of a name that a record has in one field, as CSL-JSON ("literal") and repositories often do. Others are returned as they are.
func Split(n bibtex.Name) bibtex.Name {
	if n.Given == "" && n.Particle == "" && strings.ContainsAny(strings.TrimSpace(n.Family), " ,") {
		return bibtex.ParseName(n.Family)
	}
	return n
}

// List returns the names of a list of authors without its "et al." and what has no letter.
func List(names []bibtex.Name) []Name {
	var all []Name
	for _, n := range names {
		if name := Of(n); !name.IsZero() && !isOthers(name) {
			all = append(all, name)
		}
	}
	return all
}

// isOthers reports whether a name stands for the authors that a list leaves out.
func isOthers(n Name) bool {
	s := strings.Join(slices.Concat(n.given, n.family), " ")
	return s == "others" || s == "et al" || s == "and others" || s == "al"
}

// IsZero reports whether the name is empty.
func (n Name) IsZero() bool { return len(n.family) == 0 }

// Family returns the family name as one folded word: "vanderberg".
func (n Name) Family() string { return strings.Join(n.family, "") }

// first returns the first word of the family name.
func (n Name) first() string {
	if n.IsZero() {
		return ""
	}
	return n.family[0]
}

// Given returns the given names and initials, folded.
func (n Name) Given() []string { return n.given }

// IsFull reports whether a given name is more than an initial.
func (n Name) IsFull() bool {
	return slices.ContainsFunc(n.given, func(g string) bool { return utf8.RuneCountInString(g) > 1 })
}

// Words returns all words of the name, given names first.
func (n Name) Words() []string { return slices.Concat(n.given, n.family) }

// Same reports whether two names can be one person's. Initials are compared as far as both have them, and a family name alone is the
// same as every name with it.
func (n Name) Same(other Name) bool {
	if n.IsZero() || other.IsZero() {
		return false
	}
	if sameFamily(n.family, other.family) {
		return sameGiven(n.given, other.given)
	}
	// One of them is written with the family name first: "Zhang Wei" for "Wei Zhang".
	return len(n.given) > 0 && len(other.given) > 0 && n.IsFull() && other.IsFull() &&
		strings.Join(n.given, "") == other.Family() && n.Family() == strings.Join(other.given, "")
}

// sameFamily compares family names: equal as one word, or one is the last part of the other's ("Márquez", "García Márquez").
func sameFamily(a, b []string) bool {
	if strings.Join(a, "") == strings.Join(b, "") {
		return true
	}
	if len(a) > len(b) {
		a, b = b, a
	}
	const least = 4 // letters of a part that stands for the whole
	return utf8.RuneCountInString(strings.Join(a, "")) >= least && (slices.Equal(a, b[len(b)-len(a):]) || slices.Equal(a, b[:len(a)]))
}

// sameGiven compares given names pair by pair. One that is missing in the middle is skipped: "Donald Knuth" is "D. E. Knuth".
func sameGiven(a, b []string) bool {
	if len(a) == 0 || len(b) == 0 {
		return true
	}
	if len(a) > len(b) {
		a, b = b, a
	}
	at := 0
	for i, g := range a {
		for at < len(b) && !sameFirst(g, b[at]) {
			at++
		}
		if at == len(b) {
			return false
		}
		if i == 0 && at > 0 && utf8.RuneCountInString(g) == 1 && utf8.RuneCountInString(b[0]) > 1 {
			return false // "E. Knuth" is not "Donald Ervin Knuth": the first initial counts
		}
		at++
	}
	return true
}

// sameFirst compares two given names, of which each may be an initial, or a short form that begins the other: "Dan", "Daniel".
func sameFirst(a, b string) bool {
	const least = 3
	if utf8.RuneCountInString(a) == 1 || utf8.RuneCountInString(b) == 1 {
		x, _ := utf8.DecodeRuneInString(a)
		y, _ := utf8.DecodeRuneInString(b)
		return x == y
	}
	if len(a) > len(b) {
		a, b = b, a
	}
	return a == b || len(a) >= least && strings.HasPrefix(b, a)
}

// Words are the words of a text in which names are looked for, in order and folded as names are.
type Words struct {
	words  []string
	at     map[string][]int
	joined string // all words as one, for texts whose spaces are lost
}

// maxWords bounds the words of one text.
const maxWords = 20_000

// WordsOf returns the words of a text.
func WordsOf(s string) *Words {
	w := &Words{at: map[string][]int{}}
	for word := range strings.FieldsFuncSeq(s, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsMark(r) && r != '\'' && r != '’' }) {
		if len(w.words) == maxWords {
			break
		}
		if word = Fold(possessive.ReplaceAllString(word, "")); word != "" {
			w.at[word] = append(w.at[word], len(w.words))
			w.words = append(w.words, word)
		}
	}
	w.joined = strings.Join(w.words, "")
	return w
}

// Has reports whether the text has a name: its family name, and next to it a given name that can be the person's, if the name has
// one. A long family name is also found where accents or spaces have torn it apart.
func (w *Words) Has(n Name) bool {
	if n.IsZero() {
		return false
	}
	const torn = 7 // letters
	family := n.Family()
	found := false
	for _, i := range w.at[n.family[0]] {
		if end := i + len(n.family); end <= len(w.words) && slices.Equal(w.words[i:end], n.family) {
			if found = true; w.given(n, i, end) {
				return true
			}
		}
	}
	last := n.family[len(n.family)-1]
	for _, word := range []string{family, last} { // "VanDerBerg", and "Berg" for "van der Berg"
		if len(n.family) == 1 || utf8.RuneCountInString(word) < 4 {
			continue
		}
		for _, i := range w.at[word] {
			if found = true; w.given(n, i, i+1) {
				return true
			}
		}
	}
	if found {
		return false // a namesake
	}
	return utf8.RuneCountInString(family) >= torn && strings.Contains(w.joined, family) || isIdeographic(family) && strings.Contains(w.joined, family+strings.Join(n.given, ""))
}

// possessive matches the English ending of a name: "Knuth's homepage".
var possessive = lazyregexp.New(`['’]s$`)

// HasFamily reports whether the text has the family name.
func (w *Words) HasFamily(n Name) bool {
	for _, i := range w.at[n.first()] {
		if end := i + len(n.family); end <= len(w.words) && slices.Equal(w.words[i:end], n.family) {
			return true
		}
	}
	return false
}

// HasWord reports whether the text has a word, given as names are folded.
func (w *Words) HasWord(word string) bool { return len(w.at[word]) > 0 }

// All returns the words in order, folded.
func (w *Words) All() []string { return w.words }

// Len returns the number of words.
func (w *Words) Len() int { return len(w.words) }

// given reports whether a given name of the person stands next to the words from i to end, or none is known.
func (w *Words) given(n Name, i, end int) bool {
	if len(n.given) == 0 {
		return true
	}
	const before, after = 3, 2
	for _, word := range w.words[max(0, i-before):i] {
		if sameFirst(word, n.given[0]) {
			return true
		}
	}
	for _, word := range w.words[end:min(len(w.words), end+after)] {
		if sameFirst(word, n.given[0]) {
			return true
		}
	}
	initials := ""
	for _, g := range n.given {
		r, _ := utf8.DecodeRuneInString(g)
		initials += string(r)
	}
	return len(n.given) > 1 && (i > 0 && w.words[i-1] == initials || end < len(w.words) && w.words[end] == initials)
}

// parts returns the folded words of a part of a name. Of given names, "J.-P." and "JP" are two.
func parts(s string, isGiven bool) []string {
	var all []string
	for word := range strings.FieldsFuncSeq(s, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsMark(r) && r != '\'' && r != '’' }) {
		if len(all) == maxParts {
			break
		}
		isInitials := isGiven && utf8.RuneCountInString(word) == 2 && strings.ToUpper(word) == word && strings.ToLower(word) != word
		if word = Fold(word); word == "" {
			continue
		}
		if isInitials && len(word) == 2 {
			all = append(all, word[:1], word[1:])
		} else {
			all = append(all, word)
		}
	}
	return all
}

// Fold returns a word in the form in which names are compared: without accents and apostrophes, "ue" as "u".
func Fold(s string) string {
	s = strings.Map(func(r rune) rune {
		switch {
		case r == 'ı':
			return 'i'
		case unicode.IsLetter(r) || r > unicode.MaxLatin1 && unicode.IsMark(r):
			return r
		}
		return -1
	}, text.Plain(s))
	return umlauts.Replace(s)
}

var umlauts = strings.NewReplacer("ae", "a", "oe", "o", "ue", "u")

// isIdeographic reports whether a text is in a script without spaces between words.
func isIdeographic(s string) bool {
	r, _ := utf8.DecodeRuneInString(s)
	return unicode.In(r, unicode.Han, unicode.Hangul, unicode.Hiragana, unicode.Katakana)
}
