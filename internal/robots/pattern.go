package robots

import (
	"strings"

	whatwg "github.com/nlnwa/whatwg-url/url"
)

// pattern is the path of a rule, cut at its stars.
type pattern struct {
	octets int      // length as compared, by which the most specific rule wins
	head   string   // what the path must begin with
	rest   []string // what must follow, each anywhere after the one before
	end    bool     // the path must end there
}

// compile cuts an escaped pattern into its pieces.
func compile(s string) pattern {
	p := pattern{octets: len(s)}
	s, p.end = strings.CutSuffix(s, "$")
	head, tail, starred := strings.Cut(s, "*")
	p.head = head
	for starred {
		var piece string
		piece, tail, starred = strings.Cut(tail, "*")
		if piece != "" || !starred {
			p.rest = append(p.rest, piece)
		}
	}
	return p
}

// match reports whether the pattern matches the beginning of path, or all of it when it
// ends in $. To take each piece where it first occurs is enough: what a later place
// would leave to the pieces that follow, the first one leaves as well. So nothing is
// tried twice.
func (p *pattern) match(path string) bool {
	path, ok := strings.CutPrefix(path, p.head)
	if !ok {
		return false
	}
	for i, piece := range p.rest {
		if p.end && i == len(p.rest)-1 {
			return strings.HasSuffix(path, piece)
		}
		at := strings.Index(path, piece)
		if at < 0 {
			return false
		}
		path = path[at+len(piece):]
	}
	return !p.end || path == ""
}

// Escape returns a pattern in the form in which the profile compares it.
func (p Profile) Escape(pattern string) string {
	if p.literal {
		return escapeLiterally(pattern)
	}
	body, end := strings.CutSuffix(pattern, "$")
	body = normalise(body, true)
	if i := strings.IndexByte(body, '?'); i >= 0 {
		body = body[:i] + plainQuery(body[i:])
	}
	if end {
		body += "$"
	}
	return body
}

// forms returns the path in the form in which it is compared. If an address is
// encoded in the query, decoded is the form with that decoded, else "":
// RFC 9309 section 2.2.2 has ?u=http%3A%2F%2Fx and ?u=http://x match each other.
func (p Profile) forms(path string) (asIs, decoded string) {
	if p.literal {
		return path, ""
	}
	path = normalise(path, false)
	if i := strings.IndexByte(path, '?'); i >= 0 {
		if q := plainQuery(path[i:]); len(q) != len(path)-i {
			decoded = path[:i] + q
		}
	}
	return path, decoded
}

// plainQuery returns a query in the form in which queries are compared.
func plainQuery(q string) string {
	if !strings.Contains(q, "%3A") && !strings.Contains(q, "%2F") {
		return q
	}
	return addressMarks.Replace(q)
}

var addressMarks = strings.NewReplacer("%3A", ":", "%2F", "/")

const hex = "0123456789ABCDEF"

// escapeLiterally encodes what is not ASCII and writes escapes in upper case, nothing
// else.
func escapeLiterally(s string) string {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if c, ok := escaped(s, i); ok {
			writeEscape(&b, c)
			i += 2
		} else if s[i] >= 0x80 {
			writeEscape(&b, s[i])
		} else {
			b.WriteByte(s[i])
		}
	}
	return b.String()
}

// normalise writes a path so that equal paths are equal strings (RFC 9309 section
// 2.2.2): escapes of unreserved characters are decoded, the others are in upper case,
// and all that is neither reserved nor unreserved is encoded. Where the marks * and $
// stand for themselves they are encoded too, so that a pattern can name them by %2A and
// %24.
func normalise(s string, pattern bool) string {
	i := 0
	for i < len(s) && plain(s[i], pattern) {
		i++
	}
	if i == len(s) {
		return s
	}
	var b strings.Builder
	b.Grow(len(s) + 16)
	b.WriteString(s[:i])
	for ; i < len(s); i++ {
		c, ok := escaped(s, i)
		switch {
		case ok && unreserved(c):
			b.WriteByte(c)
			i += 2
		case ok:
			writeEscape(&b, c)
			i += 2
		case plain(s[i], pattern):
			b.WriteByte(s[i])
		default:
			writeEscape(&b, s[i])
		}
	}
	return b.String()
}

// plain reports whether c is written as itself in a normalised path.
func plain(c byte, pattern bool) bool {
	switch c {
	case '*':
		return pattern
	case '/', '?', '&', '=', ':', '@', '!', '\'', '(', ')', '+', ',', ';', '#', '[', ']':
		return true
	}
	return unreserved(c)
}

// unreserved reports whether RFC 3986 gives a byte no special meaning, so that it is
// never escaped.
func unreserved(c byte) bool {
	return 'a' <= c|0x20 && c|0x20 <= 'z' || '0' <= c && c <= '9' || c == '-' || c == '.' || c == '_' || c == '~'
}

// escaped returns the byte that the escape at s[i:] encodes.
func escaped(s string, i int) (byte, bool) {
	if s[i] != '%' || i+2 >= len(s) {
		return 0, false
	}
	hi, lo := strings.IndexByte(hex, upper(s[i+1])), strings.IndexByte(hex, upper(s[i+2]))
	return byte(hi<<4 | lo), hi >= 0 && lo >= 0
}

// upper returns a hexadecimal digit in upper case.
func upper(c byte) byte {
	if 'a' <= c && c <= 'z' {
		return c - 0x20
	}
	return c
}

// writeEscape writes a byte as a percent escape.
func writeEscape(b *strings.Builder, c byte) {
	b.WriteByte('%')
	b.WriteByte(hex[c>>4])
	b.WriteByte(hex[c&15])
}

// Path returns the path and query of a URL, that which rules are about: "/" when it has
// none. The scheme may be missing.
func Path(url string) string {
	rest := strings.TrimPrefix(url, "//")
	start := strings.IndexAny(rest, "/?;")
	if i := strings.Index(rest, "://"); i >= 0 && i < start {
		rest = rest[i+3:]
		start = strings.IndexAny(rest, "/?;")
	}
	if hash := strings.IndexByte(rest, '#'); hash >= 0 {
		if hash < start {
			return "/"
		}
		rest = rest[:hash]
	}
	switch {
	case start < 0:
		return "/"
	case rest[start] != '/':
		return "/" + rest[start:]
	}
	return rest[start:]
}

// resolve returns the absolute form of a reference, or "" if it has no absolute form.
func resolve(base, ref string) string {
	if u, err := whatwg.Parse(ref); err == nil {
		if u.Protocol() == "http:" || u.Protocol() == "https:" {
			return ref
		}
		return ""
	}
	u, err := whatwg.ParseRef(base, ref)
	if err != nil {
		return ""
	}
	return u.Href(true)
}
