package markup

import (
	"fmt"
	"strings"
)

// articleOf finds the article in a file, which may hold it within an envelope.
func articleOf(root *node) *node {
	var found *node
	root.each("article", func(n *node) {
		if found == nil {
			found = n
		}
	})
	if found == nil {
		return root
	}
	return found
}

// jats writes an article of the Journal Article Tag Suite (ANSI/NISO Z39.96) and of the NLM tag sets before it.
func (w *xmlWriter) jats(article *node) {
	front := article.first("front")
	if front == nil {
		front = article.first("fm")
	}
	meta := front.first("article-meta")
	w.d.Field("type", article.attr("article-type"))
	w.jatsTitle(meta)
	w.jatsAuthors(meta)
	w.jatsSource(front.first("journal-meta"), meta)
	w.jatsAbstract(meta)
	w.blocks(article.first("body"), 1)
	w.blocks(article.first("floats-group"), 1)
	if back := article.first("back"); back != nil {
		w.blocks(back, 1)
	}
	for _, sub := range article.all("sub-article", "response") {
		w.paragraph("heading 1", sub.first("front-stub/title-group/article-title").words())
		w.blocks(sub.first("body"), 2)
	}
}

func (w *xmlWriter) jatsTitle(meta *node) {
	group := meta.first("title-group")
	title := group.first("article-title").words("xref", "fn")
	w.paragraph("title", title)
	sub := group.first("subtitle").words("xref", "fn")
	w.paragraph("subtitle", sub)
	if sub != "" && title != "" {
		title += ": " + sub
	}
	w.d.Field("title", title)
}

// jatsAuthors writes the authors and their places.
func (w *xmlWriter) jatsAuthors(meta *node) {
	var authors, places []string
	for _, group := range meta.all("contrib-group") {
		for _, c := range group.all("contrib") {
			kind := c.attr("contrib-type")
			if kind != "" && kind != "author" {
				continue
			}
			if name := personName(c); name != "" {
				authors = append(authors, name)
			}
			for _, a := range c.all("aff") {
				places = append(places, a.words("label", "sup"))
			}
		}
		for _, a := range group.all("aff") {
			places = append(places, a.words("label", "sup"))
		}
	}
	for _, a := range meta.all("aff") {
		places = append(places, a.words("label", "sup"))
	}
	for _, alternatives := range meta.all("aff-alternatives") {
		places = append(places, alternatives.first("aff").words("label", "sup"))
	}
	w.people(authors, places)
}

// personName gives the name of a person, given names first, or of a group that wrote together.
func personName(c *node) string {
	name := c.first("name")
	if name == nil {
		name = c.first("name-alternatives/name")
	}
	if name == nil {
		name = c.first("string-name")
	}
	if name == nil && c.first("surname") != nil {
		name = c
	}
	if name == nil {
		if collab := c.first("collab"); collab != nil {
			return collab.words("contrib-group")
		}
		return c.first("anonymous").words()
	}
	family := name.first("surname").words()
	if family == "" {
		return name.words()
	}
	parts := []string{name.first("given-names").words(), name.first("particle").words(), family, name.first("suffix").words()}
	return strings.Join(strings.Fields(strings.Join(parts, " ")), " ")
}

// jatsSource writes where and when it was published.
func (w *xmlWriter) jatsSource(journal, meta *node) {
	venue := journal.first("journal-title-group/journal-title").words()
	if venue == "" {
		venue = journal.first("journal-title").words()
	}
	if venue == "" {
		venue = meta.first("conference/conf-name").words()
	}
	w.d.Field("venue", venue)
	w.d.Field("publisher", journal.first("publisher/publisher-name").words())
	for _, issn := range journal.all("issn") {
		w.d.Field("issn", issn.words())
	}
	w.d.Field("volume", meta.first("volume").words())
	w.d.Field("number", meta.first("issue").words())
	w.d.Field("isbn", meta.first("isbn").words())
	pages := meta.first("fpage").words()
	if last := meta.first("lpage").words(); last != "" && last != pages {
		pages += "-" + last
	}
	if pages == "" {
		pages = meta.first("elocation-id").words()
	}
	w.d.Field("pages", pages)
	for _, id := range meta.all("article-id") {
		switch kind := id.attr("pub-id-type"); kind {
		case "doi", "arxiv", "pmid", "pmc", "pmcid":
			w.d.Field(kind, id.words())
		}
	}
	for _, date := range meta.all("pub-date") {
		w.d.Field("date", dateOf(date))
	}
	w.d.Field("copyright", meta.first("permissions/copyright-statement").words())
	meta.first("article-categories").each("subject", func(n *node) { w.d.Field("subject", n.words()) })
}

// dateOf gives a date of year, month and day as far as they are told: 2009-04-01.
func dateOf(n *node) string {
	if iso := n.attr("iso-8601-date"); iso != "" {
		return iso
	}
	year, month, day := n.first("year").words(), n.first("month").words(), n.first("day").words()
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

func (w *xmlWriter) jatsAbstract(meta *node) {
	for _, a := range meta.all("abstract", "trans-abstract") {
		kind := a.attr("abstract-type")
		if kind == "graphical" || kind == "teaser" || kind == "toc" {
			continue
		}
		if a.name == "abstract" {
			w.d.Field("abstract", a.words("title"))
		}
		w.abstract(a)
	}
	var words []string
	for _, g := range meta.all("kwd-group") {
		if g.attr("kwd-group-type") == "abbreviations" {
			continue
		}
		g.each("kwd", func(n *node) { words = append(words, n.words()) })
		g.each("compound-kwd-part", func(n *node) { words = append(words, n.words()) })
	}
	w.keywords(words)
}
