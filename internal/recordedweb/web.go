// Package recordedweb is a web that was recorded: it answers a crawl in the
// place of the network, in virtual time.
//
// [Sites] serves a folder of sites, [Archive] the folder of a library's archive.
// Both return a [Web], which is the exchange of a crawl and brings its clock:
//
//	web, err := recordedweb.Sites(os.DirFS("sites"), recordedweb.Options{Seed: 1})
//	cfg := crawl.Config{Seeds: web.Seeds(), Exchange: web, Clock: web.Clock()}
//
// A crawl over it does all that it does on the network: it requests robots.txt,
// keeps its delays, follows redirects, meets hosts that do not exist. But its
// delays cost no time, and it always takes the same course: two crawls with the
// same settings over the same web with the same seed visit the same URLs in the
// same order at the same times. Another seed has other latencies, and so another
// order.
//
// A URL of a recorded host that was not recorded has status 404; the name of any
// other host does not exist. The responses are read on request: of a
// folder of sites the Web holds the names of the hosts in memory, of an archive some
// 60 bytes for each URL.
package recordedweb

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"math/rand/v2"
	"net/http"
	"net/netip"
	"time"

	"sluice/internal/clock"
	"sluice/internal/fetch"
	"sluice/weburl"
)

// Options set how a recorded web behaves.
type Options struct {
	Seed    uint64        // of what is random: the latencies
	Latency time.Duration // mean time from request to answer; 0: 100 ms
	Clock   clock.Clock   // nil: a virtual one, which begins at the start of 2020
}

// Web is a recorded web. It is safe for use by many goroutines, and by one crawl after
// the other.
type Web struct {
	source source
	o      Options
	reader *fetch.Client // makes responses of what was recorded; it never connects
}

// source is where the answers of a Web lie.
type source interface {
	// hasHost reports whether anything of a host, with its port if it is not the scheme's own, is recorded.
	hasHost(host string) bool
	// answer opens what is recorded of a request; the error wraps errNotRecorded if nothing is.
	answer(ctx context.Context, r *fetch.Request) (*answer, error)
	// seeds returns a URL of each host, sorted.
	seeds() []string
}

// answer is what a server sent.
type answer struct {
	header    []byte           // status line and headers, with the blank line that ends them
	body      io.ReadCloser    // without transfer encoding, content encoding on
	truncated fetch.Truncation // as fetch.Response has it
}

var errNotRecorded = errors.New("not recorded")

const defaultLatency = 100 * time.Millisecond

// start is when virtual time begins, unless a clock is given.
var start = time.Date(2020, 1, 1, 0, 0, 0, 0, time.UTC)

// newWeb returns a web over a source, in virtual time of its own unless o has a clock.
func newWeb(s source, o Options) (*Web, error) {
	if o.Latency == 0 {
		o.Latency = defaultLatency
	}
	if o.Clock == nil {
		o.Clock = clock.NewVirtual(start)
	}
	reader, err := fetch.New(fetch.Options{UserAgent: "recordedweb"})
	if err != nil {
		return nil, err
	}
	return &Web{source: s, o: o, reader: reader}, nil
}

// Clock returns the clock in whose time the web answers.
func (w *Web) Clock() clock.Clock { return w.o.Clock }

// Seed returns the seed of what is random.
func (w *Web) Seed() uint64 { return w.o.Seed }

// Seeds returns the URL of a page of each host, sorted: of a folder of sites its home page, or the index page that is the least deep, of an
// archive the shortest URL.
func (w *Web) Seeds() []string { return w.source.seeds() }

// Do answers a request after its latency. The error is a [*fetch.Error]. The caller holds the clock.
func (w *Web) Do(ctx context.Context, r *fetch.Request) (*fetch.Response, error) {
	began := w.o.Clock.Now()
	if err := clock.Sleep(ctx, w.o.Clock, w.latency(r.URL)); err != nil {
		return nil, cancelled(err)
	}
	if !w.source.hasHost(r.URL.Host()) {
		return nil, noSuchHost()
	}
	a, err := w.source.answer(ctx, r)
	switch {
	case errors.Is(err, errNotRecorded):
		a = textAnswer(http.StatusNotFound, "not recorded\n")
	case err != nil:
		return nil, &fetch.Error{Cause: fetch.Disk, Err: fmt.Errorf("read recorded %s: %w", r.URL, err)}
	}
	defer a.body.Close()
	resp, err := w.reader.Reread(r, a.header, a.body)
	if err != nil {
		return nil, err
	}
	if a.truncated != "" {
		resp.Truncated = a.truncated
	}
	now := w.o.Clock.Now()
	resp.Start, resp.FirstByte, resp.End = began, now, now
	resp.Addr = netip.AddrPortFrom(addressOf(r.URL.Hostname()), uint16(r.URL.Port()))
	return resp, nil
}

// latency returns how long the answer to a request for u takes: from a half to one and a half of the mean, by URL
// and seed alone, so that crawls of different orders meet the same web.
func (w *Web) latency(u weburl.URL) time.Duration {
	key := u.Key()
	random := rand.NewPCG(binary.BigEndian.Uint64(key[:8])^w.o.Seed, binary.BigEndian.Uint64(key[8:]))
	return time.Duration(float64(w.o.Latency) * (0.5 + rand.New(random).Float64()))
}

// Addrs returns the address of a host: one of its own, made of its name.
func (w *Web) Addrs(_ context.Context, host string, port int) ([]netip.Addr, error) {
	if !w.source.hasHost(host) && !w.source.hasHost(fmt.Sprint(host, ":", port)) {
		return nil, noSuchHost()
	}
	return []netip.Addr{addressOf(host)}, nil
}

// addressOf returns an address of the block for documentation (RFC 3849).
func addressOf(host string) netip.Addr {
	if a, err := netip.ParseAddr(host); err == nil {
		return a
	}
	h := fnv.New64a()
	io.WriteString(h, host)
	a := [16]byte{0x20, 0x01, 0x0d, 0xb8}
	binary.BigEndian.PutUint64(a[8:], h.Sum64())
	return netip.AddrFrom16(a)
}

// HasHost reports whether anything of a host, with its port if it is not the scheme's own, is recorded.
func (w *Web) HasHost(host string) bool { return w.source.hasHost(host) }

// Reach reports whether u's host is recorded. The error is a [*fetch.Error].
func (w *Web) Reach(_ context.Context, u weburl.URL) error {
	if !w.source.hasHost(u.Host()) {
		return noSuchHost()
	}
	return nil
}

// InFlight returns nothing: no request to a recorded web stalls.
func (w *Web) InFlight() []fetch.Flight { return nil }

// Close closes what the web holds open.
func (w *Web) Close() error {
	w.reader.Close()
	if c, ok := w.source.(io.Closer); ok {
		return c.Close()
	}
	return nil
}

// noSuchHost is the error of a host that the recording does not have.
func noSuchHost() *fetch.Error { return &fetch.Error{Cause: fetch.NoSuchHost} }

// cancelled returns the error of a request whose context has ended.
func cancelled(err error) *fetch.Error {
	return &fetch.Error{Cause: fetch.Cancelled, Err: err, Temporary: true}
}
