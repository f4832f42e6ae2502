// Package pdfium reads PDF: text, layout, metadata and a picture of the first
// page, by PDFium as WebAssembly.
//
// Make a [Pool], then [Pool.Read] and [Pool.Thumbnail], from many goroutines.
// The first line of a program and of its tests is [Serve], because the pool
// starts the program itself again as the child process in which PDFium runs.
//
// Four barriers protect the machine from an untrusted file. PDFium is
// WebAssembly: it sees its own memory (at most [maxMemory]) and no file, no
// network, no clock of the machine. It runs in a child with an empty
// environment and an empty working folder, that may write no file and has its
// limits of address space and of CPU time. The child hands over page by page,
// so that a document which takes longer than its size allows is kept as far as
// it was read, and the child is killed and replaced. And the pool believes
// nothing that the child says beyond the limits of package content.
package pdfium
