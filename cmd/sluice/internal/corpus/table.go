package corpus

import (
	"bufio"
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"sluice/weburl"
)

// table is a row of comma- or tab-separated values.
type table struct {
	columns []string
	cells   []string
}

// names returns the names of the columns.
func (t table) names() []string { return t.columns }

// values returns the cell of a column, unless it is empty.
func (t table) values(field string) []string {
	if i := slices.Index(t.columns, field); i >= 0 && i < len(t.cells) && t.cells[i] != "" {
		return []string{t.cells[i]}
	}
	return nil
}

// urlColumn is the field with the address of a page.
const urlColumn = "url"

// header gives rows their columns. The first row has the names of the columns. Without them, as in the lists of web directories, a row
// is a topic and a URL, in either order.
type header struct {
	columns []string
	label   string // the name of the column with the topic
	use     func(r row, at string) error
}

// add uses a row, unless it has the names of the columns.
func (h *header) add(cells []string, at string) error {
	if h.columns == nil {
		address := slices.IndexFunc(cells, isURL)
		if address < 0 {
			for _, name := range cells {
				h.columns = append(h.columns, strings.TrimSpace(name))
			}
			return nil
		}
		if len(cells) != 2 {
			return fmt.Errorf("%s: the first row has a URL and is no topic with a URL (name the columns in a first row)", at)
		}
		h.columns = []string{h.label, h.label}
		h.columns[address] = urlColumn
	}
	return h.use(table{h.columns, cells}, at)
}

// eachCSV calls use with the rows of comma-separated values (RFC 4180).
func (h *header) eachCSV(ctx context.Context, in *bufio.Reader, name string) error {
	if bom, _ := in.Peek(3); string(bom) == "\ufeff" {
		in.Discard(3)
	}
	bounded := &boundedReader{in: in}
	records := csv.NewReader(bounded)
	records.FieldsPerRecord, records.ReuseRecord = -1, true
	for {
		if err := ctx.Err(); err != nil {
			return err
		}
		bounded.left = maxLine
		cells, err := records.Read()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if wrong, ok := errors.AsType[*csv.ParseError](err); ok {
			return fmt.Errorf("%s:%d: %w (a quotation mark within a cell is doubled, and the cell in quotation marks)", name, wrong.StartLine, wrong.Err)
		}
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		line, _ := records.FieldPos(0)
		if err := h.add(cells, fmt.Sprintf("%s:%d", name, line)); err != nil {
			return err
		}
	}
}

// eachTSV calls use with the rows of tab-separated values, in which no character is special but the tab.
func (h *header) eachTSV(ctx context.Context, in *bufio.Reader, name string) error {
	return eachLine(ctx, in, name, func(line []byte, at string) error { return h.add(strings.Split(string(line), "\t"), at) })
}

// isURL reports whether a text is an absolute URL of the Web.
func isURL(s string) bool {
	if !strings.HasPrefix(s, "http://") && !strings.HasPrefix(s, "https://") {
		return false
	}
	_, err := weburl.Parse(s)
	return err == nil
}

// boundedReader is a reader that fails after some bytes, so that a quotation mark that is not closed does not read a whole file into memory.
type boundedReader struct {
	in   io.Reader
	left int
}

// Read reads what is left at most.
func (r *boundedReader) Read(b []byte) (int, error) {
	if r.left <= 0 {
		return 0, fmt.Errorf("a row has more than %d MB (is a quotation mark missing?)", maxLine>>20)
	}
	n, err := r.in.Read(b[:min(len(b), r.left)])
	r.left -= n
	return n, err
}
