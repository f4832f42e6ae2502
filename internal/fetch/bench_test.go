package fetch_test

import (
	"bufio"
	"context"
	"fmt"
	"net"
	"strings"
	"testing"

	"sluice/internal/fetch"
	"sluice/weburl"
)

// BenchmarkDo measures one exchange through a forward proxy on loopback, with a page of 15.5 kB. The proxy's
// own work, little as it is, is in the figures.
func BenchmarkDo(b *testing.B) {
	page := strings.Repeat("all that a page of the usual size has to say; ", 15_500/46)
	header := "HTTP/1.1 200 OK\r\nServer: bench\r\nDate: Sat, 01 Jan 2000 00:00:00 GMT\r\nContent-Type: text/html; charset=utf-8\r\n" +
		"ETag: \"0123456789abcdef\"\r\nLast-Modified: Sat, 01 Jan 2000 00:00:00 GMT\r\nVary: Accept-Encoding\r\n"
	for name, reply := range map[string]string{
		"length":  fmt.Sprintf("%sContent-Length: %d\r\n\r\n%s", header, len(page), page),
		"chunked": fmt.Sprintf("%sTransfer-Encoding: chunked\r\n\r\n%x\r\n%s\r\n0\r\n\r\n", header, len(page), page),
	} {
		b.Run(name, func(b *testing.B) { benchmarkDo(b, []byte(reply), int64(len(page))) })
	}
}

func benchmarkDo(b *testing.B, reply []byte, size int64) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		b.Fatal(err)
	}
	defer l.Close()
	go func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			go answerAll(conn, reply)
		}
	}()
	c, err := fetch.New(fetch.Options{Proxy: "http://" + l.Addr().String()})
	if err != nil {
		b.Fatal(err)
	}
	defer c.Close()
	u, err := weburl.Parse("http://www.example.org/papers/index.html")
	if err != nil {
		b.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	b.SetBytes(size)
	b.ReportAllocs()
	r := &fetch.Request{URL: u, Limit: func(string, []byte) int64 { return 10 << 20 }}
	for b.Loop() {
		res, err := c.Do(ctx, r)
		if err != nil {
			b.Fatal(err)
		}
		if res.Content.Len() != size {
			b.Fatal(res.Content.Len())
		}
		res.Release()
	}
}

// answerAll answers every request with reply, without looking at it.
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
