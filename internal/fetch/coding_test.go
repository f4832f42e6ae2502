package fetch_test

import (
	"bytes"
	"compress/flate"
	"compress/gzip"
	"compress/zlib"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"slices"
	"strings"
	"testing"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/zstd"
	"pgregory.net/rapid"

	"sluice/internal/fetch"
)

// encoders apply the encodings that servers name.
var encoders = map[string]func(w io.Writer) io.WriteCloser{
	"gzip":    func(w io.Writer) io.WriteCloser { return gzip.NewWriter(w) },
	"deflate": func(w io.Writer) io.WriteCloser { return zlib.NewWriter(w) },
	"raw": func(w io.Writer) io.WriteCloser {
		f, _ := flate.NewWriter(w, 6)
		return f
	},
	"br": func(w io.Writer) io.WriteCloser { return brotli.NewWriterLevel(w, 4) },
	"zstd": func(w io.Writer) io.WriteCloser {
		z, _ := zstd.NewWriter(w, zstd.WithEncoderConcurrency(1), zstd.WithWindowSize(1<<20))
		return z
	},
}

func encode(coding, text string) string {
	var b bytes.Buffer
	w := encoders[coding](&b)
	io.WriteString(w, text)
	w.Close()
	return b.String()
}

func answerWith(coding, body string) string {
	return fmt.Sprintf("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Encoding: %s\r\nContent-Length: %d\r\n\r\n%s", coding, len(body), body)
}

var page = "<!DOCTYPE html><title>Title</title>" + strings.Repeat("<p>What stands on the page, again and again.", 300)

func TestEncodingsAreDecoded(t *testing.T) {
	huge := func(text string) string {
		var b bytes.Buffer
		w := gzip.NewWriter(&b)
		w.Name, w.Comment, w.Extra = "a name", strings.Repeat("long ", 10_000), make([]byte, 60_000)
		io.WriteString(w, text)
		w.Close()
		return b.String()
	}
	for _, c := range []struct {
		name, coding, wire string
		marks              string
	}{
		{"gzip", "gzip", encode("gzip", page), ""},
		{"x-gzip in capitals", "X-GZip", encode("gzip", page), ""},
		{"gzip in two members", "gzip", encode("gzip", page[:100]) + encode("gzip", page[100:]), ""},
		{"gzip with a huge header", "gzip", huge(page), ""},
		{"gzip with trailing bytes", "gzip", encode("gzip", page) + "\r\n", "encoding: checksum or trailing bytes"},
		{"gzip with a wrong checksum", "gzip", strings.TrimSuffix(encode("gzip", page), encode("gzip", page)[len(encode("gzip", page))-8:]) + "12345678", "encoding: checksum or trailing bytes"},
		{"deflate", "deflate", encode("deflate", page), ""},
		{"raw deflate", "deflate", encode("raw", page), ""},
		{"brotli", "br", encode("br", page), ""},
		{"zstandard", "zstd", encode("zstd", page), ""},
		{"zstandard in two frames", "zstd", encode("zstd", page[:100]) + encode("zstd", page[100:]), ""},
		{"two encodings", "gzip, br", encode("br", encode("gzip", page)), ""},
		{"three encodings", "deflate, zstd, gzip", encode("gzip", encode("zstd", encode("deflate", page))), ""},
		{"identity", "identity", page, ""},
		{"nothing", "", page, ""},
		{"unknown", "utf-8", page, "encoding: unknown"},
		{"gzip that is plain", "gzip", page, "encoding: plain"},
		{"deflate that is plain", "deflate", page, "encoding: plain"},
		{"brotli that is plain", "br", page, "encoding: plain"},
		{"zstandard that is plain", "zstd", page, "encoding: plain"},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := serveRaw(t, always(answerWith(c.coding, c.wire)))
			res := get(t, newClient(t, fetch.Options{}), request(t, s.url("/")))
			if got := content(t, &res.Content); got != page {
				t.Errorf("content of %d bytes begins %.40q, want the page of %d", len(got), got, len(page))
			}
			if content(t, &res.Wire) != c.wire {
				t.Errorf("wire has %d bytes, want %d", res.Wire.Len(), len(c.wire))
			}
			if marks := strings.Join(res.Marks, "|"); marks != c.marks || res.Truncated != "" {
				t.Errorf("marks %q, truncated %q, want %q and none", marks, res.Truncated, c.marks)
			}
		})
	}
}

