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

// record hears a metadata document that is about the document alone: CSL-JSON, Dublin Core in XML, or BibTeX with one entry.
func (w *witnesses) record(text string, trust float64) {
	text = strings.TrimSpace(strings.TrimPrefix(text[:min(len(text), maxRecord)], "\ufeff"))
	switch {
	case strings.HasPrefix(text, "{"), strings.HasPrefix(text, "["):
		w.work(bibrecord.CSL([]byte(text)), trust)
	case strings.HasPrefix(text, "<"):
		w.work(bibrecord.DublinCore(text), trust)
	default:
		if entries := bibtex.Parse([]byte(text)); len(entries) == 1 {
			w.entry(&entries[0], trust)
		}
	}
}
