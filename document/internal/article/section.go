package article

import (
	"fmt"
	"strings"

	"sluice/document/content"
	"sluice/document/internal/xmltree"
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
func (w *xmlWriter) abstract(n *xmltree.Node) {
	if n.First("title") == nil && n.First("head") == nil {
		w.paragraph("heading 1", "Abstract")
	}
	w.blocks(n, 1)
}

// keywords writes keywords as fields and as one paragraph, as they are printed.
func (w *xmlWriter) keywords(words []string) {
	for _, k := range words {
		w.d.Field("keyword", k)
	}
	if len(words) > 0 {
		w.paragraph("keyword", "Keywords: "+strings.Join(words, ", "))
	}
}

// blocks writes the content of a section: headings, paragraphs, lists, tables,
// references.
// Level is that of the headings of n, from 1. A title deeper than nine levels counts as one of the
// ninth.
func (w *xmlWriter) blocks(n *xmltree.Node, level int) {
	if n == nil {
		return
	}
	for _, c := range n.Children {
		if w.d.Full() {
			return
		}
		switch c.Name {
		case "":
			if strings.TrimSpace(c.Text) != "" {
				w.paragraph("", c.Text)
			}
		case "title", "head":
			label := n.First("label").Words()
			w.paragraph(fmt.Sprintf("heading %d", min(level, 9)), label+" "+c.Words("fn", "note"))
		case "label":
			if !titled(n) {
				w.d.Row(content.Line{Text: c.Words()})
			}
		case "sec", "app", "div", "div1", "div2", "div3", "div4", "ack", "boxed-text", "glossary":
			if c.Name == "ack" && c.First("title") == nil {
				w.paragraph("heading 1", "Acknowledgements")
			}
			// A section of the body is of the first level, although it is an element within
			// another.
			w.blocks(c, level+1-top[n.Name])
		case "p", "ab", "disp-quote", "verse-group", "lg", "formula", "disp-formula", "def", "sp", "speech", "quote", "attrib", "argument", "epigraph":
			w.mixed(c, level)
		case "list", "def-list", "listBibl", "ref-list":
			w.listing(c, level)
		case "table-wrap", "fig", "fig-group", "figure", "supplementary-material", "media", "table", "caption", "array", "row", "tr", "thead", "tbody":
			w.floating(c, level)
		case "list-item", "item", "l", "td", "th", "cell":
			w.d.Row(content.Line{Text: c.Words(), Style: map[string]string{"list-item": "list", "item": "list"}[c.Name]})
		case "ref", "bibl", "biblStruct", "biblFull":
			w.reference(c)
		// These elements mark pages and lines, or repeat what is read elsewhere.
		case "pb", "sec-meta", "graphic", "object-id", "fw", "lb", "teiHeader", "kwd-group":
		default:
			if c.HasText() {
				w.mixed(c, level)
			} else {
				w.blocks(c, level)
			}
		}
	}
}

// top are the elements whose sections are of the first level.
var top = map[string]int{"body": 1, "back": 1, "front": 1, "app-group": 1}

// titled reports whether a section begins with a title, before or after its
// label.
func titled(n *xmltree.Node) bool {
	// The title is among the first children; a section may have thousands of others.
	for _, c := range n.Children[:min(len(n.Children), 10)] {
		if c.Name == "title" {
			return true
		}
	}
	return false
}

// within are the blocks that occur within paragraphs.
var within = []string{"list", "table-wrap", "fig", "table", "figure", "fn", "boxed-text", "note", "def-list", "listBibl"}

// mixed writes a paragraph. A block within it follows it.
func (w *xmlWriter) mixed(n *xmltree.Node, level int) {
	w.paragraph("", n.Words(within...))
	n.Outermost(within, func(c *xmltree.Node) {
		switch c.Name {
		case "list", "def-list", "listBibl":
			w.listing(c, level)
		case "fn", "note":
			w.paragraph("footnote", c.Words())
		default:
			w.floating(c, level)
		}
	})
}

// listing writes a list. One of references gets the heading that it has in
// print.
func (w *xmlWriter) listing(n *xmltree.Node, level int) {
	if n.Name == "ref-list" || n.Name == "listBibl" {
		if n.First("title") == nil && n.First("head") == nil {
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
func (w *xmlWriter) floating(n *xmltree.Node, level int) {
	switch n.Name {
	case "tr", "row":
		w.d.Row(content.Line{Text: n.Words()})
		return
	case "caption":
		w.paragraph("caption", n.Words())
		return
	}
	if caption := n.First("caption"); caption != nil {
		w.paragraph("caption", n.First("label").Words()+" "+caption.Words())
	}
	for _, c := range n.Children {
		if c.Name != "caption" && c.Name != "label" && c.Name != "" {
			w.blocks(&xmltree.Node{Name: n.Name, Children: []*xmltree.Node{c}}, level)
		}
	}
	w.d.Part()
}
