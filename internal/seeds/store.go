package seeds

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"sluice/internal/permission"
	"sluice/internal/seeds/answer"
	"sluice/internal/system"
)

// Store is the file of a library that keeps what all searches found. Each line is a JSON object with a site or a document.
type Store struct {
	library permission.Library
	dir     string
}

// The bounds of a file. A line that is longer, or no site, is left out when the file is read.
const (
	maxStored    = 100_000 // sites, and as many documents
	maxStoreLine = 1 << 20
)

// NewStore returns the store in a folder of a library. Nothing is written before [Store.Add].
func NewStore(library, dir string) *Store { return &Store{permission.Library(library), dir} }

// Candidates are the sites and documents of all searches.
type Candidates struct {
	Sites     []Site     // those that most engines gave first
	Documents []Document // by URL
}

// line is a line of the file.
type line struct {
	Site     *Site     `json:"site,omitempty"`
	Document *Document `json:"document,omitempty"`
}

const storeName = "candidates.jsonl"

// Load returns what was stored; nothing if there is no file yet.
func (s *Store) Load() (*Candidates, error) {
	f, err := os.Open(filepath.Join(s.dir, storeName))
	if errors.Is(err, fs.ErrNotExist) {
		return &Candidates{}, nil
	}
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return readCandidates(f)
}

// readCandidates reads a file. Lines that a crash or a person has damaged are left out: the next search finds their sites again.
func readCandidates(r io.Reader) (*Candidates, error) {
	c := &Candidates{}
	lines := bufio.NewReaderSize(r, 64<<10)
	for {
		text, isWhole, err := readLine(lines)
		if err == io.EOF {
			return c, nil
		}
		if err != nil {
			return nil, err
		}
		var l line
		if !isWhole || json.Unmarshal(text, &l) != nil {
			continue
		}
		if l.Site != nil && l.Site.Host != "" && l.Site.URL != "" && len(c.Sites) < maxStored {
			c.Sites = append(c.Sites, *l.Site)
		}
		if l.Document != nil && l.Document.URL != "" && len(c.Documents) < maxStored {
			c.Documents = append(c.Documents, *l.Document)
		}
	}
}

// readLine reads a line, and reports whether it is not too long.
func readLine(r *bufio.Reader) (text []byte, isWhole bool, err error) {
	isWhole = true
	for {
		part, more, err := r.ReadLine()
		if err != nil {
			return nil, false, err
		}
		if len(text)+len(part) > maxStoreLine {
			isWhole, text = false, nil
		} else if isWhole {
			text = append(text, part...)
		}
		if !more {
			return text, isWhole, nil
		}
	}
}

// Add adds what a search found at a time. Sites that are there keep the time at which they were found first. Processes that add at the same time
// wait for each other.
func (s *Store) Add(found *Found, at time.Time) (err error) {
	if err := s.library.MkdirAll(s.dir); err != nil {
		return err
	}
	lock, err := s.library.OpenLock(filepath.Join(s.dir, "lock"))
	if err != nil {
		return err
	}
	defer lock.Close() // ends the lock
	if err := system.Lock(lock); err != nil {
		return err
	}
	c, err := s.Load()
	if err != nil {
		return err
	}
	c.add(found, at)
	return s.write(c)
}

// add merges what a search found with what is there.
func (c *Candidates) add(found *Found, at time.Time) {
	sites := map[string]int{}
	for i := range c.Sites {
		sites[c.Sites[i].Host] = i
	}
	for _, s := range found.Sites {
		if i, there := sites[s.Host]; there {
			c.Sites[i].merge(&s)
		} else {
			s.Found = at
			c.Sites = append(c.Sites, s)
		}
	}
	slices.SortStableFunc(c.Sites, compareSites)
	c.Sites = c.Sites[:min(len(c.Sites), maxStored)]
	documents := map[string]int{}
	for i := range c.Documents {
		documents[c.Documents[i].URL] = i
	}
	for _, d := range found.Documents {
		if i, there := documents[d.URL]; there {
			for _, name := range d.Engines {
				c.Documents[i].Engines = insert(c.Documents[i].Engines, name)
			}
		} else if len(c.Documents) < maxStored {
			d.Found = at
			c.Documents = append(c.Documents, d)
		}
	}
	slices.SortStableFunc(c.Documents, func(a, b Document) int { return strings.Compare(a.URL, b.URL) })
}

// maxPhrases is the most phrases that are kept of a site.
const maxPhrases = 20

// merge adds what a later search found of a site.
func (s *Site) merge(o *Site) {
	s.Best = min(s.Best, o.Best)
	for _, name := range o.Engines {
		s.Engines = insert(s.Engines, name)
	}
	for _, phrase := range o.Phrases {
		if len(s.Phrases) < maxPhrases {
			s.Phrases = insert(s.Phrases, phrase)
		}
	}
	for _, r := range o.Results {
		if len(s.Results) < maxKept && !slices.ContainsFunc(s.Results, func(have answer.Result) bool { return have.URL == r.URL }) {
			s.Results = append(s.Results, r)
		}
	}
	s.Known = o.Known
}

// newPrefix is the beginning of the name of a file until it is whole.
const newPrefix = "." + storeName + "-"

// removeNew deletes what writers that were killed have left. The lock is held: nobody writes.
func (s *Store) removeNew() error {
	entries, err := os.ReadDir(s.dir)
	if err != nil {
		return err
	}
	var errs []error
	for _, e := range entries {
		if e.Type().IsRegular() && strings.HasPrefix(e.Name(), newPrefix) {
			errs = append(errs, os.Remove(filepath.Join(s.dir, e.Name())))
		}
	}
	return errors.Join(errs...)
}

// write replaces the file. A crash leaves the one before.
func (s *Store) write(c *Candidates) (err error) {
	if err := s.removeNew(); err != nil {
		return err
	}
	f, err := s.library.CreateTemp(s.dir, newPrefix)
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			err = fmt.Errorf("store candidates: %w", errors.Join(err, os.Remove(f.Name())))
		}
	}()
	w := bufio.NewWriter(f)
	encoder := json.NewEncoder(w)
	for i := range c.Sites {
		err = errors.Join(err, encoder.Encode(line{Site: &c.Sites[i]}))
	}
	for i := range c.Documents {
		err = errors.Join(err, encoder.Encode(line{Document: &c.Documents[i]}))
	}
	if err = errors.Join(err, w.Flush(), f.Sync(), f.Close()); err != nil {
		return err
	}
	return os.Rename(f.Name(), filepath.Join(s.dir, storeName))
}
