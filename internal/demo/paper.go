package demo

import (
	"fmt"
	"io/fs"
	"path"
	"strings"
)

// kind says how a document is typeset.
type kind string

const (
	report kind = "report" // a cover with a number, then as a paper
	essay  kind = "paper"  // title block, abstract, numbered sections, references
	thesis kind = "thesis" // title page, acknowledgements, contents, chapters
	slides kind = "slides" // one page for each heading, in large type
	sheet  kind = "sheet"  // as written: exams, forms, guides, a CV
)

// paper is a text from which documents are generated.
type paper struct {
	name                string // of its text file
	title, year         string
	authors             []string
	number              string // of a technical report; "" for other papers
	kind                kind
	venue               string   // where its final version was published
	keywords            string   // with commas
	degree              string   // of a thesis
	file                string   // host and path of the document
	aliases             []string // other URLs of the same bytes, without scheme; one with a query sends them as application/octet-stream
	finals              []string // host and path of the final version, which is typeset as a paper
	paragraphs          []string // those that begin with "# " are headings
	references, entries []string // what it cites: names of other texts or keys of elsewhere.list, and the printed entries
}

// readPapers reads the texts: lines of "Key: value", an empty line, then paragraphs.
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

// parsePaper reads one text.
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

// cite sets the entries of all papers: of other papers here, and of works from elsewhere.
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
				return fmt.Errorf("%s cites %q, which is neither a paper nor in elsewhere.list", p.name, key)
			}
			p.entries = append(p.entries, fmt.Sprintf("[%d] %s", len(p.entries)+1, known[key]))
		}
	}
	return nil
}

// entry returns the paper as others cite it.
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

// author returns the authors as one string.
func (p *paper) author() string { return strings.Join(p.authors, " and ") }

// address returns the e-mail address of an author.
func address(author string) string {
	return strings.ToLower(author[strings.LastIndexByte(author, ' ')+1:]) + "@cs.northbridge.example"
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

// flat returns a text on one line.
func flat(s string) string { return strings.Join(strings.Fields(s), " ") }
