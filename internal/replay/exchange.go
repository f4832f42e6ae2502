package replay

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"path/filepath"
	"strings"

	"sluice/internal/archive"
	"sluice/internal/catalogue"
	"sluice/internal/fetch"
	"sluice/internal/frontier"
	"sluice/internal/provenance"
)

// exchange is one exchange as an archive has it.
type exchange struct {
	id        string // of its first record
	place     archive.Location
	link      frontier.Link    // the URL and how it was found
	known     *catalogue.Fetch // the body that was not modified
	response  *fetch.Response
	isRobots  bool // robots.txt was requested, not a link
	missing   bool // a probe had shown that the host answers so when it has nothing
	described bool // its metadata record has been read
	broken    bool // a record after the first is damaged
}

// verify compares a body with its digest if no checksum of gzip has covered it.
func (x *exchange) verify(rec *archive.Record) error {
	digest, ok := strings.CutPrefix(rec.Header.Get("WARC-Payload-Digest"), "sha256:")
	if !ok || rec.Type != "response" || filepath.Ext(x.place.File) != ".warc" || x.response.Wire.Len() != rec.Size {
		return nil
	}
	h := sha256.New()
	if _, err := io.Copy(h, x.response.Wire.Reader()); err != nil {
		return err
	}
	if hex.EncodeToString(h.Sum(nil)) != digest {
		return errors.New("the payload does not have the digest that it came with")
	}
	return nil
}

// isRedirect reports whether the answer is a redirect.
func (x *exchange) isRedirect() bool { return x.response.Status >= 300 && x.response.Status < 400 }

// describe reads the last record of the exchange: how its URL was found, and how long
// the exchange took.
func (x *exchange) describe(ctx context.Context, rec *archive.Record) {
	if to := rec.Header.Get("WARC-Concurrent-To"); to != x.id {
		return
	}
	r, err := provenance.Read(rec.Body)
	if err == nil {
		_, err = rec.Location(ctx)
	}
	x.described = err == nil
	x.isRobots = r.Parent == provenance.ViaRobots
	x.missing = r.Missing
	l := &x.link
	l.Parent, l.Kind, l.Depth, l.Attempt, l.Via = r.Parent, r.Kind, r.Depth, r.Attempt, r.Via
	x.response.End = x.response.Start.Add(r.Took)
	if r.Protocol != "" {
		x.response.Proto = r.Protocol
	}
}
