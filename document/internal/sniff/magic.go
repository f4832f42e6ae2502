package sniff

import (
	"bytes"

	"sluice/document/internal/texsource"
	"sluice/internal/format"
	"sluice/internal/lazyregexp"
)

// magic returns the name of a kind by its signature, or "" if missing.
func (c clues) magic() string {
	switch {
	case c.isPDF():
		return "pdf"
	case c.isPostScript():
		return "ps"
	case bytes.HasPrefix(c.head, []byte("\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1")):
		return c.inOLE()
	case bytes.HasPrefix(c.head, []byte("PK\x03\x04")):
		return c.inZIP()
	case IsTar(c.head) && texsource.Begins(c.head):
		return "tex"
	}
	for _, f := range format.All() {
		for i := range f.Magic {
			if f.Magic[i].In(c.head) {
				return f.Name
			}
		}
	}
	return ""
}

// pdfHeader matches the header of a PDF with its version.
var pdfHeader = lazyregexp.New(`%PDF-\d`)

// isPDF looks for the header of a PDF within the first 1,024 bytes, where
// readers accept it. A page or a text that mentions the header is not a PDF.
func (c clues) isPDF() bool {
	at := pdfHeader.FindIndex(c.head[:min(len(c.head), 1024+6)])
	if at == nil {
		return false
	}
	before := bytes.TrimLeft(c.head[:at[0]], "\xef\xbb\xbf \t\r\n\x00")
	return len(before) == 0 || !htmlBegins(before) && bytes.Contains(c.head[at[0]:], []byte(" obj"))
}

// isPostScript looks for the header of PostScript, which printers' job
// languages may precede.
func (c clues) isPostScript() bool {
	head := bytes.TrimLeft(c.head, "\x04\xef\xbb\xbf \t\r\n\x00")
	if bytes.HasPrefix(head, []byte("\x1b%-12345X")) {
		_, head, _ = bytes.Cut(head, []byte("%!"))
		return bytes.HasPrefix(head, []byte("PS"))
	}
	if bytes.HasPrefix(head, []byte("%!PS")) {
		return true
	}
	return bytes.HasPrefix(head, []byte("%!")) && c.isCalled("ps")
}

// IsTar reports whether head begins a tar file.
func IsTar(head []byte) bool {
	const at, mark = 257, "ustar"
	return len(head) > at && bytes.HasPrefix(head[at:], []byte(mark))
}
