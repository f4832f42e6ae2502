package rtf

import (
	"bufio"
	"strings"

	"golang.org/x/text/encoding"

	"sluice/document/content"
	"sluice/document/internal/draft"
	"sluice/document/internal/prose"
	"sluice/document/internal/vocabulary"
)

// group is what holds until a closing brace.
type group struct {
	to      destination
	depth   int // paragraphs that were open before the group
	uc      int // characters that replace a \u for readers without it
	font    int
	bold    bool
	italic  bool
	hidden  bool
	starred bool // \* has been read: a destination that is not known is skipped
	remark  bool // it is a comment within the text
	twice   bool // its groups say the same twice, in a code page and in Unicode
}

// destination is where the text of a group goes.
type destination uint8

// The destinations. All but the first are kept out of the text.
const (
	toText destination = iota
	toNowhere
	toFonts
	toStyles
	toInfo
	toField
	toMargin
	toObject
)

// rtf reads Rich Text Format (Microsoft's specification 1.9.1): a stream of
// groups, control words and text in code pages.
type rtf struct {
	prose.Writer
	group
	stack []group
	in    *bufio.Reader

	bytes    []byte // text that waits to be decoded, of one code page
	high     rune   // first half of a surrogate pair
	skip     int    // characters that still replace a \u
	codePage encoding.Encoding
	fonts    map[int]encoding.Encoding
	font     int // that the font table describes, or the default
	styles   map[int]string
	style    int // that the style sheet describes

	name    string // of the property that is read
	value   strings.Builder
	table   bool // the paragraph is in a table
	size    float64
	called  string // common name of the paragraph's style
	margin  string
	margins []content.Line
	width   float64
	object  []byte // hexadecimal digits of a file within the text
}

// addMargin adds a paragraph of a header or footer.
func (x *rtf) addMargin() {
	if text := draft.Clean(x.value.String()); text != "" && len(x.margins) < 100 {
		x.margins = append(x.margins, content.Line{Text: text, Style: x.margin})
	}
	x.value.Reset()
}

// byte adds one byte of text.
func (x *rtf) byte(c byte) {
	if x.skip > 0 {
		x.skip--
		return
	}
	if x.to == toObject {
		if len(x.object) < 2*x.Draft.Files.Room() {
			x.object = append(x.object, c)
		}
		return
	}
	if x.to == toNowhere || x.hidden && x.to == toText {
		return
	}
	x.lone()
	if x.bytes = append(x.bytes, c); len(x.bytes) >= 64<<10 {
		x.decode()
	}
}

// decode turns the bytes that wait into text, by the code page of the font.
func (x *rtf) decode() {
	if len(x.bytes) == 0 {
		return
	}
	// A font may have a code page of its own: a Russian word in a Western file is written in that
	// of its font.
	page := x.fonts[x.group.font]
	if page == nil {
		page = x.codePage
	}
	text, err := page.NewDecoder().Bytes(x.bytes)
	// Bytes that the code page does not have are kept as they are.
	if err != nil {
		text = x.bytes
	}
	x.bytes = x.bytes[:0]
	x.text(string(text))
}

// lone replaces the first half of a surrogate pair whose second never came.
func (x *rtf) lone() {
	if x.high != 0 {
		x.high = 0
		x.text("\ufffd")
	}
}

// text sends decoded text where the group says.
func (x *rtf) text(s string) {
	switch x.to {
	case toText:
		if x.hidden {
			return
		}
		if x.Now() == nil {
			x.Begin()
		}
		g := x.Now()
		if g.Chars.Len() == 0 {
			g.Size, g.Style = x.size, x.called
		}
		x.WriteText(s)
		if x.bold {
			g.BoldBytes += len(s)
		}
		if x.italic {
			g.ItalicBytes += len(s)
		}
	case toInfo, toField, toMargin:
		if x.value.Len() < content.MaxValue {
			x.value.WriteString(s)
		}
	case toStyles:
		x.nameStyle(s)
	}
}

// nameStyle sets the name of a style. In the file it ends in a semicolon.
func (x *rtf) nameStyle(s string) {
	name, _, _ := strings.Cut(s, ";")
	if name = strings.TrimSpace(name); name != "" && x.styles[x.style] == "" && len(x.styles) < 10_000 {
		x.styles[x.style] = vocabulary.StyleName(name)
	}
}
