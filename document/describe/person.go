package describe

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// marks are the signs of footnotes that stand behind names and titles.
const marks = "*∗⋆★†‡§¶‖⁎♠♥♣♦♯#◦◇⊥✉☆✝⊕⊗√∥␣"

var (
	footnote   = regexp.MustCompile(`(?:[` + regexp.QuoteMeta(marks) + `¹²³⁴-⁹⁰ᵃ-ᵪ]|\(\s?(?:\d{1,2}|[a-f]|i{1,3}|iv)\s?\)|\[\d{1,2}\]|\{\d{1,2}\}|(?:\b|([\p{L}.]))\d{1,2}(?:\s?,\s?\d{1,2})*\b)\?*|\?|\s[a-df-xz](?:\s?,\s?[a-z\d])*(?:[\s,;]|$)`)
	bracketed  = regexp.MustCompile(`\([^()]*\)|\[[^\[\]]*\]|<[^<>]*>|\{[^{}]*@[^{}]*\}`)
	nickname   = regexp.MustCompile(`^\(["“']?\p{Lu}[\p{Ll}\-]{2,}["”']?\)$`)
	honorific  = regexp.MustCompile(`(?i)^(?:(?:by|from|von|par|por|vorgelegt von|authors?|written by|submitted by|prepared by|presented by)\s*:?\s+)?(?:(?:dr\.?|prof\.?|professor|mr\.?|mrs\.?|ms\.?|dipl\.?-?(?:inf|math|ing|phys)\.?|ing\.|ir\.|rer\.? ?nat\.?)\s+)*`)
	degree     = regexp.MustCompile(`(?i),?\s+(?:ph\.? ?d\.?|m\.? ?sc\.?|b\.? ?sc\.?|m\.?d\.|m\.?s\.|b\.s\.|b\.a\.|m\.a\.|m\.?tech\.?|b\.?tech\.?|dr\.|esq\.?|(?:(?:student|senior|life)\s)?(?:member|fellow),? ieee|fellow)(?:,|$)`)
	suffixMark = regexp.MustCompile(`(?i)^(?:jr\.?|sr\.?|ii|iii|iv)$`)
	separator  = regexp.MustCompile(`\s*(?:[;•·|&/+]|,(?:\s*(?i:and|und|et|y|e|&)\s)?|\t|\s{3,}|\s+(?i:and|und|et|y|e|with)\s+|^(?i:and|und|et|with)\s+|\s+(?i:and|und|et)$)\s*`)
)

// unmarked takes footnote marks and what stands in brackets out of a line of names.
func unmarked(s string) string {
	s = bracketed.ReplaceAllStringFunc(s, func(b string) string {
		if nickname.MatchString(b) {
			return " "
		}
		return ", "
	})
	s = emailMark.ReplaceAllString(s, " ")
	s = urlMark.ReplaceAllString(s, " ")
	s = footnote.ReplaceAllString(s, "$1, ")
	return strings.TrimSpace(s)
}

// lexicon holds the words that a document writes in small letters. Such words are hardly names.
type lexicon map[string]bool

// lexiconOf reads the words of a document's beginning.
func lexiconOf(text string) lexicon {
	x := lexicon{}
	for w := range strings.FieldsSeq(text[:min(len(text), 30_000)]) {
		w = strings.TrimRight(strings.TrimLeft(w, "(“\"'‘["), ".,;:)”\"'’]?!")
		if len(w) > 3 && len(w) < 25 && 'a' <= w[0] && w[0] <= 'z' && !strings.ContainsAny(w, "@./_0123456789{}|") {
			x[w] = true
		}
	}
	return x
}

// people finds the persons of a line, in order. How sure it is of each is in score: above 0, it is rather a name than not.
func (x lexicon) people(s string) []person {
	s = honorific.ReplaceAllString(unmarked(s), "")
	s = degree.ReplaceAllString(s, ",")
	var found []person
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
			found[len(found)-1].name += " " + strings.TrimSuffix(piece, ".") + dotted(piece)
			continue
		}
		piece = honorific.ReplaceAllString(piece, "")
		found = append(found, x.parted(strings.Fields(piece))...)
	}
	return found
}

var torn = regexp.MustCompile(`\b(\p{Lu}) (\p{Lu}{2,})\b`)

// ungap joins small capitals that were torn: "J ANE R OE". It does so only where most words are torn.
func ungap(s string) string {
	n := len(torn.FindAllStringIndex(s, 50))
	if n > 1 && 5*n >= 2*len(strings.Fields(s)) {
		return torn.ReplaceAllString(s, "$1$2")
	}
	return s
}

func dotted(suffix string) string {
	if strings.HasPrefix(strings.ToLower(suffix), "jr") || strings.HasPrefix(strings.ToLower(suffix), "sr") {
		return "."
	}
	return ""
}

// person is a name as printed.
type person struct {
	name  string
	score float64
}

// parted splits words that no mark parts into one or more names, where the best of all ways of splitting them lies. Words of one
// name are never many, so this takes time in proportion to the words.
func (x lexicon) parted(words []string) []person {
	const longest, most = 5, 60
	if len(words) <= 3 || len(words) > most {
		return []person{{titled(words), x.nameScore(words)}}
	}
	best := make([]float64, len(words)+1)
	from := make([]int, len(words)+1)
	for end := 1; end <= len(words); end++ {
		best[end] = -1e9
		for n := 1; n <= min(longest, end); n++ {
			s := best[end-n] + x.nameScore(words[end-n:end]) - 1.2
			if end < len(words) && n > 1 && namesake(words[end:]) {
				s -= 8
			}
			switch {
			case n == 1:
				s -= 3
			case n < len(words) && !opensName(words[end-n]):
				s -= 2.5
			}
			if s > best[end] {
				best[end], from[end] = s, end-n
			}
		}
	}
	var found []person
	for end := len(words); end > 0; end = from[end] {
		w := words[from[end]:end]
		score := x.nameScore(w)
		if namesake(words[end:]) {
			score = -5
		}
		found = append(found, person{titled(w), score})
	}
	for i, j := 0, len(found)-1; i < j; i, j = i+1, j-1 {
		found[i], found[j] = found[j], found[i]
	}
	return found
}

