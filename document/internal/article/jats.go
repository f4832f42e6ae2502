package article

import (
	"fmt"
	"strings"

	"sluice/document/internal/xmltree"
)

// articleOf finds the article in a file, which may hold it within an envelope.
func articleOf(root *xmltree.Node) *xmltree.Node {
	var found *xmltree.Node
	root.Each("article", func(n *xmltree.Node) {
		if found == nil {
			found = n
		}
	})
	if found == nil {
		return root
	}
	return found
}

// jats writes an article of the Journal Article Tag Suite (ANSI/NISO Z39.96)
// and of the NLM tag sets before it.
func (w *xmlWriter) jats(article *xmltree.Node) {
	front := article.First("front")
	if front == nil {
		// Some older formats of articles call the front matter "fm".
		front = article.First("fm")
	}
	meta := front.First("article-meta")
	w.d.Field("type", article.Attr("article-type"))
	w.jatsTitle(meta)
	w.jatsAuthors(meta)
	w.jatsSource(front.First("journal-meta"), meta)
	w.jatsAbstract(meta)
	w.blocks(article.First("body"), 1)
	w.blocks(article.First("floats-group"), 1)
	if back := article.First("back"); back != nil {
		w.blocks(back, 1)
	}
	for _, sub := range article.All("sub-article", "response") {
		w.paragraph("heading 1", sub.First("front-stub/title-group/article-title").Words())
		w.blocks(sub.First("body"), 2)
	}
}

// jatsTitle writes title and subtitle. The field has both, as bibliographies
// do.
func (w *xmlWriter) jatsTitle(meta *xmltree.Node) {
	group := meta.First("title-group")
	// References to footnotes within a title are marks, not words of it.
	title := group.First("article-title").Words("xref", "fn")
	w.paragraph("title", title)
	sub := group.First("subtitle").Words("xref", "fn")
	w.paragraph("subtitle", sub)
	if sub != "" && title != "" {
		title += ": " + sub
	}
	w.d.Field("title", title)
}

// jatsAuthors writes the authors and their places.
func (w *xmlWriter) jatsAuthors(meta *xmltree.Node) {
	var authors, places []string
	for _, group := range meta.All("contrib-group") {
		for _, c := range group.All("contrib") {
			// Editors and reviewers are contributors too. A contributor without a type counts as an
			// author.
			kind := c.Attr("contrib-type")
			if kind != "" && kind != "author" {
				continue
			}
			if name := personName(c); name != "" {
				authors = append(authors, name)
			}
			for _, a := range c.All("aff") {
				places = append(places, a.Words("label", "sup"))
			}
		}
		// Affiliations may be listed with each contributor, in the group or after all groups.
		for _, a := range group.All("aff") {
			places = append(places, a.Words("label", "sup"))
		}
	}
	for _, a := range meta.All("aff") {
		places = append(places, a.Words("label", "sup"))
	}
	for _, alternatives := range meta.All("aff-alternatives") {
		places = append(places, alternatives.First("aff").Words("label", "sup"))
	}
	w.people(authors, places)
}

// jatsSource writes where and when it was published.
func (w *xmlWriter) jatsSource(journal, meta *xmltree.Node) {
	venue := journal.First("journal-title-group/journal-title").Words()
	if venue == "" {
		venue = journal.First("journal-title").Words()
	}
	if venue == "" {
		venue = meta.First("conference/conf-name").Words()
	}
	w.d.Field("venue", venue)
	w.d.Field("publisher", journal.First("publisher/publisher-name").Words())
	for _, issn := range journal.All("issn") {
		w.d.Field("issn", issn.Words())
	}
	w.d.Field("volume", meta.First("volume").Words())
	w.d.Field("number", meta.First("issue").Words())
	w.d.Field("isbn", meta.First("isbn").Words())
	// An article that appears online only has an electronic location instead of pages.
	pages := meta.First("fpage").Words()
	if last := meta.First("lpage").Words(); last != "" && last != pages {
		pages += "-" + last
	}
	if pages == "" {
		pages = meta.First("elocation-id").Words()
	}
	w.d.Field("pages", pages)
	for _, id := range meta.All("article-id") {
		switch kind := id.Attr("pub-id-type"); kind {
		case "doi", "arxiv", "pmid", "pmc", "pmcid":
			w.d.Field(kind, id.Words())
		}
	}
	for _, date := range meta.All("pub-date") {
		w.d.Field("date", dateOf(date))
	}
	w.d.Field("copyright", meta.First("permissions/copyright-statement").Words())
	meta.First("article-categories").Each("subject", func(n *xmltree.Node) { w.d.Field("subject", n.Words()) })
}

// dateOf returns a date of year, month and day as far as they are known:
// 2009-04-01.
func dateOf(n *xmltree.Node) string {
	if iso := n.Attr("iso-8601-date"); iso != "" {
		return iso
	}
	year, month, day := n.First("year").Words(), n.First("month").Words(), n.First("day").Words()
	date := year
	if m := monthNumber(month); m > 0 && year != "" {
		date += fmt.Sprintf("-%02d", m)
		if len(day) == 1 {
			day = "0" + day
		}
		if day != "" {
			date += "-" + day
		}
	}
	return date
}

// monthNumber returns the number of a month that is a number or an English
// name; 0 if it is neither.
func monthNumber(s string) int {
	n := 0
	if _, err := fmt.Sscan(s, &n); err == nil && 1 <= n && n <= 12 {
		return n
	}
	if len(s) >= 3 {
		if i := strings.Index("janfebmaraprmayjunjulaugsepoctnovdec", strings.ToLower(s[:3])); i >= 0 && i%3 == 0 {
			return i/3 + 1
		}
	}
	return 0
}

// jatsAbstract writes abstracts, also translated ones, and keywords. Graphical
// abstracts and teasers only repeat.
func (w *xmlWriter) jatsAbstract(meta *xmltree.Node) {
	for _, a := range meta.All("abstract", "trans-abstract") {
		kind := a.Attr("abstract-type")
		if kind == "graphical" || kind == "teaser" || kind == "toc" {
			continue
		}
		if a.Name == "abstract" {
			w.d.Field("abstract", a.Words("title"))
		}
		w.abstract(a)
	}
	var words []string
	for _, g := range meta.All("kwd-group") {
		if g.Attr("kwd-group-type") == "abbreviations" {
			continue
		}
		g.Each("kwd", func(n *xmltree.Node) { words = append(words, n.Words()) })
		g.Each("compound-kwd-part", func(n *xmltree.Node) { words = append(words, n.Words()) })
	}
	w.keywords(words)
}
