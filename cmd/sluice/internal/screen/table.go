package screen

import (
	"bufio"
	"io"
	"slices"
	"strings"
)

// A Table has aligned columns. Cells are escaped, and shortened if the table would be wider
// than Width; with Width 0, as for a file or a pipe, nothing is shortened.
type Table struct {
	Columns    []Column
	Rows       [][]string
	Width      int // columns of the terminal
	Indent     int
	HideHeader bool   // the rows continue a table
	omitted    int    // columns at the end that the terminal has no room for, of a table that continues
	isEmpty    []bool // by column: it may be omitted, and had no value in the first rows
}

// A Column of a table.
type Column struct {
	Title    string
	Right    bool // numbers
	Shrink   bool // may be shortened
	Optional bool // may be omitted on a terminal if it has no value, or at the end of the table if there is no room
}

const (
	minWidth   = 6   // of a shortened column; it is never narrower than its title
	goodWidth  = 16  // of a shortened column, below which optional columns are omitted
	maxPadding = 120 // width to which a column is padded if the table has no limit: one long cell must not move all others
)

// Write prints the table. Columns without a title have no header; a table
// whose columns have none at all has no header line. A table that continues has the columns of the first rows.
func (t *Table) Write(w io.Writer) error {
	if !t.HideHeader {
		t.isEmpty = t.emptyColumns()
	}
	full := *t
	if slices.Contains(t.isEmpty, true) {
		full.Columns = kept(t.Columns, t.isEmpty)
		full.Rows = nil
		for _, row := range t.Rows {
			full.Rows = append(full.Rows, kept(row, t.isEmpty))
		}
	}
	err := full.write(w)
	t.omitted = full.omitted
	return err
}

// emptyColumns returns which columns may be omitted because no row has a value in them; none in a table without rows or a width.
func (t *Table) emptyColumns() []bool {
	isEmpty := make([]bool, len(t.Columns))
	for i, c := range t.Columns {
		hasValue := func(row []string) bool { return i < len(row) && row[i] != "" }
		isEmpty[i] = t.Width > 0 && c.Optional && len(t.Rows) > 0 && !slices.ContainsFunc(t.Rows, hasValue)
	}
	return isEmpty
}

// kept returns the values whose column is not left out.
func kept[T any](values []T, leftOut []bool) (some []T) {
	for i, v := range values {
		if i >= len(leftOut) || !leftOut[i] {
			some = append(some, v)
		}
	}
	return some
}

// write prints a table with all its columns, but for those at the end that the terminal has no room for.
func (t *Table) write(w io.Writer) error {
	cells := t.escaped()
	widths := t.widths(cells)
	if t.Width > 0 {
		if !t.HideHeader {
			t.omitted = t.unfit(widths)
		}
		widths = t.shrunk(widths[:len(widths)-t.omitted])
	}
	out := bufio.NewWriter(w)
	for _, row := range cells {
		var line strings.Builder
		line.WriteString(strings.Repeat(" ", t.Indent))
		for i, cell := range row[:len(widths)] {
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
	if titled && !t.HideHeader {
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

// widths returns the width of the widest cell of each column.
func (t *Table) widths(cells [][]string) []int {
	widths := make([]int, len(t.Columns))
	for i, c := range t.Columns {
		widths[i] = Width(c.Title)
		for _, row := range cells {
			widths[i] = max(widths[i], Width(row[i]))
		}
	}
	return widths
}

// least returns the width to which a column can be shortened: never below that of its title.
func (t *Table) least(column, width, limit int) int {
	if !t.Columns[column].Shrink {
		return width
	}
	return min(width, max(limit, Width(t.Columns[column].Title)))
}

// unfit returns the number of optional columns at the end that the terminal has no room for.
func (t *Table) unfit(widths []int) (n int) {
	for len(widths) > 1 && t.Columns[len(widths)-1].Optional {
		total := t.Indent + 2*(len(widths)-1)
		for i, width := range widths {
			total += t.least(i, width, goodWidth)
		}
		if total <= t.Width {
			break
		}
		widths, n = widths[:len(widths)-1], n+1
	}
	return n
}

// shrunk returns the widths with which the table fits the terminal. The columns that may be shortened
// lose one column after the other, the widest first.
func (t *Table) shrunk(widths []int) []int {
	total := t.Indent + 2*(len(widths)-1)
	for _, width := range widths {
		total += width
	}
	for ; total > t.Width; total-- {
		widest := -1
		for i, width := range widths {
			if width > t.least(i, width, minWidth) && (widest < 0 || width > widths[widest]) {
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
