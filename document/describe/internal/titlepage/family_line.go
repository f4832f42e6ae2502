package titlepage

import "sluice/internal/lazyregexp"

// Title pages in Russian, Belarusian and Ukrainian have the family name of an author on a line of its own, and the given name and the
// patronymic on the next.
var (
	familyLine = lazyregexp.New(`^[\p{Cyrillic}-]+$`)
	givenLine  = lazyregexp.New(`^(?i)\p{Cyrillic}{2,} \p{Cyrillic}+(?:вич|ьич|мич|вна|чна|шна|віч|ўна)$`)
)

// withJoinedNames returns lines in which the two of such a name are one.
func withJoinedNames(lines []line) []line {
	for i := 0; i+1 < len(lines); i++ {
		family, given := lines[i], lines[i+1]
		if !familyLine.MatchString(family.Text) || !givenLine.MatchString(given.Text) || family.Font != given.Font || family.Size != given.Size || given.Y-family.Y > 2*given.Size {
			continue
		}
		given.Text = family.Text + " " + given.Text
		given.H += given.Y - family.Y
		given.Y = family.Y
		lines = append(append(lines[:i:i], given), lines[i+2:]...)
	}
	return lines
}
