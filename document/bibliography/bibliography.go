// Package bibliography reads the records of a bibliography: BibTeX, RIS, CSL-JSON or Zotero RDF, as reference managers write them; the XML of DBLP and
// of the ACL Anthology; the answers and data sets of OpenAlex, Crossref, Semantic Scholar and DBLP in JSON; JSON with one work a line; answers of OAI-PMH
// in Dublin Core; and tables in CSV.
//
// [Read] recognizes the format by its content and yields each record as a [Record], whatever the format. A record that cannot be read costs
// only itself: Read yields a [*RecordError] with its line and continues. For any input the work is linear in its length and the result is
// bounded. Of Zotero RDF the whole bibliography is in memory, of the others a few records at a time.
//
// What a record says of files and URLs is not checked here: a path may be absolute or lead out of a folder.
package bibliography

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"iter"
	"net/url"
	"path/filepath"
	"slices"
	"strings"
	"unicode"

	"sluice/document/bibtex"
	"sluice/internal/lazyregexp"
)

// The most that is read.
const (
	MaxSize    = 64 << 20   // bytes of one bibliography that is in memory as a whole, or of one value in JSON
	MaxRecords = 200_000    // of one bibliography that is in memory as a whole
	maxRecords = 10_000_000 // of any other
	maxValues  = 2000       // authors, keywords, URLs or files of a record, each
	maxValue   = 64 << 10   // bytes of one value
)

// The errors that end a reading.
var (
	ErrFormat   = errors.New("no bibliography: neither BibTeX, RIS, JSON, CSV, Zotero RDF nor XML of DBLP, the ACL Anthology or OAI-PMH")
	ErrTooLarge = fmt.Errorf("larger than %d MB", MaxSize>>20)
	ErrTooMany  = errors.New("more than")
)

// A RecordError is the error of one record, or of a line outside all records. The others can be read.
type RecordError struct {
	Line int    // where the record begins, from 1
	Key  string // of the record; empty if it has none
	Err  error
}

// Error returns the line and the cause.
func (e *RecordError) Error() string {
	if e.Key != "" {
		return fmt.Sprintf("line %d: record %s: %v", e.Line, e.Key, e.Err)
	}
	return fmt.Sprintf("line %d: %v", e.Line, e.Err)
}

// Unwrap returns the cause.
func (e *RecordError) Unwrap() error { return e.Err }

// A Record is what a bibliography says of one work. Texts are plain Unicode; fields that it does not have are empty.
type Record struct {
	Line int    // where the record begins in the bibliography, from 1
	Key  string // as written
	Type string // in the format's own word, in lower case: "article", "jour", "article-journal", "journalarticle"

	Title     string
	Authors   []bibtex.Name
	Year      int
	Venue     string // journal, proceedings, or the institution of a thesis or report
	Volume    string
	Number    string
	Pages     string
	Publisher string
	Abstract  string
	Language  string
	Keywords  []string
	DOI       string // without "https://doi.org/"
	ArXiv     string // without "arXiv:"
	ISBN      string

	URLs  []string // http and https, each once; those of doi.org are in DOI
	Files []string // paths as written, in the notation of this system

	IDs    []string // in other systems: "dblp:conf/icml/Roe88", "openalex:W2741809807", "acl:P18-1001", "oai:example.org:7"
	People []Person // what is known of each of Authors, in their order; nil if the bibliography has no more than names
}

// A Person is what a bibliography says of an author besides the name.
type Person struct {
	ORCID        string   // in four groups: "0000-0002-1825-0097"
	IDs          []string // in other systems: "dblp:65/9612", "openalex:A5023888391", "s2:1741101"
	Affiliations []string
	URLs         []string // home pages, http and https
}

// Format is the format of a bibliography.
type Format string

// The formats.
const (
	BibTeX    Format = "bibtex"
	RIS       Format = "ris"
	JSON      Format = "json" // CSL-JSON, and what scholarly services answer
	Zotero    Format = "zotero-rdf"
	DBLP      Format = "dblp-xml"
	Anthology Format = "acl-anthology-xml"
	OAI       Format = "oai-pmh" // records in Dublin Core
	CSV       Format = "csv"     // its first line names the columns
)

// IsName reports whether the name of a file is that of a bibliography: it ends with .bib, .bibtex, .ris or .rdf. CSL-JSON has no ending of its
// own.
func IsName(name string) bool {
	switch strings.ToLower(filepath.Ext(name)) {
	case ".bib", ".bibtex", ".ris", ".rdf":
		return true
	}
	return false
}

var (
	risStart = lazyregexp.New(`(?m)^\s*TY {1,3}- ?`)
	bibStart = lazyregexp.New(`(?m)@\s*[A-Za-z]+\s*[{(]`)
)

