// Package person finds the names of people in a line of text, and scores how
// likely each is one.
package person

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"sluice/document/describe/internal/phrase"
	"sluice/document/describe/internal/textline"
	"sluice/internal/lazyregexp"
)

// What surrounds names in a line: marks of footnotes, brackets, titles before them, degrees behind
// them, and what separates one from the next.
var (
	Footnote  = lazyregexp.New(`(?:[` + regexp.QuoteMeta(textline.Marks) + textline.RaisedMarks + `]|\(\s?(?:\d{1,2}|[a-f]|i{1,3}|iv)\s?\)|\[\d{1,2}\]|\^[\w,*†‡§ ]{1,8}\^|\{\d{1,2}\}|(?:\b|([\p{L}.]))\d{1,2}(?:\s?,\s?\d{1,2})*\b)\?*|\?|\s[a-df-xz](?:\s?,\s?[a-z\d])*(?:[\s,;]|$)`)
	bracketed = lazyregexp.New(`\([^()]*\)|\[[^\[\]]*\]|<[^<>]*>|\{[^{}]*@[^{}]*\}`)
	nickname  = lazyregexp.New(`^\(["“']?\p{Lu}[\p{Ll}\-]{2,}["”']?\)$`)
	honorific = lazyregexp.New(`(?i)^(?:(?:by|from|von|par|por|vorgelegt von|authors?|written by|submitted by|prepared by|presented by)\s*:?\s+)?(?:(?:dr\.?(?:-ing\.?)?|dra\.|dr[ªº]\.?|drs\.?|prof\.?[ªº]\.?|profa?\.?|pr\.|inż\.|mgr|hab\.|(?-i:BcA?|MgA)\.?|bc\.|arch\.|mtr[oa]\.|lcd[oa]\.|(?:rn|ph|mu|ju|mv|paed|th)dr\.|öğr\. (?:üyesi|gör\.)|doç\.|arş\. gör\.|проф\.|доц\.|асс\.|professora?|professeure?|(?:univ|ass|assoc|assist)\.-?\s?prof\.?|(?:assistant|associate|full) professor|mr\.?|mrs\.?|ms\.?|mme\.?|mlle\.?|monsieur|madame|sig\.|(?-i:DI)|herr|frau|dipl\.?-?\s?(?:inf|math|ing|phys|wirt|chem|psych)\w*\.?(?:-(?:inf|ing)\w*\.?)?|(?:m|b)\.? ?(?:sc|eng|tech)\.|(?:msc|bsc)\.?|meng\.|(?-i:MEng)|mag\.|lic\.|bach\.|bachiller|mgtr?\.|dott\.|dott\.ssa|ing\.|ir\.|rer\.? ?nat\.?|habil\.|phil\.)\s+)*`)
	degree    = lazyregexp.New(`(?i),?\s+(?:ph\.? ?d\.?|m\.? ?sc\.?|b\.? ?sc\.?|m\.?d\.|m\.?s\.|b\.s\.|b\.a\.|m\.a\.|(?-i:[MB]Eng)|m\. ?eng\.|m\.?tech\.?|b\.?tech\.?|dr\.|esq\.?|(?:(?:student|senior|life)\s)?(?:member|fellow),? ieee|fellow)(?:,|$)`)
	separator = lazyregexp.New(`\s*(?:[;•·|&/+]|,(?:\s*(?:(?i:and|und|et|en|och|og|&)|[ye])\s)?|\t|\s{3,}|\s+(?:(?i:and|und|et|with)|[ye]|en|och|og|oraz)\s+|^(?i:and|und|et|with)\s+|\s+(?i:and|und|et)$|\s+(?:en|och|og)$)\s*`)
)

