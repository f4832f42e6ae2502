package fetch

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"sync"
	"time"
)

// h2conn is an HTTP/2 connection, which many exchanges use at a time.
type h2conn struct {
	*http.ClientConn
	conn  *conn
	users int // requests; net/http also counts what it has yet to send to the server
	used  time.Time
}

// end closes the connection, at once: a server that floods would continue for ever.
func (h *h2conn) end() {
	h.conn.close()
	h.Close()
}

// dialled is the context key of the connection that the transport is to use.
type dialled struct{}

// h2pool keeps one HTTP/2 connection a host: it carries all requests at once. net/http speaks the protocol.
type h2pool struct {
	transport http.Transport
	mu        sync.Mutex
	conns     map[key]*h2conn
	most      int
	closed    bool
}

// init prepares the transport. It dials nothing itself: the context has the connection.
func (p *h2pool) init(o *Options) {
	p.conns = make(map[key]*h2conn)
	p.most = o.MaxIdle
	p.transport = http.Transport{
		DisableCompression:     true,
		ForceAttemptHTTP2:      true,
		MaxResponseHeaderBytes: int64(o.MaxHeaderBytes),
		IdleConnTimeout:        o.IdleTime,
		DialTLSContext: func(ctx context.Context, _, _ string) (net.Conn, error) {
			return ctx.Value(dialled{}).(net.Conn), nil
		},
	}
}

// take returns a connection for k that has room for a request, or nil.
func (p *h2pool) take(k key) *h2conn {
	p.mu.Lock()
	defer p.mu.Unlock()
	h := p.conns[k]
	if h == nil {
		return nil
	}
	if h.Reserve() != nil {
		if h.Err() != nil {
			delete(p.conns, k)
		}
		return nil
	}
	h.used = time.Now()
	h.users++
	return h
}

// add makes an HTTP/2 connection of cn, keeps it for k, and reserves room for a request on it.
func (p *h2pool) add(ctx context.Context, k key, cn *conn) (*h2conn, error) {
	ctx = context.WithValue(ctx, dialled{}, cn.nc)
	cc, err := p.transport.NewClientConn(ctx, "https", "host:443")
	if err != nil {
		cn.close()
		return nil, newError(failedHTTP2, err)
	}
	h := &h2conn{ClientConn: cc, conn: cn, users: 1, used: time.Now()}
	if err := h.Reserve(); err != nil {
		h.end()
		return nil, newError(failedHTTP2, err)
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closed {
		return h, nil
	}
	p.makeRoom()
	if old := p.conns[k]; old != nil && old.users == 0 {
		old.end()
	}
	p.conns[k] = h
	return h, nil
}

// makeRoom removes connections that have ended, and the one used longest ago when there are too many. A connection that is
// busy is only forgotten: it ends with its last request.
func (p *h2pool) makeRoom() {
	if len(p.conns) < p.most {
		return
	}
	var oldest key
	var since time.Time
	for k, h := range p.conns {
		if h.Err() != nil {
			delete(p.conns, k)
		} else if since.IsZero() || h.used.Before(since) {
			oldest, since = k, h.used
		}
	}
	if h := p.conns[oldest]; h != nil && len(p.conns) >= p.most {
		delete(p.conns, oldest)
		if h.users == 0 {
			h.end()
		}
	}
}

// close closes all connections.
func (p *h2pool) close() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.closed = true
	for k, h := range p.conns {
		h.end()
		delete(p.conns, k)
	}
}

// forget stops using h for new requests, after one on it has failed.
func (p *h2pool) forget(k key, h *h2conn) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.conns[k] == h {
		delete(p.conns, k)
	}
}

// leave is for a request on h that is over. The last one closes a connection that is kept no more.
func (p *h2pool) leave(k key, h *h2conn) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if h.users--; h.users == 0 && p.conns[k] != h {
		h.end()
	}
}

