package markup

import (
	"fmt"
	"strings"

	"sluice/document/content"
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

// jatsAuthors writes who wrote it, in order, and where they work.
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
	for _, a := range authors {
		w.d.Field("author", a)
	}
	w.paragraph("author", strings.Join(authors, ", "))
	for _, p := range places {
		w.d.Field("affiliation", p)
		w.paragraph("affiliation", p)
	}
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
		if a.first("title") == nil {
			w.paragraph("heading 1", "Abstract")
		}
		w.blocks(a, 1)
	}
	var words []string
	for _, g := range meta.all("kwd-group") {
		if g.attr("kwd-group-type") == "abbreviations" {
			continue
		}
		g.each("kwd", func(n *node) { words = append(words, n.words()) })
		g.each("compound-kwd-part", func(n *node) { words = append(words, n.words()) })
	}
	for _, k := range words {
		w.d.Field("keyword", k)
	}
	if len(words) > 0 {
		w.paragraph("keyword", "Keywords: "+strings.Join(words, ", "))
	}
}

// blocks writes what stands in a section: headings, paragraphs, lists, tables, references.
func (w *xmlWriter) blocks(n *node, level int) {
	if n == nil || w.d.Full() {
		return
	}
	for _, c := range n.children {
		switch c.name {
		case "":
			if strings.TrimSpace(c.text) != "" {
				w.paragraph("", c.text)
			}
		case "title", "head":
			label := n.first("label").words()
			w.paragraph(fmt.Sprintf("heading %d", min(level, 9)), label+" "+c.words("fn", "note"))
		case "label":
			if n.first("title") == nil {
				w.d.Row(content.Line{Text: c.words()})
			}
		case "sec", "app", "div", "div1", "div2", "div3", "div4", "ack", "boxed-text", "glossary":
			if c.name == "ack" && c.first("title") == nil {
				w.paragraph("heading 1", "Acknowledgements")
			}
			w.blocks(c, level+1-top[n.name])
		case "p", "ab", "disp-quote", "verse-group", "lg", "formula", "disp-formula", "def", "sp", "speech", "quote", "attrib", "argument", "epigraph":
			w.mixed(c, level)
		case "list", "def-list", "listBibl", "ref-list":
			w.listing(c, level)
		case "table-wrap", "fig", "fig-group", "figure", "supplementary-material", "media", "table", "caption", "array", "row", "tr", "thead", "tbody":
			w.floating(c, level)
		case "list-item", "item", "l", "td", "th", "cell":
			w.d.Row(content.Line{Text: c.words(), Style: map[string]string{"list-item": "list", "item": "list"}[c.name]})
		case "ref", "bibl", "biblStruct", "biblFull":
			w.reference(c)
		case "pb", "sec-meta", "graphic", "object-id", "fw", "lb", "teiHeader", "kwd-group":
		default:
			if c.hasText() {
				w.mixed(c, level)
			} else {
				w.blocks(c, level)
			}
		}
	}
}

// top are the elements whose sections are of the first level.
var top = map[string]int{"body": 1, "back": 1, "front": 1, "app-group": 1}

// mixed writes a paragraph. What stands within it as a block of its own follows it.
func (w *xmlWriter) mixed(n *node, level int) {
	inner := []string{"list", "table-wrap", "fig", "table", "figure", "fn", "boxed-text", "note", "def-list", "listBibl"}
	text := n.words(inner...)
	w.paragraph("", text)
	for _, name := range inner {
		n.each(name, func(c *node) {
			switch name {
			case "list", "def-list", "listBibl":
				w.listing(c, level)
			case "fn", "note":
				w.paragraph("footnote", c.words())
			default:
				w.floating(c, level)
			}
		})
	}
}

func (w *xmlWriter) listing(n *node, level int) {
	if n.name == "ref-list" || n.name == "listBibl" {
		if n.first("title") == nil && n.first("head") == nil {
			w.paragraph("heading 1", "References")
		}
		w.blocks(n, 1)
		w.d.Part()
		return
	}
	w.blocks(n, level+1)
	w.d.Part()
}

// floating writes a figure or a table: label and caption, then the rows.
func (w *xmlWriter) floating(n *node, level int) {
	switch n.name {
	case "tr", "row":
		w.d.Row(content.Line{Text: n.words()})
		return
	case "caption":
		w.paragraph("caption", n.words())
		return
	}
	if caption := n.first("caption"); caption != nil {
		w.paragraph("caption", n.first("label").words()+" "+caption.words())
	}
	for _, c := range n.children {
		if c.name != "caption" && c.name != "label" && c.name != "" {
			w.blocks(&node{name: n.name, children: []*node{c}}, level)
		}
	}
	w.d.Part()
}

// reference writes an entry of the list of references, on one line.
func (w *xmlWriter) reference(n *node) {
	cited := n.first("mixed-citation")
	for _, name := range []string{"citation", "nlm-citation", "element-citation", "citation-alternatives/mixed-citation"} {
		if cited == nil {
			cited = n.first(name)
		}
	}
	text := ""
	switch {
	case cited == nil && n.name == "biblStruct":
		text = teiReference(n)
	case cited == nil:
		text = n.words("label")
	case cited.hasText():
		text = cited.words("label", "pub-id", "object-id")
	default:
		text = elementCitation(cited)
	}
	if id := doiOf(cited); id != "" && !strings.Contains(text, id) {
		text += " doi:" + id
	}
	if label := n.first("label").words(); label != "" && text != "" && !strings.HasPrefix(text, label) {
		w.d.Field("reference", text)
		w.d.Row(content.Line{Text: label + " " + text, Style: "reference"})
		return
	}
	w.d.Field("reference", text)
	w.d.Row(content.Line{Text: text, Style: "reference"})
}

func doiOf(cited *node) string {
	for _, id := range cited.all("pub-id", "object-id") {
		if id.attr("pub-id-type") == "doi" {
			return id.words()
		}
	}
	return ""
}

// elementCitation puts the parts of a citation in the order that readers expect.
func elementCitation(c *node) string {
	var names []string
	people := c
	if group := c.first("person-group"); group != nil {
		people = group
	}
	for _, p := range people.all("name", "string-name", "collab") {
		if p.name == "collab" {
			names = append(names, p.words())
		} else if name := personName(&node{children: []*node{p}}); name != "" {
			names = append(names, name)
		}
	}
	var parts []string
	add := func(s string) {
		if s != "" {
			parts = append(parts, s)
		}
	}
	add(strings.Join(names, ", "))
	if year := c.first("year").words(); year != "" {
		add("(" + year + ")")
	}
	add(c.first("article-title").words())
	add(c.first("chapter-title").words())
	add(c.first("source").words())
	volume := c.first("volume").words()
	if issue := c.first("issue").words(); issue != "" {
		volume += "(" + issue + ")"
	}
	if first := c.first("fpage").words(); first != "" {
		if volume != "" {
			volume += ":"
		}
		volume += first
		if last := c.first("lpage").words(); last != "" {
			volume += "-" + last
		}
	}
	add(volume)
	add(c.first("publisher-name").words())
	return strings.Join(parts, ". ")
}
