package fetch

import (
	"math/bits"
	"sync"
)

// Bodies in memory live in buffers of a few sizes, so that they can be used again. Up to freeBuffer a buffer is
// free for each body; beyond it all buffers together stay below Options.MaxMemory.
const (
	smallestBuffer = 8 << 10
	freeBuffer     = 64 << 10
	largestBuffer  = 2 << 20
	sizeClasses    = 9 // doublings from the smallest to the largest, and one
)

// buffers hands out byte slices by size class: powers of two from smallestBuffer to largestBuffer.
type buffers struct {
	mu      sync.Mutex
	left    int64 // bytes that buffers may still allocate beyond freeBuffer
	classes [sizeClasses]sync.Pool
}

// sizeClass returns the class of the smallest buffer with room for n bytes.
func sizeClass(n int) int {
	if n <= smallestBuffer {
		return 0
	}
	return bits.Len(uint(n-1) / smallestBuffer)
}

// get returns an empty buffer with room for at least n bytes, or nil if n is too large or memory is used up.
func (b *buffers) get(n int) *[]byte {
	if n > largestBuffer {
		return nil
	}
	class := sizeClass(n)
	size := smallestBuffer << class
	if size > freeBuffer && !b.reserve(int64(size)) {
		return nil
	}
	if buf, ok := b.classes[class].Get().(*[]byte); ok {
		return buf
	}
	buf := make([]byte, 0, size)
	return &buf
}

// put returns a buffer of get to the pool; nil is ignored.
func (b *buffers) put(buf *[]byte) {
	if buf == nil {
		return
	}
	size := cap(*buf)
	if size > freeBuffer {
		b.reserve(-int64(size))
	}
	*buf = (*buf)[:0]
	b.classes[sizeClass(size)].Put(buf)
}

// reserve takes n bytes of the budget for large buffers, or frees them when n is negative. It
// reports whether there were as many.
func (b *buffers) reserve(n int64) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	if n > b.left {
		return false
	}
	b.left -= n
	return true
}
