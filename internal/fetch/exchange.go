package fetch

import (
	"errors"
	"net/http"
	"slices"
	"time"
)

// exchange is the state of one Do. The pool reuses it after its response is released.
type exchange struct {
	progress
	c          *Client
	prev, next *exchange // in Client.flights

	r     *Request
	url   string
	route route
	start time.Time
	end   time.Time // by when all must be over

	request  []byte // as sent
	redacted []byte // without secrets
	secret   bool   // request holds secrets
	cookies  string // in it
	head     []byte // status line and headers as they came
	lines    int    // of header so far
	spent    int    // bytes of header so far, those of interim answers too
	header   http.Header
	values   []string // backing of header
	marks    []string

	frame   frame
	wire    sink
	content sink
	pace    pace
}

// release frees the bodies and puts the exchange into the pool. It must not be used afterwards.
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

// errDead is the error of a kept connection that was closed before a byte of the answer came. The request may be sent
// again: the server has closed the connection without regard to it.
var errDead = errors.New("kept connection was closed")

// errWireLimit is the error of reading more of an encoded body than its limit allows.
var errWireLimit = errors.New("encoded body above the limit")
