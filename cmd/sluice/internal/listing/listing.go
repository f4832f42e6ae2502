// Package listing writes rows of the catalogue: as a table for people, as JSON or as CSV for
// programs.
//
// A table shows the columns that the caller names; JSON and CSV have all columns of the rows.
// Rows are written while they are read, so that a list may be longer than the memory.
package listing

import (
	"bufio"
	"encoding/csv"
	"fmt"
	"io"
	"slices"
	"strconv"

	"sluice/cmd/sluice/internal/screen"
	"sluice/internal/catalogue"
)

// A Column is a column of the catalogue as a table shows it.
type Column struct {
	screen.Column
	format func(any) string
}

// Text returns a column that is shown as it is.
func Text(name string) Column {
	return Column{Column: screen.Column{Title: name}, format: Value}
}

// Long returns a column of texts that are shortened if the table is wider than the terminal.
func Long(name string) Column {
	return Column{Column: screen.Column{Title: name, Shrink: true}, format: Value}
}

// Number returns a column of numbers that are shown as they are, such as a status.
func Number(name string) Column {
	return Column{Column: screen.Column{Title: name, Right: true}, format: Value}
}

// Count returns a column of counts: 1,234.
func Count(name string) Column {
	return Column{Column: screen.Column{Title: name, Right: true}, format: number(screen.Count)}
}

// Bytes returns a column of sizes: 1.23 MB.
func Bytes(name string) Column {
	return Column{Column: screen.Column{Title: name, Right: true}, format: number(screen.Bytes)}
}

// number returns a format for integers that leaves null and other values as they are.
func number(format func(int64) string) func(any) string {
	return func(value any) string {
		if n, ok := value.(int64); ok {
			return format(n)
		}
		return Value(value)
	}
}

// Value returns the text of a value of the catalogue; null is empty.
func Value(value any) string {
	switch v := value.(type) {
	case nil:
		return ""
	case string:
		return v
	case int64:
		return strconv.FormatInt(v, 10)
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

// WriteCSV writes a header and one line a row.
func WriteCSV(w io.Writer, list *catalogue.Listing) error {
	out := csv.NewWriter(w)
	if err := out.Write(list.Columns); err != nil {
		return err
	}
	line := make([]string, len(list.Columns))
	for record, err := range list.All() {
		if err != nil {
			return err
		}
		for i, value := range record {
			line[i] = Value(value)
		}
		if err := out.Write(line); err != nil {
			return err
		}
	}
	out.Flush()
	return out.Error()
}

// alignedRows is how many rows of a table are aligned with each other. All rows of a long list
// would have to be in memory to be aligned.
const alignedRows = 1000

// WriteTable writes the columns as a table that fits the terminal.
func WriteTable(w io.Writer, list *catalogue.Listing, columns []Column) error {
	table := screen.Table{Width: screen.TerminalWidth(w, 0)}
	places := make([]int, len(columns))
	for i, col := range columns {
		places[i] = slices.Index(list.Columns, col.Title)
		table.Columns = append(table.Columns, col.Column)
	}
	flush := func() error {
		err := table.Write(w)
		table.Rows = table.Rows[:0]
		for i := range table.Columns {
			table.Columns[i].Title = "" // the header is above the first rows only
		}
		return err
	}
	for record, err := range list.All() {
		if err != nil {
			return err
		}
		row := make([]string, len(columns))
		for i, col := range columns {
			row[i] = col.format(record[places[i]])
		}
		if table.Rows = append(table.Rows, row); len(table.Rows) == alignedRows {
			if err := flush(); err != nil {
				return err
			}
		}
	}
	return flush()
}
