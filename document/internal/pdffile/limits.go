package pdffile

// The sizes up to which a document is read.
const (
	MaxFile  = 200 << 20 // bytes of a file
	MaxPages = 5000      // pages; of a longer document the first
	maxLook  = 3         // pages whose lines are read with their looks
	maxChars = 20_000    // characters of such a page
)
