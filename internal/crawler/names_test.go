package crawler_test

import (
	"context"
	"net"
	"net/netip"
	"strings"
	"sync"
	"testing"
	"time"

	"golang.org/x/net/dns/dnsmessage"
)

// answer is what a name server says of a name: addresses, or that there is no
// such name, or that it cannot say.
type answer struct {
	addrs []string
	code  dnsmessage.RCode
}

func at(addrs ...string) answer { return answer{addrs: addrs} }

var (
	noSuchName  = answer{code: dnsmessage.RCodeNameError}
	serverFails = answer{code: dnsmessage.RCodeServerFailure}
)

// nameServer is a DNS server on loopback that the resolver asks while the test runs.
type nameServer struct {
	conn net.PacketConn

	mu    sync.Mutex
	say   func(name string, nth int) answer
	asked map[string]int // for addresses of the fourth version
}

func serveNames(t *testing.T, say func(name string, nth int) answer) *nameServer {
	t.Helper()
	conn, err := net.ListenPacket("udp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	s := &nameServer{conn: conn, say: say, asked: map[string]int{}}
	var serving sync.WaitGroup
	serving.Go(s.serve)
	before := net.DefaultResolver
	net.DefaultResolver = &net.Resolver{PreferGo: true, Dial: func(ctx context.Context, _, _ string) (net.Conn, error) {
		return (&net.Dialer{}).DialContext(ctx, "udp", conn.LocalAddr().String())
	}}
	t.Cleanup(func() {
		net.DefaultResolver = before
		conn.Close()
		serving.Wait()
	})
	return s
}

func (s *nameServer) serve() {
	buf := make([]byte, 1500)
	for {
		n, from, err := s.conn.ReadFrom(buf)
		if err != nil {
			return
		}
		if reply, ok := s.reply(buf[:n]); ok {
			s.conn.WriteTo(reply, from)
		}
	}
}

func (s *nameServer) reply(query []byte) ([]byte, bool) {
	var m dnsmessage.Message
	if err := m.Unpack(query); err != nil || len(m.Questions) != 1 {
		return nil, false
	}
	q := m.Questions[0]
	name := strings.TrimSuffix(q.Name.String(), ".")
	s.mu.Lock()
	if q.Type == dnsmessage.TypeA {
		s.asked[name]++
	}
	a := s.say(name, s.asked[name])
	s.mu.Unlock()
	m.Response, m.RecursionAvailable, m.RCode, m.Additionals = true, true, a.code, nil
	for _, text := range a.addrs {
		addr := netip.MustParseAddr(text)
		h := dnsmessage.ResourceHeader{Name: q.Name, Class: q.Class, TTL: 60}
		switch {
		case addr.Is4() && q.Type == dnsmessage.TypeA:
			m.Answers = append(m.Answers, dnsmessage.Resource{Header: h, Body: &dnsmessage.AResource{A: addr.As4()}})
		case addr.Is6() && q.Type == dnsmessage.TypeAAAA:
			m.Answers = append(m.Answers, dnsmessage.Resource{Header: h, Body: &dnsmessage.AAAAResource{AAAA: addr.As16()}})
		}
	}
	out, err := m.Pack()
	return out, err == nil
}

func (s *nameServer) times(name string) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.asked[name]
}

// ownLoopback is an address at which only tests listen that need a closed port, or open one again: nobody else is given that port meanwhile.
const ownLoopback = "127.0.0.3"

// waitUntil waits for a condition, as [comes] does.
func waitUntil(t *testing.T, what string, ok func() bool) {
	t.Helper()
	if !comes(ok) {
		t.Fatalf("%s did not come about", what)
	}
}

// comes waits for a condition, on any goroutine, and reports whether it was met within five minutes.
func comes(ok func() bool) bool {
	for end := time.Now().Add(5 * time.Minute); !ok(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(end) {
			return false
		}
	}
	return true
}
