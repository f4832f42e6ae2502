package describe

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"sluice/internal/lazyregexp"
	"sluice/text"
	"sluice/text/english"
)

// correctTitleCase replaces titles that are printed in capitals alone, which say nothing of which words need them. The letters are those of another source
// with the same letters, or else each word is written as the running text mostly has it.
func (w *collector) correctTitleCase() {
	var mixed []claim // titles with small letters, the surest first
	for _, c := range w.claims {
		if c.name == "title" && beginsUpper(c.values[0]) && !isAllCapitals(c.values[0]) {
			mixed = append(mixed, c)
		}
	}
	slices.SortStableFunc(mixed, func(a, b claim) int { return cmp.Compare(b.confidence, a.confidence) })
	for i := range w.claims {
		c := &w.claims[i]
		if c.name != "title" || !isAllCapitals(c.values[0]) {
			continue
		}
		title := ""
		if k := slices.IndexFunc(mixed, func(m claim) bool { return differInCase(c.values[0], m.values[0]) }); k >= 0 {
			title = mixed[k].values[0]
		} else {
			title = w.recased(c.values[0])
		}
		c.values = []string{title} // the slice may be the caller's
	}
}

// differInCase reports whether a title in capitals and another one have the same letters and signs. The capital of the Turkish ı is I.
func differInCase(capitals, title string) bool {
	a, b := norm.NFC.String(capitals), norm.NFC.String(title)
	return strings.EqualFold(a, b) || strings.ToUpperSpecial(unicode.TurkishCase, b) == a
}

// isAllCapitals reports whether a title has capitals, and no other letters. Formulas, scripts without capitals, and Greek, whose capitals lack the accents
// of its words, are left as they are.
func isAllCapitals(title string) bool {
	has := false
	for _, r := range title {
		switch {
		case unicode.IsUpper(r) && !unicode.Is(unicode.Greek, r):
			has = true
		case unicode.IsLetter(r) || r == '$' || r == '\\':
			return false
		}
	}
	return has
}

// beginsUpper reports whether the first letter or digit of a title is no small letter.
func beginsUpper(title string) bool {
	i := strings.IndexFunc(title, isOfWord)
	if i < 0 {
		return false
	}
	r, _ := utf8.DecodeRuneInString(title[i:])
	return !unicode.IsLower(r)
}

// recased returns a title in capitals with the letters of the running text. If that does not have more than half of its words, all words but short function
// words begin with a capital.
func (w *collector) recased(title string) string {
	running := w.document.Text
	if w.garbled {
		running = ""
	}
	pieces := piecesOf(title)
	t := titleCase{language: languageOf(title, pieces, running)}
	t.readDotless(title, pieces, running)
	t.readForms(pieces, running)
	known, inEnglish, all := 0, 0, 0
	for _, p := range pieces {
		if s := t.lower(p.word); !text.Stop(s, t.language) {
			all++
			if t.form(s) != "" {
				known++
			}
			if english.Has(s) {
				inEnglish++
			}
		}
	}
	t.inSentenceCase = 2*known > all
	if !t.inSentenceCase && 2*inEnglish < all && (t.language == "en" || t.language == "") {
		t.language = unknownLanguage
	}
	var b strings.Builder
	at := 0
	for i, p := range pieces {
		b.WriteString(title[at:p.start])
		b.WriteString(t.written(p, i == 0 || p.joint == 0 && endsClause(title[at:p.start], pieces[i-1].word), neighbourhood(title, pieces, i)))
		at = p.start + len(p.word)
	}
	return b.String() + title[at:]
}

