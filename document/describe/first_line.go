package describe

import (
	"strings"

	"sluice/document/content"
	"sluice/document/describe/internal/textline"
	"sluice/text"
)

const (
	maxFirstLines   = 40 // of one document
	leastFirstLine  = 4  // letters and digits
	mostFirstLetter = 200
)

// FirstLines returns the lines of a document's first page as far as its title may be among them, each once: letters and digits alone, in
// lower case. A library knows by them what many documents of one host have ([Around].Repeated), and which other documents refer to
// this one ([Around].Cited).
func FirstLines(d *content.Document) (all []string) {
	seen := map[string]bool{}
	add := func(line string) {
		line = text.NormalTitle(textline.Clean(line, textline.MaxTitle))
		if n := len([]rune(line)); n >= leastFirstLine && n <= mostFirstLetter && !seen[line] && len(all) < maxFirstLines {
			seen[line] = true
			all = append(all, line)
		}
	}
	if len(d.Lines) > 0 {
		for _, l := range d.Lines {
			if l.Page == 0 {
				add(l.Text)
			}
		}
		return all
	}
	for line := range strings.Lines(d.Page(0)) {
		add(line)
	}
	return all
}

// readCitations adds the titles by which other documents cite this one, where its first pages have them.
func (w *collector) readCitations() {
	const (
		sure  = 0.4
		least = 15 // letters: shorter titles are words that any page has
	)
	for _, title := range limited(w.around.Cited, maxLinks) {
		if key := text.NormalTitle(title); len(key) >= least && strings.Contains(w.opening(), key) {
			w.add(Citation, sure, "title", title)
		}
	}
}
