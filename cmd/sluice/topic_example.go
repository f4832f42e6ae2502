package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"sluice/cmd/sluice/internal/example"
	"sluice/cmd/sluice/internal/infile"
	"sluice/topic"
	"sluice/weburl"
)

// maxExamples is how many examples one command reads.
const maxExamples = 1000

// examplesOf returns the URLs and files that arguments name, each once, with those of files of bookmarks in their place. A bookmark in a folder
// named bad is bad, whatever flag names its file. It is an error if an example is good and bad.
func examplesOf(goodArguments, badArguments []string) (good, bad []string, err error) {
	type place struct {
		name  string // as it was written first
		isBad bool
	}
	seen := map[string]place{}
	for i, arguments := range [][]string{goodArguments, badArguments} {
		for _, a := range arguments {
			all, err := bookmarksIn(a)
			if err != nil {
				return nil, nil, err
			}
			if all == nil {
				all = []topic.Bookmark{{URL: exampleName(a)}}
			}
			for _, b := range all {
				isBad := i == 1 || b.IsBad()
				first, known := seen[exampleID(b.URL)]
				switch {
				case known && first.isBad != isBad:
					return nil, nil, usagef("%s is a good and a bad example; name it once", first.name)
				case known:
					continue
				case isBad:
					bad = append(bad, b.URL)
				default:
					good = append(good, b.URL)
				}
				seen[exampleID(b.URL)] = place{b.URL, isBad}
			}
		}
	}
	if len(good)+len(bad) > maxExamples {
		return nil, nil, usagef("%d examples; at most %d are read", len(good)+len(bad), maxExamples)
	}
	return good, bad, nil
}

// exampleName returns the name of an example that an argument means: the shortest path of a file.
func exampleName(argument string) string {
	if strings.Contains(argument, "://") || argument == "" {
		return argument
	}
	return filepath.Clean(argument)
}

// exampleID returns what the names of one example have in common: the canonical form of a URL, the shortest path of a file.
func exampleID(name string) string {
	if !strings.Contains(name, "://") {
		return exampleName(name)
	}
	u, err := weburl.ParseSeed(name)
	if err != nil {
		return name // who reads it meets the error
	}
	return u.String()
}

// bookmarksIn returns the bookmarks in a file; nil for a URL and for a file without bookmarks.
func bookmarksIn(name string) ([]topic.Bookmark, error) {
	b, err := infile.Read(name, topic.MaxFile)
	if err != nil || !bytes.Contains(bytes.ToLower(b[:min(len(b), 1024)]), []byte("netscape-bookmark-file")) {
		return nil, nil // who reads it meets the error
	}
	all, err := topic.ReadBookmarks(bytes.NewReader(b))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return all, nil
}

// exampleIn returns the name, in the working directory, of an example that the file of a topic in a folder names. A relative path is relative to
// that folder, so that both can be moved together. A name that is no file may be a document of the library, and stays as it is.
func exampleIn(folder, name string) string {
	inFolder := filepath.Join(folder, filepath.FromSlash(name))
	if isPathless(name) || !exists(inFolder) && !exists(name) { // a file that is missing there is not another one of its name here
		return name
	}
	return inFolder
}

// exampleFor returns the name of an example in the file of a topic in a folder: the reverse of exampleIn.
func exampleFor(folder, name string) (string, error) {
	if isPathless(name) {
		return name, nil
	}
	if !exists(name) {
		if inFolder, err := filepath.Rel(folder, name); err == nil && filepath.IsLocal(inFolder) {
			name = filepath.ToSlash(inFolder)
		}
		return name, nil
	}
	from, err := filepath.Abs(folder)
	if err != nil {
		return "", err
	}
	if name, err = filepath.Abs(name); err != nil {
		return "", err
	}
	if inFolder, err := filepath.Rel(from, name); err == nil {
		return filepath.ToSlash(inFolder), nil
	}
	return name, nil // on another volume
}

// isPathless reports whether the name of an example is no relative path: it is a URL, absolute or empty.
func isPathless(name string) bool {
	return name == "" || strings.Contains(name, "://") || filepath.IsAbs(name)
}

// exists reports whether there is a file of this name.
func exists(name string) bool {
	_, err := os.Stat(name)
	return err == nil
}

// withExamples returns a definition with other names for its examples.
func withExamples(d topic.Definition, rename func(string) (string, error)) (topic.Definition, error) {
	d.Classes = slices.Clone(d.Classes)
	for i := range d.Classes {
		c := &d.Classes[i]
		c.Examples = slices.Clone(c.Examples)
		for n, name := range c.Examples {
			var err error
			if c.Examples[n], err = rename(name); err != nil {
				return d, err
			}
		}
	}
	return d, nil
}

// openSource opens what examples are read from: the library in a folder, if there is one, files and the Web.
func (c *console) openSource(ctx context.Context, dir string) (*example.Source, error) {
	return example.Open(ctx, dir, example.Options{Config: fetchConfig, Notes: c.notes, Err: c.err})
}
