package page

import "bytes"

// kind is the kind of a token.
type kind uint8

const (
	endOfInput kind = iota
	textToken
	startTag
	endTag
	declaration // what begins with "<!" or "<?", which the reader of tokens does not see
)

// maxOthers bounds the attributes of unknown names kept of one tag; later ones are read over.
const maxOthers = 128

// extent is a part of the source. No page is so long that it does not fit, see maxBody.
type extent struct{ start, end uint32 }

// attribute is an attribute of a name that is not known.
type attribute struct{ name, value extent }

// lexer cuts HTML into text and tags, by the tokenization rules of the HTML standard
// (https://html.spec.whatwg.org/multipage/parsing.html#tokenization). Comments, doctypes and processing
// instructions are read over. Tokens are slices of the source; nothing is allocated for a token.
//
// Every byte is passed once: what is looked for and not found is the end of the input.
type lexer struct {
	src     []byte
	pos     int
	all     bool // keep attributes of unknown names too
	foreign bool // inside SVG or MathML, where CDATA sections are text

	text        []byte // of a text token
	cdata       bool   // the text is of a CDATA section: it has no entities
	tag         tag
	key         key    // of the tag's name
	name        extent // in the case of the source
	has         uint64 // the bit of each known attribute that the tag has
	values      [64]extent
	others      []attribute
	selfClosing bool
}

func (x *lexer) reset(src []byte) {
	x.src, x.pos, x.foreign = src, 0, false
	x.has, x.others = 0, x.others[:0]
}

// at returns a part of the source.
func (x *lexer) at(e extent) []byte { return x.src[e.start:e.end] }

// next reads the next token.
func (x *lexer) next() kind {
	for x.pos < len(x.src) {
		start := x.pos
		switch x.begins(start) {
		case startTag:
			x.pos = start + 1
			if x.readTag() {
				return startTag
			}
		case endTag:
			if k := x.closing(start + 2); k != endOfInput {
				return k
			}
		case declaration:
			if x.readDeclaration(start + 1) {
				return textToken
			}
		default:
			x.cdata, x.pos = false, x.markup(start+1)
			x.text = x.src[start:x.pos]
			return textToken
		}
	}
	return endOfInput
}

// begins says what begins at i.
func (x *lexer) begins(i int) kind {
	if x.src[i] != '<' || i+1 >= len(x.src) {
		return textToken
	}
	switch c := x.src[i+1]; {
	case isLetter(c):
		return startTag
	case c == '/':
		return endTag
	case c == '!', c == '?':
		return declaration
	}
	return textToken
}

// markup says where, at or after i, the next tag or declaration begins.
func (x *lexer) markup(i int) int {
	for i < len(x.src) {
		k := bytes.IndexByte(x.src[i:], '<')
		if k < 0 {
			break
		}
		if i += k; x.begins(i) != textToken {
			return i
		}
		i++
	}
	return len(x.src)
}

// closing reads an end tag whose name begins at i, or the comment that "</" and anything else begins.
func (x *lexer) closing(i int) kind {
	if i >= len(x.src) {
		x.text, x.cdata, x.pos = x.src[i-2:], false, len(x.src)
		return textToken
	}
	if !isLetter(x.src[i]) {
		x.skipPast('>', i)
		return endOfInput
	}
	x.pos = i
	if x.readTag() {
		return endTag
	}
	return endOfInput
}

// readDeclaration reads over what follows the "<" before i, and reports whether it was a CDATA section with text.
func (x *lexer) readDeclaration(i int) bool {
	rest := x.src[i+1:]
	switch {
	case x.src[i] == '?':
		x.skipPast('>', i)
	case bytes.HasPrefix(rest, []byte("--")):
		x.comment(i + 3)
	case x.foreign && bytes.HasPrefix(rest, []byte("[CDATA[")):
		return x.section(i + len("![CDATA["))
	default:
		x.skipPast('>', i+1)
	}
	return false
}

// comment reads over a comment whose text begins at i. It ends at "-->" or "--!>"; "<!-->" and "<!--->" are whole comments.
func (x *lexer) comment(i int) {
	if rest := x.src[i:]; bytes.HasPrefix(rest, []byte(">")) {
		x.pos = i + 1
		return
	} else if bytes.HasPrefix(rest, []byte("->")) {
		x.pos = i + 2
		return
	}
	for {
		k := bytes.Index(x.src[i:], []byte("--"))
		if k < 0 {
			x.pos = len(x.src)
			return
		}
		i += k + 2
		for i < len(x.src) && x.src[i] == '-' {
			i++
		}
		if i < len(x.src) && x.src[i] == '!' {
			i++
		}
		if i < len(x.src) && x.src[i] == '>' {
			x.pos = i + 1
			return
		}
	}
}

