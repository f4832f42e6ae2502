//go:build yardstick

package fetch_test

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/netip"
	"regexp"
	"slices"
	"sort"
	"strconv"
	"strings"
	"testing"
	"time"

	"sluice/internal/conformancetest"
	"sluice/internal/fetch"
	"sluice/internal/fetch/guard"
	"sluice/weburl"
)

type misbehaviour map[string]json.RawMessage

func (m misbehaviour) text(name string) string {
	var s string
	if json.Unmarshal(m[name], &s) == nil && s != "" {
		return s
	}
	if json.Unmarshal(m[name+"_b64"], &s) == nil {
		b, _ := base64.StdEncoding.DecodeString(s)
		return string(b)
	}
	return ""
}

// replies returns what the server says to one request after the other.
func (m misbehaviour) replies(t *testing.T) []string {
	switch {
	case m["headers"] != nil:
		return []string{"HTTP/1.1 200 OK\r\n" + m.text("headers") + "\r\n\r\n" + strings.Repeat("x", 42)}
	case m["status_line"] != nil:
		return []string{"HTTP/1.1 " + m.text("status_line") + "\r\nHeader: OK\r\n\r\nBody"}
	case m["content_encoding"] != nil:
		return []string{"HTTP/1.1 200 OK\r\nContent-Encoding: " + m.text("content_encoding") + "\r\n\r\n" + m.text("body")}
	case m["reply_recipe"] != nil:
		return []string{m.recipe(t)}
	}
	list := []string{m.text("reply")}
	var later []int
	for name := range m {
		if n, ok := strings.CutPrefix(name, "reply_"); ok {
			if n, err := strconv.Atoi(strings.TrimSuffix(n, "_b64")); err == nil {
				later = append(later, n)
			}
		}
	}
	sort.Ints(later)
	for _, n := range later {
		list = append(list, m.text(fmt.Sprintf("reply_%d", n)))
	}
	return list
}

// recipe makes a reply of a prefix, a unit that repeats, and a suffix; {x*N} in the unit are N letters.
func (m misbehaviour) recipe(t *testing.T) string {
	var r struct {
		Prefix, Unit, Suffix string
		Repeat               int
	}
	if err := json.Unmarshal(m["reply_recipe"], &r); err != nil {
		t.Fatal(err)
	}
	unit := regexp.MustCompile(`\{(.)\*(\d+)\}`).ReplaceAllStringFunc(r.Unit, func(s string) string {
		n, _ := strconv.Atoi(s[3 : len(s)-1])
		return strings.Repeat(s[1:2], n)
	})
	return r.Prefix + strings.Repeat(unit, r.Repeat) + r.Suffix
}

// limit is the size limit that the case sets for the client.
func (m misbehaviour) limit() int64 {
	if f := regexp.MustCompile(`--max-filesize[= ](\d+)`).FindStringSubmatch(m.text("command")); f != nil {
		n, _ := strconv.ParseInt(f[1], 10, 64)
		return n
	}
	var e struct {
		Limit int64 `json:"content_limit"`
	}
	json.Unmarshal(m["expect"], &e)
	if e.Limit > 0 {
		return e.Limit
	}
	return 10 << 20
}

type outcome struct {
	err       error
	status    int
	body      string
	truncated string
	header    map[string][]string
}

// play asks for each reply of the case, over one connection as long as it holds.
func play(t *testing.T, m misbehaviour) []outcome {
	replies := m.replies(t)
	s := serveRaw(t, func(conn net.Conn, _ string, nth int) bool {
		reply := replies[min(nth, len(replies))-1]
		io.WriteString(conn, reply)
		closes := strings.Contains(reply, "swsclose") || strings.Contains(reply, "Connection: close")
		return nth < len(replies) && !closes
	})
	c, err := fetch.New(fetch.Options{AllowPrivate: true, FirstByte: 2 * time.Second, Stall: 2 * time.Second})
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	var list []outcome
	for range replies {
		list = append(list, ask(t, c, upTo(request(t, s.url("/")), m.limit())))
	}
	return list
}

func ask(t *testing.T, c *fetch.Client, r *fetch.Request) outcome {
	res, err := c.Do(context.Background(), r)
	if err != nil {
		return outcome{err: err}
	}
	defer res.Release()
	if res.Undecoded != "" { // the bytes are kept, and it counts as an error
		return outcome{err: errors.New(string(res.Undecoded))}
	}
	header := map[string][]string{}
	for name, values := range res.Header {
		header[name] = append([]string(nil), values...)
	}
	return outcome{status: res.Status, body: content(t, &res.Content), truncated: string(res.Truncated), header: header}
}

