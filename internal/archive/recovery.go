package archive

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"sluice/internal/shell"
	"sluice/internal/system"
)

// maxCut is the most exchanges that Open removes after the Position that it gets. A
// crash leaves two groups of a crawl there, of 200 visits each; a visit has its own
// exchange and up to six for a robots.txt that redirects.
const maxCut = 3000

// An UnknownError is the refusal to remove data after the caller's Position, because it
// is more than a crash can leave.
type UnknownError struct {
	Dir   string // of the archive
	Bytes int64  // behind the Position
	Files int    // that have them
}

// Error returns how much is unknown, and what to do.
func (e *UnknownError) Error() string {
	files := "files"
	if e.Files == 1 {
		files = "file"
	}
	return fmt.Sprintf("it holds %d bytes (in %d %s) that the catalogue does not know of, more than a crash leaves: restore the newer catalogue from a copy, or run `sluice rebuild -d %s`",
		e.Bytes, e.Files, files, shell.Quote(filepath.Dir(e.Dir)))
}

// findEnd returns the end of the archive in dir, for a caller who knows of everything up to at.
func findEnd(ctx context.Context, dir string, at Position, maxFile int64) (mark, error) {
	ps, err := parts(ctx, dir)
	if err != nil {
		return mark{}, err
	}
	if at == (Position{}) {
		return lastWhole(ctx, dir, ps)
	}
	p, ok := parsePart(at.File)
	if !ok || at.Offset <= 0 {
		return mark{}, fmt.Errorf("%q at byte %d is no location in an archive", at.File, at.Offset)
	}
	if err := known(dir, at); err != nil {
		return mark{}, err
	}
	return mark{at, p.serial}, leftByCrash(ctx, dir, ps, p, at, maxFile)
}

// Check returns the error with which Open would refuse the archive in dir with that Position. It changes nothing.
func Check(ctx context.Context, dir string, o Options, at Position) error {
	o, err := o.withDefaults()
	if err != nil {
		return err
	}
	_, err = findEnd(ctx, dir, at, o.MaxFile)
	return err
}

// known checks a Position against its file.
func known(dir string, at Position) error {
	info, err := os.Stat(filepath.Join(dir, at.File))
	switch {
	case errors.Is(err, os.ErrNotExist):
		return fmt.Errorf("%s, which holds the last pages, is missing (restore it from a copy)", at.File)
	case err != nil:
		return err
	case info.Size() < at.Offset:
		return fmt.Errorf("%s has %d bytes, but had %d when the crawl stopped (restore it from a copy)",
			at.File, info.Size(), at.Offset)
	}
	return nil
}

// leftByCrash checks whether the data after a Position can be from the last groups of an
// interrupted crawl: few exchanges, and at most one new file, begun because the one
// before it was full or of the other kind.
func leftByCrash(ctx context.Context, dir string, ps []part, p part, at Position, maxFile int64) error {
	unknown, exchanges, crash := &UnknownError{Dir: dir}, 0, true
	var last part
	var size int64 // of last
	for _, later := range ps {
		from := int64(0)
		if later.name == at.File {
			from = at.Offset
		} else if later.serial <= p.serial {
			continue
		}
		before, sizeBefore := last, size
		var err error
		if size, err = sizeOf(dir, later.name); err != nil {
			return err
		}
		if last = later; size == from {
			continue
		}
		unknown.Bytes += size - from
		unknown.Files++
		if !crash {
			continue
		}
		n, whole, err := exchangesFrom(ctx, filepath.Join(dir, later.name), from, maxCut-exchanges)
		if err != nil {
			return err
		}
		if later.name != at.File {
			follows := later.serial == before.serial+1
			begun := follows && (sizeBefore+size > maxFile || isPlain(before.name) != isPlain(later.name))
			if crash = whole && (n == 0 || begun); !crash && follows {
				if crash, err = isBlank(filepath.Join(dir, later.name)); err != nil {
					return err
				}
			}
		}
		exchanges += n
		crash = crash && exchanges <= maxCut
	}
	if !crash {
		return unknown
	}
	return nil
}

// sizeOf returns the size of a file of the archive.
func sizeOf(dir, name string) (int64, error) {
	info, err := os.Stat(filepath.Join(dir, name))
	if err != nil {
		return 0, err
	}
	return info.Size(), nil
}

