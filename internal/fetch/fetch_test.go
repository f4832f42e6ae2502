package fetch_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"sluice/internal/credential"
	"sluice/internal/fetch"
	"sluice/internal/fetch/cookie"
)

func TestDoBringsBackEveryByte(t *testing.T) {
	const head = "HTTP/1.1 200 Fine so far\r\nserver:  odd\r\nX-Twice: a\r\nX-Twice: b\r\nX-Folded: one\r\n  two\r\nContent-Type: text/html\r\nContent-Length: 5\r\n\r\n"
	s := serveRaw(t, always(head+"hello"))
	c := newClient(t, fetch.Options{UserAgent: "sluice/1", Contact: "mailto:crawl@example.org"})
	r := request(t, s.url("/a?b=c"))
	r.ETag, r.LastModified = `"v1"`, "Sat, 01 Jan 2000 00:00:00 GMT"
	res := get(t, c, r)
	if res.Status != 200 || res.Proto != "HTTP/1.1" || res.Truncated != "" || len(res.Marks) != 0 {
		t.Errorf("got %d %s truncated %q marks %v", res.Status, res.Proto, res.Truncated, res.Marks)
	}
	if string(res.HeaderBytes) != head {
		t.Errorf("header bytes %q, want %q", res.HeaderBytes, head)
	}
	for name, want := range map[string]string{"Server": "odd", "X-Twice": "a|b", "X-Folded": "one two"} {
		if got := strings.Join(res.Header[name], "|"); got != want {
			t.Errorf("header %s is %q, want %q", name, got, want)
		}
	}
	if content(t, &res.Wire) != "hello" || content(t, &res.Content) != "hello" {
		t.Errorf("wire %q, content %q", content(t, &res.Wire), content(t, &res.Content))
	}
	if res.Addr.String() != s.addr() {
		t.Errorf("address %v, want %s", res.Addr, s.addr())
	}
	if res.Start.After(res.FirstByte) || res.FirstByte.After(res.End) {
		t.Errorf("times out of order: %v %v %v", res.Start, res.FirstByte, res.End)
	}
	want := "GET /a?b=c HTTP/1.1\r\nHost: " + s.addr() + "\r\nUser-Agent: sluice/1 (+mailto:crawl@example.org)\r\nFrom: crawl@example.org\r\n" +
		"Accept-Encoding: gzip, deflate, br, zstd\r\nAccept: text/html,application/xhtml+xml,application/xml;q=0.9,application/pdf;q=0.9,*/*;q=0.8\r\n" +
		"If-None-Match: \"v1\"\r\nIf-Modified-Since: Sat, 01 Jan 2000 00:00:00 GMT\r\n\r\n"
	if sent, _ := s.seen(); sent[0] != want || string(res.RequestBytes) != want {
		t.Errorf("sent %q\nsaid %q\nwant %q", sent[0], res.RequestBytes, want)
	}
}

func TestReleaseTwiceIsHarmless(t *testing.T) {
	s := serveRaw(t, always("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"))
	c := newClient(t, fetch.Options{})
	res := get(t, c, request(t, s.url("/")))
	res.Release()
	res.Release()
	if b, ok := res.Content.Bytes(); !ok || len(b) != 0 || res.Status != 200 {
		t.Errorf("after release: %q %v %d", b, ok, res.Status)
	}
}

func TestCancelEndsAtOnce(t *testing.T) {
	s := serveRaw(t, func(conn net.Conn, _ string, _ int) bool {
		io.WriteString(conn, "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf")
		io.Copy(io.Discard, conn)
		return false
	})
	c := newClient(t, fetch.Options{})
	ctx, cancel := context.WithCancel(context.Background())
	time.AfterFunc(50*time.Millisecond, cancel)
	begin := time.Now()
	_, err := c.Do(ctx, request(t, s.url("/")))
	if err == nil || causeOf(t, err) != "cancelled" || time.Since(begin) > 15*time.Second { // a body may stall for 20
		t.Errorf("error %v after %v, want cancelled at once", err, time.Since(begin))
	}
}

