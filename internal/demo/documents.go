package demo

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"path"
	"slices"
	"strings"
)

// addPaper adds the documents of a paper.
func (s *site) addPaper(p *paper) error {
	if err := s.addDocument(p, p.file); err != nil {
		return err
	}
	for _, alias := range p.aliases {
		r := *s.resources[p.file]
		if strings.Contains(alias, "?") {
			r.kind = "application/octet-stream"
		}
		s.resources[alias] = &r
	}
	final := *p
	final.kind, final.paragraphs = essay, slices.Clone(p.paragraphs)
	final.paragraphs = append(final.paragraphs, "# Note", "An earlier version of this paper came out as "+p.number+".")
	for _, file := range p.finals {
		if err := s.addDocument(&final, file); err != nil {
			return err
		}
	}
	return nil
}

// addDocument adds a paper as a document in the format that the name of its file asks for.
func (s *site) addDocument(p *paper, file string) error {
	name, packed := strings.CutSuffix(file, ".gz")
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
	case ".html":
		s.resources[file] = &resource{body: p.html(file), kind: framed}
		return nil
	default:
		return fmt.Errorf("%s: unknown format %q", p.title, ext)
	}
	if packed {
		var b bytes.Buffer
		z := gzip.NewWriter(&b)
		z.Write(body)
		z.Close()
		body = b.Bytes()
	}
	s.resources[file] = &resource{body: body, kind: contentTypes[path.Ext(file)], document: true}
	return nil
}
