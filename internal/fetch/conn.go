package fetch

import (
	"bufio"
	"context"
	"crypto/tls"
	"io"
	"net"
	"net/netip"
	"sync"
	"syscall"
	"time"
)

// readSize is the read buffer of a connection in use: most answers come in one read.
const readSize = 32 << 10

var readers = sync.Pool{New: func() any { return bufio.NewReaderSize(nil, readSize) }}

// conn is one connection to a server or proxy, in use by one exchange or kept in idle.
type conn struct {
	key   key
	nc    net.Conn             // what is spoken to: tcp, or TLS over it
	tcp   net.Conn             // what is closed
	addr  netip.AddrPort       // of the other end
	state *tls.ConnectionState // nil without TLS
	used  bool                 // has served an exchange

	x        *exchange // whose answer is being read
	br       *bufio.Reader
	deadline Cause // cause when the deadline passes

	raw   syscall.RawConn // nil when the socket cannot be looked at
	look  func(fd uintptr) bool
	quiet bool // what look saw: nothing to read and not closed

	since        time.Time // idle from then on
	above, below *conn     // in idle, among those with the same key
	prev, next   *conn     // in idle, among all
}

// newConn wraps a connection; tcp is the socket below TLS and proxies.
func newConn(k key, nc, tcp net.Conn) *conn {
	c := &conn{key: k, nc: nc, tcp: tcp}
	if a, ok := tcp.RemoteAddr().(*net.TCPAddr); ok {
		ap := a.AddrPort()
		c.addr = netip.AddrPortFrom(ap.Addr().Unmap(), ap.Port())
	}
	if s, ok := tcp.(syscall.Conn); ok {
		c.raw, _ = s.SyscallConn()
	}
	c.look = func(fd uintptr) bool {
		c.quiet = isQuiet(fd)
		return true
	}
	if t, ok := nc.(*tls.Conn); ok {
		state := t.ConnectionState()
		c.state = &state
	}
	return c
}

// negotiated returns the protocol that TLS has agreed on, empty without one.
func (c *conn) negotiated() string {
	if c.state == nil {
		return ""
	}
	return c.state.NegotiatedProtocol
}

// begin lends the connection to an exchange.
func (c *conn) begin(x *exchange) {
	c.x = x
	c.br = readers.Get().(*bufio.Reader)
	c.br.Reset(c)
}

// done ends the loan. The connection may wait for the next exchange.
func (c *conn) done() {
	c.br.Reset(nil)
	readers.Put(c.br)
	c.x, c.br, c.used = nil, nil, true
}

// clean reports whether nothing was sent beyond the answer.
func (c *conn) clean() bool { return c.br.Buffered() == 0 }

// alive reports whether a kept connection is open and silent. What a server sends unasked would be taken for
// the answer to the next request.
func (c *conn) alive() bool {
	if c.raw == nil {
		return true
	}
	return c.raw.Read(c.look) == nil && c.quiet
}

// allow sets how long reads and writes may take from now on, and the cause if they take longer.
func (c *conn) allow(now time.Time, d time.Duration, cause Cause) error {
	at := now.Add(d)
	c.deadline = cause
	if at.After(c.x.end) {
		at, c.deadline = c.x.end, wholeTimeout
	}
	return c.nc.SetDeadline(at)
}

// Read reads from the connection within the limits of time and bandwidth, and counts.
func (c *conn) Read(p []byte) (int, error) {
	x := c.x
	if Stage(x.stage.Load()) == Receive {
		now := time.Now()
		if err := x.pace.check(now, x); err != nil {
			return 0, err
		}
		if err := c.allow(now, x.c.o.Stall, stallTimeout); err != nil {
			return 0, err
		}
	}
	n, err := c.nc.Read(p[:min(len(p), burst)])
	if terr := x.took(n); terr != nil {
		return n, terr
	}
	switch {
	case err == nil:
		return n, nil
	case isTimeout(err):
		return n, newError(c.deadline, err)
	case err == io.ErrUnexpectedEOF: // TLS without a farewell, as many servers end; the frame knows if all came
		return n, io.EOF
	}
	return n, err
}

// abort breaks off what the connection is doing.
func (c *conn) abort() { c.tcp.Close() }

// close closes without TLS's farewell, which could block.
func (c *conn) close() { c.tcp.Close() }

// took counts n bytes and waits as long as the bandwidth limit wants.
func (x *exchange) took(n int) error {
	if n <= 0 {
		return nil
	}
	now := time.Now()
	x.bytes.Add(int64(n))
	x.moved.Store(int64(now.Sub(start)))
	x.pace.bytes += int64(n)
	if x.c.limiter == nil {
		return nil
	}
	ctx, cancel := context.WithDeadline(x.c.ctx, x.end)
	defer cancel()
	if err := x.c.limiter.WaitN(ctx, n); err != nil {
		return newError(wholeTimeout, err)
	}
	x.pace.waited += time.Since(now)
	return nil
}

// pace watches that a body comes at more than a trickle. It looks at one span of time after the other.
type pace struct {
	since  time.Time
	bytes  int64
	waited time.Duration // for our own bandwidth limit
}

// begin starts to measure.
func (p *pace) begin(now time.Time) { *p = pace{since: now} }

// check returns an error when a body has come too slowly for too long.
func (p *pace) check(now time.Time, x *exchange) error {
	span := now.Sub(p.since) - p.waited
	if span < x.c.o.RateSpan || x.c.o.MinRate < 0 {
		return nil
	}
	if float64(p.bytes) < float64(x.c.o.MinRate)*span.Seconds() {
		return newError(slowBodyTimeout, nil)
	}
	p.begin(now)
	return nil
}