// slowestAnswer is what a server of these tests may need for the head of an answer on a machine with other work.
const slowestAnswer = 20 * time.Second

// doWithin makes a request that may take a whole time, and again with a longer one if the answer has not begun in that.
func doWithin(t *testing.T, whole time.Duration, do func(whole time.Duration) (*fetch.Response, error)) (*fetch.Response, error) {
	t.Helper()
	for {
		res, err := do(whole)
		if err == nil || causeOf(t, err) != "timeout: whole" || whole > slowestAnswer {
			return res, err
		}
		whole *= 4
	}
}

func TestTimeLimits(t *testing.T) {
	const short = 120 * time.Millisecond
	silent := func(conn net.Conn, _ string, _ int) bool {
		io.Copy(io.Discard, conn)
		return false
	}
	stalls := func(conn net.Conn, _ string, _ int) bool {
		io.WriteString(conn, "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf")
		io.Copy(io.Discard, conn)
		return false
	}
	stallsBeforeBody := func(conn net.Conn, _ string, _ int) bool {
		io.WriteString(conn, "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n")
		io.Copy(io.Discard, conn)
		return false
	}
	trickles := func(conn net.Conn, _ string, _ int) bool {
		io.WriteString(conn, "HTTP/1.1 200 OK\r\n\r\n")
		for {
			if _, err := io.WriteString(conn, "x"); err != nil {
				return false
			}
			time.Sleep(10 * time.Millisecond)
		}
	}
	tricklesHeader := func(conn net.Conn, _ string, _ int) bool {
		for {
			if _, err := io.WriteString(conn, "HTTP/1.1 200 OK\r\nX"); err != nil {
				return false
			}
			time.Sleep(10 * time.Millisecond)
		}
	}
	for _, c := range []struct {
		name   string
		server func(net.Conn, string, int) bool
		o      fetch.Options
		cause  string // of an error
		mark   string // of a body kept in part
	}{
		{"no answer", silent, fetch.Options{FirstByte: short}, "timeout: first byte", ""},
		{"header without end", tricklesHeader, fetch.Options{FirstByte: short}, "timeout: first byte", ""},
		{"whole time before an answer", silent, fetch.Options{Whole: short}, "timeout: whole", ""},
		{"no body", stallsBeforeBody, fetch.Options{Stall: short}, "timeout: stall", ""},
		{"stall", stalls, fetch.Options{Stall: short}, "", "timeout: stall"},
		{"slow body", trickles, fetch.Options{MinRate: 1000, RateSpan: short}, "", "timeout: slow body"},
		{"endless trickle", trickles, fetch.Options{Whole: short}, "", "timeout: whole"},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := serveRaw(t, c.server)
			do := func(whole time.Duration) (*fetch.Response, error) {
				if c.o.Whole > 0 {
					c.o.Whole = whole
				}
				return newClient(t, c.o).Do(context.Background(), request(t, s.url("/")))
			}
			res, err := do(short)
			if err != nil && c.cause == "" {
				res, err = doWithin(t, 4*short, do)
			}
			switch {
			case err != nil:
				if e := err.(*fetch.Error); string(e.Cause) != c.cause || !e.Temporary {
					t.Errorf("cause %q, temporary %v, want %q", e.Cause, e.Temporary, c.cause)
				}
			case c.cause != "":
				t.Errorf("no error, want %q", c.cause)
			case res.Truncated != "time" || len(res.Marks) != 1 || res.Marks[0] != c.mark || res.Content.Len() == 0:
				t.Errorf("truncated %q, marks %q, %d bytes, want time and %q", res.Truncated, res.Marks, res.Content.Len(), c.mark)
			}
			if res != nil {
				res.Release()
			}
		})
	}
}

