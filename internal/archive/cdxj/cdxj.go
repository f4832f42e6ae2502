// Package cdxj makes and reads CDXJ, the index of WARC files that replay tools read: one line a capture, sorted by URL and time.
//
// [Index] returns the entries of a WARC file, [Entry.String] the line of one, and [Parse] reads a line.
package cdxj

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"strconv"
	"strings"
	"time"

	"sluice/internal/archive"
)

// MIME types in an Entry that come from no server.
const (
	mimeRevisit = "warc/revisit"
	mimeUnknown = "unk"
)

// An Entry is one line of a CDXJ index: key, time, and the other fields as JSON.
type Entry struct {
	Key    string    // the URL in SURT form
	Time   time.Time // to the second
	URL    string
	MIME   string // media type as the server sent it, "warc/revisit" for a revisit, "unk" when unknown
	Status int    // HTTP status, or 0 if missing
	Digest string // of the payload, as "sha256:…", but SHA-1 without a name before it; "" when unknown
	archive.Location
}

// fields is the JSON of a line, in the order and with the types of pywb.
type fields struct {
	URL      string `json:"url"`
	MIME     string `json:"mime,omitempty"`
	Status   number `json:"status,omitempty"`
	Digest   string `json:"digest,omitempty"`
	Length   number `json:"length"`
	Offset   number `json:"offset"`
	Filename string `json:"filename"`
}

// number is a number that some tools write as a string, pywb among them.
type number string

// UnmarshalJSON takes a number with or without quotes.
func (n *number) UnmarshalJSON(b []byte) error {
	*n = number(bytes.Trim(b, `"`))
	return nil
}

// int returns the number; what tools write for "unknown" is 0.
func (n number) int() (int64, error) {
	if n == "" || n == "-" || n == "null" {
		return 0, nil
	}
	i, err := strconv.ParseInt(string(n), 10, 64)
	if err == nil && i < 0 {
		err = errors.New("below zero")
	}
	return i, err
}

// numberOf returns an integer as a field of an Entry.
func numberOf(i int64) number { return number(strconv.FormatInt(i, 10)) }

const cdxTime = "20060102150405"

// String is the line without a line end, as pywb writes it. Lines sort by key and time.
func (e Entry) String() string {
	f := fields{URL: e.URL, MIME: e.MIME, Digest: e.Digest,
		Length: numberOf(e.Length), Offset: numberOf(e.Offset), Filename: e.File}
	if e.Status != 0 {
		f.Status = numberOf(int64(e.Status))
	}
	var b strings.Builder
	b.WriteString(oneWord.Replace(e.Key) + " " + e.Time.UTC().Format(cdxTime) + " ")
	out := json.NewEncoder(&b)
	out.SetEscapeHTML(false)
	out.Encode(f) // strings always encode
	return strings.TrimSuffix(b.String(), "\n")
}

// oneWord keeps a key from ending early.
var oneWord = strings.NewReplacer(" ", "%20", "\n", "%0A", "\r", "%0D")

// Parse reads a line of a CDXJ file, ours or another tool's.
func Parse(line string) (Entry, error) {
	e, err := parseEntry(strings.TrimRight(line, "\r\n"))
	if err != nil {
		return Entry{}, fmt.Errorf("cdxj line %q: %w", line[:min(len(line), 40)], err)
	}
	return e, nil
}

// parseEntry is Parse without the line in its error.
func parseEntry(line string) (Entry, error) {
	key, rest, _ := strings.Cut(line, " ")
	stamp, object, ok := strings.Cut(rest, " ")
	if !ok || key == "" {
		return Entry{}, errors.New("not a key, a time and an object")
	}
	t, err := time.Parse(cdxTime, stamp)
	if err != nil {
		return Entry{}, err
	}
	var f fields
	if err := json.Unmarshal([]byte(object), &f); err != nil {
		return Entry{}, err
	}
	status, err1 := f.Status.int()
	length, err2 := f.Length.int()
	offset, err3 := f.Offset.int()
	if err := errors.Join(err1, err2, err3); err != nil {
		return Entry{}, err
	}
	return Entry{Key: key, Time: t, URL: f.URL, MIME: f.MIME, Status: int(status), Digest: f.Digest,
		Location: archive.Location{File: f.Filename, Offset: offset, Length: length}}, nil
}

// Index returns an entry for each response, revisit and resource of the WARC file at
// path, in the order of the file; key returns the SURT form of a URL. Broken records
// come as errors, as from [archive.Records], and the caller may continue behind them.
func Index(ctx context.Context, path string, key func(url string) string) iter.Seq2[Entry, error] {
	return func(yield func(Entry, error) bool) {
		for rec, err := range archive.Records(ctx, path) {
			if err == nil && !isIndexed(rec) {
				continue
			}
			var e Entry
			if err == nil {
				e, err = entryOf(ctx, rec, key)
			}
			var damage *archive.DamageError
			if rec != nil && errors.As(err, &damage) {
				continue // Records returns the error next
			}
			if !yield(e, err) {
				return
			}
		}
	}
}

// isIndexed reports whether a record has a line in the index.
func isIndexed(r *archive.Record) bool {
	switch r.Type {
	case "response", "revisit", "resource":
		return r.URL != ""
	}
	return false
}

// entryOf returns the line of a record. Its place is known only when the record has been read to its end.
func entryOf(ctx context.Context, r *archive.Record, key func(url string) string) (Entry, error) {
	l, err := r.Location(ctx)
	if err != nil {
		return Entry{}, err
	}
	return Entry{
		Key: key(r.URL), Time: r.Time.Truncate(time.Second), URL: r.URL,
		MIME: mimeOf(r), Status: r.Status,
		Digest:   strings.TrimPrefix(r.Header.Get("WARC-Payload-Digest"), "sha1:"),
		Location: l,
	}, nil
}

// mimeOf returns the media type for the index.
func mimeOf(r *archive.Record) string {
	if r.Type == "revisit" {
		return mimeRevisit
	}
	mediaType := r.Header.Get("Content-Type")
	if r.HTTP != nil {
		mediaType = r.HTTPHeader().Get("Content-Type")
	}
	mediaType, _, _ = strings.Cut(mediaType, ";")
	if mediaType = strings.ToLower(strings.TrimSpace(mediaType)); mediaType == "" {
		return mimeUnknown
	}
	return mediaType
}