// Detect returns the format of a bibliography that begins with head; false if it is none of them.
func Detect(head []byte) (Format, bool) {
	head = bytes.TrimLeft(bytes.TrimPrefix(head, []byte("\ufeff")), " \t\r\n")
	switch {
	case len(head) > 0 && (head[0] == '[' || head[0] == '{'):
		return JSON, true
	case isZotero(head):
		return Zotero, true
	case len(head) > 0 && head[0] == '<' && formatOfXML(head) != "":
		return formatOfXML(head), true
	case risStart.Match(head) && !before(bibStart, risStart, head):
		return RIS, true
	case bibStart.Match(head):
		return BibTeX, true
	}
	line, _, _ := bytes.Cut(head, []byte("\n"))
	if _, _, ok := columnsOf(string(line[:min(len(line), maxLine)])); ok {
		return CSV, true
	}
	return "", false
}

// maxLine is the most bytes of a line that names columns.
const maxLine = 8 << 10

// before reports whether the first match of a is before that of b.
func before(a, b *lazyregexp.Regexp, text []byte) bool {
	i, j := a.FindIndex(text), b.FindIndex(text)
	return i != nil && (j == nil || i[0] < j[0])
}

// xmlRoots match the first element of each format in XML.
var xmlRoots = []struct {
	format Format
	root   *lazyregexp.Regexp
}{
	{OAI, lazyregexp.New(`<(?:\w+:)?OAI-PMH[\s>]`)},
	{DBLP, lazyregexp.New(`<dblp(?:person)?[\s>]`)},
	{Anthology, lazyregexp.New(`<collection\s[^>]*\bid=[^>]*>\s*<volume\s`)},
}

// formatOfXML returns the format of a text that begins with a tag, "" if it is none of them.
func formatOfXML(head []byte) Format {
	for _, x := range xmlRoots {
		if x.root.Match(head) {
			return x.format
		}
	}
	return ""
}

// Read yields the records of a bibliography in their order. A [*RecordError] concerns one record, and the reading continues; any other error
// ends it.
func Read(from io.Reader) iter.Seq2[Record, error] {
	return func(yield func(Record, error) bool) {
		in := bufio.NewReaderSize(inUTF8(bufio.NewReader(from)), maxHead)
		head, err := in.Peek(maxHead)
		if err != nil && err != io.EOF {
			yield(Record{}, err)
			return
		}
		format, ok := Detect(head)
		if !ok {
			yield(Record{}, ErrFormat)
			return
		}
		n, most := 0, maxRecords
		if format == Zotero {
			most = MaxRecords
		}
		for r, err := range recordsIn(in, format) {
			if err == nil {
				if n++; n > most {
					yield(Record{}, fmt.Errorf("%w %d records", ErrTooMany, most))
					return
				}
				r.clean()
				if r.isEmpty() {
					r, err = Record{}, &RecordError{r.Line, r.Key, errEmpty}
				}
			}
			if !yield(r, err) {
				return
			}
		}
	}
}

// recordsIn yields the records of a bibliography in a format.
func recordsIn(in *bufio.Reader, format Format) iter.Seq2[Record, error] {
	switch format {
	case JSON:
		return readJSON(in)
	case DBLP:
		return readDBLP(in)
	case Anthology:
		return readAnthology(in)
	case OAI:
		return readOAI(in)
	case CSV:
		return readTable(bufio.NewReader(plainText(in)))
	case BibTeX:
		return readBibTeX(plainText(in))
	case RIS:
		return readRIS(plainText(in))
	}
	return func(yield func(Record, error) bool) {
		data, err := io.ReadAll(io.LimitReader(in, MaxSize+1))
		if err == nil && len(data) > MaxSize {
			err = ErrTooLarge
		}
		if err != nil {
			yield(Record{}, err)
			return
		}
		data = bytes.ToValidUTF8(bytes.TrimPrefix(data, []byte("\ufeff")), []byte("\ufffd"))
		for r, err := range readZotero(data) {
			if !yield(r, err) {
				return
			}
		}
	}
}

var (
	errEmpty  = errors.New("it names no work: title, people, identifier, URL and file are missing")
	errBroken = errors.New("its end is missing")
)

// isEmpty reports whether a record names no work at all.
func (r *Record) isEmpty() bool {
	return r.Title == "" && r.DOI == "" && r.ArXiv == "" && r.ISBN == "" && len(r.Authors)+len(r.URLs)+len(r.Files) == 0
}

