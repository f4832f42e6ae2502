// Package xmltree holds an XML file as a tree of its elements.
package xmltree

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"sluice/document/content"
	"sluice/document/internal/draft"
	"sluice/document/internal/sax"
)

const (
	maxNodes = 1 << 19 // of one XML file
	maxAttrs = 1 << 20 // attributes that are kept of all of them
)

// Node is an element of an XML file, or a text between tags, whose name is
// empty.
type Node struct {
	Name     string
	Attrs    sax.Attrs
	Children []*Node
	Text     string
}

// Parse reads XML into a tree, for a draft. After an error or the end of the time
// it returns what was read before.
func Parse(d *draft.Draft, text []byte) (*Node, error) {
	root := &Node{}
	open := []*Node{root}
	count, attrs := 0, 0
	var words strings.Builder
	flush := func() {
		if words.Len() > 0 {
			at := open[len(open)-1]
			at.Children = append(at.Children, &Node{Text: words.String()})
			words.Reset()
			count++
		}
	}
	err := sax.ReadText(text, sax.Handler{
		Start: func(name string, a sax.Attrs) bool {
			flush()
			// Attributes cost memory long before elements do, and hardly any of
			// them is needed.
			if attrs += len(a); attrs > maxAttrs {
				a = nil
			}
			n := &Node{Name: name, Attrs: a}
			at := open[len(open)-1]
			at.Children = append(at.Children, n)
			open = append(open, n)
			count++
			return true
		},
		Text: func(s []byte) { words.Write(s) },
		End: func(string) {
			flush()
			open = open[:len(open)-1]
		},
		Stop: func() bool { return count > maxNodes || d.Full() },
	})
	switch {
	case err == nil && count > maxNodes:
		return root, fmt.Errorf("%w: the XML has more than %d elements", content.ErrTooLarge, maxNodes)
	case errors.Is(err, sax.ErrPart):
		return root, fmt.Errorf("%w: %w", content.ErrDamaged, err)
	}
	return root, err
}

// Attr returns the value of an attribute, or "" if missing.
func (n *Node) Attr(name string) string {
	if n == nil {
		return ""
	}
	return n.Attrs.Get(name)
}

// First returns the first element that is reached by a path of names from n,
// such as "front/article-meta", or nil if missing.
func (n *Node) First(path string) *Node {
	for _, name := range strings.Split(path, "/") {
		if n == nil {
			return nil
		}
		var next *Node
		for _, c := range n.Children {
			if c.Name == name {
				next = c
				break
			}
		}
		n = next
	}
	return n
}

// All returns the elements of some names among the children, in order.
func (n *Node) All(names ...string) []*Node {
	var found []*Node
	if n == nil {
		return nil
	}
	for _, c := range n.Children {
		for _, name := range names {
			if c.Name == name {
				found = append(found, c)
			}
		}
	}
	return found
}

// Each calls f for every element below n of a name, in order; what is within
// such an element is not gone through.
func (n *Node) Each(name string, f func(*Node)) { n.Outermost([]string{name}, f) }

// Outermost calls f once for every element below n that has one of the names
// and is in no other such element, in order.
func (n *Node) Outermost(names []string, f func(*Node)) {
	if n == nil {
		return
	}
	for _, c := range n.Children {
		if slices.Contains(names, c.Name) {
			f(c)
		} else {
			c.Outermost(names, f)
		}
	}
}

// Words returns the text of an element, on one line, without that of the
// elements named.
func (n *Node) Words(without ...string) string {
	if n == nil {
		return ""
	}
	var b strings.Builder
	n.write(&b, without)
	text := strings.Join(strings.Fields(b.String()), " ")
	return strings.ReplaceAll(text, " , ", ", ") // of parts that stand on lines of their own in the file
}

// write appends the text of the element and of all in it. Of alternatives that
// say the same only the first counts.
func (n *Node) write(b *strings.Builder, without []string) {
	if n.Name == "" {
		b.WriteString(n.Text)
	}
	seen := false
	for _, c := range n.Children {
		for _, w := range without {
			if c.Name == w {
				c = &Node{Text: " "}
			}
		}
		if n.Name == "alternatives" && c.Name != "" { // the same in several forms
			if seen {
				continue
			}
			seen = true
		}
		c.write(b, without)
		if parted[c.Name] {
			b.WriteByte(' ')
		}
	}
}

// parted are the elements that a space follows, also where the file has none.
var parted = map[string]bool{
	"p": true, "title": true, "td": true, "th": true, "cell": true, "row": true, "item": true, "list-item": true, "label": true, "institution": true,
	"surname": true, "given-names": true, "forename": true, "name": true, "sec": true, "lb": true, "break": true, "country": true, "l": true, "tr": true,
	"Cell": true, "Row": true, "Data": true, "orgName": true, "addr-line": true, "head": true, "div": true, "kwd": true, "term": true,
}

// HasText reports whether an element holds characters itself, and not only
// elements.
func (n *Node) HasText() bool {
	for _, c := range n.Children {
		if c.Name == "" && strings.TrimSpace(c.Text) != "" {
			return true
		}
	}
	return false
}
