package frontier

// ranked is what a heap holds: it compares itself and remembers its place.
type ranked[T any] interface {
	before(T) bool
	place() *int // its index in the heap; -1 when it is in none
}

// heap is a binary heap, best item first, out of which any item can be taken.
type heap[T ranked[T]] []T

// push adds x, which must be in no heap.
func (h *heap[T]) push(x T) {
	*x.place() = len(*h)
	*h = append(*h, x)
	h.up(len(*h) - 1)
}

// remove takes out x, which must be in the heap.
func (h *heap[T]) remove(x T) {
	i, last := *x.place(), len(*h)-1
	h.swap(i, last)
	var none T
	(*h)[last] = none
	*h = (*h)[:last]
	*x.place() = -1
	if i < last {
		h.fix((*h)[i])
	}
}

// fix puts x where it belongs after its rank has changed.
func (h *heap[T]) fix(x T) {
	i := *x.place()
	h.up(i)
	h.down(*x.place())
}

// up moves an item towards the top until the one above it is better.
func (h *heap[T]) up(i int) {
	for i > 0 {
		parent := (i - 1) / 2
		if !(*h)[i].before((*h)[parent]) {
			return
		}
		h.swap(i, parent)
		i = parent
	}
}

// down moves an item away from the top until both below it are worse.
func (h *heap[T]) down(i int) {
	for {
		best := 2*i + 1
		if best >= len(*h) {
			return
		}
		if right := best + 1; right < len(*h) && (*h)[right].before((*h)[best]) {
			best = right
		}
		if !(*h)[best].before((*h)[i]) {
			return
		}
		h.swap(i, best)
		i = best
	}
}

// swap exchanges two items, which remember their new places.
func (h *heap[T]) swap(i, j int) {
	s := *h
	s[i], s[j] = s[j], s[i]
	*s[i].place(), *s[j].place() = i, j
}
