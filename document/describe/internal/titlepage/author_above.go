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
			return h.withNamesBeside(i, end, list), 0.45
		}
	}
	return nil, 0
}

// withNamesBeside adds to the persons of line i those of the lines above and below it that are set alike.
func (h *Head) withNamesBeside(i, end int, list []string) []string {
	if !h.laid || len(h.sure(h.Lines[i].Text)) != len(list) {
		return list
	}
	for _, step := range [...]int{-1, 1} {
		for j := i + step; j >= 0 && j < end && h.isSetAs(j, j-step); j += step {
			names := h.words.People(h.Lines[j].Text)
			if h.Lines[j].Kind != Names || len(names) != 1 {
				break
			}
			if name := textline.Clean(names[0].Name, textline.MaxName); step < 0 {
				list = slices.Insert(list, 0, name)
			} else {
				list = append(list, name)
			}
		}
	}
	return list
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
