package genre

import (
	"bufio"
	"fmt"
	"io"
	"strings"
)

// Label says of what genre the document at a place is.
type Label struct {
	Host, Path string
	Genre      Genre
}

// URL returns the address of the document, without what the label does not record.
func (l Label) URL() string { return "http://" + l.Host + l.Path }

// maxLabel is the longest line of labels, in bytes.
const maxLabel = 64 << 10

// ReadLabels reads lines of host, path and genre, separated by tabs. A heading
// line and lines of the class "unreadable" are skipped. A malformed line or an
// unknown genre is an error that names the line.
func ReadLabels(r io.Reader) ([]Label, error) {
	var labels []Label
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, maxLabel)
	n := 0
	for lines.Scan() {
		n++
		if strings.TrimSpace(lines.Text()) == "" {
			continue
		}
		columns := strings.Split(lines.Text(), "\t")
		if len(columns) < 3 {
			return nil, fmt.Errorf("labels: line %d: %d columns, want host, path and genre separated by tabs", n, len(columns))
		}
		l := Label{columns[0], columns[1], Genre(strings.TrimSpace(columns[2]))}
		switch {
		case n == 1 && l.Host == "host", l.Genre == "unreadable":
			continue
		case !l.Genre.Valid():
			return nil, fmt.Errorf("labels: line %d: no genre %q, want one of %v", n, l.Genre, Genres)
		case l.Host == "" || !strings.HasPrefix(l.Path, "/"):
			return nil, fmt.Errorf("labels: line %d: host %q and path %q, want a host and a path that begins with /", n, l.Host, l.Path)
		}
		labels = append(labels, l)
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("labels: after line %d: %w", n, err)
	}
	return labels, nil
}
