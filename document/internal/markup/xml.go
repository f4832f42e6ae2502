package markup

import (
	"strings"

	"sluice/document/content"
	"sluice/document/internal/draft"
	"sluice/page"
)

// readXML reads JATS, TEI or other XML.
func readXML(d *draft.Draft, b []byte, format, contentType string) error {
	text, _, _ := page.Decode(b, contentType)
	root, err := parse(d, text)
	w := &xmlWriter{d}
	top := root
	for _, c := range root.children {
		if c.name != "" {
			top = c
			break
		}
	}
	d.Field("language", top.attr("lang"))
	switch {
	case format == "jats":
		w.jats(articleOf(root))
	case format == "tei":
		w.tei(top)
	default:
		w.other(root, 0)
	}
	root.links(d)
	return err
}

// links adds where attributes that are references lead.
func (n *node) links(d *draft.Draft) {
	for _, a := range n.attrs {
		switch strings.ToLower(a.Name.Local) {
		case "href", "target", "url", "uri", "src", "ref":
			if a.Name.Space != "xmlns" {
				d.Link(a.Value)
			}
		}
	}
	for _, c := range n.children {
		c.links(d)
	}
}

// xmlWriter turns elements into paragraphs.
type xmlWriter struct{ d *draft.Draft }

func (w *xmlWriter) paragraph(style, text string) {
	w.d.Paragraph(content.Line{Text: text, Style: style})
}

// other writes XML of a kind that is not known: a line for each element that holds text itself, an empty line where a group of them ends.
func (w *xmlWriter) other(n *node, depth int) {
	if w.d.Full() {
		return
	}
	if n.name != "" && n.hasText() {
		w.d.Row(content.Line{Text: n.words()})
		return
	}
	for _, c := range n.children {
		if c.name != "" {
			w.other(c, depth+1)
		}
	}
	if len(n.children) > 3 || depth < 2 {
		w.d.Part()
	}
}
