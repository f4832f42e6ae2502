package fetch_test

import (
	"bytes"
	"context"
	"crypto/tls"
	"errors"
	"io"
	"net"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"golang.org/x/net/http2"
	"golang.org/x/net/http2/hpack"

	"sluice/internal/fetch"
)

// h2server speaks HTTP/2 frame by frame; each request is for the script, which is
// told how many there were on connections before this one. A script that returns
// false ends the connection.
type h2server struct {
	port  string
	conns atomic.Int32
}

func serveHTTP2(t *testing.T, a *authority, script func(f *http2.Framer, stream uint32, connection int32) bool) *h2server {
	t.Helper()
	l, err := tls.Listen("tcp", "127.0.0.1:0", &tls.Config{
		Certificates: []tls.Certificate{a.sign(t, "site.example", time.Now().Add(time.Hour))}, NextProtos: []string{"h2"},
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	s := &h2server{}
	_, s.port, _ = net.SplitHostPort(l.Addr().String())
	go func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			go s.serve(conn, script)
		}
	}()
	return s
}

func (s *h2server) serve(conn net.Conn, script func(*http2.Framer, uint32, int32) bool) {
	defer conn.Close()
	if _, err := io.ReadFull(conn, make([]byte, len(http2.ClientPreface))); err != nil {
		return
	}
	connection := s.conns.Add(1)
	f := http2.NewFramer(conn, conn)
	f.WriteSettings()
	for {
		frame, err := f.ReadFrame()
		if err != nil {
			return
		}
		if h, ok := frame.(*http2.HeadersFrame); ok && !script(f, h.StreamID, connection) {
			return
		}
	}
}

func (s *h2server) url() string { return "https://site.example:" + s.port + "/" }

func headers(f *http2.Framer, stream uint32, end bool) error {
	return headersWithStatus(f, stream, end, "200")
}

func headersWithStatus(f *http2.Framer, stream uint32, end bool, status string) error {
	var b bytes.Buffer
	e := hpack.NewEncoder(&b)
	e.WriteField(hpack.HeaderField{Name: ":status", Value: status})
	e.WriteField(hpack.HeaderField{Name: "content-type", Value: "text/plain"})
	return f.WriteHeaders(http2.HeadersFrameParam{StreamID: stream, BlockFragment: b.Bytes(), EndHeaders: true, EndStream: end})
}

func answer(f *http2.Framer, stream uint32) bool {
	headers(f, stream, false)
	return f.WriteData(stream, true, []byte("whole")) == nil
}

func TestImpossibleStatusOverHTTP2IsMalformed(t *testing.T) {
	a := newAuthority(t)
	for _, status := range []string{"99999", "1000", "99", "20", "0", "-5"} {
		t.Run(status, func(t *testing.T) {
			s := serveHTTP2(t, a, func(f *http2.Framer, stream uint32, _ int32) bool {
				return headersWithStatus(f, stream, true, status) == nil
			})
			client := newGuardedClient(t, fetch.Options{CAFile: a.file, Resolve: toLoopback(s.port)})
			res, err := client.Do(t.Context(), request(t, s.url()))
			if err == nil {
				t.Fatalf("status %d, want an error", res.Status)
			}
			if !strings.Contains(err.Error(), "status line") {
				t.Errorf("error %v", err)
			}
		})
	}
}

