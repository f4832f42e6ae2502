package titlepage

import (
	"regexp"
	"slices"
	"strings"

	"sluice/document/describe/internal/person"
	"sluice/document/describe/internal/phrase"
)

// numbered matches a heading with its number.
var numbered = regexp.MustCompile(`^\d{1,2}[.)]`)

// isDoubtful reports whether a line far below the title has no given name, and nothing next to it that speaks for persons.
func (h *Head) isDoubtful(zone []line, i int) bool {
	if zone[i].Kind != plain || zone[i].Style == "author" || phrase.EmailMark.MatchString(zone[i].Text) {
		return false
	}
	for j, next := range zone[i+1 : min(i+4, len(zone))] {
		if j == 0 && (next.Kind == Affiliation || next.Kind == contact || next.Kind == Date || next.Kind == Names) {
			return false
		}
		if next.Font == zone[i].Font && next.Size == zone[i].Size && h.likely(next.Text) {
			return false
		}
	}
	return !h.likely(zone[i].Text)
}

// likely reports whether a line has a name with a given name that is known.
func (h *Head) likely(s string) bool {
	return slices.ContainsFunc(h.words.People(s), func(p person.Person) bool { return p.Score > 1 })
}

// isValue reports whether a line is the value of a label in the same row, which introduces no authors.
func (h *Head) isValue(zone []line, i int) bool {
	return h.laid && i > 0 && zone[i-1].Kind != Byline && strings.HasSuffix(zone[i-1].Text, ":") && sameRow(zone[i-1].Line, zone[i].Line)
}
