package person

import (
	"iter"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"sluice/document/describe/internal/phrase"
	"sluice/internal/lazyregexp"
)

// Lexicon holds the words that a document writes in small letters. Such words
// are hardly names. It remembers the persons of the lines that it was asked about, so only one goroutine may use it.
type Lexicon struct {
	words  map[string]bool
	people map[string][]Person // of a line; nil if it remembers none
}

// Anyone is the lexicon of no document.
var Anyone Lexicon

// mostLines is how many lines a lexicon remembers.
const mostLines = 2000

// LexiconOf reads the words of a document's beginning.
func LexiconOf(text string) Lexicon {
	x := Lexicon{map[string]bool{}, map[string][]Person{}}
	for line := range strings.Lines(text[:min(len(text), 30_000)]) {
		if !strings.Contains(line, "@") { // addresses hold the names of people in small letters
			for w := range longWords(line) {
				x.words[w] = true
			}
		}
	}
	return x
}

// longWords returns the words of a line that are written in small letters and have four letters and more.
func longWords(line string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for w := range strings.FieldsSeq(line) {
			w = strings.TrimRight(strings.TrimLeft(w, "(“\"'‘["), ".,;:)”\"'’]?!")
			first, _ := utf8.DecodeRuneInString(w)
			if n := utf8.RuneCountInString(w); n > 3 && n < 25 && unicode.IsLower(first) && !strings.ContainsAny(w, "@./_0123456789{}|") && !yield(w) {
				return
			}
		}
	}
}

// Used returns how many of the long words of a text the document writes in small letters, and how many there are.
func (x Lexicon) Used(s string) (used, all int) {
	for w := range longWords(strings.ToLower(s)) {
		all++
		if x.words[w] {
			used++
		}
	}
	return used, all
}

// Initials matches the initials of given names, and the few abbreviations of
// them that have two letters.
var Initials = lazyregexp.New(`^(?:\p{Lu}\.?-?){1,3}\.?$|^(?:\p{Lu}\.-?)+$|^(?:Th|Ch|Yu|Ju|Ph|St)\.$`)

// twoInitials matches the initials of a given name and a father's or a second given name, without a space: "J.K.". Behind a family name
// they are as sure as before it.
var twoInitials = lazyregexp.New(`^\p{Lu}\.-?\p{Lu}\.?$`)

// sectionNumber matches a heading's Roman number, as in "III. Proof". A single
// letter is rather an initial.
var sectionNumber = lazyregexp.New(`^(?:X{0,2}(?:II|III|IV|VI|VII|VIII|IX)|XI|XX|XXI|X{1,2}V)\.$`)

// NameScore returns how much words look like one person's name, as the
// logarithm of odds, roughly.
func (x Lexicon) NameScore(words []string) float64 {
	if score, ok := wholeScore(words); ok {
		return score
	}
	n := len(words)
	proper := n // words that are no particles
	for i := range words[1:] {
		if n > 3 && isParticle(words, i+1) {
			proper--
		}
	}
	score := [...]float64{-10, -4, 0.7, 0.5, 0, -1, -2, -3}[proper]
	var c nameCounts
	for i := range words {
		more, ok := x.partScore(words, i, &c)
		if !ok {
			return more
		}
		score += more
	}
	if n == 3 && patronymic.MatchString(words[1]+" "+words[2]) {
		score += 3
	}
	if c.whole == 0 || c.towns == c.whole && n > 1 && c.initials == 0 {
		return -5 // initials alone, or a town
	}
	if c.initials == 0 && c.given == 0 && n > 3 {
		score -= 1.5
	}
	if c.initials == 0 && (c.given == 0 || n > 3) && familyStreets[folded(words[n-1])] {
		score -= 4
	}
	return score
}

