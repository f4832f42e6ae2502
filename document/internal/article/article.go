// Package article reads XML: articles in JATS, texts in TEI, and the words of
// any other vocabulary.
package article

import (
	"strings"

	"sluice/document/content"
	"sluice/document/internal/draft"
	"sluice/document/internal/xmltree"
	"sluice/page"
)

// Read reads JATS, TEI or other XML. Elements and attributes are matched by their local names:
// many files lack the namespaces that JATS and TEI prescribe, or have others.
func Read(d *draft.Draft, b []byte, format, contentType string) error {
	text, _, _ := page.Decode(b, contentType)
	// An error comes with what was read before it: the tree is used in any
	// case, and the error shows what is missing.
	root, err := xmltree.Parse(d, text)
	w := &xmlWriter{d}
	top := root
	for _, c := range root.Children {
		if c.Name != "" {
			top = c
			break
		}
	}
	// The language is that of the whole file, as xml:lang of the top element says.
	d.Field("language", top.Attr("lang"))
	switch {
	case format == "jats":
		w.jats(articleOf(root))
	case format == "tei":
		w.tei(top)
	default:
		w.other(root, 0)
	}
	addLinks(d, root)
	return err
}

// addLinks adds where attributes that are references lead.
func addLinks(d *draft.Draft, n *xmltree.Node) {
	for _, a := range n.Attrs {
		switch strings.ToLower(a.Name.Local) {
		case "href", "target", "url", "uri", "src", "ref":
			if a.Name.Space != "xmlns" {
				d.Link(a.Value)
			}
		}
	}
	for _, c := range n.Children {
		addLinks(d, c)
	}
}

// other writes XML of a kind that is not known: a line for each element that
// holds text itself, an empty line where a group of them ends. Depth counts
// the elements around n.
func (w *xmlWriter) other(n *xmltree.Node, depth int) {
	if w.d.Full() {
		return
	}
	if n.Name != "" && n.HasText() {
		w.d.Row(content.Line{Text: n.Words()})
		return
	}
	for _, c := range n.Children {
		if c.Name != "" {
			w.other(c, depth+1)
		}
	}
	// A group of few elements is part of a larger one, and an empty line after each would leave
	// nothing but single lines.
	if len(n.Children) > 3 || depth < 2 {
		w.d.Part()
	}
}
