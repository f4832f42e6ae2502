package manual

import (
	"strings"
)

// The indents of the text, in columns.
const (
	indent = 4
	inner  = 8 // indent of an explanation below its term
)

// Text returns the page for a terminal of width columns. Lines are never longer than 100
// columns, because longer ones are hard to read.
func (p *Page) Text(width int) string {
	width = min(max(width, 40), 100)
	var b strings.Builder
	b.WriteString("NAME\n")
	wrap(&b, p.Name+" - "+lower(p.Summary), indent, width)
	for _, s := range p.sections {
		b.WriteString("\n" + s.title + "\n")
		column := s.column()
		for i, block := range s.blocks {
			if i > 0 && !(column > 0 && block.term != "" && s.blocks[i-1].term != "") {
				b.WriteByte('\n')
			}
			block.write(&b, width, column)
		}
	}
	return b.String()
}

// The columns in which explanations begin that stand in the lines of their terms.
const (
	narrowColumn = 14
	wideColumn   = 18 // in a section whose terms have examples
)

// column returns the column of the explanations if all terms are short, so that explanations fit in their lines; else 0.
func (s *section) column() int {
	column := narrowColumn
	for _, b := range s.blocks {
		if b.sample != "" {
			column = wideColumn
		}
	}
	for _, b := range s.blocks {
		if len(b.term) >= column-1 {
			return 0
		}
	}
	return column
}

// write writes the block for a terminal. With a column, the explanation starts there in the line of its term.
func (bl block) write(b *strings.Builder, width, column int) {
	switch {
	case bl.example:
		for line := range strings.SplitSeq(bl.text, "\n") {
			b.WriteString(strings.TrimRight(strings.Repeat(" ", indent)+line, " ") + "\n")
		}
	case bl.term == "":
		wrap(b, bl.text, indent, width)
	case column > 0:
		var text strings.Builder
		wrap(&text, bl.text, indent+column, width)
		b.WriteString(strings.Repeat(" ", indent) + bl.term + text.String()[indent+len(bl.term):])
		if bl.sample != "" {
			b.WriteString(strings.Repeat(" ", indent+column) + bl.sample + "\n")
		}
	default:
		b.WriteString(strings.Repeat(" ", indent) + bl.term + "\n")
		wrap(b, bl.text, inner, width)
	}
}

// wrap breaks text into lines of at most width columns.
func wrap(b *strings.Builder, text string, indent, width int) {
	used := 0
	for word := range strings.FieldsSeq(text) {
		switch {
		case used == 0:
			b.WriteString(strings.Repeat(" ", indent))
			used = indent
		case used+1+len(word) > width:
			b.WriteString("\n" + strings.Repeat(" ", indent))
			used = indent
		default:
			b.WriteByte(' ')
			used++
		}
		b.WriteString(word)
		used += len(word)
	}
	b.WriteByte('\n')
}

// lower returns a summary in the form after "name - ": with a small letter and without a full stop.
func lower(s string) string {
	if s == "" {
		return s
	}
	return strings.ToLower(s[:1]) + strings.TrimSuffix(s[1:], ".")
}
