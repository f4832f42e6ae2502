package fetch

import (
	"errors"
	"io"
	"net/http"
	"time"

	"sluice/internal/fetch/gunzip"
)

// wireSlack is how many bytes an encoded body may have beyond the number that is wanted of the decoded one.
const wireSlack = 256 << 10

// receive reads the body into res: as it came into Wire, decoded into Content.
func (x *exchange) receive(res *Response, body io.Reader) (*Response, error) {
	if x.r.Decline != nil {
		if res.Declined = x.r.Decline(res.Status, res.Header); res.Declined != "" {
			x.frame.keep = x.frame.keep && x.frame.ended
			res.Wire, res.End = x.wire.body(), time.Now()
			res.Content = res.Wire
			return res, nil
		}
	}
	if len(x.frame.coding) > 0 {
		encoded := &counter{Reader: body}
		coded, err := newDecoder(encoded, x.frame.coding, x)
		if err != nil {
			return nil, err
		}
		defer coded.release()
		body = &expansion{decoded: counter{Reader: coded}, encoded: encoded}
	}
	codings := x.contentCodings(res.Header)
	var err error
	if len(codings) == 0 {
		err = x.receivePlain(res, body)
	} else {
		codings, err = x.receiveCoded(res, body, codings)
	}
	if err := x.settle(res, err); err != nil {
		return nil, err
	}
	res.Wire = x.wire.body()
	if res.Content = res.Wire; len(codings) > 0 {
		res.Content = x.content.body()
	}
	res.Marks, res.End = x.marks, time.Now()
	return res, nil
}

// settle decides what becomes of a body that broke off with err. It is kept if part of it came and can be read,
// or if the answer is a redirect, whose header is all that is wanted.
func (x *exchange) settle(res *Response, err error) error {
	if err == nil || err == io.EOF {
		return nil
	}
	if errors.Is(err, errExpansion) {
		res.Truncated = OverLength
		x.frame.keep = false
		return nil
	}
	e := streamError(err)
	coding := e.Cause.Class() == Encoding
	if e.Cause.Class() == Local || !isRedirect(res.Status) && (x.wire.n == 0 || coding) {
		return e
	}
	x.mark(string(e.Cause))
	x.frame.keep = false
	switch {
	case e.Cause.Class() == Timeout:
		res.Truncated = OverTime
	case coding:
		res.Truncated = BadEncoding
	default:
		res.Truncated = Disconnected
	}
	return nil
}

// limit calls Request.Limit with the beginning of the body.
func (x *exchange) limit(res *Response, s *sink) int64 {
	if x.r.Limit == nil {
		return DefaultLimit
	}
	head := s.bytes()
	return max(x.r.Limit(res.Header.Get("Content-Type"), head[:min(len(head), HeadSize)]), 0)
}

// receivePlain reads a body that is not encoded.
func (x *exchange) receivePlain(res *Response, body io.Reader) error {
	if x.frame.kind == byLength {
		x.wire.expect(x.frame.left)
	}
	err := x.wire.readUpTo(body, HeadSize)
	return x.receiveRest(res, &x.wire, body, x.limit(res, &x.wire), err)
}

// receiveRest reads on into s up to limit, unless an error has occurred, and checks whether there is
// more.
func (x *exchange) receiveRest(res *Response, s *sink, body io.Reader, limit int64, err error) error {
	if err == nil {
		err = s.readUpTo(body, limit)
	}
	more := s.n > limit
	if err == nil {
		var one [1]byte
		n := 0
		n, err = io.ReadFull(body, one[:])
		more = more || n > 0
	}
	if more {
		s.cut(limit)
		res.Truncated = OverLength
		x.frame.keep = false
		return nil
	}
	return err
}

// tee keeps in wire what it passes on, up to most bytes.
type tee struct {
	body   io.Reader
	wire   *sink
	most   int64
	passed int64 // bytes of wire that Read has returned; more may have been received
	err    error // of the body, io.EOF at its end
}

