package article

import (
	"sluice/document/content"
	"sluice/document/internal/draft"
)

// xmlWriter turns elements into paragraphs.
type xmlWriter struct{ d *draft.Draft }

// paragraph writes a paragraph; an empty one is skipped.
func (w *xmlWriter) paragraph(style, text string) {
	w.d.Paragraph(content.Line{Text: text, Style: style})
}