// unmarked removes footnote marks and text in brackets from a line of names.
func unmarked(s string) string {
	s = studentGroup.ReplaceAllString(s, "$1")
	s = hideCompounds(onBehalf.ReplaceAllString(s, ""))
	if strings.Contains(s, " @ ") {
		s = atPlace.ReplaceAllString(s, "")
	}
	s = bracketed.ReplaceAllStringFunc(s, func(b string) string {
		if nickname.MatchString(b) {
			return ""
		}
		return ", "
	})
	s = phrase.EmailMark.ReplaceAllString(addressed.ReplaceAllString(s, ", "), " ")
	s = phrase.UrlMark.ReplaceAllString(s, " ")
	s = encircled.ReplaceAllString(s, ", ")
	s = studentNumber.ReplaceAllString(s, ", ")
	if strings.ContainsAny(s, `\]`) {
		s = brokenMark.ReplaceAllString(s, "$1$2, ")
	}
	s = envelope.ReplaceAllString(s, "$1, ")
	s = ordinal.ReplaceAllString(s, "$1")
	s = Footnote.ReplaceAllString(s, "$1, ")
	return strings.TrimLeft(strings.TrimSpace(showCompounds(s)), ", ")
}

// addressed matches an e-mail address behind a name, with a dash or a bar between them.
var addressed = lazyregexp.New(`(?:\s[-–—|:])?\s[\w.+\-]+@[\w\-]+(?:\.[\w\-]+)+`)

// studentNumber matches the number by which a school knows a student, behind or before a name.
var studentNumber = lazyregexp.New(`(?:,?\s\(?(?i:matr(?:icola|ícula|ikelnummer|ikelnr|\.-nr)?|mat|nr albumu|(?:student )?(?:id|no|number)|legajo|padrón|código|neptun|nim|niu|nia|dni|mssv|ra|c\.?i)\b\.?:?)?(?:\s[-–—]?|[-–—])\s?\(?\b(?:(?i:[a-z]{1,3})\d{5,12}|\d{6,12})\b\)?|,?\s(?i:matrikel(?:nummer|nr)\.?:?|matr\.?[ -]?nr\.?\s?:?)\s?(?:\d{1,3}[ .]?){2,5}$|^\(?\b(?i:[a-z]{0,3})(?:\d{2}-)?\d{5,12}\b\)?(?:\s?[-–—:.,])?\s`)

// studentGroup matches the number of the group of a student behind a name: "Jane Roe C-411".
var studentGroup = lazyregexp.New(`(\p{Ll})\s\p{Lu}{1,2}-\d{2,4}$`)

// studentOf matches what precedes the name of a student in Russian and Ukrainian: "студент 3 курса группы 341 Иванов И.И.".
var studentOf = lazyregexp.New(`^(?i:студент(?:к[аи]|ы|и)?|магистрант(?:ка|ы)?|аспирант(?:ка|ы)?|учен(?:ик|ица)|обучающ\pL+)(?:\s(?:\d{1,2}(?:-?\pL{1,3})?\s)?курсу?а?)?,?(?:\s(?:группы|групи|гр\.)\s?(?:№\s?)?[\p{Lu}\d][\pL\d\-/.]{0,12})?,?:?\s`)

// atPlace matches where a person works, behind a name and an at sign: "Jane Roe @ Sand".
var atPlace = lazyregexp.New(`\s@\s\p{Lu}[\pL\d& \-]*$`)

// brokenMark matches the marks of footnotes that have come out of a font of symbols as other signs: "Jane Roe\", "Karl Stein]".
var brokenMark = lazyregexp.New(`(\pL)\s?\\+(?:[\s,]|$)|(\pL)\](?:[\s,]|$)`)

// envelope matches the sign of the author to write to, which is the letter B in a font of signs, behind a name: "Jane RoeB".
var envelope = lazyregexp.New(`(\p{Ll}\p{Ll})B(?:[\s,]|$)`)

// ordinal matches the number of an author before the name, as templates of conferences have it: "2nd Jane Roe".
var ordinal = lazyregexp.New(`(^|, ?)\d{1,2}(?:st|nd|rd|th|ˢᵗ|ⁿᵈ|ʳᵈ|ᵗʰ) `)

// Bare returns a line of names without marks of footnotes, text in brackets and the titles before it.
func Bare(s string) string {
	return strings.Trim(honorific.ReplaceAllString(unmarked(s), ""), " ,")
}

// encircled matches a letter in a circle, as a sign of authors in an order that was drawn by lot.
var encircled = lazyregexp.New(`\x{20DD}\p{L}?|\p{L}\x{20DD}|[ⓡⓇ®]`)