// wholeScore returns the score of words that are decided as a whole.
func wholeScore(words []string) (score float64, ok bool) {
	n := len(words)
	switch {
	case n == 0 || n > 7:
		return -10, true
	case n == 1 && ideographic(words[0]):
		return ideographicScore(words[0]), true
	case n == 1 && utf8.RuneCountInString(words[0]) == 4 && !strings.ContainsFunc(words[0], func(r rune) bool { return !unicode.Is(unicode.Han, r) }):
		return -0.5, true // a Japanese name, where names are announced
	case isVietnamese(words):
		return 3, true
	case n < 4 && (words[0] == "U.S." || words[0] == "U.K." || words[0] == "U." && n > 1 && words[1] == "S."):
		return -6, true
	case n == 2 && phrase.Particles[words[0]]:
		return -4, true // the end of a name
	case n > 1 && (sectionNumber.MatchString(words[0]) || nameless[folded(words[0])] || n == 2 && words[1] == "I"):
		return -8, true // "III. Proof", "Anonymous Author", "Will I"
	case n > 1 && words[n-1] == "Tech":
		return -6, true // "Georgia Tech", although Georgia is a given name
	case n > 2 && alsoBy[words[1]] && !phrase.GivenNames()[folded(words[0])] && phrase.GivenNames()[folded(words[2])]:
		return -4, true // "Inspireret af Søren Risbjerg"
	}
	return 0, false
}

// nameCounts counts what the words of a name are.
type nameCounts struct{ given, initials, whole, towns int }

// partScore returns what word i of a name adds to its score; or, not ok, the score of a text that has such a word and is no name.
func (x Lexicon) partScore(words []string, i int, c *nameCounts) (score float64, ok bool) {
	w, n := words[i], len(words)
	bare := strings.Trim(w, ".,'’")
	l := folded(bare)
	first, _ := utf8.DecodeRuneInString(withoutElided(w))
	switch {
	case (suffixMark.MatchString(w) && i > 1 || generations[l] && i > 0) && i == n-1:
		return 0, true
	case phrase.Particles[l] && i > 0 && i < n-1, i == 0 && n > 1 && len(l) > 1 && phrase.Particles[l] && unicode.IsLower(first) && !phrase.FunctionWords[l]:
		return 0.5, true
	case Initials.MatchString(w) && (len(bare) <= 2 || strings.Contains(w, ".")) && (i < n-1 || n == 2):
		c.initials++
		if i == n-1 && !twoInitials.MatchString(w) {
			return -1.5, true
		}
		return 1.5, true
	case w == "Can" && i == 1 && n == 3 && phrase.GivenNames()[folded(words[0])]:
		return 0, true // a given name, too
	case strings.HasSuffix(w, ".") && i < n-1 && utf8.RuneCountInString(bare) > 4:
		return -5, false // the end of a sentence
	case utf8.RuneCountInString(bare) < 2 && i == n-1 && n > 2 && (unicode.IsUpper(first) || isCaseless(first)):
		if utf8.RuneCountInString(words[0]) < 3 {
			return -4, false
		}
		return -0.5, true
	}
	if score := foreignScore(w, l, first); score < 0 {
		return score, false
	}
	c.whole++
	if phrase.Places()[l] {
		c.towns++
	}
	if phrase.GivenNames()[l] && i < n-1 {
		c.given++
	}
	return x.wordScore(w, l, i, n), true
}

// foreignScore returns the score of a text with a word that no name has, or 0.
func foreignScore(w, l string, first rune) float64 {
	switch {
	case phrase.FunctionWords[l]:
		return -8
	case (phrase.OrganisationWords[strings.ToLower(w)] || phrase.OrganisationWords[l]) && !(acronyms[l] && w != strings.ToUpper(w)):
		return -6
	case ranks[l], phrase.DegreeNouns[l]:
		return -6
	case strings.ContainsAny(w, "0123456789@/\\=<>{}[]()_:;?!\"“”%+~^|$：；，。、（）「」『』《》【】"), isCaseless(first) && unicode.Is(unicode.Han, first) && utf8.RuneCountInString(w) > 5:
		return -6
	case !unicode.IsUpper(first) && !isCaseless(first):
		return -5
	case strings.HasSuffix(w, "'s") || strings.HasSuffix(w, "’s"):
		return -5
	}
	return 0
}

