package bibliography

import (
	"bytes"
	"encoding/json"
	"fmt"
	"iter"
	"strings"

	"sluice/document/bibtex"
)

// readCSL yields the items of a bibliography in CSL-JSON: an array of items, an object with an array "items", or one item.
func readCSL(data []byte) iter.Seq2[Record, error] {
	return func(yield func(Record, error) bool) {
		lines := lineCounter{data: data}
		var whole struct {
			Items []json.RawMessage `json:"items"`
		}
		if data = bytes.TrimLeft(data, " \t\r\n"); data[0] == '{' {
			if err := json.Unmarshal(data, &whole); err != nil {
				yield(Record{}, &RecordError{Line: lines.of(err), Err: err})
				return
			}
			if whole.Items == nil {
				whole.Items = []json.RawMessage{data}
			}
			for _, item := range whole.Items {
				if !yield(ofItem(item, 1)) {
					return
				}
			}
			return
		}
		in := json.NewDecoder(bytes.NewReader(lines.data))
		if _, err := in.Token(); err != nil { // the bracket
			yield(Record{}, &RecordError{Line: lines.of(err), Err: err})
			return
		}
		for in.More() {
			line := lines.next(in.InputOffset())
			var item json.RawMessage
			if err := in.Decode(&item); err != nil { // the syntax is broken: nothing after it can be read
				yield(Record{}, &RecordError{Line: line, Err: err})
				return
			}
			if !yield(ofItem(item, line)) {
				return
			}
		}
		if _, err := in.Token(); err != nil {
			yield(Record{}, &RecordError{Line: lines.next(in.InputOffset()), Err: errBroken})
		}
	}
}

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

// of returns the line of a syntax error.
func (l *lineCounter) of(err error) int {
	if e, ok := err.(*json.SyntaxError); ok {
		return l.next(e.Offset)
	}
	return 1
}

// cslItem is what is read of an item. Numbers may be texts and texts may be numbers.
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

// cslDate is a date-variable.
type cslDate struct {
	Parts   [][]any `json:"date-parts"`
	Raw     any     `json:"raw"`
	Literal any     `json:"literal"`
}

// ofItem returns the record of an item.
func ofItem(data json.RawMessage, line int) (Record, error) {
	var i cslItem
	if err := json.Unmarshal(data, &i); err != nil {
		return Record{}, &RecordError{Line: line, Key: bounded(word(i.ID)), Err: err}
	}
	r := Record{
		Line: line, Key: word(i.ID), Type: strings.ToLower(i.Type), Title: i.Title, Venue: i.Container, Volume: word(i.Volume), Number: word(i.Issue),
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
		name := bibtex.Name{Given: a.Given, Particle: strings.TrimSpace(a.Dropping + " " + a.Particle), Family: a.Family, Suffix: a.Suffix}
		if a.Family == "" {
			name = bibtex.Name{Family: strings.TrimSpace(a.Literal + " " + a.Given)}
		}
		if name.Family != "" {
			r.Authors = append(r.Authors, name)
		}
	}
	if p := i.Issued.Parts; len(p) > 0 && len(p[0]) > 0 {
		r.Year = yearOf(word(p[0][0]))
	} else {
		r.Year = yearOf(word(i.Issued.Raw), word(i.Issued.Literal))
	}
	return r, nil
}

// word returns a text or a number as text.
func word(v any) string {
	switch v := v.(type) {
	case string:
		return v
	case float64:
		return fmt.Sprintf("%.0f", v)
	}
	return ""
}
