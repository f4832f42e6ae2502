package titlepage

import (
	"slices"
	"strings"

	"sluice/document/describe/internal/person"
	"sluice/internal/lazyregexp"
)

// raisedMarks are the raised letters by which names refer to the institutions below them.
type raisedMarks struct {
	letters string   // with which institutions begin
	done    bool     // they are separated from all names
	apart   []string // names from which they are apart
}

// newRaisedMarks returns the letters with which institutions begin.
func newRaisedMarks(lines []line) raisedMarks { return raisedMarks{letters: marksOf(lines)} }

// raisedMark matches an institution that begins with the letter by which names
// refer to it.
var raisedMark = lazyregexp.New(`(?:^|; )([a-h]) ?\p{Lu}[\p{Ll}.]`)

// apartMark matches such a letter where it is separated from a name. Not "e",
// which joins names in Portuguese and Italian.
var apartMark = lazyregexp.New(`(?:\p{L}\.?,? |\()[a-df-h](?:[\s,;)*∗†‡]|$)|[ᵃ-ᵪᶜᶠ]`)

// marksOf are the letters with which the institutions of a title block begin.
func marksOf(zone []line) string {
	marks := ""
	for _, l := range zone {
		for _, m := range raisedMark.FindAllStringSubmatch(l.Text, -1) {
			marks += m[1]
		}
	}
	return marks
}

// raisedEnd matches the letter behind a name, with other marks of footnotes before it, in a list of names.
var raisedEnd = lazyregexp.New(`(\pL)[*∗†‡]*([a-h])$`)

// without removes raised letters from a line before its names are found. It does so only if three names
// or more all end in such letters, and in two different ones: that does not happen by chance.
func (m *raisedMarks) without(names string) string {
	if m.done || !strings.Contains(m.letters, "a") {
		return names
	}
	pieces := strings.Split(listAnd.ReplaceAllString(names, ", "), ", ")
	ends := map[string]bool{}
	for i, p := range pieces {
		at := raisedEnd.FindStringSubmatchIndex(p)
		if at == nil || !strings.Contains(m.letters, p[at[4]:]) || !strings.Contains(p, " ") {
			return names
		}
		ends[p[at[4]:]] = true
		pieces[i] = p[:at[3]]
	}
	if len(pieces) < 3 || len(ends) < 2 {
		return names
	}
	m.done = true
	return strings.Join(pieces, ", ")
}

// listAnd matches what precedes the last name of a list.
var listAnd = lazyregexp.New(`,? (?:and|und|et|&) `)

// trim removes raised letters that have become the last letter of
// names ("Roea", "Doeb"), where the institutions begin with such letters
// and every name ends in one, but for those from which the letter is apart. Names that all end in the same letter must be
// three: "Tanaka" ends in "a" by itself.
func (m *raisedMarks) trim(found []person.Person) {
	if m.done || !strings.Contains(m.letters, "a") {
		return
	}
	ends := map[byte]bool{}
	for _, p := range found {
		if slices.Contains(m.apart, p.Name) {
			continue
		}
		end := p.Name[len(p.Name)-1]
		if strings.IndexByte(m.letters, end) < 0 {
			return
		}
		ends[end] = true
	}
	if len(ends) < 2 && (len(found) < 3 || len(m.apart) > 0) {
		return
	}
	for i, p := range found {
		if !slices.Contains(m.apart, p.Name) {
			found[i].Name = p.Name[:len(p.Name)-1]
		}
	}
}