// vietnameseFamilies are the family names that most Vietnamese have and few others, without accents. They come first.
var vietnameseFamilies = phrase.WordSet("nguyen tran pham huynh dang bui hoang phan duong")

// isVietnamese reports whether words are a Vietnamese name, whose given names are function words of other languages: "Nguyễn Văn An".
func isVietnamese(words []string) bool {
	if len(words) < 3 || len(words) > 4 || !vietnameseFamilies[folded(words[0])] {
		return false
	}
	return !slices.ContainsFunc(words, func(w string) bool {
		first, size := utf8.DecodeRuneInString(w)
		return !unicode.IsUpper(first) || len(w) == size && len(words) == 3 || utf8.RuneCountInString(w) > 6 || strings.ContainsFunc(w, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.Is(unicode.Mn, r) })
	})
}

// patronymic matches an East Slavic name of the father, in the second or the third word of a name.
var patronymic = lazyregexp.New(`\pL(?:ович|евич|ьич|овна|евна|ична|ovich|evich|ovych|ovna|evna|ivna|івна|ївна)(?:\s|$)`)

// generations end the names of those who are called as their fathers, grandfathers or uncles, in Portuguese.
var generations = phrase.WordSet("junior filho neto sobrinho")

// nameless are words for those who are not named.
var nameless = phrase.WordSet("anonymous anonym anonyme anonimo")

// alsoBy are particles of names that also mean "by".
var alsoBy = phrase.WordSet("von af av")

// ranks are what people are at universities and in committees, without accents, and no part of their names.
var ranks = phrase.WordSet(`professor professora professeur professeure maitre maitresse charge chargee conferences recherche recherches directeur directrice rapporteur
	examinateur examinatrice lecturer supervisor advisor examiner catedratico profesor profesora dozent dozentin gutachter betreuer hoogleraar relatore orientador orientadora rektor rector dziekan dekan provost uczelni`)

// acronyms of institutions are also names where they have small letters: "Tu", "Ag".
var acronyms = phrase.WordSet("tu mit eth nec ntt cmu ag iit mpi anu")

// elided matches a particle that is joined to its family name: "d'Amorim", "al-Khatib".
var elided = lazyregexp.New(`^(?:d|l|m|n|t|dell|dall|al|el|ul|as|ben|ibn|bin|abd|de|di|van|ter)['’‘´-](\p{Lu})`)

// withoutElided returns a word without such a particle.
func withoutElided(w string) string {
	if m := elided.FindStringSubmatchIndex(w); m != nil {
		return w[m[2]:]
	}
	return w
}

// wordScore returns what one whole word adds to NameScore.
func (x Lexicon) wordScore(w, lower string, i, n int) float64 {
	score := 0.0
	parts := strings.FieldsFunc(lower, func(r rune) bool { return r == '-' || r == '–' || r == '‐' || r == '‑' })
	given := phrase.GivenNames()[lower] || len(parts) > 1 && phrase.GivenNames()[parts[0]]
	switch {
	case given && i == 0:
		score += 3
	case given && i < n-1:
		score += 1.5
	case given:
		score += 0.7
	}
	if phrase.CommonWords()[lower] {
		score -= 3
		if given && i == 0 || i == n-1 && n > 1 {
			score++
		}
	} else if !given && unlikely(lower) {
		score -= 1.5
	}
	if street.MatchString(lower) || streets[lower] && i == n-1 && n > 1 {
		score -= 4
	}
	if x.words[lower] && !given && !phrase.CommonWords()[lower] {
		score -= 2
	}
	if phrase.Places()[lower] && !(given && i == 0) {
		score -= 1.5
	}
	if !given && utf8.RuneCountInString(w) > 3 && strings.ToUpper(w) == w && !isCaseless([]rune(w)[0]) {
		score -= 0.3
	}
	if !given && isBrand(w) {
		score -= 6
	}
	if utf8.RuneCountInString(w) > 20 {
		score -= 3
	}
	return score
}

