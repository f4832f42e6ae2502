package titlepage

import (
	"strings"

	"sluice/document/describe/internal/person"
	"sluice/document/describe/internal/phrase"
)

// passes reports whether line i has no authors by what it is or is next to, or is a pseudonym, which it adds.
func (a *authorship) passes(i, start int, isAnnounced bool) bool {
	l := a.lines[i]
	if a.isAttribution(i) || l.Style == "affiliation" || a.isRanked(i) || a.isBesideTeacher(l) || isAnnounced && start > 0 && a.isUnderOther(start-1, l) {
		return true
	}
	return isAnnounced && (i == start || a.isLikeFirst(l)) && a.pseudonym(l) || len(a.found) > 0 && a.isAddress(i)
}

// endsBefore reports whether line i begins the members of the group that has signed, or the next field of a form that has the authors in
// one of its lines.
func (a *authorship) endsBefore(i, start int) bool {
	l := a.lines[i]
	return person.OpensMembers(l.Text) || a.laid && i > start && isField(a.lines[start]) && l.Kind != Byline && l.Kind != Names && phrase.HasLabel(l.Text)
}

// isField reports whether a line is a field of a form that has the authors: "Authors: Jane Roe".
func isField(l line) bool {
	_, ok := phrase.AfterByline(l.Text)
	return l.Kind == Byline && ok
}

// isSecondHeading reports whether a line announces more of those whom the heading before them has announced: "Assisting Auditors"
// after "Lead Auditors".
func isSecondHeading(first, l line) bool {
	if l.Kind != Byline || !phrase.IsByline(l.Text) || !phrase.IsByline(first.Text) || l.Font != first.Font || l.Size != first.Size {
		return false
	}
	return strings.EqualFold(lastWord(l.Text), lastWord(first.Text))
}

// lastWord returns the last word of a line without the colon behind it.
func lastWord(s string) string {
	s = strings.TrimRight(s, " :")
	return s[strings.LastIndexByte(s, ' ')+1:]
}

// What a line is to the list of authors.
const (
	ownPlace   = iota // it may be a part of the list
	otherPlace        // it is none, and the list may go on behind it
	endPlace          // the list has ended
)

// place returns what line i, which l is with the lines that it goes on in, is to the list of authors.
func (a *authorship) place(i, start int, l line, isAnnounced bool) int {
	if len(a.found) > 0 && l.Kind != Names && (phrase.IsAroundDegree(l.Text) || degreeNotice.MatchString(l.Text)) && !(isAnnounced && a.resumes(i)) {
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
	if isAnnounced && len(a.found) > 0 && l.Kind != Names && l.Kind != Byline && !(a.laid && i > 0 && l.Font == a.font && l.Size == a.size && l.Kind != Others && l.Kind != closing && l.X+l.W > a.lines[i-1].X) {
		if !a.resumes(i) {
			return endPlace
		}
		if !a.resumesAt(l) {
			return otherPlace
		}
	}
	if !isAnnounced && (a.isValue(i) || len(a.found) == 0 && i > 2 && a.isDoubtful(i)) {
		return otherPlace
	}
	if !a.laid && !isAnnounced && strings.HasPrefix(l.Style, "heading") && l.Kind == plain && numbered.MatchString(l.Text) {
		return endPlace
	}
	return ownPlace
}
