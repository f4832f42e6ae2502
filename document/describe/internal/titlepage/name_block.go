package titlepage

import (
	"regexp"
	"strings"

	"sluice/document/describe/internal/person"
	"sluice/document/describe/internal/phrase"
	"sluice/document/describe/internal/textline"
)

// inverted matches a name with the family name first: "Roe Stein, Jane Mary".
var inverted = regexp.MustCompile(`^((?:\p{Lu}[\p{L}'’\-]+ ?){1,3}), ((?:\p{Lu}[\p{L}'’\-]*\.? ?){1,3})$`)

// invertedNames writes the names of a list below a byline, one a line and all with the family name first, with the given name first.
// One such line could be two persons, or a person and a place.
func (h *Head) invertedNames() {
	const least = 2
	for i, l := range h.Lines {
		if l.Kind != Byline || !phrase.IsByline(l.Text) {
			continue
		}
		end := i + 1
		known := 0 // given names
		for ; end < len(h.Lines) && h.Lines[end].Font == h.Lines[i+1].Font; end++ {
			m := inverted.FindStringSubmatch(h.Lines[end].Text)
			if m == nil || Organised(m[0]) || phrase.IsOffice(m[2]) {
				break
			}
			if first, _, _ := strings.Cut(m[2], " "); person.OpensName(first) {
				known++
			}
		}
		if n := end - i - 1; n < least || 2*known < n {
			continue
		}
		for j := i + 1; j < end; j++ {
			h.Lines[j].Text = strings.TrimSpace(inverted.ReplaceAllString(h.Lines[j].Text, "$2 $1"))
			h.Lines[j].Kind = Names
		}
	}
}

// besideNames marks lines as names that look like a line of names just above or below them and have no word that the document writes
// small: names of parts of the world whose given names are not known.
func (h *Head) besideNames() {
	if !h.laid {
		return
	}
	for i := range h.Lines {
		if h.Lines[i].Kind != Names || len(h.sure(h.Lines[i].Text)) != 1 {
			continue
		}
		for _, step := range [...]int{-1, 1} {
			for j := i + step; j >= 0 && j < len(h.Lines) && h.mayBeName(j, j-step); j += step {
				h.Lines[j].Kind = Names
			}
		}
	}
}

// isSetAs reports whether line i is set as the line next to it, in the next row at the same edge or middle.
func (h *Head) isSetAs(i, next int) bool {
	l, other := h.Lines[i], h.Lines[next]
	space := max(l.Y-other.Y, other.Y-l.Y)
	return l.Font == other.Font && l.Bold == other.Bold && h.alike(l, other) && aligned(l.Line, other.Line) && space < 2.2*l.Size && isCapital(l.Text) == isCapital(other.Text)
}

// mayBeName reports whether line i may be one name by its words, and is set as the line beside it.
func (h *Head) mayBeName(i, beside int) bool {
	const most = 7 // words
	l := h.Lines[i]
	words := strings.Fields(l.Text)
	if l.Kind != plain || len(words) < 2 || len(words) > most || !h.isSetAs(i, beside) {
		return false
	}
	for _, w := range words {
		lower := strings.ToLower(w)
		if textline.Letters(w) < len([]rune(strings.Trim(w, ".'’-"))) || phrase.CommonWords[lower] || phrase.OrganisationWords[lower] || phrase.FunctionWords[lower] && !phrase.Particles[lower] {
			return false
		}
	}
	used, all := h.words.Used(l.Text)
	return all > 0 && used == 0 && textline.Capitals(l.Text) == 1
}
