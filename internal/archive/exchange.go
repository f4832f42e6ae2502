package archive

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"net/netip"
	"path/filepath"
	"strings"
	"time"

	"sluice/internal/system"
)

// A Field is one named field of a WARC record, or one line of a warcinfo or metadata record.
type Field struct{ Name, Value string }

// An Exchange is one request and the answer to it, as the archive keeps them.
type Exchange struct {
	URL  string     // of the request: the target URI
	Addr netip.Addr // the server's address; the zero Addr when it is not known (behind a proxy)
	Time time.Time  // when the request was sent; kept to the millisecond, in UTC

	Request []byte    // request line and headers as sent, with the body if there was one; empty: no request record
	Header  []byte    // status line and headers as they came, with the blank line that ends them
	Body    io.Reader // the payload as it came, transfer encoding removed, content encoding on; nil when Len is 0
	Len     int64     // bytes that Body returns; Encode reads no more, and fails when there are fewer

	PayloadDigest string // of Body, "sha256:" and hexadecimal digits; empty when not known
	PayloadType   string // the media type that sniffing found; empty when not known
	Truncated     string // why Body is not whole: "length", "time", "disconnect" or "unspecified"; empty when it is whole

	// Revisit, if not nil, makes a revisit record instead of a response: it has the
	// headers and not the Body, which is already stored where Revisit points.
	Revisit *Original

	Metadata []Field // how it was found and went: via, hopsFromSeed, fetchTimeMs, …; empty: no metadata record
}

// An Original is the earlier response that a revisit record refers to.
type Original struct {
	Profile Profile
	URL     string    // its target URI
	Time    time.Time // its Exchange.Time
}

// A Profile says how it was known that a payload is an old one.
type Profile string

// The two profiles of WARC 1.1, section 6.7.
const (
	SamePayload Profile = "identical-payload-digest" // fetched again, and equal by digest
	NotModified Profile = "server-not-modified"      // not fetched again: the server answered 304
)

// A Location is the place of the response or revisit record of one exchange.
type Location struct {
	File   string // name of the file within the archive's folder
	Offset int64  // of the record's first byte (of its gzip member when the file is compressed)
	Length int64  // bytes in the file, compressed if the file is
}

// A Position is how far an archive is durable. The zero Position is an archive with nothing in it.
type Position struct {
	File   string // the last file; those before it in order are whole
	Offset int64  // bytes of File that count
}

// ExchangeAt returns the exchange in the archive in dir whose response or revisit record is at l, as it was passed to Encode, but
// without the body, which [ReadFrom] returns.
func ExchangeAt(ctx context.Context, dir string, l Location) (*Exchange, error) {
	x, err := exchangeAt(ctx, dir, l)
	if err != nil {
		return nil, fmt.Errorf("read archive %s: %s, byte %d: %w", dir, l.File, l.Offset, err)
	}
	return x, nil
}

// exchangeAt reads the records of one exchange: the first at l, then those that refer to it.
func exchangeAt(ctx context.Context, dir string, l Location) (*Exchange, error) {
	if err := context.Cause(ctx); err != nil {
		return nil, err
	}
	if _, ok := parsePart(l.File); !ok || l.Offset < 0 {
		return nil, errors.New("no location in an archive")
	}
	f, err := system.OpenRegular(filepath.Join(dir, l.File))
	if err != nil {
		return nil, err
	}
	defer f.Close()
	in := NewReader(io.NewSectionReader(f, l.Offset, math.MaxInt64-l.Offset))
	rec, err := in.Next(ctx)
	if err != nil {
		return nil, err
	}
	if rec.Type != "response" && rec.Type != "revisit" {
		return nil, fmt.Errorf("a %s record", rec.Type)
	}
	x := &Exchange{
		URL: rec.URL, Time: rec.Time, Header: rec.HTTP, Revisit: rec.Original(), PayloadDigest: rec.Header.Get("WARC-Payload-Digest"),
		PayloadType: rec.Header.Get("WARC-Identified-Payload-Type"), Truncated: rec.Header.Get("WARC-Truncated"),
	}
	x.Addr, _ = netip.ParseAddr(rec.Header.Get("WARC-IP-Address"))
	id := rec.Header.Get("WARC-Record-ID")
	for {
		rec, err := in.Next(ctx)
		if _, damaged := errors.AsType[*DamageError](err); damaged || err == io.EOF { // what is damaged is not of it any more
			return x, nil
		}
		if err != nil {
			return nil, err
		}
		if rec.Header.Get("WARC-Concurrent-To") != id {
			return x, nil
		}
		if err := x.add(rec); err != nil {
			return nil, err
		}
	}
}

// add adds a later record of the exchange; one that is damaged is left out.
func (x *Exchange) add(rec *Record) error {
	block, err := io.ReadAll(io.LimitReader(rec.Body, maxHead))
	if _, damaged := errors.AsType[*DamageError](err); damaged {
		return nil
	}
	if err != nil {
		return err
	}
	switch rec.Type {
	case "request":
		x.Request = append(rec.HTTP, block...)
	case "metadata":
		for line := range strings.Lines(string(block)) {
			if name, value, ok := strings.Cut(line, ":"); ok {
				x.Metadata = append(x.Metadata, Field{name, strings.TrimSpace(value)})
			}
		}
	}
	return nil
}
