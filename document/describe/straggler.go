package describe

import (
	"slices"
	"strings"
)

const stragglerLines = 110

// stragglers finds authors whose part of the title block stands behind the running text's beginning, as happens where text
// without layout was taken column by column: a line of names between empty lines with an institution or an address below it.
func (h *head) stragglers(a *authorship) {
	rest := h.rest[:min(len(h.rest), stragglerLines)]
	a.locals = append(a.locals, localParts(rest)...)
	for i, l := range rest {
		if !l.gap && i > 0 || len(l.Text) > 100 || capitals(l.Text) < 0.5 {
			continue
		}
		list := h.words.people(l.Text)
		if slices.ContainsFunc(list, func(p person) bool { return p.score < 0.2 || strings.HasSuffix(p.name, ".") }) || !h.apartBelow(rest, i) {
			continue
		}
		for _, p := range list {
			words := strings.Fields(p.name)
			if score := p.score + a.mailed(p.name); score > 0.6 && len(words) > 1 && !a.has(p.name) && !mixed(p.name) && len(a.found) < maxAuthors {
				a.found = append(a.found, person{p.name, score})
			}
		}
	}
}

// apartBelow reports whether the lines below line i, up to the next empty line, are addresses and nothing else; or none, where
// the line itself is surely names.
func (h *head) apartBelow(rest []line, i int) bool {
	n := 0
	for j := i + 1; j < min(len(rest), i+8) && !rest[j].gap; j++ {
		switch h.words.kindOf(rest[j].Text) {
		case affiliation, contact:
			n++
		case plain, names, banner:
			if len(rest[j].Text) > 45 || capitals(rest[j].Text) < 0.6 {
				return false
			}
		default:
			return false
		}
	}
	return n > 0
}
