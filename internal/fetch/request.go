package fetch

import (
	"cmp"
	"encoding/base64"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"sluice/internal/credential"
)

const (
	defaultAccept  = "text/html,application/xhtml+xml,application/xml;q=0.9,application/pdf;q=0.9,*/*;q=0.8"
	acceptEncoding = "Accept-Encoding: gzip, deflate, br, zstd\r\n"
)

// staticHeader holds the header lines that are the same in many requests, ready to be sent.
type staticHeader struct {
	all    string // in every request
	proxy  string // only to a proxy: Proxy-Authorization
	accept bool   // all holds an Accept of the user's
}

// newStaticHeader writes the lines that are the same in every request.
func newStaticHeader(o *Options) staticHeader {
	var all strings.Builder
	writeLine(&all, "User-Agent", userAgent(o))
	if strings.Contains(o.Contact, "@") && !strings.Contains(o.Contact, "/") {
		writeLine(&all, "From", strings.TrimPrefix(o.Contact, "mailto:"))
	}
	all.WriteString(acceptEncoding)
	var s staticHeader
	for _, name := range sortedNames(o.Header) {
		if credential.IsSecretName(name) {
			continue
		}
		for _, value := range o.Header[name] {
			writeLine(&all, name, value)
		}
		s.accept = s.accept || http.CanonicalHeaderKey(name) == "Accept"
	}
	s.all = all.String()
	return s
}

// writeLine writes a header line.
func writeLine(b *strings.Builder, name, value string) {
	b.WriteString(name + ": " + value + "\r\n")
}

// sortedNames returns the names of a header in order, so that requests are the same each time.
func sortedNames(h http.Header) []string {
	names := make([]string, 0, len(h))
	for name := range h {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// userAgent names product and contact in the usual form: product (+contact).
func userAgent(o *Options) string {
	if o.Contact == "" || strings.Contains(o.UserAgent, o.Contact) {
		return o.UserAgent
	}
	return o.UserAgent + " (+" + o.Contact + ")"
}

// basicAuthorization returns the credentials in a proxy URL as a header line, or "" without credentials.
func basicAuthorization(proxy *url.URL) string {
	if proxy == nil || proxy.User == nil {
		return ""
	}
	password, _ := proxy.User.Password()
	login := base64.StdEncoding.EncodeToString([]byte(proxy.User.Username() + ":" + password))
	return "Proxy-Authorization: Basic " + login + "\r\n"
}

// writeRequest builds the request line and headers.
func (x *exchange) writeRequest() {
	c, r := x.c, x.r
	b := append(x.request[:0], "GET "...)
	if x.route.absolute {
		b = append(b, x.url...)
	} else {
		b = append(b, r.URL.RequestURI()...)
	}
	b = append(b, " HTTP/1.1\r\n"...)
	b = appendLine(b, "Host", r.URL.Host())
	b = append(b, c.static.all...)
	if !c.static.accept {
		b = appendLine(b, "Accept", cmp.Or(r.Accept, defaultAccept))
	}
	if r.ETag != "" && sendable(r.ETag) {
		b = appendLine(b, "If-None-Match", r.ETag)
	}
	if r.LastModified != "" && sendable(r.LastModified) {
		b = appendLine(b, "If-Modified-Since", r.LastModified)
	}
	plain := len(b)
	x.cookies = ""
	if !r.Anonymous {
		x.cookies = c.o.Cookies.Header(r.URL, r.Via)
		if all := joinCookies(c.o.Secrets.Cookies(r.URL), x.cookies); all != "" {
			b = appendLine(b, "Cookie", all)
		}
		b = append(b, c.o.Secrets.Lines(r.URL)...)
	}
	if x.route.absolute {
		b = append(b, c.static.proxy...)
	}
	x.secret = len(b) > plain
	x.request = append(b, "\r\n"...)
}

// joinCookies returns the cookies that a person named, then those of the host, as one value: many servers read the first field
// Cookie alone.
func joinCookies(named, ofHost string) string {
	if named == "" || ofHost == "" {
		return named + ofHost
	}
	return named + "; " + ofHost
}

// keepCookies keeps what the answer sets, and which cookies a redirect is the answer to.
func (x *exchange) keepCookies(r *Response) {
	if x.r.Anonymous {
		return
	}
	x.c.o.Cookies.Store(x.r.URL, r.Header)
	if r.Status >= 300 && r.Status < 400 {
		x.c.o.Cookies.RecordRedirect(x.r.URL, x.cookies)
	}
}

// shownRequest returns the request without its secrets. They must not leave the package: what it returns is archived.
func (x *exchange) shownRequest() []byte {
	if !x.secret {
		return x.request
	}
	x.redacted = credential.RedactRequest(x.redacted[:0], x.request)
	return x.redacted
}

// appendLine appends a header line.
func appendLine(b []byte, name, value string) []byte {
	b = append(b, name...)
	b = append(b, ": "...)
	b = append(b, value...)
	return append(b, "\r\n"...)
}

// sendable reports whether s can be in a request without ending its line.
func sendable(s string) bool {
	for i := range len(s) {
		if s[i] < ' ' || s[i] == 0x7f {
			return false
		}
	}
	return true
}
