package titlepage

import (
	"strings"

	"sluice/document/describe/internal/phrase"
	"sluice/document/describe/internal/textline"
	"sluice/internal/lazyregexp"
)

// Heading returns the first line of a page with running text, where it is set larger than the text
// but could be a label elsewhere, "Technical report", and the index behind it.
func (h *Head) Heading() (text string, confidence float64, end int) {
	if !h.laid || len(h.Lines) == 0 || len(h.rest) == 0 {
		return "", 0, 0
	}
	l := h.Lines[0]
	if l.Kind != Banner || l.Size < 1.15*h.body || textline.Letters(l.Text) < 9 || stampDate.MatchString(l.Text) {
		return "", 0, 0
	}
	return textline.TidyTitle(l.Text), 0.5, 1
}

// stampDate matches what archives and journals print at the top of a page.
var stampDate = lazyregexp.New(`(?i)^(?:arxiv:|https?:|www\.|doi|vol|©|copyright|proceedings|journal|issn)`)

// Label returns the first line that is a label of one word, "Perspectives", and the index behind it: the
// title of a document that has no other.
func (h *Head) Label() (text string, confidence float64, end int) {
	for i, l := range h.Lines {
		if phrase.IsSeriesLabel(l.Text) && len(strings.Fields(l.Text)) == 1 {
			return textline.TidyTitle(l.Text), 0.4, i + 1
		}
	}
	return "", 0, 0
}
