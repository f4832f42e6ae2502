package archive

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"time"

	"sluice/internal/system"
)

// A part is one file of an archive, by its name. Parts follow each other by serial
// number, which no jump of the clock disturbs.
type part struct {
	name   string
	serial int
}

var partName = regexp.MustCompile(`^sluice-\d{14}-(\d{5,9})\.warc(\.gz)?$`)

// nameOf returns the name of a file that begins now. The serial number alone is the order.
func nameOf(t time.Time, serial int, plain bool) string {
	ending := ".warc.gz"
	if plain {
		ending = ".warc"
	}
	return fmt.Sprintf("sluice-%s-%05d%s", t.UTC().Format("20060102150405"), serial, ending)
}

// parsePart reports whether a file bears the name of a part.
func parsePart(name string) (part, bool) {
	m := partName.FindStringSubmatch(name)
	if m == nil {
		return part{}, false
	}
	serial, err := strconv.Atoi(m[1])
	return part{name, serial}, err == nil
}

// Serial returns the number of a file of an archive, by its name, and false if it is no name of such a file. Files follow each other by
// their numbers.
func Serial(name string) (n int, ok bool) {
	p, ok := parsePart(name)
	return p.serial, ok
}

// isPlain reports whether a file is not compressed.
func isPlain(name string) bool { return filepath.Ext(name) == ".warc" }

// parts lists the files of the archive in dir, in order.
func parts(ctx context.Context, dir string) ([]part, error) {
	if err := context.Cause(ctx); err != nil {
		return nil, err
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	var ps []part
	for _, e := range entries {
		p, ok := parsePart(e.Name())
		if !ok {
			continue
		}
		if ok, err = isFile(dir, e); err != nil {
			return nil, err
		}
		if ok {
			ps = append(ps, p)
		}
	}
	slices.SortFunc(ps, func(a, b part) int {
		return cmp.Or(cmp.Compare(a.serial, b.serial), cmp.Compare(a.name, b.name))
	})
	return ps, nil
}

// isFile reports whether an entry of a folder is a file, or a link to one.
func isFile(dir string, e os.DirEntry) (bool, error) {
	if e.Type()&os.ModeSymlink == 0 {
		return e.Type().IsRegular(), nil
	}
	info, err := os.Stat(filepath.Join(dir, e.Name()))
	if errors.Is(err, os.ErrNotExist) { // what the link refers to is missing
		return false, nil
	}
	return err == nil && info.Mode().IsRegular(), err
}

// ErrLink is the error of writing through a symbolic link of another user in an archive.
var ErrLink = errors.New("it is a symbolic link of another user, through which Sluice does not write (replace it by the file that it refers to)")

// checkLink returns [ErrLink] if a path is a symbolic link that neither this user nor the administrator has made: it may lead to any file of this user. Owners
// who moved files to another disk have made their links themselves.
func checkLink(path string) error {
	info, err := os.Lstat(path)
	if err != nil || info.Mode()&os.ModeSymlink == 0 || system.IsTrusted(info) {
		return nil // who opens it meets the error again, or it is not there
	}
	return fmt.Errorf("%s belongs to %s: %w", path, system.OwnerOf(info), ErrLink)
}

// removeSpools removes the temporary files that a crash has left.
func removeSpools(dir string) error {
	entries, err := os.ReadDir(dir)
	for _, e := range entries {
		if ok, _ := filepath.Match(spoolPattern, e.Name()); ok {
			err = cmp.Or(err, os.Remove(filepath.Join(dir, e.Name())))
		}
	}
	return err
}

// Exists reports whether a folder holds files of an archive.
func Exists(ctx context.Context, dir string) (bool, error) {
	ps, err := parts(ctx, dir)
	if errors.Is(err, os.ErrNotExist) {
		return false, nil
	}
	return len(ps) > 0, err
}
