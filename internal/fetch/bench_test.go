//go:build unix

package fetch_test

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strings"
	"syscall"
	"testing"
	"time"

	"sluice/internal/fetch"
	"sluice/weburl"
)

var benchPage = strings.Repeat("all that a page of the usual size has to say; ", 15_500/46)

const benchHeader = "HTTP/1.1 200 OK\r\nServer: bench\r\nDate: Sat, 01 Jan 2000 00:00:00 GMT\r\nContent-Type: text/html; charset=utf-8\r\n" +
	"ETag: \"0123456789abcdef\"\r\nLast-Modified: Sat, 01 Jan 2000 00:00:00 GMT\r\nVary: Accept-Encoding\r\n"

var (
	lengthReply  = fmt.Sprintf("%sContent-Length: %d\r\n\r\n%s", benchHeader, len(benchPage), benchPage)
	chunkedReply = fmt.Sprintf("%sTransfer-Encoding: chunked\r\n\r\n%x\r\n%s\r\n0\r\n\r\n", benchHeader, len(benchPage), benchPage)
	gzipReply    = func() string {
		wire := encode("gzip", benchPage)
		return fmt.Sprintf("%sContent-Encoding: gzip\r\nContent-Length: %d\r\n\r\n%s", benchHeader, len(wire), wire)
	}()
)

const benchURL = "http://www.example.org/papers/index.html"

// BenchmarkDo measures exchanges through a forward proxy on loopback, with a page of 15.5 kB. The proxy's share
// is in all figures: the one called bare, which only writes a request and reads as many bytes as come, is what
// the system calls alone cost.
func BenchmarkDo(b *testing.B) {
	b.Run("bare", benchmarkBare)
	b.Run("length", func(b *testing.B) { benchmarkDo(b, lengthReply) })
	b.Run("chunked", func(b *testing.B) { benchmarkDo(b, chunkedReply) })
	b.Run("gzip", func(b *testing.B) { benchmarkDo(b, gzipReply) })
	b.Run("net_http", benchmarkNetHTTP)
}

func benchmarkDo(b *testing.B, reply string) {
	c, err := fetch.New(fetch.Options{Proxy: "http://" + serveBench(b, reply)})
	if err != nil {
		b.Fatal(err)
	}
	defer c.Close()
	u, err := weburl.Parse(benchURL)
	if err != nil {
		b.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	r := &fetch.Request{URL: u, Limit: func(string, []byte) int64 { return 10 << 20 }}
	measure(b, func() int64 {
		res, err := c.Do(ctx, r)
		if err != nil {
			b.Fatal(err)
		}
		defer res.Release()
		return res.Content.Len()
	})
}

func benchmarkBare(b *testing.B) {
	conn, err := net.Dial("tcp", serveBench(b, lengthReply))
	if err != nil {
		b.Fatal(err)
	}
	defer conn.Close()
	buf := make([]byte, 32<<10)
	request := []byte("GET " + benchURL + " HTTP/1.1\r\nHost: www.example.org\r\n\r\n")
	measure(b, func() int64 {
		if _, err := conn.Write(request); err != nil {
			b.Fatal(err)
		}
		if _, err := io.ReadFull(conn, buf[:len(lengthReply)]); err != nil {
			b.Fatal(err)
		}
		return int64(len(benchPage))
	})
}

func benchmarkNetHTTP(b *testing.B) {
	proxy := &url.URL{Scheme: "http", Host: serveBench(b, lengthReply)}
	transport := &http.Transport{Proxy: http.ProxyURL(proxy), DisableCompression: true}
	defer transport.CloseIdleConnections()
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	measure(b, func() int64 {
		r, err := http.NewRequestWithContext(ctx, http.MethodGet, benchURL, nil)
		if err != nil {
			b.Fatal(err)
		}
		res, err := transport.RoundTrip(r)
		if err != nil {
			b.Fatal(err)
		}
		body, err := io.ReadAll(res.Body)
		if err != nil {
			b.Fatal(err)
		}
		res.Body.Close()
		return int64(len(body))
	})
}

// measure runs exchanges and reports the processor's time, which a busy machine leaves as it is.
func measure(b *testing.B, exchange func() int64) {
	b.SetBytes(int64(len(benchPage)))
	b.ReportAllocs()
	exchange()
	begin := cpuTime()
	for b.Loop() {
		if n := exchange(); n != int64(len(benchPage)) {
			b.Fatalf("%d bytes", n)
		}
	}
	b.ReportMetric(float64(cpuTime()-begin)/float64(b.N), "cpu-ns/op")
}

func cpuTime() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// serveBench answers every request with reply, without looking at it.
func serveBench(b *testing.B, reply string) string {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { l.Close() })
	go func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			go answerAll(conn, []byte(reply))
		}
	}()
	return l.Addr().String()
}

func answerAll(conn net.Conn, reply []byte) {
	defer conn.Close()
	br := bufio.NewReader(conn)
	for {
		line, err := br.ReadSlice('\n')
		if err != nil {
			return
		}
		if len(line) == 2 {
			if _, err := conn.Write(reply); err != nil {
				return
			}
		}
	}
}
