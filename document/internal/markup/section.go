package markup

import (
	"fmt"
	"strings"

	"sluice/document/content"
)

// people writes who wrote it, in order, and where they work.
func (w *xmlWriter) people(authors, places []string) {
	for _, a := range authors {
		w.d.Field("author", a)
	}
	w.paragraph("author", strings.Join(authors, ", "))
	for _, p := range places {
		w.d.Field("affiliation", p)
		w.paragraph("affiliation", p)
	}
}

// abstract writes an abstract, under its own heading or the usual one.
func (w *xmlWriter) abstract(n *node) {
	if n.first("title") == nil && n.first("head") == nil {
		w.paragraph("heading 1", "Abstract")
	}
	w.blocks(n, 1)
}

func (w *xmlWriter) keywords(words []string) {
	for _, k := range words {
		w.d.Field("keyword", k)
	}
	if len(words) > 0 {
		w.paragraph("keyword", "Keywords: "+strings.Join(words, ", "))
	}
}

// blocks writes what stands in a section: headings, paragraphs, lists, tables, references.
func (w *xmlWriter) blocks(n *node, level int) {
	if n == nil {
		return
	}
	for _, c := range n.children {
		if w.d.Full() {
			return
		}
		switch c.name {
		case "":
			if strings.TrimSpace(c.text) != "" {
				w.paragraph("", c.text)
			}
		case "title", "head":
			label := n.first("label").words()
			w.paragraph(fmt.Sprintf("heading %d", min(level, 9)), label+" "+c.words("fn", "note"))
		case "label":
			if !titled(n) {
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

// titled tells whether a section begins with a title, before or after its label.
func titled(n *node) bool {
	for _, c := range n.children[:min(len(n.children), 10)] {
		if c.name == "title" {
			return true
		}
	}
	return false
}

// within are the blocks that stand within paragraphs.
var within = []string{"list", "table-wrap", "fig", "table", "figure", "fn", "boxed-text", "note", "def-list", "listBibl"}

// mixed writes a paragraph. What stands within it as a block of its own follows it.
func (w *xmlWriter) mixed(n *node, level int) {
	w.paragraph("", n.words(within...))
	n.outermost(within, func(c *node) {
		switch c.name {
		case "list", "def-list", "listBibl":
			w.listing(c, level)
		case "fn", "note":
			w.paragraph("footnote", c.words())
		default:
			w.floating(c, level)
		}
	})
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
