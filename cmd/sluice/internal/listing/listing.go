// Package listing writes rows of the catalogue: as a table for people, as JSON or as CSV for
// programs.
//
// A row has the columns that the list was asked for. Rows are written while they are read, so that a list may be longer
// than the memory.
package listing

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
	"strings"

	"sluice/cmd/sluice/internal/screen"
	"sluice/document/describe"
	"sluice/internal/catalogue"
	"sluice/internal/query"
)

// Value returns the text of a value of the catalogue; null is empty.
func Value(value any) string {
	switch v := value.(type) {
	case nil:
		return ""
	case string:
		return v
	case int64:
		return strconv.FormatInt(v, 10)
	case float64:
		return strconv.FormatFloat(v, 'f', -1, 64)
	}
	return fmt.Sprint(value)
}

// WriteJSON writes one object a line.
func WriteJSON(w io.Writer, list *catalogue.Listing) error {
	out := bufio.NewWriter(w)
	var line []byte
	for record, err := range list.All() {
		if err != nil {
			return err
		}
		line = append(list.AppendJSON(line[:0], record), '\n')
		if _, err := out.Write(line); err != nil {
			return err
		}
	}
	return out.Flush()
}

// Column is a column of a table.
type Column struct {
	query.Column
	ShortHash bool // a hash, of which the first digits are shown under the title "hash"
	Optional  bool // omitted if the terminal is too narrow
	Certainty int  // index of the column with the confidence of the values, in percent; 0 if they have none
}

// screenColumn returns the form of the column on the screen: numbers on the right, and texts shortened if need be.
func (c Column) screenColumn() screen.Column {
	switch {
	case c.ShortHash:
		return screen.Column{Title: "hash", Optional: c.Optional}
	case c.Kind == query.Text || c.Kind == query.Word:
		return screen.Column{Title: c.Name, Shrink: true, Optional: c.Optional}
	case c.Kind == query.Time:
		return screen.Column{Title: c.Name, Optional: c.Optional}
	}
	return screen.Column{Title: c.Name, Right: true, Optional: c.Optional}
}

// timeShown is the length of a time in a table: to the minute.
const timeShown = len("2026-11-01T08:30")

// cell returns the text of the value in column i of a record: counts as 1,234, sizes as 1.23 MB, times to the minute, and what is uncertain
// with a question mark.
func (c Column) cell(record catalogue.Record, i int) string {
	text := c.text(record[i])
	if c.Certainty == 0 || text == "" {
		return text
	}
	confidence, _ := record[c.Certainty].(int64)
	return screen.Uncertain(text, float64(confidence) < 100*describe.Certain)
}

// text returns the text of a value, without regard to how certain it is.
func (c Column) text(value any) string {
	n, isNumber := value.(int64)
	x, isShare := value.(float64)
	text, isText := value.(string)
	switch {
	case isShare:
		return strconv.FormatFloat(x, 'f', 2, 64)
	case isNumber && c.Kind == query.Count:
		return screen.Count(n)
	case isNumber && c.Kind == query.Size:
		return screen.Bytes(n)
	case isText && c.Kind == query.Time:
		return text[:min(len(text), timeShown)] + "Z" // conditions accept this form
	case isText:
		return strings.ToValidUTF8(text, "\uFFFD")
	}
	return Value(value)
}

// alignedRows is how many rows of a table are aligned with each other. All rows of a long list
// would have to be in memory to be aligned.
const alignedRows = 1000

// WriteTable writes a list as a table that fits the terminal. It has the first columns of the list. shortHash returns the first digits of
// a hash that name its document alone.
func WriteTable(w io.Writer, list *catalogue.Listing, columns []Column, shortHash func(sha256 string) (string, error)) error {
	table := screen.Table{Width: screen.TerminalWidth(w, 0)}
	for _, col := range columns {
		table.Columns = append(table.Columns, col.screenColumn())
	}
	flush := func() error {
		err := table.Write(w)
		table.Rows = table.Rows[:0]
		table.HideHeader = true // it is above the first rows only
		return err
	}
	for record, err := range list.All() {
		if err != nil {
			return err
		}
		row := make([]string, len(columns))
		for i, col := range columns {
			row[i] = col.cell(record, i)
			if sha256, ok := record[i].(string); ok && col.ShortHash {
				if row[i], err = shortHash(sha256); err != nil {
					return err
				}
			}
		}
		if table.Rows = append(table.Rows, row); len(table.Rows) == alignedRows {
			if err := flush(); err != nil {
				return err
			}
		}
	}
	return flush()
}
