package engine

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/lexer"

	"sluice/internal/lazyregexp"
	"sluice/internal/nesting"
	"sluice/internal/seeds/answer"
	"sluice/weburl"
)

// MaxFile is the greatest size of a file of engines, in bytes.
const MaxFile = 1 << 20

// The limits of a description.
const (
	maxEngines = 100
	maxNesting = 4
	maxPages   = 1000
)

// Description is a search engine of the Web: how it is asked, and where the results stand in its answers.
//
// URL is a template. {phrase} is the phrase, escaped for a query. One of these asks for the further pages: {page}, a number that begins at First
// and grows by one; {start}, one that begins at First and grows by Step; {cursor}, which is First as a text at first, then the text at Next. A template without one of
// them is followed by the links at Next, on the same host.
type Description struct {
	Name         string `yaml:"name"`
	Kind         string `yaml:"kind"`   // searxng, json or html
	URL          string `yaml:"url"`    // template; of searxng, the address of the instance
	First        string `yaml:"first"`  // default 1 for {page}, 0 for {start}, * for {cursor}
	Step         int    `yaml:"step"`   // results a page; default 10
	Pages        int    `yaml:"pages"`  // the most for a phrase; default 10
	Delay        string `yaml:"delay"`  // between two requests, if it is more than that of the library
	Quota        int    `yaml:"quota"`  // requests a day (UTC, if the engine is not known to count otherwise); 0: none but what the engine itself says
	Layout       string `yaml:"layout"` // name of a known layout, instead of the following places
	Results      string `yaml:"results"`
	Link         string `yaml:"link"`
	Title        string `yaml:"title"`
	Sponsored    string `yaml:"sponsored"`
	Confirm      string `yaml:"confirm"`
	Next         string `yaml:"next"`
	KeyHeader    string `yaml:"key-header"`    // header that carries the key
	KeyParameter string `yaml:"key-parameter"` // parameter of the query that carries the key

	day    *time.Location // of the quota; nil: UTC
	failed string         // path of the names of engines that did not respond, in the answers of a metasearch
}

// file is the content of a file of engines.
type file struct {
	Engines []Description `yaml:"engines"`
}

// Parse reads a file of engines. An error names the line, or the engine and what is wrong with it.
func Parse(b []byte) (engines []Description, err error) {
	defer func() {
		if p := recover(); p != nil { // of the parser, on input that it does not expect
			engines, err = nil, fmt.Errorf("not a file of engines: %v", p)
		}
	}()
	if len(b) > MaxFile {
		return nil, fmt.Errorf("larger than %d bytes", MaxFile)
	}
	if !utf8.Valid(b) {
		return nil, errors.New("not a text in UTF-8")
	}
	if line, err := nesting.Check(lexer.Tokenize(string(b)), maxNesting); err != nil {
		return nil, fmt.Errorf("line %d: %w", line, err)
	}
	var f file
	if err := yaml.NewDecoder(bytes.NewReader(b), yaml.Strict()).Decode(&f); err != nil && err != io.EOF {
		return nil, errors.New(strings.TrimSpace(yaml.FormatError(err, false, false)))
	}
	if len(f.Engines) > maxEngines {
		return nil, fmt.Errorf("%d engines; at most %d", len(f.Engines), maxEngines)
	}
	for i := range f.Engines {
		d := &f.Engines[i]
		if err := d.check(); err != nil {
			return nil, fmt.Errorf("engine %q: %w", d.Name, err)
		}
		if slices.ContainsFunc(f.Engines[:i], func(o Description) bool { return o.Name == d.Name }) || slices.Contains(Reserved(), d.Name) {
			return nil, fmt.Errorf("engine %q: another engine has this name", d.Name)
		}
	}
	return f.Engines, nil
}

// engineName is the form of a name: it is an argument of a command, and a part of a file's name.
var engineName = lazyregexp.New(`^[a-z0-9][a-z0-9-]{0,39}$`)

// headerName is the form of the name of a header, which must be one of a secret: see package credential.
var headerName = lazyregexp.New(`^[A-Za-z0-9-]{1,60}$`)

// placeholders are those of a template.
var placeholders = lazyregexp.New(`\{[^}]*\}`)

// check fills in what follows from the kind, and returns the first thing that is wrong.
func (d *Description) check() error {
	if !engineName.MatchString(d.Name) {
		return errors.New("name: must be small letters, digits and hyphens, 40 at most")
	}
	if d.Kind == "searxng" {
		d.becomeSearXNG()
	}
	for _, check := range []func() error{d.checkTemplate, d.checkNumbers, d.checkKey} {
		if err := check(); err != nil {
			return err
		}
	}
	_, err := d.reader()
	return err
}

// becomeSearXNG sets what is the same in all instances of SearXNG.
func (d *Description) becomeSearXNG() {
	d.Kind, d.Results, d.Link, d.Title, d.failed = "json", "results", "url", "title", "unresponsive_engines"
	d.URL = strings.TrimSuffix(strings.TrimSuffix(d.URL, "/"), "/search") + "/search?q={phrase}&format=json&pageno={page}"
}

