// Package catalogtest makes catalogues, repositories and rows for the tests of other packages. It has the suites of the contracts on which the
// users of the catalogue rely: [Intake], [Repository], [Removal], [Examination], [Listings],
// [Relevance], [Statistics] and [Knowledge]. That of a crawl is in package crawlertest.
package catalogtest

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io/fs"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"sluice/document/describe"
	"sluice/document/genre"
	"sluice/internal/catalogue"
	"sluice/internal/repository"
	"sluice/library"
)

// Open opens a catalogue for writing and closes it when the test ends.
func Open(t testing.TB, path string) *catalogue.Catalogue {
	t.Helper()
	c, err := catalogue.Open(t.Context(), path, catalogue.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := c.Close(); err != nil {
			t.Error(err)
		}
	})
	return c
}

// Memory returns a catalogue in memory that is closed when the test ends.
func Memory(t testing.TB) *catalogue.Catalogue {
	t.Helper()
	c, err := catalogue.NewMemory()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	return c
}

// Commit commits a group and fails the test on an error.
func Commit(t testing.TB, c *catalogue.Catalogue, g *catalogue.Group) {
	t.Helper()
	if err := c.Commit(t.Context(), g); err != nil {
		t.Fatalf("Commit(group %d) = %v", g.Serial, err)
	}
}

// NewFetch returns the n-th page of a synthetic web of 200 hosts. Each has a URL and a body of
// its own, so that n fetches are n rows.
func NewFetch(n int) catalogue.Fetch {
	host := "www" + strconv.Itoa(n%200) + ".example.edu"
	hash := sha256.Sum256([]byte(strconv.Itoa(n)))
	return catalogue.Fetch{
		Fetch: library.Fetch{
			URL:    "http://" + host + "/people/group" + strconv.Itoa(n/200%37) + "/page" + strconv.Itoa(n) + ".html",
			Site:   host,
			Domain: "example.edu",
			Parent: "http://" + host + "/people/group" + strconv.Itoa(n/200%37) + "/",
			Kind:   "page", Depth: 2 + n%5, Level: 2, Status: 200, Type: "html", MIME: "text/html",
			Size: int64(8000 + n%1000), SHA256: hex.EncodeToString(hash[:]), Title: "Page " + strconv.Itoa(n) + " of the group",
			Language: "en", Relevance: new(float64(n%8) / 8), Charset: "utf-8", ETag: `"` + strconv.Itoa(n) + `"`,
			At:   time.Date(2026, 11, 1, 8, 0, 0, 0, time.UTC).Add(time.Duration(n) * 200 * time.Microsecond),
			Took: 42 * time.Millisecond, Wire: 3000, Links: 50, Outcome: library.Fetched,
			Address: "192.0.2.1:80", Protocol: "HTTP/1.1",
		},
		File: "sluice-20261101080000-00001.warc.gz", Offset: int64(n) * 4000, Length: 3900,
	}
}

// NewGroup returns a group of n fetches, from the first on, with the counters that a crawl
// would add.
func NewGroup(serial int64, first, n int) *catalogue.Group {
	g := &catalogue.Group{Serial: serial, Fetches: make([]catalogue.Fetch, n), Archive: catalogue.Mark{File: "a.warc.gz", Offset: serial}}
	for i := range n {
		g.Fetches[i] = NewFetch(first + i)
	}
	for i := range min(n, 50) {
		host := g.Fetches[i].Site
		g.Refused = append(g.Refused, catalogue.Count{Site: host, Cause: "scope", N: 3})
		g.HostLinks = append(g.HostLinks, catalogue.HostLink{From: host, To: "www.example.org", N: 1, First: g.Fetches[i].At})
	}
	return g
}

// Queue returns the whole queue behind a row.
func Queue(t testing.TB, c *catalogue.Catalogue, after int64) []catalogue.Queued {
	t.Helper()
	all, err := c.Queue.Next(t.Context(), 0, after, 1000)
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// NewDocuments returns a group whose fetches are documents that wait to be read.
func NewDocuments(serial int64, first, n int) *catalogue.Group {
	g := NewGroup(serial, first, n)
	for i := range g.Fetches {
		g.Fetches[i].Intake, g.Fetches[i].Type, g.Fetches[i].Document = catalogue.ReadDocument, "pdf", true
	}
	return g
}

// List returns all records of a listing.
func List(t testing.TB, c *catalogue.Catalogue, what, where string) (all [][]any) {
	t.Helper()
	l, err := c.List(t.Context(), what, where, 0)
	if err != nil {
		t.Fatal(err)
	}
	for r, err := range l.All() {
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, slices.Clone(r))
	}
	return all
}

