//go:build yardstick

package genre_test

import (
	"compress/gzip"
	"errors"
	"flag"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"sluice/document"
	"sluice/document/genre"
	"sluice/internal/labelledtest"
)

var publicFolder = flag.String("public", "", "add the documents that `DIR`/documents.tsv lists to "+publicFacts+", or compute their facts again")

// publicFacts holds one line for each document of a public repository that the
// filter learns from: repository, commit, path, genre, language, and its facts.
// The documents themselves are no part of the project.
const publicFacts = "testdata/public.tsv.gz"

// public returns the documents of public repositories, by their facts. With
// -public documents are added first.
func public(t *testing.T) []genre.Example {
	if *publicFolder != "" {
		addPublic(t, *publicFolder)
	}
	var all []genre.Example
	for _, line := range readPublic(t) {
		row := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		facts := new(genre.Facts)
		if err := facts.UnmarshalText([]byte(row[5])); err != nil {
			t.Fatalf("%s: %v: by -public DIR", publicFacts, err)
		}
		all = append(all, genre.Example{Facts: facts, Clues: genre.Clues{URL: row[0] + "/" + row[2]}, Genre: genre.Genre(row[3]), Site: owner(row[0])})
	}
	return all
}

// owner returns the owner of a repository.
func owner(source string) string {
	name, _, _ := strings.Cut(strings.TrimPrefix(source, "github:"), "/")
	return strings.ToLower(name)
}

// readPublic returns the lines of publicFacts.
func readPublic(t *testing.T) []string {
	f, err := os.Open(publicFacts)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(z)
	if err != nil {
		t.Fatal(err)
	}
	return slices.Collect(strings.Lines(string(text)))
}

// addPublic adds documents to publicFacts, in place of those with the same
// repository and path. The columns of DIR/documents.tsv are the file
// (in DIR), repository, commit, path in it, genre and language. Documents without
// text and without a genre are left out.
func addPublic(t *testing.T, dir string) {
	text, err := os.ReadFile(filepath.Join(dir, "documents.tsv"))
	if err != nil {
		t.Fatal(err)
	}
	rows := strings.Split(strings.TrimSpace(string(text)), "\n")[1:]
	lines := make([]string, len(rows))
	reader := labelledtest.NewReader(t)
	next := make(chan int)
	var wait sync.WaitGroup
	for range 2 {
		wait.Go(func() {
			for i := range next {
				row := strings.Split(rows[i], "\t")
				if len(row) != 6 || !genre.Genre(row[4]).Valid() {
					t.Logf("left out: %s", rows[i])
					continue
				}
				// The address says no more of the document than the name of its file.
				url := "http://" + strings.ReplaceAll(owner(row[1]), "_", "-") + ".example/" + filepath.Base(row[0])
				d, err := reader.Read(t.Context(), filepath.Join(dir, row[0]), url)
				if err != nil {
					if !errors.Is(err, document.ErrNoText) {
						t.Logf("not read: %s: %v", row[0], err)
					}
					continue
				}
				facts, err := genre.FactsOf(d, genre.Clues{URL: url}).MarshalText()
				if err != nil {
					t.Error(err)
				}
				lines[i] = strings.Join(row[1:], "\t") + "\t" + string(facts) + "\n"
			}
		})
	}
	for i := range rows {
		next <- i
	}
	close(next)
	wait.Wait()
	listed := map[[2]string]bool{}
	for _, r := range rows {
		if row := strings.Split(r, "\t"); len(row) == 6 {
			listed[[2]string{row[1], row[3]}] = true
		}
	}
	for _, line := range readPublic(t) {
		if row := strings.Split(line, "\t"); !listed[[2]string{row[0], row[2]}] {
			lines = append(lines, line)
		}
	}
	slices.Sort(lines)
	f, err := os.Create(publicFacts)
	if err != nil {
		t.Fatal(err)
	}
	z := gzip.NewWriter(f)
	if _, err := io.WriteString(z, strings.Join(lines, "")); err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(z.Close(), f.Close()); err != nil {
		t.Fatal(err)
	}
}
