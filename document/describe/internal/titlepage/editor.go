package titlepage

import (
	"sluice/internal/lazyregexp"
)

// editor matches the label of those who have put a report together.
var editor = lazyregexp.New(`(?i)^(?:(?:main |lead |chief |document |deliverable )?editor(?:s|\(s\))?|(?:edited|compiled) by|éditeurs?|éditrices?|herausgeber(?:in|innen)?|herausgegeben von|editado por|a cura di|redactie)\s*(?::|$)\s*`)

// Editors finds the editors of a work, who stand for its authors where it names none.
func (f Authors) Editors() ([]string, float64) {
	const sure = 0.7
	h := f.head
	for i, l := range h.Lines {
		label := editor.FindString(l.Text)
		if label == "" {
			continue
		}
		if list := h.names.sure(l.Text[len(label):]); len(list) > 0 {
			return list, sure
		}
		if len(label) < len(l.Text) || i+1 == len(h.Lines) {
			continue
		}
		if next := h.Lines[i+1]; !h.laid || sameRow(l.Line, next.Line) || aligned(l.Line, next.Line) {
			if list := h.names.sure(next.Text); len(list) > 0 {
				return list, sure
			}
		}
	}
	return nil, 0
}
