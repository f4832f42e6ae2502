// Package archivetest holds the tests that every archive passes: what a crawl may
// rely on, wherever the records go.
package archivetest

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"net/netip"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"sluice/internal/archive"
)

// A Store is an archive as a crawl uses it. Append, Sync and Close are called from
// one goroutine, Encode and Read from many, also meanwhile.
type Store interface {
	Encode(ctx context.Context, x *archive.Exchange) (*archive.Encoded, error)
	Append(ctx context.Context, es ...*archive.Encoded) ([]archive.Location, error)
	Sync(ctx context.Context) (archive.Position, error)
	Read(ctx context.Context, l archive.Location) (*archive.Record, error)
	Close() error
}

// Test runs the suite; open returns an empty archive, which the test closes.
func Test(t *testing.T, open func(t *testing.T) Store) {
	for name, test := range map[string]func(*testing.T, Store){
		"a response comes back as it was":           testResponse,
		"a revisit refers to its original":          testRevisit,
		"a body may be empty, large or random":      testBodies,
		"any order of encoding, order of appending": testOrder,
		"many encode and read at a time":            testConcurrent,
		"a field cannot break out of its line":      testInjection,
		"a bad exchange is refused":                 testRefused,
		"a wrong location is an error":              testWrongLocation,
		"positions grow":                            testPositions,
		"closed means closed":                       testClosed,
	} {
		t.Run(name, func(t *testing.T) {
			s := open(t)
			t.Cleanup(func() { s.Close() })
			test(t, s)
		})
	}
}

// when has a fraction finer than a millisecond, so that truncation shows.
var when = time.Date(2026, 3, 1, 12, 30, 15, 678_900_000, time.UTC)

// Page makes an exchange about a page with that body.
func Page(url string, body []byte) *archive.Exchange {
	return &archive.Exchange{
		URL:     url,
		Addr:    netip.MustParseAddr("192.0.2.7"),
		Time:    when,
		Request: []byte("GET / HTTP/1.1\r\nHost: example.org\r\nUser-Agent: test\r\n\r\n"),
		Header: fmt.Appendf(nil, "HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\nContent-Length: %d\r\n\r\n",
			len(body)),
		Body:          bytes.NewReader(body),
		Len:           int64(len(body)),
		PayloadDigest: fmt.Sprintf("sha256:%x", sha256.Sum256(body)),
		PayloadType:   "text/html",
		Metadata:      []archive.Field{{Name: "via", Value: "http://example.org/"}, {Name: "hopsFromSeed", Value: "LL"}},
	}
}

// put encodes and appends one exchange.
func put(t *testing.T, s Store, x *archive.Exchange) archive.Location {
	t.Helper()
	e, err := s.Encode(t.Context(), x)
	if err != nil {
		t.Fatalf("Encode(%s): %v", x.URL, err)
	}
	defer e.Release()
	ls, err := s.Append(t.Context(), e)
	if err != nil || len(ls) != 1 {
		t.Fatalf("Append(%s) = %v, %v, want one location", x.URL, ls, err)
	}
	return ls[0]
}

// get reads a record with its body.
func get(t *testing.T, s Store, l archive.Location) (*archive.Record, []byte) {
	t.Helper()
	r, err := s.Read(t.Context(), l)
	if err != nil {
		t.Fatalf("Read(%v): %v", l, err)
	}
	body, err := io.ReadAll(r.Body)
	if err != nil {
		t.Fatalf("Read(%v): body: %v", l, err)
	}
	if err := r.Close(); err != nil {
		t.Fatalf("Close(%v): %v", l, err)
	}
	return r, body
}

