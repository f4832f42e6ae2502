// Package lexer cuts HTML into text and tags, by the tokenization rules of the HTML standard
// (https://html.spec.whatwg.org/multipage/parsing.html#tokenization), and knows the names of elements and attributes.
//
// A [Lexer] yields token after token: [Lexer.Next], then its fields and [Lexer.Attr] for what the token holds. Comments,
// doctypes and processing instructions are skipped. Tokens are slices of the source; nothing is allocated for a token.
//
// Every byte is passed once: what is looked for and not found is the end of the input. So hostile input takes no more
// time than any other of its length.
package lexer

import (
	"bytes"

	"sluice/page/internal/ascii"
)

// Kind is the kind of a token.
type Kind uint8

// The kinds of tokens.
const (
	EndOfInput Kind = iota
	TextToken
	StartTag
	EndTag
	declaration // begins with "<!" or "<?"; Next does not return it
)

// maxOthers bounds the attributes of unknown names kept of one tag; later ones are skipped.
const maxOthers = 128

// Extent is a part of the source, from Start up to End. The source is shorter than 4 GiB.
type Extent struct{ Start, End uint32 }

// Attribute is an attribute of a name that is not known.
type Attribute struct{ Name, Value Extent }

// Lexer reads one source after the other: [Lexer.Reset] begins the next. The fields of a token hold until the next call
// of Next.
type Lexer struct {
	Src       []byte
	Pos       int  // of the first byte that is not read yet
	AllNames  bool // keep attributes of unknown names in Others
	IsForeign bool // inside SVG or MathML, where CDATA sections are text; the caller sets it

	Text        []byte // of a text token
	IsCDATA     bool   // the text is of a CDATA section: it has no character references
	Tag         Tag    // TagNone for an element that is not known
	Key         Key    // of the tag's name
	Name        Extent // in the case of the source
	Others      []Attribute
	SelfClosing bool

	has    AttrSet
	values [64]Extent // of the attributes in has
}

// Reset begins to read src, which must be UTF-8.
func (x *Lexer) Reset(src []byte) {
	x.Src, x.Pos, x.IsForeign = src, 0, false
	x.has, x.Others = 0, x.Others[:0]
}

// At returns a part of the source.
func (x *Lexer) At(e Extent) []byte { return x.Src[e.Start:e.End] }

// Next reads the next token.
func (x *Lexer) Next() Kind {
	for x.Pos < len(x.Src) {
		start := x.Pos
		switch x.begins(start) {
		case StartTag:
			x.Pos = start + 1
			if x.readTag() {
				return StartTag
			}
		case EndTag:
			if k := x.closing(start + 2); k != EndOfInput {
				return k
			}
		case declaration:
			if x.readDeclaration(start + 1) {
				return TextToken
			}
		default:
			x.IsCDATA, x.Pos = false, x.markup(start+1)
			x.Text = x.Src[start:x.Pos]
			return TextToken
		}
	}
	return EndOfInput
}

// begins returns the kind of token that begins at i.
func (x *Lexer) begins(i int) Kind {
	if x.Src[i] != '<' || i+1 >= len(x.Src) {
		return TextToken
	}
	switch c := x.Src[i+1]; {
	case ascii.IsLetter(c):
		return StartTag
	case c == '/':
		return EndTag
	case c == '!', c == '?':
		return declaration
	}
	return TextToken
}

// markup returns the index of the next tag or declaration at or after i.
func (x *Lexer) markup(i int) int {
	for i < len(x.Src) {
		k := bytes.IndexByte(x.Src[i:], '<')
		if k < 0 {
			break
		}
		if i += k; x.begins(i) != TextToken {
			return i
		}
		i++
	}
	return len(x.Src)
}

// closing reads an end tag whose name begins at i, or the comment that begins with "</" and another character.
func (x *Lexer) closing(i int) Kind {
	if i >= len(x.Src) {
		x.Text, x.IsCDATA, x.Pos = x.Src[i-2:], false, len(x.Src)
		return TextToken
	}
	if !ascii.IsLetter(x.Src[i]) {
		x.skipPast('>', i)
		return EndOfInput
	}
	x.Pos = i
	if x.readTag() {
		return EndTag
	}
	return EndOfInput
}

// readDeclaration reads the declaration or comment whose "<" is before i, and reports whether it is a CDATA section with text.
func (x *Lexer) readDeclaration(i int) bool {
	rest := x.Src[i+1:]
	switch {
	case x.Src[i] == '?':
		x.skipPast('>', i)
	case bytes.HasPrefix(rest, []byte("--")):
		x.comment(i + 3)
	case x.IsForeign && bytes.HasPrefix(rest, []byte("[CDATA[")):
		return x.section(i + len("![CDATA["))
	default:
		x.skipPast('>', i+1)
	}
	return false
}