// maxTemplate is the largest length of a template in bytes: phrases need room in a URL, too.
const maxTemplate = 4000

// checkTemplate checks the URL.
func (d *Description) checkTemplate() error {
	if !strings.Contains(d.URL, "{phrase}") {
		return fmt.Errorf("url: %q has no {phrase}", d.URL)
	}
	for _, name := range placeholders.FindAllString(d.URL, -1) {
		if !slices.Contains([]string{"{phrase}", "{page}", "{start}", "{cursor}"}, name) {
			return fmt.Errorf("url: unknown placeholder %s; there are {phrase}, {page}, {start} and {cursor}", name)
		}
	}
	origin, _, _ := strings.Cut(strings.TrimPrefix(strings.TrimPrefix(d.URL, "https://"), "http://"), "/")
	address := d.address("x", position{number: 1, cursor: "x"})
	if len(address) > maxTemplate {
		return fmt.Errorf("url: %d bytes; at most %d are possible", len(address), maxTemplate)
	}
	u, err := url.Parse(address)
	if _, invalid := weburl.Parse(address); err == nil {
		err = invalid
	}
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" || strings.Contains(origin, "{") || u.User != nil {
		return fmt.Errorf("url: %q is no URL such as https://search.example.org/?q={phrase}", d.URL)
	}
	return nil
}

// checkNumbers checks pages, steps, delays and quotas.
func (d *Description) checkNumbers() error {
	if d.Pages == 0 {
		d.Pages = 10
	}
	if d.Step == 0 {
		d.Step = 10
	}
	switch {
	case d.Pages < 1 || d.Pages > maxPages:
		return fmt.Errorf("pages: %d; must be 1 to %d", d.Pages, maxPages)
	case d.Step < 1 || d.Step > 10_000:
		return fmt.Errorf("step: %d; must be 1 to 10000", d.Step)
	case d.Quota < 0:
		return fmt.Errorf("quota: %d is negative", d.Quota)
	}
	if first, err := strconv.Atoi(d.First); d.First != "" && !strings.Contains(d.URL, "{cursor}") && (err != nil || first < 0 || first > 1_000_000) {
		return fmt.Errorf("first: %q is no number", d.First)
	}
	if delay, err := d.delay(); err != nil || delay < 0 || delay > time.Hour {
		return fmt.Errorf("delay: %q; write a time such as 2s", d.Delay)
	}
	return nil
}

// delay returns the delay between two requests, 0 without one.
func (d *Description) delay() (time.Duration, error) {
	if d.Delay == "" {
		return 0, nil
	}
	return time.ParseDuration(d.Delay)
}

// checkKey checks how the key is sent.
func (d *Description) checkKey() error {
	if d.KeyHeader != "" && (!headerName.MatchString(d.KeyHeader) || !isSecret(d.KeyHeader)) {
		return fmt.Errorf("key-header: %q; must be the name of a header with auth, key, token or secret in it", d.KeyHeader)
	}
	if d.KeyHeader != "" && d.KeyParameter != "" {
		return errors.New("key-header and key-parameter exclude each other")
	}
	return nil
}

// reader returns the reader of the engine's answers.
func (d *Description) reader() (*answer.Reader, error) {
	places := answer.Description{
		Format: answer.Format(d.Kind), Results: d.Results, Link: d.Link, Title: d.Title, Sponsored: d.Sponsored, Confirm: d.Confirm, Next: d.Next, Failed: d.failed,
	}
	if d.Layout != "" {
		i := slices.IndexFunc(answer.Layouts, func(l answer.Layout) bool { return l.Name == d.Layout })
		if i < 0 {
			return nil, fmt.Errorf("layout: %q is not known", d.Layout)
		}
		if d.Kind != string(answer.HTML) {
			return nil, errors.New("layout: is for kind html")
		}
		places = answer.Layouts[i].Description
		places.Format = answer.HTML
	}
	return answer.New(places)
}

// position is where a search is in the list of results.
type position struct {
	number int    // of the page, from 0
	cursor string // what the answer before said
}

// address returns the URL by which a page of results is asked for, without the key.
func (d *Description) address(phrase string, at position) string {
	first, err := strconv.Atoi(d.First)
	page, start, cursor := first+at.number, first+at.number*d.Step, at.cursor
	if err != nil {
		page = 1 + at.number
	}
	if at.number == 0 {
		if cursor = d.First; cursor == "" {
			cursor = "*"
		}
	}
	return strings.NewReplacer("{phrase}", url.QueryEscape(phrase), "{page}", strconv.Itoa(page), "{start}", strconv.Itoa(start),
		"{cursor}", url.QueryEscape(cursor)).Replace(d.URL)
}

// counts reports whether the template counts pages by itself.
func (d *Description) counts() bool {
	return strings.Contains(d.URL, "{page}") || strings.Contains(d.URL, "{start}")
}
