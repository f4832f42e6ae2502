// Package answer reads the answers of search engines: the pages that an engine found, and those that it was paid to show.
//
// A [Description] says where results stand in the answers of one engine, by JSON paths or by CSS selectors. [New] checks it and makes a
// [Reader], and [Reader.Read] reads one answer. [Layouts] are descriptions of result pages that people save from browsers, and [Recognize]
// finds the one that fits a page.
//
// # Two passes
//
// A result page in HTML is read twice, as Zhou, "CNDROBOT: a robot for the CINDI digital library system" (Concordia University, 2005,
// section 3.3.3.1), reads those of AltaVista. The first pass collects all links. The second keeps those that the engine itself marks as
// organic results: by the element in which they stand ([Description].Results), or by a second link that the engine gives to organic
// results alone, such as "More pages from HOST" ([Description].Confirm). What the engine marks as sponsored is never kept.
//
// Nothing here does I/O. Every answer is bounded in bytes, depth, links and results, and none makes a function panic.
package answer

import (
	"errors"
	"fmt"
	"strings"

	"sluice/weburl"
)

// The limits of an answer. Real ones are far below: 0.6 MB, and 100 results.
const (
	MaxBytes   = 4 << 20
	MaxResults = 1000
	maxLinks   = 20_000
	maxTitle   = 500 // bytes
)

// Format is the form of an engine's answers.
type Format string

// The formats.
const (
	JSON Format = "json"
	HTML Format = "html"
)

// Description says where results stand in the answers of an engine.
//
// In JSON, Results is the path of the list from the root, such as "web.results"; Link, Title and Sponsored are paths from an entry of it. A path
// is names joined by dots; a number is the place in a list, from 0. Next is a path from the root: false, 0, null, an empty text or
// nothing at all ends the search, a text is the next page's URL or cursor.
//
// In HTML they are CSS selectors. Results selects organic results: links, or elements of which the first link counts, or the first that Link
// selects. Confirm selects links of the engine by which it confirms the host of an organic result; one of both is needed. Sponsored
// selects what was paid for, Title the title of a result within its element, and Next the link or form of the next page.
type Description struct {
	Format    Format
	Results   string
	Link      string
	Title     string
	Sponsored string
	Confirm   string
	Next      string
	Failed    string // of the answers of a metasearch in JSON: path of the list of engines that did not respond
}

// Result is a page that an engine found.
type Result struct {
	URL   string `json:"url"` // absolute, canonical, without the engine's redirect
	Title string `json:"title,omitempty"`
}

// Page is what an answer says.
type Page struct {
	Results   []Result // organic, in the engine's order, each URL once
	Sponsored []string // URLs of what was paid for, as they stand there
	Collected int      // links that the first pass collected; in JSON the entries
	Next      string   // URL or cursor of the next page; empty if the answer has none
	More      bool     // the answer says that there is a next page
	Failed    []string // engines of a metasearch that did not respond
	NoList    bool     // in JSON: nothing is at the place of the results, as if there were none
}

// ErrHTML is the error of an answer in HTML where JSON was expected.
var ErrHTML = errors.New("HTML where JSON was expected")

// ErrJSON is the error of an answer that is no JSON.
var ErrJSON = errors.New("malformed JSON")

// ErrLayout is the error of an answer in which the list of results is not where the description says.
var ErrLayout = errors.New("no list of results where the description says")

// ErrTooLarge is the error of an answer of more than [MaxBytes].
var ErrTooLarge = fmt.Errorf("answer larger than %d MB", MaxBytes>>20)

// Reader reads the answers of one engine. It may be used by several goroutines.
type Reader struct {
	format Format
	json   *jsonReader
	html   *htmlReader
}

// New returns the reader for a description. The error names every part that is wrong.
func New(d Description) (r *Reader, err error) {
	r = &Reader{format: d.Format}
	switch d.Format {
	case JSON:
		r.json, err = newJSON(d)
	case HTML:
		r.html, err = newHTML(d)
	default:
		err = fmt.Errorf("format: %q; must be json or html", d.Format)
	}
	if err != nil {
		return nil, err
	}
	return r, nil
}

// Read reads an answer that was got from a URL. The content type, which may be empty, can name the charset of HTML.
func (r *Reader) Read(body []byte, contentType string, from weburl.URL) (*Page, error) {
	if len(body) > MaxBytes {
		return nil, ErrTooLarge
	}
	if r.format == JSON {
		return r.json.read(body)
	}
	return r.html.read(body, contentType, from)
}

// add adds a result, unless its URL is there or the list is full. Seen has the keys of those that are there.
func (p *Page) add(u weburl.URL, title string, seen map[weburl.Key]bool) {
	if seen[u.Key()] || len(p.Results) >= MaxResults {
		return
	}
	seen[u.Key()] = true
	p.Results = append(p.Results, Result{URL: u.String(), Title: shorten(title)})
}

// shorten returns a text on one line, in at most maxTitle bytes.
func shorten(s string) string {
	s = strings.Join(strings.Fields(s), " ")
	if len(s) > maxTitle {
		s = strings.ToValidUTF8(s[:maxTitle], "")
	}
	return s
}
