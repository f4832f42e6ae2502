package rtf

import (
	"bufio"
	"errors"
	"io"
	"strconv"
	"strings"
	"unicode/utf16"
)

// control reads a control word or symbol, whose backslash was read, and
// executes it.
func (x *rtf) control() error {
	c, err := x.in.ReadByte()
	if err != nil {
		return nil // the file ends here
	}
	switch {
	case c == '\'':
		x.hex()
		return nil
	case 'a' <= c|0x20 && c|0x20 <= 'z':
		return x.word(c)
	}
	if c == '{' || c == '}' || c == '\\' {
		x.byte(c)
		return nil
	}
	x.decode()
	if x.skip > 0 {
		x.skip--
		return nil
	}
	switch c {
	// "\*" marks a destination that older readers may skip.
	case '*':
		x.starred = true
	case '~':
		x.text(" ")
	case '_':
		x.text("-")
	// A backslash before a line's end is another form of \par.
	case '\r', '\n':
		x.paragraph()
	}
	return nil
}

// hex reads a byte in two hexadecimal digits.
func (x *rtf) hex() {
	var digits [2]byte
	for i := range digits {
		c, err := x.in.ReadByte()
		if err != nil {
			return
		}
		if !strings.ContainsRune("0123456789abcdefABCDEF", rune(c)) {
			_ = x.in.UnreadByte()
			return
		}
		digits[i] = c
	}
	n, _ := strconv.ParseUint(string(digits[:]), 16, 8)
	x.byte(byte(n))
}

// word reads a control word, its number and the space that ends it.
func (x *rtf) word(first byte) error {
	name := []byte{first}
	// Names are bounded, so that a binary file that begins like RTF is not read as one long word.
	c, err := x.in.ReadByte()
	for ; err == nil && 'a' <= c|0x20 && c|0x20 <= 'z' && len(name) < maxWord; c, err = x.in.ReadByte() {
		name = append(name, c)
	}
	var number []byte
	if err == nil && c == '-' {
		number = append(number, c)
		c, err = x.in.ReadByte()
	}
	// Twelve digits are enough for any number of the format, and cannot overflow.
	for ; err == nil && '0' <= c && c <= '9' && len(number) < 12; c, err = x.in.ReadByte() {
		number = append(number, c)
	}
	if err == nil && c != ' ' {
		_ = x.in.UnreadByte()
	}
	n, bad := strconv.Atoi(string(number))
	return x.do(string(name), n, bad == nil)
}

// do executes a control word. Has reports whether it had a number.
func (x *rtf) do(name string, n int, has bool) error {
	// The bytes of \bin are counted, not delimited, and may contain braces.
	if name == "bin" {
		return discard(x.in, n)
	}
	if name == "u" {
		x.unicode(n)
		return nil
	}
	if x.skip > 0 && symbols[name] != "" {
		x.skip--
		return nil
	}
	x.decode()
	if s := symbols[name]; s != "" {
		x.lone()
		x.text(s)
		return nil
	}
	if x.destination(name) {
		return nil
	}
	// A starred destination that is not known must be skipped as a whole: that
	// is how newer versions extend the format.
	if x.starred && x.to != toNowhere {
		if !known[name] {
			x.to = toNowhere
			return nil
		}
		x.starred = false
	}
	if x.to == toNowhere {
		return nil
	}
	x.set(name, n, has)
	return nil
}

// discard skips binary data.
func discard(in *bufio.Reader, n int) error {
	if n <= 0 {
		return nil
	}
	_, err := io.CopyN(io.Discard, in, int64(n))
	if errors.Is(err, io.EOF) {
		return nil
	}
	return err
}

// unicode reads a character by its number, or half of one, and has its
// replacements skipped.
func (x *rtf) unicode(n int) {
	if x.skip > 0 { // it replaces another itself
		x.skip--
		return
	}
	x.decode()
	// After \uN come \ucN characters for readers without Unicode, which are skipped here.
	x.skip = x.uc
	// The number is a signed 16-bit integer: a character above 32767 is written as a negative
	// number.
	r := rune(uint16(n))
	if n > 0xffff && n <= 0x10ffff {
		r = rune(n)
	}
	if x.hidden && x.to == toText {
		return
	}
	switch {
	case 0xd800 <= r && r < 0xdc00:
		x.lone()
		x.high = r
	case 0xdc00 <= r && r < 0xe000:
		if x.high == 0 {
			x.text("\ufffd")
			return
		}
		pair := utf16.DecodeRune(x.high, r)
		x.high = 0
		x.text(string(pair))
	default:
		x.lone()
		if 0xf000 <= r && r <= 0xf0ff { // a symbol font's
			if r != 0xf0b7 {
				return
			}
			r = '•'
		}
		x.text(string(r))
	}
}

