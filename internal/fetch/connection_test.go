package fetch_test

import (
	"context"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"sluice/internal/fetch"
)

func TestConnectionsAreKept(t *testing.T) {
	for name, reply := range map[string]string{
		"length":    "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok",
		"chunked":   "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n",
		"no body":   "HTTP/1.1 304 Not Modified\r\nContent-Length: 99\r\n\r\n",
		"http 1.0":  "HTTP/1.0 200 OK\r\nConnection: Keep-Alive\r\nContent-Length: 2\r\n\r\nok",
		"interim":   "HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok",
		"bare ends": "HTTP/1.1 200 OK\nContent-Length: 2\n\nok",
	} {
		t.Run(name, func(t *testing.T) {
			s := serveRaw(t, func(conn net.Conn, _ string, _ int) bool {
				io.WriteString(conn, reply)
				return true
			})
			c := newClient(t, fetch.Options{})
			defer c.Close()
			for range 3 {
				get(t, c, request(t, s.url("/"))).Release()
			}
			if _, conns := s.seen(); conns != 1 {
				t.Errorf("%d connections for three requests, want 1", conns)
			}
		})
	}
}

func TestConnectionsAreNotKept(t *testing.T) {
	for name, reply := range map[string]string{
		"close":         "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 2\r\n\r\nok",
		"http 1.0":      "HTTP/1.0 200 OK\r\nContent-Length: 2\r\n\r\nok",
		"bytes beyond":  "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nokHTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nevil",
		"limit reached": "HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nlonger",
	} {
		t.Run(name, func(t *testing.T) {
			s := serveRaw(t, func(conn net.Conn, _ string, _ int) bool {
				io.WriteString(conn, reply)
				return true
			})
			c := newClient(t, fetch.Options{})
			defer c.Close()
			for range 2 {
				res := get(t, c, upTo(request(t, s.url("/")), 2))
				if body := content(t, &res.Content); body != "ok" && body != "lo" {
					t.Errorf("body %q", body)
				}
				res.Release()
			}
			if _, conns := s.seen(); conns != 2 {
				t.Errorf("%d connections for two requests, want 2", conns)
			}
		})
	}
}

func TestUnrequestedBytesAreNoResponse(t *testing.T) {
	isIdle, sent := make(chan struct{}), make(chan struct{})
	s := serveRaw(t, func(conn net.Conn, _ string, nth int) bool {
		io.WriteString(conn, "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
		if nth == 1 {
			<-isIdle
			io.WriteString(conn, "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nevil")
			close(sent)
		}
		return true
	})
	c := newClient(t, fetch.Options{})
	defer c.Close()
	get(t, c, request(t, s.url("/")))
	close(isIdle) // the client has put the connection away
	<-sent
	time.Sleep(100 * time.Millisecond) // they are on the way
	if res := get(t, c, request(t, s.url("/"))); content(t, &res.Content) != "ok" {
		t.Errorf("second answer is %q", content(t, &res.Content))
	}
}

func TestDeadIdleConnectionIsRetriedOnce(t *testing.T) {
	s := serveRaw(t, func(conn net.Conn, _ string, nth int) bool {
		if nth == 2 {
			return false // read the request, closed without an answer
		}
		io.WriteString(conn, "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
		return true
	})
	c := newClient(t, fetch.Options{})
	defer c.Close()
	get(t, c, request(t, s.url("/")))
	res := get(t, c, request(t, s.url("/")))
	if _, conns := s.seen(); conns != 2 || content(t, &res.Content) != "ok" {
		t.Errorf("%d connections, body %q", conns, content(t, &res.Content))
	}
}

func TestNewConnectionIsNotRetried(t *testing.T) {
	s := serveRaw(t, func(net.Conn, string, int) bool { return false })
	c := newClient(t, fetch.Options{})
	if got := cause(t, c, request(t, s.url("/"))); got != "closed" && got != "reset" {
		t.Errorf("cause %q, want closed or reset", got)
	}
	if sent, _ := s.seen(); len(sent) != 1 {
		t.Errorf("%d requests, want 1", len(sent))
	}
}

func TestPartialResponseIsNotRetried(t *testing.T) {
	s := serveRaw(t, func(conn net.Conn, _ string, nth int) bool {
		if nth == 2 {
			io.WriteString(conn, "HTTP/1.1 2")
			return false
		}
		io.WriteString(conn, "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
		return true
	})
	c := newClient(t, fetch.Options{})
	defer c.Close()
	get(t, c, request(t, s.url("/")))
	if got := cause(t, c, request(t, s.url("/"))); got == "" {
		t.Error("half an answer was accepted")
	}
	if sent, _ := s.seen(); len(sent) != 2 {
		t.Errorf("%d requests, want 2", len(sent))
	}
}

func TestIdleConnectionsAreBounded(t *testing.T) {
	var open atomic.Int32
	srv := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { io.WriteString(w, "ok") }))
	srv.Config.ConnState = func(_ net.Conn, s http.ConnState) {
		switch s {
		case http.StateNew:
			open.Add(1)
		case http.StateClosed:
			open.Add(-1)
		}
	}
	srv.Start()
	defer srv.Close()
	c := newClient(t, fetch.Options{MaxIdle: 3, IdleTime: 300 * time.Millisecond})
	var wg sync.WaitGroup
	for range 10 {
		wg.Go(func() {
			if res, err := c.Do(context.Background(), request(t, srv.URL)); err == nil {
				res.Release()
			}
		})
	}
	wg.Wait()
	eventually(t, "at most 3 connections", func() bool { return open.Load() <= 3 })
	eventually(t, "no connection", func() bool { return open.Load() == 0 })
}

// eventually waits for what another process of the test brings about.
func eventually(t *testing.T, what string, holds func() bool) {
	t.Helper()
	for end := time.Now().Add(5 * time.Minute); !holds(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("not in time: %s", what)
		}
	}
}
