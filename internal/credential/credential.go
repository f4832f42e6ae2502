// Package credential holds what proves to a server who asks: header fields with a secret, and the user and password in a URL.
//
// A [Set] binds them to the origins (scheme, host and port) that a person named, so that no redirect, link or change of scheme
// sends them elsewhere. [RedactRequest], [RedactText] and [WithoutUser] remove them from what is stored and shown.
package credential

import (
	"bytes"
	"encoding/base64"
	"maps"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"

	"sluice/weburl"
)

// Redacted is written where a secret was.
const Redacted = "[redacted]"

// secretParts are the parts of the names of header fields that hold a secret. They are also parts of harmless names
// (Author, X-Keyboard): to redact too much is safe.
var secretParts = []string{"auth", "cookie", "pass", "session", "credential", "token", "key", "secret"}

// IsSecretName reports whether a header field with this name holds a secret.
func IsSecretName(name string) bool {
	name = strings.ToLower(name)
	return slices.ContainsFunc(secretParts, func(part string) bool { return strings.Contains(name, part) })
}

// Set is the secrets of a crawl by origin. The nil Set has none. It does not change and is safe for concurrent use.
type Set struct {
	lines   map[string]string // header lines by origin, without the field Cookie
	cookies string            // of the field Cookie, for the origins of seeds
	seeds   map[string]bool   // their origins
}

// New returns the secrets of a crawl. The origins of seeds get the fields of header with secret names. The origins of seeds and
// documents that have a user get its basic authentication, unless header has a field Authorization for them; the first user
// of an origin counts. What is no URL is ignored.
func New(header http.Header, seeds, documents []string) *Set {
	common, hasAuthorization := secretLines(header)
	s := &Set{lines: map[string]string{}, cookies: cookiesOf(header), seeds: map[string]bool{}}
	for _, seed := range seeds {
		if u, err := weburl.ParseSeed(WithoutUser(seed)); err == nil {
			s.lines[u.Origin()], s.seeds[u.Origin()] = common, true
		}
	}
	authenticated := map[string]bool{}
	for _, url := range slices.Concat(seeds, documents) {
		rest, user := CutUser(url)
		u, err := weburl.ParseSeed(rest)
		if err != nil || user == "" || authenticated[u.Origin()] || hasAuthorization && s.lines[u.Origin()] != "" {
			continue
		}
		authenticated[u.Origin()] = true
		s.lines[u.Origin()] += "Authorization: Basic " + base64.StdEncoding.EncodeToString([]byte(unescapeUser(user))) + "\r\n"
	}
	return s
}

// cookiesOf returns the cookies that a person named. A request has one field Cookie (RFC 6265, section 5.4), so they are sent
// together with those of the host.
func cookiesOf(header http.Header) string {
	var cookies []string
	for _, name := range slices.Sorted(maps.Keys(header)) {
		if isCookie(name) {
			cookies = append(cookies, header[name]...)
		}
	}
	return strings.Join(cookies, "; ")
}

// isCookie reports whether a name is that of the field Cookie.
func isCookie(name string) bool { return strings.EqualFold(name, "Cookie") }

// secretLines writes the fields with secret names but Cookie, and reports whether Authorization is one of them.
func secretLines(header http.Header) (lines string, hasAuthorization bool) {
	var names []string
	for name := range header {
		if IsSecretName(name) && !isCookie(name) {
			names = append(names, name)
			hasAuthorization = hasAuthorization || strings.EqualFold(name, "Authorization")
		}
	}
	slices.Sort(names) // so that requests are the same each time
	var b strings.Builder
	for _, name := range names {
		for _, value := range header[name] {
			b.WriteString(name + ": " + value + "\r\n")
		}
	}
	return b.String(), hasAuthorization
}

// Lines returns the header lines with secrets for a URL, each with its line end. The field Cookie is not among them.
func (s *Set) Lines(u weburl.URL) string {
	if s == nil || len(s.lines) == 0 {
		return ""
	}
	return s.lines[u.Origin()]
}

