package bibliography

import (
	"bufio"
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"slices"
	"strings"

	"sluice/internal/lazyregexp"

	"golang.org/x/text/encoding/charmap"
)

// The most that is read of one record in XML.
const (
	maxElement = 4 << 20  // bytes of a record
	maxTag     = 64 << 10 // bytes of a tag or a declaration
	maxDepth   = 40       // elements within each other
)

// elementReader reads the records of a large file of XML, one element at a time: what lies between them is skipped. So a broken record costs only itself.
type elementReader struct {
	from     *bufio.Reader
	line     int                   // of the next byte, from 1
	isRecord func(tag string) bool // reports whether an element is to be read, by its name without a prefix
	begins   string                // what a record begins with after its tag, if elements of the same name may lie in it; "" if none may
	isLatin1 bool

	pending []byte // a start tag that was read already
	at      int    // its line
}

// element is an element with its text, and that of all that lies in it.
type element struct {
	name     string // without its prefix
	attrs    []xml.Attr
	text     string
	children []*element
}

var errElement = errors.New("too large")

// next returns the next record, and its line. The error is io.EOF after the last one, a [*RecordError] if this record is broken, any other if the
// reading fails.
func (x *elementReader) next() (e *element, line int, err error) {
	tag := x.pending
	line, x.pending = x.at, nil
	for tag == nil {
		if err := x.skipText(); err != nil {
			return nil, 0, err
		}
		line = x.line
		t, err := x.tag()
		if err != nil {
			return nil, line, err
		}
		if x.isRecord(localName(t)) {
			tag = t
		}
	}
	body := slices.Clone(tag)
	if !bytes.HasSuffix(tag, []byte("/>")) {
		if body, err = x.body(body, tag); err != nil {
			if err == io.ErrUnexpectedEOF {
				err = &RecordError{Line: line, Err: errBroken}
			} else if err == errBroken || err == errElement {
				err = &RecordError{Line: line, Err: err}
			}
			return nil, line, err
		}
	}
	e, err = x.parse(body)
	if err != nil {
		return nil, line, &RecordError{Line: line, Err: err}
	}
	return e, line, nil
}

// body reads the rest of a record, whose start tag was read, up to its end tag.
func (x *elementReader) body(body, tag []byte) ([]byte, error) {
	name := fullName(tag)
	for depth := 1; ; {
		text, err := x.text()
		body = append(body, text...)
		if err != nil {
			return nil, unexpected(err)
		}
		at := x.line
		t, err := x.tag()
		if err != nil {
			return nil, unexpected(err)
		}
		switch {
		case t[0] == '<' && len(t) > 1 && t[1] == '/' && string(bytes.Trim(t[2:len(t)-1], " \t\r\n")) == name:
			depth--
		case x.isRecord(localName(t)) && x.isBegin():
			x.pending, x.at = t, at
			return nil, errBroken
		case fullName(t) == name && !bytes.HasSuffix(t, []byte("/>")):
			depth++
		}
		if len(body)+len(t) > maxElement {
			return nil, errElement
		}
		if body = append(body, t...); depth == 0 {
			return body, nil
		}
	}
}

// isBegin reports whether a start tag of a record begins another record.
func (x *elementReader) isBegin() bool {
	if x.begins == "" {
		return true
	}
	next, _ := x.from.Peek(200) // fewer at the end
	next = bytes.TrimLeft(next, " \t\r\n")
	return len(next) > 1 && next[0] == '<' && localName(next) == x.begins
}

// unexpected returns io.ErrUnexpectedEOF for io.EOF.
func unexpected(err error) error {
	if err == io.EOF {
		return io.ErrUnexpectedEOF
	}
	return err
}

// skipText reads up to the next tag.
func (x *elementReader) skipText() error {
	for {
		part, err := x.from.ReadSlice('<')
		x.line += bytes.Count(part, []byte("\n"))
		switch err {
		case nil:
			return x.from.UnreadByte()
		case bufio.ErrBufferFull:
		default:
			return err
		}
	}
}

// text returns what stands before the next tag.
func (x *elementReader) text() (text []byte, err error) {
	for {
		part, err := x.from.ReadSlice('<')
		x.line += bytes.Count(part, []byte("\n"))
		text = append(text, part...)
		switch {
		case err == nil:
			return text[:len(text)-1], x.from.UnreadByte()
		case err != bufio.ErrBufferFull:
			return text, err
		case len(text) > maxElement:
			return nil, errElement
		}
	}
}

