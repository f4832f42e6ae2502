package archive

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
)

// maxCut is the most that Open takes away behind the Position it is given, bytes.
// A crash leaves one group of exchanges there; more means that the Position is old.
const maxCut = 4 << 30

// findEnd tells where the archive in dir ends when the caller knows of at.
func findEnd(dir string, at Position) (mark, error) {
	ps, err := parts(dir)
	if err != nil {
		return mark{}, err
	}
	if at == (Position{}) {
		return lastWhole(dir, ps)
	}
	return known(dir, ps, at)
}

// known checks a Position against the files that there are.
func known(dir string, ps []part, at Position) (mark, error) {
	p, ok := parsePart(at.File)
	if !ok || at.Offset <= 0 {
		return mark{}, fmt.Errorf("%q at byte %d is no place in an archive", at.File, at.Offset)
	}
	info, err := os.Stat(filepath.Join(dir, at.File))
	if errors.Is(err, os.ErrNotExist) {
		return mark{}, fmt.Errorf("%s is missing, which holds the last pages (put it back from a copy)", at.File)
	}
	if err != nil {
		return mark{}, err
	}
	if info.Size() < at.Offset {
		return mark{}, fmt.Errorf("%s has %d bytes, but had %d when the crawl stopped (put it back from a copy)",
			at.File, info.Size(), at.Offset)
	}
	cut := info.Size() - at.Offset
	for _, later := range ps {
		if later.serial > p.serial {
			info, err := os.Stat(filepath.Join(dir, later.name))
			if err != nil {
				return mark{}, err
			}
			cut += info.Size()
		}
	}
	if cut > maxCut {
		return mark{}, fmt.Errorf("%d bytes lie behind byte %d of %s, more than a crash leaves (is the catalogue an old copy? move what is later away)",
			cut, at.Offset, at.File)
	}
	return mark{at, p.serial}, nil
}

// lastWhole finds the end of the last whole record. A last file in which more than
// the end is broken stays as it is, and the next one is begun.
func lastWhole(dir string, ps []part) (mark, error) {
	if len(ps) == 0 {
		return mark{}, nil
	}
	last := ps[len(ps)-1]
	f, err := os.Open(filepath.Join(dir, last.name))
	if err != nil {
		return mark{}, err
	}
	defer f.Close()
	end, err := wholeRecords(f)
	if errors.Is(err, errAlien) {
		return mark{serial: last.serial}, nil
	}
	if err != nil {
		return mark{}, fmt.Errorf("read %s: %w", last.name, err)
	}
	if end == 0 {
		return lastWhole(dir, ps[:len(ps)-1])
	}
	return mark{Position{last.name, end}, last.serial}, nil
}

// errAlien says that a file is not as this package leaves one, even after a crash.
var errAlien = errors.New("not to be continued")

// wholeRecords gives the end of the last whole record of the file that r gives, if
// nothing follows it or only what holds no record.
func wholeRecords(r io.Reader) (int64, error) {
	in := NewReader(r)
	in.strict = true
	var end int64
	var damage *DamageError
	for {
		rec, err := in.Next()
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
		l, err := rec.Location()
		if errors.Is(err, ErrShared) {
			return 0, errAlien
		}
		if err == nil {
			end = l.Offset + l.Length
		} // else Next says the same
	}
}

// rewind makes to the end of the archive: it removes the files after it, cuts its
// last file there and goes on in it.
func (a *Archive) rewind(to mark) error {
	ps, err := parts(a.dir)
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