func (x *lexer) section(i int) bool {
	end := bytes.Index(x.src[i:], []byte("]]>"))
	if end < 0 {
		x.text, x.pos = x.src[i:], len(x.src)
	} else {
		x.text, x.pos = x.src[i:i+end], i+end+3
	}
	x.cdata = true
	return len(x.text) > 0
}

func (x *lexer) skipPast(c byte, i int) {
	if k := bytes.IndexByte(x.src[i:], c); k >= 0 {
		x.pos = i + k + 1
	} else {
		x.pos = len(x.src)
	}
}

// readTag reads a tag whose name begins at x.pos. It reports false when the input ends within the tag: such a tag is
// none. The one exception is a tag that breaks off after a whole quoted value, as pages cut off by their server have.
func (x *lexer) readTag() bool {
	src, start := x.src, x.pos
	k, i := shortKey(src, start, false)
	if k == 0 {
		for i < len(src) && !endsName[src[i]] {
			i++
		}
		k = keyOf(src[start:i])
	}
	x.key, x.name = k, extent{uint32(start), uint32(i)}
	x.tag = x.tagOf(k, x.name)
	x.has, x.others, x.selfClosing = 0, x.others[:0], false
	whole := false
	for i < len(src) {
		switch c := src[i]; {
		case c == '>':
			x.pos = i + 1
			return true
		case isSpace(c):
			i++
		case c == '/':
			x.selfClosing = i+1 < len(src) && src[i+1] == '>'
			i++
		default:
			i, whole = x.readAttribute(i)
		}
	}
	x.pos = len(src)
	return whole
}

// readAttribute reads the attribute that begins at i and says where it ends, and whether its value is quoted and whole.
func (x *lexer) readAttribute(i int) (end int, whole bool) {
	src, start := x.src, i
	k, i := shortKey(src, start, true)
	if k == 0 {
		for i < len(src) && !endsName[src[i]] && (src[i] != '=' || i == start) {
			i++
		}
		k = keyOf(src[start:i])
	}
	name := extent{uint32(start), uint32(i)}
	if i < len(src) && src[i] != '=' {
		i = skipSpace(src, i)
	}
	if i >= len(src) || src[i] != '=' {
		x.add(k, name, i, i)
		return i, false
	}
	if i++; i < len(src) && src[i] != '"' {
		i = skipSpace(src, i)
	}
	if i >= len(src) {
		return i, false
	}
	if q := src[i]; q == '"' || q == '\'' {
		n := bytes.IndexByte(src[i+1:], q)
		if n < 0 {
			return len(src), false
		}
		x.add(k, name, i+1, i+1+n)
		return i + n + 2, true
	}
	start = i
	for i < len(src) && src[i] != '>' && !isSpace(src[i]) {
		i++
	}
	x.add(k, name, start, i)
	return i, false
}

// add keeps an attribute, unless the tag has one of that name already.
func (x *lexer) add(k key, name extent, start, end int) {
	value := extent{uint32(start), uint32(end)}
	if id := x.attrOf(k, name); id != attrNone {
		if x.has&(1<<id) == 0 {
			x.has |= 1 << id
			x.values[id&63] = value
		}
	} else if x.all && len(x.others) < maxOthers {
		x.others = append(x.others, attribute{name, value})
	}
}

// get gives the value of the tag's attribute of that name as it stands in the source, entities and all, and whether it
// has one.
func (x *lexer) get(id attr) ([]byte, bool) {
	if x.has&(1<<id) == 0 {
		return nil, false
	}
	return x.at(x.values[id&63]), true
}

// extent gives where the value of the tag's attribute of that name stands, the zero extent when it has none.
func (x *lexer) extent(id attr) extent {
	if x.has&(1<<id) == 0 {
		return extent{}
	}
	return x.values[id&63]
}

// lower maps ASCII capitals to small letters and leaves all other bytes.
var lower = func() (t [256]byte) {
	for i := range t {
		t[i] = byte(i)
		if 'A' <= i && i <= 'Z' {
			t[i] += 'a' - 'A'
		}
	}
	return t
}()

// endsName says which bytes end the name of a tag, or of an attribute unless an equals sign does.
var endsName = [256]bool{' ': true, '\n': true, '\t': true, '\r': true, '\f': true, '/': true, '>': true}

func isLetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }

func isSpace(c byte) bool { return c <= ' ' && 1<<c&(1<<' '|1<<'\n'|1<<'\t'|1<<'\r'|1<<'\f') != 0 }

func skipSpace(src []byte, i int) int {
	for i < len(src) && isSpace(src[i]) {
		i++
	}
	return i
}
