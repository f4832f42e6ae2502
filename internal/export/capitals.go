package export

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Title pages print names in capitals alone, "Eva STEIN, UNIVERSITY OF SANDPORT". A bibliography has them as other names.

// smallWords are not written with a capital within the name of an institution, and acronyms with capitals alone.
var (
	smallWords = words("of the and for at in on de la le les du des del dos das da do di della e y et für und der die des van voor och og")
	acronyms   = words("usa uk eu mit iit nit eth epfl cnrs inria ucla ucsd ibm nasa cern")
)

// words returns words as a set.
func words(s string) map[string]bool {
	set := map[string]bool{}
	for _, w := range strings.Fields(s) {
		set[w] = true
	}
	return set
}

// leastWord is the number of letters of the longest word from which on capitals are no acronym: "ISO/IEC JTC1".
const leastWord = 5

// institutionName is the name of an institution, with small letters if it has capitals alone, and without a full stop behind it.
func institutionName(s string) string {
	s = clean(s)
	if strings.ContainsFunc(s, unicode.IsLower) {
		return s
	}
	parts, longest := strings.Fields(s), 0
	for _, w := range parts {
		longest = max(longest, letters(w))
	}
	if longest < leastWord {
		return s
	}
	for i, w := range parts {
		bare := strings.ToLower(strings.Trim(w, ".,;:()"))
		switch {
		case acronyms[bare], strings.ContainsAny(w, "0123456789/&") || strings.Contains(strings.TrimRight(w, ".,"), "."):
		case i > 0 && smallWords[bare]:
			parts[i] = strings.ToLower(w)
		default:
			parts[i] = capitalized(w)
		}
	}
	return strings.TrimRight(strings.Join(parts, " "), ".")
}

// familyName is a family name; one in capitals alone behind a given name that is not gets small letters.
func familyName(family, given string) string {
	if letters(family) < 3 || strings.ContainsFunc(family, unicode.IsLower) || strings.Contains(family, ".") || !strings.ContainsFunc(given, unicode.IsLower) {
		return family
	}
	parts := strings.Fields(family)
	for i, w := range parts {
		parts[i] = capitalized(w)
	}
	return strings.Join(parts, " ")
}

// capitalized is a word with a capital first, and behind each hyphen and apostrophe.
func capitalized(w string) string {
	isFirst := true
	return strings.Map(func(r rune) rune {
		was := isFirst
		isFirst = !unicode.IsLetter(r) && (was || strings.ContainsRune("-'’(", r))
		if was {
			return r
		}
		return unicode.ToLower(r)
	}, w)
}

// letters returns the number of letters of a word.
func letters(w string) int {
	return utf8.RuneCountInString(strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) {
			return r
		}
		return -1
	}, w))
}