// tag returns the next tag, comment, section or declaration, which begins here.
func (x *elementReader) tag() (tag []byte, err error) {
	end, most := ">", maxTag
	switch begin, _ := x.from.Peek(9); {
	case bytes.HasPrefix(begin, []byte("<!--")):
		end, most = "-->", maxElement
	case string(begin) == "<![CDATA[":
		end, most = "]]>", maxElement
	case bytes.HasPrefix(begin, []byte("<?")):
		end = "?>"
	}
	quote, brackets := byte(0), 0
	for {
		c, err := x.from.ReadByte()
		if err != nil {
			return nil, err
		}
		if c == '\n' {
			x.line++
		}
		if tag = append(tag, c); len(tag) > most {
			return nil, errElement
		}
		switch {
		case end != ">":
		case quote != 0:
			if c == quote {
				quote = 0
			}
			continue
		case (c == '"' || c == '\'') && len(tag) > 2 && tag[1] != '/':
			quote = c
		case c == '[':
			brackets++
		case c == ']':
			brackets--
		}
		if bytes.HasSuffix(tag, []byte(end)) && brackets <= 0 && len(tag) > len(end) {
			break
		}
	}
	if lower := bytes.ToLower(tag); bytes.HasPrefix(lower, []byte("<?xml ")) && (bytes.Contains(lower, []byte("iso-8859-1")) || bytes.Contains(lower, []byte("windows-1252"))) {
		x.isLatin1 = true
	}
	return tag, nil
}

// fullName returns the name of a start tag with its prefix; "" if it is none.
func fullName(tag []byte) string {
	if len(tag) < 2 || tag[0] != '<' {
		return ""
	}
	end := bytes.IndexAny(tag[1:], " \t\r\n/>")
	if end < 0 {
		end = len(tag) - 1
	}
	return string(tag[1 : 1+end])
}

// localName returns the name of a start tag without its prefix.
func localName(tag []byte) string {
	name := fullName(tag)
	return name[strings.IndexByte(name, ':')+1:]
}

// forbidden matches references to characters that XML forbids.
var forbidden = lazyregexp.New(`&#(?:0*(?:[0-8]|1[124-9]|2\d|3[01])|[xX]0*(?:[0-8bBcCeEfF]|1[0-9a-fA-F]|[fF]{3}[eEfF]));`)

// parse returns the tree of a record.
func (x *elementReader) parse(body []byte) (*element, error) {
	if x.isLatin1 {
		if decoded, err := charmap.Windows1252.NewDecoder().Bytes(body); err == nil {
			body = decoded
		}
	}
	body = bytes.Map(func(r rune) rune {
		if r < ' ' && r != '\t' && r != '\n' && r != '\r' || r == 0xfffe || r == 0xffff {
			return ' '
		}
		return r
	}, bytes.ToValidUTF8(forbidden.ReplaceAll(body, []byte(" ")), []byte("\ufffd")))
	in := xml.NewDecoder(bytes.NewReader(body))
	in.Strict, in.Entity = false, xml.HTMLEntity
	root := &element{}
	open, text := []*element{root}, make([][]byte, 1)
	for {
		token, err := in.Token()
		if err == io.EOF && len(open) == 1 && len(root.children) == 1 {
			return root.children[0], nil
		}
		if err != nil {
			if err == io.EOF {
				err = errBroken
			}
			return nil, err
		}
		switch t := token.(type) {
		case xml.StartElement:
			if len(open) > maxDepth {
				return nil, errElement
			}
			e := &element{name: t.Name.Local, attrs: t.Copy().Attr}
			parent := open[len(open)-1]
			parent.children = append(parent.children, e)
			open, text = append(open, e), append(text, nil)
		case xml.CharData:
			text[len(text)-1] = append(text[len(text)-1], t...)
		case xml.EndElement:
			if len(open) == 1 {
				return nil, errBroken
			}
			last := len(open) - 1
			open[last].text = string(text[last])
			if last > 1 {
				text[last-1] = append(text[last-1], text[last]...)
			}
			open, text = open[:last], text[:last]
		}
	}
}

// attr returns an attribute by its name without a prefix, "" if there is none.
func (e *element) attr(name string) string {
	if e != nil {
		for _, a := range e.attrs {
			if a.Name.Local == name {
				return a.Value
			}
		}
	}
	return ""
}

// all returns the children of a name.
func (e *element) all(name string) (all []*element) {
	if e != nil {
		for _, c := range e.children {
			if c.name == name {
				all = append(all, c)
			}
		}
	}
	return all
}

// child returns the first child of a name, nil if there is none.
func (e *element) child(name string) *element {
	if all := e.all(name); len(all) > 0 {
		return all[0]
	}
	return nil
}

// value returns the text of the first child of a name, with single spaces.
func (e *element) value(name string) string { return e.child(name).words() }

// words returns the text of an element with single spaces.
func (e *element) words() string {
	if e == nil {
		return ""
	}
	return strings.Join(strings.Fields(e.text), " ")
}
