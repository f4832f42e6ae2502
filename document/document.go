// Package document recognises the format of a response's body, and reads
// documents.
//
// [Sniff] looks at the first bytes, then at the Content-Type header and the
// ending of the URL: servers send PDF as text/html, and their error pages as
// application/pdf.
//
// A [Reader] turns a file of any format into a [content.Document]: its text,
// how its first pages look, what it says of itself. It undoes a wrapping (gzip,
// compress, bzip2), reads PDF in a process of its own, OOXML, OpenDocument,
// EPUB, RTF, TeX (also the sources of one document in a tar file), JATS, TEI,
// other XML, Markdown, AsciiDoc, text and HTML in process, and DOC, PPT, PostScript and
// DVI by external programs where there are any ([Reader.Tools], [NeedsError]). So are pages of a PDF that are
// pictures, or whose fonts do not say which letters they show ([content.Document].OCR).
// Of files within a document the text comes after its own. A program that uses
// a Reader begins its main with [Serve]; PDF is not read otherwise.
//
// Every file is untrusted: size, what it unpacks to, depth, counts and processor time are
// bounded, nothing in it is run, nothing is loaded from elsewhere, and the
// files within it, and within those, have one limit together.
package document

import (
	"sluice/document/content"
	"sluice/document/internal/sniff"
)

// Type is the format of a file or of the body of a response.
type Type = content.Type

// Sniff returns what a body is by its first bytes (3,072 are plenty), its
// Content-Type header, which may be empty, and the URL that it came from, of
// which only the ending counts.
//
// Sure signs in the content go before the header, and the header before the
// ending; text that a server calls text/plain stays text, unless it is a
// document or plainly AsciiDoc. Where the content shows no more than that it is packed or text,
// header and ending decide what is in it.
func Sniff(head []byte, header, url string) Type { return sniff.Sniff(head, header, url) }

// Announced returns what a body will be, by its Content-Type header and its URL
// alone, before any of it has arrived.
func Announced(header, url string) Type { return sniff.Announced(header, url) }