// symbols are the words that print a character.
var symbols = map[string]string{
	"tab": "\t", "line": "\n", "lbr": "\n", "emdash": "—", "endash": "–", "emspace": " ", "enspace": " ", "qmspace": " ", "bullet": "•",
	"lquote": "‘", "rquote": "’", "ldblquote": "“", "rdblquote": "”", "zwj": "\u200d", "zwnj": "\u200c",
}

// known are the starred destinations that hold text to read. Others hold
// data for programs.
var known = map[string]bool{
	"shptxt": true, "annotation": true, "atnid": true, "atnauthor": true, "shppict": true, "pict": true, "fldinst": true, "cs": true,
	"ds": true, "ts": true, "shpinst": true, "dptxbxtext": true, "company": true,
}

// informed are the words of the information group whose text is a field.
var informed = map[string]string{
	"title": "title", "author": "author", "subject": "subject", "keywords": "keyword", "doccomm": "description", "company": "company",
	"manager": "manager", "category": "category", "operator": "last editor", "hlinkbase": "base",
}

// destination begins the destination that a control word names. It reports whether
// the word names one.
func (x *rtf) destination(name string) bool {
	if x.to == toNowhere {
		return x.shown(name)
	}
	switch name {
	case "upr":
		x.twice = true
	case "fonttbl":
		x.to = toFonts
	case "stylesheet":
		x.to, x.style = toStyles, 0
	case "colortbl", "filetbl", "listtable", "listoverridetable", "revtbl", "rsidtbl", "generator", "pict", "themedata", "datastore",
		"latentstyles", "nonshppict", "objdata", "xmlnstbl", "bkmkstart", "bkmkend", "pnseclvl", "template", "ftnsep", "ftnsepc", "ftncn",
		"aftnsep", "aftnsepc", "aftncn", "tc", "xe", "rxe", "txe", "sp", "sv", "sn", "formfield", "private", "atrfstart", "atrfend", "atnref",
		"atndate", "atntime", "atnparent", "atnicn", "ud", "falt", "panose", "object", "objclass", "objname", "shprslt", "listname":
		if name == "pict" {
			x.Draft.Picture()
		}
		x.to = toNowhere
	case "info":
		x.to, x.name = toInfo, ""
	case "fldinst":
		// A field in a header is its page number or its date, which is no text of the document.
		if x.to == toMargin {
			x.to = toNowhere
			break
		}
		x.to, x.name = toField, "field"
		x.value.Reset()
	case "header", "headerl", "headerr", "headerf", "footer", "footerl", "footerr", "footerf":
		x.value.Reset()
		x.to, x.margin = toMargin, name[:6]
	// A note is written within the paragraph that refers to it. It is read as a paragraph of its
	// own, and the outer one continues afterwards.
	case "footnote", "shptxt", "dptxbxtext":
		if x.to == toText && len(x.stack) > 0 && len(x.Writer.Open) > 0 {
			x.group.depth = len(x.Writer.Open)
			x.Begin()
		}
		x.starred = false
	case "atnid", "atnauthor", "annotation":
		x.text(" ")
		x.starred, x.remark = false, true
	default:
		if field := informed[name]; field != "" && x.to == toInfo {
			x.name = field
			x.value.Reset()
			return true
		}
		return false
	}
	return true
}

// shown finds what is to be read within a group that is skipped: what an object
// shows, and what is said again in Unicode.
func (x *rtf) shown(name string) bool {
	switch {
	case name == "result":
		x.to = toText
	case name == "objdata" && x.Draft.Files.Room() > 0:
		x.to, x.object = toObject, nil
	case name == "ud" && len(x.stack) > 0 && x.stack[len(x.stack)-1].twice:
		x.to, x.starred = x.stack[len(x.stack)-1].to, false
	default:
		return false
	}
	return true
}