func TestRequestMayShortenTheWholeTime(t *testing.T) {
	s := serveRaw(t, func(conn net.Conn, _ string, _ int) bool {
		io.WriteString(conn, "HTTP/1.1 200 OK\r\n\r\nbegin")
		io.Copy(io.Discard, conn) // until the client hangs up
		return false
	})
	res, err := doWithin(t, 50*time.Millisecond, func(whole time.Duration) (*fetch.Response, error) {
		r := request(t, s.url("/"))
		r.Whole = whole
		return newClient(t, fetch.Options{}).Do(context.Background(), r)
	})
	if err != nil {
		t.Fatal(err)
	}
	defer res.Release()
	if res.Truncated != fetch.OverTime || !slices.Equal(res.Marks, []string{"timeout: whole"}) {
		t.Errorf("truncated %q, marks %q; want the limit of the request", res.Truncated, res.Marks)
	}
}

func TestBodiesAboveTwoMiBGoToFiles(t *testing.T) {
	const size = 5 << 20
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		for i := range size / 8 {
			fmt.Fprintf(w, "%07d\n", i)
		}
	}))
	defer srv.Close()
	dir := t.TempDir()
	c := newClient(t, fetch.Options{TempDir: dir})
	res := get(t, c, request(t, srv.URL))
	if _, inMemory := res.Content.Bytes(); inMemory || res.Content.Len() != size || res.Truncated != "" {
		t.Fatalf("in memory %v, %d bytes, truncated %q", inMemory, res.Content.Len(), res.Truncated)
	}
	one, two := res.Content.Reader(), res.Wire.Reader()
	one.Seek(-8, io.SeekEnd)
	last, _ := io.ReadAll(one)
	first := make([]byte, 8)
	io.ReadFull(two, first)
	if string(first) != "0000000\n" || string(last) != fmt.Sprintf("%07d\n", size/8-1) {
		t.Errorf("first %q, last %q", first, last)
	}
	if left, _ := filepath.Glob(filepath.Join(dir, "*")); len(left) != 0 {
		t.Errorf("files left in the temporary folder: %v", left)
	}
}

func TestMemoryOfBodiesIsBounded(t *testing.T) {
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		io.WriteString(w, strings.Repeat("x", 200<<10))
	}))
	defer srv.Close()
	c := newClient(t, fetch.Options{MaxMemory: 700 << 10})
	held := 0
	var list []*fetch.Response
	for range 5 {
		res := get(t, c, request(t, srv.URL))
		if _, inMemory := res.Content.Bytes(); inMemory {
			held++
		}
		if res.Content.Len() != 200<<10 {
			t.Errorf("%d bytes", res.Content.Len())
		}
		list = append(list, res)
	}
	if held != 2 {
		t.Errorf("%d bodies of 200 KiB in memory, want 2 in 700 KiB", held)
	}
	for _, res := range list {
		res.Release()
	}
	if res := get(t, c, request(t, srv.URL)); res.Content.Len() > 0 {
		if _, inMemory := res.Content.Bytes(); !inMemory {
			t.Error("memory that was given back is not used again")
		}
	}
}

func TestUnwritableTempDirIsAnError(t *testing.T) {
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Write(make([]byte, 3<<20))
	}))
	defer srv.Close()
	c := newClient(t, fetch.Options{TempDir: filepath.Join(t.TempDir(), "missing")})
	if got := cause(t, c, request(t, srv.URL)); got != "local: disk" {
		t.Errorf("cause %q, want local: disk", got)
	}
}

func TestBandwidthIsShared(t *testing.T) {
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Write(make([]byte, 60<<10))
	}))
	defer srv.Close()
	c := newClient(t, fetch.Options{Bandwidth: 200 << 10})
	begin := time.Now()
	var wg sync.WaitGroup
	for range 3 {
		wg.Go(func() {
			if res, err := c.Do(context.Background(), request(t, srv.URL)); err == nil {
				res.Release()
			}
		})
	}
	wg.Wait()
	// 180 KiB, of which the first 64 KiB pass at once
	if took := time.Since(begin); took < 400*time.Millisecond {
		t.Errorf("180 KiB at 200 KiB/s took %v", took)
	}
}