// clean bounds the values, moves a DOI from the URLs to its field and removes what is there twice.
func (r *Record) clean() {
	for _, s := range []*string{&r.Key, &r.Title, &r.Venue, &r.Volume, &r.Number, &r.Pages, &r.Publisher, &r.Abstract, &r.Language, &r.DOI, &r.ArXiv, &r.ISBN} {
		*s = bounded(strings.Join(strings.FieldsFunc(*s, isBlank), " "))
	}
	r.DOI = bareDOI(r.DOI)
	r.ArXiv = strings.TrimSpace(trimPrefixFold(r.ArXiv, "arxiv:"))
	var urls []string
	for _, u := range r.URLs {
		u = strings.TrimSpace(u)
		if doi := doiOfURL(u); doi != "" {
			if r.DOI == "" {
				r.DOI = doi
			}
		} else if isWebURL(u) {
			urls = append(urls, u)
		}
	}
	r.URLs, r.Files, r.Keywords, r.IDs = distinct(urls), distinct(r.Files), distinct(r.Keywords), distinct(r.IDs)
	r.Authors = r.Authors[:min(len(r.Authors), maxValues)]
	r.dropOthers()
	r.cleanPeople()
}

// isBlank reports whether c separates words: white space, and control characters that a program has left.
func isBlank(c rune) bool { return unicode.IsSpace(c) || unicode.IsControl(c) }

// cleanPeople makes People as long as Authors and bounds its values, or removes it if it says nothing.
func (r *Record) cleanPeople() {
	known := false
	for i := range r.People {
		p := &r.People[i]
		p.ORCID = orcid.FindString(p.ORCID)
		p.IDs, p.Affiliations = distinct(p.IDs), distinct(p.Affiliations)
		p.URLs = distinct(slices.DeleteFunc(p.URLs, func(u string) bool { return !isWebURL(u) }))
		known = known || i < len(r.Authors) && (p.ORCID != "" || len(p.IDs)+len(p.Affiliations)+len(p.URLs) > 0)
	}
	if !known {
		r.People = nil
		return
	}
	r.People = slices.Grow(r.People, max(0, len(r.Authors)-len(r.People)))[:len(r.Authors)]
}

var orcid = lazyregexp.New(`\d{4}-\d{4}-\d{4}-\d{3}[\dX]`)

// bounded cuts a value to its limit.
func bounded(s string) string { return strings.ToValidUTF8(s[:min(len(s), maxValue)], "") }

// distinct returns the values that are not empty, each once, as many as are allowed.
func distinct(values []string) (out []string) {
	seen := map[string]bool{}
	for _, v := range values {
		if v = strings.TrimSpace(bounded(v)); v != "" && !seen[v] && len(out) < maxValues {
			seen[v] = true
			out = append(out, v)
		}
	}
	return out
}

// isWebURL reports whether s is an http or https URL.
func isWebURL(s string) bool {
	u, err := url.Parse(s)
	return err == nil && u.Host != "" && (u.Scheme == "http" || u.Scheme == "https")
}

// doiOfURL returns the DOI that a URL of the DOI system resolves; "" for any other URL.
func doiOfURL(s string) string {
	u, err := url.Parse(s)
	if err != nil || !slices.Contains([]string{"doi.org", "dx.doi.org", "www.doi.org"}, strings.ToLower(u.Hostname())) {
		return ""
	}
	return strings.TrimPrefix(u.Path, "/")
}

// bareDOI returns a DOI without what people write before it.
func bareDOI(s string) string {
	if doi := doiOfURL(s); doi != "" {
		return doi
	}
	return strings.TrimSpace(trimPrefixFold(s, "doi:"))
}

// trimPrefixFold is strings.TrimPrefix whatever the case of the letters; prefix is ASCII.
func trimPrefixFold(s, prefix string) string {
	if len(s) >= len(prefix) && strings.EqualFold(s[:len(prefix)], prefix) {
		return s[len(prefix):]
	}
	return s
}

// yearMark matches a year, also that of one work of several: "2001a".
var yearMark = lazyregexp.New(`\b((?:1[4-9]|2[01])\d\d)[a-z]?\b`)

// yearOf returns the first year in a date, 0 if there is none.
func yearOf(dates ...string) (year int) {
	for _, d := range dates {
		if y := yearMark.FindStringSubmatch(d[:min(len(d), 100)]); y != nil {
			fmt.Sscan(y[1], &year)
			return year
		}
	}
	return 0
}

// place sorts a value that may be a URL or a path into the record.
func (r *Record) place(value string) {
	value = strings.TrimSpace(value)
	scheme, rest, hasScheme := strings.Cut(value, "://")
	switch {
	case value == "":
	case !hasScheme:
		r.Files = append(r.Files, filepath.FromSlash(value))
	case strings.EqualFold(scheme, "http"), strings.EqualFold(scheme, "https"):
		r.URLs = append(r.URLs, value)
	case strings.EqualFold(scheme, "file"):
		if u, err := url.Parse(value); err == nil && u.Path != "" {
			r.Files = append(r.Files, filepath.FromSlash(u.Path))
		} else {
			r.Files = append(r.Files, filepath.FromSlash(rest))
		}
	}
}
