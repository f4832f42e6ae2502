package fetch

import (
	"context"
	"net/netip"
	"strconv"

	"sluice/weburl"
)

// Reach returns nil when u's host can be connected to now or refuses the connection, which is an answer, too. It looks
// the name up again and requests nothing. The error is an [*Error].
func (c *Client) Reach(ctx context.Context, u weburl.URL) error {
	ctx, cancel := context.WithTimeout(ctx, 2*c.o.Connect)
	defer cancel()
	if err := c.refusal(u); err != nil {
		return err
	}
	host, port := u.Hostname(), strconv.Itoa(u.Port())
	addrs, given := c.given(host, port)
	if !given {
		var err error
		if addrs, err = c.lookUpAgain(ctx, host); err != nil {
			return err
		}
	}
	nc, err := dialFirst(ctx, alternate(addrs), port)
	if err == nil {
		return nc.Close()
	}
	if e := connectError(err); e.Cause != ConnectRefused {
		return e
	}
	return nil
}

// lookUpAgain queries the resolver again: the question is whether the network works now.
func (c *Client) lookUpAgain(ctx context.Context, host string) ([]netip.Addr, error) {
	if a, ok := literal(host); ok {
		return c.guarded([]netip.Addr{a})
	}
	addrs, err := c.names.FindAgain(ctx, host)
	switch {
	case ctx.Err() != nil:
		return nil, newError(DNSTimeout, ctx.Err())
	case err != nil:
		return nil, dnsError(ctx, err)
	}
	return c.guarded(addrs)
}
