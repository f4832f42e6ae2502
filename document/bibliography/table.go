package bibliography

import (
	"bufio"
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"
	"strings"
	"unicode"
)

// The most that is read of one row.
const (
	maxRow      = 1 << 20 // bytes
	maxRowLines = 200     // of a row whose values have line breaks
)

// columnNames are the headings of columns, in small letters without spaces and signs, by what the column has.
var columnNames = map[string][]string{
	"title":     {"title", "papertitle", "articletitle", "documenttitle", "worktitle", "titel", "titre", "titulo", "name", "displayname", "primarytitle"},
	"authors":   {"authors", "author", "authornames", "authorfullnames", "creators", "creator", "autoren", "autor", "auteurs", "au"},
	"year":      {"year", "publicationyear", "pubyear", "date", "publicationdate", "issued", "jahr", "annee", "py"},
	"venue":     {"venue", "journal", "journaltitle", "conference", "booktitle", "publicationtitle", "sourcetitle", "source", "container", "containertitle", "venuename", "proceedings", "zeitschrift"},
	"doi":       {"doi", "di"},
	"arxiv":     {"arxiv", "arxivid", "eprint"},
	"url":       {"url", "link", "links", "urls", "landingpage", "landingpageurl", "fulltexturl"},
	"pdf":       {"pdf", "pdfurl", "pdflink", "fulltext", "file", "fileattachments"},
	"key":       {"key", "id", "citekey", "citationkey", "paperid", "recordid", "bibkey"},
	"type":      {"type", "itemtype", "documenttype", "publicationtype"},
	"volume":    {"volume", "vol"},
	"number":    {"number", "issue", "no"},
	"pages":     {"pages", "page", "pagerange"},
	"publisher": {"publisher", "verlag"},
	"abstract":  {"abstract", "abstractnote", "summary", "description"},
	"keywords":  {"keywords", "authorkeywords", "tags", "manualtags"},
	"isbn":      {"isbn"},
	"language":  {"language", "lang"},
}

// columnsOf returns the columns of the fields that a table's first line names, and its delimiter. It is no bibliography without a title and another field.
func columnsOf(line string) (columns map[string]int, delimiter rune, ok bool) {
	line = strings.TrimRight(line, "\r\n")
	for _, delimiter := range []rune{',', ';', '\t', '|'} {
		in := csv.NewReader(strings.NewReader(line))
		in.Comma, in.LazyQuotes = delimiter, true
		names, err := in.Read()
		if err != nil || len(names) < 2 {
			continue
		}
		found := map[string]int{}
		for i, name := range names {
			plain := strings.Map(func(r rune) rune {
				if unicode.IsLetter(r) {
					return unicode.ToLower(r)
				}
				return -1
			}, name)
			for field, headings := range columnNames {
				// The heading that stands first in the list is the best, as "title" before "name".
				rank := slices.Index(headings, plain)
				if at, known := found[field]; rank >= 0 && (!known || rank < slices.Index(headings, headingOf(names[at]))) {
					found[field] = i
				}
			}
		}
		_, hasTitle := found["title"]
		if hasTitle && len(found) > len(columns) && len(found) > 1 {
			columns, ok = found, true
			return found, delimiter, true
		}
	}
	return columns, delimiter, ok
}

// headingOf returns a heading in small letters, without spaces and signs.
func headingOf(name string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, name)
}

// readTable yields the rows of a table in CSV, whose first line names the columns.
func readTable(from *bufio.Reader) iter.Seq2[Record, error] {
	return func(yield func(Record, error) bool) {
		rows := rowReader{from: from}
		head, _, err := rows.next()
		if err != nil {
			yield(Record{}, err)
			return
		}
		columns, delimiter, ok := columnsOf(string(head))
		if !ok {
			yield(Record{}, ErrFormat)
			return
		}
		for {
			row, line, err := rows.next()
			if err == io.EOF {
				return
			}
			var r Record
			if err == nil {
				if len(bytes.TrimSpace(row)) == 0 {
					continue
				}
				r, err = ofRow(row, columns, delimiter)
				r.Line = line
				if err != nil {
					err = &RecordError{Line: line, Err: err}
				}
			}
			_, isRecord := errors.AsType[*RecordError](err)
			if !yield(r, err) || err != nil && !isRecord {
				return
			}
		}
	}
}

