package demo

import (
	"embed"
	"time"
)

//go:embed all:sites papers
var files embed.FS

// site holds the pages and documents of all hosts.
type site struct {
	resources map[string]*resource // by host, path and query
	moved     map[string]string    // new URLs of moved pages, by host and path
}

// resource is a page, a document or another file.
type resource struct {
	body     []byte
	kind     string // Content-Type
	document bool
}

// changed is the time of the last change of every resource.
var changed = time.Date(2025, 9, 1, 9, 0, 0, 0, time.UTC)

// framed is the type of pages in the frame of their site. The type of the old pages does not
// name their charset.
const framed = "text/html; charset=utf-8"

// contentTypes are the types of files by their endings.
var contentTypes = map[string]string{
	".html": "text/html", ".htm": "text/html", ".txt": "text/plain; charset=utf-8", ".xml": "application/xml",
	".pdf": "application/pdf", ".ps": "application/postscript", ".gz": "application/gzip", ".tex": "text/x-tex", ".rtf": "application/rtf", ".bib": "text/x-bibtex; charset=utf-8",
}
