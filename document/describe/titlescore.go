package describe

import (
	"cmp"
	"math"
	"strings"
)

// titleScore says how well a block would do as the title. The weights are plain judgement: the size of the type counts most,
// then what the words look like, then the place.
func (h *head) titleScore(b block, hint func(string) bool) float64 {
	text := h.text(b)
	first := h.lines[b.from]
	words := len(strings.Fields(text))
	score := 0.0
	if h.body > 0 && first.Size > 0 {
		score += min(5, 8*math.Log(max(0.5, first.Size/h.body)))
		if first.Bold {
			score += 0.7
		}
	}
	if h.laid {
		score -= 2 * first.Y / h.height
	} else {
		score += 2.5
		for _, l := range h.lines[:b.from] {
			if l.kind != banner && l.kind != date {
				score -= 0.6
			}
		}
	}
	if first.Style == "title" {
		score += 8
	}
	switch {
	case words == 1:
		score -= 1.2
	case words == 2:
		score -= 0.4
	case words > 35:
		score -= 4
	case words > 25:
		score -= 1
	}
	if letters(text) < 4 {
		score -= 4
	}
	bad := 0.0
	for i := b.from; i < b.to; i++ {
		switch h.lines[i].kind {
		case names:
			bad += 2.5
		case affiliation:
			bad += 3
		case banner, others, date:
			bad += 4
		}
	}
	score -= bad / float64(b.to-b.from)
	if h.lines[b.from].kind == plain && b.to < len(h.lines) && h.followed(b.to) {
		score += 1.2
	}
	if first.kind == plain && h.first(b.from) {
		score += 0.8
	}
	if startsLower(text) && words > 6 {
		score -= 2
	}
	if strings.HasSuffix(text, ".") && words > 12 {
		score -= 1.5
	}
	if hint != nil && hint(text) {
		score += 4
	}
	return cmp.Or(score, 0.01)
}

// followed reports whether persons or a byline come soon behind line i.
func (h *head) followed(i int) bool {
	for j := i; j < min(i+3, len(h.lines)); j++ {
		if k := h.lines[j].kind; k == names || k == byline || !h.laid && (k == affiliation || k == contact) {
			return true
		}
	}
	return false
}

// first reports whether nothing but banners stands before line i.
func (h *head) first(i int) bool {
	for _, l := range h.lines[:i] {
		if l.kind == plain {
			return false
		}
	}
	return true
}
