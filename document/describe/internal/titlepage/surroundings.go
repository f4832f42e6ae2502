package titlepage

import (
	"slices"
	"strings"

	"sluice/document/describe/internal/person"
	"sluice/document/describe/internal/textline"
)

// surroundings corrects the kinds of the lines of a head, which the words alone gave them, by the lines around them.
type surroundings struct {
	look
	names nameFinder
	lines []line
}

// correct goes over the lines once for each sort of correction. Later ones build on the earlier.
func (s *surroundings) correct() {
	s.brokenNames()
	s.persons()
	s.invertedNames()
	s.besideNames()
	s.mastheads()
	s.others()
}

// brokenNames joins a family name that stands alone to the given names in the line above it, in narrow columns.
func (s *surroundings) brokenNames() {
	if !s.laid {
		return
	}
	for i := 0; i < len(s.lines); i++ {
		l := s.lines[i]
		given := strings.Fields(person.Bare(l.Text))
		if len(given) == 0 || len(given) > 3 || l.Kind == closing || l.Kind == Byline || !areGiven(given) {
			continue
		}
		for j := i + 1; j < len(s.lines) && s.lines[j].Y-l.Y < 1.4*l.Size; j++ {
			next := s.lines[j]
			family := strings.TrimRight(next.Text, textline.Marks+" ,")
			if len(given) > 1 && (family == strings.ToUpper(family) || !centred(l.Line, next.Line)) {
				continue // an institution, "Jane Roe" and "MIT", or one name a line
			}
			if next.Font == l.Font && s.alike(l, next) && next.Y > l.Y+0.5*l.Size && aligned(l.Line, next.Line) && s.names.FamilyName(family) && next.Kind != closing && next.Kind != Others {
				s.lines[i].Text = strings.Join(given, " ") + " " + next.Text
				s.lines[i].W = max(l.W, next.W)
				s.lines[i].Kind = KindOf(s.names.Lexicon, s.lines[i].Text)
				s.lines = slices.Delete(s.lines, j, j+1)
				break
			}
		}
	}
}

// areGiven reports whether words end with given names, but for one at most.
func areGiven(words []string) bool {
	n := 0
	for _, w := range words {
		if person.OpensName(w) {
			n++
		}
	}
	last := words[len(words)-1]
	return n >= max(1, len(words)-1) && person.OpensName(last) && !person.Initials.MatchString(last)
}

// persons marks lines that may be names as names when what follows them says
// so: an address or an institution.
func (s *surroundings) persons() {
	for i := 1; i < len(s.lines); i++ {
		if prev, l := s.lines[i-1], &s.lines[i]; prev.Kind == Byline && l.Kind == plain && len(strings.Fields(prev.Text)) < 3 && !s.alike(prev, *l) && s.names.isName(l.Text) {
			l.Kind = Names
		}
	}
	for i := 1; i+1 < len(s.lines); i++ {
		if next := s.lines[i+1].Kind; s.lines[i].Kind != plain || next != Affiliation && next != contact && next != Names {
			continue
		}
		if unfinished(s.lines[i-1].Text) || textline.StartsLower(s.lines[i].Text) || s.lines[i-1].Kind == plain && !s.apart(i) {
			continue
		}
		all := true
		list := s.names.People(s.lines[i].Text)
		for _, p := range list {
			all = all && p.Score > 0.2
		}
		if all && len(list) > 0 {
			s.lines[i].Kind = Names
		}
	}
}

// apart reports whether line i differs in looks from the one before it, or
// is separated from it.
func (s *surroundings) apart(i int) bool {
	prev, l := s.lines[i-1], s.lines[i]
	return l.gap || s.laid && (!s.alike(prev, l) || prev.Font != l.Font || prev.Bold != l.Bold)
}

// mastheads marks a journal's name that is broken over two lines.
func (s *surroundings) mastheads() {
	for i := 0; i+1 < len(s.lines); i++ {
		l, next := &s.lines[i], &s.lines[i+1]
		if s.laid && masthead.MatchString(l.Text) && unfinished(l.Text) && next.Size >= l.Size && len(strings.Fields(next.Text)) < 4 && aligned(l.Line, next.Line) {
			l.Kind, next.Kind = Banner, Banner
			l.isMasthead, next.isMasthead = true, true
		}
	}
}
