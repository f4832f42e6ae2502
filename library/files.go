package library

// Files are the paths of a document's files; empty for a file that the library does not have.
type Files struct {
	Document  string
	Text      string // what was read of it, in the form of docs/formats.md
	Copy      string // for viewing, of a document that is no PDF
	Thumbnail string // a picture of the first page
}
