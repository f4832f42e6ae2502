package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sluice/cmd/sluice/internal/submission"
	"sluice/document/bibliography"
	"sluice/library"
)

// countedSubmissions counts what is filed, and how often the index is brought up to date.
type countedSubmissions struct {
	filed, pending, refreshes int

	stopAfter int // files, of which the last one comes with a signal
	stop      context.CancelFunc

	stopRefresh bool // the first refresh comes with a signal
}

func (s *countedSubmissions) Submit(_ context.Context, _ string, from io.Reader, _ *bibliography.Record) (library.Document, error) {
	s.filed++
	s.pending++
	if s.filed == s.stopAfter {
		s.stop()
	}
	_, err := io.Copy(io.Discard, from)
	return library.Document{SHA256: fmt.Sprintf("%064d", s.filed), State: library.Rejected}, err
}

func (s *countedSubmissions) SetRecord(context.Context, string, *bibliography.Record) error {
	s.pending++
	return nil
}

func (s *countedSubmissions) Find(context.Context, string) (library.Document, error) {
	return library.Document{}, nil
}

func (s *countedSubmissions) Refresh(ctx context.Context) error {
	if s.stopRefresh {
		s.stopRefresh = false
		s.stop()
	}
	if ctx.Err() != nil {
		return ctx.Err()
	}
	s.refreshes++
	s.pending = 0
	return nil
}

// TestManyFilesRefreshTheIndexOncePerBatch adds as many files as are three batches, and the records of some URLs.
func TestManyFilesRefreshTheIndexOncePerBatch(t *testing.T) {
	name := filepath.Join(t.TempDir(), "paper.txt")
	if err := os.WriteFile(name, []byte("On lamps"), 0o600); err != nil {
		t.Fatal(err)
	}
	a := &addition{console: &console{out: io.Discard, err: io.Discard, notes: io.Discard}, seen: map[string]bool{}, records: map[string]*bibliography.Record{}}
	for range 2*refreshEvery + 50 {
		a.files = append(a.files, name)
	}
	for i := range 50 {
		a.records[fmt.Sprintf("http://a.example/%d.pdf", i)] = &bibliography.Record{}
	}
	docs := &countedSubmissions{}
	if err := a.addAll(t.Context(), docs); err != nil {
		t.Fatal(err)
	}
	if docs.filed != len(a.files) || docs.refreshes != 3 || docs.pending != 0 {
		t.Errorf("%d files with %d refreshes, %d pending at the end; want %d, 3, 0", docs.filed, docs.refreshes, docs.pending, len(a.files))
	}
}

// TestInterruptedAdditionIsIndexed stops an addition in the middle of a batch, at its last file, while records are set, and
// while the index is brought up to date at its end.
func TestInterruptedAdditionIsIndexed(t *testing.T) {
	name := filepath.Join(t.TempDir(), "paper.txt")
	if err := os.WriteFile(name, []byte("On lamps"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ stopAfter, files, items, records, filed int }{
		{7, 20, 0, 0, 7}, {7, 0, 20, 0, 7}, {20, 20, 0, 0, 20}, {20, 0, 20, 0, 20}, {20, 20, 0, 3, 20}, {0, 20, 0, 3, 20},
	} {
		var notes strings.Builder
		a := &addition{console: &console{out: io.Discard, err: &notes, notes: &notes}, seen: map[string]bool{}, records: map[string]*bibliography.Record{}}
		for range c.files {
			a.files = append(a.files, name)
		}
		a.sources = append(a.sources, func(yield func(submission.Item, error) bool) {
			for range c.items {
				if !yield(submission.Item{Path: name}, nil) {
					return
				}
			}
		})
		for i := range c.records {
			a.records[fmt.Sprintf("http://a.example/%d.pdf", i)] = &bibliography.Record{}
		}
		ctx, stop := context.WithCancel(t.Context())
		docs := &countedSubmissions{stopAfter: c.stopAfter, stop: stop, stopRefresh: c.stopAfter == 0}
		err := a.addAll(ctx, docs)
		if !errors.Is(err, errStopped) || docs.filed != c.filed || docs.refreshes != 1 || docs.pending != 0 {
			t.Errorf("%+v: %v; %d filed, %d refreshes, %d not indexed", c, err, docs.filed, docs.refreshes, docs.pending)
		}
		if notes.String() != "Stopped. The same command adds the others.\n" {
			t.Errorf("%+v: it says %q", c, &notes)
		}
	}
}
