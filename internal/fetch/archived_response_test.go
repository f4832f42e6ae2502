package fetch_test

import (
	"bytes"
	"fmt"
	"io"
	"net"
	"strings"
	"testing"

	"sluice/internal/fetch"
	"sluice/weburl"
)

func TestResponseReadTwiceIsTheSame(t *testing.T) {
	zipped := encode("gzip", strings.Repeat("all is well ", 300))
	for name, answer := range map[string]string{
		"plain":             "HTTP/1.1 200 OK\r\nContent-Length: 5\r\nETag: \"1\"\r\n\r\nhello",
		"empty":             "HTTP/1.1 204 No Content\r\n\r\n",
		"chunked":           "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n",
		"gzip":              fmt.Sprintf("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: %d\r\n\r\n%s", len(zipped), zipped),
		"gzip, cut":         fmt.Sprintf("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: %d\r\n\r\n%s", len(zipped)-9, zipped[:len(zipped)-9]),
		"gzip, broken":      "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 6\r\n\r\n\x1f\x8b\xff\x00\x01\x02",
		"gzip, not applied": "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 5\r\n\r\nhello",
		"redirect":          "HTTP/1.1 302 Found\r\nLocation: /there\r\nContent-Length: 0\r\n\r\n",
		"long":              "HTTP/1.0 200 OK\r\n\r\n" + strings.Repeat("x", 9000),
	} {
		t.Run(name, func(t *testing.T) {
			s := serveRaw(t, func(conn net.Conn, _ string, _ int) bool {
				io.WriteString(conn, answer)
				return false
			})
			u, err := weburl.NoRules().Parse("http://" + s.listener.Addr().String() + "/")
			if err != nil {
				t.Fatal(err)
			}
			c, err := fetch.New(fetch.Options{AllowPrivate: true})
			if err != nil {
				t.Fatal(err)
			}
			defer c.Close()
			request := &fetch.Request{URL: u, Limit: func(string, []byte) int64 { return 8000 }}
			came, err := c.Do(t.Context(), request)
			if err != nil {
				t.Fatal(err)
			}
			defer came.Release()
			again, err := c.Reread(request, bytes.Clone(came.HeaderBytes), came.Wire.Reader())
			if err != nil {
				t.Fatal(err)
			}
			defer again.Release()
			summary := func(r *fetch.Response) string {
				wire, _ := io.ReadAll(r.Wire.Reader())
				content, _ := io.ReadAll(r.Content.Reader())
				why := r.Truncated
				if why == "length" {
					why = "" // the archive records that
				}
				return fmt.Sprintf("%d %s %q %q %q\n%x\n%.200x %d", r.Status, r.Proto, r.Header.Get("Location")+r.Header.Get("ETag"), why, r.Undecoded, wire, content, len(content))
			}
			if got, want := summary(again), summary(came); got != want {
				t.Errorf("read again:\n%s\nas it came:\n%s", got, want)
			}
		})
	}
}

func TestMissingResponseIsNotReadAgain(t *testing.T) {
	u, _ := weburl.NoRules().Parse("http://a.test/")
	c, err := fetch.New(fetch.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	for _, head := range []string{"", "\x00\xff", "HTTP/1.1 abc\r\n\r\n", "HTTP/1.1 200 OK\r\nLocation: /a\r\nLocation: /b\r\n\r\n"} {
		if r, err := c.Reread(&fetch.Request{URL: u}, []byte(head), strings.NewReader("")); err == nil {
			r.Release()
			t.Errorf("Reread(%q) returns no error", head)
		}
	}
}
