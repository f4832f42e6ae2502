package titlepage

import (
	"slices"
	"strings"

	"sluice/document/describe/internal/person"
	"sluice/document/describe/internal/textline"
)

// displacedLines is how many lines behind the head are searched.
const displacedLines = 110

// addDisplaced adds authors whose part of the title block follows the
// running text's beginning, as happens where text without layout was taken
// column by column: a line of names between empty lines with an institution or
// an address below it.
func (a *authorship) addDisplaced(rest []line) {
	rest = rest[:min(len(rest), displacedLines)]
	a.mails = append(a.mails, localParts(rest)...)
	for i, l := range rest {
		if !l.gap && i > 0 || len(l.Text) > 100 || textline.Capitals(l.Text) < 0.5 {
			continue
		}
		list := a.names.People(l.Text)
		if slices.ContainsFunc(list, func(p person.Person) bool { return p.Score < 0.2 || strings.HasSuffix(p.Name, ".") }) || !a.apartBelow(rest, i) {
			continue
		}
		for _, p := range list {
			words := strings.Fields(p.Name)
			if score := p.Score + a.mails.fit(p.Name); score > 0.6 && len(words) > 1 && !a.has(p.Name) && !mixed(p.Name) && len(a.found) < textline.MaxAuthors {
				a.found = append(a.found, person.Person{Name: p.Name, Score: score})
			}
		}
	}
}

// apartBelow reports whether the lines below line i, up to the next empty line,
// are addresses and nothing else; or none, where the line itself is surely
// names.
func (z *zone) apartBelow(rest []line, i int) bool {
	n := 0
	for j := i + 1; j < min(len(rest), i+8) && !rest[j].gap; j++ {
		switch KindOf(z.names.Lexicon, rest[j].Text) {
		case Affiliation, contact:
			n++
		case plain, Names, Banner:
			if len(rest[j].Text) > 45 || textline.Capitals(rest[j].Text) < 0.6 {
				return false
			}
		default:
			return false
		}
	}
	return n > 0
}
