package fetch_test

import (
	"net/http"
	"reflect"
	"strings"
	"testing"
	"time"

	"sluice/internal/fetch"
)

func TestResponsesThatBrowsersShowAreKept(t *testing.T) {
	for name, c := range map[string]struct {
		reply  string
		status int
		body   string
		marks  string
	}{
		"no reason":              {"HTTP/1.1 200\r\n\r\nhi", 200, "hi", ""},
		"colon after the code":   {"HTTP/1.1 404: no\r\n\r\nhi", 404, "hi", ""},
		"code of one digit":      {"HTTP/1.1 7 odd\r\n\r\nhi", 7, "hi", ""},
		"lower case":             {"http/1.1 200 ok\r\n\r\nhi", 200, "hi", ""},
		"later version":          {"HTTP/1.7 200 ok\r\n\r\nhi", 200, "hi", ""},
		"blank lines before":     {"\r\n\r\nHTTP/1.1 200 OK\r\n\r\nhi", 200, "hi", ""},
		"bare line feeds":        {"HTTP/1.1 200 OK\nA: b\n\nhi", 200, "hi", ""},
		"doubled returns":        {"HTTP/1.1 200 OK\r\r\nA: b\r\r\n\r\r\nhi", 200, "hi", ""},
		"line without colon":     {"HTTP/1.1 200 OK\r\nwhat is this\r\nA: b\r\n\r\nhi", 200, "hi", "header line without name or colon"},
		"space before the colon": {"HTTP/1.1 200 OK\r\nContent-Length : 2\r\n\r\nhim", 200, "hi", ""},
		"first line folded":      {"HTTP/1.1 200 OK\r\n Content-Length: 2\r\n\r\nhim", 200, "hi", ""},
		"line of 60,000 bytes":   {"HTTP/1.1 200 OK\r\nA: " + strings.Repeat("x", 60_000) + "\r\n\r\nhi", 200, "hi", ""},
		"four such lines":        {"HTTP/1.1 200 OK\r\n" + strings.Repeat("A: "+strings.Repeat("x", 60_000)+"\r\n", 4) + "\r\nhi", 200, "hi", ""},
		"990 lines":              {"HTTP/1.1 200 OK\r\n" + strings.Repeat("A: b\r\n", 990) + "\r\nhi", 200, "hi", ""},
		"length is no number":    {"HTTP/1.1 200 OK\r\nContent-Length: two\r\n\r\nhi", 200, "hi", "content-length ignored"},
		"equal lengths":          {"HTTP/1.1 200 OK\r\nContent-Length: 2, 2\r\nContent-Length: 2\r\n\r\nhim", 200, "hi", ""},
		"header cut":             {"HTTP/1.1 200 OK\r\nA: b", 200, "", "header cut"},
		"no header at all":       {"<html>an old server</html>", 200, "<html>an old server</html>", "http/0.9"},
		"broken trailer":         {"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nhi\r\n0\r\nX: \x00\r\n\r\n", 200, "hi", "trailer"},
		"no line after chunks":   {"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nhi\r\n0", 200, "hi", "closed"},
		"chunked twice":          {"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked, Chunked\r\n\r\n2\r\nhi\r\n0\r\n\r\n", 200, "hi", ""},
		"chunked wins":           {"HTTP/1.1 200 OK\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nhi\r\n0\r\n\r\n", 200, "hi", ""},
	} {
		t.Run(name, func(t *testing.T) {
			s := serveRaw(t, always(c.reply))
			res := get(t, newClient(t, fetch.Options{}), request(t, s.url("/")))
			if got := content(t, &res.Content); res.Status != c.status || got != c.body || strings.Join(res.Marks, "|") != c.marks {
				t.Errorf("status %d, body %q, marks %q; want %d, %q, %q", res.Status, got, res.Marks, c.status, c.body, c.marks)
			}
		})
	}
}

// TestFoldedHeaderLineIsOneLine: what white space stands before continues with the value before it, whatever it
// looks like.
func TestFoldedHeaderLineIsOneLine(t *testing.T) {
	for head, want := range map[string]http.Header{
		"A: b\r\n c\r\n":                    {"A": {"b c"}},
		"A: b\r\n\tc  \r\n  d\r\nE: f\r\n":  {"A": {"b c d"}, "E": {"f"}},
		"A: b\r\n Set-Cookie: x\r\n":        {"A": {"b Set-Cookie: x"}},
		"A: b\r\nA: c\r\n d\r\n":            {"A": {"b", "c d"}},
		"Location: /a\r\n Location: /b\r\n": {"Location": {"/a Location: /b"}},
	} {
		s := serveRaw(t, always("HTTP/1.1 200 OK\r\n"+head+"\r\nhi"))
		res := get(t, newClient(t, fetch.Options{}), request(t, s.url("/")))
		if !reflect.DeepEqual(res.Header, want) || len(res.Marks) > 0 || content(t, &res.Content) != "hi" {
			t.Errorf("%q: header %q, marks %q; want %q", head, res.Header, res.Marks, want)
		}
	}
}