// askHTTP2 makes the exchange over h. Any failure before the header came is worth one more try if the
// connection had served others before: the server may have ended it meanwhile.
func (x *exchange) askHTTP2(ctx context.Context, h *h2conn, kept bool) (*Response, error) {
	defer x.c.h2.leave(x.route.key, h)
	ctx, cancel := context.WithDeadline(ctx, x.end)
	defer cancel()
	ctx, abort := context.WithCancelCause(ctx)
	defer abort(nil)
	watch := time.AfterFunc(x.c.o.FirstByte, func() { abort(newError(firstByteTimeout, nil)) })
	defer watch.Stop()
	x.enter(Ask, time.Now())
	q, err := x.http2Request(ctx)
	if err != nil {
		h.Release()
		return nil, err
	}
	r, err := h.RoundTrip(q)
	if err != nil {
		x.c.h2.forget(x.route.key, h)
		return nil, x.http2Error(ctx, err, kept)
	}
	defer r.Body.Close()
	res, err := x.answerHTTP2(r, h.conn)
	if err != nil {
		return nil, err
	}
	res, err = x.receive(res, &h2body{body: r.Body, x: x, ctx: ctx, abort: abort, watch: watch})
	if err != nil || res.Truncated == OverTime {
		x.c.h2.forget(x.route.key, h)
	}
	return res, err
}

// http2Error finds the cause of an HTTP/2 exchange that failed.
func (x *exchange) http2Error(ctx context.Context, err error, kept bool) error {
	var e *Error
	switch cause := context.Cause(ctx); {
	case errors.As(cause, &e):
		return e
	case errors.Is(cause, context.DeadlineExceeded):
		return newError(wholeTimeout, cause)
	case isHeaderTooLarge(err):
		return newError(headerTooLarge, err)
	case kept && cause == nil:
		return errors.Join(errDead, newError(failedHTTP2, err))
	}
	return newError(failedHTTP2, err)
}

// isHeaderTooLarge reports whether net/http refused a header as longer than MaxResponseHeaderBytes. It has no type for
// this error, so the text is all there is; TestHTTP2HeaderFlood fails when the text changes.
func isHeaderTooLarge(err error) bool { return strings.Contains(err.Error(), "header list") }

// http2Request makes net/http's request of the one that was written for HTTP/1.1.
func (x *exchange) http2Request(ctx context.Context) (*http.Request, error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, x.url, nil)
	if err != nil {
		return nil, newError(malformedURL, err)
	}
	for line := range strings.SplitSeq(string(x.request), "\r\n") {
		if name, value, ok := strings.Cut(line, ": "); ok && name != "Host" {
			r.Header.Add(name, value)
		}
	}
	return r, nil
}

// answerHTTP2 makes the response, with the header written out as HTTP/1.1 for the archive.
func (x *exchange) answerHTTP2(r *http.Response, cn *conn) (*Response, error) {
	if r.StatusCode < 100 || r.StatusCode > 999 { // no reader of the archive could parse the line below
		return nil, malformed("status line")
	}
	now := time.Now()
	res := &Response{
		x: x, Start: x.start, FirstByte: now, TLS: cn.state, RequestBytes: x.shownRequest(),
		Status: r.StatusCode, Proto: "HTTP/2.0", Header: x.header,
	}
	if x.c.proxy == nil {
		res.Addr = cn.addr
	}
	b := fmt.Appendf(x.head[:0], "HTTP/1.1 %d %s\r\n", r.StatusCode, http.StatusText(r.StatusCode))
	for _, name := range sortedNames(r.Header) {
		for _, value := range r.Header[name] {
			b = appendLine(b, name, value)
			x.addField(name, value)
		}
	}
	x.head = append(b, "\r\n"...)
	if bytes.Count(x.head, []byte("\n")) > x.c.o.MaxHeaderLines {
		return nil, newError(headerTooLarge, errors.New("too many lines"))
	}
	if err := conflicts(x.header); err != nil {
		return nil, err
	}
	res.HeaderBytes = x.head
	x.took(len(x.head))
	x.pace.begin(now)
	x.enter(Receive, now)
	x.keepCookies(res)
	return res, nil
}

// h2body reads the body of one stream within the limits of time and bandwidth.
type h2body struct {
	body  io.Reader
	x     *exchange
	ctx   context.Context // of the stream; Read has no other way to know why it ended
	abort context.CancelCauseFunc
	watch *time.Timer
}

// Read reads from the stream.
func (b *h2body) Read(p []byte) (int, error) {
	x := b.x
	if err := x.pace.check(time.Now(), x); err != nil {
		return 0, err
	}
	b.watch.Stop()
	b.watch = time.AfterFunc(x.c.o.Stall, func() { b.abort(newError(stallTimeout, nil)) })
	n, err := b.body.Read(p[:min(len(p), burst)])
	b.watch.Stop()
	if terr := x.took(n); terr != nil {
		return n, terr
	}
	if err != nil && err != io.EOF {
		return n, x.http2Error(b.ctx, err, false)
	}
	return n, err
}
