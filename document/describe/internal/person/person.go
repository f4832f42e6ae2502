// Package person finds the names of people in a line of text, and scores how
// likely each is one.
package person

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"sluice/document/describe/internal/phrase"
	"sluice/document/describe/internal/textline"
)

// What surrounds names in a line: marks of footnotes, brackets, titles before them, degrees behind
// them, and what separates one from the next.
var (
	Footnote  = regexp.MustCompile(`(?:[` + regexp.QuoteMeta(textline.Marks) + `¹²³⁴-⁹⁰ᵃ-ᵪ]|\(\s?(?:\d{1,2}|[a-f]|i{1,3}|iv)\s?\)|\[\d{1,2}\]|\{\d{1,2}\}|(?:\b|([\p{L}.]))\d{1,2}(?:\s?,\s?\d{1,2})*\b)\?*|\?|\s[a-df-xz](?:\s?,\s?[a-z\d])*(?:[\s,;]|$)`)
	bracketed = regexp.MustCompile(`\([^()]*\)|\[[^\[\]]*\]|<[^<>]*>|\{[^{}]*@[^{}]*\}`)
	nickname  = regexp.MustCompile(`^\(["“']?\p{Lu}[\p{Ll}\-]{2,}["”']?\)$`)
	honorific = regexp.MustCompile(`(?i)^(?:(?:by|from|von|par|por|vorgelegt von|authors?|written by|submitted by|prepared by|presented by)\s*:?\s+)?(?:(?:dr\.?(?:-ing\.?)?|dra\.|drs\.?|profa?\.?|professora?|professeure?|(?:univ|ass|assoc|assist)\.-?\s?prof\.?|(?:assistant|associate|full) professor|mr\.?|mrs\.?|ms\.?|mme\.?|herr|frau|dipl\.?-?\s?(?:inf|math|ing|phys|wirt|chem|psych)\w*\.?(?:-(?:inf|ing)\w*\.?)?|(?:m|b)\.? ?(?:sc|eng|tech)\.|(?:msc|bsc)\.?|meng\.|(?-i:MEng)|mag\.|lic\.|dott\.|dott\.ssa|ing\.|ir\.|rer\.? ?nat\.?|habil\.|phil\.)\s+)*`)
	degree    = regexp.MustCompile(`(?i),?\s+(?:ph\.? ?d\.?|m\.? ?sc\.?|b\.? ?sc\.?|m\.?d\.|m\.?s\.|b\.s\.|b\.a\.|m\.a\.|(?-i:[MB]Eng)|m\. ?eng\.|m\.?tech\.?|b\.?tech\.?|dr\.|esq\.?|(?:(?:student|senior|life)\s)?(?:member|fellow),? ieee|fellow)(?:,|$)`)
	separator = regexp.MustCompile(`\s*(?:[;•·|&/+]|,(?:\s*(?:(?i:and|und|et|&)|[ye])\s)?|\t|\s{3,}|\s+(?:(?i:and|und|et|with)|[ye])\s+|^(?i:and|und|et|with)\s+|\s+(?i:and|und|et)$)\s*`)
)

// unmarked removes footnote marks and text in brackets from a line of names.
func unmarked(s string) string {
	s = bracketed.ReplaceAllStringFunc(s, func(b string) string {
		if nickname.MatchString(b) {
			return " "
		}
		return ", "
	})
	s = phrase.EmailMark.ReplaceAllString(s, " ")
	s = phrase.UrlMark.ReplaceAllString(s, " ")
	s = Footnote.ReplaceAllString(s, "$1, ")
	return strings.TrimSpace(s)
}

// People finds the persons of a line, in order. How sure it is of each is in
// score: above 0, it is rather a name than not.
func (x Lexicon) People(s string) []Person {
	if textline.IsProse(s) {
		return nil
	}
	s = honorific.ReplaceAllString(unmarked(s), "")
	s = degree.ReplaceAllString(s, ",")
	if m := familyFirst.FindStringSubmatch(s); m != nil && phrase.GivenNames[folded(m[2])] && !phrase.CommonWords[folded(m[1])] && !phrase.Places[folded(m[1])] {
		return []Person{{m[2] + m[3] + " " + m[1], x.NameScore([]string{m[2], m[1]})}}
	}
	var found []Person
	s = ungap(s)
	for _, piece := range separator.Split(s, -1) {
		piece = strings.Trim(piece, " ,.:-–—_")
		if strings.HasSuffix(piece, " Jr") || strings.HasSuffix(piece, " Sr") {
			piece += "."
		}
		if piece == "" {
			continue
		}
		if suffixMark.MatchString(piece) && len(found) > 0 {
			found[len(found)-1].Name += " " + strings.TrimSuffix(piece, ".") + dotted(piece)
			continue
		}
		piece = honorific.ReplaceAllString(piece, "")
		found = append(found, x.parted(strings.Fields(piece))...)
	}
	return found
}

