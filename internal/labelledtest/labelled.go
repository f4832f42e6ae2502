//go:build yardstick

// Package labelledtest reads the labelled documents in the folder of data beside the project: what each is, and what its first page
// says. Tests learn from some of them and measure on others.
//
// The documents of one owner are much alike, so owners and not documents are divided: an owner is in the part that the SHA-256 of
// its name in lower case, modulo 3, gives. A part that has been looked at is no measure any more.
package labelledtest

import (
	"context"
	"crypto/sha256"
	"errors"
	"math/big"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"sluice/document"
	"sluice/document/content"
	"sluice/internal/conformancetest"
)

// Part is a part of the owners, by the hash of their names.
type Part int64

// The parts.
const (
	SetAside Part = iota // measured once when the code is finished, never looked at before
	Reserve              // to be measured when SetAside had to be looked at
	Work                 // to learn from and to look at
)

// parts is the number of parts.
const parts = 3

// PartOf returns the part that an owner belongs to.
func PartOf(owner string) Part {
	sum := sha256.Sum256([]byte(strings.ToLower(owner)))
	n := new(big.Int).SetBytes(sum[:])
	return Part(n.Mod(n, big.NewInt(parts)).Int64())
}

// Document is a labelled document.
type Document struct {
	Name     string // folder and name of the file: OWNER__REPOSITORY/NAME
	Path     string // of the file, on this machine
	Owner    string // in lower case
	Part     Part
	Genre    string
	Language string
	Title    string   // as printed; empty where the tables have none
	Authors  []string // as printed, in order
	Read     *content.Document
}

// URL returns an address of the document that says no more of it than the name of its file.
func (d *Document) URL() string {
	return "http://" + strings.ReplaceAll(d.Owner, "_", "-") + ".example/" + filepath.Base(d.Path)
}

// Documents returns the labelled documents of the parts, in the order of their names, each read by a document.Reader. Documents that
// have no text are left out, with a line in the log; more than one in ten of them fails the test.
func Documents(t testing.TB, which ...Part) []Document {
	t.Helper()
	var all []Document
	for _, table := range []string{"part1.tsv", "part2.tsv"} {
		all = append(all, rows(t, table, which)...)
	}
	if len(all) == 0 {
		t.Fatalf("there are no labelled documents of the parts %v", which)
	}
	slices.SortFunc(all, func(a, b Document) int { return strings.Compare(a.Name, b.Name) })
	read(t, all)
	found := len(all)
	all = slices.DeleteFunc(all, func(d Document) bool { return d.Read == nil })
	if len(all) < found*9/10 {
		t.Errorf("%d of %d labelled documents have text", len(all), found)
	}
	return all
}

// rows reads a table.
func rows(t testing.TB, table string, which []Part) []Document {
	t.Helper()
	text, err := os.ReadFile(conformancetest.Path(t, "documents", table))
	if err != nil {
		t.Fatal(err)
	}
	var all []Document
	var columns []string
	for line := range strings.Lines(string(text)) {
		row := strings.Split(strings.TrimRight(line, "\r\n"), "\t")
		if columns == nil {
			columns = row
			continue
		}
		cell := func(column string) string {
			if i := slices.Index(columns, column); i >= 0 && i < len(row) {
				return row[i]
			}
			return ""
		}
		d := Document{Name: cell("file"), Genre: cell("class"), Language: cell("language"), Title: cell("title")}
		owner, _, _ := strings.Cut(d.Name, "__")
		d.Owner = strings.ToLower(owner)
		if d.Part = PartOf(owner); !slices.Contains(which, d.Part) {
			continue
		}
		if authors := cell("authors"); authors != "" {
			d.Authors = strings.Split(authors, "; ")
		}
		d.Path = filepath.Join(conformancetest.Path(t, "documents", "files"), filepath.FromSlash(d.Name))
		if !FileExists(d.Path) {
			t.Logf("not there: %s", d.Name)
			continue
		}
		all = append(all, d)
	}
	return all
}

// readers is the number of documents that are read at once.
const readers = 2

// Reader reads documents without OCR, which would take minutes. What this process, or another one of the same run, has read before, it
// returns again: several tests measure the same documents.
type Reader struct{ reader *document.Reader }

// NewReader returns a reader for the time of the test.
func NewReader(t testing.TB) Reader {
	r := document.NewReader(document.Options{TempDir: t.TempDir(), Workers: readers, Tools: map[string]string{"tesseract": "none"}})
	t.Cleanup(func() { r.Close() })
	return Reader{r}
}

// Read reads the document of a file that was fetched from a URL.
func (r Reader) Read(ctx context.Context, path, url string) (*content.Document, error) {
	if before, ok := done.Load(path); ok {
		return before.(reading).document, before.(reading).err
	}
	got, err := sharedReading(ctx, path, func() reading {
		d, err := r.reader.Read(ctx, path, document.Hint{URL: url})
		return reading{d, err}
	})
	if err != nil {
		return nil, err
	}
	done.Store(path, got)
	return got.document, got.err
}

// read reads the documents that have text.
func read(t testing.TB, all []Document) {
	t.Helper()
	reader := NewReader(t)
	next := make(chan *Document)
	var wait sync.WaitGroup
	for range readers {
		wait.Go(func() {
			for d := range next {
				var err error
				if d.Read, err = reader.Read(t.Context(), d.Path, d.URL()); err == nil {
					continue
				}
				d.Read = nil
				if !errors.Is(err, document.ErrNoText) {
					t.Logf("not read: %s: %v", d.Name, err)
				}
			}
		})
	}
	for i := range all {
		next <- &all[i]
	}
	close(next)
	wait.Wait()
}
