package titlepage

import (
	"strings"

	"sluice/document/describe/internal/person"
	"sluice/document/describe/internal/phrase"
	"sluice/document/describe/internal/textline"
	"sluice/internal/lazyregexp"
)

// inverted matches a name with the family name first: "Roe Stein, Jane Mary".
var inverted = lazyregexp.New(`^((?:\p{Lu}[\p{L}'’\-]+ ?){1,3}), ((?:\p{Lu}[\p{L}'’\-]*\.? ?){1,3})$`)

// invertedNames writes the names of a list below a byline, one a line and all with the family name first, with the given name first.
// One such line could be two persons, or a person and a place.
func (s *surroundings) invertedNames() {
	const least = 2
	for i, l := range s.lines {
		if l.Kind != Byline || !phrase.IsByline(l.Text) {
			continue
		}
		end := i + 1
		known := 0 // given names
		for ; end < len(s.lines) && s.lines[end].Font == s.lines[i+1].Font; end++ {
			m := inverted.FindStringSubmatch(s.lines[end].Text)
			if m == nil || Organised(m[0]) || phrase.IsOffice(m[2]) {
				break
			}
			if first, _, _ := strings.Cut(m[2], " "); person.OpensName(first) {
				known++
			}
		}
		if n := end - i - 1; n < least || 2*known < n {
			continue
		}
		for j := i + 1; j < end; j++ {
			s.lines[j].Text = strings.TrimSpace(inverted.ReplaceAllString(s.lines[j].Text, "$2 $1"))
			s.lines[j].Kind = Names
		}
	}
}

// besideNames marks lines as names that look like a line of names just above or below them and have no word that the document writes
// small: names of parts of the world whose given names are not known.
func (s *surroundings) besideNames() {
	if !s.laid {
		return
	}
	for i := range s.lines {
		if s.lines[i].Kind != Names || len(s.names.sure(s.lines[i].Text)) != 1 {
			continue
		}
		for _, step := range [...]int{-1, 1} {
			for last, j := i, nextInColumn(s.lines, i, step); j >= 0 && s.mayBeName(j, last); last, j = j, nextInColumn(s.lines, j, step) {
				s.lines[j].Kind = Names
			}
		}
	}
}

// mayBeName reports whether line i may be one name by its words, and is set as the line beside it.
func (s *surroundings) mayBeName(i, beside int) bool {
	const most = 7 // words
	l := s.lines[i]
	words := strings.Fields(l.Text)
	if l.Kind != plain || len(words) < 2 || len(words) > most || !s.isSetAs(l, s.lines[beside]) {
		return false
	}
	for _, w := range words {
		lower := strings.ToLower(w)
		if textline.Letters(w) < len([]rune(strings.Trim(w, ".'’-"))) || phrase.CommonWords()[lower] || phrase.OrganisationWords[lower] || phrase.FunctionWords[lower] && !phrase.Particles[lower] {
			return false
		}
	}
	used, all := s.names.Used(l.Text)
	return all > 0 && used == 0 && textline.Capitals(l.Text) == 1
}
