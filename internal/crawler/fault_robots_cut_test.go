package crawler_test

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"slices"
	"sync"
	"testing"

	"sluice/crawl"
)

// TestInterruptedRobotsFileIsNotComplete: lines that are missing may
// forbid. Only a server whose robots.txt always breaks off is taken at what it sends.
func TestInterruptedRobotsFileIsNotComplete(t *testing.T) {
	const part, rest, retries = "User-agent: *\nDisallow: /early\n", "Disallow: /late\n", 2
	reset := func(w http.ResponseWriter) {
		w.Header().Set("Content-Length", fmt.Sprint(len(part)+len(rest)))
		io.WriteString(w, part)
		w.(http.Flusher).Flush()
		if conn, _, err := http.NewResponseController(w).Hijack(); err == nil {
			conn.Close()
		}
	}
	cutGzip := func(w http.ResponseWriter) {
		var b bytes.Buffer
		z := gzip.NewWriter(&b)
		io.WriteString(z, part)
		z.Flush()
		sent := b.Len()
		io.WriteString(z, rest)
		z.Close()
		w.Header().Set("Content-Encoding", "gzip")
		w.Write(b.Bytes()[:sent])
	}
	for _, test := range []struct {
		name   string
		cut    func(http.ResponseWriter)
		times  int // that it breaks off
		robots int // times that it is asked for
		late   int // times that what the rest forbids is asked for
	}{
		{"a disconnect", reset, 1, 2, 0},
		{"an encoding", cutGzip, 2, 3, 0},
		{"disconnects without end", reset, 100, 1 + retries, 1},
	} {
		var mu sync.Mutex
		var asked []string
		s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			mu.Lock()
			asked = append(asked, r.URL.Path)
			before := count(asked, "/robots.txt")
			mu.Unlock()
			switch {
			case r.URL.Path != "/robots.txt":
				html("Page", "/early", "/late")(w, r)
			case before <= test.times:
				test.cut(w)
			default:
				io.WriteString(w, part+rest)
			}
		}))
		_, port, _ := net.SplitHostPort(s.Listener.Addr().String())
		host := "a.test:" + port
		o := run(t, crawl.Config{
			Seeds: []string{"http://" + host + "/"}, Network: crawl.Network{Resolve: []string{host + ":127.0.0.1"}},
			Politeness: crawl.Politeness{Retries: retries},
		})
		s.Close()
		if robots, early, late := count(asked, "/robots.txt"), count(asked, "/early"), count(asked, "/late"); robots != test.robots || early != 0 || late != test.late {
			t.Errorf("%s: robots.txt was asked for %d times, /early %d times, /late %d times; want %d, 0, %d", test.name, robots, early, late, test.robots, test.late)
		}
		if first := slices.Index(asked, "/"); o.State != crawl.Done || o.Stats.Errors != 0 || first != test.robots {
			t.Errorf("%s: state %s, %d errors, asked for %v; want robots.txt %d times first", test.name, o.State, o.Stats.Errors, asked, test.robots)
		}
	}
}

func count(list []string, word string) (n int) {
	for _, s := range list {
		if s == word {
			n++
		}
	}
	return n
}
