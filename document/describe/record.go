package describe

import (
	"strings"

	"sluice/document/bibtex"
	"sluice/document/describe/internal/bibrecord"
)

// The most that is read of a metadata document.
const (
	maxRecord = 256 << 10
)

// readRecord reads a metadata document that is about the document alone:
// CSL-JSON, Dublin Core in XML, or BibTeX with one entry.
func (w *collector) readRecord(text string, trust float64) {
	text = strings.TrimSpace(strings.TrimPrefix(text[:min(len(text), maxRecord)], "\ufeff"))
	switch {
	case strings.HasPrefix(text, "{"), strings.HasPrefix(text, "["):
		w.addWork(bibrecord.CSL([]byte(text)), trust)
	case strings.HasPrefix(text, "<"):
		w.addWork(bibrecord.DublinCore(text), trust)
	default:
		if entries := bibtex.Parse([]byte(text)); len(entries) == 1 {
			w.addEntry(&entries[0], trust)
		}
	}
}
