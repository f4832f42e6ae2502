package sitemap

import (
	"bytes"
	"html"
	"io"
)

// token is one piece of a file.
type token struct {
	kind  tokenKind
	name  []byte // of a tag, without prefix; valid until the next token
	attrs []byte // of a start tag, as written; valid until the next token
	text  []byte // character data, entities decoded; valid until the next token
	empty bool   // a start tag that is its own end
}

// tokenKind is the kind of a token.
type tokenKind int

const (
	textToken tokenKind = iota
	startToken
	endToken
)

// scanner splits XML into tags and text, as far as can be. It holds no more of the file
// than one tag or maxText bytes of text.
type scanner struct {
	in       *input
	buf      []byte
	started  bool   // the file's first tag was reached: what comes before is no text
	charset  string // as the XML declaration has it
	entities bool   // the file declares some
}

// next returns the next piece. At the end of the file inside a tag, the error is
// io.ErrUnexpectedEOF.
func (s *scanner) next() (token, error) {
	for {
		c, err := s.in.ReadByte()
		if err != nil {
			return token{}, err
		}
		if c != '<' {
			s.in.UnreadByte()
			if t, err := s.text(); err != nil || len(t) > 0 && s.started {
				return token{kind: textToken, text: decodeEntities(t)}, err
			}
			continue
		}
		s.started = true
		t, ok, err := s.markup()
		if ok || err != nil {
			return t, unexpected(err)
		}
	}
}

// unexpected turns the end of the input into an error: the file stops short.
func unexpected(err error) error {
	if err == io.EOF {
		return io.ErrUnexpectedEOF
	}
	return err
}

// text reads up to the next tag. At the end of the file there is an error, for the text
// may have been cut.
func (s *scanner) text() ([]byte, error) {
	s.buf = s.buf[:0]
	for {
		piece, err := s.in.ReadSlice('<')
		if err == nil {
			s.in.UnreadByte()
			piece = piece[:len(piece)-1]
		}
		s.buffer(piece, maxText)
		if err == nil {
			return s.buf, nil
		}
		if !full(err) {
			return nil, err
		}
	}
}

// buffer adds a piece to the buffer, as far as there is room.
func (s *scanner) buffer(piece []byte, limit int) {
	s.buf = append(s.buf, piece[:min(len(piece), limit-min(limit, len(s.buf)))]...)
}

// markup reads what follows a "<". It returns false for what is neither tag nor text.
func (s *scanner) markup() (token, bool, error) {
	head, _ := s.in.Peek(9)
	switch {
	case bytes.HasPrefix(head, []byte("!--")):
		s.in.Discard(3)
		return token{}, false, s.until("-->", 0)
	case bytes.HasPrefix(head, []byte("![CDATA[")):
		s.in.Discard(8)
		err := s.until("]]>", maxText)
		return token{kind: textToken, text: s.buf}, true, err
	case bytes.HasPrefix(head, []byte("?")):
		err := s.until("?>", 512)
		if s.charset == "" && bytes.HasPrefix(s.buf, []byte("?xml")) {
			s.charset = attribute(s.buf, "encoding")
		}
		return token{}, false, err
	case bytes.HasPrefix(head, []byte("!")):
		return token{}, false, s.declaration()
	case len(head) > 0 && !nameStart(head[0]) && head[0] != '/':
		return token{kind: textToken, text: []byte("<")}, true, nil
	}
	return s.tag()
}

// nameStart reports whether the name of an element may begin with a byte.
func nameStart(c byte) bool {
	return 'a' <= c|0x20 && c|0x20 <= 'z' || c == '_' || c == ':' || c >= 0x80
}

// until reads up to and past an end mark, keeping no more than limit bytes of what
// comes before.
func (s *scanner) until(end string, limit int) error {
	s.buf = s.buf[:0]
	var tail []byte // the last bytes read, as long as the mark
	for {
		c, err := s.in.ReadByte()
		if err != nil {
			return err
		}
		if len(s.buf) < limit+len(end) {
			s.buf = append(s.buf, c)
		}
		if tail = append(tail, c); len(tail) > len(end) {
			tail = tail[1:]
		}
		if string(tail) == end {
			s.buf = bytes.TrimSuffix(s.buf, []byte(end))
			s.buf = s.buf[:min(len(s.buf), limit)]
			return nil
		}
	}
}

