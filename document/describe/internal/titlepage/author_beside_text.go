package titlepage

import (
	"math"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"sluice/document/describe/internal/person"
	"sluice/document/describe/internal/textline"
)

// besideLines is how many lines behind the head are searched for a column beside the text.
const besideLines = 60

// AuthorsBeside finds the author whose name and institution stand in a column beside the abstract, where the head has none.
func (h *Head) AuthorsBeside() ([]string, float64) {
	if !h.laid {
		return nil, 0
	}
	rest := h.rest[:min(len(h.rest), besideLines)]
	for i, l := range rest {
		list := h.words.People(l.Text)
		if len(list) == 0 || mixed(l.Text) || slices.ContainsFunc(list, func(p person.Person) bool { return p.Score < 2 }) {
			continue
		}
		for _, next := range rest[i+1:] {
			if math.Abs(next.X-l.X) > slack || next.Y <= l.Y {
				continue
			}
			if next.Y-l.Y < 2*l.Size && KindOf(h.words, next.Text) == Affiliation {
				var names []string
				for _, p := range list {
					names = append(names, textline.Clean(p.Name, textline.MaxName))
				}
				return names, 0.6
			}
			break
		}
	}
	return nil, 0
}

// attribution matches a line that begins with a dash and a capital.
var attribution = regexp.MustCompile(`^(?:--?-?|[–—―~]) ?\p{Lu}`)

// isAttribution reports whether line i says whose the quotation above it is.
func isAttribution(zone []line, i int) bool {
	if i == 0 || !attribution.MatchString(zone[i].Text) {
		return false
	}
	end, _ := utf8.DecodeLastRuneInString(zone[i-1].Text)
	return strings.ContainsRune("\"'”“’»«", end)
}