// Cookies returns the cookies that a person named for a URL, as in the field Cookie.
func (s *Set) Cookies(u weburl.URL) string {
	if s == nil || s.cookies == "" || !s.seeds[u.Origin()] {
		return ""
	}
	return s.cookies
}

// Binds reports whether requests for a URL carry a secret. Such a URL must not be requested at another scheme instead.
func (s *Set) Binds(u weburl.URL) bool { return s.Lines(u) != "" || s.Cookies(u) != "" }

// CutUser returns a URL without its user and password, and these as they are written there. A URL may lack its scheme.
func CutUser(s string) (rest, user string) {
	start := authorityStart(s)
	end := len(s)
	if i := strings.IndexAny(s[start:], `/\?#`); i >= 0 {
		end = start + i
	}
	at := strings.LastIndexByte(s[start:end], '@')
	if at < 0 {
		return s, ""
	}
	return s[:start] + s[start+at+1:], s[start : start+at]
}

// WithoutUser returns a URL without its user and password.
func WithoutUser(s string) string {
	rest, _ := CutUser(s)
	return rest
}

// scheme matches the scheme of a URL of the Web, with the slashes that browsers tolerate, or any scheme with an authority.
var scheme = regexp.MustCompile(`^\s*(?:(?i:https?):[/\\]*|[A-Za-z][A-Za-z0-9+.-]*:[/\\]{2,})`)

// authorityStart returns where the authority of a URL begins. Without a scheme that is the beginning.
func authorityStart(s string) int {
	if at := scheme.FindStringIndex(s); at != nil {
		return at[1]
	}
	return len(s) - len(strings.TrimLeft(s, " \t\r\n"))
}

// unescapeUser returns user and password as a server compares them: with a colon between, and without escapes.
func unescapeUser(user string) string {
	name, password, _ := strings.Cut(user, ":")
	return unescape(name) + ":" + unescape(password)
}

// unescape returns s without its escapes, or s if they are malformed.
func unescape(s string) string {
	if plain, err := url.PathUnescape(s); err == nil {
		return plain
	}
	return s
}

// RedactRequest appends a request line with its header to dst, with [Redacted] in place of each secret value.
func RedactRequest(dst, head []byte) []byte {
	for line := range bytes.Lines(head) {
		name, _, isField := bytes.Cut(line, []byte(":"))
		if !isField || !IsSecretName(string(name)) || bytes.ContainsRune(name, ' ') {
			dst = append(dst, line...)
			continue
		}
		dst = append(append(dst, name...), ": "+Redacted+"\r\n"...)
	}
	return dst
}

// RedactField returns a header field as a person wrote it, "Name: value", without its value if it may be a secret: the name is
// that of a secret, or there is no name.
func RedactField(field string) string {
	name, _, ok := strings.Cut(field, ":")
	if ok && !IsSecretName(name) {
		return field
	}
	if ok {
		return name + ": " + Redacted
	}
	if word, rest, _ := strings.Cut(strings.TrimSpace(field), " "); rest != "" {
		return word + " " + Redacted
	}
	return Redacted
}

// userInText matches user and password of a URL in a text. They are in front of the last at sign of what may be an authority. Quotes and angle brackets
// end a URL in a text, but behind the colon of a user they may belong to the password, which a quoted text escapes.
var userInText = regexp.MustCompile(`([A-Za-z][A-Za-z0-9+.-]*:(?://|\\\\))(?:[^\s/\\?#"'<>:@]*:(?:[^\s/\\?#]|\\["'\\])*|[^\s/\\?#"'<>]*)@`)

// RedactText returns a message without the user and password of each URL in it.
func RedactText(text string) string {
	if !strings.Contains(text, "@") {
		return text
	}
	return userInText.ReplaceAllString(text, "${1}")
}
