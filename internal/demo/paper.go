package demo

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
)

// kind says how a document is set.
type kind string

const (
	report kind = "report" // a cover with a number, then as a paper
	essay  kind = "paper"  // title block, abstract, numbered sections, references
	thesis kind = "thesis" // title page, acknowledgements, contents, chapters
	slides kind = "slides" // a page a heading, in large type
	sheet  kind = "sheet"  // as it is written: exams, forms, guides, a CV
)

// paper is a text of which documents are made.
type paper struct {
	name                string // of its text file
	title, year         string
	authors             []string
	number              string // of a technical report; "" for other papers
	kind                kind
	venue               string   // where its final version came out
	keywords            string   // with commas
	degree              string   // of a thesis
	file                string   // host and path of the document
	aliases             []string // other addresses of the same bytes; one with a query sends them as bytes of no type
	finals              []string // host and path of the final version, which is set as a paper
	paragraphs          []string // those that begin with "# " are headings
	references, entries []string // what it cites: names of other texts or keys of elsewhere.txt, and as they are printed
}

// readPapers reads the texts: lines of "Key: value", an empty line, then the paragraphs.
func readPapers() ([]paper, error) {
	names, err := fs.Glob(files, "papers/*.txt")
	if err != nil {
		return nil, err
	}
	list := make([]paper, len(names))
	for i, name := range names {
		b, err := files.ReadFile(name)
		if err != nil {
			return nil, err
		}
		if list[i], err = parsePaper(name, string(b)); err != nil {
			return nil, err
		}
	}
	return list, cite(list)
}

func parsePaper(name, text string) (paper, error) {
	p := paper{name: strings.TrimSuffix(path.Base(name), ".txt"), kind: sheet}
	head, text, _ := strings.Cut(text, "\n\n")
	for line := range strings.Lines(head) {
		key, value, _ := strings.Cut(strings.TrimSpace(line), ": ")
		switch key {
		case "Title":
			p.title = value
		case "Author":
			p.authors = strings.Split(value, " and ")
		case "Year":
			p.year = value
		case "Number":
			p.number, p.kind = value, report
		case "Kind":
			p.kind = kind(value)
		case "Venue":
			p.venue = value
		case "Keywords":
			p.keywords = value
		case "Degree":
			p.degree = value
		case "File":
			p.file = value
		case "Alias":
			p.aliases = strings.Fields(value)
		case "Final":
			p.finals = strings.Fields(value)
		case "Cites":
			p.references = strings.Fields(value)
		default:
			return p, fmt.Errorf("%s: unknown field %q", name, key)
		}
	}
	for part := range strings.SplitSeq(text, "\n\n") {
		if part = strings.TrimSpace(part); part != "" {
			p.paragraphs = append(p.paragraphs, part)
		}
	}
	return p, nil
}

// cite gives every paper the entries of what it refers to: other papers, and works from elsewhere.
func cite(list []paper) error {
	known := map[string]string{}
	b, err := files.ReadFile("papers/elsewhere.list")
	if err != nil {
		return err
	}
	for line := range strings.Lines(string(b)) {
		key, entry, _ := strings.Cut(strings.TrimSpace(line), ": ")
		known[key] = entry
	}
	for i := range list {
		known[list[i].name] = list[i].entry()
	}
	for i := range list {
		p := &list[i]
		for _, key := range p.references {
			if known[key] == "" {
				return fmt.Errorf("%s cites %q, which nobody has written", p.name, key)
			}
			p.entries = append(p.entries, fmt.Sprintf("[%d] %s", len(p.entries)+1, known[key]))
		}
	}
	return nil
}

// entry is the paper as others cite it.
func (p *paper) entry() string {
	var by []string
	for _, a := range p.authors {
		first, last, ok := strings.Cut(a, " ")
		if ok {
			last = first[:1] + ". " + last
		} else {
			last = first
		}
		by = append(by, last)
	}
	where := p.degree + " thesis, University of Northbridge"
	if p.number != "" {
		where = "Technical Report " + p.number + ", University of Northbridge"
	}
	return strings.Join(by, " and ") + ". " + p.title + ". " + where + ", " + p.year + "."
}

func (p *paper) author() string { return strings.Join(p.authors, " and ") }

// address is the e-mail address of an author.
func address(author string) string {
	return strings.ToLower(author[strings.LastIndexByte(author, ' ')+1:]) + "@cs.northbridge.example"
}

// addPaper makes the documents of a text.
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
		return fmt.Errorf("%s: no way to make %q", p.title, ext)
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

// abstract returns the first paragraph of running text.
func (p *paper) abstract() string {
	for _, t := range p.paragraphs {
		if !strings.HasPrefix(t, "# ") {
			return flat(t)
		}
	}
	return ""
}

// flat puts what is broken into lines on one.
func flat(s string) string { return strings.Join(strings.Fields(s), " ") }
