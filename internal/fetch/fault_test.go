package fetch_test

import (
	"context"
	"fmt"
	"net"
	"net/netip"
	"strings"
	"testing"
	"time"

	"sluice/internal/fetch"
	"sluice/internal/fetch/guard"
)

// TestResponsesOfBadServers has what servers send that break the rules; each is
// either kept with a mark or refused with a cause, as it is safe.
func TestResponsesOfBadServers(t *testing.T) {
	long := strings.Repeat("n", 10_000)
	for name, c := range map[string]struct{ reply, cause, body, marks string }{
		"negative length":      {"HTTP/1.1 200 OK\r\nContent-Length: -5\r\n\r\nhi", "", "hi", "content-length ignored"},
		"length with a sign":   {"HTTP/1.1 200 OK\r\nContent-Length: +2\r\n\r\nhi", "", "hi", "content-length ignored"},
		"hexadecimal length":   {"HTTP/1.1 200 OK\r\nContent-Length: 0x2\r\n\r\nhi", "", "hi", "content-length ignored"},
		"status zero":          {"HTTP/1.1 0 X\r\n\r\nhi", "", "hi", ""},
		"name of 10,000 bytes": {"HTTP/1.1 200 OK\r\n" + long + ": x\r\n\r\nhi", "", "hi", ""},
		"100 such names":       {"HTTP/1.1 200 OK\r\n" + strings.Repeat(long+": x\r\n", 100) + "\r\nhi", "header too large", "", ""},
		"nul in a name":        {"HTTP/1.1 200 OK\r\nSet\x00-Cookie: x\r\n\r\nhi", "malformed answer: nul in header", "", ""},
		"return in a name":     {"HTTP/1.1 200 OK\r\nA\rSet-Cookie: x\r\n\r\nhi", "malformed answer: cr in header", "", ""},
		"negative chunk":       {"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n-2\r\nhi\r\n0\r\n\r\n", "malformed answer: chunk", "", ""},
		"overflowing chunk":    {"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n10000000000000002\r\nhi\r\n0\r\n\r\n", "malformed answer: chunk", "", ""},
		"endless chunk size":   {"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n" + strings.Repeat("0", 100_000) + "2\r\nhi\r\n0\r\n\r\n", "malformed answer: chunk", "", ""},
	} {
		t.Run(name, func(t *testing.T) {
			s := serveRaw(t, always(c.reply))
			res, err := newClient(t, fetch.Options{}).Do(t.Context(), request(t, s.url("/")))
			if err != nil {
				if got := causeOf(t, err); got != c.cause {
					t.Errorf("cause %q, want %q", got, c.cause)
				}
				return
			}
			defer res.Release()
			if got := content(t, &res.Content); c.cause != "" || got != c.body || strings.Join(res.Marks, "|") != c.marks {
				t.Errorf("body %q, marks %q; want %q, %q, cause %q", got, res.Marks, c.body, c.marks, c.cause)
			}
			for name := range res.Header {
				if strings.EqualFold(name, "Set-Cookie") {
					t.Error("a header was split in two")
				}
			}
		})
	}
}

// TestGuardIsExactAtBlockBoundaries asks for the first and the last address of blocks,
// and for their neighbours outside.
func TestGuardIsExactAtBlockBoundaries(t *testing.T) {
	for _, prefix := range []string{
		"10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12", "192.168.0.0/16", "198.18.0.0/15",
		"255.255.255.255/32", "fc00::/7", "fe80::/10", "2001:db8::/32", "2002::/16", "3fff::/20", "64:ff9b::/96", "::1/128",
	} {
		p := netip.MustParsePrefix(prefix)
		first, last := p.Addr(), lastOf(p)
		for _, a := range []netip.Addr{first, last} {
			if guard.Forbidden(a) == "" {
				t.Errorf("%v is allowed, within %s", a, prefix)
			}
		}
		for _, a := range []netip.Addr{first.Prev(), last.Next()} {
			want := ""
			switch { // neighbours that lie in another block
			case !a.IsValid():
				want = "no address"
			case a.String() == "255.255.255.254":
				want = "reserved"
			case a.String() == "::":
				want = "unspecified"
			case a.String() == "::2":
				want = "this network"
			case a.String() == "fec0::":
				want = "site local"
			case a.Is6() && !netip.MustParsePrefix("2000::/3").Contains(a):
				want = "unassigned"
			}
			if got := guard.Forbidden(a); got != want {
				t.Errorf("Forbidden(%v) = %q, next to %s; want %q", a, got, prefix, want)
			}
		}
	}
}