func TestInFlightReturnsPhaseOfEachRequest(t *testing.T) {
	asked := make(chan struct{})
	s := serveRaw(t, func(conn net.Conn, _ string, _ int) bool {
		close(asked)
		io.Copy(io.Discard, conn)
		return false
	})
	c := newClient(t, fetch.Options{})
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan struct{})
	go func() {
		defer close(done)
		c.Do(ctx, request(t, s.url("/slow")))
	}()
	<-asked
	list := c.InFlight()
	if len(list) != 1 || list[0].URL != s.url("/slow") || list[0].Stage != fetch.Ask || list[0].Since.IsZero() || !list[0].Moved.IsZero() {
		t.Errorf("in flight: %+v", list)
	}
	cancel()
	<-done
	if list := c.InFlight(); len(list) != 0 {
		t.Errorf("still in flight: %+v", list)
	}
}

func TestSecretHeadersGoToTheirOriginOnly(t *testing.T) {
	s := serveRaw(t, always("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"))
	_, port, _ := net.SplitHostPort(s.addr())
	header := http.Header{"Authorization": {"Bearer x"}, "X-Api-Key": {"k"}, "Accept-Language": {"de"}}
	c := newClient(t, fetch.Options{Header: header, Secrets: credential.New(header, []string{"http://localhost:" + port + "/"}, nil)})
	get(t, c, request(t, s.url("/")))
	res := get(t, c, request(t, "http://localhost:"+port+"/"))
	sent, _ := s.seen()
	if strings.Contains(sent[0], "Bearer") || strings.Contains(sent[0], "X-Api-Key") || !strings.Contains(sent[0], "Accept-Language: de\r\n") {
		t.Errorf("to another host: %q", sent[0])
	}
	if !strings.Contains(sent[1], "Authorization: Bearer x\r\n") || !strings.Contains(sent[1], "X-Api-Key: k\r\n") {
		t.Errorf("to the named host: %q", sent[1])
	}
	kept := string(res.RequestBytes)
	if strings.Contains(kept, "Bearer") || !strings.Contains(kept, "\r\nAuthorization: [redacted]\r\n") || !strings.Contains(kept, "\r\nX-Api-Key: [redacted]\r\n") ||
		!strings.HasSuffix(kept, "\r\n\r\n") {
		t.Errorf("for the archive: %q", kept)
	}
	other := newClient(t, fetch.Options{Header: header, Secrets: credential.New(header, []string{"https://localhost:" + port + "/"}, nil)})
	get(t, other, request(t, "http://localhost:"+port+"/"))
	if sent, _ := s.seen(); strings.Contains(sent[2], "Bearer") {
		t.Errorf("to another scheme: %q", sent[2])
	}
}

func TestCookiesOfUserAndHostAreOneField(t *testing.T) {
	s := serveRaw(t, always("HTTP/1.1 200 OK\r\nSet-Cookie: host=1; path=/\r\nContent-Length: 0\r\n\r\n"))
	header := http.Header{"Cookie": {"login=2"}}
	c := newClient(t, fetch.Options{Cookies: cookie.New(), Header: header, Secrets: credential.New(header, []string{s.url("/")}, nil)})
	for range 2 {
		get(t, c, request(t, s.url("/")))
	}
	sent, _ := s.seen()
	if strings.Count(sent[1], "Cookie:") != 1 || !strings.Contains(sent[1], "\r\nCookie: login=2; host=1\r\n") {
		t.Errorf("the second request is %q", sent[1])
	}
}