// familyFirst matches a line with one name, the family name first: "Roe, Jane".
var familyFirst = regexp.MustCompile(`^(\p{Lu}[\p{L}'’\-]+), (\p{Lu}[\p{L}\-]+)((?: \p{Lu}\.)?)$`)

// torn matches a capital that is separated from its word, as small capitals
// come out of a PDF: "S MITH".
var torn = regexp.MustCompile(`\b(\p{Lu}) (\p{Lu}{2,})\b`)

// ungap joins small capitals that were torn: "J ANE R OE". It does so only
// where most words are torn.
func ungap(s string) string {
	n := len(torn.FindAllStringIndex(s, 50))
	if n > 1 && 5*n >= 2*len(strings.Fields(s)) {
		return torn.ReplaceAllString(s, "$1$2")
	}
	return s
}

// dotted returns a suffix of a name with its full stop: "Jr" and "Jr." are one
// suffix.
func dotted(suffix string) string {
	if strings.HasPrefix(strings.ToLower(suffix), "jr") || strings.HasPrefix(strings.ToLower(suffix), "sr") {
		return "."
	}
	return ""
}

// Person is a name as printed.
type Person struct {
	Name  string
	Score float64
}

// parted splits words that no mark parts into one or more names, where the best
// of all ways of splitting them lies. Words of one name are never many, so this
// needs time in proportion to the words.
func (x Lexicon) parted(words []string) []Person {
	const longest, most = 6, 60
	// Up to three words are one name. Beyond most words the line is no list of names, and the work
	// grows with their number.
	if len(words) <= 3 || len(words) > most {
		return []Person{{titled(words), x.NameScore(words)}}
	}
	best := make([]float64, len(words)+1)
	from := make([]int, len(words)+1)
	for end := 1; end <= len(words); end++ {
		best[end] = -1e9
		for n := 1; n <= min(longest, end); n++ {
			// The penalty for each name favours few long names over many short ones.
			s := best[end-n] + x.NameScore(words[end-n:end]) - 1.2
			if end < len(words) && n > 1 && namesake(words[end:]) {
				s -= 8
			}
			switch {
			case n == 1:
				s -= 3
			case n < len(words) && phrase.Particles[words[end-n]]:
				s -= 6
			// A name that does not open with a given name or an initial is probably split at the
			// wrong word.
			case n < len(words) && !OpensName(words[end-n]):
				s -= 2.5
			}
			if s > best[end] {
				best[end], from[end] = s, end-n
			}
		}
	}
	var found []Person
	for end := len(words); end > 0; end = from[end] {
		w := words[from[end]:end]
		score := x.NameScore(w)
		if namesake(words[end:]) {
			score = -5
		}
		found = append(found, Person{titled(w), score})
	}
	for i, j := 0, len(found)-1; i < j; i, j = i+1, j-1 {
		found[i], found[j] = found[j], found[i]
	}
	return found
}

// namesake reports whether what follows a name makes it that of an institution:
// "Institute", "Research Center", but not "University of", which begins an
// institution's own name.
func namesake(words []string) bool {
	if len(words) == 0 || len(words) > 1 && strings.EqualFold(words[1], "of") {
		return false
	}
	switch strings.ToLower(words[0]) {
	case "research", "center", "centre", "laboratory", "laboratories", "institute", "institut", "school", "college", "university", "foundation", "hospital", "labs", "library", "graduate", "museum":
		return true
	}
	return false
}

// givenFirst returns the words of a name in the order of the given name first where the
// family name, in front, is the only word in capitals: "ROE Jane".
func givenFirst(words []string) []string {
	n := 0
	for _, w := range words {
		if utf8.RuneCountInString(w) > 2 && strings.ToUpper(w) == w && !strings.Contains(w, ".") && unicode.IsUpper([]rune(w)[0]) {
			n++
		}
	}
	if n != 1 || len(words) < 2 || len(words) > 3 || utf8.RuneCountInString(words[0]) < 3 || strings.ToUpper(words[0]) != words[0] || strings.Contains(words[0], ".") {
		return words
	}
	return append(append([]string(nil), words[1:]...), words[0])
}

// titled puts a name together; one written in capitals alone is given with
// small letters.
func titled(words []string) string {
	words = givenFirst(words)
	name := strings.Join(words, " ")
	letters, small := 0, 0
	for _, r := range name {
		if unicode.IsLetter(r) {
			letters++
			if unicode.IsLower(r) {
				small++
			}
		}
	}
	if small > 0 || letters < 5 {
		return name
	}
	var b strings.Builder
	start := true
	for _, w := range words {
		if b.Len() > 0 {
			b.WriteByte(' ')
		}
		if Initials.MatchString(w) && (len(w) <= 2 || strings.Contains(w, ".")) || suffixMark.MatchString(w) {
			b.WriteString(w)
			continue
		}
		start = true
		for i, r := range w {
			if !start {
				r = unicode.ToLower(r)
			}
			b.WriteRune(r)
			start = r == '-' || r == '\'' || r == '’' || i == 1 && strings.HasPrefix(w, "MC")
		}
	}
	return b.String()
}
