package demo

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io/fs"
	"path"
	"strings"
)

// paper is a text of which a document is made.
type paper struct {
	title, author, year string
	number              string   // of a technical report; "" for other papers
	file                string   // host and path of the document
	alias               string   // a second address, where it is sent as bytes of no type
	paragraphs          []string // those that begin with "# " are headings
}

// readPapers reads the texts: lines of "Key: value", an empty line, then the paragraphs.
func readPapers() ([]paper, error) {
	names, err := fs.Glob(files, "papers/*.txt")
	if err != nil {
		return nil, err
	}
	var list []paper
	for _, name := range names {
		b, err := files.ReadFile(name)
		if err != nil {
			return nil, err
		}
		head, text, _ := strings.Cut(string(b), "\n\n")
		var p paper
		fields := map[string]*string{"Title": &p.title, "Author": &p.author, "Year": &p.year, "Number": &p.number, "File": &p.file, "Alias": &p.alias}
		for line := range strings.Lines(head) {
			key, value, _ := strings.Cut(strings.TrimSpace(line), ": ")
			if fields[key] == nil {
				return nil, fmt.Errorf("%s: unknown field %q", name, key)
			}
			*fields[key] = value
		}
		for part := range strings.SplitSeq(text, "\n\n") {
			if part = strings.Join(strings.Fields(part), " "); part != "" {
				p.paragraphs = append(p.paragraphs, part)
			}
		}
		list = append(list, p)
	}
	return list, nil
}

// addPaper makes the document.
func (s *site) addPaper(p paper) error {
	name, packed := strings.CutSuffix(p.file, ".gz")
	var body []byte
	switch ext := path.Ext(name); ext {
	case ".pdf":
		body = p.pdf()
	case ".ps":
		body = p.postScript()
	case ".tex":
		body = p.tex()
	case ".rtf":
		body = p.rtf()
	default:
		return fmt.Errorf("%s: no way to make %q", p.title, ext)
	}
	if packed {
		var b bytes.Buffer
		z := gzip.NewWriter(&b)
		z.Write(body)
		z.Close()
		body = b.Bytes()
	}
	s.resources[p.file] = &resource{body: body, kind: contentTypes[path.Ext(p.file)], document: true}
	if p.alias != "" {
		s.resources[p.alias] = &resource{body: body, kind: "application/octet-stream", document: true}
	}
	return nil
}

// abstract returns the first paragraph of running text.
func (p paper) abstract() string {
	for _, t := range p.paragraphs {
		if !strings.HasPrefix(t, "# ") {
			return t
		}
	}
	return ""
}

// latin1 returns the bytes of s in Latin-1, which all the formats here can say.
func latin1(s string) string {
	var b strings.Builder
	for _, r := range s {
		if r > 0xff {
			r = '?'
		}
		b.WriteByte(byte(r))
	}
	return b.String()
}

// line is one line of a printed page.
type line struct {
	text    string
	heading bool
}

const (
	lineLength   = 84 // characters
	linesOnAPage = 46
)

// pages breaks the paper into lines, and these into pages.
func (p paper) pages() [][]line {
	lines := []line{{p.title, true}, {p.author + ", " + p.year, false}, {p.number, false}, {"", false}}
	for _, text := range p.paragraphs {
		head, isHead := strings.CutPrefix(text, "# ")
		current := ""
		for word := range strings.FieldsSeq(head) {
			if current != "" && len(current)+1+len(word) > lineLength {
				lines = append(lines, line{current, isHead})
				current = ""
			}
			current = strings.TrimSpace(current + " " + word)
		}
		lines = append(lines, line{current, isHead}, line{})
	}
	var pages [][]line
	for len(lines) > linesOnAPage {
		pages, lines = append(pages, lines[:linesOnAPage]), lines[linesOnAPage:]
	}
	return append(pages, lines)
}