// comment skips a comment whose text begins at i. It ends at "-->" or "--!>"; "<!-->" and "<!--->" are whole comments.
func (x *Lexer) comment(i int) {
	if rest := x.Src[i:]; bytes.HasPrefix(rest, []byte(">")) {
		x.Pos = i + 1
		return
	} else if bytes.HasPrefix(rest, []byte("->")) {
		x.Pos = i + 2
		return
	}
	for {
		k := bytes.Index(x.Src[i:], []byte("--"))
		if k < 0 {
			x.Pos = len(x.Src)
			return
		}
		i += k + 2
		for i < len(x.Src) && x.Src[i] == '-' {
			i++
		}
		if i < len(x.Src) && x.Src[i] == '!' {
			i++
		}
		if i < len(x.Src) && x.Src[i] == '>' {
			x.Pos = i + 1
			return
		}
	}
}

// section reads a CDATA section whose text begins at i, and reports whether it has text.
func (x *Lexer) section(i int) bool {
	end := bytes.Index(x.Src[i:], []byte("]]>"))
	if end < 0 {
		x.Text, x.Pos = x.Src[i:], len(x.Src)
	} else {
		x.Text, x.Pos = x.Src[i:i+end], i+end+3
	}
	x.IsCDATA = true
	return len(x.Text) > 0
}

// skipPast moves behind the next c at or after i.
func (x *Lexer) skipPast(c byte, i int) {
	if k := bytes.IndexByte(x.Src[i:], c); k >= 0 {
		x.Pos = i + k + 1
	} else {
		x.Pos = len(x.Src)
	}
}

// readTag reads a tag whose name begins at x.Pos. It reports false if the input ends inside the tag: the standard ignores
// such a tag. The one exception is a tag that ends after a complete quoted value, as pages cut off by their server have.
func (x *Lexer) readTag() bool {
	src, start := x.Src, x.Pos
	k, i := shortKey(src, start, false)
	if k == 0 {
		for i < len(src) && !endsName[src[i]] {
			i++
		}
		k = KeyOf(src[start:i])
	}
	x.Key, x.Name = k, Extent{uint32(start), uint32(i)}
	x.Tag = x.tagOf(k, x.Name)
	x.has, x.Others, x.SelfClosing = 0, x.Others[:0], false
	whole := false
	for i < len(src) {
		switch c := src[i]; {
		case c == '>':
			x.Pos = i + 1
			return true
		case ascii.IsSpace(c):
			i++
		case c == '/':
			x.SelfClosing = i+1 < len(src) && src[i+1] == '>'
			i++
		default:
			i, whole = x.readAttribute(i)
		}
	}
	x.Pos = len(src)
	return whole
}

// readAttribute reads the attribute that begins at i. It returns its end, and whether its value is quoted and complete.
func (x *Lexer) readAttribute(i int) (end int, whole bool) {
	src, start := x.Src, i
	k, i := shortKey(src, start, true)
	if k == 0 {
		for i < len(src) && !endsName[src[i]] && (src[i] != '=' || i == start) {
			i++
		}
		k = KeyOf(src[start:i])
	}
	name := Extent{uint32(start), uint32(i)}
	if i < len(src) && src[i] != '=' {
		i = ascii.SkipSpace(src, i)
	}
	if i >= len(src) || src[i] != '=' {
		x.add(k, name, i, i)
		return i, false
	}
	if i++; i < len(src) && src[i] != '"' {
		i = ascii.SkipSpace(src, i)
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
	for i < len(src) && src[i] != '>' && !ascii.IsSpace(src[i]) {
		i++
	}
	x.add(k, name, start, i)
	return i, false
}

// tagOf returns the tag of a name that has the key k.
func (x *Lexer) tagOf(k Key, name Extent) Tag {
	t := Tag(tagsByName.find(k))
	if k&longKey != 0 && !ascii.EqualFold(x.At(name), tags[t].name) {
		return TagNone
	}
	return t
}

// attrOf returns the attribute of a name that has the key k.
func (x *Lexer) attrOf(k Key, name Extent) Attr {
	a := Attr(attributesByName.find(k))
	if k&longKey != 0 && !ascii.EqualFold(x.At(name), attributeNames[a]) {
		return AttrNone
	}
	return a
}

// add adds an attribute, unless the tag already has one of that name.
func (x *Lexer) add(k Key, name Extent, start, end int) {
	value := Extent{uint32(start), uint32(end)}
	if id := x.attrOf(k, name); id != AttrNone {
		if x.has&(1<<id) == 0 {
			x.has |= 1 << id
			x.values[id&63] = value
		}
	} else if x.AllNames && len(x.Others) < maxOthers {
		x.Others = append(x.Others, Attribute{name, value})
	}
}

// Has reports whether the tag has one of the attributes in a set.
func (x *Lexer) Has(set AttrSet) bool { return x.has&set != 0 }

// Attr returns the value of an attribute of the tag as written, with its character references, and reports whether the tag
// has the attribute.
func (x *Lexer) Attr(id Attr) ([]byte, bool) {
	if x.has&(1<<id) == 0 {
		return nil, false
	}
	return x.At(x.values[id&63]), true
}

// Extent returns the place of an attribute's value in the source, the zero Extent if the tag does not have it.
func (x *Lexer) Extent(id Attr) Extent {
	if x.has&(1<<id) == 0 {
		return Extent{}
	}
	return x.values[id&63]
}
