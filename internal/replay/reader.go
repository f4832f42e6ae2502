package replay

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/netip"
	"strings"
	"syscall"

	"sluice/internal/archive"
	"sluice/internal/fetch"
	"sluice/weburl"
)

// errNoOriginal is the error of a revisit record whose body cannot be found.
var errNoOriginal = errors.New("the response that it refers to is damaged or missing")

// open reads the first record of an exchange, with its body.
func (p *player) open(ctx context.Context, rec *archive.Record) error {
	if !strings.HasPrefix(rec.URL, "http") { // such as dns:, of which other crawlers keep records
		return nil
	}
	x, err := p.readFirst(ctx, rec)
	var reported *archive.DamageError // the iterator reports it, too, when it resumes
	switch {
	case err == nil:
		p.at = x
	case isFault(ctx, err):
		return fmt.Errorf("%s of %s: %w", rec.Type, rec.URL, err)
	case !errors.As(err, &reported):
		p.addDamage(fmt.Errorf("%s of %s, %s: %w", rec.Type, rec.URL, rec.Header.Get("WARC-Date"), err))
	}
	return nil
}

// catalogueError is the error of a catalogue that cannot be read.
type catalogueError struct{ error }

func (e catalogueError) Error() string { return "catalogue: " + e.error.Error() }

func (e catalogueError) Unwrap() error { return e.error }

// isFault reports whether an error says nothing about what the archive holds: the catalogue or a file cannot be read now. To leave the
// exchange out would lose it.
func isFault(ctx context.Context, err error) bool {
	if _, is := errors.AsType[catalogueError](err); is || ctx.Err() != nil {
		return true
	}
	_, is := errors.AsType[syscall.Errno](err)
	return is && !errors.Is(err, fs.ErrNotExist)
}

// readFirst reads the exchange that begins with a record. With an error the response is released.
func (p *player) readFirst(ctx context.Context, rec *archive.Record) (x *exchange, err error) {
	x = &exchange{id: rec.Header.Get("WARC-Record-ID")}
	defer func() {
		if err != nil && x.response != nil {
			x.response.Release()
		}
	}()
	if x.link.URL, err = weburl.NoRules().Parse(rec.URL); err != nil {
		return x, err
	}
	if rec.HTTP == nil || rec.Time.IsZero() {
		return x, errors.New("no HTTP header or no date")
	}
	if rec.Type == "revisit" {
		err = p.readRevisit(ctx, x, rec)
	} else {
		err = p.read(x, rec, rec.Body)
	}
	if err != nil {
		return x, err
	}
	if x.place, err = rec.Location(ctx); err != nil {
		return x, err
	}
	return x, x.verify(rec)
}

// read makes the response of a record's header and a body that may be in another record.
func (p *player) read(x *exchange, rec *archive.Record, body io.Reader) (err error) {
	if x.response, err = p.crawl.Reread(x.link.URL, rec.HTTP, body); err != nil {
		return err
	}
	x.response.Start, x.response.End = rec.Time, rec.Time
	if addr, err := netip.ParseAddr(rec.Header.Get("WARC-IP-Address")); err == nil {
		x.response.Addr = netip.AddrPortFrom(addr, 0)
	}
	if why := rec.Header.Get("WARC-Truncated"); why != "" {
		x.response.Truncated = fetch.Truncation(why)
	}
	return nil
}

// readRevisit reads an answer whose body came with an earlier one.
func (p *player) readRevisit(ctx context.Context, x *exchange, rec *archive.Record) error {
	original := rec.Original()
	if original == nil {
		return errors.New("revisit record without what it refers to")
	}
	at, err := p.locate(ctx, original)
	if err != nil {
		return err
	}
	if original.Profile == archive.NotModified {
		v, ok, err := p.source.Catalogue.Validator(ctx, x.link.URL.String())
		if err != nil {
			return catalogueError{err}
		}
		if !ok {
			return errNoOriginal
		}
		x.known = &v.Fetch
		return p.read(x, rec, strings.NewReader(""))
	}
	resolver := archive.Resolver{Open: p.source.Archive.Read, Locate: p.locate}
	with, _, err := resolver.Resolve(ctx, at)
	if err != nil {
		return err
	}
	defer with.Close()
	if err := p.read(x, rec, with.Body); err != nil {
		return err
	}
	_, err = with.Location(ctx)
	if _, damaged := errors.AsType[*archive.DamageError](err); damaged { // no damage of the record at hand, which the iterator would report
		return fmt.Errorf("%w: %v", errNoOriginal, err)
	}
	return err
}

// locate returns the place of the answer that a revisit record refers to. It may not be
// in the catalogue yet.
func (p *player) locate(ctx context.Context, o *archive.Original) (archive.Location, error) {
	f, ok, err := p.source.Catalogue.Fetched(ctx, o.URL, o.Time)
	if err == nil && !ok {
		p.crawl.Flush()
		f, ok, err = p.source.Catalogue.Fetched(ctx, o.URL, o.Time)
	}
	if err != nil {
		return archive.Location{}, catalogueError{err}
	}
	if !ok {
		return archive.Location{}, errNoOriginal
	}
	return archive.Location{File: f.File, Offset: f.Offset, Length: f.Length}, nil
}
