package fetch_test

import (
	"bufio"
	"context"
	"io"
	"net"
	"strings"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"

	"sluice/internal/fetch"
	"sluice/weburl"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// rawServer answers each request of each connection with what reply says, byte for byte.
type rawServer struct {
	t        *testing.T
	listener net.Listener
	reply    func(conn net.Conn, request string, nth int) (goOn bool)

	mu       sync.Mutex
	requests []string
	conns    int
	wg       sync.WaitGroup
}

// serveRaw starts a server on loopback that ends with the test.
func serveRaw(t *testing.T, reply func(conn net.Conn, request string, nth int) bool) *rawServer {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	s := &rawServer{t: t, listener: l, reply: reply}
	s.wg.Go(s.accept)
	t.Cleanup(func() {
		l.Close()
		s.wg.Wait()
	})
	return s
}

func (s *rawServer) accept() {
	for {
		conn, err := s.listener.Accept()
		if err != nil {
			return
		}
		s.mu.Lock()
		s.conns++
		s.mu.Unlock()
		s.wg.Go(func() { s.serve(conn) })
	}
}

func (s *rawServer) serve(conn net.Conn) {
	defer conn.Close()
	conn.SetDeadline(time.Now().Add(20 * time.Second)) // no test lets a connection stay longer
	br := bufio.NewReader(conn)
	for {
		request, err := readRequest(br)
		if err != nil {
			return
		}
		s.mu.Lock()
		s.requests = append(s.requests, request)
		nth := len(s.requests)
		s.mu.Unlock()
		if !s.reply(conn, request, nth) {
			return
		}
	}
}

func readRequest(br *bufio.Reader) (string, error) {
	var b strings.Builder
	for {
		line, err := br.ReadString('\n')
		if err != nil {
			return "", err
		}
		b.WriteString(line)
		if line == "\r\n" {
			return b.String(), nil
		}
	}
}

func (s *rawServer) addr() string { return s.listener.Addr().String() }

func (s *rawServer) url(path string) string { return "http://" + s.addr() + path }

func (s *rawServer) seen() (requests []string, conns int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.requests, s.conns
}

// always answers with one text and closes the connection.
func always(reply string) func(net.Conn, string, int) bool {
	return func(conn net.Conn, _ string, _ int) bool {
		io.WriteString(conn, reply)
		return false
	}
}

// newClient makes a client for loopback that is closed with the test.
func newClient(t *testing.T, o fetch.Options) *fetch.Client {
	t.Helper()
	o.AllowPrivate = true
	return newGuardedClient(t, o)
}

func newGuardedClient(t *testing.T, o fetch.Options) *fetch.Client {
	t.Helper()
	c, err := fetch.New(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Close)
	return c
}

func request(t *testing.T, url string) *fetch.Request {
	t.Helper()
	u, err := weburl.Parse(url)
	if err != nil {
		t.Fatal(err)
	}
	return &fetch.Request{URL: u}
}

// get makes an exchange that must succeed; its buffers go back with the test.
func get(t *testing.T, c *fetch.Client, r *fetch.Request) *fetch.Response {
	t.Helper()
	res, err := c.Do(context.Background(), r)
	if err != nil {
		t.Fatalf("Do(%s): %v", r.URL, err)
	}
	t.Cleanup(res.Release)
	return res
}

func content(t *testing.T, b *fetch.Body) string {
	t.Helper()
	all, err := io.ReadAll(b.Reader())
	if err != nil {
		t.Fatal(err)
	}
	if int64(len(all)) != b.Len() {
		t.Fatalf("body gives %d bytes, Len says %d", len(all), b.Len())
	}
	return string(all)
}

// cause returns the cause with which an exchange fails.
func cause(t *testing.T, c *fetch.Client, r *fetch.Request) string {
	t.Helper()
	res, err := c.Do(context.Background(), r)
	if err == nil {
		res.Release()
		return ""
	}
	return causeOf(t, err)
}

func causeOf(t *testing.T, err error) string {
	t.Helper()
	e, ok := err.(*fetch.Error)
	if !ok {
		t.Fatalf("error %v is a %T, want *fetch.Error", err, err)
	}
	return string(e.Cause)
}

// upTo limits a request to n bytes.
func upTo(r *fetch.Request, n int64) *fetch.Request {
	r.Limit = func(string, []byte) int64 { return n }
	return r
}

// endless answers with a body that has no end.
func endless(conn net.Conn, _ string, _ int) bool {
	io.WriteString(conn, "HTTP/1.1 200 OK\r\n\r\n")
	for block := strings.Repeat("and so on ", 1000); ; {
		if _, err := io.WriteString(conn, block); err != nil {
			return false
		}
	}
}
