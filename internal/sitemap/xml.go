package sitemap

import (
	"errors"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"

	"golang.org/x/net/html/charset"
)

// reading is the state of reading one XML file.
type reading struct {
	scan     scanner
	out      *sink
	kind     Kind
	expected Kind     // by the beginning of the file
	header   string   // Content-Type
	open     []string // the elements that are open
	broken   bool

	entry  int // how deep the entry at hand is; 0: none
	cur    Entry
	field  string // the part of the entry at hand that is being read, "" none
	inside int    // how deep that is
	text   []byte // of the field
	bare   []byte // text of the entry outside its elements
}

// fieldsOf has the elements of an entry that are read, for each kind.
var fieldsOf = map[Kind]map[string]bool{
	URLSet: {"loc": true, "lastmod": true, "changefreq": true, "priority": true},
	Index:  {"loc": true, "lastmod": true, "changefreq": true, "priority": true},
	RSS:    {"link": true, "guid": true, "pubDate": true, "date": true},
	Atom:   {"updated": true, "published": true, "modified": true},
}

// entries has the element that an entry is, for each kind; the two of sitemaps.org are
// at times mixed.
var entries = map[Kind][2]string{
	URLSet: {"url", "sitemap"}, Index: {"sitemap", "url"}, RSS: {"item", "item"}, Atom: {"entry", "entry"},
}

// parseXML reads the entries of a sitemap, an index or a feed.
func parseXML(in *input, contentType string, out *sink) (Kind, error) {
	head, _ := in.Peek(headSize)
	r := reading{scan: scanner{in: in}, out: out, expected: rootKind(head), header: contentType}
	err := r.run()
	if err == nil && r.kind == Unknown {
		err = ErrFormat
	}
	if err == nil && r.broken {
		err = ErrSyntax
	}
	if err == nil && r.scan.entities {
		err = ErrEntities
	}
	return r.kind, err
}

// run reads all tokens of the file.
func (r *reading) run() error {
	for !r.out.done {
		t, err := r.scan.next()
		if err != nil {
			return r.end(err)
		}
		switch t.kind {
		case textToken:
			r.chars(t.text)
		case startToken:
			if err := r.start(t); err != nil {
				return err
			}
		case endToken:
			r.close(string(t.name))
		}
	}
	return r.out.err
}

// end adds the entry in which a file stops short. A field is complete if a tag came
// after it.
func (r *reading) end(err error) error {
	if errors.Is(err, io.ErrUnexpectedEOF) {
		r.finishField()
	}
	r.finishEntry()
	switch {
	case r.out.err != nil:
		return r.out.err
	case err == io.EOF && len(r.open) == 0:
		return nil
	case err == io.EOF:
		return io.ErrUnexpectedEOF
	}
	return err
}

// chars adds text to the field that is open, as far as its limit.
func (r *reading) chars(text []byte) {
	switch {
	case r.field != "":
		r.text = append(r.text, text[:min(len(text), maxText-min(maxText, len(r.text)))]...)
	case r.entry > 0 && len(r.open) == r.entry:
		r.bare = append(r.bare, text[:min(len(text), maxText-min(maxText, len(r.bare)))]...)
	}
}

// start reads the beginning of an element.
func (r *reading) start(t token) error {
	name := string(t.name)
	if r.kind == Unknown {
		switch r.kind = kinds[name]; {
		case r.kind == Unknown && r.expected == Unknown:
			return ErrFormat
		case r.kind == Unknown:
			return nil
		}
	}
	if len(r.open) == maxDepth {
		return ErrTooDeep
	}
	r.open = append(r.open, name)
	switch {
	case r.field != "":
	case name == entries[r.kind][0] || name == entries[r.kind][1]:
		r.finishEntry()
		r.entry = len(r.open)
		r.cur = Entry{Index: name == "sitemap", Priority: 0.5}
	case r.entry > 0 && len(r.open) == r.entry+1:
		r.part(name, t)
	}
	if t.empty {
		r.close(name)
	}
	return nil
}

