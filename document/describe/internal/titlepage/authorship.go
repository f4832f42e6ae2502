package titlepage

import (
	"regexp"
	"slices"
	"strings"

	"sluice/document/content"
	"sluice/document/describe/internal/person"
	"sluice/document/describe/internal/phrase"
	"sluice/document/describe/internal/textline"
)

// authorship gathers the authors line by line.
type authorship struct {
	head      *Head
	locals    []string // local parts of the e-mail addresses around
	found     []person.Person
	size      float64 // of the first author's type
	addressed int     // lines that name a person and an institution each
	font      string
	at        content.Line // that of the first author
	titled    bool         // the first author has an academic title

	isProfessor bool // that of a professor

	isSigned bool // with a pseudonym

	teacher content.Line // that of a professor who is no author

	marks   string   // letters with which the institutions begin
	marked  bool     // letters are separated from all names as marks
	apart   []string // names from which they are
	unended bool     // the last line of names ends in a comma
}

// has reports whether an author has been found before, with more names perhaps.
func (a *authorship) has(name string) bool {
	key := person.Key(name)
	return slices.ContainsFunc(a.found, func(p person.Person) bool {
		return person.Key(p.Name) == key || strings.Contains(name, " ") && strings.HasPrefix(p.Name, name+" ")
	})
}

// alike reports whether a line is set as the first author is, and at the same edge or middle.
func (a *authorship) alike(l line) bool {
	return l.Font == a.font && l.Size > 0.96*a.size && l.Size < 1.04*a.size && l.H > 0 && aligned(a.at, l.Line)
}

// withContinued gives the names of a line that continues a list a score where they begin as a question does: "Can Stein".
func (a *authorship) withContinued(l line, list []person.Person) []person.Person {
	if !a.unended || l.Font != a.font || l.Size != a.size {
		return list
	}
	for i, p := range list {
		words := strings.Fields(p.Name)
		if len(words) == 2 && p.Score <= -8 && !textline.StartsLower(words[0]) && phrase.FunctionWords[strings.ToLower(words[0])] && a.head.words.FamilyName(words[1]) {
			list[i].Score = 0.5
		}
	}
	return list
}

// isLeftOf reports whether a line is in a column to the right of the authors.
func (a *authorship) isLeftOf(l line) bool {
	return a.head.laid && len(a.found) > 0 && l.X > a.at.X+a.at.W
}

// mailed is what an e-mail address that fits a name says for it.
func (a *authorship) mailed(name string) float64 {
	words := textline.PlainWords(name)
	if len(words) < 2 {
		return 0
	}
	first, last := words[0], words[len(words)-1]
	for _, local := range a.locals {
		switch {
		case len(last) >= 3 && strings.Contains(local, last), len(first) >= 3 && strings.Contains(local, first):
			return 2
		case len(last) >= 4 && len(local) >= 4 && strings.HasPrefix(local, first[:1]+last[:min(len(last), len(local)-1)]):
			return 1.5
		}
	}
	return 0
}

// localParts are the names before the "@" of a head's e-mail addresses, lists
// in braces included.
func localParts(lines []line) []string {
	var found []string
	for _, l := range lines {
		if !strings.Contains(l.Text, "@") {
			continue
		}
		for _, m := range localMark.FindAllStringSubmatch(l.Text, 20) {
			for _, part := range strings.FieldsFunc(strings.ToLower(m[1]), func(r rune) bool { return strings.ContainsRune("{}()[],;| ", r) }) {
				if len(part) > 1 && len(found) < 200 && !slices.Contains(found, part) {
					found = append(found, part)
				}
			}
		}
	}
	return found
}

// localMark matches the part of e-mail addresses before the "@": one name, or
// several in brackets.
var localMark = regexp.MustCompile(`([\w.+\-]+|\{[^{}@]*\}|\([^()@]*\)|\[[^\[\]@]*\])\s?@`)

// handle matches a pseudonym of one word, which is not written as names are: "0xsand", "stone77".
var handle = regexp.MustCompile(`^(?:\p{Ll}[\pL\d_]{2,23}|\d{1,3}\pL[\pL\d_]{2,23}|\pL{3,20}_?\d{1,4})$`)

// anySign matches a word that may be a pseudonym below another one.
var anySign = regexp.MustCompile(`^\pL[\pL\d_]{2,23}$`)

// pseudonym adds the author of a line that is a pseudonym and nothing else, and reports whether it is one.
func (a *authorship) pseudonym(l line) bool {
	isBelow := a.isSigned && a.head.laid && aligned(a.at, l.Line) && anySign.MatchString(l.Text)
	if l.Kind != plain || !handle.MatchString(l.Text) && !isBelow || a.has(l.Text) {
		return false
	}
	a.isSigned = true
	if len(a.found) == 0 {
		a.size, a.font, a.at = l.Size, l.Font, l.Line
	}
	a.found = append(a.found, person.Person{Name: l.Text, Score: 1})
	return true
}