// lastOf returns the last address of a block.
func lastOf(p netip.Prefix) netip.Addr {
	b := p.Addr().AsSlice()
	for i := p.Bits(); i < len(b)*8; i++ {
		b[i/8] |= 0x80 >> (i % 8)
	}
	a, _ := netip.AddrFromSlice(b)
	return a
}

func TestReachReportsWhetherHostResponds(t *testing.T) {
	s := serveRaw(t, always(""))
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	l.Close()
	c := newClient(t, fetch.Options{})
	for url, want := range map[string]string{
		s.url("/"):                       "",
		"http://" + l.Addr().String():    "", // refused: the host answers
		"http://127.255.255.255/":        "connect: unreachable",
		"http://no-such-host.invalid:80": "dns: ",
	} {
		got := ""
		if err := c.Reach(t.Context(), request(t, url).URL); err != nil {
			got = causeOf(t, err)
		}
		if got != want && !(want == "dns: " && strings.HasPrefix(got, want)) {
			t.Errorf("Reach(%s): %q, want %q", url, got, want)
		}
	}
	if asked, _ := s.seen(); len(asked) != 0 {
		t.Errorf("%d requests, want none", len(asked))
	}
	if err := newGuardedClient(t, fetch.Options{}).Reach(t.Context(), request(t, s.url("/")).URL); err == nil || causeOf(t, err) != "guard: loopback" {
		t.Errorf("Reach past the guard: %v", err)
	}
}

// TestNameWithDeadAddressIsLookedUpAgain: the site may have moved.
func TestNameWithDeadAddressIsLookedUpAgain(t *testing.T) {
	s := serveRaw(t, always("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"))
	_, port, _ := net.SplitHostPort(s.addr())
	asked := 0
	c := newClient(t, fetch.Options{Lookup: lookUp(func() string {
		if asked++; asked == 1 {
			return "127.255.255.255"
		}
		return "127.0.0.1"
	})})
	r := request(t, fmt.Sprintf("http://moved.example:%s/", port))
	if got := cause(t, c, r); got != "connect: unreachable" {
		t.Errorf("cause %q", got)
	}
	if got := cause(t, c, r); got != "" || asked != 2 {
		t.Errorf("cause %q after %d look-ups", got, asked)
	}
}

// TestNameReboundAfterFailedConnectIsCheckedAgain has a name with a public address first, and with
// that of this machine later. The time to connect is over before it begins, so no packet is sent.
func TestNameReboundAfterFailedConnectIsCheckedAgain(t *testing.T) {
	s := serveRaw(t, always("HTTP/1.1 200 OK\r\n\r\nsecret"))
	_, port, _ := net.SplitHostPort(s.addr())
	asked := 0
	c := newGuardedClient(t, fetch.Options{Connect: time.Nanosecond, Lookup: lookUp(func() string {
		if asked++; asked == 1 {
			return "8.8.8.8"
		}
		return "127.0.0.1"
	})})
	r := request(t, fmt.Sprintf("http://rebound.example:%s/", port))
	for _, want := range []string{"timeout: connect", "guard: loopback"} {
		if got := cause(t, c, r); got != want {
			t.Errorf("cause %q, want %q", got, want)
		}
	}
	if _, conns := s.seen(); asked != 2 || conns != 0 {
		t.Errorf("%d look-ups, %d connections; want 2 and none", asked, conns)
	}
}

func lookUp(next func() string) func(context.Context, string) ([]netip.Addr, error) {
	return func(context.Context, string) ([]netip.Addr, error) {
		return []netip.Addr{netip.MustParseAddr(next())}, nil
	}
}