func TestBrokenEncodingsKeepDecodedPart(t *testing.T) {
	for coding := range encoders {
		whole := encode(coding, page+randomText(400_000))
		s := serveRaw(t, always(answerWith(strings.Replace(coding, "raw", "deflate", 1), whole[:len(whole)/2])))
		res := get(t, newClient(t, fetch.Options{}), request(t, s.url("/")))
		got := content(t, &res.Content)
		if res.Truncated != "encoding" || len(got) < len(page) || !strings.HasPrefix(got, page) {
			t.Errorf("%s: truncated %q, marks %q, %d bytes", coding, res.Truncated, res.Marks, len(got))
		}
		if res.Wire.Len() != int64(len(whole)/2) {
			t.Errorf("%s: wire has %d bytes, want %d", coding, res.Wire.Len(), len(whole)/2)
		}
	}
}

// randomText returns text that hardly shrinks, the same each time.
func randomText(n int) string {
	b := make([]byte, n)
	state := uint32(1)
	for i := range b {
		state = state*1664525 + 1013904223
		b[i] = 'a' + byte(state>>24)%26
	}
	return string(b)
}

func TestUndecodableBodiesAreKeptAsReceived(t *testing.T) {
	const garbage = "\x00\x01\x02\x03\xff\xfe\xfd\xfc\x00\x00\x00\x00\x00\x00"
	for _, body := range []string{garbage, garbage + strings.Repeat("\xff\x00", 200_000)} {
		for coding, want := range map[string]fetch.Cause{
			"gzip": "encoding: gzip", "deflate": "encoding: deflate", "br": "encoding: br", "zstd": "encoding: zstd",
			"gzip, gzip, gzip, gzip": "encoding: too many",
		} {
			s := serveRaw(t, always(answerWith(coding, body)))
			res := get(t, newClient(t, fetch.Options{}), request(t, s.url("/")))
			if res.Undecoded != want || res.Truncated != "" || res.Content.Len() != 0 || content(t, &res.Wire) != body {
				t.Errorf("%s: undecoded %q, truncated %q, %d bytes of content, %d of wire; want %q and %d of wire",
					coding, res.Undecoded, res.Truncated, res.Content.Len(), res.Wire.Len(), want, len(body))
			}
		}
	}
}

func TestRedirectsAreKeptWithAnyBody(t *testing.T) {
	for name, rest := range map[string]string{
		"gzip":     "Content-Encoding: gzip\r\nContent-Length: 6\r\n\r\n\x00\x01\x02\x03\x04\x05",
		"chunks":   "Transfer-Encoding: chunked\r\n\r\nno chunk",
		"coding":   "Transfer-Encoding: other\r\n\r\nno chunk",
		"length":   "Content-Length: 100\r\n\r\n",
		"too many": "Content-Encoding: br, br, br, br, br\r\n\r\n",
	} {
		s := serveRaw(t, always("HTTP/1.1 302 Found\r\nLocation: /there\r\n"+rest))
		res := get(t, newClient(t, fetch.Options{}), request(t, s.url("/")))
		if res.Status != 302 || res.Header.Get("Location") != "/there" {
			t.Errorf("%s: %d to %q", name, res.Status, res.Header.Get("Location"))
		}
	}
}

func TestDecompressionBombsStopAtLimit(t *testing.T) {
	const limit = 100_000
	zeros := strings.Repeat("\x00", 20<<20)
	for name, c := range map[string][2]string{
		"gzip": {"gzip", encode("gzip", zeros)}, "deflate": {"deflate", encode("deflate", zeros)},
		"brotli": {"br", encode("br", zeros)}, "zstandard": {"zstd", encode("zstd", zeros)},
		"gzip in gzip": {"gzip, gzip", encode("gzip", encode("gzip", zeros))},
	} {
		s := serveRaw(t, always(answerWith(c[0], c[1])))
		res := get(t, newClient(t, fetch.Options{}), upTo(request(t, s.url("/")), limit))
		if res.Content.Len() != limit || res.Truncated != "length" {
			t.Errorf("%s: %d bytes, truncated %q", name, res.Content.Len(), res.Truncated)
		}
	}
}

