// Package prose puts characters together to paragraphs, and cells to rows, as
// word processors nest them.
package prose

import (
	"strings"

	"sluice/document/content"
	"sluice/document/internal/draft"
)

// Writer gathers characters into paragraphs, and the paragraphs of cells into
// rows, as word processors nest them: a paragraph may hold a text box with
// paragraphs of its own, a cell another table.
type Writer struct {
	Draft *draft.Draft
	Open  []*paragraph
	cells []*cell
	held  int // bytes that wait for the end of the outermost row or paragraph
}

// paragraph is one that has begun.
type paragraph struct {
	content.Line
	Chars       strings.Builder
	BoldBytes   int // bytes of bold text
	ItalicBytes int
	after       []content.Line // notes and text boxes within it, which follow it
}

// cell is one cell of a table that has begun, or a row of cells.
type cell struct {
	paragraphs []content.Line
	row        []content.Line // of a row: its cells, when each is one paragraph
	isRow      bool
	long       bool // a cell of the row has several paragraphs
}

const (
	maxNested = 200    // paragraphs and cells within each other
	maxAfter  = 10_000 // paragraphs within a paragraph
	sizeOf    = 128    // bytes of memory that a paragraph takes besides its text
)

// Full reports whether enough was read: no more text is taken, or too much
// waits for its row to end.
func (p *Writer) Full() bool {
	if p.held > content.MaxText {
		p.Draft.Cut(content.CutSize)
		return true
	}
	return p.Draft.Full()
}

// restart resets the count of pending text if no row or cell is open.
func (p *Writer) restart() {
	if len(p.Open) == 0 && len(p.cells) == 0 {
		p.held = 0
	}
}

// Begin begins a paragraph, within the one that is open if there is one. Beyond
// maxNested the innermost continues.
func (p *Writer) Begin() *paragraph {
	if len(p.Open) >= maxNested {
		return p.Open[len(p.Open)-1]
	}
	p.restart()
	p.held += sizeOf
	g := &paragraph{}
	p.Open = append(p.Open, g)
	return g
}

// Now is the paragraph that characters belong to, nil when none has begun.
func (p *Writer) Now() *paragraph {
	if len(p.Open) == 0 {
		return nil
	}
	return p.Open[len(p.Open)-1]
}

// WriteText appends characters to the paragraph that is open; without one they
// are dropped.
func (p *Writer) WriteText(s string) {
	if g := p.Now(); g != nil && !p.Full() {
		g.Chars.WriteString(s)
		p.held += len(s)
	}
}

// End ends the innermost paragraph.
func (p *Writer) End() {
	g := p.Now()
	if g == nil {
		return
	}
	p.Open = p.Open[:len(p.Open)-1]
	n := g.Chars.Len()
	g.Text = g.Chars.String()
	g.Bold, g.Italic = g.Bold || n > 0 && 2*g.BoldBytes > n, g.Italic || n > 0 && 2*g.ItalicBytes > n
	// A note or a text box must not break the sentence in which it stands.
	if outer := p.Now(); outer != nil && len(outer.after) < maxAfter && p.Cell() == nil {
		outer.after = append(append(outer.after, g.Line), g.after...)
		return
	}
	p.put(g.Line)
	for _, l := range g.after {
		p.put(l)
	}
}

// put places a whole paragraph: into the cell that is open, or the document.
func (p *Writer) put(l content.Line) {
	if strings.TrimSpace(l.Text) == "" {
		return
	}
	if c := p.Cell(); c != nil {
		c.paragraphs = append(c.paragraphs, l)
		return
	}
	if l.Style == "list" {
		p.Draft.Row(l)
		return
	}
	p.Draft.Paragraph(l)
}

// Cell returns the innermost open cell or row, or nil.
func (p *Writer) Cell() *cell {
	if len(p.cells) == 0 {
		return nil
	}
	return p.cells[len(p.cells)-1]
}

// BeginRow begins a row of a table.
func (p *Writer) BeginRow() {
	p.restart()
	if len(p.cells) < maxNested {
		p.cells = append(p.cells, &cell{isRow: true})
	}
}

// BeginCell begins a cell of the row that is open.
func (p *Writer) BeginCell() {
	if c := p.Cell(); c != nil && c.isRow && len(p.cells) < maxNested {
		p.cells = append(p.cells, &cell{})
	}
}

// EndCell ends a cell and moves its paragraphs to the row.
func (p *Writer) EndCell() {
	c := p.Cell()
	if c == nil || c.isRow || len(p.cells) < 2 {
		return
	}
	p.cells = p.cells[:len(p.cells)-1]
	row := p.Cell()
	row.row = append(row.row, c.paragraphs...)
	row.long = row.long || len(c.paragraphs) > 1
}

// EndRow writes a row: as one line if each cell is one paragraph, else each
// paragraph by itself, because such a table is a means of layout.
func (p *Writer) EndRow() {
	c := p.Cell()
	if c == nil || !c.isRow {
		return
	}
	p.cells = p.cells[:len(p.cells)-1]
	if c.long || len(c.row) == 1 {
		for _, l := range c.row {
			p.put(l)
		}
		return
	}
	if len(c.row) == 0 {
		return
	}
	whole := c.row[0]
	texts := make([]string, len(c.row))
	for i, l := range c.row {
		texts[i] = l.Text
		whole.Bold, whole.Italic = whole.Bold && l.Bold, whole.Italic && l.Italic
	}
	whole.Text = strings.Join(texts, " ")
	if outer := p.Cell(); outer != nil {
		outer.paragraphs = append(outer.paragraphs, whole)
		return
	}
	p.Draft.Row(whole)
}

// Part ends a table: what follows is no row of it.
func (p *Writer) Part() {
	if len(p.cells) == 0 {
		p.Draft.Part()
	}
}

// Flush ends whatever is open, as at the end of a broken part.
func (p *Writer) Flush() {
	for len(p.Open) > 0 {
		p.End()
	}
	for c := p.Cell(); c != nil; c = p.Cell() {
		if c.isRow {
			p.EndRow()
		} else {
			p.EndCell()
		}
	}
	p.held = 0
}
