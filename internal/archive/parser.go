package archive

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// parse reads the named fields, and the HTTP headers if there are any.
func (r *Reader) parse(in *bufio.Reader) (*Record, error) {
	rec := &Record{from: r, offset: r.start, length: -1}
	if err := rec.readFields(in); err != nil {
		return nil, err
	}
	length, err := strconv.ParseInt(rec.Header.Get("Content-Length"), 10, 64)
	if err != nil || length < 0 {
		return nil, fmt.Errorf("content length %q", shorten(rec.Header.Get("Content-Length")))
	}
	rec.Type = strings.ToLower(rec.Header.Get("WARC-Type"))
	if rec.Type == "" {
		return nil, errors.New("no WARC-Type")
	}
	rec.URL = trimURI(rec.Header.Get("WARC-Target-URI"))
	rec.Time, _ = parseDate(rec.Header.Get("WARC-Date"))
	r.left, r.bad = length, nil
	rec.Body = &block{r, rec}
	if err := r.readHTTP(in, rec); err != nil {
		return nil, err
	}
	return rec, nil
}

// readFields reads the version line and the named fields with the blank line after.
func (rec *Record) readFields(in *bufio.Reader) error {
	line, err := readLine(in)
	if err != nil {
		return err
	}
	version, ok := strings.CutPrefix(line, "WARC/")
	if !ok || len(version) < 3 || version[0] > '1' || version[1] != '.' {
		return fmt.Errorf("%q begins no record", shorten(line))
	}
	rec.Version = version
	size := 0
	for range maxLines {
		if line, err = readLine(in); err != nil {
			return err
		}
		if line == "" {
			return nil
		}
		if size += len(line); size > maxField {
			return fmt.Errorf("named fields exceed %d bytes", maxField)
		}
		rec.addField(line)
	}
	return fmt.Errorf("named fields exceed %d lines", maxLines)
}

// addField adds a line. A line that begins with white space continues the field
// before it; one that is no field is ignored.
func (rec *Record) addField(line string) {
	if n := len(rec.Header); n > 0 && (line[0] == ' ' || line[0] == '\t') {
		rec.Header[n-1].Value += " " + strings.TrimSpace(line)
		return
	}
	if name, value, ok := strings.Cut(line, ":"); ok {
		rec.Header = append(rec.Header, Field{strings.TrimSpace(name), strings.TrimSpace(value)})
	}
}

// readLine reads a line without its end.
func readLine(in *bufio.Reader) (string, error) {
	line, err := in.ReadSlice('\n')
	if err == bufio.ErrBufferFull {
		return "", fmt.Errorf("a line exceeds %d bytes", maxLine)
	}
	return string(bytes.TrimRight(line, "\r\n")), noEOF(err)
}

// shorten cuts foreign bytes to a length that fits into a message.
func shorten(s string) string { return s[:min(len(s), 40)] }

// readHTTP reads the HTTP headers of a record that should have them. A block that
// does not begin with any stays in Body whole.
func (r *Reader) readHTTP(in *bufio.Reader, rec *Record) error {
	rec.Size = r.left
	switch rec.Type {
	case "response", "revisit":
		if head, _ := in.Peek(int(min(5, r.left))); !strings.EqualFold(string(head), "HTTP/") {
			return nil
		}
	case "request":
		if !strings.HasPrefix(rec.Header.Get("Content-Type"), "application/http") {
			return nil
		}
	default:
		return nil
	}
	head, whole, err := r.readHead(in)
	if err != nil {
		return err
	}
	if !whole {
		rec.Body = io.MultiReader(bytes.NewReader(head), rec.Body)
		return nil
	}
	rec.HTTP, rec.Size = head, r.left
	if rec.Type != "request" {
		rec.Status = parseStatus(head)
	}
	return nil
}

// readHead reads up to the first blank line or the block's end. It is not whole when
// it grows too large.
func (r *Reader) readHead(in *bufio.Reader) (head []byte, whole bool, err error) {
	lineBegins := true
	for r.left > 0 && len(head) < maxHead {
		window, err := in.Peek(int(min(r.left, int64(max(1, in.Buffered())))))
		if err != nil {
			return nil, false, noEOF(err)
		}
		ended := false
		if i := bytes.IndexByte(window, '\n'); i >= 0 {
			window, ended = window[:i+1], true
		}
		blank := lineBegins && ended && len(bytes.TrimRight(window, "\r\n")) == 0
		lineBegins = ended
		head = append(head, window...)
		r.left -= int64(len(window))
		in.Discard(len(window))
		if blank {
			return head, true, nil
		}
	}
	return head, r.left == 0, nil
}
