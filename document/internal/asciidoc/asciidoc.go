// Package asciidoc reads AsciiDoc, as Asciidoctor and its predecessor
// AsciiDoc.py understand it.
//
// Nothing is included from elsewhere, and of conditional parts each one is
// read.
package asciidoc

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"sluice/document/content"
	"sluice/document/internal/draft"
	"sluice/document/internal/markdown"
	"sluice/document/internal/plaintext"
	"sluice/internal/lazyregexp"
)

// Read reads AsciiDoc: its text without the marks.
func Read(d *draft.Draft, text string) {
	text = strings.ReplaceAll(strings.ReplaceAll(text, "\r\n", "\n"), "\r", "\n")
	r := &reader{d: d, attributes: map[string]string{}}
	for rest, more := markdown.FrontMatter(d, text), true; more && !d.Full(); {
		var l string
		l, rest, more = plaintext.CutLine(rest)
		next, _, _ := plaintext.CutLine(rest)
		r.line(strings.TrimRight(l, " \t"), next)
	}
	r.end()
}

// The limits of what is held in memory at a time.
const (
	maxBlock      = 10_000 // lines of a paragraph
	maxAttributes = 1000
	maxContinued  = 4 << 10 // bytes of the value of an attribute of several lines
	maxAttribute  = 1000    // bytes of the value of an attribute that the text refers to
)

// header is how much of a document's header was read.
type header uint8

const (
	noHeader    header = iota // there is none, or it has ended
	afterTitle                // the next line may name the authors
	afterAuthor               // the next line may be that of the revision
)

// reader parts lines into blocks.
type reader struct {
	d          *draft.Draft
	attributes map[string]string // of the document, for references to them
	attribute  string            // name of the attribute whose value continues
	value      string            // of that attribute, so far
	header     header
	style      string // of the next block, as its attributes say
	block      []string
	size       int // bytes of the block
	list       bool
	pending    []string // footnotes of the block that is being written
	fence      string   // ends a verbatim block, a comment or a table

	abstract    strings.Builder // of several paragraphs
	abstractEnd string          // the border that ends it
}

// The lines that begin or end a block.
var (
	sectionLine   = lazyregexp.New(`^(={1,6}|#{1,6})[ \t]+(\S.*?)(?:[ \t]+(={1,6}|#{1,6}))?$`)
	underline     = lazyregexp.New(`^(?:={2,}|-{2,}|~{2,}|\^{2,}|\+{2,})$`)
	attributeLine = lazyregexp.New(`^:(!?[\pL\pN_][\pL\pN_-]*!?):(?:[ \t]+(.*))?$`)
	listLine      = lazyregexp.New(`^\[(?:[\pL\pN_.#%,"'*&{](?:"[^"]*"|[^\[\]])*|\[[^\[\]]*\])?\]$`) // the attributes of a block
	commentLine   = lazyregexp.New(`^//(?:[^/]|$)`)
	captionLine   = lazyregexp.New(`^\.([^\s.].*)$`)
	itemLine      = lazyregexp.New(`^[ \t]*(?:[-•]|\*{1,5}|\.{1,5}|(\d{1,9}[.)]|[A-Za-z]\.)|<(?:\d+|\.)>)[ \t]+(?:\[[ xX*]\][ \t]+)?`)
	termLine      = lazyregexp.New(`^[ \t]*(\S.*?)(?::{2,4}|;;)(?:[ \t]+(.*))?$`)
	blockMacro    = lazyregexp.New(`^([a-z][\w-]*)::(\S*)\[(.*)\]$`)
	verbatim      = lazyregexp.New("^(?:-{4,}|\\.{4,}|\\+{4,}|```+[\\w,+#-]*)$")
	comment       = lazyregexp.New(`^/{4,}$`)
	table         = lazyregexp.New(`^[|,:!]={3,}$`)
	border        = lazyregexp.New(`^(?:={4,}|\*{3,}|_{4,}|--|-{3}|'{3,}|<{3,}|\+|- - -|\* \* \*)$`) // has no text, nor has what it borders another reading
	cellMark      = lazyregexp.New(`(?:^|\s)(?:\d+(?:\.\d+)?[*+]|\.\d+\+)?[<^>]?(?:\.[<^>])?[a-z]?\|`)
)

// line reads one line; the next one shows whether a list continues.
func (r *reader) line(l, next string) {
	switch {
	case r.fence != "":
		r.fenced(l)
		return
	case r.attribute != "":
		r.setAttribute(r.attribute, r.value+" "+strings.TrimSpace(l))
		return
	case commentLine.MatchString(l):
		return
	case r.header != noHeader && r.headerLine(l):
		return
	}
	atStart := len(r.block) == 0
	if level := r.underlined(l); level > 0 {
		text := r.block[0]
		r.block, r.size = r.block[:0], 0
		r.heading(level, text)
		return
	}
	if r.border(l) {
		return
	}
	if m := blockMacro.FindStringSubmatch(l); m != nil {
		if m[1] == "image" {
			r.end()
			r.paragraph(content.Line{Text: r.inline(firstAttribute(m[3]))})
		}
		return
	}
	if l == "" {
		r.end()
		if r.list && itemLine.FindString(next) == "" && !strings.HasPrefix(next, " ") && strings.TrimSpace(next) != "+" {
			r.list = false
			r.d.Part()
		}
		return
	}
	if atStart && r.marked(l) {
		return
	}
	if m := itemLine.FindStringSubmatch(l); m != nil && (atStart || r.list) {
		r.end()
		r.list = true
		r.add(m[1] + " " + l[len(m[0]):])
		return
	}
	if m := termLine.FindStringSubmatch(l); m != nil && (atStart || r.list) {
		r.end()
		r.list = true
		r.add(m[1])
		r.end()
		r.add(m[2])
		return
	}
	r.add(l)
}

