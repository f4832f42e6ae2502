package person

import (
	"strings"

	"sluice/internal/lazyregexp"
)

// A family name and, behind a comma, initials, as manuscripts list their authors: "Roe, J.K., von Stein, A., and Sand, M.".
const (
	family   = `((?:(?:d[aeiou]|dos|del|della|van|von|der|den|ten|ter|la|le|De|Di|Du|Da|Van|Von|La|Le|El) )*\p{Lu}[\p{L}'’\-]+)`
	initials = `(\p{Lu}(?:\.[\- ]?\p{Lu}){0,3}\.|\p{Lu}(?:\.[\- ]?\p{Lu}){1,3})`
)

var (
	initialed     = lazyregexp.New(family + `, ?(\p{Lu}(?:\.[\- ]?\p{Lu}){0,3}\.?)`)
	initialedList = lazyregexp.New(`^(?:` + family + `, ?` + initials + `(?:\s*[,;]?\s+(?:and|&|und|et|y|e|en)\s+|\s*[,;]\s*|$)){2,}$`)
)

// initialedScore is the score of a name in such a list: nothing else has its form.
const initialedScore = 2

// familiesInitialed returns the persons of a line that is a list of at least two family names with initials behind them, with the
// initials in front; nil if the text is not such a list.
func familiesInitialed(s string) (found []Person) {
	if !initialedList.MatchString(s) {
		return nil
	}
	for _, m := range initialed.FindAllStringSubmatch(s, -1) {
		given := strings.ReplaceAll(m[2], " ", "")
		if !strings.HasSuffix(given, ".") {
			given += "."
		}
		found = append(found, Person{given + " " + m[1], initialedScore})
	}
	return found
}