// languageOf returns the language of a title: that of the text, unless more of the title's words are function words of another. It is English if that
// has the most, and at least half of the words.
func languageOf(title string, pieces []piece, running string) string {
	stops := func(language string) (n int) {
		for i, p := range pieces {
			isPrefix := i+1 < len(pieces) && pieces[i+1].joint != 0                           // "NON-LINEAR" is not Italian
			if len(p.word) > 1 && !isPrefix && text.Stop(strings.ToLower(p.word), language) { // one letter is no evidence
				n++
			}
		}
		return n
	}
	language, _ := text.Language(passage(running))
	if own := text.PhraseLanguage(title); own != "" && stops(own) > stops(language) {
		language = own
	}
	inEnglish := 0
	for _, p := range pieces {
		if english.Has(strings.ToLower(p.word)) {
			inEnglish++
		}
	}
	if stops("en") > stops(language) && 2*inEnglish >= len(pieces) {
		return "en"
	}
	return language
}

// endsClause reports whether a word and the signs behind it end a sentence or a main title. A full stop behind one letter or an abbreviation does not:
// "U.S. PATENTS", "GOLD VS. SAND".
func endsClause(signs, word string) bool {
	return strings.ContainsAny(signs, ":?!") || strings.Contains(signs, ".") && utf8.RuneCountInString(word) > 1 && abbreviations[strings.ToLower(word)] == ""
}

// neighbours are what stands around a word of a title.
type neighbours struct {
	before, behind string // the signs up to the next words
	next           piece  // the word behind it
}

// neighbourhood returns the neighbours of one of the words of a title.
func neighbourhood(title string, pieces []piece, i int) (n neighbours) {
	if i > 0 {
		n.before = title[pieces[i-1].start+len(pieces[i-1].word) : pieces[i].start]
	}
	n.behind = title[pieces[i].start+len(pieces[i].word):]
	if i+1 < len(pieces) {
		n.next = pieces[i+1]
		n.behind = n.behind[:n.next.start-pieces[i].start-len(pieces[i].word)]
	}
	return n
}

// titleCase gives the words of a title the letters that they have in running text.
type titleCase struct {
	language       string // of the title, or else of the text; "" if that has too few words
	inSentenceCase bool
	forms          map[string]map[string]int // of the words of the title, in small letters: how often each form stands in the text
	stems          map[string]int            // of the words of the title: how often a word with the same stem stands in small letters
	isTurkish      bool                      // all words have the Turkish small letters
	dotless        map[string]bool           // words of the text with the Turkish ı, in small letters
}

// unknownLanguage is that of a title of which neither the words nor the text say what it is, but that it is not English.
const unknownLanguage = "und" // ISO 639-3

// written returns a word of a title as it is written in it, at the begin of the title or of a sentence with a capital.
func (t *titleCase) written(p piece, isFirst bool, around neighbours) string {
	const short = 4 // letters of a function word that begins with no capital
	s := t.lower(p.word)
	form := t.form(s)
	isStop := t.isStop(s) && (utf8.RuneCountInString(s) > 1 || t.isFunctionLetter(s, around))
	switch {
	case (p.joint == '\'' || p.joint == '’') && (utf8.RuneCountInString(s) == 1 || contracted[s]): // "TURING'S", "WE'VE"
		return s
	case ordinalNumber.MatchString(s):
		return s
	case isPronounOrName[s] && t.forms[s][p.word] > 1:
		return p.word
	case isStop && (t.inSentenceCase || utf8.RuneCountInString(s) <= short):
		form = s
	case form == "" && abbreviations[s] != "" && strings.HasPrefix(around.behind, "."):
		return abbreviations[s]
	case form == "" && !isStop && t.isMeantInCapitals(p.word):
		return p.word
	case form == "" || isStop || !t.inSentenceCase && form == s:
		form, isFirst = s, true
	}
	if form != s || !isFirst {
		return form
	}
	_, n := utf8.DecodeRuneInString(p.word)
	_, m := utf8.DecodeRuneInString(s)
	return p.word[:n] + s[m:]
}

// contracted are what remains of a verb behind an apostrophe.
var contracted = map[string]bool{"ll": true, "re": true, "ve": true}

