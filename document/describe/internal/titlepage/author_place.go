package titlepage

import (
	"strings"

	"sluice/document/describe/internal/person"
	"sluice/document/describe/internal/phrase"
)

// passes reports whether line i has no authors by what it is or is next to, or is a pseudonym, which it adds.
func (a *authorship) passes(zone []line, i, start int, isAnnounced bool) bool {
	l, h := zone[i], a.head
	if isAttribution(zone, i) || l.Style == "affiliation" || h.isRanked(zone, i) || a.isBesideTeacher(l) || isAnnounced && start > 0 && h.isUnderOther(zone, start-1, l) {
		return true
	}
	return isAnnounced && (i == start || a.alike(l)) && a.pseudonym(l) || len(a.found) > 0 && isAddress(zone, i)
}

// endsBefore reports whether line i begins the members of the group that has signed, or the next field of a form that has the authors in
// one of its lines.
func (a *authorship) endsBefore(zone []line, i, start int) bool {
	l := zone[i]
	return person.OpensMembers(l.Text) || a.head.laid && i > start && isField(zone[start]) && l.Kind != Byline && l.Kind != Names && phrase.HasLabel(l.Text)
}

// What a line is to the list of authors.
const (
	ownPlace   = iota // it may be a part of the list
	otherPlace        // it is none, and the list may go on behind it
	endPlace          // the list has ended
)

// place returns what line i, which l is with the lines that it goes on in, is to the list of authors.
func (a *authorship) place(zone []line, i, start int, l line, isAnnounced bool) int {
	h := a.head
	if len(a.found) > 0 && l.Kind != Names && (phrase.IsAroundDegree(l.Text) || degreeNotice.MatchString(l.Text)) && !(isAnnounced && h.resumes(zone, i, a)) {
		return endPlace // who follows has advised or examined the author of the thesis
	}
	if l.Kind == closing || l.Kind == Others || l.Kind == Byline && i > start {
		switch {
		case isAnnounced && l.Kind == Others && a.isLeftOf(l):
			return otherPlace // those who advised, in a column of their own
		case len(a.found) > 0:
			return endPlace
		case l.Kind != Byline:
			return otherPlace
		}
	}
	if isAnnounced && len(a.found) > 0 && l.Kind != Names && l.Kind != Byline && !(h.laid && i > 0 && l.Font == a.font && l.Size == a.size && l.Kind != Others && l.Kind != closing && l.X+l.W > zone[i-1].X) {
		if !h.resumes(zone, i, a) {
			return endPlace
		}
		if !h.resumesAt(l, a) {
			return otherPlace
		}
	}
	if !isAnnounced && (h.isValue(zone, i) || len(a.found) == 0 && i > 2 && h.isDoubtful(zone, i)) {
		return otherPlace
	}
	if !h.laid && !isAnnounced && strings.HasPrefix(l.Style, "heading") && l.Kind == plain && numbered.MatchString(l.Text) {
		return endPlace
	}
	return ownPlace
}
