package corpus

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// maxLine is the length of a line in bytes. A page of 10 MB has some 60 MB when every character is escaped.
const maxLine = 64 << 20

// eachRow calls use with the rows of a file that meet the conditions and have labels, with the file's name and the line of each.
func (s *selection) eachRow(ctx context.Context, name string, use func(r row, labels []string, at string) error) error {
	f, err := os.Open(name)
	if err != nil {
		return err
	}
	defer f.Close()
	in, err := uncompressed(f)
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	selected := func(r row, at string) error {
		if !s.accepts(r) {
			return nil
		}
		if labels := s.labels(r); len(labels) > 0 {
			return use(r, labels, at)
		}
		return nil
	}
	switch filepath.Ext(strings.TrimSuffix(strings.ToLower(name), ".gz")) {
	case ".csv":
		return (&header{label: s.label, use: selected}).eachCSV(ctx, in, name)
	case ".tsv":
		return (&header{label: s.label, use: selected}).eachTSV(ctx, in, name)
	}
	return eachJSON(ctx, in, name, selected)
}

// uncompressed returns what a file holds: if it begins as gzip does, what that unpacks to.
func uncompressed(in io.Reader) (*bufio.Reader, error) {
	buffered := bufio.NewReaderSize(in, 1<<16)
	if head, _ := buffered.Peek(2); !bytes.Equal(head, []byte{0x1f, 0x8b}) {
		return buffered, nil
	}
	z, err := gzip.NewReader(buffered)
	if err != nil {
		return nil, err
	}
	return bufio.NewReaderSize(z, 1<<16), nil
}

// lines reads lines of limited length.
type lines struct {
	in     *bufio.Reader
	number int // of the last line, from 1
	buffer []byte
}

// next returns the next line without its end, valid until the next call. The error is io.EOF after the last one.
func (l *lines) next() ([]byte, error) {
	l.number++
	l.buffer = l.buffer[:0]
	for {
		part, err := l.in.ReadSlice('\n')
		l.buffer = append(l.buffer, part...)
		switch {
		case len(l.buffer) > maxLine:
			return nil, fmt.Errorf("the line has more than %d MB (cut the text, or remove the line)", maxLine>>20)
		case errors.Is(err, bufio.ErrBufferFull):
			continue
		case errors.Is(err, io.EOF) && len(l.buffer) == 0:
			return nil, io.EOF
		case err != nil && !errors.Is(err, io.EOF):
			return nil, err
		}
		return bytes.TrimRight(l.buffer, "\r\n"), nil
	}
}

// eachLine calls use with the lines of a text that are not empty, and where each is.
func eachLine(ctx context.Context, in *bufio.Reader, name string, use func(line []byte, at string) error) error {
	l := lines{in: in}
	for {
		if err := ctx.Err(); err != nil {
			return err
		}
		line, err := l.next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		at := fmt.Sprintf("%s:%d", name, l.number)
		if err != nil {
			return fmt.Errorf("%s: %w", at, err)
		}
		if l.number == 1 {
			line = bytes.TrimPrefix(line, []byte("\ufeff"))
		}
		if len(bytes.TrimSpace(line)) == 0 {
			continue
		}
		if err := use(line, at); err != nil {
			return err
		}
	}
}

// eachJSON calls use with the rows of JSON Lines.
func eachJSON(ctx context.Context, in *bufio.Reader, name string, use func(r row, at string) error) error {
	return eachLine(ctx, in, name, func(line []byte, at string) error {
		var r object
		if err := json.Unmarshal(line, &r); err != nil {
			return fmt.Errorf("%s: not a JSON object: %w", at, err)
		}
		return use(r, at)
	})
}

// object is a row of JSON Lines. Its line is valid JSON.
type object map[string]json.RawMessage

// names returns the names of the fields.
func (o object) names() []string { return slices.Collect(maps.Keys(o)) }

// values returns the value of a field, or the values of its list. What is null, an object or a list within a list is left out.
func (o object) values(field string) []string {
	raw := o[field]
	if len(raw) > 0 && raw[0] == '[' {
		var list []json.RawMessage
		if json.Unmarshal(raw, &list) != nil {
			return nil // unreachable: the line is valid
		}
		var all []string
		for _, raw := range list {
			if s, ok := scalar(raw); ok {
				all = append(all, s)
			}
		}
		return all
	}
	if s, ok := scalar(raw); ok {
		return []string{s}
	}
	return nil
}

// scalar returns a text, a number or a truth value as text.
func scalar(raw json.RawMessage) (string, bool) {
	if len(raw) == 0 || raw[0] == '{' || raw[0] == '[' || raw[0] == 'n' {
		return "", false
	}
	if raw[0] != '"' {
		return string(raw), true
	}
	var s string
	if json.Unmarshal(raw, &s) != nil {
		return "", false // unreachable: the line is valid
	}
	return s, true
}
