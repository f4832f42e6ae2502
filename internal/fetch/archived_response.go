package fetch

import "io"

// Reread makes of an answer that an archive kept the response that it was when it came: header are its
// [Response.HeaderBytes], body gives its [Response.Wire]. Nothing is asked for. Times, address and what was
// truncated in its day are the caller's to fill in.
func (c *Client) Reread(r *Request, header []byte, body io.Reader) (*Response, error) {
	x := c.newExchange(r)
	x.head = append(x.head[:0], header...)
	res := &Response{x: x, Start: x.start, FirstByte: x.start, Header: x.header}
	err := x.parseHead(res)
	if err == nil {
		res.HeaderBytes = x.head
		res, err = x.receive(res, body)
	}
	if err != nil {
		x.release()
		return nil, streamError(err)
	}
	return res, nil
}