func TestInterruptedHTTP2RequestUsesNewConnection(t *testing.T) {
	half := func(f *http2.Framer, stream uint32) {
		headers(f, stream, false)
		f.WriteData(stream, false, []byte("half"))
	}
	for _, c := range []struct {
		name    string
		first   func(f *http2.Framer, stream uint32) bool
		kept    string // of the first answer; empty: it is an error that may pass
		conns   int32  // that both requests take
		trouble string
	}{
		{"GOAWAY before the answer", func(f *http2.Framer, _ uint32) bool {
			f.WriteGoAway(0, http2.ErrCodeNo, nil)
			return false
		}, "", 2, "http2"},
		{"an error of the connection", func(f *http2.Framer, _ uint32) bool {
			f.WriteGoAway(1, http2.ErrCodeEnhanceYourCalm, nil)
			return false
		}, "", 2, "http2"},
		{"an error of the stream", func(f *http2.Framer, stream uint32) bool {
			return f.WriteRSTStream(stream, http2.ErrCodeInternal) == nil
		}, "", 2, "http2"},
		{"the stream ends in the middle", func(f *http2.Framer, stream uint32) bool {
			half(f, stream)
			return f.WriteRSTStream(stream, http2.ErrCodeInternal) == nil
		}, "half", 1, "disconnect"}, // the connection has no fault
		{"GOAWAY in the middle, and the end", func(f *http2.Framer, stream uint32) bool {
			half(f, stream)
			f.WriteGoAway(stream, http2.ErrCodeNo, nil)
			return false
		}, "half", 2, "disconnect"},
		{"GOAWAY in the middle, and the rest", func(f *http2.Framer, stream uint32) bool {
			half(f, stream)
			f.WriteGoAway(stream, http2.ErrCodeNo, nil)
			return f.WriteData(stream, true, []byte(" and half")) == nil
		}, "half and half", 2, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			a := newAuthority(t)
			s := serveHTTP2(t, a, func(f *http2.Framer, stream uint32, connection int32) bool {
				if connection == 1 && stream == 1 {
					return c.first(f, stream)
				}
				return answer(f, stream)
			})
			client := newGuardedClient(t, fetch.Options{CAFile: a.file, Resolve: toLoopback(s.port)})
			res, err := client.Do(t.Context(), request(t, s.url()))
			switch fault, isFault := errors.AsType[*fetch.Error](err); {
			case c.kept == "" && err == nil:
				t.Errorf("%d %q, want an error", res.Status, content(t, &res.Content))
			case c.kept == "" && (!isFault || string(fault.Cause) != c.trouble || !fault.Temporary):
				t.Errorf("error %v, want one of cause %q that may pass", err, c.trouble)
			case c.kept != "" && err != nil:
				t.Error(err)
			case c.kept != "" && (content(t, &res.Content) != c.kept || string(res.Truncated) != c.trouble):
				t.Errorf("%q, truncated %q; want %q, %q", content(t, &res.Content), res.Truncated, c.kept, c.trouble)
			}
			if err == nil {
				res.Release()
			}
			if got := get(t, client, request(t, s.url())); content(t, &got.Content) != "whole" {
				t.Errorf("afterwards %q", content(t, &got.Content))
			}
			if n := s.conns.Load(); n != c.conns {
				t.Errorf("%d connections, want %d", n, c.conns)
			}
		})
	}
}

func TestHTTP2FloodsEndInTime(t *testing.T) {
	block := bytes.Repeat([]byte{0x40, 1, 'x', 1, 'y'}, 2000) // one field, again and again
	for name, flood := range map[string]func(f *http2.Framer, stream uint32) error{
		"settings": func(f *http2.Framer, _ uint32) error {
			return f.WriteSettings(http2.Setting{ID: http2.SettingMaxFrameSize, Val: 1 << 20})
		},
		"pings":         func(f *http2.Framer, _ uint32) error { return f.WritePing(false, [8]byte{}) },
		"windows":       func(f *http2.Framer, _ uint32) error { return f.WriteWindowUpdate(0, 1) },
		"continuations": func(f *http2.Framer, stream uint32) error { return f.WriteContinuation(stream, false, block) },
		"empty data":    func(f *http2.Framer, stream uint32) error { return f.WriteData(stream, false, nil) },
	} {
		t.Run(name, func(t *testing.T) {
			a := newAuthority(t)
			s := serveHTTP2(t, a, func(f *http2.Framer, stream uint32, _ int32) bool {
				switch name {
				case "continuations":
					f.WriteHeaders(http2.HeadersFrameParam{StreamID: stream, BlockFragment: block})
				case "empty data":
					headers(f, stream, false)
				}
				for flood(f, stream) == nil {
				}
				return false
			})
			client := newGuardedClient(t, fetch.Options{
				CAFile: a.file, Resolve: toLoopback(s.port), FirstByte: 300 * time.Millisecond, Stall: 300 * time.Millisecond, Whole: time.Second,
			})
			ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
			defer cancel()
			res, err := client.Do(ctx, request(t, s.url()))
			if err == nil {
				defer res.Release()
				if res.Truncated == "" {
					t.Errorf("%d bytes that pass for a whole body", res.Content.Len())
				}
			} else if got := causeOf(t, err); !strings.HasPrefix(got, "timeout: ") && got != "http2" && got != "header too large" {
				t.Errorf("cause %q", got)
			}
			if ctx.Err() != nil {
				t.Error("the flood did not end by itself")
			}
			client.Close()
		})
	}
}
