package fetch_test

import (
	"context"
	"errors"
	"net"
	"net/netip"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"pgregory.net/rapid"

	"sluice/internal/fetch"
	"sluice/internal/fetch/guard"
)

func TestForbidden(t *testing.T) {
	for addr, want := range map[string]string{
		"8.8.8.8": "", "1.1.1.1": "", "93.184.216.34": "", "172.15.255.255": "", "172.32.0.0": "", "100.63.255.255": "",
		"2606:4700::1111": "", "2a00:1450::1": "", "2400:cb00::1": "",
		"0.0.0.0": "this network", "10.0.0.1": "private use", "172.16.0.1": "private use", "192.168.255.255": "private use",
		"100.64.0.1": "shared address space", "100.100.100.200": "shared address space",
		"168.63.129.15": "", "168.63.129.16": "platform of azure", "::ffff:168.63.129.16": "platform of azure", "168.63.129.17": "",
		"1fff:ffff::1": "unassigned", "2000::": "", "3ffe::1": "", "4000::": "unassigned", "9000::1": "unassigned", "fe00::1": "unassigned", "200::1": "unassigned",
		"0:1::1": "unassigned", "100:1::1": "unassigned",
		"127.0.0.1": "loopback", "127.255.255.255": "loopback", "169.254.169.254": "link local",
		"192.0.0.8": "ietf protocol assignments", "192.0.2.1": "documentation", "198.18.0.1": "benchmarking",
		"198.19.255.255": "benchmarking", "224.0.0.1": "multicast", "240.0.0.1": "reserved", "255.255.255.255": "limited broadcast",
		"::": "unspecified", "::1": "loopback", "::127.0.0.1": "loopback", "::8.8.8.8": "ipv4 compatible",
		"::ffff:127.0.0.1": "loopback", "::ffff:10.0.0.1": "private use", "::ffff:8.8.8.8": "ipv4 mapped",
		"64:ff9b::10.0.0.1": "private use", "64:ff9b::8.8.8.8": "ipv4-ipv6 translation", "64:ff9b:1::1": "local-use translation",
		"::ffff:0:10.0.0.1": "private use", "::ffff:0:8.8.8.8": "ipv4 translated", "64:ff9b::a9fe:a9fe": "link local",
		"2002:a00:1::1": "6to4", "2001:0:a00:1::1": "teredo", "2001:0:4136:e378:8000:63bf:3fff:fdd2": "teredo",
		"2a00:1450::5efe:10.0.0.1": "private use", "2a00:1450::200:5efe:127.0.0.1": "loopback", "2a00:1450::5efe:8.8.8.8": "",
		"100::1": "discard only", "2001::1": "teredo", "2001:db8::1": "documentation", "2001:2::1": "benchmarking",
		"2001:1::1": "ietf protocol assignments", "2002:7f00:1::": "6to4", "3fff::1": "documentation", "5f00::1": "segment routing",
		"fd00:ec2::254": "unique local", "fe80::1": "link local", "fe80::1%eth0": "link local", "fec0::1": "site local", "ff02::1": "multicast",
	} {
		if got := guard.Forbidden(netip.MustParseAddr(addr)); got != want {
			t.Errorf("Forbidden(%s) = %q, want %q", addr, got, want)
		}
	}
	if guard.Forbidden(netip.Addr{}) == "" {
		t.Error("no address at all is allowed")
	}
}

func TestMappedAddressIsRefusedLikeIPv4(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v4 := netip.AddrFrom4([4]byte(rapid.SliceOfN(rapid.Byte(), 4, 4).Draw(t, "address")))
		if guard.Forbidden(v4) != "" && guard.Forbidden(netip.AddrFrom16(v4.As16())) == "" {
			t.Errorf("%v is refused, and allowed when mapped", v4)
		}
	})
}

