package titlepage

import (
	"cmp"
	"math"
	"regexp"
	"slices"
	"strings"

	"sluice/document/describe/internal/phrase"
	"sluice/document/describe/internal/textline"
)

// titleScore returns how well a block would do as the title. The weights are
// plain judgement: the size of the type counts most, then what the words look
// like, then the place.
func (h *Head) titleScore(b block, hint func(string) bool) float64 {
	text := h.text(b)
	first := h.Lines[b.from]
	words := len(strings.Fields(text))
	score := 0.0
	if h.body > 0 && first.Size > 0 {
		large := 8 * math.Log(max(0.5, first.Size/h.body))
		score += min(5, large) + 0.4*max(0, large-5)
		if first.Bold {
			score += 0.7
		}
	}
	if h.laid {
		score -= 2 * first.Y / h.height
	} else {
		score += 2.5
		for _, l := range h.Lines[:b.from] {
			if l.Kind != Banner && l.Kind != Date {
				score -= 0.6
			}
		}
	}
	if first.Style == "title" {
		score += 8
		if h.isSurpassed(b) {
			score -= 6 // the style of a project's name
		}
	}
	if first.isLabelled {
		score += 7
	}
	if phrase.BeginsWithDeliverable(text) || b.from > 0 && phrase.IsDeliverable(h.Lines[b.from-1].Text) && !h.isSurpassed(b) {
		score += 4 // the name of the project may stand above in larger type
	}
	if phrase.IsQuestions(text) && b.from == 0 {
		score += 2
		if words < 4 {
			score += 2.5
		}
	}
	if h.laid && slices.ContainsFunc(h.Lines[:b.from], func(l line) bool { return l.Kind == closing }) {
		score -= 3
	}
	if b.from > 0 && sectionNumber.MatchString(text) {
		score -= 2.5
	}
	if b.from > 0 && b.to == len(h.Lines) && words < 4 && strings.HasSuffix(text, ":") {
		score -= 6 // the heading of the text
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
	if textline.Letters(text) < 4 {
		score -= 4
	}
	bad := 0.0
	for i := b.from; i < b.to; i++ {
		switch h.Lines[i].Kind {
		case Names:
			bad += 2.5
		case Affiliation:
			bad += 3
			if b.to-b.from == 1 && strongOrganisation.MatchString(h.Lines[i].Text) && !isReport(text) {
				bad += 2
			}
			if !strongOrganisation.MatchString(h.Lines[i].Text) && h.first(b.from) {
				bad -= 1.5 // "Software Evolution"
			}
		case Others:
			bad += 4
			if i == 0 && first.Size > 1.5*h.body {
				bad -= 2 // "Programme Committee notes"
			}
		case Banner, Date:
			if !h.isAnnual(i) {
				bad += 4
			}
		}
	}
	if h.laid && h.body > 0 && first.Size > 1.7*h.body && !h.isInstitution(b) {
		bad /= 2 // persons and institutions are seldom set so large
	}
	score -= bad / float64(b.to-b.from)
	if h.isInstitution(b) && !isReport(text) {
		score -= 2
	}
	if h.Lines[b.from].Kind == plain && b.to < len(h.Lines) && h.followed(b.to, first.Size) {
		score += 1.2
	}
	if first.Kind == plain && h.first(b.from) {
		score += 0.8
	}
	if textline.StartsLower(text) && words > 6 {
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

// isInstitution reports whether all lines of a block name institutions.
func (h *Head) isInstitution(b block) bool {
	return !slices.ContainsFunc(h.Lines[b.from:b.to], func(l line) bool {
		return l.Kind != Affiliation || !strongOrganisation.MatchString(l.Text) && !schoolLine.MatchString(l.Text)
	})
}

// isSurpassed reports whether a line behind a block is set in larger type.
func (h *Head) isSurpassed(b block) bool {
	return slices.ContainsFunc(h.Lines[b.to:], func(l line) bool { return l.Size > 1.2*h.Lines[b.from].Size })
}

// sectionNumber matches the number of a section before its heading.
var sectionNumber = regexp.MustCompile(`^\d{1,2}(?:\.\d{1,2})*\.? +\p{Lu}`)

// followed reports whether persons or a byline come soon behind line i, in no
// larger type.
func (h *Head) followed(i int, size float64) bool {
	for j := i; j < min(i+3, len(h.Lines)); j++ {
		if h.laid && h.Lines[j].Size > 1.2*size {
			return false
		}
		if k := h.Lines[j].Kind; k == Names || k == Byline || !h.laid && (k == Affiliation || k == contact) {
			return true
		}
	}
	return false
}

// first reports whether no line of kind plain precedes line i.
func (h *Head) first(i int) bool {
	for _, l := range h.Lines[:i] {
		if l.Kind == plain {
			return false
		}
	}
	return true
}

// block is lines of a head that belong together by their looks, a candidate for
// the title.
type block struct {
	from, to int // lines[from:to]
	score    float64
}

// text returns the lines of a block as one title.
func (h *Head) text(b block) string {
	var parts []string
	for _, l := range h.Lines[b.from:b.to] {
		parts = append(parts, l.Text)
	}
	return joinTitle(parts)
}

// joinTitle joins a title's lines. A hyphen at a line's end stays: in titles it
// is rather a compound's than a syllable's.
func joinTitle(parts []string) string {
	s := ""
	for _, p := range parts {
		if strings.HasSuffix(s, "-") && !strings.HasSuffix(s, " -") && len(s) > 1 {
			s += p
		} else {
			s += " " + p
		}
	}
	return strings.TrimSpace(s)
}
