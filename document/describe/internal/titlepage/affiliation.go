package titlepage

import (
	"slices"
	"strings"

	"sluice/document/describe/internal/person"
	"sluice/document/describe/internal/phrase"
	"sluice/document/describe/internal/textline"
	"sluice/internal/lazyregexp"
)

// place is an affiliation as it is put together out of lines.
type place struct {
	text string
	last line // the last of its lines
	at   int  // which line that is
}

// affiliations are the institutions among a head's lines. Of one that is broken
// over lines the lines are put together, and a town or an address goes to the
// institution that it follows.
func (z *zone) affiliations(a *authorship) []string {
	var found []place
	for i, l := range z.lines {
		if l.Kind == closing || len(found) == textline.MaxList {
			break
		}
		above := slices.IndexFunc(found, func(p place) bool { return z.isBelow(p, i) })
		if l.Kind != Affiliation && !(above >= 0 && (l.Kind == plain || l.Kind == Names) && textline.Unended.MatchString(found[above].text)) {
			continue
		}
		s := strings.Trim(person.Footnote.ReplaceAllString(l.Text, "$1 "), " ;")
		if first, rest, ok := strings.Cut(s, ","); ok && a.addressed > 1 && a.has(strings.TrimSpace(first)) {
			s = strings.TrimSpace(rest)
		}
		if above >= 0 && (textline.Unended.MatchString(found[above].text) || textline.StartsLower(s) || !Organised(s) && !fieldOfStudy(s)) {
			p := &found[above]
			p.text, p.last, p.at = joined(p.text, s), l, i
			continue
		}
		if s = fromLine(s); textline.Letters(s) > 3 && !fieldOfStudy(s) {
			found = append(found, place{s, l, i})
		}
	}
	var list []string
	for _, p := range found {
		if s := textline.Clean(strings.Trim(p.text, " ,;"), textline.MaxAffiliation); !slices.Contains(list, s) {
			list = append(list, s)
		}
	}
	return list
}

// isBelow reports whether line i is the next below an affiliation.
func (z *zone) isBelow(p place, i int) bool {
	if !z.laid {
		return p.at == i-1 && !z.lines[i].gap
	}
	l, leading := z.lines[i], 2.0
	if textline.Unended.MatchString(p.text) {
		leading = 3 // set with a line and more between
	}
	return !sameRow(p.last.Line, l.Line) && l.Y > p.last.Y && l.Y-p.last.Y < leading*max(l.H, p.last.H) && l.X < p.last.X+p.last.W && p.last.X < l.X+l.W
}

// joined returns two lines of an affiliation as one, with a comma between them
// unless the first continues in the second.
func joined(a, b string) string {
	if textline.Unended.MatchString(a) || textline.StartsLower(b) {
		return textline.JoinLines([]string{a, b})
	}
	return strings.TrimRight(a, ".") + ", " + b
}

// leadIn is the text before an institution in a sentence that is broken over
// lines, as on title pages of theses.
var leadIn = lazyregexp.New(`^(?:(?:of|at|in|to|from|by|the|der|des|de|an der|à)\s+)+`)

// fromLine returns the institution of a line, or "" if it names none, as "(by
// Research)" after a degree.
func fromLine(s string) string {
	if strings.HasPrefix(s, "(") && strings.HasSuffix(s, ")") {
		if s = strings.Trim(s, "()"); strings.HasPrefix(s, "by ") || strings.HasPrefix(s, "in ") {
			return ""
		}
	}
	return leadIn.ReplaceAllString(s, "")
}

// fields are what is taught: alone they are that of a degree, or half of a
// department.
var fields = phrase.WordSet(`engineering science sciences informatics informatik informatique informatica mathematics mathematik mathématiques physics
	psychology economics statistics computing computer electrical mechanical information technology technologies software systems
	linguistics philosophy chemistry biology electronics applied pure & and`)

// fieldOfStudy reports whether a line names a subject, as departments do:
// "Computer Science".
func fieldOfStudy(s string) bool {
	for w := range strings.FieldsSeq(strings.ToLower(s)) {
		if w = strings.Trim(w, ".,;:()"); !fields[w] && !phrase.FunctionWords[w] {
			return false
		}
	}
	return true
}

// Organised reports whether a line names an organisation, and not only a place.
func Organised(s string) bool {
	if strongOrganisation.MatchString(s) {
		return true
	}
	for w := range strings.FieldsSeq(strings.ToLower(s)) {
		if phrase.OrganisationWords[strings.Trim(w, ".,;:()")] {
			return true
		}
	}
	return false
}
