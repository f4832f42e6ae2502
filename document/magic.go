package document

import (
	"bytes"
	"regexp"
)

// signature is what files of a kind begin with.
type signature struct {
	at    int
	bytes string
	name  string
}

// signatures are looked for in order. Those of text formats are not here.
var signatures = []signature{
	{0, "\xf7\x02", "dvi"},
	{0, "\xc5\xd0\xd3\xc6", "ps"}, // EPS with a preview
	{0, "{\\rtf", "rtf"},
	{0, "\xdb\xa5", "doc"}, // Word 2
	{0, "AT&TFORM", "djvu"},

	{0, "\x89PNG\r\n\x1a\n", "image"}, {0, "GIF87a", "image"}, {0, "GIF89a", "image"}, {0, "\xff\xd8\xff", "image"},
	{0, "II*\x00", "image"}, {0, "MM\x00*", "image"}, {0, "\x00\x00\x01\x00", "image"}, {0, "8BPS", "image"},
	{8, "WEBP", "image"}, {4, "ftypavif", "image"}, {4, "ftypheic", "image"}, {0, "\x00\x00\x00\x0cjP  ", "image"},
	{6, "\x00\x00\x00\x00", "bmp"},

	{0, "ID3", "audio"}, {0, "OggS", "audio"}, {0, "fLaC", "audio"}, {8, "WAVE", "audio"}, {8, "AIFF", "audio"},
	{0, "MThd", "audio"}, {0, ".snd", "audio"}, {0, "\xff\xfb", "audio"}, {0, "\xff\xf3", "audio"}, {0, "\xff\xf2", "audio"},
	{0, ".ra\xfd", "audio"},
	{8, "AVI ", "video"}, {4, "ftyp", "video"}, {4, "moov", "video"}, {4, "mdat", "video"}, {0, "\x1a\x45\xdf\xa3", "video"},
	{0, "\x00\x00\x01\xba", "video"}, {0, "\x00\x00\x01\xb3", "video"}, {0, "FLV\x01", "video"}, {0, "\x30\x26\xb2\x75", "video"},
	{0, ".RMF", "video"}, {0, "FWS", "flash"}, {0, "CWS", "flash"},

	{0, "OTTO\x00", "font"}, {0, "wOFF", "font"}, {0, "wOF2", "font"}, {0, "ttcf\x00", "font"}, {0, "\x00\x01\x00\x00\x00", "font"},

	{0, "7z\xbc\xaf\x27\x1c", "archive"}, {0, "Rar!\x1a\x07", "archive"}, {0, "\xfd7zXZ\x00", "archive"},
	{0, "\x28\xb5\x2f\xfd", "archive"}, {257, "ustar", "archive"}, {2, "-lh", "archive"}, {0, "MSCF\x00\x00", "archive"},
	{0, "!<arch>\n", "archive"}, {0, "\x60\xea", "archive"}, {0, "\xed\xab\xee\xdb", "archive"}, {0, "SIT!", "archive"},
	{0, "\x7fELF", "program"}, {0, "\xca\xfe\xba\xbe", "program"}, {0, "\xfe\xed\xfa", "program"},
	{0, "\xcf\xfa\xed\xfe", "program"}, {0, "\xce\xfa\xed\xfe", "program"}, {0, "\x00asm", "program"}, {0, "MZ", "mz"},
	{0, "SQLite format 3\x00", "binary"},
}

// sure are the signatures that need more than their bytes to be believed.
var sure = map[string]func(head []byte) (name string, ok bool){
	"bmp":   func(h []byte) (string, bool) { return "image", bytes.HasPrefix(h, []byte("BM")) && len(h) > 14 },
	"flash": func(h []byte) (string, bool) { return "video", len(h) > 3 && h[3] > 0 && h[3] < ' ' },
	"mz":    func(h []byte) (string, bool) { return "program", bytes.IndexByte(h[:min(len(h), 64)], 0) >= 0 },
}

// magic returns the name of a kind by its signature, "" if there is none.
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
	case isTar(c.head) && isTarOfTeX(c.head):
		return "tex"
	}
	for _, s := range signatures {
		if len(c.head) < s.at || !bytes.HasPrefix(c.head[s.at:], []byte(s.bytes)) {
			continue
		}
		more, ok := sure[s.name]
		if !ok {
			return s.name
		}
		if name, ok := more(c.head); ok {
			return name
		}
	}
	return ""
}

var pdfHeader = regexp.MustCompile(`%PDF-\d`)

// isPDF looks for the header of a PDF within the first 1,024 bytes, where readers accept it. A
// page or a text that speaks of it is none.
func (c clues) isPDF() bool {
	at := pdfHeader.FindIndex(c.head[:min(len(c.head), 1024+6)])
	if at == nil {
		return false
	}
	before := bytes.TrimLeft(c.head[:at[0]], "\xef\xbb\xbf \t\r\n\x00")
	return len(before) == 0 || !htmlBegins(before) && bytes.Contains(c.head[at[0]:], []byte(" obj"))
}

// isPostScript looks for the header of PostScript, which printers' job languages may precede.
func (c clues) isPostScript() bool {
	head := bytes.TrimLeft(c.head, "\x04\xef\xbb\xbf \t\r\n\x00")
	if bytes.HasPrefix(head, []byte("\x1b%-12345X")) {
		_, head, _ = bytes.Cut(head, []byte("%!"))
		return bytes.HasPrefix(head, []byte("PS"))
	}
	if bytes.HasPrefix(head, []byte("%!PS")) {
		return true
	}
	return bytes.HasPrefix(head, []byte("%!")) && c.byName(func(n string) bool { return n == "ps" }, "") != ""
}
