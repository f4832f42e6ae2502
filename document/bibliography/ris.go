package bibliography

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"iter"
	"strings"

	"sluice/document/bibtex"
)

// errOutside is the error of a tag before the first TY or after an ER.
var errOutside = errors.New("a tag outside a record; a record begins with TY")

// readRIS yields the references of a bibliography in RIS.
func readRIS(from io.Reader) iter.Seq2[Record, error] {
	return func(yield func(Record, error) bool) {
		var p risParser
		reported := false // a run of lines outside a record is one error
		in := bufio.NewReader(from)
		for number := 1; ; number++ {
			line, err := nextLine(in)
			if err == io.EOF {
				break
			}
			if err != nil {
				yield(Record{}, err)
				return
			}
			tag, value, ok := risTag(line)
			switch {
			case ok && tag == "TY":
				if p.open && !yield(p.end(), nil) { // its ER is missing
					return
				}
				p = risParser{open: true, record: Record{Line: number, Type: strings.ToLower(value)}}
				reported = false
			case ok && tag == "ER":
				if p.open && !yield(p.end(), nil) {
					return
				}
				p = risParser{}
			case p.open && ok:
				p.set(tag, value)
			case p.open:
				p.add(string(bytes.TrimSpace(line)))
			case ok && !reported:
				reported = true
				if !yield(Record{}, &RecordError{Line: number, Err: errOutside}) {
					return
				}
			}
		}
		if p.open {
			yield(p.end(), nil)
		}
	}
}

// nextLine returns the next line without its end: a line feed, a carriage return, or both. What is longer than a value may be is left out.
func nextLine(in *bufio.Reader) (line []byte, err error) {
	for n := 0; ; n++ {
		c, err := in.ReadByte()
		switch {
		case err == io.EOF && n > 0:
			return line, nil
		case err != nil:
			return nil, err
		case c == '\n':
			return line, nil
		case c == '\r':
			if next, err := in.Peek(1); err == nil && next[0] == '\n' {
				in.ReadByte() // which was read ahead
			}
			return line, nil
		}
		if len(line) < 2*maxValue {
			line = append(line, c)
		}
	}
}

// risTag returns the tag and the value of a line such as "TI  - On Crawling". Programs write one or two spaces before the hyphen.
func risTag(line []byte) (tag, value string, ok bool) {
	line = bytes.TrimLeft(line, " \t")
	if len(line) < 4 || !isUpper(line[0]) || !isUpper(line[1]) && (line[1] < '0' || '9' < line[1]) {
		return "", "", false
	}
	rest := bytes.TrimLeft(line[2:], " ")
	if len(rest) == len(line)-2 || len(rest) == 0 || rest[0] != '-' {
		return "", "", false
	}
	return string(line[:2]), string(bytes.TrimSpace(rest[1:])), true
}

// isUpper reports whether c is a capital letter of ASCII.
func isUpper(c byte) bool { return 'A' <= c && c <= 'Z' }

// risParser is the reference that is being read.
type risParser struct {
	open   bool
	record Record
	last   *string         // the value that a line without a tag continues
	more   strings.Builder // those lines; end joins them with the value, once
}

// set sets the field of a tag. Tags that are not listed are skipped.
func (p *risParser) set(tag, value string) {
	p.endValue()
	r := &p.record
	if value == "" {
		return
	}
	one := map[string]*string{
		"TI": &r.Title, "T1": &r.Title, "CT": &r.Title, "AB": &r.Abstract, "N2": &r.Abstract, "JO": &r.Venue, "JF": &r.Venue, "T2": &r.Venue, "BT": &r.Venue,
		"VL": &r.Volume, "IS": &r.Number, "PB": &r.Publisher, "SN": &r.ISBN, "DO": &r.DOI, "LA": &r.Language, "ID": &r.Key, "SP": &r.Pages,
	}[tag]
	switch tag {
	case "AU", "A1":
		if len(r.Authors) < maxValues {
			if name := bibtex.ParseName(plainName(value)); name != (bibtex.Name{}) {
				r.Authors = append(r.Authors, name)
			}
		}
	case "PY", "Y1", "DA":
		if r.Year == 0 {
			r.Year = yearOf(value)
		}
	case "EP":
		if r.Pages != "" && r.Pages != value && !strings.Contains(r.Pages, "-") {
			r.Pages += "-" + value
		}
	case "KW":
		if len(r.Keywords) < maxValues {
			r.Keywords = append(r.Keywords, value)
		}
	case "AN":
		if strings.HasPrefix(strings.ToLower(value), "arxiv:") {
			r.ArXiv = value
		}
	case "UR", "L1", "L2", "L3", "L4", "LK":
		p.links(tag, value)
	default:
		if one != nil && *one == "" {
			*one = bounded(value)
			p.last = one
		}
	}
}

// links adds the URLs and files of a tag, which may have several values separated by semicolons.
func (p *risParser) links(tag, value string) {
	for part := range strings.SplitSeq(value, "; ") {
		if len(p.record.URLs)+len(p.record.Files) >= maxValues {
			return
		}
		if strings.Contains(part, "://") || tag != "UR" && tag != "LK" {
			p.record.place(part)
		}
	}
}

// add adds a line without a tag to the value before it.
func (p *risParser) add(line string) {
	if p.last != nil && line != "" && len(*p.last)+p.more.Len()+len(line) < maxValue {
		p.more.WriteByte(' ')
		p.more.WriteString(line)
	}
}

// endValue ends the value that lines without a tag continue.
func (p *risParser) endValue() {
	if p.last != nil {
		*p.last += p.more.String()
	}
	p.last = nil
	p.more.Reset()
}

// end returns the reference that was read.
func (p *risParser) end() Record {
	p.endValue()
	return p.record
}

// plainName returns a name of RIS as BibTeX writes it: without marks of LaTeX, for RIS has plain text, and with the suffix before the given
// name.
func plainName(name string) string {
	name = latexMarks.Replace(name)
	if !strings.Contains(name, ",") && len(strings.Fields(name)) > 4 { // an organization
		return "{" + name + "}"
	}
	if parts := strings.Split(name, ","); len(parts) == 3 {
		return parts[0] + "," + parts[2] + "," + parts[1]
	}
	return name
}

var latexMarks = strings.NewReplacer("{", "", "}", "", `\`, "", "$", "", "~", " ")