// isBlank reports whether a file holds nothing but zeros, as a power loss leaves one that was never synced.
func isBlank(path string) (bool, error) {
	f, err := system.OpenRegular(filepath.Clean(path))
	if err != nil {
		return false, err
	}
	defer f.Close()
	block := make([]byte, 64<<10)
	for {
		n, err := f.Read(block)
		if len(bytes.Trim(block[:n], "\x00")) > 0 {
			return false, nil
		}
		if err == io.EOF {
			return true, nil
		}
		if err != nil {
			return false, err
		}
	}
}

// exchangesFrom counts the exchanges in a file from a byte on, to one more than limit. It reports whether
// nothing else is there but a torn record at the end.
func exchangesFrom(ctx context.Context, path string, from int64, limit int) (n int, whole bool, err error) {
	f, err := system.OpenRegular(filepath.Clean(path))
	if err != nil {
		return 0, false, err
	}
	defer f.Close()
	if _, err := f.Seek(from, io.SeekStart); err != nil {
		return 0, false, err
	}
	in, whole := NewReader(f), true
	for n <= limit {
		rec, err := in.Next(ctx)
		var damage *DamageError
		switch {
		case err == io.EOF:
			return n, whole, nil
		case errors.As(err, &damage):
			whole = whole && damage.Torn
		case errors.Is(err, ErrNotWARC), errors.Is(err, ErrARC):
			return n, false, nil
		case err != nil:
			return n, false, err
		case rec.Type != "warcinfo" && rec.Type != "request" && rec.Type != "metadata":
			n++
		}
	}
	return n, whole, nil
}

// lastWhole finds the end of the last whole record. A last file in which more than
// the end is broken stays as it is, and the next one is begun.
func lastWhole(ctx context.Context, dir string, ps []part) (mark, error) {
	if len(ps) == 0 {
		return mark{}, nil
	}
	last := ps[len(ps)-1]
	f, err := system.OpenRegular(filepath.Join(dir, last.name))
	if err != nil {
		return mark{}, err
	}
	defer f.Close()
	end, err := wholeRecords(ctx, f)
	if errors.Is(err, errAlien) {
		return mark{serial: last.serial}, nil
	}
	if err != nil {
		return mark{}, fmt.Errorf("read %s: %w", last.name, err)
	}
	if end == 0 {
		return lastWhole(ctx, dir, ps[:len(ps)-1])
	}
	return mark{Position{last.name, end}, last.serial}, nil
}

// errAlien is the error of a file that this package does not leave behind, even after a crash.
var errAlien = errors.New("not a file of this archive")

// wholeRecords returns the end of the last whole record of the file that r reads, if
// nothing follows it or only what holds no record.
func wholeRecords(ctx context.Context, r io.Reader) (int64, error) {
	in := NewReader(r)
	in.strict = true
	var end int64
	var damage *DamageError
	for {
		rec, err := in.Next(ctx)
		if err == io.EOF && end == 0 && damage != nil && !damage.Torn {
			return 0, errAlien
		}
		if err == io.EOF {
			return end, nil
		}
		if errors.As(err, &damage) {
			continue
		}
		if damage != nil || errors.Is(err, ErrNotWARC) || errors.Is(err, ErrARC) {
			return 0, errAlien
		}
		if err != nil {
			return 0, err
		}
		l, err := rec.Location(ctx)
		if errors.Is(err, ErrShared) {
			return 0, errAlien
		}
		if err == nil {
			end = l.Offset + l.Length
		} // else Next returns the same error
	}
}

// rewind makes to the end of the archive: it removes the files after it, cuts its
// last file there and continues in it.
func (a *Archive) rewind(ctx context.Context, to mark) error {
	ps, err := parts(ctx, a.dir)
	if err != nil {
		return err
	}
	for _, p := range ps {
		if p.serial > to.serial {
			if err := os.Remove(filepath.Join(a.dir, p.name)); err != nil {
				return err
			}
			a.unnamed = true
		}
	}
	a.end, a.out = to, nil
	if to.File == "" {
		return nil
	}
	return a.reopen()
}

// reopen cuts the last file at the end of the archive and opens it for more.
func (a *Archive) reopen() error {
	f, err := a.create(filepath.Join(a.dir, a.end.File), os.O_WRONLY)
	if err != nil {
		return err
	}
	if err := f.Truncate(a.end.Offset); err != nil {
		return errors.Join(err, f.Close())
	}
	if _, err := f.Seek(0, io.SeekEnd); err != nil {
		return errors.Join(err, f.Close())
	}
	a.out, a.unsynced = f, true
	return nil
}