// ordinalNumber matches an ordinal number in digits.
var ordinalNumber = lazyregexp.New(`^\d+(?:st|nd|rd|th)$`)

// abbreviations end with a full stop that ends no sentence. Without it most of them are acronyms.
var abbreviations = map[string]string{"vs": "vs", "st": "St", "dr": "Dr", "mr": "Mr", "mrs": "Mrs"}

// isStop reports whether a word in small letters is a function word.
func (t *titleCase) isStop(s string) bool {
	switch {
	case s == "vs":
		return true
	case t.language == "" || t.language == "en" || slices.Contains(listed, t.language):
		return text.Stop(s, t.language)
	case utf8.RuneCountInString(s) > 1 && romanNumber.MatchString(strings.ToUpper(s)): // a number more often than "vi", we
		return false
	}
	return slices.ContainsFunc(listed, func(l string) bool { return text.Stop(s, l) }) // of a language that is unknown, or has no list
}

// isFunctionLetter reports whether a letter that is also a function word is meant as one in a title, and not as the name of something: a word follows
// it, which in English must be one that an article may precede. The pronoun I is no function word here, because it has a capital.
func (t *titleCase) isFunctionLetter(s string, around neighbours) bool {
	isEnglish := t.language == "" || t.language == "en"
	switch {
	case isEnglish && s == "i", around.next.word == "", strings.Contains(around.before, "/"):
		return false
	case around.next.joint != 0: // "l'analyse", "vis-à-vis", but "vitamin A-rich"
		return !isEnglish
	case !strings.HasPrefix(around.behind, " ") || strings.Trim(around.behind, " \"'“‘«(") != "":
		return false
	}
	return !isEnglish || !behindNoArticle[t.lower(around.next.word)]
}

// behindNoArticle are words that do not follow an English article: "VITAMIN A IN MILK".
var behindNoArticle = map[string]bool{"and": true, "or": true, "nor": true, "but": true, "as": true, "at": true, "by": true, "for": true, "from": true,
	"in": true, "into": true, "is": true, "are": true, "was": true, "were": true, "of": true, "on": true, "than": true, "that": true, "to": true, "with": true, "vs": true}

// listed are the languages besides English whose function words are known.
var listed = strings.Fields("fr es pt it de nl pl cs sv da no fi ru")

// isPronounOrName are function words that are also written in capitals as names: information technology, the United States, the World Health Organization.
var isPronounOrName = map[string]bool{"it": true, "us": true, "who": true}

// romanNumber matches the number of a part or a volume.
var romanNumber = lazyregexp.New(`^[IVX]+$`)

// isMeantInCapitals reports whether a word in capitals that the text does not have is a letter, a number, or mostly an acronym: it has no vowel, or
// it is short and no English word.
func (t *titleCase) isMeantInCapitals(word string) bool {
	const short = 4 // letters of most acronyms with a vowel
	letters := utf8.RuneCountInString(word)
	s := text.Plain(word)
	switch {
	case letters == 1, strings.ContainsFunc(word, unicode.IsDigit), romanNumber.MatchString(word):
		return true
	case strings.ContainsFunc(s, func(r rune) bool { return !unicode.Is(unicode.Latin, r) }):
		return false
	case !strings.ContainsAny(s, "aeiouy"):
		return !hasSyllabicR[t.language]
	}
	return letters <= short && (t.language == "en" || t.language == "") && !english.Has(s)
}

// hasSyllabicR are the languages with words without a vowel, such as "prst" and "krk".
var hasSyllabicR = map[string]bool{"cs": true, "sk": true, "hr": true, "sr": true, "bs": true, "sl": true}

// lower returns a word in small letters.
func (t *titleCase) lower(s string) string {
	if turkish := strings.ToLowerSpecial(unicode.TurkishCase, s); t.isTurkish || t.dotless[turkish] {
		return turkish
	}
	return strings.ToLower(s)
}
