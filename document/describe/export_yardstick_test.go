//go:build yardstick

package describe

import (
	"sluice/document/content"
	"sluice/document/describe/internal/person"
	"sluice/document/describe/internal/titlepage"
)

// TitleEvidence returns what the first pages of a document show about its title, by page, and for each page the titles that its runs
// of lines would make. A cover that an archive has added is left out.
func TitleEvidence(d *content.Document, o Around) (pages []*titlepage.Evidence, titles [][]string) {
	w := collector{document: d, around: o}
	w.readFileMetadata()
	w.readLinkingPages()
	elsewhere := w.elsewhere()
	words := person.LexiconOf(d.Text)
	for page := range titlepage.HeadPages {
		if cover(d, page) {
			continue
		}
		h := titlepage.HeadOf(d, page, words)
		c := h.Candidates(elsewhere, page)
		of := make([]string, len(c.Evidence.Runs))
		for i, r := range c.Evidence.Runs {
			of[i] = c.Title(r)
		}
		pages, titles = append(pages, c.Evidence), append(titles, of)
	}
	return pages, titles
}
