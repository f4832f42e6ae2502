package sitemap

import (
	"bytes"
	"io"

	"github.com/klauspost/compress/gzip"
)

// Looks reports whether a body with this beginning is an XML sitemap or a feed, gzip'd
// or not. A plain list of URLs cannot be distinguished from other text.
func Looks(head []byte) bool {
	if bytes.HasPrefix(head, []byte{0x1f, 0x8b}) {
		z, err := gzip.NewReader(bytes.NewReader(head))
		if err != nil {
			return false
		}
		// A head is the beginning of a stream: what can be read before the error is enough.
		head, _ = io.ReadAll(io.LimitReader(z, headSize))
	}
	head = bytes.TrimLeft(bytes.TrimPrefix(head, []byte("\xef\xbb\xbf")), space)
	return bytes.HasPrefix(head, []byte("<")) && rootKind(head) != Unknown
}

// rootKind returns the kind of the first element in head that has one.
func rootKind(head []byte) Kind {
	for {
		i := bytes.IndexByte(head, '<')
		if i < 0 {
			return Unknown
		}
		head = head[i+1:]
		if bytes.HasPrefix(head, []byte("!--")) {
			end := bytes.Index(head, []byte("-->"))
			if end < 0 {
				return Unknown
			}
			head = head[end:]
			continue
		}
		name := head[:nameLength(head)]
		if k := kinds[string(localName(name))]; k != Unknown {
			return k
		}
		if bytes.EqualFold(name, []byte("html")) {
			return Unknown
		}
	}
}

// kinds has the root elements.
var kinds = map[string]Kind{
	"urlset": URLSet, "sitemapindex": Index, "rss": RSS, "RDF": RSS, "feed": Atom,
}

// nameLength returns how many bytes of s are an XML name.
func nameLength(s []byte) int {
	for i, c := range s {
		if c <= ' ' || c == '>' || c == '/' || c == '=' || c == '<' {
			return i
		}
	}
	return len(s)
}

// localName returns a name without its namespace prefix.
func localName(name []byte) []byte {
	return name[bytes.LastIndexByte(name, ':')+1:]
}

// isXML looks at the beginning of the file. Some begin with a complaint of the program
// that made them, so what matters is that the element is there.
func (in *input) isXML() bool {
	head, _ := in.Peek(headSize)
	return bytes.HasPrefix(bytes.TrimLeft(head, space), []byte("<")) || rootKind(head) != Unknown
}
