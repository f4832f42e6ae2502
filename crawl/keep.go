package crawl

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"strconv"

	"sluice/internal/archive"
	"sluice/internal/catalogue"
	"sluice/internal/fetch"
	"sluice/weburl"
)

// keep makes the archive's records of the answer. A body that the library has
// already is kept as a pointer to it.
func (r *reader) keep(v *visit) {
	row, resp, c := v.row, v.resp, r.c
	if at := v.replayed; at != nil {
		row.File, row.Offset, row.Length = at.File, at.Offset, at.Length
		return
	}
	x := exchange(v.url, resp)
	x.PayloadType = row.MIME
	x.Truncated = archiveTruncated(row.Truncated)
	wire := row.SHA256
	if row.NotModified {
		x.Revisit = &archive.Original{Profile: archive.NotModified, URL: v.known.URL, Time: v.known.At}
		x.Body, x.Len, wire = nil, 0, ""
	} else if !resp.Wire.Same(&resp.Content) {
		wire, _ = sum(&resp.Wire)
	}
	if wire != "" {
		x.PayloadDigest = "sha256:" + wire
	}
	if row.SHA256 != "" && !row.NotModified && row.Truncated == "" {
		if first, _, err := c.cfg.Catalogue.Copies(context.TODO(), row.Site, row.SHA256); err == nil && first != nil && c.holds(first, x.PayloadDigest) {
			if first.URL != row.URL {
				row.CopyOf = first.URL
			}
			x.Revisit = &archive.Original{Profile: archive.SamePayload, URL: first.URL, Time: first.At}
			x.Body, x.Len = nil, 0
		}
	}
	x.Metadata = metadata(v)
	kept, err := c.cfg.Archive.Encode(context.TODO(), x)
	if err != nil {
		c.fatal(fmt.Errorf("archive %s: %w", v.url, err))
		v.ending = abandoned
		return
	}
	v.kept = kept
}

// holds tells whether the archive has a response with this very payload: equal
// bodies may have come in different content encodings.
func (c *Crawl) holds(f *catalogue.Fetch, digest string) bool {
	if f.File == "" {
		return false
	}
	rec, err := c.cfg.Archive.Read(context.TODO(), archive.Location{File: f.File, Offset: f.Offset, Length: f.Length})
	if err != nil {
		return false
	}
	defer rec.Close()
	return rec.Type == "response" && rec.Header.Get("WARC-Payload-Digest") == digest
}

func metadata(v *visit) []archive.Field {
	fields := []archive.Field{
		{Name: "hopsFromSeed", Value: strconv.Itoa(v.lease.Depth)},
		{Name: "fetchTimeMs", Value: strconv.FormatInt(v.row.Took.Milliseconds(), 10)},
	}
	if v.lease.Parent != "" {
		fields = append(fields, archive.Field{Name: "via", Value: v.lease.Parent})
	}
	fields = append(fields, archive.Field{Name: "kind", Value: v.row.Kind})
	if v.lease.Attempt > 0 {
		fields = append(fields, archive.Field{Name: "attempt", Value: strconv.Itoa(v.lease.Attempt)})
	}
	for _, from := range v.lease.Via {
		fields = append(fields, archive.Field{Name: "redirectedFrom", Value: from})
	}
	if !bytes.HasPrefix(v.resp.HeaderBytes, []byte(v.resp.Proto)) { // HTTP/2 is written out as HTTP/1.1
		fields = append(fields, archive.Field{Name: "protocol", Value: v.resp.Proto})
	}
	return fields
}

// exchange is an answer as the archive takes it.
func exchange(u weburl.URL, resp *fetch.Response) *archive.Exchange {
	return &archive.Exchange{
		URL: u.String(), Addr: resp.Addr.Addr(), Time: resp.Start,
		Request: resp.RequestBytes, Header: resp.HeaderBytes,
		Body: resp.Wire.Reader(), Len: resp.Wire.Len(),
	}
}

// archiveTruncated is the WARC's word for why a body is not whole.
func archiveTruncated(why string) string {
	switch why {
	case "", "length", "time", "disconnect":
		return why
	case "encoding":
		return ""
	default:
		return "unspecified"
	}
}

// sum gives the SHA-256 of a body in hexadecimal.
func sum(b *fetch.Body) (string, error) {
	if all, ok := b.Bytes(); ok {
		s := sha256.Sum256(all)
		return hex.EncodeToString(s[:]), nil
	}
	h := sha256.New()
	if _, err := io.Copy(h, b.Reader()); err != nil {
		return "", err
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}
