//go:build yardstick

package page_test

import (
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"sluice/internal/conformancetest"
	"sluice/page"
	"sluice/weburl"
)

type treeCase struct{ ID, Suite, Data, Document string }

// TestConformanceTree holds what a page says (title, text, links) against the tree that the standard builds of the same
// bytes. The package builds no tree; so it is asked for what it reads off one. The suite's trees are those of browsers with
// scripts, which see text in noscript elements; for those the tree is the reference parser's, without.
func TestConformanceTree(t *testing.T) {
	u, err := weburl.Parse("http://host.example/dir/")
	if err != nil {
		t.Fatal(err)
	}
	y := conformancetest.NewTally(t, "html5lib_tree")
	var p page.Parser
	for _, c := range conformancetest.Cases[treeCase](t, "html5lib_tree") {
		want := &treePage{}
		if strings.Contains(c.Document, "<noscript>") {
			want = treeOf([]byte(c.Data))
		} else {
			want.walk(readTree(c.Document))
			want.text = strings.Fields(want.buf.String())
		}
		pg := p.Parse([]byte(c.Data), page.Source{URL: u, ContentType: "text/html; charset=utf-8"})
		text, links := strings.Fields(string(pg.Text)), followed(pg)
		ok := pg.Title == want.title && slices.Equal(links, want.resolved(u)) && slices.Equal(text, want.text)
		y.Count("page", c.ID, ok, "%s: %q: title %q, want %q; links %q, want %q; text %q, want %q", c.Suite, c.Data, pg.Title, want.title,
			links, want.resolved(u), text, want.text)
		pg.Release()
	}
	y.Report(conformancetest.Bars{All: 98})
}

// TestConformanceTreeParser tests the tree parser that real pages are compared with.
func TestConformanceTreeParser(t *testing.T) {
	y := conformancetest.NewTally(t, "html5lib_tree")
	for _, c := range conformancetest.Cases[treeCase](t, "html5lib_tree") {
		doc, err := html.Parse(strings.NewReader(c.Data))
		got := ""
		if err == nil {
			got = writeTree(doc)
		}
		y.Count("reference", c.ID, got == c.Document, "%s: %q: %v\n%s\nwant\n%s", c.Suite, c.Data, err, got, c.Document)
	}
	y.Report(conformancetest.Bars{All: 98})
}

// readTree reads the suite's notation of a tree: a line a node or attribute, two spaces a level.
func readTree(notation string) *html.Node {
	doc := &html.Node{Type: html.DocumentNode}
	open := []*html.Node{doc}
	for entry := range strings.SplitSeq("\n"+notation, "\n| ") {
		line := strings.TrimLeft(entry, " ")
		depth := (len(entry) - len(line)) / 2
		if line == "" || strings.Trim(line, "\n") == "" {
			continue
		}
		open = open[:min(depth+1, len(open))]
		parent := open[len(open)-1]
		switch {
		case strings.HasPrefix(line, `"`):
			parent.AppendChild(&html.Node{Type: html.TextNode, Data: strings.TrimSuffix(line[1:], `"`)})
		case strings.HasPrefix(line, "<!"):
		case strings.HasPrefix(line, "<") && strings.HasSuffix(line, ">"):
			n := &html.Node{Type: html.ElementNode, Data: line[1 : len(line)-1]}
			if space, name, ok := strings.Cut(n.Data, " "); ok {
				n.Namespace, n.Data = space, name
			}
			n.DataAtom = atom.Lookup([]byte(n.Data))
			parent.AppendChild(n)
			open = append(open, n)
		case line == "content":
			open = append(open, parent)
		default:
			name, value, _ := strings.Cut(line, "=")
			parent.Attr = append(parent.Attr, html.Attribute{Key: name, Val: strings.Trim(value, `"`)})
		}
	}
	return doc
}

// writeTree writes a tree in the suite's notation.
func writeTree(doc *html.Node) string {
	var b strings.Builder
	for c := doc.FirstChild; c != nil; c = c.NextSibling {
		writeNode(&b, c, 0)
	}
	return strings.TrimSuffix(b.String(), "\n")
}

func writeNode(b *strings.Builder, n *html.Node, depth int) {
	line := func(depth int, parts ...string) {
		b.WriteString("| " + strings.Repeat("  ", depth) + strings.Join(parts, "") + "\n")
	}
	spaced := func(space, name string) string {
		if space == "" {
			return name
		}
		return space + " " + name
	}
	switch n.Type {
	case html.TextNode:
		line(depth, `"`, n.Data, `"`)
	case html.CommentNode:
		line(depth, "<!-- ", n.Data, " -->")
	case html.DoctypeNode:
		line(depth, "<!DOCTYPE ", doctype(n), ">")
	case html.ElementNode:
		line(depth, "<", spaced(n.Namespace, n.Data), ">")
		var attributes []string
		for _, a := range n.Attr {
			attributes = append(attributes, spaced(a.Namespace, a.Key)+`="`+a.Val+`"`)
		}
		slices.Sort(attributes)
		for _, a := range attributes {
			line(depth+1, a)
		}
		if n.DataAtom == atom.Template && n.Namespace == "" {
			depth++
			line(depth, "content")
		}
		for c := n.FirstChild; c != nil; c = c.NextSibling {
			writeNode(b, c, depth+1)
		}
	}
}

// doctype writes a document type's name, and its identifiers if there are any.
func doctype(n *html.Node) string {
	public, _ := get(n, "public")
	system, _ := get(n, "system")
	if public == "" && system == "" {
		return n.Data
	}
	return n.Data + ` "` + public + `" "` + system + `"`
}
