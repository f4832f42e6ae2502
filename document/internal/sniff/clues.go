package sniff

import (
	"strings"

	"sluice/document/content"
	"sluice/internal/format"
)

// TypeOf returns the Type of a format's name.
func TypeOf(name string) content.Type {
	f := format.Of(name)
	return content.Type{Name: f.Name, MIME: f.MIME, Document: f.Document}
}

// clues are what is known of a body.
type clues struct {
	head   []byte
	media  string // media type of the header
	name   string // last segment of the URL's path, lower-case
	packed bool   // it is what is inside a wrapping
}

// byName returns the first format that header and ending name and that is
// wanted, else the other.
func (c clues) byName(want func(*format.Format) bool, other string) string {
	f := format.OfType(c.media)
	if class, _, _ := strings.Cut(c.media, "/"); f == nil && class != "text" {
		f = format.Of(class)
	}
	for _, f := range []*format.Format{f, format.OfEnding(c.ending())} {
		if f != nil && want(f) {
			return f.Name
		}
	}
	return other
}

// fileName returns the last segment of a URL's path, in lower case.
func fileName(url string) string {
	if i := strings.IndexAny(url, "?#"); i >= 0 {
		url = url[:i]
	}
	if i := strings.Index(url, "://"); i >= 0 {
		_, url, _ = strings.Cut(url[i+3:], "/")
	}
	return strings.ToLower(url[strings.LastIndexByte(url, '/')+1:])
}

// ending returns the ending of the file's name, with its dot.
func (c clues) ending() string {
	if dot := strings.LastIndexByte(c.name, '.'); dot >= 0 {
		return c.name[dot:]
	}
	return ""
}

// isPlain reports whether a server calls it plain text, Markdown or AsciiDoc,
// which may begin like a page, and so wants it shown as such.
func (c clues) isPlain() bool {
	switch c.media {
	case "text/plain", "text/markdown", "text/asciidoc", "text/x-asciidoc":
		return !c.packed
	}
	return false
}

// endings reports whether the URL ends like a kind.
func (c clues) endings(name string) bool {
	f := format.OfEnding(c.ending())
	return f != nil && f.Name == name
}

// isCalled reports whether header or ending name the format.
func (c clues) isCalled(name string) bool {
	return c.byName(func(f *format.Format) bool { return f.Name == name }, "") != ""
}
