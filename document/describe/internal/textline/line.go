package textline

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"sluice/internal/lazyregexp"
	"sluice/text"
)

// TidyTitle removes footnote marks, the full stop and a dash from a title's end.
func TidyTitle(s string) string {
	for {
		was := s
		s = strings.TrimRight(s, Marks+RaisedMarks+" ,;")
		if bare := strings.TrimRight(s, "-–—"); strings.HasSuffix(bare, " ") {
			s = bare // the second of two dashes around a subtitle
		}
		if strings.HasSuffix(s, ".") && strings.Count(s, ".") == 1 {
			s = strings.TrimSuffix(s, ".")
		}
		s = bracketMark.ReplaceAllString(strings.TrimLeft(s, "*†‡•∗ "), "$1$2")
		if s == was {
			return s
		}
	}
}

// bracketMark matches raised digits before the bracket or quote that ends a title.
var bracketMark = lazyregexp.New(`(\pL)[` + RaisedMarks + `]([)\]”"])$`)

// Capitals is the share of words that begin with a capital, those of few
// letters aside.
func Capitals(s string) float64 {
	n, upper := 0, 0
	for _, w := range strings.Fields(s) {
		r, _ := utf8.DecodeRuneInString(w)
		if len(w) < 4 && !unicode.IsUpper(r) {
			continue
		}
		n++
		if unicode.IsUpper(r) || unicode.IsDigit(r) {
			upper++
		}
	}
	if n == 0 {
		return 1
	}
	return float64(upper) / float64(n)
}

// Letters returns how many letters a text has.
func Letters(s string) int {
	n := 0
	for _, r := range s {
		if unicode.IsLetter(r) {
			n++
		}
	}
	return n
}

// IsProse reports whether s is a line so long and with so few capitals that it
// is running text: in a list of names most words have them. To look for names in it
// would take milliseconds.
func IsProse(s string) bool { return len(s) > longLine && Capitals(s) < 0.4 }

// longLine is more than a line of a title has, in bytes.
const longLine = 250

// EndsSentence reports whether a text ends with the end of a sentence, whatever
// brackets and quotes follow it.
func EndsSentence(s string) bool {
	s = strings.TrimRight(s, " )\"”]）」』")
	last, _ := utf8.DecodeLastRuneInString(s)
	return strings.ContainsRune(".!?。！？．", last)
}

// Unended matches a line that continues in the next.
var Unended = lazyregexp.New(`(?i)(?:[,&]|[ ](?:and|of|for|the|in|at|und|für|et|de|des|du|della|di|y|e)|\pL-)$`)

// PlainWords returns the words of a value in lower case and without accents.
func PlainWords(s string) []string {
	return strings.FieldsFunc(text.Plain(s), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r) })
}

// Marks are the signs of footnotes that follow names and titles.
const Marks = "*∗⋆★†‡§¶‖⁎♠♥♣♦♯#◦◇⊥✉☆✝⊕⊗√∥␣♡♢♤♧✶✱◆◊△▲"

// RaisedMarks are the raised digits and letters by which names and titles refer to footnotes.
const RaisedMarks = "⁰¹²³⁴⁵⁶⁷⁸⁹ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᶻ"
