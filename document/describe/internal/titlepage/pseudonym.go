package titlepage

import (
	"sluice/document/describe/internal/person"
	"sluice/internal/lazyregexp"
)

// handle matches a pseudonym of one word, which is not written as names are: "0xsand", "stone77".
var handle = lazyregexp.New(`^(?:\p{Ll}[\pL\d_]{2,23}|\d{1,3}\pL[\pL\d_]{2,23}|\pL{3,20}_?\d{1,4})$`)

// anySign matches a word that may be a pseudonym below another one.
var anySign = lazyregexp.New(`^\pL[\pL\d_]{2,23}$`)

// pseudonym adds the author of a line that is a pseudonym and nothing else, and reports whether it is one.
func (a *authorship) pseudonym(l line) bool {
	isBelow := a.isSigned && a.laid && aligned(a.at, l.Line) && anySign.MatchString(l.Text)
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
