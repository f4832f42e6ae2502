package text

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// NormalName gives a person's name as surname and initials, so that the ways to write it can be compared: "Knuth, D. E."
// and "Donald E. Knuth" are "knuth de", "Jan van der Berg" is "vanderberg j". Titles and generations (Dr., Jr.) do not
// count. A single word is a surname. "" when there is no letter.
//
// Where a name is not parted by a comma, its last word is the surname, with the particles before it; but when that is in
// capitals, of up to three letters, and the others are not, it is initials, as medical journals write: "Knuth DE".
func NormalName(s string) string {
	surname, initials := parts(clip(s, maxTitle))
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

func parts(s string) (surname, initials string) {
	if strings.Contains(s, `\`) {
		s = withoutMarkup(s)
	}
	shout := !hasLower(s)
	family, given, comma := strings.Cut(s, ",")
	if comma {
		given, _, _ = strings.Cut(given, ",") // "Steele, Guy L., Jr."
		if words := nameWords(given); len(words) > 0 {
			return joined(nameWords(family)), initialsOf(words, shout)
		}
		s = family // "Guy L. Steele, Jr."
	}
	words := nameWords(s)
	if len(words) == 0 {
		return "", ""
	}
	last := len(words) - 1
	if last > 0 && isInitials(words[last]) && !isInitials(words[0]) && hasLower(words[0]) {
		return joined(words[:last]), initialsOf(words[last:], shout)
	}
	from := last
	for from > 1 && particles[strings.ToLower(words[from-1])] {
		from--
	}
	return joined(words[from:]), initialsOf(words[:from], shout)
}

// nameWords gives the words of a name, with their case and without what does not count. A word may end in a full stop.
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
	honours = wordSet("dr prof professor mr mrs ms sir phd ph.d md m.d msc m.sc bsc b.sc dphil d.phil jr sr ii iii iv esq and")
	// Before a surname and a part of it.
	particles = wordSet("van von der den de del della di da do dos das du la le ten ter te zu zum zur af av bin ibn al el 't y")
)

func wordSet(list string) map[string]bool {
	set := map[string]bool{}
	for w := range strings.FieldsSeq(list) {
		set[w] = true
	}
	return set
}

// isInitials reports words such as "D.E." and "DE".
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

func hasLower(w string) bool { return strings.IndexFunc(w, unicode.IsLower) >= 0 }

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

// initialsOf gives the first letters of given names, of each half of "Jean-Pierre" and "J.-P." and each letter of "JP".
// Where the whole name is in capitals, "DON" is a name, too.
func initialsOf(words []string, shout bool) string {
	var b strings.Builder
	for _, w := range words {
		for part := range strings.FieldsFuncSeq(w, func(r rune) bool { return r == '.' || r == '-' || r == '‐' || r == '–' }) {
			each := isInitials(part) && (!shout || utf8.RuneCountInString(part) < 3)
			for i, r := range Plain(part) {
				if unicode.IsLetter(r) && (i == 0 || each) {
					b.WriteRune(r)
				}
			}
		}
	}
	return b.String()
}
