package charset

import (
	"bytes"

	"sluice/page/internal/ascii"
)

// maxPrescan bounds the part of a body in which a declaration of the encoding is searched. Browsers search 1,024 bytes and
// reparse if one comes later; here the body is parsed only once, so the search goes further.
const maxPrescan = 64 << 10

// prescan returns the label of the encoding that a body declares, by the HTML standard's algorithm
// (https://html.spec.whatwg.org/multipage/parsing.html#prescan-a-byte-stream-to-determine-its-encoding) or in its XML
// declaration; or "".
func prescan(b []byte) string {
	if label := xmlEncoding(b); label != "" {
		return label
	}
	for i := 0; i < len(b); {
		k := bytes.IndexByte(b[i:], '<')
		if k < 0 {
			return ""
		}
		i += k + 1
		switch rest := b[i:]; {
		case bytes.HasPrefix(rest, []byte("!--")):
			e := bytes.Index(rest[1:], []byte("-->"))
			if e < 0 {
				return ""
			}
			i += 1 + e + 3
		case metaAt(rest):
			var label string
			if label, i = metaCharset(b, i+len("meta")); label != "" {
				return label
			}
		case len(rest) > 0 && ascii.IsLetter(rest[0]), len(rest) > 1 && rest[0] == '/' && ascii.IsLetter(rest[1]):
			i = skipTag(b, i)
		case len(rest) > 0 && (rest[0] == '!' || rest[0] == '/' || rest[0] == '?'):
			e := bytes.IndexByte(rest, '>')
			if e < 0 {
				return ""
			}
			i += e + 1
		}
	}
	return ""
}

// metaAt reports whether b begins with the name of a meta tag.
func metaAt(b []byte) bool {
	return len(b) > 4 && ascii.EqualFold(b[:4], "meta") && (ascii.IsSpace(b[4]) || b[4] == '/')
}

// skipTag returns the index behind the tag whose name begins at i.
func skipTag(b []byte, i int) int {
	for i < len(b) && !ascii.IsSpace(b[i]) && b[i] != '>' {
		i++
	}
	for {
		name, _, next := prescanAttribute(b, i)
		if name == nil {
			return next
		}
		i = next
	}
}

// metaCharset reads the attributes of a meta element from i, and returns the encoding it declares and where it ends.
func metaCharset(b []byte, i int) (label string, end int) {
	var pragma, needed, seen bool
	var done [3]bool
	for {
		name, value, next := prescanAttribute(b, i)
		i = next
		if name == nil {
			break
		}
		switch {
		case ascii.EqualFold(name, "http-equiv") && !done[0]:
			done[0] = true
			pragma = ascii.EqualFold(value, "content-type")
		case ascii.EqualFold(name, "content") && !done[1]:
			done[1] = true
			if c := contentCharset(value); c != "" && !seen {
				label, seen, needed = c, true, true
			}
		case ascii.EqualFold(name, "charset") && !done[2]:
			done[2] = true
			label, seen, needed = string(value), true, false
		}
	}
	if !seen || needed && !pragma || b[i-1] != '>' || !decodable(Name(label)) {
		return "", i
	}
	return label, i
}

// contentCharset extracts the encoding from a meta element's content attribute.
func contentCharset(v []byte) string {
	for {
		k := indexFold(v, "charset")
		if k < 0 {
			return ""
		}
		v = v[k+len("charset"):]
		i := ascii.SkipSpace(v, 0)
		if i >= len(v) || v[i] != '=' {
			continue
		}
		i = ascii.SkipSpace(v, i+1)
		if i >= len(v) {
			return ""
		}
		if q := v[i]; q == '"' || q == '\'' {
			e := bytes.IndexByte(v[i+1:], q)
			if e < 0 {
				return ""
			}
			return string(v[i+1 : i+1+e])
		}
		e := i
		for e < len(v) && !ascii.IsSpace(v[e]) && v[e] != ';' {
			e++
		}
		return string(v[i:e])
	}
}

// indexFold returns the index of a word in lower case, in any case, or -1.
func indexFold(b []byte, word string) int {
	for i := 0; i+len(word) <= len(b); i++ {
		if ascii.EqualFold(b[i:i+len(word)], word) {
			return i
		}
	}
	return -1
}

// prescanAttribute reads one attribute by the prescan of the standard. The name is nil if the tag ends, just before end.
func prescanAttribute(b []byte, i int) (name, value []byte, end int) {
	for i < len(b) && (ascii.IsSpace(b[i]) || b[i] == '/') {
		i++
	}
	if i >= len(b) {
		return nil, nil, len(b)
	}
	if b[i] == '>' {
		return nil, nil, i + 1
	}
	start := i
	for i < len(b) && !ascii.IsSpace(b[i]) && b[i] != '/' && b[i] != '>' && (b[i] != '=' || i == start) {
		i++
	}
	name = b[start:i]
	j := ascii.SkipSpace(b, i)
	if j >= len(b) || b[j] != '=' {
		return name, []byte{}, j
	}
	i = ascii.SkipSpace(b, j+1)
	if i >= len(b) {
		return name, []byte{}, len(b)
	}
	if q := b[i]; q == '"' || q == '\'' {
		e := bytes.IndexByte(b[i+1:], q)
		if e < 0 {
			return nil, nil, len(b)
		}
		return name, b[i+1 : i+1+e], i + e + 2
	}
	start = i
	for i < len(b) && !ascii.IsSpace(b[i]) && b[i] != '>' {
		i++
	}
	return name, b[start:i], i
}

// xmlEncoding returns the encoding of an XML declaration. Only white space may precede it.
func xmlEncoding(b []byte) string {
	b = bytes.TrimLeft(b[:min(len(b), 1024)], ascii.Space)
	if !bytes.HasPrefix(b, []byte("<?xml")) {
		return ""
	}
	end := bytes.IndexByte(b, '>')
	k := bytes.Index(b, []byte("encoding"))
	if end < 0 || k < 0 || k > end {
		return ""
	}
	v := bytes.TrimLeft(b[k+len("encoding"):end], ascii.Space)
	if !bytes.HasPrefix(v, []byte("=")) {
		return ""
	}
	v = bytes.TrimLeft(v[1:], ascii.Space)
	if len(v) < 2 || v[0] != '"' && v[0] != '\'' {
		return ""
	}
	e := bytes.IndexByte(v[1:], v[0])
	if e < 0 || !decodable(Name(string(v[1:1+e]))) {
		return ""
	}
	return string(v[1 : 1+e])
}
