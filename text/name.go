package text

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// NormalName returns a person's name as surname and initials, so that names can be compared however they are written:
// "Knuth, D. E." and "Donald E. Knuth" are "knuth de", "Jan van der Berg" is "vanderberg j". Titles and generations (Dr.,
// Jr.) do not count. A single word is a surname. It returns "" when there is no letter.
//
// Without a comma, the last word is the surname, with the particles before it. If the last word has up to three letters,
// all capitals, and the others are not in capitals, it is initials, as in medical journals: "Knuth DE".
func NormalName(s string) string {
	surname, initials := nameParts(clip(s, maxTitle))
	if initials == "" {
		return surname
	}
	return surname + " " + initials
}

// sameName reports whether two normal names may be one person's: the surnames are equal, and the initials of one begin with
// the other's ("D. Knuth" and "Donald E. Knuth"). A surname alone is the same only as itself.
func sameName(a, b string) bool {
	if a == b {
		return a != ""
	}
	surnameA, initialsA, _ := strings.Cut(a, " ")
	surnameB, initialsB, _ := strings.Cut(b, " ")
	return surnameA == surnameB && initialsA != "" && initialsB != "" &&
		(strings.HasPrefix(initialsA, initialsB) || strings.HasPrefix(initialsB, initialsA))
}

// nameParts returns the surname and the initials of a name, folded.
func nameParts(s string) (surname, initials string) {
	if strings.Contains(s, `\`) {
		s = withoutMarkup(s)
	}
	allCapitals := !hasLower(s)
	family, given, comma := strings.Cut(s, ",")
	if comma {
		given, _, _ = strings.Cut(given, ",") // "Steele, Guy L., Jr."
		if words := nameWords(given); len(words) > 0 {
			return joined(nameWords(family)), initialsOf(words, allCapitals)
		}
		s = family // "Guy L. Steele, Jr."
	}
	words := nameWords(s)
	if len(words) == 0 {
		return "", ""
	}
	last := len(words) - 1
	if last > 0 && isInitials(words[last]) && !isInitials(words[0]) && hasLower(words[0]) {
		return joined(words[:last]), initialsOf(words[last:], allCapitals)
	}
	from := last
	for from > 1 && particles[strings.ToLower(words[from-1])] {
		from--
	}
	return joined(words[from:]), initialsOf(words[:from], allCapitals)
}

// nameWords returns the words of a name, with their case, without titles and generations. A word may end in a full stop.
func nameWords(s string) []string {
	words := strings.FieldsFunc(s, func(r rune) bool {
		return unicode.IsSpace(r) || unicode.IsDigit(r) || strings.ContainsRune("~{}()[]*†‡§¶∗;", r)
	})
	kept := words[:0]
	for _, w := range words {
		if w = strings.Trim(w, "'’`-–\""); strings.IndexFunc(w, unicode.IsLetter) >= 0 && !honours[strings.ToLower(strings.TrimSuffix(w, "."))] {
			kept = append(kept, w)
		}
	}
	return kept
}

var (
	// honours are titles and generations.
	honours = wordSet("dr prof professor mr mrs ms sir phd ph.d md m.d msc m.sc bsc b.sc dphil d.phil jr sr ii iii iv esq and")
	// particles stand before a surname and belong to it.
	particles = wordSet("van von der den de del della di da do dos das du la le ten ter te zu zum zur af av bin ibn al el 't y")
)

// wordSet returns the set of the words in a list.
func wordSet(list string) map[string]bool {
	set := map[string]bool{}
	for w := range strings.FieldsSeq(list) {
		set[w] = true
	}
	return set
}

// isInitials reports whether a word is made of initials, as "D.E." and "DE".
func isInitials(w string) bool {
	letters := 0
	for _, r := range w {
		switch {
		case unicode.IsUpper(r):
			letters++
		case r != '.' && r != '-':
			return false
		}
	}
	return 0 < letters && letters <= 3
}

// hasLower reports whether a word has small letters.
func hasLower(w string) bool { return strings.IndexFunc(w, unicode.IsLower) >= 0 }

// joined returns words as one, folded, letters only.
func joined(words []string) string {
	var b strings.Builder
	for _, w := range words {
		for _, r := range Plain(w) {
			if unicode.IsLetter(r) {
				b.WriteRune(r)
			}
		}
	}
	return b.String()
}

// initialsOf returns the first letters of given names, of each half of "Jean-Pierre" and "J.-P." and each letter of "JP".
// If the whole name is in capitals, "DON" is a name, not initials.
func initialsOf(words []string, allCapitals bool) string {
	var b strings.Builder
	for _, w := range words {
		for part := range strings.FieldsFuncSeq(w, func(r rune) bool { return r == '.' || r == '-' || r == '‐' || r == '–' }) {
			each := isInitials(part) && (!allCapitals || utf8.RuneCountInString(part) < 3)
			for i, r := range Plain(part) {
				if unicode.IsLetter(r) && (i == 0 || each) {
					b.WriteRune(r)
				}
			}
		}
	}
	return b.String()
}