func TestLimitBoundsReceivedBytes(t *testing.T) {
	// A gzip header whose comment never ends decodes to nothing.
	s := serveRaw(t, always("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\n\x1f\x8b\x08\x10\x00\x00\x00\x00\x00\x03"+strings.Repeat("c", 10<<20)))
	c := newClient(t, fetch.Options{})
	res, err := c.Do(t.Context(), upTo(request(t, s.url("/")), 1000))
	if err != nil {
		t.Fatal(err)
	}
	defer res.Release()
	if res.Truncated != "length" || res.Wire.Len() > 300_000 || res.Content.Len() != 0 {
		t.Errorf("truncated %q, %d bytes of wire, %d of content", res.Truncated, res.Wire.Len(), res.Content.Len())
	}
}

func TestLimitIsCalledOnceWithFirstBytes(t *testing.T) {
	for _, coding := range []string{"", "gzip", "br"} {
		wire := page
		if coding != "" {
			wire = encode(coding, page)
		}
		s := serveRaw(t, always(answerWith(coding, wire)))
		asked := 0
		r := request(t, s.url("/"))
		r.Limit = func(contentType string, head []byte) int64 {
			asked++
			if contentType != "text/html" || string(head) != page[:fetch.HeadSize] {
				t.Errorf("%s: asked with %q and %d bytes", coding, contentType, len(head))
			}
			return 5000
		}
		res := get(t, newClient(t, fetch.Options{}), r)
		if asked != 1 || content(t, &res.Content) != page[:5000] || res.Truncated != "length" {
			t.Errorf("%s: asked %d times, %d bytes, truncated %q", coding, asked, res.Content.Len(), res.Truncated)
		}
	}
}

func TestAnyLimitCutsExactly(t *testing.T) {
	s := serveRaw(t, func(conn net.Conn, request string, _ int) bool {
		body := page
		switch {
		case strings.HasPrefix(request, "GET /gzip"):
			io.WriteString(conn, answerWith("gzip", encode("gzip", body)))
		case strings.HasPrefix(request, "GET /chunked"):
			fmt.Fprintf(conn, "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n%x\r\n%s\r\n%x;x=y\r\n%s\r\n0\r\n\r\n", 777, body[:777], len(body)-777, body[777:])
		default:
			io.WriteString(conn, answerWith("", body))
		}
		return true
	})
	c := newClient(t, fetch.Options{})
	defer c.Close()
	rapid.Check(t, func(rt *rapid.T) {
		path := rapid.SampledFrom([]string{"/gzip", "/chunked", "/plain"}).Draw(rt, "path")
		limit := rapid.OneOf(rapid.IntRange(0, 6000), rapid.IntRange(len(page)-2, len(page)+2)).Draw(rt, "limit")
		res := get(t, c, upTo(request(t, s.url(path)), int64(limit)))
		defer res.Release()
		want, truncated := page[:min(limit, len(page))], fetch.Truncation("")
		if limit < len(page) {
			truncated = fetch.OverLength
		}
		if got := content(t, &res.Content); got != want || res.Truncated != truncated {
			rt.Errorf("%s up to %d: %d bytes, truncated %q; want %d and %q", path, limit, len(got), res.Truncated, len(want), truncated)
		}
	})
}