// monsieur matches the French title before a name that has its family name in capitals, which is no initial.
var monsieur = lazyregexp.New(`^M\. (\p{Lu}\p{Ll}[\p{L}\-]+ \p{Lu}[\p{Lu}\-]+)$`)

// People finds the persons of a line, in order. A text with a score above 0 is
// rather a name than not.
func (x Lexicon) People(s string) []Person {
	if textline.IsProse(s) {
		return nil
	}
	found, ok := x.people[s]
	if !ok {
		found = x.find(s)
		if x.people != nil && len(x.people) < mostLines {
			x.people[s] = found
		}
	}
	return slices.Clone(found) // the caller may change it
}

// find finds the persons of a line.
func (x Lexicon) find(s string) []Person {
	isNumbered := studentNumber.MatchString(s)
	s = studentOf.ReplaceAllString(s, "")
	s = honorific.ReplaceAllString(unmarked(s), "")
	s = degree.ReplaceAllString(s, ",")
	s = monsieur.ReplaceAllString(s, "$1")
	if m := familyFirst.FindStringSubmatch(s); m != nil && (phrase.GivenNames()[folded(m[2])] || syllabic.MatchString(m[2]) && len(m[1]) < 7) && allOpenNames(strings.Fields(m[3])) && !phrase.CommonWords()[folded(m[1])] && !phrase.Places()[folded(m[1])] {
		return []Person{{m[2] + m[3] + " " + m[1], x.NameScore([]string{m[2], m[1]})}}
	}
	if m := familiesFirst.FindStringSubmatch(s); m != nil && !slices.ContainsFunc(m[1:3], OpensName) && allOpenNames(strings.Fields(m[3])) && !phrase.CommonWords()[folded(m[1])] && !phrase.CommonWords()[folded(m[2])] {
		return []Person{{m[3] + " " + m[1] + " " + m[2], x.NameScore([]string{m[3], m[1], m[2]})}}
	}
	if found := familiesInitialed(s); found != nil {
		return found
	}
	var found []Person
	s, apart := joinSyllables(ungap(x.withCommas(parted(s))))
	for _, piece := range separator.Split(s, -1) {
		whole := strings.TrimRight(piece, " ")
		piece = strings.Trim(piece, " ,.:-–—_")
		if lastInitial.MatchString(whole) {
			piece += "."
		}
		if strings.HasSuffix(piece, " Jr") || strings.HasSuffix(piece, " Sr") {
			piece += "."
		}
		if textline.Letters(piece) == 0 {
			continue
		}
		if len(found) > 0 && found[0].Score > 1 && placed.MatchString(piece) && !OpensName(strings.Fields(piece)[0]) {
			found = append(found, Person{piece, -6}) // where the person before works
			continue
		}
		if campus.MatchString(piece) || regions[strings.ToLower(piece)] {
			found = append(found, Person{piece, -6})
			continue
		}
		if suffixMark.MatchString(piece) && len(found) > 0 {
			found[len(found)-1].Name += " " + strings.TrimSuffix(piece, ".") + dotted(piece)
			continue
		}
		piece = honorific.ReplaceAllString(piece, "")
		if IsGroup(piece) {
			found = append(found, Person{piece, -6}) // unless persons are around it
			continue
		}
		found = append(found, x.splitWords(withoutBrand(phrase.WithoutOffice(strings.Fields(piece))))...)
		if last := &found[len(found)-1]; apart && ideographic(last.Name) {
			last.Score = Apart
		}
	}
	if isNumbered && len(found) == 1 && ideographic(found[0].Name) {
		found[0].Score = Apart // a student with the number
	}
	return groups(found)
}

// lastInitial matches initials behind a family name: "Roe J. K.", "Roe J.K.".
var lastInitial = lazyregexp.New(`^\p{Lu}\p{L}[\p{L} \-]+(?: (?:\p{Lu}\.){1,3})+$`)

// placed matches a school that is named after a person: "Sandport J.R. Roe School of Sand".
var placed = lazyregexp.New(`^\p{Lu}.* (?:School|College|Institute|Department|Faculty) (?:of|for) \p{Lu}`)

// campus matches a part of a university of an American state: "UC Sandport".
var campus = lazyregexp.New(`^(?:UC|UT|UW|UNC|CSU|SUNY|CUNY|UMass) \p{Lu}\p{Ll}`)

