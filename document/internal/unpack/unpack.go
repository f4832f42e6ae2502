// Package unpack undoes the wrapping of a file: gzip, bzip2, or compress of
// Unix.
package unpack

import (
	"bufio"
	"compress/bzip2"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/klauspost/compress/gzip"

	"sluice/document/content"
)

// MaxBytes is how much a wrapping may hold. What unpacks to many times its size
// is a bomb, unless it is small.
const (
	MaxBytes    = 512 << 20
	maxPacking  = 200 // bytes for each byte of the wrapping, of what is over freePacking
	freePacking = 16 << 20
)

// maxTime is how long unpacking may take.
const maxTime = 5 * time.Minute

// File unpacks a file that is wrapped by gzip, bzip2 or compress into a new
// file in a folder and returns that file's name. If the wrapping breaks off,
// the file has what comes before, and whole is false. The caller removes the
// file.
func File(ctx context.Context, path, how, folder string) (name string, whole bool, err error) {
	in, err := os.Open(path)
	if err != nil {
		return "", false, err
	}
	defer in.Close()
	packed := &tally{r: in}
	var out io.Reader
	switch how {
	case "gzip":
		out, err = gzip.NewReader(bufio.NewReader(packed))
	case "bzip2":
		out = bzip2.NewReader(bufio.NewReader(packed))
	case "compress":
		out, err = newLZW(packed)
	default:
		return "", false, fmt.Errorf("%w: %s", content.ErrUnknown, how)
	}
	if err != nil {
		return "", false, fmt.Errorf("%w: %s data: %w", content.ErrDamaged, how, err)
	}
	f, err := os.CreateTemp(folder, "sluice-unpacked-*")
	if err != nil {
		return "", false, err
	}
	defer func() {
		if e := f.Close(); err == nil {
			err = e
		}
		if err != nil {
			os.Remove(f.Name())
		}
	}()
	ctx, cancel := context.WithTimeout(ctx, maxTime)
	defer cancel()
	n, err := copyWithin(ctx, f, out, packed)
	switch {
	// Half a file that was cut off in transfer is better than none: its reader
	// marks it as damaged.
	case n > 0 && isBroken(err):
		return f.Name(), false, nil
	case isBroken(err):
		return "", false, fmt.Errorf("%w: %s data: %w", content.ErrDamaged, how, err)
	}
	return f.Name(), true, err
}

// brokenError is what is wrong with a wrapping.
type brokenError struct{ error }

// isBroken reports whether an error is one of the wrapping, and not of the
// disk.
func isBroken(err error) bool {
	var b brokenError
	return errors.As(err, &b)
}

// copyWithin copies within the limits of a wrapping, and until the context
// ends.
func copyWithin(ctx context.Context, out io.Writer, in io.Reader, packed *tally) (int64, error) {
	buf := make([]byte, 128<<10)
	var total int64
	for {
		if err := ctx.Err(); err != nil {
			return total, err
		}
		n, err := in.Read(buf)
		total += int64(n)
		if total > MaxBytes || total > freePacking && total > maxPacking*packed.n {
			return total, fmt.Errorf("%w: unpacks to more than %d MB, or %d times its size", content.ErrTooLarge, MaxBytes>>20, maxPacking)
		}
		if _, werr := out.Write(buf[:n]); werr != nil {
			return total, werr
		}
		switch {
		case errors.Is(err, io.EOF):
			return total, nil
		case err != nil:
			return total, brokenError{err}
		}
	}
}

// tally counts what is read.
type tally struct {
	r io.Reader
	n int64
}

// Read reads and counts.
func (t *tally) Read(p []byte) (int, error) {
	n, err := t.r.Read(p)
	t.n += int64(n)
	return n, err
}
