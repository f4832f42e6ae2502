package crawler

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"

	"sluice/internal/archive"
	"sluice/internal/fetch"
	"sluice/internal/provenance"
	"sluice/weburl"
)

const digestPrefix = "sha256:"

// newExchange returns an answer as the archive takes it.
func newExchange(u weburl.URL, resp *fetch.Response) *archive.Exchange {
	return &archive.Exchange{
		URL: u.String(), Addr: resp.Addr.Addr(), Time: resp.Start,
		Request: resp.RequestBytes, Header: resp.HeaderBytes,
		Body: resp.Wire.Reader(), Len: resp.Wire.Len(),
		Truncated: truncatedField(resp.Truncated),
	}
}

// truncatedField returns the WARC's word for why a body is not whole.
func truncatedField(why fetch.Truncation) string {
	switch why {
	case "", fetch.OverLength, fetch.OverTime, fetch.Disconnected:
		return string(why)
	case fetch.BadEncoding: // the archive keeps Wire, which is whole
		return ""
	default:
		return "unspecified"
	}
}

// encodeRobots makes the record of a response to a request for robots.txt.
func encodeRobots(ctx context.Context, a Archive, u weburl.URL, resp *fetch.Response) (*archive.Encoded, error) {
	digest, err := hexSHA256(&resp.Wire)
	if err != nil {
		return nil, fmt.Errorf("read body of %s: %w", u, err)
	}
	x := newExchange(u, resp)
	x.PayloadType, x.PayloadDigest = "text/plain", digestPrefix+digest
	x.Metadata = provenance.RobotsFields()
	e, err := a.Encode(ctx, x)
	if err != nil {
		return nil, fmt.Errorf("archive %s: %w", u, err)
	}
	return e, nil
}

// metadata returns the fields of a visit's metadata record.
func metadata(v *visit) []archive.Field {
	r := provenance.Record{
		Parent: v.lease.Parent, Kind: v.lease.Kind, Depth: v.lease.Depth, Attempt: v.lease.Attempt, Via: v.lease.Via, Took: v.row.Took, Missing: v.missing,
	}
	if !bytes.HasPrefix(v.resp.HeaderBytes, []byte(v.resp.Proto)) { // HTTP/2 is written out as HTTP/1.1
		r.Protocol = v.resp.Proto
	}
	return r.Fields()
}

// hexSHA256 returns the SHA-256 of a body in hexadecimal.
func hexSHA256(b *fetch.Body) (string, error) {
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
