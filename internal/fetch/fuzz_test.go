package fetch_test

import (
	"bytes"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"sluice/internal/fetch"
	"sluice/internal/fetch/cookie"
	"sluice/weburl"
)

// FuzzDo answers one request with any bytes. Whatever they are, Do ends, within its limits, and says what it
// found.
func FuzzDo(f *testing.F) {
	for _, seed := range []string{
		"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok",
		"HTTP/1.0 200\nA: b\n c\n\nbody",
		"HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip, chunked\r\n\r\n3;a=b\r\nabc\r\n0\r\nT: v\r\n\r\n",
		"HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 204 No Content\r\n\r\n",
		"plain text", "HTTP/1.1 200 OK\r\r\n\r\r\nHTTP",
		answerWith("gzip", encode("gzip", "some text")), answerWith("deflate", encode("raw", "some text")),
		answerWith("br", encode("br", "some text")), answerWith("zstd", encode("zstd", "some text")),
		answerWith("gzip, br", encode("br", encode("gzip", "some text"))),
	} {
		f.Add([]byte(seed))
	}
	const limit = 10_000
	var reply []byte
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		f.Fatal(err)
	}
	f.Cleanup(func() { l.Close() })
	go func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			conn.Read(make([]byte, 4096))
			conn.Write(reply)
			conn.Close()
		}
	}()
	c, err := fetch.New(fetch.Options{AllowPrivate: true, Whole: 10 * time.Second, Cookies: cookie.New()})
	if err != nil {
		f.Fatal(err)
	}
	f.Cleanup(c.Close)
	u, err := weburl.Parse("http://" + l.Addr().String() + "/")
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		reply = data
		res, err := c.Do(t.Context(), &fetch.Request{URL: u, Limit: func(string, []byte) int64 { return limit }})
		if err != nil {
			if e, ok := err.(*fetch.Error); !ok || e.Cause == "" || e.Cause.Class() == fetch.Timeout {
				t.Errorf("error %v", err)
			}
			return
		}
		defer res.Release()
		checkResponse(t, res, limit)
	})
}

func checkResponse(t *testing.T, res *fetch.Response, limit int64) {
	if res.Content.Len() > limit {
		t.Errorf("%d bytes of content", res.Content.Len())
	}
	if n, err := io.Copy(io.Discard, res.Wire.Reader()); err != nil || n != res.Wire.Len() {
		t.Errorf("wire gives %d bytes of %d: %v", n, res.Wire.Len(), err)
	}
	if !bytes.HasSuffix(bytes.ReplaceAll(res.HeaderBytes, []byte("\r"), nil), []byte("\n\n")) {
		t.Errorf("header bytes end in no blank line: %q", res.HeaderBytes)
	}
	for name, values := range res.Header {
		for _, v := range values {
			if strings.ContainsAny(name+v, "\x00\r\n") {
				t.Errorf("header %q: %q", name, v)
			}
		}
	}
	if res.Status < 0 || res.Status > 999 || res.Status/100 == 1 && res.Status != http.StatusSwitchingProtocols {
		t.Errorf("status %d", res.Status)
	}
}
