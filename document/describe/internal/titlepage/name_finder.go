package titlepage

import (
	"slices"
	"strings"

	"sluice/document/describe/internal/person"
	"sluice/document/describe/internal/phrase"
	"sluice/document/describe/internal/textline"
	"sluice/internal/lazyregexp"
)

// nameFinder finds the persons in the texts of lines.
type nameFinder struct {
	person.Lexicon
	laid bool // the lines have positions: what is in one piece belongs together
}

// people finds the persons of a line. Four words without a mark between them, in one piece of a
// line whose position is known or between commas, are one person.
func (n nameFinder) people(s string) []person.Person {
	list := n.People(s)
	if !n.laid || len(list) < 2 {
		return list
	}
	in := strings.ToLower(strings.TrimRight(s, " ."+textline.Marks))
	var pieces []string
	for piece := range strings.SplitSeq(strings.ToLower(s), ",") {
		pieces = append(pieces, strings.Trim(numberBehind.ReplaceAllString(piece, ""), " ."+textline.Marks))
	}
	for i := 0; i+1 < len(list); i++ {
		first, second := list[i], list[i+1]
		if properWords(first.Name) != 2 || properWords(second.Name) != 2 || len(list) > 2 && !strings.Contains(s, ",") {
			continue
		}
		whole := strings.ToLower(first.Name + " " + second.Name)
		if len(list) == 2 && strings.HasSuffix(in, whole) || slices.Contains(pieces, whole) || min(first.Score, second.Score) > 0 && strings.Contains(in, whole) {
			list[i] = person.Person{Name: first.Name + " " + second.Name, Score: (first.Score + second.Score) / 2}
			list = slices.Delete(list, i+1, i+2)
		}
	}
	return list
}

// numberBehind matches the number of a student or a group behind a name.
var numberBehind = lazyregexp.New(`[\s(–—-]+[a-z]{0,3}-?\d{2,12}\)?\s*$`)

// properWords returns how many words of a name are no particles.
func properWords(name string) (n int) {
	for w := range strings.FieldsSeq(name) {
		if !phrase.Particles[strings.ToLower(w)] {
			n++
		}
	}
	return n
}

// sure returns the persons of a line if it has nothing else.
func (n nameFinder) sure(s string) (list []string) {
	for _, p := range n.people(s) {
		if p.Score < 0.2 {
			return nil
		}
		list = append(list, textline.Clean(p.Name, textline.MaxName))
	}
	return list
}

// likely reports whether a line has a name with a given name that is known.
func (n nameFinder) likely(s string) bool {
	return slices.ContainsFunc(n.People(s), func(p person.Person) bool { return p.Score > 1 })
}

// isName reports whether a line may be one name of two words to four and is nothing else.
func (n nameFinder) isName(s string) bool {
	const doubtful = -2
	list := n.People(s)
	count := len(strings.Fields(s))
	return len(list) == 1 && list[0].Score > doubtful && count > 1 && count < 5
}

// mayBePerson reports whether a line may be one person's name or more: no word
// that names never hold, and few words.
func (n nameFinder) mayBePerson(s string) bool {
	if isWording(s) {
		return false
	}
	for _, p := range n.People(s) {
		if p.Score > -0.5 {
			return true
		}
	}
	return false
}

// class returns how much a line looks like persons: the best of them, and whether all are, and how many; and how many surely are.
func (n nameFinder) class(s string) (class, sure int) {
	best, all := -10.0, true
	list := n.People(s)
	for _, p := range list {
		best = max(best, p.Score)
		all = all && p.Score > 0.2
		if p.Score > 2 {
			sure++
		}
	}
	class = step(best, -4, -0.5, 0.2, 1, 2)
	if all && len(list) > 0 {
		class = 6 + class*3 + step(float64(len(list)), 2, 4)
	}
	return class, sure
}

// isWithPlace reports whether a line is a person and where he works: "Jane Roe, The Sand Project".
func (n nameFinder) isWithPlace(s string) bool {
	name, _, ok := strings.Cut(s, ", ")
	return ok && len(strings.Fields(name)) > 1 && n.likely(name) && len(n.sure(name)) == 1
}

// opensWithName reports whether a line begins with what may be a name.
func (n nameFinder) opensWithName(s string) bool {
	list := n.People(s)
	return len(list) > 0 && list[0].Score > -0.2
}

// announced returns the persons of a line that is announced, if it has nothing else but where they work.
func (n nameFinder) announced(l line) []string {
	if l.Kind == Others || l.Kind == closing {
		return nil
	}
	if list := n.sure(l.Text); len(list) > 0 && l.Kind != Affiliation {
		return list
	}
	if l.Kind == Names && n.isName(l.Text) {
		return []string{textline.Clean(n.People(l.Text)[0].Name, textline.MaxName)}
	}
	if name, rest, ok := strings.Cut(l.Text, ","); ok && mixed(rest) && !mixed(name) {
		return n.sure(name)
	}
	return nil
}

// breaksName reports whether a name that ends a line is given names and initials alone, "Nicholas G", and the next line begins with a
// word that may be the family name.
func (n nameFinder) breaksName(name, below string) bool {
	words := strings.Fields(name)
	if !person.OpensName(words[0]) || len(name) < 4 {
		return false
	}
	for _, w := range words[1:] {
		if !person.Initials.MatchString(w) {
			return false
		}
	}
	people := n.People(below)
	if len(people) == 0 {
		return false
	}
	family := people[0].Name
	if len(words) > 1 && !strings.Contains(family, " ") && len(people) > 1 {
		return true // initials end no name
	}
	return family != strings.ToUpper(family) && n.FamilyName(family)
}

// isWording reports whether a line has a word in small letters that names never have: "of", "sand"; or, in a line of capitals, a
// word that none ever has.
func isWording(s string) bool {
	isCapital := s == strings.ToUpper(s)
	const longest = 5 // letters of a name in Chinese or Japanese, without a space
	for w := range strings.FieldsSeq(s) {
		if ideographsOf(w) > longest {
			return true
		}
		if isCapital && nameless[strings.ToLower(w)] {
			return true
		}
		if phrase.FunctionWords[w] && !phrase.Particles[w] && !conjunctions[w] || textline.StartsLower(w) && textline.Letters(w) > 3 && !phrase.Particles[w] {
			return true
		}
	}
	return false
}

// nameless are words that no name has in capitals, as "an" or "do" may be one.
var nameless = phrase.WordSet("of the for from to into with für über pour dans para")

// conjunctions join names, too.
var conjunctions = phrase.WordSet("und et")
