package bibliography

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"iter"
	"strconv"
	"strings"

	"sluice/document/bibtex"
)

// readJSON yields the works of JSON: of an array, of values one after the other, one a line for instance, and of the answers of scholarly services.
// Only one value of the outermost level is in memory. After a broken value the reading goes on with the next line that begins one.
func readJSON(from *bufio.Reader) iter.Seq2[Record, error] {
	return func(yield func(Record, error) bool) {
		values := valueReader{from: from, line: 1}
		for {
			value, line, err := values.next()
			if err == io.EOF {
				return
			}
			if bad, ok := errors.AsType[*RecordError](err); ok {
				if !yield(Record{}, bad) {
					return
				}
				continue
			}
			if err != nil {
				yield(Record{}, err)
				return
			}
			lines := lineCounter{data: value}
			for item, at := range itemsOf(value) {
				if !yield(ofItem(item, line+lines.next(int64(at))-1)) {
					return
				}
			}
		}
	}
}

// valueReader reads the values of JSON one by one.
type valueReader struct {
	from    *bufio.Reader
	line    int // of the next byte, from 1
	isArray bool
	begun   bool
}

var errComplex = errors.New("a value that is no object")

// next returns the next object, and the line where it begins.
func (v *valueReader) next() (value []byte, line int, err error) {
	for {
		c, err := v.from.ReadByte()
		if err == io.EOF && v.isArray {
			v.isArray = false
			return nil, 0, &RecordError{Line: v.line, Err: errBroken}
		}
		if err != nil {
			return nil, 0, err
		}
		isFirst := !v.begun
		switch c {
		case '\n':
			v.line++
		case ' ', '\t', '\r', ',', 0xef, 0xbb, 0xbf: // the last three are a byte order mark
		case '[':
			v.begun = true
			if !isFirst {
				return nil, 0, v.skipLine(errComplex)
			}
			v.isArray = true
		case ']':
			v.isArray = false
		case '{':
			v.begun = true
			return v.object()
		default:
			v.begun = true
			return nil, 0, v.skipLine(errComplex)
		}
	}
}

// skipLine reads to the end of a line, and returns the error of it.
func (v *valueReader) skipLine(why error) error {
	bad := &RecordError{Line: v.line, Err: why}
	for {
		_, err := v.from.ReadSlice('\n')
		switch err {
		case nil:
			v.line++
			return bad
		case bufio.ErrBufferFull:
		default:
			return bad // the next reading returns the end, or the fault
		}
	}
}

// object reads the rest of an object, whose brace was read.
func (v *valueReader) object() (value []byte, line int, err error) {
	line = v.line
	value = append(value, '{')
	depth, inString, last := 1, false, byte('{')
	for depth > 0 {
		c, err := v.from.ReadByte()
		if err == io.EOF {
			return nil, line, v.broken(value, line)
		}
		if err != nil {
			return nil, line, err
		}
		if len(value) >= MaxSize {
			return nil, line, ErrTooLarge
		}
		value = append(value, c)
		switch {
		case c == '\n':
			v.line++
			if inString || v.beginsAnother(last, depth) {
				return nil, line, v.broken(value, line)
			}
		case inString && c == '\\':
			if c, err := v.from.ReadByte(); err == nil {
				value = append(value, c)
				if c == '\n' {
					v.line++
				}
			}
		case c == '"':
			inString = !inString
		case inString:
		case c == '{', c == '[':
			depth++
		case c == '}', c == ']':
			depth--
		}
		if c > ' ' {
			last = c
		}
	}
	if !json.Valid(value) {
		return nil, line, v.broken(value, line)
	}
	return value, line, nil
}

// beginsAnother reports whether the next line begins another object, although this one is open: its line was cut. Within an object, no object follows a comma.
func (v *valueReader) beginsAnother(last byte, depth int) bool {
	next, err := v.from.Peek(1)
	return err == nil && next[0] == '{' && (strings.IndexByte("[{:,", last) < 0 || depth == 1 && last != ':')
}

// broken returns the error of a value that does not end.
func (v *valueReader) broken(value []byte, line int) error {
	v.isArray = false
	err := json.Unmarshal(value, new(any))
	if err == nil || strings.HasPrefix(err.Error(), "unexpected end") {
		err = errBroken
	}
	return &RecordError{Line: line, Err: err}
}

