package fetch

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"strings"
	"time"

	"sluice/internal/fetch/guard"
)

// exchange is all that one Do needs. It is used again after its response is released.
type exchange struct {
	progress
	c          *Client
	prev, next *exchange // in Client.flights

	r     *Request
	url   string
	route route
	start time.Time
	end   time.Time // by when all must be over

	request []byte
	head    []byte // status line and headers as they came
	lines   int    // of header so far
	spent   int    // bytes of header so far, those of interim answers too
	header  http.Header
	values  []string // backing of header
	marks   []string

	frame   frame
	wire    sink
	content sink
	pace    pace
}

func (c *Client) newExchange(r *Request) *exchange {
	x, ok := c.pool.Get().(*exchange)
	if !ok {
		x = &exchange{c: c, header: make(http.Header, 16), values: make([]string, 0, 32)}
		x.wire.buffers, x.content.buffers = &c.buffers, &c.buffers
		x.wire.tempDir, x.content.tempDir = c.o.TempDir, c.o.TempDir
	}
	x.r, x.url, x.route = r, r.URL.String(), c.route(r.URL)
	x.start = time.Now()
	x.end = x.start.Add(c.o.Whole)
	x.enter(Idle, x.start)
	return x
}

// release gives everything back, the exchange itself too.
func (x *exchange) release() {
	x.wire.release()
	x.content.release()
	x.rewind()
	x.progress.reset()
	x.r = nil
	x.c.pool.Put(x)
}

// rewind forgets what has come, before a second try.
func (x *exchange) rewind() {
	if cap(x.head) > freeBuffer {
		x.head = nil
	}
	x.head, x.lines, x.spent = x.head[:0], 0, 0
	clear(x.header)
	clear(x.values)
	x.values, x.marks = x.values[:0], nil
	x.frame = frame{}
	x.pace = pace{}
}

// mark notes an irregularity, once.
func (x *exchange) mark(m string) {
	if !slices.Contains(x.marks, m) {
		x.marks = append(x.marks, m)
	}
}

// errDead says that a kept connection was found dead before a byte of the answer came. The request may be sent
// again: the server has closed the connection without regard to it.
var errDead = errors.New("kept connection was closed")

func (x *exchange) run(ctx context.Context) (*Response, error) {
	if err := x.admit(ctx); err != nil {
		return nil, err
	}
	x.writeRequest()
	res, err := x.try(ctx, true)
	if errors.Is(err, errDead) && ctx.Err() == nil {
		x.rewind()
		res, err = x.try(ctx, false)
	}
	return res, err
}

// admit refuses what must not be sent. Behind a proxy no name is resolved here, so literal addresses and local
// names are all that the guard can see.
func (x *exchange) admit(ctx context.Context) error {
	c, host := x.c, x.r.URL.Hostname()
	switch {
	case ctx.Err() != nil:
		return cancelled(ctx)
	case c.ctx.Err() != nil:
		return newError(ClosedClient, nil)
	case host == "" || !sendable(x.url) || strings.ContainsRune(x.url, ' '):
		return newError("malformed url", nil)
	case c.proxy == nil || c.o.AllowPrivate:
		return nil
	case guard.LocalName(host):
		return newError("guard: local name", nil)
	}
	if a, ok := literal(host); ok {
		if block := guard.Forbidden(a); block != "" {
			return newError(Cause("guard: "+block), nil)
		}
	}
	return nil
}

// try makes one attempt, over a kept connection if it may and there is one.
func (x *exchange) try(ctx context.Context, kept bool) (*Response, error) {
	c := x.c
	if kept && x.route.secure {
		if shared := c.h2.take(x.route.key); shared != nil {
			return x.askHTTP2(ctx, shared, true)
		}
	}
	if kept {
		if cn := c.idle.take(x.route.key); cn != nil {
			return x.ask(ctx, cn)
		}
	}
	cn, err := c.dial(ctx, x)
	if err != nil {
		return nil, err
	}
	if cn.negotiated() == "h2" {
		shared, err := c.h2.add(ctx, x.route.key, cn)
		if err != nil {
			return nil, err
		}
		return x.askHTTP2(ctx, shared, false)
	}
	return x.ask(ctx, cn)
}

// ask speaks HTTP/1.1 over cn, and keeps or closes it.
func (x *exchange) ask(ctx context.Context, cn *conn) (*Response, error) {
	stop := context.AfterFunc(ctx, cn.abort)
	cn.begin(x)
	res, err := x.talk(cn)
	keep := err == nil && x.frame.reusable() && cn.clean()
	cn.done()
	if stop() && keep {
		x.c.idle.put(cn)
	} else {
		cn.close()
	}
	if err == nil && ctx.Err() != nil {
		return nil, cancelled(ctx)
	}
	return res, err
}

func (x *exchange) talk(cn *conn) (*Response, error) {
	now := time.Now()
	x.enter(Ask, now)
	if err := cn.allow(now, x.c.o.FirstByte, "timeout: first byte"); err != nil {
		return nil, err
	}
	if cn.used && !cn.alive() {
		return nil, errDead
	}
	_, err := cn.nc.Write(x.request)
	if isTimeout(err) {
		return nil, newError(cn.deadline, err)
	}
	if err == nil {
		err = x.readHead(cn)
	}
	if err != nil {
		if cn.used && x.bytes.Load() == 0 && !isTimeout(err) {
			return nil, errors.Join(errDead, err)
		}
		return nil, err
	}
	res, err := x.answer(cn)
	if err != nil {
		return nil, err
	}
	return x.receive(res, &x.frame)
}

// answer makes the response of what the header says, and sets up the body's frame.
func (x *exchange) answer(cn *conn) (*Response, error) {
	res := &Response{x: x, Start: x.start, FirstByte: time.Now(), TLS: cn.state, Header: x.header, RequestBytes: x.request}
	if x.c.proxy == nil {
		res.Addr = cn.addr
	}
	if err := x.parseHead(res); err != nil {
		return nil, err
	}
	if err := x.frame.open(cn.br, res, x); err != nil {
		return nil, err
	}
	res.HeaderBytes = x.head
	x.pace.begin(res.FirstByte)
	x.enter(Receive, res.FirstByte)
	if x.c.cookies != nil {
		x.c.cookies.Store(x.url, res.Header)
	}
	return res, nil
}