func TestGuardRefusesClosedAddresses(t *testing.T) {
	s := serveRaw(t, always("HTTP/1.1 200 OK\r\n\r\nsecret"))
	_, port, _ := net.SplitHostPort(s.addr())
	c := newGuardedClient(t, fetch.Options{Lookup: func(context.Context, string) ([]netip.Addr, error) {
		return []netip.Addr{netip.MustParseAddr("::ffff:127.0.0.1"), netip.MustParseAddr("fd00:ec2::254")}, nil
	}})
	for url, want := range map[string]string{
		"http://127.0.0.1:" + port + "/":          "guard: loopback",
		"http://2130706433:" + port + "/":         "guard: loopback",
		"http://0x7f.1:" + port + "/":             "guard: loopback",
		"http://[::ffff:127.0.0.1]:" + port + "/": "guard: loopback",
		"http://169.254.169.254/":                 "guard: link local",
		"http://[fd00:ec2::254]/":                 "guard: unique local",
		"http://100.100.100.200/":                 "guard: shared address space",
		"http://named.example:" + port + "/":      "guard: loopback",
		"https://named.example:" + port + "/":     "guard: loopback",
	} {
		if got := cause(t, c, request(t, url)); got != want {
			t.Errorf("%s: cause %q, want %q", url, got, want)
		}
	}
	if sent, conns := s.seen(); len(sent) != 0 || conns != 0 {
		t.Errorf("%d connections, %d requests reached the closed address", conns, len(sent))
	}
}

// TestCheckAndConnectShareOneLookup has a name server that answers differently each time, as in DNS rebinding:
// the address of the first answer is the one that is checked and connected to, and no other is asked for.
func TestCheckAndConnectShareOneLookup(t *testing.T) {
	s := serveRaw(t, always("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"))
	_, port, _ := net.SplitHostPort(s.addr())
	var asked atomic.Int32
	o := fetch.Options{Lookup: func(context.Context, string) ([]netip.Addr, error) {
		if asked.Add(1) == 1 {
			return []netip.Addr{netip.MustParseAddr("127.0.0.1")}, nil
		}
		return []netip.Addr{netip.MustParseAddr("127.0.0.66")}, nil
	}}
	res := get(t, newClient(t, o), request(t, "http://rebound.example:"+port+"/"))
	if asked.Load() != 1 || res.Addr.String() != s.addr() {
		t.Errorf("asked %d times, connected to %v", asked.Load(), res.Addr)
	}
	asked.Store(0)
	if got := cause(t, newGuardedClient(t, o), request(t, "http://rebound.example:"+port+"/")); got != "guard: loopback" || asked.Load() != 1 {
		t.Errorf("asked %d times, cause %q", asked.Load(), got)
	}
	if _, conns := s.seen(); conns != 1 {
		t.Errorf("%d connections, want the one that was allowed", conns)
	}
}

func TestResolveIsTheUsersWord(t *testing.T) {
	s := serveRaw(t, always("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"))
	_, port, _ := net.SplitHostPort(s.addr())
	for _, host := range []string{"named.example", "*"} {
		c := newGuardedClient(t, fetch.Options{Resolve: map[string]netip.Addr{host + ":" + port: netip.MustParseAddr("127.0.0.1")}})
		res := get(t, c, request(t, "http://named.example:"+port+"/"))
		if res.Status != 200 {
			t.Errorf("%s: status %d", host, res.Status)
		}
	}
}

// refusedURLs are URLs that the guard refuses as they are written, directly and behind a proxy.
var refusedURLs = map[string]string{
	"http://127.0.0.1/": "guard: loopback", "http://[::1]/": "guard: loopback", "http://10.0.0.1/": "guard: private use",
	"http://168.63.129.16/": "guard: platform of azure", "http://[4000::1]/": "guard: unassigned",
	"http://localhost/": "guard: local name", "http://a.localhost/": "guard: local name", "https://localhost./": "guard: local name",
	"http://printer.local/": "guard: local name", "http://metadata.google.internal/": "guard: local name",
	"http://intranet/": "guard: local name", "http://wpad/wpad.dat": "guard: local name", "http://server1:8080/": "guard: local name", "https://com/": "guard: local name",
	"http://nas.lan/": "guard: local name", "http://a.b.corp/": "guard: local name", "http://router.home/": "guard: local name", "http://x.home.arpa/": "guard: local name",
	"http://home.arpa/": "guard: local name", "http://x.intranet/": "guard: local name", "http://x.private/": "guard: local name", "http://X.MAIL/": "guard: local name",
	"http://host.localdomain/": "guard: local name",
	"http://site.example:22/":  "guard: bad port", "http://site.example:25/": "guard: bad port", "https://site.example:6667/": "guard: bad port",
	"http://site.example:10080/": "guard: bad port", "http://site.example:1/": "guard: bad port",
	"http://8.8.8.8:6379/": "", "http://8.8.4.4:53/": "guard: bad port",
	"http://203.0.114.9/": "guard: own address", "http://[2a00:1450::7]/": "guard: own address", "http://[2a00:1450::5efe:203.0.114.9]/": "guard: own address",
}