// asExpected compares with what the case says: accepted or refused, and more where it says more.
func asExpected(m misbehaviour, list []outcome) bool {
	refused, truncated := false, ""
	for _, o := range list {
		refused = refused || o.err != nil
		truncated += o.truncated
	}
	if m["curl_exit"] != nil {
		return asCurl(string(m["curl_exit"]), refused, truncated)
	}
	var e struct {
		Error       string
		Status      *int
		Body        *string
		BodyLength  *int   `json:"body_length"`
		BodyStarts  string `json:"body_starts"`
		Truncated   *string
		Location    string
		HeaderParts map[string]string `json:"header_contains"`
	}
	if json.Unmarshal(m["expect"], &e) != nil {
		return false
	}
	o := list[0]
	if strings.Contains(e.Error, "decompressed") {
		return o.truncated == "length" || refused
	}
	if e.Error != "" || refused {
		return refused == (e.Error != "")
	}
	for name, part := range e.HeaderParts {
		if !strings.Contains(strings.Join(o.header[name], "\n"), part) {
			return false
		}
	}
	return (e.Status == nil || *e.Status == o.status) && (e.Body == nil || *e.Body == o.body) &&
		(e.BodyLength == nil || *e.BodyLength == len(o.body)) && strings.HasPrefix(o.body, e.BodyStarts) &&
		(e.Truncated == nil || *e.Truncated == o.truncated) && (e.Location == "" || slices.Contains(o.header["Location"], e.Location))
}

// asCurl reads curl's exit code: 0 accepted, 18 (partial file) and 63 (file too large) kept in part, 47 (too many
// redirects) for whoever follows them, all others refused.
func asCurl(exit string, refused bool, truncated string) bool {
	switch exit {
	case "0", "47":
		return !refused
	case "18", "63":
		return refused || truncated != ""
	}
	return refused
}

func TestConformanceHTTP(t *testing.T) {
	y := conformancetest.NewTally(t, "http_misbehaviour")
	for _, m := range conformancetest.Cases[misbehaviour](t, "http_misbehaviour") {
		list := play(t, m)
		last := list[len(list)-1]
		y.Count(m.text("suite"), m.text("id"), asExpected(m, list), "%s (%s) exit %s expect %s: error %v, truncated %q",
			m.text("name"), m.text("title"), m["curl_exit"], m["expect"], last.err, last.truncated)
	}
	y.Report(conformancetest.Bars{All: 90})
}

// closedNames are the names under which the suites speak of closed ranges.
var closedNames = map[string][]string{
	"loopback":  {"loopback"},
	"sitelocal": {"private use", "site local", "unique local"},
	"linklocal": {"link local"},
	"multicast": {"multicast"},
}

func TestConformanceSSRF(t *testing.T) {
	type ssrfCase struct {
		ID, Suite, CIDR, IP, Range, URL string
		Contains, Member, Blocked       *bool
	}
	y := conformancetest.NewTally(t, "ssrf")
	for _, c := range conformancetest.Cases[ssrfCase](t, "ssrf") {
		ok, blocked := false, c.Blocked != nil && *c.Blocked
		switch {
		case c.Contains != nil:
			a := address(c.IP)
			ok = (block(c.CIDR).Contains(a) || block(c.CIDR).Contains(a.Unmap())) == *c.Contains
		case c.Member != nil:
			name, member := guard.Forbidden(address(c.IP)), false
			for _, n := range closedNames[c.Range] {
				member = member || n == name
			}
			ok = member == *c.Member
		case c.IP != "":
			ok = (guard.Forbidden(address(c.IP)) != "") == blocked
		case c.CIDR != "":
			p := block(c.CIDR).Masked()
			ok = p.IsValid() && (guard.Forbidden(p.Addr()) != "" && guard.Forbidden(lastOf(p)) != "") == blocked
		default:
			ok = refusesAll(t, c.URL)
		}
		y.Count(c.Suite, c.ID, ok, "%+v", c)
	}
	y.Report(conformancetest.Bars{All: 100})
}

// block reads a block of addresses, or one address.
func block(s string) netip.Prefix {
	if a := address(s); a.IsValid() {
		return netip.PrefixFrom(a, a.BitLen())
	}
	p, _ := netip.ParsePrefix(s)
	return p
}

// address parses an address. Invalid text is the zero address, which is refused.
func address(s string) netip.Addr {
	a, _ := netip.ParseAddr(s)
	return a
}

// refusesAll fills the places in a URL with closed addresses, and reports whether each is refused. Names lead to
// closed addresses, too.
func refusesAll(t *testing.T, pattern string) bool {
	c := newGuardedClient(t, fetch.Options{Lookup: func(_ context.Context, host string) ([]netip.Addr, error) {
		if strings.Contains(host, "6") {
			return []netip.Addr{netip.MustParseAddr("fd00::1")}, nil
		}
		return []netip.Addr{netip.MustParseAddr("10.0.0.1")}, nil
	}})
	for _, host := range []string{"127.0.0.1", "10.1.2.3", "169.254.169.254", "[::1]", "[fd00:ec2::254]", "0x7f.1", "2130706433"} {
		url := strings.Replace(pattern, "%v", host, 1)
		u, err := weburl.Parse(strings.Replace(url, "%v", "8080", 1))
		if err != nil {
			continue
		}
		if got := cause(t, c, &fetch.Request{URL: u}); !strings.HasPrefix(got, "guard: ") {
			t.Logf("%s: cause %q", u, got)
			return false
		}
	}
	return true
}
