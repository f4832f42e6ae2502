package titlepage

import (
	"slices"
	"strings"
	"unicode/utf8"

	"sluice/document/describe/internal/person"
	"sluice/document/describe/internal/phrase"
	"sluice/document/describe/internal/textline"
	"sluice/internal/lazyregexp"
)

// zone is the lines of a head behind the title, in which the authors are.
type zone struct {
	look
	names nameFinder
	lines []line
	page  []line // of the whole head
}

// byline finds a line such as "by" or "A thesis by Jane Roe": where to begin,
// and whether there is one. A professor named so behind other names has taught what the work is for.
func (z *zone) byline() (start int, isAnnounced bool) {
	others := false
	for i, l := range z.lines {
		if l.Kind == Byline && professor.MatchString(withoutByline(l.Text)) && slices.ContainsFunc(z.lines[:i], func(l line) bool { return l.Kind == Names }) {
			continue
		}
		if l.Kind == Byline && (!others || phrase.IsByline(l.Text)) {
			words := strings.Fields(l.Text)
			if last := strings.ToLower(strings.Trim(words[len(words)-1], ":")); bylineWords[last] || phrase.IsByline(l.Text) {
				return i + 1, true
			}
			return i, len(words) > 1 && strings.HasPrefix(strings.ToLower(l.Text), "by ")
		}
		others = others || l.Kind == Others && i > 0
	}
	return 0, false
}

// bylineWords are the last words of a line that the authors follow.
var bylineWords = phrase.WordSet("by von par por door av af da przez")

// addressed counts lines that are a person and their institution: "Jane Roe,
// Example University, Norway".
func (z *zone) addressed() int {
	n := 0
	for _, l := range z.lines {
		if name, rest, ok := strings.Cut(l.Text, ","); ok && mixed(rest) {
			if list := z.names.People(name); len(list) == 1 && list[0].Score > 0 {
				n++
			}
		}
	}
	return n
}

// isListedAbove reports whether line i announces a person whom a list of several persons above it has.
func (z *zone) isListedAbove(i int) bool {
	if i >= len(z.lines) || z.lines[i].Kind != Byline {
		return false
	}
	names := z.names.sure(withoutByline(z.lines[i].Text))
	return len(names) == 1 && slices.ContainsFunc(z.lines[:i], func(l line) bool {
		list := z.names.sure(l.Text)
		return l.Kind == Names && len(list) > 1 && slices.Contains(list, names[0])
	})
}

// isContribution reports whether the line before line i announces those who have helped the authors named above it.
func (z *zone) isContribution(i int) bool {
	return i > 1 && contribution.MatchString(z.lines[i-1].Text) && slices.ContainsFunc(z.lines[:i-1], func(l line) bool { return l.Kind == Names })
}

// contribution matches the heading of those who have helped the authors above it.
var contribution = lazyregexp.New(`^(?i)(?:with )?(?:(?:other |additional |further )?contributors?|contributions? (?:by|from)|mitwirkende|contributeurs?|contributrices?|colaborador[ae]s?|collaborator[ei]|współpraca|spolupráce)\s*:?$`)

// isAlone reports whether the first line behind the title is a name by its place: with nothing near below it, in larger type than the
// text, and two or three words with a given name among them or, on a page without running text, two words to six that may all be names.
func (z *zone) isAlone() bool {
	l := z.lines[0]
	words := strings.Fields(l.Text)
	if !z.laid || l.Kind != plain || l.Size < 1.2*z.body || len(words) < 2 || len(words) > 6 || textline.Capitals(l.Text) < 1 || len(z.lines) > 1 && z.lines[1].Y-l.Y < 5*l.Size {
		return false
	}
	if len(words) < 4 && slices.ContainsFunc(words, func(w string) bool { return utf8.RuneCountInString(w) > 3 && person.OpensName(w) }) {
		return true
	}
	running := 0
	for _, l := range z.page {
		if len(l.Text) > 60 && textline.Capitals(l.Text) < 0.5 {
			running++
		}
	}
	if running > 2 {
		return false
	}
	return !slices.ContainsFunc(words, func(w string) bool { return !phrase.Particles[w] && !z.names.FamilyName(w) && !person.OpensName(w) })
}

// isTown reports whether a line is the place that an institution on the page has in its name: "Universidade Federal de Sandporto".
func (z *zone) isTown(s string) bool {
	return slices.ContainsFunc(z.page, func(l line) bool {
		name, ok := strings.CutSuffix(l.Text, " "+s)
		return ok && l.Kind == Affiliation && endsInFunctionWord(name)
	})
}

// isAttribution reports whether line i says whose the quotation above it is.
func (z *zone) isAttribution(i int) bool {
	if i == 0 || !attribution.MatchString(z.lines[i].Text) {
		return false
	}
	end, _ := utf8.DecodeLastRuneInString(z.lines[i-1].Text)
	return strings.ContainsRune("\"'”“’»«", end)
}

// attribution matches a line that begins with a dash and a capital.
var attribution = lazyregexp.New(`^(?:--?-?|[–—―~]) ?\p{Lu}`)

// isAddress reports whether line i continues an address that an institution has begun above it and a postal code ends below it.
func (z *zone) isAddress(i int) bool {
	return i > 1 && i+1 < len(z.lines) && strings.HasSuffix(z.lines[i].Text, ",") && z.lines[i].Kind == plain && z.lines[i-1].Kind == plain &&
		z.lines[i+1].Kind == Affiliation && phrase.PostalMark.MatchString(z.lines[i+1].Text)
}

// isFar reports whether the white space before line i is so large that what follows
// is not the block of authors any more.
func (z *zone) isFar(i int) bool {
	return z.laid && i > 0 && z.lines[i].Y-z.lines[i-1].Y > 0.25*z.height
}

// isDoubtful reports whether a line far below the title has no given name, and nothing next to it that speaks for persons.
func (z *zone) isDoubtful(i int) bool {
	if z.lines[i].Kind != plain || z.lines[i].Style == "author" || phrase.EmailMark.MatchString(z.lines[i].Text) {
		return false
	}
	for j, next := range z.lines[i+1 : min(i+4, len(z.lines))] {
		if j == 0 && (next.Kind == Affiliation || next.Kind == contact || next.Kind == Date || next.Kind == Names) {
			return false
		}
		if next.Font == z.lines[i].Font && next.Size == z.lines[i].Size && z.names.likely(next.Text) {
			return false
		}
	}
	return !z.names.likely(z.lines[i].Text)
}

// numbered matches a heading with its number.
var numbered = lazyregexp.New(`^\d{1,2}[.)]`)

// isValue reports whether a line is the value of a label in the same row, which introduces no authors.
func (z *zone) isValue(i int) bool {
	return z.laid && i > 0 && z.lines[i-1].Kind != Byline && strings.HasSuffix(z.lines[i-1].Text, ":") && sameRow(z.lines[i-1].Line, z.lines[i].Line)
}
