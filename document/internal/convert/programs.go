package convert

import (
	"path/filepath"
)

// program is one that may be there.
type program struct {
	name      string
	title     string
	elsewhere []string // other names and places
	version   []string // arguments that make it print its version
	use       string
	debian    string
}

// programs are the known ones, in the order in which messages list them.
var programs = []program{
	{"soffice", "LibreOffice", []string{"libreoffice", "/Applications/LibreOffice.app/Contents/MacOS/soffice"}, []string{"--version"},
		"DOC, PPT and XLS whole; office documents, text and HTML to PDF", "libreoffice-nogui"},
	{"gs", "Ghostscript", nil, []string{"--version"}, "PostScript and DVI to PDF", "ghostscript"},
	{"dvips", "dvips", nil, []string{"--version"}, "DVI to PostScript", "texlive-base"},
	{"antiword", "antiword", nil, nil, "DOC to text", "antiword"},
	{"catdoc", "catdoc", nil, []string{"-V"}, "DOC to text", "catdoc"},
	{"catppt", "catppt", nil, []string{"-V"}, "PPT to text", "catdoc"},
	{"xls2csv", "xls2csv", nil, []string{"-V"}, "XLS to text", "catdoc"},
	{"tesseract", "Tesseract", nil, []string{"--version"}, "scans and garbled text of PDF to text", "tesseract-ocr"},
}

// titles are the programs' names as people know them.
var titles = func() map[string]string {
	titles := map[string]string{}
	for _, p := range programs {
		titles[p.name] = p.title
	}
	return titles
}()

// absolute returns a path from the root: programs run in another folder.
func absolute(path string) string {
	if abs, err := filepath.Abs(path); err == nil {
		return abs
	}
	return path
}
