package sniff

import (
	"bytes"
	"slices"
	"strings"

	"sluice/internal/format"
	"sluice/internal/lazyregexp"
)

// textual returns the name of a text format, "" for binary content.
func (c clues) textual() string {
	body := bytes.TrimLeft(c.head, " \t\r\n\f\x00")
	plain := c.isPlain()
	// Before HTML: an element called article begins both.
	if name := articleKind(body); name != "" {
		return name
	}
	switch {
	case htmlBegins(body) && !plain:
		return "html"
	case bytes.HasPrefix(body, []byte("<?xml")), isXMLType(c.media) && bytes.HasPrefix(body, []byte("<")):
		return c.inXML(body)
	case isBinary(c.head):
		return ""
	case feedKind(body) != "" && !plain:
		return feedKind(body)
	case c.isCalled("asciidoc") && c.media != "text/html" && c.media != "application/xhtml+xml": // before the TeX that it may show
		return "asciidoc"
	case c.isTeX():
		return "tex"
	case c.media == "text/html" || c.media == "application/xhtml+xml":
		return "html"
	case c.isAsciiDoc():
		return "asciidoc"
	// A server that says text/plain wants it shown as text; what looks like
	// HTML in it is an example.
	case plain && !c.endings("markdown") && c.media != "text/markdown":
		return "text"
	case plain:
		return "markdown"
	case bytes.IndexByte(body, '<') >= 0 && (c.endings("html") || htmlInside.Match(c.head[:min(len(c.head), 1024)])):
		return "html"
	}
	return c.byName(func(f *format.Format) bool {
		return f.Name == "json" || f.Name == "css" || f.Name == "script" || f.Name == "markdown"
	}, "text")
}

// isXMLType reports whether a media type is one of XML.
func isXMLType(media string) bool {
	return media == "text/xml" || media == "application/xml" || strings.HasSuffix(media, "+xml")
}

// htmlTag reports whether body begins with a tag that a page may begin with:
// one of those that browsers go by, and of some more of old pages.
func htmlTag(body []byte) bool {
	const doctype, longest = "<!doctype html", "<blockquote"
	if n := len(doctype); len(body) > n && body[1] == '!' {
		return strings.EqualFold(string(body[:n]), doctype) && endsTag(body[n])
	}
	end := 1
	for end < len(body) && end <= len(longest) && !endsTag(body[end]) {
		end++
	}
	if end >= len(body) || body[0] != '<' || !endsTag(body[end]) {
		return false
	}
	name := [len(longest)]byte{}
	for i, c := range body[1:end] {
		if 'A' <= c && c <= 'Z' {
			c |= 0x20
		}
		name[i] = c
	}
	switch string(name[:end-1]) {
	case "html", "head", "body", "script", "iframe", "title", "meta", "link", "style", "base",
		"h1", "h2", "h3", "h4", "h5", "h6", "div", "font", "table", "center", "frameset", "form", "isindex", "nextid",
		"pre", "img", "ul", "ol", "dl", "hr", "blockquote", "address", "nobr", "a", "b", "i", "br", "p":
		return true
	}
	return false
}

// endsTag reports whether c ends the name of a tag.
func endsTag(c byte) bool {
	return c == '>' || c == '/' || c <= ' ' && strings.IndexByte(" \t\r\n\f", c) >= 0
}

// htmlInside matches a tag that shows a page though it begins with something
// else.
var htmlInside = lazyregexp.New(`(?i)<(!doctype html|html|head|title|body)[\s>]`)

// htmlBegins reports whether body begins as an HTML page does, after its
// comments.
func htmlBegins(body []byte) bool {
	for {
		body = bytes.TrimLeft(body, " \t\r\n\f\x00")
		if !bytes.HasPrefix(body, []byte("<!--")) {
			return htmlTag(body)
		}
		end := bytes.Index(body, []byte("-->"))
		if end < 0 {
			return true // a comment longer than the head
		}
		body = body[end+len("-->"):]
	}
}

var (
	xmlProlog  = lazyregexp.New(`(?s)^\s*(<\?.*?\?>|<!--.*?-->|<!DOCTYPE[^<>\[]*(\[.*?\]\s*)?>)`)
	xmlElement = lazyregexp.New(`^\s*<(?:[\w.-]+:)?([\w.-]+)`)
)

