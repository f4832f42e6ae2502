package page

// maxDepth bounds the stack of open elements, as in browsers. Elements deeper down are read, but not as open.
const maxDepth = 512

// element is an open element.
type element struct {
	tag       tag
	foreign   bool // of SVG or MathML
	traits    trait
	node      int32 // in the table of tag paths, 0 while unknown
	mark      int32 // where its text begins, or for a heading its index
	key       key
	item      *item  // what its microdata say
	name      extent // of an element that is not known
	id, class extent
	labels    extent // of a label, the id of its control
}

// stack is the open elements, the root first, and how many there are of each tag.
type stack struct {
	elements []element
	open     [256]int32
	deepest  int // how far elements has been used
}

func (s *stack) reset() {
	clear(s.elements[:s.deepest])
	s.elements, s.deepest = s.elements[:0], 0
	s.open = [256]int32{}
}

func (s *stack) top() *element { return &s.elements[len(s.elements)-1] }

// push opens an element and returns it; nil when the stack is full.
func (s *stack) push(t tag) *element {
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
func (s *stack) pushKnown(t tag) {
	if e := s.push(t); e != nil {
		e.traits, e.key = tags[t].traits, tagsByName.keys[t]
	}
}

// find returns the index of the open element that an end tag of such a name closes, -1 when there is none.
func (s *stack) find(t tag, k key, traits trait) int {
	if s.open[t] == 0 {
		return -1
	}
	inTable := t == tagTable || traits&tableContext != 0
	ordinary := traits&(special|formatting) == 0
	for i := len(s.elements) - 1; i > 0; i-- {
		e := &s.elements[i]
		switch {
		case e.tag == t && e.key == k:
			return i
		case t == tagTemplate: // nothing within it keeps it open
		case ordinary && e.traits&special != 0,
			!inTable && e.traits&scope != 0,
			inTable && (e.tag == tagTable || e.tag == tagTemplate):
			return -1
		}
	}
	return -1
}

// within returns the index of the innermost open element of that tag, looking no further than any with one of the
// traits in limit or with the tag stop.
func (s *stack) within(t tag, limit trait, stop tag) int {
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
func (s *stack) innermost(traits trait) int {
	for i := len(s.elements) - 1; i > 0; i-- {
		e := &s.elements[i]
		if e.traits&traits != 0 {
			return i
		}
		if e.traits&scope != 0 {
			return -1
		}
	}
	return -1
}

// table returns the index of the innermost open table, -1 when there is none or a template stands between.
func (s *stack) table() int { return s.within(tagTable, 0, tagTemplate) }
