package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"testing"

	"sluice/document/bibliography"
	"sluice/library"
)

// countedSubmissions counts what is filed, and how often the index is brought up to date.
type countedSubmissions struct{ filed, pending, refreshes int }

func (s *countedSubmissions) Submit(_ context.Context, _ string, from io.Reader, _ *bibliography.Record) (library.Document, error) {
	s.filed++
	s.pending++
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

func (s *countedSubmissions) Refresh(context.Context) error {
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
