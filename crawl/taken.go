package crawl

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net/netip"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"sluice/internal/archive"
	"sluice/internal/catalogue"
	"sluice/internal/fetch"
	"sluice/internal/frontier"
	"sluice/weburl"
)

// taken is one exchange as an archive has it.
type taken struct {
	id        string // of its first record
	place     archive.Location
	lease     frontier.Lease
	known     *catalogue.Fetch // what has not been modified since
	resp      *fetch.Response
	robots    bool // it was asked for to know the rules
	described bool // its metadata record has been read
	broken    bool // a record after the first is damaged
}

// open reads the first record of an exchange, with its body.
func (p *player) open(ctx context.Context, rec *archive.Record) {
	if !strings.HasPrefix(rec.URL, "http") { // such as dns:, of which other crawlers keep records
		return
	}
	x, err := p.firstOf(ctx, rec)
	var told *archive.DamageError // by the reader, too, when it goes on
	switch {
	case err == nil:
		p.at = x
	case !errors.As(err, &told):
		p.damaged(fmt.Errorf("%s of %s, %s: %w", rec.Type, rec.URL, rec.Header.Get("WARC-Date"), err))
	}
}

func (p *player) firstOf(ctx context.Context, rec *archive.Record) (x *taken, err error) {
	x = &taken{id: rec.Header.Get("WARC-Record-ID")}
	defer func() {
		if err != nil && x.resp != nil {
			x.resp.Release()
		}
	}()
	if x.lease.URL, err = weburl.NoRules().Parse(rec.URL); err != nil {
		return x, err
	}
	if rec.HTTP == nil || rec.Time.IsZero() {
		return x, errors.New("no HTTP header or no date")
	}
	if rec.Type == "revisit" {
		err = p.revisit(ctx, x, rec)
	} else {
		err = p.reread(x, rec, rec.Body)
	}
	if err != nil {
		return x, err
	}
	if x.place, err = rec.Location(); err != nil {
		return x, err
	}
	return x, x.check(rec)
}

// reread makes the response of a record's header and a body that lies here or elsewhere.
func (p *player) reread(x *taken, rec *archive.Record, body io.Reader) (err error) {
	u := x.lease.URL
	if x.resp, err = p.c.client.Reread(&fetch.Request{URL: u, Limit: bodyLimit(u, &p.c.cfg)}, rec.HTTP, body); err != nil {
		return err
	}
	x.resp.Start, x.resp.End = rec.Time, rec.Time
	if addr, err := netip.ParseAddr(rec.Header.Get("WARC-IP-Address")); err == nil {
		x.resp.Addr = netip.AddrPortFrom(addr, 0)
	}
	if why := rec.Header.Get("WARC-Truncated"); why != "" {
		x.resp.Truncated = why
	}
	return nil
}

// revisit reads an answer whose body lies with an earlier one.
func (p *player) revisit(ctx context.Context, x *taken, rec *archive.Record) error {
	original := rec.Original()
	if original == nil {
		return errors.New("does not tell what it stands for")
	}
	f, err := p.find(ctx, original)
	if err != nil {
		return err
	}
	if original.Profile == archive.NotModified {
		v, ok, err := p.c.cfg.Catalogue.Validator(ctx, x.lease.URL.String())
		if err != nil || !ok {
			return errors.Join(err, errLost)
		}
		x.known = &v.Fetch
		return p.reread(x, rec, strings.NewReader(""))
	}
	with, err := p.c.cfg.Archive.Read(ctx, archive.Location{File: f.File, Offset: f.Offset, Length: f.Length})
	if err != nil {
		return err
	}
	defer with.Close()
	if err := p.reread(x, rec, with.Body); err != nil {
		return err
	}
	if _, err := with.Location(); err != nil {
		return fmt.Errorf("%w: %v", errLost, err)
	}
	return nil
}

var errLost = errors.New("the answer that it stands for is damaged or missing")

// find gives the fetch that a revisit stands for. It may be on its way into the catalogue still.
func (p *player) find(ctx context.Context, o *archive.Original) (catalogue.Fetch, error) {
	f, ok, err := p.c.cfg.Catalogue.Fetched(ctx, o.URL, o.Time)
	if err == nil && !ok {
		p.drain()
		f, ok, err = p.c.cfg.Catalogue.Fetched(ctx, o.URL, o.Time)
	}
	if err == nil && !ok {
		err = errLost
	}
	return f, err
}

// check compares a body with its digest where no checksum of gzip has vouched for it.
func (x *taken) check(rec *archive.Record) error {
	digest, ok := strings.CutPrefix(rec.Header.Get("WARC-Payload-Digest"), "sha256:")
	if !ok || rec.Type != "response" || filepath.Ext(x.place.File) != ".warc" || x.resp.Wire.Len() != rec.Size {
		return nil
	}
	if got, err := hexSHA256(&x.resp.Wire); err != nil || got != digest {
		return errors.Join(err, errors.New("the payload does not have the digest that it came with"))
	}
	return nil
}

// leadsOn tells whether the answer is a redirect.
func (x *taken) leadsOn() bool { return x.resp.Status >= 300 && x.resp.Status < 400 }

// describe reads the last record of the exchange: how its URL was found, and how it went.
func (x *taken) describe(rec *archive.Record) {
	if to := rec.Header.Get("WARC-Concurrent-To"); to != x.id {
		return
	}
	lines := bufio.NewScanner(rec.Body)
	for lines.Scan() {
		if name, value, ok := strings.Cut(lines.Text(), ":"); ok {
			x.set(name, strings.TrimSpace(value))
		}
	}
	_, err := rec.Location()
	x.described = err == nil && lines.Err() == nil
	x.robots = x.lease.Parent == viaRobots
}

func (x *taken) set(name, value string) {
	n, _ := strconv.Atoi(value)
	l := &x.lease
	switch name {
	case "via":
		l.Parent = value
	case "hopsFromSeed":
		l.Depth = n
	case "kind":
		l.Kind = kindNamed(value)
	case "attempt":
		l.Attempt = n
	case "redirectedFrom":
		l.Via = append(l.Via, value)
	case "fetchTimeMs":
		x.resp.End = x.resp.Start.Add(time.Duration(n) * time.Millisecond)
	case "protocol":
		x.resp.Proto = value
	}
}
