package identity

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"sluice/internal/citation"
)

// By says by what two works were recognized as one.
type By string

// What works are recognized by.
const (
	ByDOI          By = "doi"
	ByArXiv        By = "arxiv"
	ByID           By = "identifier" // of another system
	ByTitle        By = "title"
	BySimilarTitle By = "similar title"
)

// Mode says how works are compared.
type Mode int

// The modes.
const (
	Fuzzy   Mode = iota // identifiers, then equal titles, then similar ones, each with authors and year
	Exact               // titles that are equal in letters and digits, and nothing else
	Records             // as Fuzzy, for the records of one bibliography: what it counts as two is not joined
)

const (
	leastTitle     = 8    // letters of a title that can be recognized at all
	rareTitle      = 25   // letters of a title that is rarely given twice
	alikeTitle     = 0.88 // similarity from which titles may be one
	veryAlikeTitle = 0.92 // the same if a few letters have no like: of damaged words such as "an" and "of", which do not count if they are whole
	shortRest      = 5    // of these letters
	longTitle      = 40   // letters of a similar title that needs no authors, if the years agree
	otherTitle     = 0.3  // similarity below which titles contradict an identifier
	leastPrefix    = 25   // letters of a title that may have lost its subtitle
	yearsApart     = 1    // of a preprint and its publication
	manyYears      = 4    // apart: another edition, or another work
)

// match reports whether two works are the same, and by what that was recognized. In mode Records a is new, b is known.
func match(a, b *Work, mode Mode) (By, bool) {
	if mode == Exact {
		return ByTitle, a.title != "" && a.title == b.title
	}
	if by := sharedIdentifier(a, b); by != "" {
		if a.title == "" || b.title == "" || a.title == b.title || citation.Similarity(a.title, b.title) >= otherTitle || isPrefix(a.title, b.title) {
			return by, true
		}
		return "", false
	}
	if mode == Records && isTwice(a, b) {
		return "", false
	}
	by := sameTitle(a, b)
	if by == "" {
		return "", false
	}
	known, same := compareAuthors(a, b)
	if known && !same {
		return "", false
	}
	apart, hasYears := max(a.year-b.year, b.year-a.year), a.year > 0 && b.year > 0
	most := manyYears
	if by == BySimilarTitle || mode == Records {
		most = yearsApart
	}
	if hasYears && apart > most {
		return "", false
	}
	letters := min(utf8.RuneCountInString(a.title), utf8.RuneCountInString(b.title))
	switch {
	case known && letters >= rareTitle:
		return by, true
	case known:
		return by, !hasYears && by == ByTitle || hasYears && apart <= yearsApart
	case mode == Records && !hasYears:
		return "", false
	case by == BySimilarTitle:
		return by, letters >= longTitle && hasYears
	}
	return by, letters >= rareTitle && (!hasYears || apart <= yearsApart)
}

// sharedIdentifier returns what two works share; "" if it is nothing.
func sharedIdentifier(a, b *Work) By {
	switch {
	case a.doi != "" && a.doi == b.doi:
		return ByDOI
	case a.arXiv != "" && a.arXiv == b.arXiv:
		return ByArXiv
	}
	for _, id := range a.ids {
		if slices.Contains(b.ids, id) {
			return ByID
		}
	}
	return ""
}

// isTwice reports whether a bibliography counts two works as two: one venue has both at different pages, or by different identifiers of one system.
func isTwice(a, b *Work) bool {
	if a.venue == "" || a.venue != b.venue {
		return false
	}
	if a.pages != "" && b.pages != "" {
		return a.pages != b.pages || a.year != b.year && a.year > 0 && b.year > 0
	}
	for _, id := range a.ids {
		system, _, _ := strings.Cut(id, ":")
		if slices.ContainsFunc(b.ids, func(other string) bool { return strings.HasPrefix(other, system+":") }) {
			return true
		}
	}
	return a.doi != "" && b.doi != ""
}

// sameTitle reports how two titles are the same; "" if they are not.
func sameTitle(a, b *Work) By {
	letters := min(utf8.RuneCountInString(a.title), utf8.RuneCountInString(b.title))
	switch {
	case a.title == "" || b.title == "":
		return ""
	case a.title == b.title:
		return ByTitle
	case letters < leastTitle:
		return ""
	case isPrefix(a.title, b.title):
		return BySimilarTitle
	case a.numbers != b.numbers:
		return ""
	}
	if short, long := min(len(a.title), len(b.title)), max(len(a.title), len(b.title)); float64(short) < alikeTitle*float64(long) {
		return ""
	}
	least := alikeTitle
	switch rest := otherWords(a.words, b.words); {
	case rest > shortRest:
		return ""
	case rest > 0:
		least = veryAlikeTitle
	}
	if citation.Similarity(a.title, b.title) < least {
		return ""
	}
	return BySimilarTitle
}