func TestCookies(t *testing.T) {
	s := serveRaw(t, func(conn net.Conn, _ string, nth int) bool {
		fmt.Fprintf(conn, "HTTP/1.1 200 OK\r\nSet-Cookie: n=%d; path=/\r\nSet-Cookie: away=1; domain=example.org\r\nContent-Length: 0\r\n\r\n", nth)
		return true
	})
	_, port, _ := net.SplitHostPort(s.addr())
	file := filepath.Join(t.TempDir(), "cookies.txt")
	if err := os.WriteFile(file, []byte("# Netscape HTTP Cookie File\nlocalhost\tFALSE\t/\tFALSE\t0\tsession\tabc\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	jar, err := cookie.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	for name, test := range map[string]struct {
		jar  *cookie.Jar
		want [2]string
	}{
		"none":   {nil, [2]string{"", ""}},
		"memory": {cookie.New(), [2]string{"", "Cookie: n="}},
		"file":   {jar, [2]string{"Cookie: session=abc\r\n", "session=abc"}},
	} {
		want := test.want
		c := newClient(t, fetch.Options{Cookies: test.jar})
		before, _ := s.seen()
		for range 2 {
			res := get(t, c, request(t, "http://localhost:"+port+"/"))
			if kept := string(res.RequestBytes); strings.Contains(kept, "n=") || strings.Contains(kept, "abc") {
				t.Errorf("jar %q: for the archive: %q", name, kept)
			}
		}
		c.Close()
		sent, _ := s.seen()
		for i, r := range sent[len(before):] {
			if got := strings.Contains(r, "Cookie: "); got != (want[i] != "") || !strings.Contains(r, want[i]) || strings.Contains(r, "away") {
				t.Errorf("jar %q, request %d is %q, want %q in it", name, i+1, r, want[i])
			}
		}
	}
}

func TestWrongOptionsAreNamed(t *testing.T) {
	_, err := fetch.New(fetch.Options{
		UserAgent: "a\nb", Stall: -1, MaxIdle: -1,
		Header: http.Header{"Host": {"x"}, "Bad Name": {"x"}, "X": {"a\r\nb"}},
	})
	if err == nil {
		t.Fatal("accepted")
	}
	for _, part := range []string{"user agent", "Stall", "MaxIdle", "header Host", `"Bad Name"`, "header X"} {
		if !strings.Contains(err.Error(), part) {
			t.Errorf("error does not name %s: %v", part, err)
		}
	}
	for _, proxy := range []string{
		"ftp://x", "http://", "://", "http://me:hidden@h:99999", "http://me:hid#den@h:1", "http://me:hid%zzden@h", "me:hidden@h:x", "socks://me:hidden@h",
	} {
		_, err := fetch.New(fetch.Options{Proxy: proxy})
		if !errors.Is(err, fetch.ErrProxy) || strings.Contains(err.Error(), "hid") {
			t.Errorf("proxy %q: error %v", proxy, err)
		}
	}
	if _, err := fetch.New(fetch.Options{CAFile: "/nowhere"}); err == nil {
		t.Error("missing CA file accepted")
	}
}

func TestDoAfterClose(t *testing.T) {
	c := newClient(t, fetch.Options{})
	c.Close()
	if got := cause(t, c, request(t, "http://127.0.0.1:1/")); got != "closed client" {
		t.Errorf("cause %q", got)
	}
}

func TestAge(t *testing.T) {
	for _, tt := range []struct {
		name, modified, date string
		want                 time.Duration
	}{
		{"a year", "Sat, 01 Jan 2000 00:00:00 GMT", "Sun, 31 Dec 2000 00:00:00 GMT", 365 * 24 * time.Hour},
		{"in the form of RFC 850", "Saturday, 01-Jan-00 00:00:00 GMT", "Sat, 01 Jan 2000 01:00:00 GMT", time.Hour},
		{"modified later than sent", "Sun, 02 Jan 2000 00:00:00 GMT", "Sat, 01 Jan 2000 00:00:00 GMT", 0},
		{"no date of sending", "Sat, 01 Jan 2000 00:00:00 GMT", "", 0},
		{"no date of change", "", "Sat, 01 Jan 2000 00:00:00 GMT", 0},
		{"no date at all", "yesterday", "today", 0},
		{"centuries", "Mon, 01 Jan 0001 00:00:00 GMT", "Fri, 31 Dec 9999 00:00:00 GMT", math.MaxInt64},
	} {
		r := fetch.Response{Header: http.Header{}}
		r.Header.Set("Last-Modified", tt.modified)
		r.Header.Set("Date", tt.date)
		if got := r.Age(); got != tt.want {
			t.Errorf("%s: Age() = %v, want %v", tt.name, got, tt.want)
		}
	}
}