// ofRow returns the record of a row.
func ofRow(row []byte, columns map[string]int, delimiter rune) (Record, error) {
	in := csv.NewReader(bytes.NewReader(bytes.ToValidUTF8(row, []byte("\ufffd"))))
	in.Comma, in.LazyQuotes, in.FieldsPerRecord = delimiter, true, -1
	values, err := in.Read()
	if err != nil {
		if parse, ok := errors.AsType[*csv.ParseError](err); ok {
			err = parse.Err
		}
		return Record{}, err
	}
	get := func(field string) string {
		if i, ok := columns[field]; ok && i < len(values) {
			return strings.TrimSpace(values[i])
		}
		return ""
	}
	if last := columns["title"]; last >= len(values) {
		return Record{}, fmt.Errorf("%d values, and the title is number %d", len(values), last+1)
	}
	r := Record{
		Key: get("key"), Type: strings.ToLower(get("type")), Title: plain(get("title")), Year: yearOf(get("year")), Venue: plain(get("venue")), Volume: get("volume"),
		Number: get("number"), Pages: get("pages"), Publisher: get("publisher"), Abstract: plain(get("abstract")), Language: get("language"),
		DOI: get("doi"), ArXiv: get("arxiv"), ISBN: get("isbn"), Keywords: strings.FieldsFunc(get("keywords"), isSeparator),
	}
	for _, name := range splitNames(get("authors")) {
		r.addAuthor(nameOf(name), Person{})
	}
	for _, field := range []string{"pdf", "url"} {
		for v := range strings.FieldsFuncSeq(get(field), func(c rune) bool { return c == ' ' || c == ';' || c == '|' }) {
			if strings.Contains(v, "://") {
				r.addURL(v)
			}
		}
	}
	r.recognize()
	return r, nil
}

// rowReader reads the rows of a table one by one. A row may have several lines, if its quotation marks say so.
type rowReader struct {
	from  *bufio.Reader
	line  int      // that was read last
	ahead [][]byte // lines that were read already
}

// next returns the next row and its line. The error is a [*RecordError] if a quotation mark is not closed; the rows after that line follow.
func (t *rowReader) next() (row []byte, line int, err error) {
	row, err = t.nextLine()
	if err != nil {
		return nil, t.line, err
	}
	line = t.line
	if bytes.Count(row, []byte(`"`))%2 == 0 {
		return row, line, nil
	}
	lines := [][]byte{}
	for len(lines) < maxRowLines && len(row) < maxRow {
		more, err := t.nextLine()
		if err != nil && err != io.EOF {
			return nil, line, err
		}
		if err == io.EOF {
			break
		}
		lines, row = append(lines, more), append(row, more...)
		if bytes.Count(more, []byte(`"`))%2 == 1 {
			return row, line, nil
		}
	}
	t.ahead = append(lines, t.ahead...)
	t.line = line
	return nil, line, &RecordError{Line: line, Err: errors.New("a quotation mark is not closed")}
}

// nextLine returns the next line with its end.
func (t *rowReader) nextLine() (line []byte, err error) {
	if len(t.ahead) > 0 {
		line, t.ahead = t.ahead[0], t.ahead[1:]
		t.line++
		return line, nil
	}
	for {
		part, err := t.from.ReadSlice('\n')
		if len(line) < maxRow { // the rest of a longer line is skipped
			line = append(line, part...)
		}
		switch {
		case err == bufio.ErrBufferFull:
		case err == io.EOF && len(line) > 0, err == nil:
			t.line++
			return line, nil
		default:
			return nil, err
		}
	}
}