// declaration passes over <!DOCTYPE …>, with all that is declared inside its brackets:
// no entity of a file's own exists here.
func (s *scanner) declaration() error {
	var quote byte
	inside := 0
	for {
		c, err := s.in.ReadByte()
		if err != nil {
			return err
		}
		switch {
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case c == '"', c == '\'':
			quote = c
		case c == '[':
			inside++
		case c == '<':
			aside, err := s.aside()
			if err != nil {
				return err
			}
			if !aside {
				inside++
			}
		case c == ']':
			inside--
		case c == '>':
			if inside <= 0 {
				return nil
			}
			inside--
		}
	}
}

// aside passes over a comment or an instruction, in which a quotation mark opens
// nothing; false is for any other declaration.
func (s *scanner) aside() (bool, error) {
	head, _ := s.in.Peek(len("!ENTITY"))
	switch {
	case bytes.HasPrefix(head, []byte("!--")):
		s.in.Discard(len("!--"))
		return true, s.until("-->", 0)
	case bytes.HasPrefix(head, []byte("?")):
		return true, s.until("?>", 0)
	}
	s.entities = s.entities || string(head) == "!ENTITY"
	return false, nil
}

// tag reads a start or an end tag, up to and past its ">".
func (s *scanner) tag() (token, bool, error) {
	s.buf = s.buf[:0]
	var quote byte
	for {
		c, err := s.in.ReadByte()
		if err != nil {
			return token{}, false, err
		}
		switch {
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case c == '"', c == '\'':
			quote = c
		case c == '>':
			return parseTag(s.buf), true, nil
		case c == '<': // the tag was never closed
			s.in.UnreadByte()
			return parseTag(s.buf), true, nil
		}
		if len(s.buf) == maxTag {
			return token{}, false, ErrSyntax
		}
		s.buf = append(s.buf, c)
	}
}

// parseTag reads the name and the attributes of a tag.
func parseTag(b []byte) token {
	t := token{kind: startToken}
	if bytes.HasPrefix(b, []byte("/")) {
		t.kind, b = endToken, bytes.TrimLeft(b[1:], space)
	} else if trimmed, ok := bytes.CutSuffix(b, []byte("/")); ok {
		t.empty, b = true, trimmed
	}
	n := nameLength(b)
	t.name, t.attrs = localName(b[:n]), b[n:]
	return t
}

// attribute returns the value of a tag's attribute, by its name without prefix, or "".
func attribute(attrs []byte, name string) string {
	for {
		attrs = bytes.TrimLeft(attrs, space+"/")
		n := nameLength(attrs)
		if n == 0 {
			return ""
		}
		key := attrs[:n]
		attrs = bytes.TrimLeft(attrs[n:], space)
		if len(attrs) == 0 || attrs[0] != '=' {
			continue
		}
		attrs = bytes.TrimLeft(attrs[1:], space)
		if len(attrs) == 0 {
			return ""
		}
		var value []byte
		if q := attrs[0]; q == '"' || q == '\'' {
			end := bytes.IndexByte(attrs[1:], q)
			if end < 0 {
				return ""
			}
			value, attrs = attrs[1:1+end], attrs[end+2:]
		} else {
			n := nameLength(attrs)
			if n == 0 {
				return ""
			}
			value, attrs = attrs[:n], attrs[n:]
		}
		if string(localName(key)) == name {
			return string(decodeEntities(value))
		}
	}
}

// decodeEntities replaces the entities in t, once: those of XML and HTML by their
// characters, those that a file declares itself by nothing. An ampersand that begins no
// entity is itself, as in the query of a URL.
func decodeEntities(t []byte) []byte {
	i := bytes.IndexByte(t, '&')
	if i < 0 {
		return t
	}
	out := make([]byte, 0, len(t))
	for i >= 0 {
		out = append(out, t[:i]...)
		t = t[i:]
		n := entityLength(t)
		if n == 0 {
			out = append(out, '&')
			t = t[1:]
		} else {
			if c := html.UnescapeString(string(t[:n])); c != string(t[:n]) {
				out = append(out, c...)
			}
			t = t[n:]
		}
		i = bytes.IndexByte(t, '&')
	}
	return append(out, t...)
}

// entityLength returns the length of the entity that t begins with, or 0 if missing.
func entityLength(t []byte) int {
	for i := 1; i < min(len(t), 34); i++ {
		c := t[i]
		switch {
		case c == ';' && i > 1:
			return i + 1
		case 'a' <= c|0x20 && c|0x20 <= 'z', '0' <= c && c <= '9', c == '#' && i == 1:
		default:
			return 0
		}
	}
	return 0
}
