package archive

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"strings"
	"time"
)

// Header is the named fields of a WARC record, in their order.
type Header []Field

// Get returns the value of the first field of that name, in whatever case, or "".
func (h Header) Get(name string) string {
	for _, f := range h {
		if strings.EqualFold(f.Name, name) {
			return f.Value
		}
	}
	return ""
}

// A Record is one WARC record. Body is read from the file as the caller reads it.
type Record struct {
	Version string    // of the format, as "1.1"
	Type    string    // "response", "revisit", "request", "metadata", "warcinfo", …
	URL     string    // the target URI, or "" if missing
	Time    time.Time // WARC-Date; the zero Time when it cannot be read
	Header  Header    // all named fields

	HTTP   []byte    // of a response, revisit or request: first line and headers with the blank line; nil when the block is not HTTP
	Status int       // of a response or revisit: the HTTP status, or 0 if missing
	Body   io.Reader // what follows HTTP in the block: of a response the payload, content encoding on (in files of others perhaps transfer encoding too)
	Size   int64     // bytes that Body returns

	from   *Reader
	offset int64
	length int64 // -1 until the end was read, 0 when it shares its gzip member
	close  func() error
}

// ErrShared is the error of [Record.Location] when a gzip member holds more than one
// record, so that none can be read alone.
var ErrShared = errors.New("the gzip member holds more than one record")

// Location reads the record to its end and returns its location. File is the name
// of the file if the record came from Records, and empty if it came from a Reader.
func (r *Record) Location(ctx context.Context) (Location, error) {
	if err := context.Cause(ctx); err != nil {
		return Location{}, err
	}
	if err := r.from.finish(r); err != nil {
		return Location{}, err
	}
	if r.length == 0 {
		return Location{}, r.from.at(r.offset, ErrShared)
	}
	return Location{File: r.from.name, Offset: r.offset, Length: r.length}, nil
}

// Close ends the reading of a record of Archive or Memory. Body must not be
// read afterwards. On the records of a Reader it does nothing.
func (r *Record) Close() error {
	if r.close == nil {
		return nil
	}
	end := r.close
	r.close, r.Body = nil, nil
	return end()
}

// HTTPHeader parses the header lines in HTTP. Invalid lines are skipped; a line that
// begins with white space continues the one before.
func (r *Record) HTTPHeader() http.Header {
	h := http.Header{}
	_, rest, _ := bytes.Cut(unfold(r.HTTP), []byte("\n"))
	for line := range bytes.Lines(rest) {
		if name, value, ok := strings.Cut(string(line), ":"); ok {
			h.Add(strings.TrimSpace(name), strings.TrimSpace(value))
		}
	}
	return h
}

// unfold makes one line of each header, with spaces for the line ends within it.
func unfold(head []byte) []byte {
	head = bytes.Clone(head)
	for i, c := range head {
		if c != '\n' || i+1 == len(head) || head[i+1] != ' ' && head[i+1] != '\t' {
			continue
		}
		head[i] = ' '
		if i > 0 && head[i-1] == '\r' {
			head[i-1] = ' '
		}
	}
	return head
}

// Original returns what a revisit record refers to. It is nil when the record is no
// revisit, or names neither URL nor time of the original.
func (r *Record) Original() *Original {
	o := Original{URL: trimURI(r.Header.Get("WARC-Refers-To-Target-URI"))}
	o.Time, _ = parseDate(r.Header.Get("WARC-Refers-To-Date"))
	if r.Type != "revisit" || o.URL == "" && o.Time.IsZero() {
		return nil
	}
	profile := r.Header.Get("WARC-Profile")
	o.Profile = Profile(profile[strings.LastIndexByte(profile, '/')+1:])
	return &o
}

// trimURI takes off the angle brackets of WARC 1.0, which 1.1 withdrew.
func trimURI(s string) string {
	if strings.HasPrefix(s, "<") && strings.HasSuffix(s, ">") {
		return s[1 : len(s)-1]
	}
	return s
}

// parseDate reads a WARC-Date, of WARC 1.1 with any part from the right left out,
// or the 14 digits of older tools.
func parseDate(s string) (time.Time, error) {
	for _, form := range []string{time.RFC3339, "20060102150405", "2006-01-02T15:04Z", "2006-01-02", "2006-01"} {
		if t, err := time.Parse(form, s); err == nil {
			return t, nil
		}
	}
	return time.Parse("2006", s)
}

// parseStatus returns the status code of an HTTP status line, or 0 if missing.
func parseStatus(head []byte) int {
	_, rest, _ := bytes.Cut(head, []byte(" "))
	rest = bytes.TrimLeft(rest, " ")
	if len(rest) < 3 {
		return 0
	}
	status := 0
	for _, c := range rest[:3] {
		if c < '0' || c > '9' {
			return 0
		}
		status = status*10 + int(c-'0')
	}
	return status
}
