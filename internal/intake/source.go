package intake

import (
	"mime"
	"net/http"
	"net/url"
	"path"
	"strings"

	"sluice/document"
	"sluice/internal/library"
	"sluice/weburl"
)

// source is where a body comes from.
type source struct {
	fetch       *library.Fetch
	header      http.Header
	contentType string
	tries       int  // begun before and not ended
	page        bool // a page or a text that looks like a document: it is one only if it is accepted
	added       bool // by a person
}

// location is the place where the body was found.
func (s *source) location() library.Location {
	f := s.fetch
	l := library.Location{
		URL: f.URL, Host: f.Site, Name: s.name(), Parent: f.Parent, ETag: f.ETag, First: f.At, Last: f.At, Size: f.Size, Added: s.added,
		Via: f.Via,
	}
	if t, err := http.ParseTime(f.LastModified); err == nil {
		l.LastModified = t
	}
	return l
}

const maxName = 255 // bytes

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

func cutName(s string) string {
	s = strings.ToValidUTF8(s, "")
	for len(s) > maxName {
		s = s[:len(s)-1]
	}
	return strings.ToValidUTF8(s, "")
}

// ending is that of the file's name, with that of its wrapping: ".ps.gz".
func (s *source) ending() string {
	if u, err := weburl.NoRules().Parse(s.fetch.URL); err == nil && weburl.DocumentEnding(u) {
		return strings.TrimPrefix(u.Ending(), ".")
	}
	t := document.Announced(s.contentType, "")
	if s.fetch.Type != "" {
		return s.fetch.Type
	}
	return t.Name
}

// known is the source of a document that the library has.
func known(d *library.Document) *source {
	f := &library.Fetch{Size: d.Size, Type: d.Type}
	if len(d.Locations) > 0 {
		l := &d.Locations[0]
		f.URL, f.Site, f.Parent, f.ETag, f.At = l.URL, l.Host, l.Parent, l.ETag, l.First
	}
	return &source{fetch: f}
}
