//go:build unix

package pdfengine

import (
	"github.com/tetratelabs/wazero/experimental"
	"golang.org/x/sys/unix"
)

// linearMemory keeps PDFium's memory outside Go's heap: it grows in place, and
// an instance that is dropped frees all of it at once.
var linearMemory = experimental.MemoryAllocatorFunc(func(_, most uint64) experimental.LinearMemory {
	all, err := unix.Mmap(-1, 0, int(most), unix.PROT_READ|unix.PROT_WRITE, unix.MAP_ANON|unix.MAP_PRIVATE)
	if err != nil {
		return &reserved{}
	}
	return &reserved{all: all}
})

// reserved is address space of which the beginning is in use.
type reserved struct{ all []byte }

// Reallocate returns the memory at its new size. It never moves: all of it is
// reserved from the beginning, and the kernel provides pages as they are used.
func (r *reserved) Reallocate(size uint64) []byte {
	if size > uint64(len(r.all)) {
		return nil
	}
	return r.all[:size:len(r.all)]
}

// Free returns the address space back to the system.
func (r *reserved) Free() {
	if r.all != nil {
		unix.Munmap(r.all) //nolint:errcheck // nothing to be done
		r.all = nil
	}
}
