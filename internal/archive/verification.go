package archive

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"
	"path/filepath"
	"strings"

	"sluice/internal/system"
)

// ErrDigest is the error of a record whose bytes do not match its digest.
var ErrDigest = errors.New("digest mismatch: the bytes were changed after they were archived")

// Verify reads the record, whose Body must be unread, and compares it with the digest in
// its header: a response's payload digest, otherwise the block digest. It reports whether
// the record has one that it can check: SHA-256.
func (r *Record) Verify(ctx context.Context) (known bool, err error) {
	if err := context.Cause(ctx); err != nil {
		return false, err
	}
	name, head := "WARC-Payload-Digest", []byte(nil)
	if r.Type != "response" {
		name, head = "WARC-Block-Digest", r.HTTP
	}
	want, known := strings.CutPrefix(r.Header.Get(name), "sha256:")
	var sum hash.Hash
	var to = io.Discard
	if known {
		sum = sha256.New()
		sum.Write(head)
		to = sum
	}
	if _, err := io.Copy(to, r.Body); err != nil {
		return known, err
	}
	if known && !strings.EqualFold(hex.EncodeToString(sum.Sum(nil)), want) {
		return true, r.from.at(r.offset, fmt.Errorf("%s record of %s: %w", r.Type, r.URL, ErrDigest))
	}
	return known, nil
}

// Files returns the names of the files of the archive in dir, in their order.
func Files(ctx context.Context, dir string) ([]string, error) {
	ps, err := parts(ctx, dir)
	names := make([]string, len(ps))
	for i, p := range ps {
		names[i] = p.name
	}
	return names, err
}

// ReadFrom opens the record at l of the archive in dir, which need not be open, as
// [Archive.Read] does.
func ReadFrom(ctx context.Context, dir string, l Location) (*Record, error) {
	return (&Archive{dir: dir}).Read(ctx, l)
}

// Walk returns the records of the first size bytes of a file of the archive in dir, as
// [Records] does of a whole one. It returns the error of a ctx that ends.
func Walk(ctx context.Context, dir, file string, size int64, do func(*Record, error) bool) error {
	f, err := system.OpenRegular(filepath.Join(dir, file))
	if err != nil {
		return err
	}
	defer f.Close()
	r := NewReader(io.LimitReader(f, size))
	r.name = file
	for {
		rec, err := r.Next(ctx)
		if err == io.EOF {
			return nil
		}
		if isFinal(err) {
			return err
		}
		if !do(rec, err) {
			return nil
		}
	}
}