// part begins a part of the entry at hand.
func (r *reading) part(name string, t token) {
	if name == "link" {
		r.link(t.attrs)
	}
	if !fieldsOf[r.kind][name] || name == "guid" && attribute(t.attrs, "isPermaLink") == "false" {
		return
	}
	if name == "loc" && r.cur.Loc != "" { // entries that run into each other
		r.out.add(r.cur)
		r.cur = Entry{Index: r.cur.Index, Priority: 0.5}
	}
	r.field, r.inside, r.text = name, len(r.open), r.text[:0]
}

// link reads an element that has its URL in an attribute: Atom's links, and the other
// languages of a page in a sitemap.
func (r *reading) link(attrs []byte) {
	href, rel := attribute(attrs, "href"), attribute(attrs, "rel")
	if href == "" || rel != "" && rel != "alternate" {
		return
	}
	if r.kind == URLSet || r.kind == Index {
		if u := r.out.absolute(r.decode([]byte(href))); u != "" && len(r.cur.Alternates) < maxAlternates {
			r.cur.Alternates = append(r.cur.Alternates, u)
		}
	} else if r.cur.Loc == "" {
		r.cur.Loc = r.decode([]byte(href))
	}
}

// close ends the element name and all that was left open in it.
func (r *reading) close(name string) {
	at := len(r.open) - 1
	for at >= 0 && r.open[at] != name {
		at--
	}
	if at < 0 {
		r.broken = true
		return
	}
	r.broken = r.broken || at != len(r.open)-1
	if r.field != "" && at < r.inside {
		r.finishField()
	}
	if r.entry > 0 && at < r.entry {
		r.finishEntry()
	}
	r.open = r.open[:at]
}

// finishField enters a field that is complete into the entry.
func (r *reading) finishField() {
	value := strings.TrimSpace(r.decode(r.text))
	switch r.field {
	case "loc":
		r.cur.Loc = value
	case "link":
		if value != "" {
			r.cur.Loc = value
		}
	case "guid":
		if r.cur.Loc == "" && isHTTP(value) {
			r.cur.Loc = value
		}
	case "lastmod", "updated", "pubDate":
		r.cur.LastMod = parseTime(value)
	case "published", "modified", "date":
		if r.cur.LastMod.IsZero() {
			r.cur.LastMod = parseTime(value)
		}
	case "changefreq":
		r.cur.ChangeFreq = frequency(value)
	case "priority":
		if p, err := strconv.ParseFloat(value, 64); err == nil && p >= 0 && p <= 1 {
			r.cur.Priority = p
		}
	}
	r.field = ""
}

// finishEntry passes an entry that is complete on.
func (r *reading) finishEntry() {
	if r.entry > 0 {
		if r.cur.Loc == "" && r.cur.Index {
			r.cur.Loc = r.decode(r.bare)
		}
		r.out.add(r.cur)
	}
	r.entry, r.field, r.bare = 0, "", r.bare[:0]
}

// frequency returns how often a page changes, or "" for a value that the protocol does not have.
func frequency(s string) string {
	switch s = strings.ToLower(s); s {
	case "always", "hourly", "daily", "weekly", "monthly", "yearly", "never":
		return s
	}
	return ""
}

// decode returns text in UTF-8. A file that is valid UTF-8 is UTF-8, whatever it declares;
// only else its declaration counts, and then the header.
func (r *reading) decode(b []byte) string {
	if utf8.Valid(b) {
		return string(b)
	}
	label := r.scan.charset
	if label == "" {
		_, label, _ = strings.Cut(strings.ToLower(r.header), "charset=")
		label = strings.Trim(label, ` "'`)
	}
	enc, name := charset.Lookup(label)
	if enc == nil || name == "utf-8" || strings.HasPrefix(name, "utf-16") {
		enc, _ = charset.Lookup("windows-1252")
	}
	s, err := enc.NewDecoder().Bytes(b)
	if err != nil {
		return ""
	}
	return string(s)
}