// Count returns the number of records of a listing.
func Count(t testing.TB, c *catalogue.Catalogue, what, where string) int {
	t.Helper()
	return len(List(t, c, what, where))
}

// New returns a catalogue and a repository in a new folder.
func New(t testing.TB) (*catalogue.Catalogue, *repository.Repository) {
	t.Helper()
	dir := t.TempDir()
	c := Open(t, filepath.Join(dir, "catalog.db"))
	return c, OpenRepository(t, filepath.Join(dir, "documents"), c)
}

// OpenRepository opens a repository and fails the test on an error.
func OpenRepository(t testing.TB, dir string, c *catalogue.Catalogue) *repository.Repository {
	t.Helper()
	r, err := repository.Open(dir, repository.Catalogue{Documents: c.Documents, Removals: c.Removals, ReadOnly: c.ReadOnly()})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// Sum returns the SHA-256 of a body in hex.
func Sum(body string) string {
	sum := sha256.Sum256([]byte(body))
	return hex.EncodeToString(sum[:])
}

// Day returns a time on the n-th day after the first one.
func Day(n int) time.Time { return time.Date(2026, 11, 1+n, 8, 0, 0, 0, time.UTC) }

// Paper returns the filing of a body that was read and accepted, from URLs seen on the first
// day.
func Paper(body string, urls ...string) catalogue.Filing {
	d := catalogue.Filing{Document: library.Document{
		SHA256: Sum(body), Size: int64(len(body)), Type: "pdf", State: library.Accepted, Name: "paper.pdf",
		Verdict: library.Verdict{Genre: "paper", Confidence: 0.9, By: "model", Reasons: []genre.Reason{{Feature: "has an abstract", Weight: 1.5}}},
		Pages:   9, Words: 4000, Language: "en", Relevance: new(0.75), Added: Day(0), Judged: Day(0), Read: Day(0),
		Fields: []describe.Field{
			{Name: "title", Value: "On " + body, Source: "first page", Confidence: 0.8},
			{Name: "author", Value: "Ada Lovelace", Source: "first page", Confidence: 0.7},
			{Name: "author", Value: "Alan Turing", Source: "first page", Confidence: 0.7},
			{Name: "author", Value: "A. Lovelace", Source: "file", Confidence: 0.5},
			{Name: "year", Value: "2003", Source: "file", Confidence: 0.6},
		},
	}}
	for _, u := range urls {
		d.Locations = append(d.Locations, library.Location{URL: u, First: Day(0), Size: int64(len(body))})
	}
	return d
}

// Stored stores a body in the repository and files it. It returns the hash.
func Stored(t testing.TB, r *repository.Repository, body string, d catalogue.Filing) string {
	t.Helper()
	s, err := r.Store(t.Context(), strings.NewReader(body), "pdf")
	if err != nil {
		t.Fatal(err)
	}
	File(t, r, d)
	return s.SHA256
}

// File files documents and fails the test on an error.
func File(t testing.TB, r *repository.Repository, batch ...catalogue.Filing) {
	t.Helper()
	if err := r.File(t.Context(), batch); err != nil {
		t.Fatal(err)
	}
}

// Got returns a document. It fails the test if the document is missing.
func Got(t testing.TB, c *catalogue.Catalogue, sum string) library.Document {
	t.Helper()
	d, ok, err := c.Documents.Get(t.Context(), sum)
	if err != nil || !ok {
		t.Fatalf("Document(%.8s) = %v, %v", sum, ok, err)
	}
	return d
}

// Folder returns the name of the folder that has the file of a document; empty without a file.
func Folder(t testing.TB, r *repository.Repository, sum string) string {
	t.Helper()
	path, err := r.Path(t.Context(), sum)
	if errors.Is(err, repository.ErrNoFile) {
		return ""
	}
	if err != nil {
		t.Fatal(err)
	}
	return filepath.Base(filepath.Dir(filepath.Dir(path)))
}

// Files returns the files in a folder and below it, relative to it.
func Files(t testing.TB, dir string) (names []string) {
	t.Helper()
	err := filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err == nil && !e.IsDir() {
			rel, _ := filepath.Rel(dir, path)
			names = append(names, rel)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return names
}

// At returns the filing of a body that a URL had on a day.
func At(body, url string, on int, state library.State) catalogue.Filing {
	d := Paper(body)
	d.State = state
	d.Locations = []library.Location{{URL: url, First: Day(on)}}
	return d
}
