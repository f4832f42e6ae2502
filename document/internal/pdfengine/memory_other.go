//go:build !unix

package pdfengine

import "github.com/tetratelabs/wazero/experimental"

// linearMemory nil: PDFium's memory is a slice of Go's.
var linearMemory experimental.MemoryAllocator
