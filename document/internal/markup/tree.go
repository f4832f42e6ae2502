package markup

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

// node is an element of an XML file, or a text between tags, whose name is empty.
type node struct {
	name     string
	attrs    sax.Attrs
	children []*node
	text     string
}

// parse reads XML into a tree, for a draft. What was read before an error, or the end of the time, is given.
func parse(d *draft.Draft, text []byte) (*node, error) {
	root := &node{}
	open := []*node{root}
	count, attrs := 0, 0
	var words strings.Builder
	flush := func() {
		if words.Len() > 0 {
			at := open[len(open)-1]
			at.children = append(at.children, &node{text: words.String()})
			words.Reset()
			count++
		}
	}
	err := sax.ReadText(text, sax.Handler{
		Start: func(name string, a sax.Attrs) bool {
			flush()
			if attrs += len(a); attrs > maxAttrs {
				a = nil
			}
			n := &node{name: name, attrs: a}
			at := open[len(open)-1]
			at.children = append(at.children, n)
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

// attr gives the value of an attribute; "" when there is none.
func (n *node) attr(name string) string {
	if n == nil {
		return ""
	}
	return n.attrs.Get(name)
}

// first gives the first element that is reached by a path of names from n, such as "front/article-meta"; nil when there is none.
func (n *node) first(path string) *node {
	for _, name := range strings.Split(path, "/") {
		if n == nil {
			return nil
		}
		var next *node
		for _, c := range n.children {
			if c.name == name {
				next = c
				break
			}
		}
		n = next
	}
	return n
}

// all gives the elements of some names among the children, in order.
func (n *node) all(names ...string) []*node {
	var found []*node
	if n == nil {
		return nil
	}
	for _, c := range n.children {
		for _, name := range names {
			if c.name == name {
				found = append(found, c)
			}
		}
	}
	return found
}

// each calls f for every element below n of a name, in order; what is within such an element is not gone through.
func (n *node) each(name string, f func(*node)) { n.outermost([]string{name}, f) }

// outermost calls f once for every element below n that has one of the names and is in no other such element, in order.
func (n *node) outermost(names []string, f func(*node)) {
	if n == nil {
		return
	}
	for _, c := range n.children {
		if slices.Contains(names, c.name) {
			f(c)
		} else {
			c.outermost(names, f)
		}
	}
}

// words gives the text of an element, on one line, without that of the elements named.
func (n *node) words(without ...string) string {
	if n == nil {
		return ""
	}
	var b strings.Builder
	n.write(&b, without)
	text := strings.Join(strings.Fields(b.String()), " ")
	return strings.ReplaceAll(text, " , ", ", ") // of parts that stand on lines of their own in the file
}

func (n *node) write(b *strings.Builder, without []string) {
	if n.name == "" {
		b.WriteString(n.text)
	}
	seen := false
	for _, c := range n.children {
		for _, w := range without {
			if c.name == w {
				c = &node{text: " "}
			}
		}
		if n.name == "alternatives" && c.name != "" { // the same in several forms
			if seen {
				continue
			}
			seen = true
		}
		c.write(b, without)
		if parted[c.name] {
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

// hasText tells whether an element holds characters itself, and not only elements.
func (n *node) hasText() bool {
	for _, c := range n.children {
		if c.name == "" && strings.TrimSpace(c.text) != "" {
			return true
		}
	}
	return false
}
