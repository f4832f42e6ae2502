package engine

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"sluice/internal/permission"
	"sluice/internal/seeds/answer"
)

// The bounds of the cache.
const (
	cacheAge   = 30 * 24 * time.Hour
	maxAnswers = 20_000
)

// Cache keeps the answers of engines as files in a folder of a library, so that an interrupted search goes on where it was, and a repeated one asks
// nothing. An answer is used for 30 days. The nil Cache keeps nothing.
type Cache struct {
	library permission.Library
	dir     string
	now     func() time.Time
}

// stored is an answer in the cache.
type stored struct {
	Engine  string    `json:"engine"`
	URL     string    `json:"url"` // without the key
	At      time.Time `json:"at"`
	Type    string    `json:"type"` // content type
	Content []byte    `json:"content"`
}

// NewCache returns the cache in a folder of a library, and deletes what is too old and what writers that were killed have left.
func NewCache(library, dir string) (*Cache, error) {
	c := &Cache{permission.Library(library), dir, time.Now}
	if err := c.library.MkdirAll(dir); err != nil {
		return nil, err
	}
	return c, c.trim()
}

// suffix is the end of the names of answers.
const suffix = ".json.gz"

// newPrefix is the beginning of the names of files until they are whole.
const newPrefix = ".new-"

// longestWrite is the age from which a file that is not whole has no writer any more.
const longestWrite = time.Hour

// trim deletes answers that are too old, the oldest of too many, and files that never became whole. Another search may delete them at the same time.
func (c *Cache) trim() error {
	entries, err := os.ReadDir(c.dir)
	if err != nil {
		return err
	}
	type file struct {
		name string
		at   time.Time
	}
	var files []file
	var errs []error
	for _, e := range entries {
		info, err := e.Info()
		if err != nil || !info.Mode().IsRegular() {
			continue
		}
		switch {
		case strings.HasSuffix(e.Name(), suffix):
			files = append(files, file{e.Name(), info.ModTime()})
		case strings.HasPrefix(e.Name(), newPrefix) && c.now().Sub(info.ModTime()) > longestWrite:
			errs = append(errs, remove(filepath.Join(c.dir, e.Name())))
		}
	}
	slices.SortFunc(files, func(a, b file) int { return a.at.Compare(b.at) })
	for i, f := range files {
		if len(files)-i > maxAnswers || c.now().Sub(f.at) > cacheAge {
			errs = append(errs, remove(filepath.Join(c.dir, f.name)))
		}
	}
	return errors.Join(errs...)
}

// remove deletes a file that may be gone.
func remove(path string) error {
	if err := os.Remove(path); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

// path returns the file of the answer to a request.
func (c *Cache) path(engine, url string) string {
	sum := sha256.Sum256([]byte(engine + "\n" + url))
	return filepath.Join(c.dir, hex.EncodeToString(sum[:16])+suffix)
}

// get returns the answer to a request, if there is one that is whole and not too old. One from the future, as after a clock was set back, is
// used as well: it cannot be older than the clock says.
func (c *Cache) get(engine, url string) (*stored, bool) {
	if c == nil {
		return nil, false
	}
	f, err := os.Open(c.path(engine, url))
	if err != nil {
		return nil, false
	}
	defer f.Close()
	plain, err := gzip.NewReader(f)
	if err != nil {
		return nil, false
	}
	text, err := io.ReadAll(io.LimitReader(plain, 2*answer.MaxBytes))
	var s stored
	if err != nil || json.Unmarshal(text, &s) != nil || s.Engine != engine || s.URL != url || c.now().Sub(s.At) > cacheAge {
		return nil, false
	}
	return &s, true
}

// put keeps an answer. A crash leaves all of it or nothing.
func (c *Cache) put(s *stored) error {
	if c == nil {
		return nil
	}
	text, err := json.Marshal(s)
	if err != nil {
		return err
	}
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	_, err = w.Write(text)
	if err := errors.Join(err, w.Close()); err != nil {
		return err
	}
	return replace(c.library, c.path(s.Engine, s.URL), b.Bytes())
}

// replace writes a file of a library under a new name and renames it.
func replace(library permission.Library, path string, content []byte) error {
	f, err := library.CreateTemp(filepath.Dir(path), newPrefix)
	if err != nil {
		return err
	}
	_, err = f.Write(content)
	if err := errors.Join(err, f.Sync(), f.Close()); err != nil {
		return errors.Join(err, os.Remove(f.Name()))
	}
	return os.Rename(f.Name(), path)
}