// itemsOf yields the works in a value, each with its offset: those of the answer of a scholarly service or of a list, or the value itself.
func itemsOf(value []byte) iter.Seq2[json.RawMessage, int] {
	return func(yield func(json.RawMessage, int) bool) {
		items := listIn(value, 0)
		if items == nil {
			yield(value, 0)
			return
		}
		at := 0
		for _, item := range items {
			if i := bytes.Index(value[at:], item); i >= 0 {
				at += i
			}
			if !yield(item, at) {
				return
			}
			at += len(item)
		}
	}
}

// listIn returns the list of works in a value: "items" of CSL-JSON, "results" of OpenAlex, "data" of Semantic Scholar, "message" of Crossref, which is a list
// or a work, "result.hits.hit" of DBLP. It is nil if there is none.
func listIn(value []byte, depth int) []json.RawMessage {
	var fields map[string]json.RawMessage
	if depth > 3 || json.Unmarshal(value, &fields) != nil {
		return nil
	}
	if fields["message-type"] != nil && fields["message"] != nil && !bytes.HasPrefix(bytes.TrimSpace(fields["message"]), []byte("[")) {
		if list := listIn(fields["message"], depth+1); list != nil {
			return list
		}
		return []json.RawMessage{fields["message"]}
	}
	if fields["title"] != nil || fields["DOI"] != nil {
		return nil
	}
	for _, name := range []string{"items", "results", "data", "hit"} {
		var list []json.RawMessage
		if fields[name] != nil && json.Unmarshal(fields[name], &list) == nil {
			if list == nil {
				list = []json.RawMessage{}
			}
			return list
		}
	}
	for _, name := range []string{"result", "hits"} {
		if fields[name] != nil {
			if list := listIn(fields[name], depth+1); list != nil {
				return list
			}
			if name == "hits" { // without a hit
				return []json.RawMessage{}
			}
		}
	}
	return nil
}

// ofItem returns the record of a work in JSON, whatever service describes it.
func ofItem(data json.RawMessage, line int) (Record, error) {
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(data, &fields); err != nil {
		return Record{}, &RecordError{Line: line, Err: err}
	}
	read := ofCSL
	switch has := func(name string) bool { return fields[name] != nil }; {
	case has("info"):
		data, read = fields["info"], ofDBLP
	case has("paperId"), has("externalIds"), has("corpusid"), has("externalids"):
		read = ofSemanticScholar
	case has("authorships"), has("open_access"), has("primary_location"), bytes.HasPrefix(fields["id"], []byte(`"https://openalex.org/W`)):
		read = ofOpenAlex
	case isList(fields["title"]), isList(fields["container-title"]), has("is-referenced-by-count"):
		read = ofCrossref
	case has("authors"), has("pdf_url"), has("venue_name"), has("year") && !has("issued"), bytes.HasPrefix(fields["author"], []byte(`"`)):
		read = ofPlain
	}
	r, err := read(data)
	if err != nil {
		return Record{}, &RecordError{Line: line, Key: bounded(r.Key), Err: err}
	}
	r.Line = line
	return r, nil
}

// isList reports whether a value is an array.
func isList(value json.RawMessage) bool { return len(value) > 0 && value[0] == '[' }

// lineCounter returns the lines of offsets that only grow, in one pass over the data.
type lineCounter struct {
	data []byte
	at   int
	line int // line breaks before at
}

// next returns the line of the first byte at or after an offset that is neither white space nor a comma, from 1.
func (l *lineCounter) next(offset int64) int {
	end := min(int(offset), len(l.data))
	for end < len(l.data) && bytes.IndexByte([]byte(" \t\r\n,"), l.data[end]) >= 0 {
		end++
	}
	if end > l.at {
		l.line += bytes.Count(l.data[l.at:end], []byte("\n"))
		l.at = end
	}
	return l.line + 1
}