// ownAddrs are public addresses of a machine.
var ownAddrs = []netip.Addr{netip.MustParseAddr("203.0.114.9"), netip.MustParseAddr("2a00:1450::7")}

func TestRefusedURLsAreAskedOfNoProxy(t *testing.T) {
	s := serveRaw(t, always("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"))
	c := newGuardedClient(t, fetch.Options{Proxy: s.url(""), OwnAddrs: ownAddrs})
	for url, want := range refusedURLs {
		if want == "" {
			continue
		}
		if got := cause(t, c, request(t, url)); got != want {
			t.Errorf("%s: cause %q, want %q", url, got, want)
		}
		if err := c.Reach(t.Context(), request(t, url).URL); err == nil || causeOf(t, err) != want {
			t.Errorf("Reach(%s) = %v, want %s", url, err, want)
		}
	}
	if sent, _ := s.seen(); len(sent) != 0 {
		t.Errorf("the proxy was asked: %q", sent)
	}
	for _, url := range []string{"http://site.example/", "http://site.example:8080/", "http://a.test/", "http://mycorp.example/", "http://home.example.org/", "http://8.8.8.8/"} {
		if got := cause(t, c, request(t, url)); got != "" {
			t.Errorf("%s: cause %q, want a request to the proxy", url, got)
		}
	}
}

// TestRefusedURLsAreNotDialled never connects: names are looked up at a resolver of its own, which knows addresses that are refused only.
func TestRefusedURLsAreNotDialled(t *testing.T) {
	var asked atomic.Int32
	c := newGuardedClient(t, fetch.Options{OwnAddrs: ownAddrs, Lookup: func(_ context.Context, host string) ([]netip.Addr, error) {
		if asked.Add(1); host == "mine.example" {
			return ownAddrs, nil
		}
		return []netip.Addr{netip.MustParseAddr("192.0.2.1")}, nil
	}})
	for url, want := range refusedURLs {
		if want == "" {
			continue
		}
		if got := cause(t, c, request(t, url)); got != want {
			t.Errorf("%s: cause %q, want %q", url, got, want)
		}
	}
	if asked.Load() != 0 {
		t.Errorf("%d names were looked up", asked.Load())
	}
	for url, want := range map[string]string{"http://mine.example/": "guard: own address", "http://a.test/": "guard: documentation"} {
		if got := cause(t, c, request(t, url)); got != want {
			t.Errorf("%s: cause %q, want %q", url, got, want)
		}
	}
}

func TestNamesAndPortsThatTheUserNamesAreAllowed(t *testing.T) {
	s := serveRaw(t, always("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"))
	_, port, _ := net.SplitHostPort(s.addr())
	given := newGuardedClient(t, fetch.Options{Resolve: map[string]netip.Addr{"intranet:" + port: netip.MustParseAddr("127.0.0.1")}})
	private := newClient(t, fetch.Options{Lookup: func(context.Context, string) ([]netip.Addr, error) {
		return []netip.Addr{netip.MustParseAddr("127.0.0.1")}, nil
	}})
	for _, c := range []*fetch.Client{given, private} {
		get(t, c, request(t, "http://intranet:"+port+"/"))
	}
	proxied := newGuardedClient(t, fetch.Options{Proxy: s.url(""), Resolve: map[string]netip.Addr{"intranet:80": netip.MustParseAddr("127.0.0.1")}})
	if got := cause(t, proxied, request(t, "http://intranet/")); got != "guard: local name" {
		t.Errorf("behind a proxy, which does not know the address: cause %q", got)
	}
	allowed := newClient(t, fetch.Options{Proxy: s.url(""), AllowPrivate: true})
	for _, url := range []string{"http://intranet/", "http://nas.lan:22/"} {
		if got := cause(t, allowed, request(t, url)); got != "" {
			t.Errorf("%s with private addresses allowed: cause %q", url, got)
		}
	}
}