// Read reads from wire what has been received, then from the body.
func (t *tee) Read(p []byte) (int, error) {
	if t.passed < t.wire.n {
		n, err := t.wire.readAt(p, t.passed)
		t.passed += int64(n)
		return n, err
	}
	if t.err != nil {
		return 0, t.err
	}
	if t.wire.n >= t.most {
		return 0, errWireLimit
	}
	n, err := t.body.Read(p[:min(int64(len(p)), t.most-t.wire.n)])
	t.err = err
	if _, werr := t.wire.Write(p[:n]); werr != nil {
		t.err = werr
	}
	t.passed = t.wire.n
	return n, t.err
}

// broke returns the error with which the body itself ended, nil when it was whole or is not over.
func (t *tee) broke() error {
	if t.err == io.EOF {
		return nil
	}
	return t.err
}

// receiveCoded reads a body through decoders. It returns the codings that content is free of: none, when the
// body turns out not to be encoded at all.
func (x *exchange) receiveCoded(res *Response, body io.Reader, codings []string) ([]string, error) {
	t := &tee{body: body, wire: &x.wire, most: HeadSize + wireSlack}
	limit := int64(-1)
	d, err := newDecoder(t, codings, x)
	if err == nil {
		defer d.release()
		err = x.content.readUpTo(d, HeadSize)
		if limit = x.limit(res, &x.content); limit < 1<<60 {
			t.most = max(t.most, limit+wireSlack)
		}
		most := limit
		if err == nil && limit > freeExpansion {
			if err = x.content.readUpTo(d, freeExpansion); err == nil {
				most = t.expansionLimit(limit)
			}
		}
		err = x.receiveRest(res, &x.content, d, most, err)
	}
	switch {
	case t.broke() != nil:
		return codings, t.err
	case res.Truncated != "":
		return codings, nil
	case errors.Is(err, errWireLimit):
		res.Truncated = OverLength
		return codings, nil
	case err == io.EOF:
		return codings, x.drain(res, t)
	case x.readable():
		return nil, x.takeAsPlain(res, t, limit)
	}
	var own *Error
	if errors.As(err, &own) && own.Cause.Class() != Encoding {
		return codings, own
	}
	switch {
	case errors.Is(err, gunzip.ErrAfterData) && x.content.n > 0:
		x.mark("encoding: " + gunzip.ErrAfterData.Error())
	case x.content.n > 0:
		x.mark("encoding: broken")
		res.Truncated = BadEncoding
	default:
		res.Undecoded = withDetail(Encoding, codings[len(codings)-1])
		if own != nil {
			res.Undecoded = own.Cause
		}
		if limit < 0 {
			t.most = max(t.most, min(x.limit(res, &x.wire), 1<<60)+wireSlack)
		}
	}
	return codings, x.drain(res, t)
}

// drain reads what is left of an encoded body after the decoders have had enough, for the archive.
func (x *exchange) drain(res *Response, t *tee) error {
	if _, err := io.Copy(io.Discard, t); err == errWireLimit {
		res.Truncated = OverLength
		x.frame.keep = false
	}
	return t.broke()
}

// readable reports whether a body that cannot be decoded looks like something else that people read: servers
// name an encoding that they did not apply.
func (x *exchange) readable() bool {
	head := x.wire.bytes()
	switch kind := http.DetectContentType(head[:min(len(head), 512)]); kind {
	case "application/octet-stream", "application/x-gzip":
		return false
	}
	return len(head) > 0
}

// takeAsPlain starts over with a body that was not encoded after all, of which part has been read.
func (x *exchange) takeAsPlain(res *Response, t *tee, limit int64) error {
	x.mark("encoding: plain")
	x.content.release()
	if limit < 0 {
		limit = x.limit(res, &x.wire)
	}
	return x.receiveRest(res, &x.wire, t.body, limit, t.err)
}
