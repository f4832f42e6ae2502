//go:build linux

package main

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"hash/fnv"
	"io"
	"net"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// faults is an HTTP proxy before the web box that spoils the responses of a small share of the URLs, the same ones in each
// run. Most of these URLs respond correctly after one or two requests; a tenth never does, nor do those that do not respond
// in HTTP. A robots.txt always arrives complete, so that the number of pages that can be fetched is known.
type faults struct {
	listener net.Listener
	upstream string // host:port
	perMille uint64 // of the URLs
	ctx      context.Context

	mu    sync.Mutex
	asked map[string]int // requests so far for each damaged URL
	done  [len(faultNames)]atomic.Int64
	lost  atomic.Int64 // URLs that never respond correctly
}

// The faults, in the order of faultNames.
const (
	delayed = iota
	dribbled
	refused
	reset
	resetWithin
	truncated
	badChunk
	garbage
)

// faultNames describe the faults in the output.
var faultNames = [...]string{"delayed", "dribbled", "answered 503", "reset at once", "reset within the body", "cut short", "bad chunk", "no HTTP at all"}

// startFaults serves before the web box at upstream until ctx ends.
func startFaults(ctx context.Context, upstream string, perMille int) (*faults, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	f := &faults{listener: l, upstream: upstream, perMille: uint64(perMille), ctx: ctx, asked: map[string]int{}}
	context.AfterFunc(ctx, func() { l.Close() })
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			go f.serve(c.(*net.TCPConn))
		}
	}()
	return f, nil
}

// proxy returns the URL of the proxy.
func (f *faults) proxy() string { return "http://" + f.listener.Addr().String() }

// pick returns the fault of the next request for a URL; -1 for none.
func (f *faults) pick(url string) int {
	h := fnv.New64a()
	h.Write([]byte(url))
	n := h.Sum64()
	n ^= n >> 29
	n *= 0xbf58476d1ce4e5b9
	n ^= n >> 32
	if n%1000 >= f.perMille || strings.HasSuffix(url, "/robots.txt") {
		return -1
	}
	n /= 1000
	kind := int(n % uint64(len(faultNames)))
	n /= uint64(len(faultNames))
	never := n%10 == 0 && kind > dribbled || kind == garbage
	f.mu.Lock()
	f.asked[url]++
	times := f.asked[url]
	f.mu.Unlock()
	if never && times == 1 {
		f.lost.Add(1)
	}
	if !never && times > 1+int(n/10%2) {
		return -1
	}
	f.done[kind].Add(1)
	return kind
}

// serve serves the requests of one connection, one after the other.
func (f *faults) serve(c *net.TCPConn) {
	defer c.Close()
	defer context.AfterFunc(f.ctx, func() { c.Close() })()
	up, err := net.Dial("tcp", f.upstream)
	if err != nil {
		return
	}
	defer up.Close()
	from, answers := bufio.NewReader(c), bufio.NewReaderSize(up, 32<<10)
	for {
		request, err := readHead(from)
		if err != nil {
			return
		}
		fields := bytes.Fields(request)
		if len(fields) < 2 {
			return
		}
		kind := f.pick(string(fields[1]))
		if kind == refused || kind == reset || kind == garbage {
			if f.respond(c, kind) != nil {
				return
			}
			continue
		}
		if _, err := up.Write(request); err != nil {
			return
		}
		head, err := readHead(answers)
		if err != nil {
			return
		}
		length, err := contentLength(head)
		if err != nil {
			return
		}
		if kind < 0 {
			if _, err = c.Write(head); err == nil {
				_, err = io.CopyN(c, answers, length)
			}
		} else {
			body := make([]byte, length)
			if _, err = io.ReadFull(answers, body); err == nil {
				err = f.damage(c, kind, head, body)
			}
		}
		if err != nil {
			return
		}
	}
}

// respond responds without the web box. An error ends the connection.
func (f *faults) respond(c *net.TCPConn, kind int) error {
	switch kind {
	case refused:
		_, err := io.WriteString(c, "HTTP/1.1 503 Service Unavailable\r\nRetry-After: 1\r\nContent-Length: 0\r\n\r\n")
		return err
	case garbage:
		io.WriteString(c, "\x16\x03\x01 this is no answer\r\n")
	default:
		c.SetLinger(0)
	}
	return io.EOF
}

// damage passes a response on with a fault. An error ends the connection.
func (f *faults) damage(c *net.TCPConn, kind int, head, body []byte) error {
	half := body[:len(body)/2]
	switch kind {
	case delayed:
		if err := pause(f.ctx, time.Second); err != nil {
			return err
		}
	case dribbled:
		c.Write(head)
		for piece := range slices.Chunk(body, max(len(body)/20, 1)) {
			if _, err := c.Write(piece); err != nil {
				return err
			}
			if err := pause(f.ctx, 50*time.Millisecond); err != nil {
				return err
			}
		}
		return nil
	case resetWithin:
		c.Write(append(head, half...))
		c.SetLinger(0)
		return io.EOF
	case truncated:
		c.Write(append(head, half...))
		return io.EOF
	case badChunk:
		i := bytes.Index(bytes.ToLower(head), []byte("content-length:"))
		end := i + bytes.IndexByte(head[i:], '\n')
		fmt.Fprintf(c, "%sTransfer-Encoding: chunked\r%s%x\r\n%s\r\nno size\r\n", head[:i], head[end:], len(half), half)
		return io.EOF
	}
	_, err := c.Write(append(head, body...))
	return err
}

// readHead reads up to and including the empty line.
func readHead(r *bufio.Reader) (head []byte, err error) {
	for {
		line, err := r.ReadSlice('\n')
		if err != nil {
			return nil, err
		}
		head = append(head, line...)
		if len(bytes.TrimSpace(line)) == 0 {
			return head, nil
		}
		if len(head) > 64<<10 {
			return nil, fmt.Errorf("read header: longer than 64 KiB")
		}
	}
}

// contentLength returns the length of the body that a header announces.
func contentLength(head []byte) (int64, error) {
	for line := range bytes.Lines(head) {
		if name, value, ok := bytes.Cut(line, []byte(":")); ok && strings.EqualFold(string(name), "Content-Length") {
			return strconv.ParseInt(string(bytes.TrimSpace(value)), 10, 64)
		}
	}
	return 0, fmt.Errorf("response without Content-Length")
}

// String returns how often each fault occurred.
func (f *faults) String() string {
	var parts []string
	for i, name := range faultNames {
		parts = append(parts, fmt.Sprintf("%d %s", f.done[i].Load(), name))
	}
	return strings.Join(parts, ", ")
}
