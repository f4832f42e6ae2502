package titlepage

import (
	"math"
	"slices"

	"sluice/document/describe/internal/person"
	"sluice/document/describe/internal/textline"
)

// besideLines is how many lines behind the head are searched for a column beside the text.
const besideLines = 60

// Beside finds the author whose name and institution stand in a column beside the abstract, where the head has none.
func (f Authors) Beside() ([]string, float64) {
	h := f.head
	if !h.laid {
		return nil, 0
	}
	rest := h.rest[:min(len(h.rest), besideLines)]
	for i, l := range rest {
		list := h.names.People(l.Text)
		if len(list) == 0 || mixed(l.Text) || slices.ContainsFunc(list, func(p person.Person) bool { return p.Score < 2 }) {
			continue
		}
		for _, next := range rest[i+1:] {
			if math.Abs(next.X-l.X) > slack || next.Y <= l.Y {
				continue
			}
			if next.Y-l.Y < 2*l.Size && KindOf(h.names.Lexicon, next.Text) == Affiliation {
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