// fenced reads a line of a verbatim block, a comment or a table.
func (r *reader) fenced(l string) {
	switch {
	case l == r.fence:
		r.fence = ""
		r.d.Part()
	case r.fence[0] == '/':
	case table.MatchString(r.fence):
		if !table.MatchString(l) {
			r.d.Row(content.Line{Text: r.inline(cells(l))})
			r.notes()
		}
	default:
		r.d.Row(content.Line{Text: l, Style: "code"})
	}
}

// cells returns the text of a line of a table.
func cells(l string) string {
	l = strings.ReplaceAll(l, `\|`, "&#124;") // which is no mark
	return strings.ReplaceAll(cellMark.ReplaceAllString(l, " "), "|", " ")
}

// underlined returns the level of the heading that a line underlines, 0 if it
// underlines none: the line above is as long, and the only one of its block.
func (r *reader) underlined(l string) int {
	if len(r.block) != 1 || r.list || !underline.MatchString(l) {
		return 0
	}
	above := r.block[0]
	if n := utf8.RuneCountInString(above) - len(l); n < -1 || n > 1 || !strings.ContainsFunc(above, isWord) {
		return 0
	}
	return 1 + strings.IndexByte("=-~^+", l[0])
}

// isWord reports whether a character belongs to a word.
func isWord(c rune) bool { return unicode.IsLetter(c) || unicode.IsDigit(c) }

// border reads a line that begins or ends a block of several paragraphs, or
// begins one that is fenced.
func (r *reader) border(l string) bool {
	switch {
	case border.MatchString(l):
		r.end()
		switch {
		case l == r.abstractEnd:
			r.d.Field("abstract", r.abstract.String())
			r.abstractEnd = ""
		case r.style == "abstract":
			r.style, r.abstractEnd = "", l
			r.abstract.Reset()
		}
	case verbatim.MatchString(l), comment.MatchString(l), table.MatchString(l):
		r.end()
		r.list = false
		r.d.Part()
		r.style = ""
		r.fence = l
		if l[0] == '`' { // the name of a language may follow
			r.fence = l[:len(l)-len(strings.TrimLeft(l, "`"))]
		}
	default:
		return false
	}
	return true
}

// marked reads a line that has its meaning only where a block begins: a
// heading, an attribute of the document, the attributes of a block or its
// caption.
func (r *reader) marked(l string) bool {
	if m := sectionLine.FindStringSubmatch(l); m != nil {
		if m[3] != m[1] && m[3] != "" { // these marks close no heading
			m[2] += " " + m[3]
		}
		r.heading(len(m[1]), m[2])
		return true
	}
	if m := attributeLine.FindStringSubmatch(l); m != nil {
		r.setAttribute(m[1], m[2])
		return true
	}
	if listLine.MatchString(l) {
		r.attributeList(l[1 : len(l)-1])
		return true
	}
	if m := captionLine.FindStringSubmatch(l); m != nil {
		r.paragraph(content.Line{Text: r.inline(m[1])})
		return true
	}
	return false
}

// heading writes a heading. The first line of a document is its title if it
// is a heading of a document or of a chapter: books keep their chapters in
// files of their own.
func (r *reader) heading(level int, text string) {
	style := fmt.Sprintf("heading %d", level)
	if level <= 2 && r.d.Empty() {
		style = "title"
		if level == 1 {
			r.header = afterTitle
		}
	}
	r.style, r.list = "", false
	r.paragraph(content.Line{Text: r.inline(text), Style: style})
}

// add adds a line to the open block.
func (r *reader) add(l string) {
	// A paragraph of unlimited length would be held in memory as a whole; it is divided instead.
	if r.size += len(l); r.size > plaintext.MaxLine || len(r.block) >= maxBlock {
		r.end()
	}
	l = strings.TrimSpace(strings.TrimSuffix(l, " +")) // a line break
	if l != "" {
		r.block = append(r.block, l)
	}
}

// end ends a paragraph or an item.
func (r *reader) end() {
	r.size = 0
	if len(r.block) == 0 {
		return
	}
	text := r.inline(strings.Join(r.block, " "))
	r.block = r.block[:0]
	style := r.style
	r.style = ""
	switch {
	case style == "comment":
		r.pending = nil
	case r.list:
		r.d.Row(content.Line{Text: text, Style: "list"})
		r.notes()
	default:
		if style == "abstract" {
			r.d.Field("abstract", text)
		}
		if r.abstractEnd != "" && r.abstract.Len() < content.MaxValue {
			r.abstract.WriteString(text + " ")
		}
		r.paragraph(content.Line{Text: text})
	}
}

// paragraph writes a paragraph, and after it its notes.
func (r *reader) paragraph(l content.Line) {
	r.d.Paragraph(l)
	r.notes()
}

// notes writes the footnotes of what was written last: they must not break
// its sentences.
func (r *reader) notes() {
	for _, n := range r.pending {
		r.d.Paragraph(content.Line{Text: n, Style: "footnote"})
	}
	r.pending = nil
}
