package source

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"sluice/internal/permission"
)

// How long the pages of a list are kept.
const (
	incompleteAge = 7 * 24 * time.Hour // of a list whose reading was interrupted
	completeAge   = 24 * time.Hour
)

// pages are the pages of one list, as files in a folder of their own. A nil one keeps nothing.
type pages struct {
	library permission.Library
	dir     string
}

const (
	completeName = "complete"
	suffix       = ".gz"
	newPrefix    = ".new-"
)

// openPages returns the pages of a list. Those that are too old are deleted.
func openPages(o *Options, n Name) (*pages, error) {
	if o.Dir == "" {
		return nil, nil
	}
	p := &pages{permission.Library(o.Library), filepath.Join(o.Dir, hashOf(n.String()+"\n"+o.From+"\n"+o.Until))}
	now, oldest := o.Clock.Now(), time.Time{}
	entries, err := os.ReadDir(p.dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	most := incompleteAge
	for _, e := range entries {
		if e.Name() == completeName {
			most = completeAge
		}
		if info, err := e.Info(); err == nil && (oldest.IsZero() || info.ModTime().Before(oldest)) {
			oldest = info.ModTime()
		}
	}
	if !oldest.IsZero() && now.Sub(oldest) > most {
		if err := os.RemoveAll(p.dir); err != nil {
			return nil, err
		}
	}
	return p, p.library.MkdirAll(p.dir)
}

// RemoveOld deletes the pages in a folder of all lists that nobody has read for a week: their names may never be asked for again. Another process may
// delete them, too.
func RemoveOld(dir string) error {
	entries, err := os.ReadDir(dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	for _, e := range entries {
		info, err := e.Info()
		if err != nil || !e.IsDir() || e.Name() == answersName || time.Since(info.ModTime()) <= incompleteAge {
			continue
		}
		if err := os.RemoveAll(filepath.Join(dir, e.Name())); err != nil {
			return err
		}
	}
	return nil
}

// answersName is the folder of the answers to titles, beside those of the lists.
const answersName = "titles"

// openAnswers returns the answers to titles. Those that are too old or too many are deleted.
func openAnswers(o *Options) (*pages, error) {
	if o.Dir == "" {
		return nil, nil
	}
	p := &pages{permission.Library(o.Library), filepath.Join(o.Dir, answersName)}
	if err := p.library.MkdirAll(p.dir); err != nil {
		return nil, err
	}
	return p, p.trim(o.Clock.Now())
}

// trim deletes pages that are older than a day, the oldest of more than maxAnswers, and what writers that were killed have left. Another process may
// delete them, too.
func (p *pages) trim(now time.Time) error {
	if p == nil {
		return nil
	}
	p.close()
	entries, err := os.ReadDir(p.dir)
	if err != nil {
		return err
	}
	type file struct {
		name string
		at   time.Time
	}
	var files []file
	for _, e := range entries {
		if info, err := e.Info(); err == nil && strings.HasSuffix(e.Name(), suffix) {
			files = append(files, file{e.Name(), info.ModTime()})
		}
	}
	slices.SortFunc(files, func(a, b file) int { return a.at.Compare(b.at) })
	for i, f := range files {
		if len(files)-i <= maxAnswers && now.Sub(f.at) <= completeAge {
			break
		}
		if err := os.Remove(filepath.Join(p.dir, f.name)); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return nil
}

// hashOf returns a name for a file.
func hashOf(s string) string {
	sum := sha256.Sum256([]byte(s))
	return hex.EncodeToString(sum[:16])
}

// get returns the page of an address, if it is there and whole.
func (p *pages) get(address string) ([]byte, bool) {
	if p == nil {
		return nil, false
	}
	f, err := os.Open(filepath.Join(p.dir, hashOf(address)+suffix))
	if err != nil {
		return nil, false
	}
	defer f.Close()
	plain, err := gzip.NewReader(f)
	if err != nil {
		return nil, false
	}
	body, err := io.ReadAll(io.LimitReader(plain, maxBody+1))
	return body, err == nil && len(body) <= maxBody
}

// put keeps a page. A crash leaves all of it or nothing.
func (p *pages) put(address string, body []byte) error {
	if p == nil {
		return nil
	}
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	_, err := w.Write(body)
	if err := errors.Join(err, w.Close()); err != nil {
		return err
	}
	return p.replace(hashOf(address)+suffix, b.Bytes())
}

// replace writes a file under a new name and renames it.
func (p *pages) replace(name string, content []byte) error {
	f, err := p.library.CreateTemp(p.dir, newPrefix)
	if err != nil {
		return err
	}
	_, err = f.Write(content)
	if err := errors.Join(err, f.Sync(), f.Close()); err != nil {
		return errors.Join(err, os.Remove(f.Name()))
	}
	return os.Rename(f.Name(), filepath.Join(p.dir, name))
}

// clear deletes all pages.
func (p *pages) clear() error {
	if p == nil {
		return nil
	}
	entries, err := os.ReadDir(p.dir)
	errs := []error{err}
	for _, e := range entries {
		errs = append(errs, os.Remove(filepath.Join(p.dir, e.Name())))
	}
	return errors.Join(errs...)
}

// complete records that the list is complete.
func (p *pages) complete() error {
	if p == nil {
		return nil
	}
	return p.replace(completeName, nil)
}

// longestWrite is the age from which a file that is not whole has no writer any more.
const longestWrite = time.Hour

// close deletes what writers that were killed have left.
func (p *pages) close() {
	if p == nil {
		return
	}
	entries, err := os.ReadDir(p.dir)
	if err != nil {
		return // the next reading tries again
	}
	for _, e := range entries {
		info, err := e.Info()
		if err == nil && strings.HasPrefix(e.Name(), newPrefix) && time.Since(info.ModTime()) > longestWrite {
			os.Remove(filepath.Join(p.dir, e.Name())) // the next reading tries again
		}
	}
}
