package archive

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/klauspost/compress/gzip"
)

// EraseOrigins erases the URLs that match from the metadata records of exchanges, which stay: each line of such a record that names one becomes padding of
// the same length. A record that cannot keep its length is overwritten as a whole, as [Erase] does. What cannot be read, or is too short for a placeholder, is passed over. The rules of Erase about end and about callers hold
// here, too.
func EraseOrigins(ctx context.Context, dir string, end Position, matches func(url string) bool, at ...Location) (err error) {
	var e *erasure
	done := func() error {
		if e == nil {
			return nil
		}
		return errors.Join(e.overwrite(), e.file.Sync(), e.file.Close())
	}
	at = slices.Clone(at)
	slices.SortFunc(at, func(a, b Location) int { return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Offset, b.Offset)) })
	for _, l := range at {
		if e == nil || e.name != l.File {
			if err := done(); err != nil {
				return fmt.Errorf("erase in archive %s: %w", dir, err)
			}
			e, err = newErasure(openEraser, dir, l.File, end)
			if _, lost := errors.AsType[*lostError](err); lost {
				e = nil
				continue
			}
			if err != nil {
				return fmt.Errorf("erase in archive %s: %w", dir, err)
			}
		}
		if err := e.origins(ctx, l, matches); err != nil {
			return errors.Join(fmt.Errorf("erase in archive %s: %s: %w", dir, e.name, err), done())
		}
	}
	return done()
}

// origins erases URLs from the metadata records of the exchange at l.
func (e *erasure) origins(ctx context.Context, l Location, matches func(url string) bool) error {
	in := e.reader(l.Offset, e.limit)
	first, err := in.Next(ctx)
	if err != nil {
		return context.Cause(ctx) // it is damaged or was erased
	}
	for id := first.Header.Get("WARC-Record-ID"); ; {
		rec, err := in.Next(ctx)
		if err != nil || !rec.follows(id) {
			return context.Cause(ctx)
		}
		if rec.Type != "metadata" || rec.removed() {
			continue
		}
		at, err := rec.Location(ctx)
		if err != nil {
			continue // the next one fails as well, if it is an error of the file
		}
		err = e.origin(ctx, at, matches)
		if _, lost := errors.AsType[*lostError](err); err != nil && !lost {
			return err
		}
	}
}

// origin erases URLs from one metadata record.
func (e *erasure) origin(ctx context.Context, at Location, matches func(url string) bool) error {
	raw := make([]byte, at.Length)
	if _, err := e.file.ReadAt(raw, at.Offset); err != nil {
		return err
	}
	text := raw
	if !isPlain(e.name) {
		member, err := gzip.NewReader(bytes.NewReader(raw))
		if err != nil {
			return err
		}
		if text, err = io.ReadAll(member); err != nil {
			return err
		}
	}
	clean, changed := withoutOrigins(text, matches)
	if !changed {
		return nil
	}
	if !isPlain(e.name) {
		var err error
		if clean, err = stored(clean); err != nil {
			return err
		}
	}
	if len(clean) != len(raw) {
		return e.note(ctx, at.Offset, at.Offset+at.Length)
	}
	_, err := e.file.WriteAt(clean, at.Offset)
	return err
}

// stored returns a gzip member that holds a text as it is.
func stored(text []byte) ([]byte, error) {
	var b bytes.Buffer
	w, err := gzip.NewWriterLevel(&b, gzip.NoCompression)
	if err != nil {
		return nil, err
	}
	_, err = w.Write(text)
	err = errors.Join(err, w.Close())
	return b.Bytes(), err
}

// withoutOrigins returns a metadata record of the same length in which padding stands for lines that name a URL that matches.
func withoutOrigins(record []byte, matches func(url string) bool) (clean []byte, changed bool) {
	const padding, separator = "padding: ", "\r\n\r\n"
	head, rest, ok := bytes.Cut(record, []byte(separator))
	block, isWhole := bytes.CutSuffix(rest, []byte(separator))
	if !ok || !isWhole {
		return record, false
	}
	lines := strings.SplitAfter(string(block), "\r\n")
	for i, line := range lines {
		value, ends := strings.CutSuffix(line, "\r\n")
		_, url, _ := strings.Cut(value, ": ")
		if ends && len(value) >= len(padding) && matches(url) {
			lines[i] = padding + strings.Repeat(".", len(value)-len(padding)) + "\r\n"
			changed = true
		}
	}
	if !changed {
		return record, false
	}
	after := []byte(strings.Join(lines, ""))
	was, is := sha256.Sum256(block), sha256.Sum256(after)
	head = bytes.Replace(head, hex.AppendEncode(nil, was[:]), hex.AppendEncode(nil, is[:]), 1)
	return slices.Concat(head, []byte(separator), after, []byte(separator)), true
}