// isPrefix reports whether one title is the other with a subtitle, or cut short. What follows must not be a number, as of a part.
func isPrefix(a, b string) bool {
	if len(a) > len(b) {
		a, b = b, a
	}
	if utf8.RuneCountInString(a) < leastPrefix || !strings.HasPrefix(b, a) {
		return false
	}
	rest := b[len(a):]
	first, _ := utf8.DecodeRuneInString(rest)
	return utf8.RuneCountInString(rest) >= 6 && !unicode.IsDigit(first) && !strings.HasPrefix(rest, "part") && !strings.HasPrefix(rest, "ii")
}

// otherWords returns the number of letters of the words of either title that have no like in the other, apart from words that were joined or divided. A word
// of four letters or more counts as more than can be overlooked.
func otherWords(a, b []string) (letters int) {
	onlyA, onlyB := without(a, b), without(b, a)
	if strings.Join(onlyA, "") == strings.Join(onlyB, "") { // joined or divided
		return 0
	}
	if len(onlyA) > 2+len(a)/2 || len(onlyB) > 2+len(b)/2 { // most words differ
		return maxLetters
	}
	for i := 0; i < len(onlyA); {
		j := slices.IndexFunc(onlyB, func(w string) bool { return likeWords(onlyA[i], w) })
		if j < 0 {
			i++
			continue
		}
		onlyA, onlyB = slices.Delete(onlyA, i, i+1), slices.Delete(onlyB, j, j+1)
	}
	// A word that was joined with a damaged one stays over on both sides.
	x, y := strings.Join(onlyA, ""), strings.Join(onlyB, "")
	if x == y || x != "" && y != "" && len(onlyA) != len(onlyB) && likeWords(x, y) {
		return 0
	}
	for _, w := range slices.DeleteFunc(slices.Concat(onlyA, onlyB), isStop) {
		n := utf8.RuneCountInString(w)
		if letters += n; n > 3 {
			letters += shortRest
		}
	}
	return letters
}

// without returns the words of a that are not in b, each as often as it is missing there.
func without(a, b []string) (rest []string) {
	left := slices.Clone(b)
	for _, w := range a {
		if i := slices.Index(left, w); i >= 0 {
			left = slices.Delete(left, i, i+1)
		} else {
			rest = append(rest, w)
		}
	}
	return rest
}

// likeWords reports whether one word is the other with a slip: one letter in five may differ, and neither is the other's negation.
func likeWords(a, b string) bool {
	if len(a) > len(b) {
		a, b = b, a
	}
	if prefix, ok := strings.CutSuffix(b, a); ok && changing[prefix] {
		return false
	}
	n := utf8.RuneCountInString(b)
	if n < 4 || 3*len(a) < 2*len(b) {
		return false
	}
	least := 1 - max(0.2, 1/float64(n))
	return citation.Similarity(a, b) >= least || citation.Similarity(lookAlikes.Replace(a), lookAlikes.Replace(b)) >= least
}

// changing are prefixes that make another word.
var changing = map[string]bool{"un": true, "non": true, "in": true, "im": true, "ir": true, "dis": true, "semi": true, "multi": true, "sub": true, "super": true,
	"pre": true, "re": true, "anti": true, "co": true, "bi": true}

// lookAlikes makes letters equal that optical recognition confuses.
var lookAlikes = strings.NewReplacer("rn", "m", "cl", "d", "vv", "w", "ii", "n", "l", "i", "j", "i", "1", "i", "0", "o", "5", "s")

// compareAuthors reports whether the authors of two works are known and can be compared, and whether the first one of either is an author of the other.
func compareAuthors(a, b *Work) (known, same bool) {
	if len(a.people) == 0 || len(b.people) == 0 || isLatin(a.people[0].words) != isLatin(b.people[0].words) {
		return false, false
	}
	return true, isAmong(a.people[0], b.people) || isAmong(b.people[0], a.people)
}

// isLatin reports whether a name is in Latin letters.
func isLatin(s string) bool {
	return strings.IndexFunc(s, func(r rune) bool { return unicode.IsLetter(r) && !unicode.Is(unicode.Latin, r) }) < 0
}

// isAmong reports whether a person is one of a list, also with a slip in a long family name, or with the parts of the name in another order.
func isAmong(p person, list []person) bool {
	return slices.ContainsFunc(list, func(o person) bool {
		return o.family == p.family || o.words == p.words || len(p.family) > 5 && likeWords(p.family, o.family)
	})
}
