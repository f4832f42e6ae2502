package office

import (
	"strings"

	"sluice/document/content"
	"sluice/document/internal/draft"
)

// prose gathers characters into paragraphs, and the paragraphs of cells into rows, as word processors nest them: a paragraph may
// hold a text box with paragraphs of its own, a cell another table.
type prose struct {
	d     *draft.Draft
	open  []*paragraph
	cells []*cell
	held  int // bytes that wait for the end of the outermost row or paragraph
}

// paragraph is one that has begun.
type paragraph struct {
	content.Line
	text   strings.Builder
	bold   int // bytes of bold text
	italic int
	after  []content.Line // notes and text boxes within it, which follow it
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

// full tells whether enough was read: no more text is taken, or too much waits for its row to end.
func (p *prose) full() bool {
	if p.held > content.MaxText {
		p.d.Cut("size")
		return true
	}
	return p.d.Full()
}

// restart counts anew what waits, where nothing does.
func (p *prose) restart() {
	if len(p.open) == 0 && len(p.cells) == 0 {
		p.held = 0
	}
}

func (p *prose) begin() *paragraph {
	if len(p.open) >= maxNested {
		return p.open[len(p.open)-1]
	}
	p.restart()
	p.held += sizeOf
	g := &paragraph{}
	p.open = append(p.open, g)
	return g
}

// now is the paragraph that characters belong to, nil when none has begun.
func (p *prose) now() *paragraph {
	if len(p.open) == 0 {
		return nil
	}
	return p.open[len(p.open)-1]
}

func (p *prose) write(s string) {
	if g := p.now(); g != nil && !p.full() {
		g.text.WriteString(s)
		p.held += len(s)
	}
}

// end ends the innermost paragraph.
func (p *prose) end() {
	g := p.now()
	if g == nil {
		return
	}
	p.open = p.open[:len(p.open)-1]
	n := g.text.Len()
	g.Text = g.text.String()
	g.Bold, g.Italic = g.Bold || n > 0 && 2*g.bold > n, g.Italic || n > 0 && 2*g.italic > n
	if outer := p.now(); outer != nil && len(outer.after) < maxAfter && p.cell() == nil {
		outer.after = append(append(outer.after, g.Line), g.after...)
		return
	}
	p.put(g.Line)
	for _, l := range g.after {
		p.put(l)
	}
}

// put places a whole paragraph: into the cell that is open, or the document.
func (p *prose) put(l content.Line) {
	if strings.TrimSpace(l.Text) == "" {
		return
	}
	if c := p.cell(); c != nil {
		c.paragraphs = append(c.paragraphs, l)
		return
	}
	if l.Style == "list" {
		p.d.Row(l)
		return
	}
	p.d.Paragraph(l)
}

func (p *prose) cell() *cell {
	if len(p.cells) == 0 {
		return nil
	}
	return p.cells[len(p.cells)-1]
}

func (p *prose) beginRow() {
	p.restart()
	if len(p.cells) < maxNested {
		p.cells = append(p.cells, &cell{isRow: true})
	}
}

func (p *prose) beginCell() {
	if c := p.cell(); c != nil && c.isRow && len(p.cells) < maxNested {
		p.cells = append(p.cells, &cell{})
	}
}

// endCell gives the paragraphs of a cell to its row.
func (p *prose) endCell() {
	c := p.cell()
	if c == nil || c.isRow || len(p.cells) < 2 {
		return
	}
	p.cells = p.cells[:len(p.cells)-1]
	row := p.cell()
	row.row = append(row.row, c.paragraphs...)
	row.long = row.long || len(c.paragraphs) > 1
}

// endRow places a row: as one line where each cell is a paragraph, else each paragraph for itself, for then the table gives a page
// its shape.
func (p *prose) endRow() {
	c := p.cell()
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
	if outer := p.cell(); outer != nil {
		outer.paragraphs = append(outer.paragraphs, whole)
		return
	}
	p.d.Row(whole)
}

// part ends a table: what follows is no row of it.
func (p *prose) part() {
	if len(p.cells) == 0 {
		p.d.Part()
	}
}

// flush ends whatever is open, as at the end of a broken part.
func (p *prose) flush() {
	for len(p.open) > 0 {
		p.end()
	}
	for c := p.cell(); c != nil; c = p.cell() {
		if c.isRow {
			p.endRow()
		} else {
			p.endCell()
		}
	}
	p.held = 0
}
