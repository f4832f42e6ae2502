// Package pdfium reads PDF: text, layout, metadata and a picture of the first
// page, by PDFium as WebAssembly.
//
// Make a [Pool], then [Pool.Read] and [Pool.Thumbnail], from many goroutines.
// The first line of a program and of its tests is [Serve], because the pool
// starts the program itself again as the child process in which PDFium runs.
//
// Four barriers protect the machine from an untrusted file. PDFium is
// WebAssembly: it sees its own memory (at most [pdfengine.MaxMemory]) and no
// file, no network, no clock of the machine. It runs in a child with an empty
// environment and limits of address space and CPU time, which package sandbox
// confines where the system allows it: from its start it has no network and no
// capabilities and can write in the cache folder of compiled PDFium only, and before it
// gets the first document it gives up opening files, and running and signalling
// anything; so the pool sends it the files. The child hands over page by page,
// so that a document which takes longer than its size allows is kept as far as
// it was read, and the child is killed and replaced. And the pool believes
// nothing that the child says beyond the limits of package content.
package pdfium