// regions have names like those of persons.
var regions = map[string]bool{"british columbia": true, "new brunswick": true, "new jersey": true, "north carolina": true, "south carolina": true,
	"nova scotia": true, "rhode island": true, "south australia": true, "western australia": true, "west virginia": true}

// withoutBrand returns the words of a name without a company behind it: "Jane Roe SandShare Europe".
func withoutBrand(words []string) []string {
	for i, w := range words {
		if i > 1 && isBrand(w) {
			return words[:i]
		}
	}
	return words
}

// familyFirst matches a line with one name, the family name first: "Roe, Jane".
var familyFirst = lazyregexp.New(`^(\p{Lu}[\p{L}'’\-]+), (\p{Lu}[\p{L}\-]+)((?: \p{Lu}(?:\.|\p{Ll}+)?){0,3}),?$`)

// familiesFirst matches one with two family names: "Roe Stein, Jane Mary".
var familiesFirst = lazyregexp.New(`^(\p{Lu}[\p{L}'’\-]+) (\p{Lu}[\p{L}'’\-]+), (\p{Lu}[\p{L}\-]+(?: \p{Lu}\p{L}+)?)[, ]*$`)

// syllabic matches an East Asian given name of two syllables: "Mei-Hua".
var syllabic = lazyregexp.New(`^\p{Lu}\p{Ll}{1,5}-\p{L}\p{Ll}{1,5}$`)

// allOpenNames reports whether all words are given names or initials.
func allOpenNames(words []string) bool {
	for _, w := range words {
		if !OpensName(w) {
			return false
		}
	}
	return true
}

// torn matches a capital that is separated from its word, as small capitals
// come out of a PDF: "S MITH".
var torn = lazyregexp.New(`\b(\p{Lu}) (\p{Lu}{2,})\b`)

// ungap joins small capitals that were torn: "J ANE R OE". It does so only
// where most words are torn.
func ungap(s string) string {
	n := len(torn.FindAllStringIndex(s, 50))
	if n > 1 && 5*n >= 2*len(strings.Fields(s)) {
		return torn.ReplaceAllString(s, "$1$2")
	}
	return s
}

// dash matches a dash between two names.
var dash = lazyregexp.New(`\s+[-–—]\s+`)

// withCommas returns a line with commas in the place of dashes that have a likely name of two to four words on either side:
// "Jane ROE - Karl STEIN".
func (x Lexicon) withCommas(s string) string {
	if !dash.MatchString(s) {
		return s
	}
	names := dash.Split(s, -1)
	for _, name := range names {
		if words := strings.Fields(name); len(words) < 2 || len(words) > 4 || x.NameScore(words) < 0.3 {
			return s
		}
	}
	return strings.Join(names, ", ")
}

// run matches a given name and a family name that have lost the space between them: "JaneRoe".
var run = lazyregexp.New(`^(\p{Lu}\p{Ll}+)(\p{Lu}[\p{Ll}\-]+(?:\p{Lu}\p{Ll}+)?)$`)

