package titlepage

import (
	"regexp"
	"strings"
)

// raisedMark matches an institution that begins with the letter by which names
// refer to it.
var raisedMark = regexp.MustCompile(`^([a-h]) ?\p{Lu}\p{Ll}`)

// apartMark matches such a letter where it is separated from a name. Not "e",
// which joins names in Portuguese and Italian.
var apartMark = regexp.MustCompile(`(?:\p{L}\.?,? |\()[a-df-h](?:[\s,;)*∗†‡]|$)|[ᵃ-ᵪ]`)

// unraise removes raised letters that have become the last letter of
// names ("Roea", "Doeb"), where the institutions begin with such letters
// and every name ends in one. Names that all end in the same letter must be
// three: "Tanaka" ends in "a" by itself.
func (a *authorship) unraise(zone []line) {
	if a.marked {
		return
	}
	marks := ""
	for _, l := range zone {
		if m := raisedMark.FindStringSubmatch(l.Text); m != nil {
			marks += m[1]
		}
	}
	if !strings.Contains(marks, "a") {
		return
	}
	ends := map[byte]bool{}
	for _, p := range a.found {
		end := p.Name[len(p.Name)-1]
		if strings.IndexByte(marks, end) < 0 {
			return
		}
		ends[end] = true
	}
	if len(ends) < 2 && len(a.found) < 3 {
		return
	}
	for i, p := range a.found {
		a.found[i].Name = p.Name[:len(p.Name)-1]
	}
}