func TestUnsafeResponsesAreRefused(t *testing.T) {
	for name, c := range map[string]struct{ reply, cause string }{
		"nothing":             {"", "closed"},
		"another protocol":    {"SSH-2.0-OpenSSH_9.6\x00\x01\r\n", "malformed answer: no status line"},
		"code of four digits": {"HTTP/1.1 2000 OK\r\n\r\n", "malformed answer: status line"},
		"no code":             {"HTTP/1.1 OK\r\n\r\n", "malformed answer: status line"},
		"long version":        {"HTTP/1.111111 200 OK\r\n\r\n", "malformed answer: status line"},
		"nul":                 {"HTTP/1.1 200 OK\r\nA: b\x00c\r\n\r\n", "malformed answer: nul in header"},
		"return in a value":   {"HTTP/1.1 200 OK\r\nA: b\rSet-Cookie: c\r\n\r\n", "malformed answer: cr in header"},
		"lengths differ":      {"HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\nhi", "malformed answer: content-lengths differ"},
		"locations differ":    {"HTTP/1.1 302 Go\r\nLocation: /a\r\nLocation: /b\r\n\r\n", "malformed answer: two locations"},
		"other protocol":      {"HTTP/1.1 101 Switch\r\nUpgrade: h2c\r\n\r\n", "malformed answer: switch of protocols"},
		"endless interim":     {strings.Repeat("HTTP/1.1 100 Continue\r\n\r\n", 100), "malformed answer: too many interim answers"},
		"chunked inside":      {"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked, gzip\r\n\r\n0\r\n\r\n", "malformed answer: transfer encoding"},
		"unknown coding":      {"HTTP/1.1 200 OK\r\nTransfer-Encoding: other\r\n\r\nhi", "malformed answer: transfer encoding"},
		"chunk of no size":    {"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nhi\r\n", "malformed answer: chunk"},
		"chunk too large":     {"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nfffffffffffffffff\r\nhi\r\n", "malformed answer: chunk"},
		"line of 70,000":      {"HTTP/1.1 200 OK\r\nA: " + strings.Repeat("x", 70_000) + "\r\n\r\nhi", "header too large"},
		"endless header":      {"HTTP/1.1 200 OK\r\nA: " + strings.Repeat("x", 400_000), "header too large"},
		"long lines":          {"HTTP/1.1 200 OK\r\n" + strings.Repeat("A: "+strings.Repeat("x", 60_000)+"\r\n", 10), "header too large"},
		"many lines":          {"HTTP/1.1 200 OK\r\n" + strings.Repeat("A: b\r\n", 1001) + "\r\n", "header too large"},
	} {
		t.Run(name, func(t *testing.T) {
			s := serveRaw(t, always(c.reply))
			if got := cause(t, newClient(t, fetch.Options{}), request(t, s.url("/"))); got != c.cause {
				t.Errorf("cause %q, want %q", got, c.cause)
			}
		})
	}
}

func TestInterruptedBodiesAreKept(t *testing.T) {
	for name, reply := range map[string]string{
		"length":           "HTTP/1.1 200 OK\r\nContent-Length: 500\r\n\r\nhalf",
		"length beyond":    "HTTP/1.1 200 OK\r\nContent-Length: 36893488147419103232\r\n\r\nhalf",
		"in a chunk":       "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n40\r\nhalf",
		"between chunks":   "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nhalf\r\n",
		"no chunk":         "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nhalf\r\nno chunk\r\n",
		"chunk is shorter": "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nhalf of it\r\n0\r\n\r\n",
	} {
		t.Run(name, func(t *testing.T) {
			s := serveRaw(t, always(reply))
			res := get(t, newClient(t, fetch.Options{}), request(t, s.url("/")))
			if got := content(t, &res.Content); got != "half" || res.Truncated != "disconnect" || len(res.Marks) != 1 {
				t.Errorf("body %q, truncated %q, marks %q", got, res.Truncated, res.Marks)
			}
		})
	}
}

func TestEndlessBodyIsCutAtDefaultLimit(t *testing.T) {
	s := serveRaw(t, endless)
	res := get(t, newClient(t, fetch.Options{TempDir: t.TempDir()}), request(t, s.url("/")))
	if res.Content.Len() != fetch.DefaultLimit || res.Truncated != "length" {
		t.Errorf("%d bytes, truncated %q", res.Content.Len(), res.Truncated)
	}
}

func TestRetryAfter(t *testing.T) {
	now := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	for value, want := range map[string]time.Duration{
		"120": 2 * time.Minute, " 0 ": 0, "1.5": 1500 * time.Millisecond, "-5": 0,
		"Thu, 01 Jan 2026 00:01:00 GMT": time.Minute, "Wed, 01 Jan 2025 00:00:00 GMT": 0,
		"Thu, 01 Jan 2036 00:00:00 GMT": 365 * 24 * time.Hour, "315360000": 365 * 24 * time.Hour,
		"99999999999999999999999999": 365 * 24 * time.Hour, "1e400": 365 * 24 * time.Hour,
	} {
		if got, ok := fetch.RetryAfter(http.Header{"Retry-After": {value}}, now); got != want || !ok {
			t.Errorf("RetryAfter(%q) = %v, %v, want %v", value, got, ok, want)
		}
	}
	for _, value := range []string{"", "soon", "NaN", "2026-01-01"} {
		if got, ok := fetch.RetryAfter(http.Header{"Retry-After": {value}}, now); ok {
			t.Errorf("RetryAfter(%q) = %v, want none", value, got)
		}
	}
}
