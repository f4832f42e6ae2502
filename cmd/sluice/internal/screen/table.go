package screen

import (
	"bufio"
	"io"
	"strings"
)

// A Table has aligned columns. Cells are escaped, and shortened if the table would be wider
// than Width; with Width 0, as for a file or a pipe, nothing is shortened.
type Table struct {
	Columns []Column
	Rows    [][]string
	Width   int // columns of the terminal
	Indent  int
}

// A Column of a table.
type Column struct {
	Title  string
	Right  bool // numbers
	Shrink bool // may be shortened
}

const (
	minWidth   = 12  // of a shortened column
	maxPadding = 120 // width to which a column is padded if the table has no limit: one long cell must not move all others
)

// Write prints the table. Columns without a title have no header; a table
// whose columns have none at all has no header line.
func (t *Table) Write(w io.Writer) error {
	cells := t.escaped()
	widths := t.widths(cells)
	out := bufio.NewWriter(w)
	for _, row := range cells {
		var line strings.Builder
		line.WriteString(strings.Repeat(" ", t.Indent))
		for i, cell := range row {
			if i > 0 {
				line.WriteString("  ")
			}
			width := widths[i]
			if t.Width == 0 && t.Columns[i].Shrink {
				width = min(width, max(maxPadding, Width(cell)))
			}
			line.WriteString(pad(Cut(cell, width), width, t.Columns[i].Right))
		}
		out.WriteString(strings.TrimRight(line.String(), " "))
		out.WriteByte('\n')
	}
	return out.Flush()
}

// escaped returns the cells with control characters escaped, the header first. It comes before the
// widths are measured, because escaping makes a cell longer.
func (t *Table) escaped() [][]string {
	cells := make([][]string, 0, len(t.Rows)+1)
	header := make([]string, len(t.Columns))
	titled := false
	for i, c := range t.Columns {
		header[i] = c.Title
		titled = titled || c.Title != ""
	}
	if titled {
		cells = append(cells, header)
	}
	for _, row := range t.Rows {
		escaped := make([]string, len(t.Columns))
		for i := range escaped {
			if i < len(row) {
				escaped[i] = Escape(row[i])
			}
		}
		cells = append(cells, escaped)
	}
	return cells
}

// widths returns the width of each column. If the table is too wide, the columns that may be
// shortened lose one column after the other, the widest first.
func (t *Table) widths(cells [][]string) []int {
	widths := make([]int, len(t.Columns))
	total := t.Indent + 2*(len(widths)-1)
	for i := range widths {
		for _, row := range cells {
			widths[i] = max(widths[i], Width(row[i]))
		}
		total += widths[i]
	}
	for ; t.Width > 0 && total > t.Width; total-- {
		widest := -1
		for i, c := range t.Columns {
			if c.Shrink && widths[i] > minWidth && (widest < 0 || widths[i] > widths[widest]) {
				widest = i
			}
		}
		if widest < 0 {
			break
		}
		widths[widest]--
	}
	return widths
}
