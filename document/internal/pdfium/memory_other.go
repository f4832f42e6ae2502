//go:build !unix

package pdfium

import "github.com/tetratelabs/wazero/experimental"

// linearMemory nil: PDFium's memory is a slice of Go's.
var linearMemory experimental.MemoryAllocator