func TestTransferCodings(t *testing.T) {
	for _, coding := range []string{"gzip", "deflate"} {
		wire := encode(coding, page)
		s := serveRaw(t, func(conn net.Conn, request string, _ int) bool {
			if strings.HasPrefix(request, "GET /chunked") {
				fmt.Fprintf(conn, "HTTP/1.1 200 OK\r\nTransfer-Encoding: %s, chunked\r\n\r\n%x\r\n%s\r\n0\r\n\r\n", coding, len(wire), wire)
			} else {
				io.WriteString(conn, "HTTP/1.1 200 OK\r\nTransfer-Encoding: "+coding+"\r\n\r\n"+wire)
			}
			return false
		})
		for _, path := range []string{"/", "/chunked"} {
			res := get(t, newClient(t, fetch.Options{}), request(t, s.url(path)))
			if content(t, &res.Wire) != page || content(t, &res.Content) != page || res.Truncated != "" {
				t.Errorf("%s, %s: wire %d, content %d, truncated %q", coding, path, res.Wire.Len(), res.Content.Len(), res.Truncated)
			}
			if !strings.Contains(string(res.HeaderBytes), "\r\nX-Archive-Orig-Transfer-Encoding: "+coding) {
				t.Errorf("%s, %s: header %q", coding, path, res.HeaderBytes)
			}
		}
	}
}

// TestExpansionOfEncodedBodyIsBounded sends bodies that expand further and less far than any honest one, in pieces of several sizes,
// and decodes each again as an archive keeps it.
func TestExpansionOfEncodedBodyIsBounded(t *testing.T) {
	const free = 4 << 20
	blanks := strings.Repeat(" ", 20<<20)
	var table strings.Builder // expands some 100 times
	for row := 0; table.Len() < 8<<20; row++ {
		fmt.Fprintf(&table, "%d;%s%d\n", row, strings.Repeat("0;", 300), row%7)
	}
	var mixed strings.Builder // blanks between bytes that do not pack
	for random := rand.NewChaCha8([32]byte{}); mixed.Len() < 10<<20; {
		noise := make([]byte, 4<<10)
		random.Read(noise)
		mixed.Write(noise)
		mixed.WriteString(blanks[:1<<20])
	}
	for _, c := range []struct {
		name, coding, body string
		cut                bool
	}{
		{"blanks as br", "br", blanks, true},
		{"blanks as gzip", "gzip", blanks, true},
		{"blanks as zstd", "zstd", blanks, true},
		{"few blanks as br", "br", blanks[:free], false},
		{"table as gzip", "gzip", table.String(), false},
		{"blanks and noise as br", "br", mixed.String(), true},
	} {
		wire := encode(c.coding, c.body)
		answer := answerWith(c.coding, wire)
		want, truncated := len(c.body), fetch.Truncation("")
		if c.cut {
			want, truncated = max(free, 200*len(wire)), fetch.OverLength
		}
		if c.cut == (want == len(c.body)) {
			t.Fatalf("%s: %d bytes for %d bytes of wire", c.name, len(c.body), len(wire))
		}
		for _, piece := range []int{len(answer), 700} {
			s := serveRaw(t, func(conn net.Conn, _ string, _ int) bool {
				for part := range slices.Chunk([]byte(answer), piece) {
					conn.Write(part)
				}
				return false
			})
			client := newClient(t, fetch.Options{})
			res := get(t, client, upTo(request(t, s.url("/")), 100<<20))
			got := content(t, &res.Content)
			if got != c.body[:want] || res.Truncated != truncated {
				t.Errorf("%s: %d bytes, truncated %q; want %d and %q", c.name, len(got), res.Truncated, want, truncated)
			}
			again, err := client.Reread(upTo(request(t, s.url("/")), 100<<20), res.HeaderBytes, res.Wire.Reader())
			if err != nil {
				t.Fatal(err)
			}
			if content(t, &again.Content) != got || again.Truncated != truncated {
				t.Errorf("%s: %d bytes from the archive, truncated %q; want %d", c.name, again.Content.Len(), again.Truncated, len(got))
			}
			again.Release()
		}
	}
}

func TestExpansionOfTransferCodingIsBounded(t *testing.T) {
	s := serveRaw(t, always("HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip\r\n\r\n"+encode("gzip", strings.Repeat(" ", 20<<20))))
	res := get(t, newClient(t, fetch.Options{}), upTo(request(t, s.url("/")), 100<<20))
	if res.Truncated != fetch.OverLength || res.Wire.Len() > 5<<20 {
		t.Errorf("%d bytes, truncated %q", res.Wire.Len(), res.Truncated)
	}
}
