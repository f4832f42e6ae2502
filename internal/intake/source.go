package intake

import (
	"context"
	"mime"
	"net/http"
	"net/url"
	"path"
	"strings"
	"time"

	"sluice/document"
	"sluice/internal/catalogue"
	"sluice/internal/intake/fairqueue"
	"sluice/library"
	"sluice/weburl"
)

// source is where a body comes from.
type source struct {
	fetch       *catalogue.Fetch
	header      http.Header
	contentType string
	tries       int  // begun before and not ended
	page        bool // a page or a text that looks like a document: it is one only if it is accepted
	added       bool // by a person

	none    string             // once it is known: why a page only looks like a document, see catalogue.NoDocument
	limit   time.Duration      // of the processor, in which it is to be read; 0: none but those of its reader
	reading *fairqueue.Reading // once it is read
	stopped bool               // the end of the run broke its reading off
}

// outcome returns what reading the source took, nil if it was not read, and whether it was accepted.
func (s *source) outcome(f *catalogue.Filing, cpu time.Duration) *fairqueue.Reading {
	if r := s.reading; r != nil {
		r.CPU, r.Accepted = cpu, f != nil && f.State == library.Accepted
	}
	return s.reading
}

// location is the place where the body was found.
func (s *source) location() library.Location {
	f := s.fetch
	l := library.Location{
		URL: f.URL, Host: f.Site, Name: s.name(), Parent: f.Parent, ETag: f.ETag, First: f.At, Last: f.At, Size: f.Size, Added: s.added,
	}
	if t, err := http.ParseTime(f.LastModified); err == nil {
		l.LastModified = t
	}
	return l
}

// The most of a name and of its ending (".docx", ".ps.gz"), in bytes.
const (
	maxName   = 255
	maxEnding = 12
)

// name is what the file is called where it was found: by its server, else by its URL.
func (s *source) name() string {
	if _, params, err := mime.ParseMediaType(s.header.Get("Content-Disposition")); err == nil && params["filename"] != "" {
		return cutName(path.Base(strings.ReplaceAll(params["filename"], `\`, "/")))
	}
	u, err := url.Parse(s.fetch.URL)
	if err != nil {
		return ""
	}
	name := path.Base(u.Path)
	if name == "/" || name == "." {
		return ""
	}
	return cutName(name)
}

// cutName cuts what is in front of a name's ending.
func cutName(s string) string {
	if s = strings.ToValidUTF8(s, ""); len(s) <= maxName {
		return s
	}
	ending := ""
	if i := strings.IndexByte(s[len(s)-maxEnding:], '.'); i >= 0 {
		ending = s[len(s)-maxEnding+i:]
	}
	return strings.ToValidUTF8(s[:maxName-len(ending)], "") + ending
}

// ending is that of the file's name, with that of its wrapping: "ps.gz"; of another format than
// the name says, that of the format.
func (s *source) ending() string {
	if u, err := weburl.NoRules().Parse(s.fetch.URL); err == nil && weburl.DocumentEnding(u) {
		named, format := document.Announced("", u.Ending()), document.Announced("", "."+s.fetch.Type)
		if named.Document && format.Name == s.fetch.Type && format != named {
			return s.fetch.Type
		}
		return strings.TrimPrefix(u.Ending(), ".")
	}
	if s.added {
		return strings.TrimPrefix(strings.ToLower(path.Ext(s.name())), ".")
	}
	t := document.Announced(s.contentType, "")
	if s.fetch.Type != "" {
		return s.fetch.Type
	}
	return t.Name
}

// known returns the source of a document that the library has, with as much of its response as
// the archive still has.
func (in *Intake) known(ctx context.Context, d *library.Document) *source {
	s := &source{fetch: &catalogue.Fetch{Fetch: library.Fetch{Size: d.Size, Type: d.Type}}}
	if len(d.Locations) == 0 {
		return s
	}
	l := &d.Locations[0]
	s.fetch.URL, s.fetch.Site, s.fetch.Parent, s.fetch.ETag, s.fetch.At, s.added = l.URL, l.Host, l.Parent, l.ETag, l.First, l.Added
	v, ok, err := in.Fetches.Validator(ctx, l.URL)
	if err != nil || !ok || v.Fetch.SHA256 != d.SHA256 {
		return s
	}
	s.fetch, s.page = &v.Fetch, !document.Sniff(nil, "", l.URL).Document
	if body, err := in.Answer(ctx, &v.Fetch); err == nil {
		s.header, s.contentType = body.Header, body.ContentType
		body.Close()
	}
	return s
}