// namesake reports whether what follows a name makes it that of an institution: "Institute", "Research Center", but not
// "University of", which begins an institution's own name.
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

// opensName reports whether a word is surely a name's first: a given name or an initial.
func opensName(w string) bool {
	first, _, _ := strings.Cut(folded(strings.Trim(w, ".,")), "-")
	return givenNames[first] || initials.MatchString(w)
}

// folded gives a word in lower case without accents, as the lists of words have them.
func folded(w string) string {
	for i := range len(w) {
		if w[i] >= 0x80 {
			w = strings.Map(func(r rune) rune {
				if unicode.Is(unicode.Mn, r) {
					return -1
				}
				return r
			}, norm.NFD.String(w))
			break
		}
	}
	return strings.ToLower(w)
}

var initials = regexp.MustCompile(`^(?:\p{Lu}\.?-?){1,3}\.?$|^(?:\p{Lu}\.-?)+$|^(?:Th|Ch|Yu|Ju|Ph|St)\.$`)

// nameScore says how much words look like one person's name, as the logarithm of odds, roughly.
func (x lexicon) nameScore(words []string) float64 {
	n := len(words)
	if n == 0 || n > 7 {
		return -10
	}
	score := [...]float64{-10, -4, 0.7, 0.5, 0, -1, -2, -3}[n]
	names, inits, whole, towns := 0, 0, 0, 0
	if w := words[0]; n < 4 && (w == "U.S." || w == "U.K." || w == "U." && n > 1 && words[1] == "S.") {
		return -6
	}
	for i, w := range words {
		bare := strings.Trim(w, ".,'’")
		l := folded(bare)
		first, _ := utf8.DecodeRuneInString(w)
		switch {
		case suffixMark.MatchString(w) && i == n-1 && i > 1:
			continue
		case particles[l] && i > 0 && i < n-1, i == 0 && n > 1 && len(l) > 1 && particles[l] && unicode.IsLower(first) && !functionWords[l]:
			score += 0.5
			continue
		case initials.MatchString(w) && (len(bare) <= 2 || strings.Contains(w, ".")) && (i < n-1 || n == 2):
			if i == n-1 {
				score -= 1.5
			} else {
				score += 1.5
			}
			inits++
			continue
		case functionWords[l]:
			return -8
		case organisationWords[strings.ToLower(w)] || organisationWords[l]:
			return -6
		case strings.ContainsAny(w, "0123456789@/\\=<>{}[]()_:;?!\"“”%+~^|$"):
			return -6
		case !unicode.IsUpper(first) && !isCaseless(first):
			return -5
		}
		whole++
		if places[l] {
			towns++
		}
		score += x.wordScore(w, l, i, n)
		if givenNames[l] && i < n-1 {
			names++
		}
	}
	if whole == 0 || towns == whole && n > 1 && inits == 0 {
		return -5 // initials alone, or a town
	}
	if inits == 0 && names == 0 && n > 3 {
		score -= 1.5
	}
	return score
}

// wordScore is one whole word's part in nameScore.
func (x lexicon) wordScore(w, lower string, i, n int) float64 {
	score := 0.0
	parts := strings.FieldsFunc(lower, func(r rune) bool { return r == '-' || r == '–' || r == '‐' || r == '‑' })
	given := givenNames[lower] || len(parts) > 1 && givenNames[parts[0]]
	switch {
	case given && i == 0:
		score += 3
	case given && i < n-1:
		score += 1.5
	case given:
		score += 0.7
	}
	if commonWords[lower] {
		score -= 3
		if given && i == 0 || i == n-1 && n > 1 {
			score++
		}
	} else if !given && unlikely(lower) {
		score -= 1.5
	}
	if x[lower] && !given && !commonWords[lower] {
		score -= 2
	}
	if places[lower] && !(given && i == 0) {
		score -= 1.5
	}
	if !given && utf8.RuneCountInString(w) > 3 && strings.ToUpper(w) == w && !isCaseless([]rune(w)[0]) {
		score -= 0.3
	}
	if utf8.RuneCountInString(w) > 20 {
		score -= 3
	}
	return score
}

// unlikely reports an ending that words of titles have and family names seldom.
func unlikely(w string) bool {
	if len(w) < 6 {
		return false
	}
	for _, end := range [...]string{"tion", "tions", "sion", "sions", "ment", "ments", "ness", "ility", "ality", "ivity", "ance", "ence", "ics", "ism",
		"ology", "ologies", "ography", "ical", "able", "ible", "ized", "ised", "izing", "ising", "ating", "ware", "ware", "ally", "tive", "less", "ful", "ture", "tures", "ted", "ling", "ering", "ness"} {
		if strings.HasSuffix(w, end) {
			return true
		}
	}
	return false
}

// isCaseless reports a letter of a script without capitals.
func isCaseless(r rune) bool {
	return unicode.IsLetter(r) && unicode.ToLower(r) == r && unicode.ToUpper(r) == r
}

// titled puts a name together; one written in capitals alone is given with small letters.
func titled(words []string) string {
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
		if initials.MatchString(w) && (len(w) <= 2 || strings.Contains(w, ".")) || suffixMark.MatchString(w) {
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