func TestOwnAddressesAreThoseOfTheInterfaces(t *testing.T) {
	own := guard.NewOwn(nil)
	if !own.Has(netip.MustParseAddr("127.0.0.1")) || !own.Has(netip.MustParseAddr("::ffff:127.0.0.1")) || own.Has(netip.MustParseAddr("8.8.8.8")) {
		t.Error("loopback is not an address of this machine, or 8.8.8.8 is")
	}
	if guard.NewOwn([]netip.Addr{}).Has(netip.MustParseAddr("127.0.0.1")) {
		t.Error("no address was given, and loopback is one")
	}
}

func TestNameLookups(t *testing.T) {
	var asked atomic.Int32
	lookup := func(ctx context.Context, host string) ([]netip.Addr, error) {
		asked.Add(1)
		switch host {
		case "missing.example":
			return nil, &net.DNSError{Err: "no such host", Name: host, IsNotFound: true}
		case "slow.example":
			return nil, &net.DNSError{Err: "timeout", Name: host, IsTimeout: true}
		case "broken.example":
			return nil, errors.New("server misbehaving")
		case "hangs.example":
			<-ctx.Done()
			return nil, ctx.Err()
		}
		a := netip.MustParseAddr("::ffff:192.0.2.7")
		return []netip.Addr{a, a, netip.MustParseAddr("2001:db8::7")}, nil
	}
	c, hasty := newGuardedClient(t, fetch.Options{Lookup: lookup}), newGuardedClient(t, fetch.Options{Lookup: lookup, Connect: 100 * time.Millisecond})
	for host, want := range map[string]string{
		"missing": "dns: no such host", "slow": "dns: timeout", "broken": "dns: server failure", "hangs": "dns: timeout", "fine": "guard: documentation",
	} {
		client, before := c, asked.Load()
		if host == "hangs" {
			client = hasty
		}
		for range 3 {
			res, err := client.Do(t.Context(), request(t, "http://"+host+".example/"))
			if err == nil {
				res.Release()
				t.Fatalf("%s: no error", host)
			}
			e := err.(*fetch.Error)
			if string(e.Cause) != want || e.Temporary != (strings.HasPrefix(want, "dns: ") && host != "missing") {
				t.Errorf("%s: cause %q, temporary %v, want %q", host, e.Cause, e.Temporary, want)
			}
		}
		if n := asked.Load() - before; n != 1 {
			t.Errorf("%s: looked up %d times, want once", host, n)
		}
	}
	addrs, err := c.Addrs(t.Context(), "fine.example", 80)
	if err != nil || len(addrs) != 2 || addrs[0].String() != "192.0.2.7" {
		t.Errorf("Addrs = %v, %v", addrs, err)
	}
	if addrs, err := c.Addrs(t.Context(), "[::1]", 80); err != nil || len(addrs) != 1 {
		t.Errorf("Addrs of an address = %v, %v", addrs, err)
	}
}

func TestOtherAddressIsTriedWhenOneFails(t *testing.T) {
	s := serveRaw(t, always("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"))
	_, port, _ := net.SplitHostPort(s.addr())
	c := newClient(t, fetch.Options{Lookup: func(context.Context, string) ([]netip.Addr, error) {
		return []netip.Addr{netip.MustParseAddr("127.0.0.2"), netip.MustParseAddr("::1"), netip.MustParseAddr("127.0.0.1")}, nil
	}})
	res := get(t, c, request(t, "http://many.example:"+port+"/"))
	if res.Addr.Addr().String() != "127.0.0.1" {
		t.Errorf("served by %v", res.Addr)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	_, free, _ := net.SplitHostPort(l.Addr().String())
	l.Close()
	if got := cause(t, c, request(t, "http://many.example:"+free+"/")); got != "connect: refused" {
		t.Errorf("cause %q, want connect: refused", got)
	}
}
