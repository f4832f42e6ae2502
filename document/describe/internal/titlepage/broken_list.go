package titlepage

import (
	"strings"

	"sluice/document/describe/internal/person"
	"sluice/document/describe/internal/phrase"
	"sluice/document/describe/internal/textline"
	"sluice/internal/lazyregexp"
)

// breaksOff reports whether a list of names breaks off within a name at the end of
// line a and continues in line b. List is line a, behind those that it has continued.
func (z *zone) breaksOff(list, a, b line) bool {
	if z.laid && (!isMarked(a) && !isMarked(b) && (!z.alike(a, b) || a.Font != b.Font) || sameRow(a.Line, b.Line) || b.Y-a.Y > 2.4*max(a.Size, b.Size)) || !z.laid && b.gap {
		return false
	}
	names := list.Text
	if list.Kind == Byline {
		names = withoutByline(names)
	} else if list.Kind != Names && list.Kind != plain {
		return false
	}
	if b.Kind != Names && b.Kind != plain && b.Kind != Affiliation || strings.HasSuffix(names, ",") {
		return false
	}
	if list.Kind != plain && strings.Count(names, "(") > strings.Count(names, ")") && len(list.Text) < 1000 {
		return true // within the place behind a name
	}
	people := z.names.People(names)
	if len(people) < 2 || people[0].Score < 0.2 {
		return false
	}
	last := people[len(people)-1]
	if lastOfList.MatchString(names) && !strings.Contains(last.Name, " ") && person.OpensName(last.Name) {
		return true
	}
	if z.names.breaksName(last.Name, b.Text) || breaksGroup(last, names, b.Text) {
		return true
	}
	if b.Kind == Affiliation || list.Kind == Byline {
		return false
	}
	next, _, _ := strings.Cut(b.Text, ",")
	next = strings.TrimSpace(next)
	if !strings.Contains(next, " ") && strings.Contains(last.Name, " ") && last.Score > 0.2 && strings.ContainsRune(b.Text, ',') && z.names.FamilyName(next) && strings.HasSuffix(names, last.Name) {
		return true // a second family name
	}
	if phrase.Places()[strings.ToLower(last.Name)] {
		return false // the end of an address
	}
	return !strings.Contains(last.Name, " ") && !credential.MatchString(last.Name) && (person.OpensName(last.Name) || person.Initials.MatchString(strings.Fields(next + " .")[0]) || !strings.Contains(strings.TrimSpace(next), " ")) && strings.ContainsRune(b.Text, ',')
}

// lastOfList matches the end of a list within its last name: "… and Jane".
var lastOfList = lazyregexp.New(`[\s¹²³⁴⁵⁶⁷⁸⁹⁰*†‡§](?:and|und|et|e|y|en|och|og|i)\s\p{Lu}\p{Ll}+$`)

// isMarked reports whether a line has so many raised digits, of identifiers behind the names or behind one short name, that its font and
// size may be theirs.
func isMarked(l line) bool {
	n := 0
	for _, r := range l.Text {
		if r == '⁰' || r == '¹' || r == '²' || r == '³' || '⁴' <= r && r <= '⁹' {
			n++
		}
	}
	return n > 12 || 2*n >= textline.Letters(l.Text)
}

// breaksGroup reports whether the end of a list and the beginning of the next line are together the name of a group.
func breaksGroup(last person.Person, names, below string) bool {
	if last.Score > 0.2 {
		return false
	}
	end := names[strings.LastIndexAny(names, ",;")+1:]
	next, _, _ := strings.Cut(person.Bare(below), ",")
	return !person.IsGroup(strings.TrimSpace(end)) && person.IsGroup(person.Bare(end)+" "+next)
}

// isGroup reports whether an author is a group.
func isGroup(p person.Person) bool { return p.Score > 0 && person.IsGroup(p.Name) }

// credential matches what a person may put behind a name: "MD", "CAE".
var credential = lazyregexp.New(`^[A-Z]{2,4}$`)
