package bibliography

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"iter"
	"strconv"
	"strings"

	"sluice/document/bibtex"
)

// OAIAnswer is an answer of a provider by OAI-PMH 2.0 to the request for a list of records.
type OAIAnswer struct {
	Records []Record
	Broken  []*RecordError // records that cannot be read, whose lines are those of the answer
	Deleted []string       // identifiers of records that the provider has deleted

	Token    string // of the next request; empty: the list is complete
	Complete int    // size of the whole list, as the provider estimates it; 0: not known
	Errors   []OAIError
}

// OAIError is an error that a provider states.
type OAIError struct {
	Code    string // such as "noRecordsMatch" or "badResumptionToken"
	Message string
}

// Error returns code and message.
func (e OAIError) Error() string {
	if e.Message == "" {
		return e.Code
	}
	return e.Code + ": " + e.Message
}

// ErrOAI is the error of an answer that is none of OAI-PMH.
var ErrOAI = errors.New("no answer of OAI-PMH")

// ParseOAI reads an answer of a provider. Its faults that occur are mended: characters that XML forbids, entities of HTML, declarations that are missing,
// and an end that is missing. The error is [ErrOAI] if the text is no such answer.
func ParseOAI(body []byte) (*OAIAnswer, error) {
	if f, ok := Detect(body[:min(len(body), maxHead)]); !ok || f != OAI {
		return nil, ErrOAI
	}
	a := &OAIAnswer{}
	x := newOAIReader(bufio.NewReader(bytes.NewReader(body)))
	for r, err := range readElements(x, a.element) {
		if bad, ok := errors.AsType[*RecordError](err); ok {
			a.Broken = append(a.Broken, bad)
			continue
		}
		if err != nil {
			return nil, err
		}
		r.clean()
		if r.isEmpty() {
			a.Broken = append(a.Broken, &RecordError{r.Line, r.Key, errEmpty})
			continue
		}
		a.Records = append(a.Records, r)
	}
	return a, nil
}

// newOAIReader returns a reader of the parts of an answer.
func newOAIReader(from *bufio.Reader) *elementReader {
	return &elementReader{from: from, line: 1, begins: "header", isRecord: func(tag string) bool {
		return tag == "record" || tag == "resumptionToken" || tag == "error"
	}}
}

// element adds a part of an answer to it. It returns the record that it is, if it is one.
func (a *OAIAnswer) element(e *element) (Record, bool) {
	switch e.name {
	case "resumptionToken":
		a.Token = strings.TrimSpace(e.text)
		if n, err := strconv.Atoi(e.attr("completeListSize")); err == nil && n > 0 {
			a.Complete = n
		}
	case "error":
		if len(a.Errors) < 20 {
			a.Errors = append(a.Errors, OAIError{bounded(e.attr("code")), bounded(e.words())})
		}
	case "record":
		header := e.child("header")
		if header.attr("status") == "deleted" {
			a.Deleted = append(a.Deleted, bounded(header.value("identifier")))
			return Record{}, false
		}
		return ofDublinCore(e), true
	}
	return Record{}, false
}

// readOAI yields the records of a stored answer of a provider, or of several one after the other. Deleted records are left out.
func readOAI(from *bufio.Reader) iter.Seq2[Record, error] {
	return func(yield func(Record, error) bool) {
		for r, err := range readElements(newOAIReader(from), func(e *element) (Record, bool) {
			var a OAIAnswer
			r, ok := a.element(e)
			return r, ok
		}) {
			if !yield(r, err) {
				return
			}
			if err == io.EOF {
				return
			}
		}
	}
}

// ofDublinCore returns the record of a work that a provider describes in Dublin Core.
func ofDublinCore(e *element) Record {
	id := e.child("header").value("identifier")
	r := Record{Key: id}
	if rest, ok := strings.CutPrefix(id, "oai:"); ok {
		id = rest
	}
	r.addID("oai", id)
	left := maxValues
	r.dublinCore(e.child("metadata"), &left, 0)
	r.recognize()
	return r
}

// dublinCore sets the fields of the elements below one.
func (r *Record) dublinCore(e *element, left *int, depth int) {
	if e == nil || depth > 6 {
		return
	}
	for _, c := range e.children {
		if *left--; *left < 0 {
			return
		}
		v := c.words()
		switch c.name {
		case "title":
			if r.Title == "" {
				r.Title = v
			}
		case "creator":
			for _, name := range splitCreators(v) {
				r.addAuthor(nameOf(name), Person{})
			}
		case "date", "issued":
			// A repository has also the dates when it got the work, which are later.
			if y := yearOf(v); y > 0 && (r.Year == 0 || y < r.Year) {
				r.Year = y
			}
		case "description", "abstract":
			if len(v) > len(r.Abstract) {
				r.Abstract = v
			}
		case "publisher":
			if r.Publisher == "" {
				r.Publisher = v
			}
		case "type":
			if r.Type == "" {
				r.Type = strings.ToLower(v)
			}
		case "language":
			if r.Language == "" {
				r.Language = v
			}
		case "subject":
			r.Keywords = append(r.Keywords, v)
		case "identifier", "relation", "source", "isPartOf", "bibliographicCitation":
			r.identify(c.name, v)
		default:
			r.dublinCore(c, left, depth+1)
		}
	}
}

// identify sets what an identifier, a relation or a source says. Only an identifier is surely of the work itself.
func (r *Record) identify(name, v string) {
	lower := strings.ToLower(v)
	const alternative = "info:eu-repo/semantics/altidentifier/"
	if strings.HasPrefix(lower, alternative) { // "…/doi/10.1000/182"
		system, id, _ := strings.Cut(v[len(alternative):], "/")
		name, v = "identifier", strings.ToLower(system)+":"+id
		if strings.EqualFold(system, "hdl") || strings.EqualFold(system, "url") {
			v = id
		}
		lower = strings.ToLower(v)
	}
	switch {
	case name == "source" || name == "isPartOf" || name == "bibliographicCitation":
		if r.Venue == "" && !strings.Contains(v, "://") && strings.ContainsAny(v, " ") {
			r.Venue = v
		}
	case name == "relation":
		if isWebURL(v) && doiOfURL(v) == "" {
			r.addURL(v)
		}
	case isWebURL(v):
		r.addURL(v)
	case strings.HasPrefix(lower, "doi:"), strings.HasPrefix(lower, "10.") && strings.Contains(v, "/"):
		if r.DOI == "" {
			r.DOI = bareDOI(v)
		}
	case strings.HasPrefix(lower, "isbn:"), strings.HasPrefix(lower, "urn:isbn:"):
		if r.ISBN == "" {
			r.ISBN = v[strings.LastIndexByte(v, ':')+1:]
		}
	case strings.HasPrefix(lower, "arxiv:"):
		if r.ArXiv == "" {
			r.ArXiv = v
		}
	}
}

// splitCreators divides creators that stand in one element, which is meant for one.
func splitCreators(v string) []string {
	if strings.Contains(v, ";") {
		return bibtex.SplitNames(v)
	}
	return []string{v}
}
