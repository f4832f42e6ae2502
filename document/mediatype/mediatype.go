// Package mediatype reads media types as browsers do, by the MIME Sniffing and
// Fetch standards of the WHATWG.
package mediatype

import (
	"errors"
	"slices"
	"strings"
)

// Type is a media type as the WHATWG MIME Sniffing standard defines it.
type Type struct {
	Type, Subtype string      // lower-case
	Params        []Parameter // in order, each name once
}

// Parameter is one parameter of a media type.
type Parameter struct {
	Name, Value string // the name in lower case, the value as it was
}

// ErrSyntax is the error for a string that is no media type.
var ErrSyntax = errors.New("not a media type")

const (
	httpSpace = " \t\r\n" // the white space of HTTP headers
	maxParams = 100       // of one media type; the rest is skipped
)

// Parse reads one media type
// (https://mimesniff.spec.whatwg.org/#parsing-a-mime-type). Parameters that are
// broken are left out.
func Parse(s string) (Type, error) {
	typ, subtype, rest, ok := cut(s)
	if !ok {
		return Type{}, ErrSyntax
	}
	m := Type{Type: strings.ToLower(typ), Subtype: strings.ToLower(subtype)}
	for rest != "" && len(m.Params) < maxParams {
		var p Parameter
		var ok bool
		if p, ok, rest = nextParameter(rest); ok && !m.has(p.Name) {
			m.Params = append(m.Params, p)
		}
	}
	return m, nil
}

// Essence returns the media type that a Content-Type header amounts to, in
// lower case and without parameters; empty when it names none.
func Essence(header string) string {
	if strings.Contains(header, ",") { // several headers in one, of which the last that is valid counts
		t, _ := OfHeaders([]string{header})
		return t.Essence()
	}
	typ, subtype, _, ok := cut(header)
	if !ok {
		return ""
	}
	return strings.ToLower(typ + "/" + subtype)
}

// cut separates a media type from its parameters. It reports whether the string is
// a media type.
func cut(s string) (typ, subtype, rest string, ok bool) {
	both, rest, _ := strings.Cut(strings.Trim(s, httpSpace), ";")
	typ, subtype, _ = strings.Cut(both, "/")
	subtype = strings.TrimRight(subtype, httpSpace)
	return typ, subtype, rest, isToken(typ) && isToken(subtype)
}

// nextParameter reads a parameter up to and past its semicolon. It returns
// false for one that does not count.
func nextParameter(s string) (p Parameter, ok bool, rest string) {
	s = strings.TrimLeft(s, httpSpace)
	i := strings.IndexAny(s, ";=")
	if i < 0 {
		return p, false, ""
	}
	p.Name, rest = strings.ToLower(s[:i]), s[i+1:]
	if s[i] == ';' {
		return p, false, rest
	}
	if strings.HasPrefix(rest, `"`) {
		p.Value, rest = unquote(rest[1:])
		_, rest, _ = strings.Cut(rest, ";")
		return p, isToken(p.Name) && isQuotable(p.Value), rest
	}
	p.Value, rest, _ = strings.Cut(rest, ";")
	p.Value = strings.TrimRight(p.Value, httpSpace)
	return p, p.Value != "" && isToken(p.Name) && isQuotable(p.Value), rest
}

// unquote reads a quoted string, whose first quote is gone, and returns what
// follows its last.
func unquote(s string) (value, rest string) {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		switch {
		case s[i] == '"':
			return b.String(), s[i+1:]
		case s[i] == '\\' && i+1 < len(s):
			i++
		}
		b.WriteByte(s[i])
	}
	return b.String(), ""
}

// isToken reports whether s is a token of HTTP.
func isToken(s string) bool {
	for i := range len(s) {
		if !isTokenByte(s[i]) {
			return false
		}
	}
	return s != ""
}

// isTokenByte reports whether c may stand in a token of HTTP.
func isTokenByte(c byte) bool {
	return 'a' <= c|0x20 && c|0x20 <= 'z' || '0' <= c && c <= '9' || strings.IndexByte("!#$%&'*+-.^_`|~", c) >= 0
}

// isQuotable reports whether s may stand in a quoted string: no control but tab, and no character
// above U+00FF. Headers are bytes, and their text at times UTF-8: both count as characters here.
func isQuotable(s string) bool {
	for _, r := range s {
		if r < ' ' && r != '\t' || r == 0x7f || r > 0xff && r != '\ufffd' {
			return false
		}
	}
	return true
}

// Essence returns the media type without its parameters, "text/html".
func (m Type) Essence() string {
	if m.Type == "" {
		return ""
	}
	return m.Type + "/" + m.Subtype
}

// has reports whether a parameter of this name was read before: the first counts.
func (m Type) has(name string) bool {
	return slices.ContainsFunc(m.Params, func(p Parameter) bool { return p.Name == name })
}

// Param returns the value of a parameter by its lower-case name, or "" if missing.
func (m Type) Param(name string) string {
	for _, p := range m.Params {
		if p.Name == name {
			return p.Value
		}
	}
	return ""
}

// String writes the media type in its one form (…/#serializing-a-mime-type).
func (m Type) String() string {
	var b strings.Builder
	b.WriteString(m.Essence())
	for _, p := range m.Params {
		b.WriteString(";" + p.Name + "=")
		if isToken(p.Value) {
			b.WriteString(p.Value)
		} else {
			b.WriteString(`"` + quoter.Replace(p.Value) + `"`)
		}
	}
	return b.String()
}

// quoter escapes what a quoted string may not hold as it is.
var quoter = strings.NewReplacer(`\`, `\\`, `"`, `\"`)

// OfHeaders returns the media type that the Content-Type headers of a response come to, of which
// there may be several, and several in one (https://fetch.spec.whatwg.org/#concept-header-extract-mime-type):
// the last valid one, with the charset of one before it of the same type. It returns
// ErrSyntax if no header is valid.
func OfHeaders(headers []string) (Type, error) {
	var last Type
	var charset string
	for _, value := range splitList(strings.Join(headers, ", ")) {
		m, err := Parse(value)
		if err != nil || m.Essence() == "*/*" {
			continue
		}
		switch own := m.Param("charset"); {
		case m.Essence() != last.Essence():
			charset = own
		case own == "" && charset != "":
			m.Params = append(m.Params, Parameter{"charset", charset})
		}
		last = m
	}
	if last.Type == "" {
		return last, ErrSyntax
	}
	return last, nil
}

// splitList splits a header at its commas, but for those in quotes.
func splitList(s string) []string {
	var list []string
	quoted, start := false, 0
	for i := 0; i < len(s); i++ {
		switch {
		case s[i] == '\\' && quoted:
			i++
		case s[i] == '"':
			quoted = !quoted
		case s[i] == ',' && !quoted:
			list = append(list, s[start:i])
			start = i + 1
		}
	}
	return append(list, s[start:])
}
