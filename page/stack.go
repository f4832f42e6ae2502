package page

import "sluice/page/internal/lexer"

// maxDepth bounds the stack of open elements, as in browsers. Elements deeper down are read, but not pushed.
const maxDepth = 512

// element is an open element.
type element struct {
	tag       lexer.Tag
	foreign   bool // of SVG or MathML
	traits    lexer.Trait
	node      int32 // in the table of tag paths, 0 while unknown
	mark      int32 // where its text begins, or for a heading its index
	key       lexer.Key
	item      *item        // what its microdata say
	name      lexer.Extent // of an element that is not known
	id, class lexer.Extent
	labels    lexer.Extent // of a label, the id of its control
}

// stack holds the open elements, the root first, and their number by tag.
type stack struct {
	elements []element
	open     [256]int32
	deepest  int // the greatest length of elements, see reset
}

// reset empties the stack and drops the references of all elements that it has held.
func (s *stack) reset() {
	clear(s.elements[:s.deepest])
	s.elements, s.deepest = s.elements[:0], 0
	s.open = [256]int32{}
}

// top returns the innermost open element. The root is never closed, so there is always one.
func (s *stack) top() *element { return &s.elements[len(s.elements)-1] }

// push opens an element and returns it, nil if the stack is full.
func (s *stack) push(t lexer.Tag) *element {
	n := len(s.elements)
	if n >= maxDepth {
		return nil
	}
	if n < cap(s.elements) {
		s.elements = s.elements[:n+1]
	} else {
		s.elements = append(s.elements, element{})
	}
	s.deepest = max(s.deepest, n+1)
	s.open[t]++
	e := &s.elements[n]
	*e = element{tag: t}
	return e
}

// pushKnown opens an element that has no start tag.
func (s *stack) pushKnown(t lexer.Tag) {
	if e := s.push(t); e != nil {
		e.traits, e.key = t.Traits(), t.Key()
	}
}

// find returns the index of the open element that an end tag of this name closes, or -1.
func (s *stack) find(t lexer.Tag, k lexer.Key, traits lexer.Trait) int {
	if s.open[t] == 0 {
		return -1
	}
	inTable := t == lexer.TagTable || traits&lexer.TableContext != 0
	ordinary := traits&(lexer.Special|lexer.Formatting) == 0
	for i := len(s.elements) - 1; i > 0; i-- {
		e := &s.elements[i]
		switch {
		case e.tag == t && e.key == k:
			return i
		case t == lexer.TagTemplate: // nothing inside keeps a template open
		case ordinary && e.traits&lexer.Special != 0,
			!inTable && e.traits&lexer.Scope != 0,
			inTable && (e.tag == lexer.TagTable || e.tag == lexer.TagTemplate):
			return -1
		}
	}
	return -1
}

// within returns the index of the innermost open element of that tag, looking no further than any with one of the
// traits in limit or with the tag stop.
func (s *stack) within(t lexer.Tag, limit lexer.Trait, stop lexer.Tag) int {
	if s.open[t] == 0 {
		return -1
	}
	for i := len(s.elements) - 1; i > 0; i-- {
		e := &s.elements[i]
		if e.tag == t {
			return i
		}
		if e.traits&limit != 0 || e.tag == stop {
			return -1
		}
	}
	return -1
}

// innermost returns the index of the innermost open element that has one of the traits, looking no further than scope.
func (s *stack) innermost(traits lexer.Trait) int {
	for i := len(s.elements) - 1; i > 0; i-- {
		e := &s.elements[i]
		if e.traits&traits != 0 {
			return i
		}
		if e.traits&lexer.Scope != 0 {
			return -1
		}
	}
	return -1
}

// table returns the index of the innermost open table, or -1; one outside of an open template does not count.
func (s *stack) table() int { return s.within(lexer.TagTable, 0, lexer.TagTemplate) }