// cslItem is what is read of an item of CSL-JSON. Numbers may be texts and texts may be numbers.
type cslItem struct {
	ID        any       `json:"id"`
	Key       any       `json:"citation-key"`
	Type      string    `json:"type"`
	Title     string    `json:"title"`
	Author    []cslName `json:"author"`
	Issued    cslDate   `json:"issued"`
	Container string    `json:"container-title"`
	Event     string    `json:"event-title"`
	Volume    any       `json:"volume"`
	Issue     any       `json:"issue"`
	Number    any       `json:"number"`
	Page      any       `json:"page"`
	Publisher string    `json:"publisher"`
	Abstract  string    `json:"abstract"`
	Language  string    `json:"language"`
	Keyword   string    `json:"keyword"`
	DOI       string    `json:"DOI"`
	ISBN      string    `json:"ISBN"`
	URL       string    `json:"URL"`
	Archive   string    `json:"archive"`
	Location  string    `json:"archive_location"`
}

// cslName is a name-variable.
type cslName struct {
	Family   string `json:"family"`
	Given    string `json:"given"`
	Particle string `json:"non-dropping-particle"`
	Dropping string `json:"dropping-particle"`
	Suffix   string `json:"suffix"`
	Literal  string `json:"literal"`
}

// name returns the name as a BibTeX name.
func (a *cslName) name() bibtex.Name {
	if a.Family == "" {
		return bibtex.Name{Family: strings.TrimSpace(a.Literal + " " + a.Given)}
	}
	return bibtex.Name{Given: a.Given, Particle: strings.TrimSpace(a.Dropping + " " + a.Particle), Family: a.Family, Suffix: a.Suffix}
}

// cslDate is a date-variable.
type cslDate struct {
	Parts   [][]any `json:"date-parts"`
	Raw     any     `json:"raw"`
	Literal any     `json:"literal"`
}

// year returns the year of a date, 0 if it has none.
func (d *cslDate) year() int {
	if len(d.Parts) > 0 && len(d.Parts[0]) > 0 {
		return yearOf(word(d.Parts[0][0]))
	}
	return yearOf(word(d.Raw), word(d.Literal))
}

// ofCSL returns the record of an item of CSL-JSON.
func ofCSL(data json.RawMessage) (Record, error) {
	var i cslItem
	if err := json.Unmarshal(data, &i); err != nil {
		return Record{Key: word(i.ID)}, err
	}
	r := Record{
		Key: word(i.ID), Type: strings.ToLower(i.Type), Title: i.Title, Venue: i.Container, Volume: word(i.Volume), Number: word(i.Issue), Year: i.Issued.year(),
		Pages: word(i.Page), Publisher: i.Publisher, Abstract: i.Abstract, Language: i.Language, Keywords: strings.FieldsFunc(i.Keyword, isSeparator),
		DOI: i.DOI, ISBN: i.ISBN, URLs: []string{i.URL},
	}
	if key := word(i.Key); key != "" {
		r.Key = key
	}
	if r.Number == "" {
		r.Number = word(i.Number)
	}
	if r.Venue == "" {
		r.Venue = i.Event
	}
	if r.Venue == "" && (r.Type == "thesis" || r.Type == "report") {
		r.Venue = i.Publisher
	}
	if strings.EqualFold(i.Archive, "arxiv") {
		r.ArXiv = i.Location
	}
	for _, a := range i.Author[:min(len(i.Author), maxValues)] {
		if name := a.name(); name.Family != "" {
			r.Authors = append(r.Authors, name)
		}
	}
	return r, nil
}

// word returns a text or a number as text.
func word(v any) string {
	switch v := v.(type) {
	case string:
		return v
	case float64:
		return strconv.FormatFloat(v, 'f', 0, 64)
	}
	return ""
}

// texts are the values of a field that may be one value or a list, each a text, a number, or an object with a text.
type texts []string

// UnmarshalJSON implements [json.Unmarshaler]. What is no text is left out.
func (t *texts) UnmarshalJSON(data []byte) error {
	var v any
	if err := json.Unmarshal(data, &v); err != nil {
		return err
	}
	*t = textsIn(v, nil, 0)
	return nil
}

// textsIn appends the texts in a value.
func textsIn(v any, all []string, depth int) []string {
	switch v := v.(type) {
	case []any:
		for _, one := range v {
			if depth < 2 && len(all) < maxValues {
				all = textsIn(one, all, depth+1)
			}
		}
	case map[string]any:
		return textsIn(v["text"], all, depth+1)
	default:
		if s := word(v); s != "" {
			all = append(all, s)
		}
	}
	return all
}

// first returns the first text, "" without any.
func (t texts) first() string {
	if len(t) == 0 {
		return ""
	}
	return t[0]
}