// parted returns a line of several names without spaces with a space in each of them: "JaneRoe,KarlStein".
func parted(s string) string {
	if first, _, ok := strings.Cut(s, ","); !ok || !run.MatchString(first) {
		return s
	}
	names := strings.FieldsFunc(s, func(r rune) bool { return r == ',' || r == ' ' })
	known := 0
	for i, name := range names {
		m := run.FindStringSubmatch(name)
		if m == nil {
			return s
		}
		if OpensName(m[1]) {
			known++
		}
		names[i] = m[1] + " " + m[2]
	}
	if known == 0 {
		return s
	}
	return strings.Join(names, ", ")
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

// splitWords splits words that no mark parts into one or more names, where the best
// of all ways of splitting them lies. Words of one name are never many, so this
// needs time in proportion to the words.
func (x Lexicon) splitWords(words []string) []Person {
	const longest, most = 7, 60
	if found := syllables(words); found != nil {
		return found
	}
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
			if end < len(words) && len(words[end-1]) > 1 && isParticle(words, end-1) {
				s -= 6 // the name goes on
			}
			switch {
			case n == 1:
				s -= 3
			case n < len(words) && isParticle(words, end-n):
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
	if n := len(words); n > 2 && n < 5 && familyParticles[strings.ToLower(words[0])] && isCapital(words[0]) && isCapital(words[1]) && !slices.ContainsFunc(words[2:], isCapital) {
		return append(append([]string(nil), words[2:]...), words[:2]...) // "EL ROE Jane"
	}
	if n := len(words); n == 2 && twoInitials.MatchString(words[1]) {
		return words // "ROE J.K."
	}
	if n := len(words); n == 2 && isCapital(words[0]) && isCapital(words[1]) && phrase.GivenNames()[folded(words[1])] && !phrase.GivenNames()[folded(words[0])] && !eastAsianFamilies[folded(words[1])] && !Initials.MatchString(words[0]) {
		return []string{words[1], words[0]} // "ROE JANE"
	}
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

// familyParticles begin a family name of two words.
var familyParticles = phrase.WordSet("el al ait aït ben bel bin bou abou ould de di la le van von")

// isCapital reports whether a word has capitals alone.
func isCapital(w string) bool {
	return strings.ToUpper(w) == w && strings.ToLower(w) != w && utf8.RuneCountInString(w) > 1 && !strings.Contains(w, ".")
}

// familySmall returns the words of a name with small letters in the family name where it alone is in capitals and has a
// particle within: "Jane DUBOIS DE ROE".
func familySmall(words []string) []string {
	from := len(words)
	for from > 0 && utf8.RuneCountInString(words[from-1]) > 1 && words[from-1] == strings.ToUpper(words[from-1]) && !strings.Contains(words[from-1], ".") {
		from--
	}
	if from == 0 || len(words)-from < 3 || !slices.ContainsFunc(words[from+1:], func(w string) bool { return smallParticles[strings.ToLower(w)] }) {
		return words
	}
	words = slices.Clone(words)
	for i := from; i < len(words); i++ {
		if l := strings.ToLower(words[i]); smallParticles[l] && i < len(words)-1 {
			words[i] = l
		} else {
			words[i] = titled(words[i : i+1])
		}
	}
	return words
}

// titled puts a name together; one written in capitals alone is given with
// small letters.
func titled(words []string) string {
	words = familySmall(givenFirst(words))
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
	for i, w := range words {
		if b.Len() > 0 {
			b.WriteByte(' ')
		}
		if l := strings.ToLower(w); i > 0 && i < len(words)-1 && isParticle(words, i) && (smallParticles[l] || l == "la") && !isItalian(words[0], l) {
			b.WriteString(l)
			continue
		}
		if Initials.MatchString(w) && (len(w) <= 2 || strings.Contains(w, ".")) && !smallParticles[strings.ToLower(w)] || suffixMark.MatchString(w) {
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

// isItalian reports whether a particle is written large behind a given name, as Italians do: "Luca De Feo".
func isItalian(given, particle string) bool {
	return particle == "di" || particle == "della" || (particle == "de" || particle == "del") && italianNames[folded(given)]
}

// italianNames are given names that are not frequent where such particles are written small.
var italianNames = phrase.WordSet(`alessandro alessio andrea angelo daniele davide domenico elisabetta enrico fabio federica filippo francesca francesco
	gennaro giacomo gianluca gianni giorgia giorgio giovanna giovanni giulia giulio giuseppe luca luigi marco matteo paolo pasquale
	pietro raffaele riccardo salvatore stefania stefano tommaso valerio vincenzo`)

// isParticle reports whether a word is a particle, small or in capitals. "LA" is one behind "DE": elsewhere it may be initials.
func isParticle(words []string, i int) bool {
	if phrase.Particles[words[i]] {
		return true
	}
	const longest = 5 // letters of a particle
	if len(words[i]) > longest || strings.ContainsFunc(words[i], func(r rune) bool { return r < 'A' || r > 'Z' }) {
		return false
	}
	l := strings.ToLower(words[i])
	return smallParticles[l] || l == "la" && i > 0 && strings.EqualFold(words[i-1], "de")
}

// smallParticles are written small within a name whose other words have capitals.
var smallParticles = phrase.WordSet("de del della di da do dos das du van von der den ter ten zu zum zur af av y e")