// inXML returns what an XML file is by its root element.
func (c clues) inXML(body []byte) string {
	switch name := xmlRoot(body); {
	case strings.EqualFold(name, "html") && c.isPlain():
		return "text"
	case strings.EqualFold(name, "html"):
		return "html"
	case ofFeed(name) != "":
		return ofFeed(name)
	case name == "svg":
		return "image"
	case c.media == "text/html" || c.media == "application/xhtml+xml":
		return "html"
	}
	return "xml"
}

// xmlRoot returns the name of the root element, without prefix.
func xmlRoot(body []byte) string {
	for {
		if m := xmlProlog.Find(body); m != nil {
			body = body[len(m):]
			continue
		}
		if m := xmlElement.FindSubmatch(body); m != nil {
			return string(m[1])
		}
		return ""
	}
}

// articleKind returns the XML vocabulary of an article or a text, by its root
// element and a second proof, or "" if it is another. The root element alone does
// not suffice: DocBook and HTML have an article element, too.
func articleKind(body []byte) string {
	if !bytes.HasPrefix(body, []byte("<")) {
		return ""
	}
	root := xmlRoot(body)
	for _, f := range format.All() {
		if f.In == format.XML && f.Proof != nil && slices.Contains(f.Parts, root) && f.Proof.Match(body) {
			return f.Name
		}
	}
	return ""
}

// ofFeed returns the format of an XML file that needs no proof besides its root
// element: feeds and sitemaps.
func ofFeed(root string) string {
	for _, f := range format.All() {
		if f.In == format.XML && f.Proof == nil && slices.Contains(f.Parts, root) {
			return f.Name
		}
	}
	return ""
}

// feedKind returns the name of a feed or sitemap that begins without an XML
// declaration.
func feedKind(body []byte) string {
	if !bytes.HasPrefix(body, []byte("<")) {
		return ""
	}
	return ofFeed(xmlRoot(body))
}

var (
	texStrong = lazyregexp.New(`(?m)^[ \t]*\\(documentclass|documentstyle|begin\{document\})`)
	texWeak   = lazyregexp.New(`(?m)^[ \t]*(\\[A-Za-z]+|%)`)
)

// isTeX reports whether text is TeX: by what only LaTeX begins with, or because
// it is called TeX and could be.
func (c clues) isTeX() bool {
	if bytes.IndexByte(c.head, '\\') < 0 && !c.endings("tex") || htmlInside.Match(c.head) {
		return false
	}
	if texStrong.Match(c.head) {
		return true
	}
	return c.isCalled("tex") && (texWeak.Match(c.head) || c.endings("tex") && c.media != "text/html")
}

var (
	asciiDocTitle = lazyregexp.New(`^(?:(?://[^\n]*|:!?[\w-]+!?:[^\n]*|\[[^\n]*\]|[ \t]*)\r?\n)*={1,2}[ \t]+[^\s=][^\n]*`)
	asciiDocMark  = lazyregexp.New(`(?m)^:!?[A-Za-z][\w-]*!?:(?:[ \t]|\r?$)|^\[\[[\w:.-]+\]\]\s+(?:\[[^\n]*\]\s+)?={1,6} |` +
		`^\[(?:quote|verse|source|listing|abstract|preface|appendix|NOTE|TIP|IMPORTANT|WARNING|CAUTION|au|cols|options|role)\b[^\n]*\]\s*$|` +
		`^(?:image|include|ifdef|ifndef)::\S+\[[^\n]*\]\s*$|^\|===\s*$|footnote:\[|\b(?:link|xref):[^\s\[\]"()]+\[|https?://[^\s\[\]"()]+\[[^\]]+\]`)
)

// isAsciiDoc reports whether a text without a known ending is plainly AsciiDoc: it begins with
// a title, which wikis would close with the same marks, and has a mark that other
// formats do not have.
func (c clues) isAsciiDoc() bool {
	if format.OfEnding(c.ending()) != nil || format.OfType(c.media) != nil && c.media != "text/plain" {
		return false
	}
	title := asciiDocTitle.Find(c.head)
	return title != nil && !bytes.HasSuffix(bytes.TrimSpace(title), []byte("=")) && asciiDocMark.Match(c.head)
}

// isBinary reports whether there are bytes that no text has. A stray one is
// forgiven.
func isBinary(head []byte) bool {
	n := 0
	for _, c := range head {
		if c < ' ' && c != '\t' && c != '\n' && c != '\r' && c != '\f' && c != 0x1b && c != 0x04 && c != 0x1a {
			n++
		}
	}
	return n > 0 && n*100 >= len(head)
}
