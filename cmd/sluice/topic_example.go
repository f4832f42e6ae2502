package main

import (
	"bytes"
	"context"
	"fmt"
	"slices"

	"sluice/cmd/sluice/internal/example"
	"sluice/cmd/sluice/internal/infile"
	"sluice/topic"
)

// maxExamples is how many examples one command reads.
const maxExamples = 1000

// examplesOf returns the URLs and files that arguments name, with those of files of bookmarks in their place. A bookmark in a folder named
// bad is bad, whatever flag names its file.
func examplesOf(goodArguments, badArguments []string) (good, bad []string, err error) {
	for i, arguments := range [][]string{goodArguments, badArguments} {
		for _, a := range arguments {
			all, err := bookmarksIn(a)
			if err != nil {
				return nil, nil, err
			}
			if all == nil {
				all = []topic.Bookmark{{URL: a}}
			}
			for _, b := range all {
				if i == 1 || b.IsBad() {
					bad = append(bad, b.URL)
				} else {
					good = append(good, b.URL)
				}
			}
		}
	}
	if len(good)+len(bad) > maxExamples {
		return nil, nil, usagef("%d examples; at most %d are read", len(good)+len(bad), maxExamples)
	}
	for _, e := range good {
		if slices.Contains(bad, e) {
			return nil, nil, usagef("%s is a good and a bad example; name it once", e)
		}
	}
	return good, bad, nil
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

// openSource opens what examples are read from: the library in a folder, if there is one, files and the Web.
func (c *console) openSource(ctx context.Context, dir string) (*example.Source, error) {
	return example.Open(ctx, dir, example.Options{Config: fetchConfig, Notes: c.notes, Err: c.err})
}
