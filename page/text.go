package page

import (
	"sluice/page/internal/lexer"
	"sluice/page/internal/whitespace"
)

// textReader writes the visible text of a page, its headings and its emphasis.
type textReader struct {
	whitespace.Writer // of Page.Text
	page              *Page

	blockStart    int32 // where the block begins that is not in the page yet
	headings      int   // open headings
	emphasised    int   // open elements of emphasis
	emphasisStart int32 // where the outermost begins
}

// reset prepares for another page.
func (r *textReader) reset(p *Page, refs whitespace.References) {
	*r = textReader{Writer: whitespace.Writer{References: refs}, page: p}
	r.Begin(p.Text, MaxText)
}

// finish stores the text in the page.
func (r *textReader) finish() {
	r.endBlock()
	r.page.Text = r.Bytes
	*r = textReader{}
}

// mark returns the position at which the next word of the text will begin.
func (r *textReader) mark() int32 {
	if r.Gap && len(r.Bytes) > 0 {
		return int32(len(r.Bytes) + 1)
	}
	return int32(len(r.Bytes))
}

// since returns the span from a mark to the end of the text. It skips a space at the mark, which a block that begins after
// the mark may have put there.
func (r *textReader) since(mark int32) Span {
	n := int32(len(r.Bytes))
	if mark < n && r.Bytes[mark] == ' ' {
		mark++
	}
	return Span{min(mark, n), n}
}

// value returns the text of a span, cut to [MaxValue] bytes.
func (r *textReader) value(s Span) string {
	return string(trim(r.Bytes[s.Start:min(s.End, s.Start+MaxValue)]))
}

// openHeading begins a heading and returns its index, -1 when the page holds no more.
func (r *textReader) openHeading() int32 {
	if len(r.page.Headings) >= maxSpans {
		return -1
	}
	at := r.mark()
	r.page.Headings = append(r.page.Headings, Span{at, at})
	return int32(len(r.page.Headings) - 1)
}

// closeHeading ends the heading of an index that openHeading has returned.
func (r *textReader) closeHeading(index int32) {
	if index >= 0 {
		h := &r.page.Headings[index]
		*h = r.since(h.Start)
	}
}

// openEmphasis counts an element of emphasis that begins at mark. Of nested ones only the outermost makes a span.
func (r *textReader) openEmphasis(mark int32) {
	if r.emphasised == 0 {
		r.emphasisStart = mark
	}
	r.emphasised++
}

// closeEmphasis ends an element of emphasis.
func (r *textReader) closeEmphasis() {
	if r.emphasised--; r.emphasised > 0 {
		return
	}
	if s := r.since(r.emphasisStart); s.End > s.Start && len(r.page.Emphasis) < maxSpans {
		r.page.Emphasis = append(r.page.Emphasis, s)
	}
}

// separate puts a space before the next word when an element with these traits begins.
func (r *textReader) separate(traits lexer.Trait) {
	if traits&(lexer.Block|lexer.Edge) != 0 {
		r.Gap = true
	}
	if traits&lexer.Block != 0 {
		r.endBlock()
	}
}

// endBlock ends a block, unless there was no text since the last one.
func (r *textReader) endBlock() {
	n := int32(len(r.Bytes))
	if n == r.blockStart || len(r.page.Blocks) >= maxBlocks {
		return
	}
	r.page.Blocks = append(r.page.Blocks, Block{Span: r.since(r.blockStart), Heading: r.headings > 0})
	r.blockStart = n
}