// brand matches a word with a capital or a digit within, "SandShare"; joinedParticle one that is a family name: "MacRoe", "VanStone".
var (
	brand          = lazyregexp.New(`^\p{Lu}\p{Ll}{2,}\p{Lu}|\p{Ll}\d`)
	joinedParticle = lazyregexp.New(`^(?:Mac|Fitz|Van|Vande|Vander|Von|Del|Dela|Della|Den|Der|Des|Dos|San|Ter|Ben|Abd|Ibn|Bin|Abu)\p{Lu}`)
)

// isBrand reports whether a word is written as no family name is.
func isBrand(w string) bool { return brand.MatchString(w) && !joinedParticle.MatchString(w) }

// street matches the name of a street in languages that write it as one word.
var street = lazyregexp.New(`.{3}(?:stra(?:ß|ss)e|str\.|gade|vej|straat|gatan|vägen|veien|allee|platz|plein)$`)

// streets are words for a street behind its name; familyStreets are those that are family names behind a given name or an initial:
// "W. Rick Street".
var (
	streets       = phrase.WordSet("straße strasse avenue boulevard")
	familyStreets = phrase.WordSet("street road terrace allee platz laan plein")
)

// unlikely reports whether a word has an ending that words of titles have often, and family names seldom.
func unlikely(w string) bool {
	if len(w) < 6 {
		return false
	}
	for _, end := range [...]string{"tion", "tions", "sion", "sions", "ment", "ments", "ness", "ility", "ality", "ivity", "ance", "ence", "ics", "ism",
		"ology", "ologies", "ography", "ical", "able", "ible", "ized", "ised", "izing", "ising", "ating", "ware", "ally", "tive", "less", "ful", "ture", "tures", "ted", "ling", "ering"} {
		if strings.HasSuffix(w, end) {
			return true
		}
	}
	return false
}

// isCaseless reports whether r is a letter of a script without capitals.
func isCaseless(r rune) bool {
	return unicode.IsLetter(r) && unicode.ToLower(r) == r && unicode.ToUpper(r) == r
}

// FamilyName reports whether a word alone may be a family name: of letters with a capital first, and neither a
// given name, nor a place, nor a word of titles or institutions.
func (x Lexicon) FamilyName(w string) bool {
	l := folded(w)
	for i, r := range w {
		if i == 0 && !unicode.IsUpper(r) || !unicode.IsLetter(r) && r != '-' && r != '\'' && r != '’' {
			return false
		}
	}
	return len(w) > 2 && !phrase.GivenNames()[l] && !phrase.CommonWords()[l] && !phrase.Places()[l] && !phrase.OrganisationWords[l] && !phrase.FunctionWords[l] && !x.words[l]
}

// OpensName reports whether a word is surely a name's first: a given name or an
// initial.
func OpensName(w string) bool {
	first, _, _ := strings.Cut(folded(strings.Trim(w, ".,")), "-")
	return phrase.GivenNames()[first] || Initials.MatchString(w)
}

// folded returns a word in lower case without accents, as the lists of words
// have them.
func folded(w string) string {
	for i := range len(w) {
		if w[i] >= 0x80 {
			w = strings.Map(func(r rune) rune {
				if unicode.Is(unicode.Mn, r) {
					return -1
				}
				return unstroked(r)
			}, norm.NFD.String(w))
			break
		}
	}
	return strings.ToLower(w)
}

// unstroked returns a letter without the stroke through it, which Unicode does not take for an accent.
func unstroked(r rune) rune {
	switch r {
	case 'ı':
		return 'i'
	case 'Ł', 'ł':
		return 'l'
	case 'Ø', 'ø':
		return 'o'
	case 'Đ', 'đ':
		return 'd'
	}
	return r
}

// suffixMark matches what follows a family name and is part of the name.
var suffixMark = lazyregexp.New(`(?i)^(?:jr\.?|sr\.?|ii|iii|iv)$`)