// testResponse proves that headers, body, time and the fields about a response survive, byte for byte.
func testResponse(t *testing.T, s Store) {
	x := Page("http://example.org/a?b=c", []byte("<p>Grüße"))
	x.Truncated = "length"
	r, body := get(t, s, put(t, s, x))
	if string(body) != "<p>Grüße" || r.Size != int64(len(body)) {
		t.Errorf("body %q of %d bytes, want what was put", body, r.Size)
	}
	if !bytes.Equal(r.HTTP, x.Header) || r.Status != 200 {
		t.Errorf("HTTP %q with status %d, want %q", r.HTTP, r.Status, x.Header)
	}
	if got := r.HTTPHeader().Get("content-type"); got != "text/html; charset=utf-8" {
		t.Errorf("content type %q", got)
	}
	if r.Type != "response" || r.Version != "1.1" || r.URL != x.URL || !r.Time.Equal(when.Truncate(time.Millisecond)) {
		t.Errorf("got %s %s %s %v, want a response of 1.1, %s, %v", r.Type, r.Version, r.URL, r.Time, x.URL, when)
	}
	for name, want := range map[string]string{
		"WARC-IP-Address":              "192.0.2.7",
		"WARC-Payload-Digest":          x.PayloadDigest,
		"WARC-Identified-Payload-Type": "text/html",
		"WARC-Truncated":               "length",
		"Content-Type":                 "application/http;msgtype=response",
	} {
		if got := r.Header.Get(name); got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
	if r.Original() != nil {
		t.Errorf("Original() = %v, want none", r.Original())
	}
}

// testRevisit proves that a revisit record keeps the headers and the reference to its original, and no body.
func testRevisit(t *testing.T, s Store) {
	for _, p := range []archive.Profile{archive.SamePayload, archive.NotModified} {
		x := Page("http://example.org/again", []byte("not to be kept"))
		x.Revisit = &archive.Original{Profile: p, URL: "https://example.org/first", Time: when.Add(-time.Hour)}
		r, body := get(t, s, put(t, s, x))
		if r.Type != "revisit" || len(body) != 0 || !bytes.Equal(r.HTTP, x.Header) || r.Status != 200 {
			t.Errorf("%s: got %s, status %d, HTTP %q, body %q; want a revisit with the headers only", p, r.Type, r.Status, r.HTTP, body)
		}
		want := *x.Revisit
		want.Time = want.Time.Truncate(time.Millisecond)
		if diff := cmp.Diff(&want, r.Original()); diff != "" {
			t.Errorf("%s: Original() differs (-want +got):\n%s", p, diff)
		}
	}
}

// testBodies proves that no body is mistaken for the syntax around it: it may look like a record, a gzip member or a
// blank line, be empty, or be too large for memory.
func testBodies(t *testing.T, s Store) {
	random := make([]byte, 5<<20)
	// A linear congruential generator: bytes that do not compress, the same in every run.
	for i, x := 0, uint32(1); i < len(random); i++ {
		x = x*1664525 + 1013904223
		random[i] = byte(x >> 24)
	}
	bodies := [][]byte{nil, []byte("\r\n\r\n"), []byte("WARC/1.1\r\nWARC-Type: response\r\n"),
		bytes.Repeat([]byte("zip "), 1<<20), random, random[:100], {0, 0x1f, 0x8b, 8}}
	var ls []archive.Location
	for i, b := range bodies {
		ls = append(ls, put(t, s, Page(fmt.Sprintf("http://example.org/%d", i), b)))
	}
	for i, b := range bodies {
		if _, got := get(t, s, ls[i]); !bytes.Equal(got, b) {
			t.Errorf("body %d: %d bytes came back, not the %d that were put", i, len(got), len(b))
		}
	}
}

// testOrder proves that Append alone decides the order, not the order in which exchanges were encoded.
func testOrder(t *testing.T, s Store) {
	var es []*archive.Encoded
	for i := range 20 {
		e, err := s.Encode(t.Context(), Page(fmt.Sprintf("http://example.org/%d", i), []byte(strings.Repeat("x", i*100))))
		if err != nil {
			t.Fatal(err)
		}
		if e.Size() <= 0 {
			t.Errorf("Size() = %d", e.Size())
		}
		es = append(es, e)
	}
	slices.Reverse(es)
	ls, err := s.Append(t.Context(), es...)
	if err != nil || len(ls) != len(es) {
		t.Fatalf("Append gave %d locations, %v, want %d", len(ls), err, len(es))
	}
	for i, l := range ls {
		if r, _ := get(t, s, l); r.URL != fmt.Sprintf("http://example.org/%d", 19-i) {
			t.Errorf("location %d holds %s", i, r.URL)
		}
		es[i].Release()
	}
	if ls, err := s.Append(t.Context()); err != nil || len(ls) != 0 {
		t.Errorf("Append of nothing = %v, %v", ls, err)
	}
}

// testConcurrent proves, under the race detector, that many goroutines may encode and read while one appends.
func testConcurrent(t *testing.T, s Store) {
	encoded := make(chan *archive.Encoded)
	var encoders, readers sync.WaitGroup
	for g := range 4 {
		encoders.Go(func() {
			for i := range 50 {
				url := fmt.Sprintf("http://example.org/%d/%d", g, i)
				e, err := s.Encode(t.Context(), Page(url, []byte(strings.Repeat(url, 50))))
				if err != nil {
					t.Error(err)
					return
				}
				encoded <- e
			}
		})
	}
	go func() { encoders.Wait(); close(encoded) }()
	for e := range encoded {
		ls, err := s.Append(t.Context(), e)
		if err != nil {
			t.Error(err)
			continue
		}
		e.Release()
		readers.Go(func() {
			r, err := s.Read(t.Context(), ls[0])
			if err != nil {
				t.Error(err)
				return
			}
			defer r.Close()
			if body, err := io.ReadAll(r.Body); err != nil || string(body) != strings.Repeat(r.URL, 50) {
				t.Errorf("%s: wrong body, %v", r.URL, err)
			}
		})
	}
	readers.Wait()
	if _, err := s.Sync(t.Context()); err != nil {
		t.Error(err)
	}
}

// testInjection proves that line breaks in a field, which come from servers, cannot forge named fields.
func testInjection(t *testing.T, s Store) {
	x := Page("http://example.org/", []byte("body"))
	x.PayloadType = "text/html\r\nWARC-Type: forged\r\n\r\nend"
	x.Metadata = []archive.Field{{Name: "via", Value: "a\nb\rc\x00"}}
	r, body := get(t, s, put(t, s, x))
	if string(body) != "body" || r.Header.Get("WARC-Type") != "response" {
		t.Errorf("got %s with body %q", r.Type, body)
	}
}

// testRefused proves that an exchange that does not have what it declares is an error that names its URL, and that a
// body longer than declared is cut: the record would be damaged otherwise.
func testRefused(t *testing.T, s Store) {
	short := Page("http://example.org/", []byte("abc"))
	short.Len = 10
	broken := Page("http://example.org/", []byte("abc"))
	broken.Body = io.MultiReader(strings.NewReader("a"), failing{})
	headless := Page("http://example.org/", []byte("abc"))
	headless.Header = nil
	for name, x := range map[string]*archive.Exchange{"short body": short, "failing body": broken, "no header": headless} {
		if _, err := s.Encode(t.Context(), x); err == nil || !strings.Contains(err.Error(), x.URL) {
			t.Errorf("%s: Encode gave %v, want an error that names the URL", name, err)
		}
	}
	long := Page("http://example.org/", []byte("abc"))
	long.Len = 2
	if _, body := get(t, s, put(t, s, long)); string(body) != "ab" {
		t.Errorf("body %q, want the two bytes of Len", body)
	}
}

// failing is a body whose connection breaks off.
type failing struct{}

// Read implements [io.Reader].
func (failing) Read([]byte) (int, error) { return 0, errors.New("connection lost") }

// testWrongLocation proves that a location from a damaged catalogue reads no record, and no file outside the archive.
func testWrongLocation(t *testing.T, s Store) {
	l := put(t, s, Page("http://example.org/", []byte("abc")))
	for _, bad := range []archive.Location{
		{},
		{File: "no such file", Offset: l.Offset, Length: l.Length},
		{File: "../" + l.File, Offset: l.Offset, Length: l.Length},
		{File: l.File, Offset: l.Offset + 1, Length: l.Length},
		{File: l.File, Offset: 1 << 40, Length: l.Length},
		{File: l.File, Offset: l.Offset, Length: 0},
		{File: l.File, Offset: -5, Length: -1},
	} {
		if r, err := s.Read(t.Context(), bad); err == nil {
			t.Errorf("Read(%+v) gave a record of %s, want an error", bad, r.URL)
		}
	}
}

// testPositions proves that Sync returns a position after all that was appended, and the same one until more is appended.
func testPositions(t *testing.T, s Store) {
	p, err := s.Sync(t.Context())
	if err != nil || p != (archive.Position{}) {
		t.Fatalf("Sync of an empty archive = %v, %v, want the zero Position", p, err)
	}
	for i := range 5 {
		l := put(t, s, Page(fmt.Sprintf("http://example.org/%d", i), []byte("abc")))
		q, err := s.Sync(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if q.File != l.File || q.Offset < l.Offset+l.Length || q.Offset <= p.Offset {
			t.Errorf("Sync = %v after %v, with a record at %v", q, p, l)
		}
		if again, err := s.Sync(t.Context()); again != q || err != nil {
			t.Errorf("a second Sync = %v, %v, want %v", again, err, q)
		}
		p = q
	}
}

// testClosed proves that a closed archive refuses writes, and that a second Close is harmless.
func testClosed(t *testing.T, s Store) {
	e, err := s.Encode(t.Context(), Page("http://example.org/", []byte("abc")))
	if err != nil {
		t.Fatal(err)
	}
	defer e.Release()
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Append(t.Context(), e); err == nil {
		t.Error("Append to a closed archive gave no error")
	}
	if _, err := s.Sync(t.Context()); err == nil {
		t.Error("Sync of a closed archive gave no error")
	}
	if err := s.Close(); err != nil {
		t.Errorf("second Close: %v", err)
	}
}
