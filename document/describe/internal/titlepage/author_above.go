package titlepage

import (
	"slices"
	"strings"

	"sluice/document/describe/internal/textline"
	"sluice/text"
)

// AuthorsAbove finds authors that precede the title, as in some old books and in
// notes.
func (h *Head) AuthorsAbove(end int) ([]string, float64) {
	for i, l := range h.Lines[:min(end, len(h.Lines))] {
		if i > 4 && end-i > 8 || l.Kind != Names || strings.HasPrefix(l.Text, "—") || strings.HasPrefix(l.Text, "–") {
			continue
		}
		var list []string
		for _, p := range h.words.People(l.Text) {
			if p.Score > 2.5 {
				list = append(list, p.Name)
			}
		}
		if len(list) > 0 {
			return list, 0.45
		}
	}
	return nil, 0
}

// Named returns the person of a line that says nothing else and has a word in common with how the file names its author, who may have
// a pseudonym there; "" if there is none.
func (h *Head) Named(author string) string {
	const least = 4 // letters of such a word
	words := textline.PlainWords(author)
	for _, l := range h.Lines {
		list := h.words.People(l.Text)
		if len(list) != 1 || list[0].Score < 0 || len(strings.Fields(l.Text)) > 3 {
			continue
		}
		for _, w := range textline.PlainWords(l.Text) {
			if len(w) >= least && slices.Contains(words, w) {
				return textline.Clean(list[0].Name, textline.MaxName)
			}
		}
	}
	return ""
}

// Has reports whether a line of the head says nothing but a text.
func (h *Head) Has(s string) bool {
	key := text.NormalTitle(s)
	return key != "" && slices.ContainsFunc(h.Lines, func(l line) bool { return text.NormalTitle(l.Text) == key })
}
