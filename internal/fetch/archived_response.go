package fetch

import "io"

// Reread returns the response of an archived answer as [Client.Do] returned it. header is its [Response.HeaderBytes], body
// reads its [Response.Wire]. Nothing is requested. The caller sets times, address and Truncated.
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
