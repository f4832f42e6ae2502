package convert

import (
	"context"
	"path/filepath"
	"regexp"
	"time"

	"sluice/document/internal/sandbox"
)

// Tool is a program that the conversion of some formats needs.
type Tool struct {
	Name    string // of the program: "soffice"
	Title   string // as people know it: "LibreOffice"
	Path    string // empty when it is missing
	Version string // empty when it is missing or does not tell
	For     string // what it is for: "DOC, PPT to text"
	Package string // Debian's, that has it
}

// program is one that may be there.
type program struct {
	name      string
	title     string
	elsewhere []string // other names and places
	version   []string // arguments that make it tell its version
	use       string
	debian    string
}

var programs = []program{
	{"soffice", "LibreOffice", []string{"libreoffice", "/Applications/LibreOffice.app/Contents/MacOS/soffice"}, []string{"--version"},
		"DOC, PPT and XLS whole; office documents, text and HTML to PDF", "libreoffice-nogui"},
	{"gs", "Ghostscript", nil, []string{"--version"}, "PostScript and DVI to PDF", "ghostscript"},
	{"dvips", "dvips", nil, []string{"--version"}, "DVI to PostScript", "texlive-base"},
	{"antiword", "antiword", nil, nil, "DOC to text", "antiword"},
	{"catdoc", "catdoc", nil, []string{"-V"}, "DOC to text", "catdoc"},
	{"catppt", "catppt", nil, []string{"-V"}, "PPT to text", "catdoc"},
	{"xls2csv", "xls2csv", nil, []string{"-V"}, "XLS to text", "catdoc"},
}

// titles are the programs' names as people know them.
var titles = func() map[string]string {
	titles := map[string]string{}
	for _, p := range programs {
		titles[p.name] = p.title
	}
	return titles
}()

// List tells of every program, the missing ones too. The first call asks the programs for their versions, which
// takes some seconds.
func (t *Tools) List() []Tool {
	t.asked.Do(func() {
		t.versions = map[string]string{}
		for _, p := range programs {
			if t.has(p.name) {
				t.versions[p.name] = t.ask(p)
			}
		}
	})
	var list []Tool
	for _, p := range programs {
		list = append(list, Tool{p.name, p.title, t.paths[p.name], t.versions[p.name], p.use, p.debian})
	}
	return list
}

var versionNumber = regexp.MustCompile(`\d+(\.\d+)+`)

const versionTime = 10 * time.Second // for a program to tell its version

func (t *Tools) ask(p program) string {
	folder, err := sandbox.Open(t.TempDir)
	if err != nil {
		return ""
	}
	defer folder.Close()
	r, err := folder.Run(context.Background(), sandbox.Command{
		Path: t.paths[p.name], Args: p.version, Limits: sandbox.Limits{Time: t.within(versionTime), Space: officeSpace},
	})
	if err != nil {
		return ""
	}
	return versionNumber.FindString(string(append(r.Stdout, r.Stderr...)))
}

func absolute(path string) string {
	if abs, err := filepath.Abs(path); err == nil {
		return abs
	}
	return path
}
