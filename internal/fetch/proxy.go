package fetch

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strconv"
	"time"
)

// connectProxy opens a connection to the proxy and, unless plain requests go through it, lets it connect to
// target (host:port). Names are for the proxy to look up.
func (c *Client) connectProxy(ctx context.Context, x *exchange, target string) (net.Conn, error) {
	nc, err := c.connect(ctx, x, c.proxy.Hostname(), c.proxy.Port(), true)
	if err == nil && c.proxy.Scheme == "https" {
		nc, err = c.handshake(ctx, x, nc, c.proxy.Hostname())
	}
	if err != nil {
		return nil, newError(ProxyConnect, fmt.Errorf("%s: %s", c.proxy.Host, AsError(err).Cause)) // not its user and password
	}
	if x.route.absolute {
		return nc, nil
	}
	x.enter(Connect, time.Now())
	nc.SetDeadline(time.Now().Add(c.o.Connect))
	stop := context.AfterFunc(ctx, func() { nc.Close() })
	if c.proxy.Scheme[0] == 'h' {
		err = c.tunnel(nc, target)
	} else {
		err = c.socks(nc, target)
	}
	if !stop() && err == nil {
		err = ctx.Err()
	}
	if err != nil {
		nc.Close()
		return nil, proxyError(err)
	}
	return nc, nc.SetDeadline(time.Time{})
}

// proxyError finds the cause of a proxy that could not be talked to.
func proxyError(err error) error {
	var e *Error
	switch {
	case errors.As(err, &e):
		return e
	case isTimeout(err):
		return newError(ConnectTimeout, err)
	}
	return newError(ProxyRefused, err)
}

// tunnel requests a connection to target from an HTTP proxy (RFC 9110, section 9.3.6).
func (c *Client) tunnel(nc net.Conn, target string) error {
	request := "CONNECT " + target + " HTTP/1.1\r\nHost: " + target + "\r\nUser-Agent: " + userAgent(&c.o) + "\r\n" + c.static.proxy + "\r\n"
	if _, err := io.WriteString(nc, request); err != nil {
		return err
	}
	br := bufio.NewReader(io.LimitReader(nc, longestLine))
	var head []byte
	for {
		line, err := br.ReadSlice('\n')
		if err != nil {
			return err
		}
		if head == nil {
			head = bytes.Clone(line)
		}
		if len(bytes.TrimRight(line, "\r\n")) == 0 {
			break
		}
	}
	_, isHTTP := protocol(head)
	code, ok := statusCode(head)
	switch {
	case !isHTTP || !ok:
		return newError(ProxyMalformed, nil)
	case code == http.StatusProxyAuthRequired:
		return newError(ProxyAuthentication, nil)
	case code < 200 || code > 299:
		return fmt.Errorf("status %d", code)
	case br.Buffered() > 0: // nothing may come before we speak
		return newError(ProxyMalformed, nil)
	}
	return nil
}

// Messages from and to a SOCKS5 proxy (RFC 1928, RFC 1929).
const (
	socksVersion   = 5
	socksNoLogin   = 0
	socksLogin     = 2
	socksConnect   = 1
	socksIPv4      = 1
	socksName      = 3
	socksIPv6      = 4
	socksLoginTalk = 1
)

// socks requests a connection to target from a SOCKS5 proxy.
func (c *Client) socks(nc net.Conn, target string) error {
	method := byte(socksNoLogin)
	if c.proxy.User != nil {
		method = socksLogin
	}
	answer, err := converse(nc, []byte{socksVersion, 1, method}, 2)
	switch {
	case err != nil:
		return err
	case answer[0] != socksVersion:
		return newError(ProxyMalformed, nil)
	case answer[1] != method:
		return newError(ProxyAuthentication, nil)
	}
	if method == socksLogin {
		if err := c.socksLogin(nc); err != nil {
			return err
		}
	}
	request, err := socksRequest(target)
	if err != nil {
		return err
	}
	if answer, err = converse(nc, request, 4); err != nil {
		return err
	}
	if err := socksRefusal(answer[1]); err != nil {
		return err
	}
	return skipSocksAddr(nc, answer[3])
}

// converse writes and reads n bytes.
func converse(nc net.Conn, say []byte, n int) ([]byte, error) {
	if _, err := nc.Write(say); err != nil {
		return nil, err
	}
	answer := make([]byte, n)
	_, err := io.ReadFull(nc, answer)
	return answer, err
}

// socksLogin sends user and password (RFC 1929).
func (c *Client) socksLogin(nc net.Conn) error {
	user := c.proxy.User.Username()
	password, _ := c.proxy.User.Password()
	if len(user) > 255 || len(password) > 255 {
		return newError(ProxyAuthentication, errors.New("user or password above 255 bytes"))
	}
	say := append([]byte{socksLoginTalk, byte(len(user))}, user...)
	say = append(append(say, byte(len(password))), password...)
	answer, err := converse(nc, say, 2)
	if err == nil && answer[1] != 0 {
		return newError(ProxyAuthentication, nil)
	}
	return err
}

// socksRequest returns the request for a connection to a host and port. The proxy looks up the name.
func socksRequest(target string) ([]byte, error) {
	host, port, err := net.SplitHostPort(target)
	if err != nil {
		return nil, err
	}
	number, err := strconv.ParseUint(port, 10, 16)
	if err != nil || len(host) > 255 {
		return nil, newError(malformedURL, err)
	}
	b := []byte{socksVersion, socksConnect, 0}
	if a, ok := literal(host); !ok {
		b = append(append(b, socksName, byte(len(host))), host...)
	} else if a.Is4() {
		b = append(append(b, socksIPv4), a.AsSlice()...)
	} else {
		b = append(append(b, socksIPv6), a.AsSlice()...)
	}
	return append(b, byte(number>>8), byte(number)), nil
}

// socksRefusal turns a reply code into a cause.
func socksRefusal(code byte) error {
	switch code {
	case 0:
		return nil
	case 3, 4:
		return newError(ConnectUnreachable, fmt.Errorf("socks reply %d", code))
	case 5:
		return newError(ConnectRefused, fmt.Errorf("socks reply %d", code))
	case 6:
		return newError(ConnectTimeout, fmt.Errorf("socks reply %d", code))
	}
	return fmt.Errorf("socks reply %d", code)
}

// skipSocksAddr reads the address and port that the proxy connects from.
func skipSocksAddr(nc net.Conn, kind byte) error {
	n := net.IPv4len
	switch kind {
	case socksIPv4:
	case socksIPv6:
		n = net.IPv6len
	case socksName:
		var length [1]byte
		if _, err := io.ReadFull(nc, length[:]); err != nil {
			return err
		}
		n = int(length[0])
	default:
		return newError(ProxyMalformed, nil)
	}
	_, err := io.ReadFull(nc, make([]byte, n+2))
	return err
}
