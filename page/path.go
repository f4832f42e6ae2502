package page

import (
	"bytes"
	"hash/maphash"
	"strings"

	"sluice/page/internal/lexer"
)

// The limits of a parser's table of tag paths. A path is cut after maxPathDepth elements; ids and classes are cut too.
const (
	maxPathDepth = 64
	maxPaths     = 16 << 10
	maxPathBytes = 2 << 20
)

// paths is a table of tag paths. Links with equal paths share one string.
type paths struct {
	seed  maphash.Seed
	nodes map[pathKey]int32
	list  []string // by node; 0 stands for no path
	last  []child  // by node: the child looked up last, which is often the next one too
	bytes int
}

// pathKey is a node's parent, and a fingerprint of its own name, id and classes.
type pathKey struct {
	parent int32
	word   uint64
}

// child is a node and the fingerprint that it was found by.
type child struct {
	word uint64
	node int32
}

// reset empties the table when it has grown large. Paths returned before stay valid. It is not a cache by use: most paths
// of a page are those of the pages before it, so the next page or two fill the table again, and lookups stay one probe.
func (t *paths) reset() {
	if t.nodes == nil || len(t.list) > maxPaths/2 || t.bytes > maxPathBytes/2 {
		*t = paths{seed: maphash.MakeSeed(), nodes: map[pathKey]int32{}, list: []string{""}, last: []child{{}}}
	}
}

// of returns the node of the innermost of some open elements of src, and fills in the nodes of all.
func (t *paths) of(src []byte, elements []element) int32 {
	n := min(len(elements), maxPathDepth)
	i := n
	for i > 0 && elements[i-1].node == 0 {
		i--
	}
	parent := int32(0)
	if i > 0 {
		parent = elements[i-1].node
	}
	for ; i < n; i++ {
		parent = t.child(src, parent, &elements[i])
		elements[i].node = parent
	}
	return parent
}

// leaf returns the path of an element that is not open, inside the innermost of some open ones.
func (t *paths) leaf(src []byte, elements []element, e *element) string {
	parent := t.of(src, elements)
	if len(elements) >= maxPathDepth {
		return t.list[parent]
	}
	return t.list[t.child(src, parent, e)]
}

// child returns the node of an element below that of its parent. When the table is full it returns the parent.
func (t *paths) child(src []byte, parent int32, e *element) int32 {
	word := uint64(e.key)
	if e.class.End > e.class.Start {
		word ^= maphash.Bytes(t.seed, src[e.class.Start:e.class.End]) * 3
	}
	if e.id.End > e.id.Start {
		word ^= maphash.Bytes(t.seed, src[e.id.Start:e.id.End]) * 5
	}
	if last := t.last[parent]; last.node != 0 && last.word == word {
		return last.node
	}
	k := pathKey{parent, word}
	n, ok := t.nodes[k]
	if !ok {
		if len(t.list) >= maxPaths || t.bytes >= maxPathBytes {
			return parent
		}
		n = t.add(t.write(src, t.list[parent], e))
		t.nodes[k] = n
	}
	t.last[parent] = child{word, n}
	return n
}

// add adds a path and returns its node.
func (t *paths) add(path string) int32 {
	t.list = append(t.list, path)
	t.last = append(t.last, child{})
	t.bytes += len(path)
	return int32(len(t.list) - 1)
}

// write returns the path of an element below that of its parent.
func (t *paths) write(src []byte, parent string, e *element) string {
	var b strings.Builder
	b.WriteString(parent)
	if parent != "" {
		b.WriteByte(' ')
	}
	if e.tag != lexer.TagNone {
		b.WriteString(e.tag.String())
	} else {
		b.WriteString(strings.ToLower(string(clip(src[e.name.Start:e.name.End]))))
	}
	if id := bytes.TrimSpace(src[e.id.Start:e.id.End]); len(id) > 0 {
		b.WriteByte('#')
		b.WriteString(strings.ToValidUTF8(string(bytes.Join(bytes.Fields(clip(id)), []byte("_"))), ""))
	}
	for _, class := range bytes.Fields(clip(src[e.class.Start:e.class.End])) {
		b.WriteByte('.')
		b.WriteString(strings.ToValidUTF8(string(class), ""))
	}
	return b.String()
}

// clip returns b cut to the length of a word.
func clip(b []byte) []byte { return b[:min(len(b), maxWord)] }

// place is the position of the lexer's tag in the tree.
type place struct {
	lex   *lexer.Lexer
	stack *stack
	paths *paths
}

// inForeign reports whether the innermost open element is of SVG or MathML.
func (p *place) inForeign() bool { return p.stack.top().foreign }

// ofOpen returns the tag path of the innermost open element.
func (p *place) ofOpen() string { return p.paths.list[p.paths.of(p.lex.Src, p.stack.elements)] }

// ofTag returns the tag path of an element of the lexer's tag that is not open.
func (p *place) ofTag() string {
	x := p.lex
	return p.leaf(element{tag: x.Tag, key: x.Key, name: x.Name, id: x.Extent(lexer.AttrID), class: x.Extent(lexer.AttrClass)})
}

// leaf returns the tag path of an element that is not open.
func (p *place) leaf(e element) string { return p.paths.leaf(p.lex.Src, p.stack.elements, &e) }
