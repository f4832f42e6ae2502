package main

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestInterruptedTrainingIsStopped(t *testing.T) {
	dir := t.TempDir()
	labels := filepath.Join(dir, "labels.tsv")
	if err := os.WriteFile(labels, []byte("a.example\t/faq.txt\tfaq\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	stop()
	var notes strings.Builder
	cmd := &trainGenreCmd{Labels: labels, Files: dir}
	_, _, err := cmd.train(ctx, &console{err: &notes, notes: &notes}, nil)
	if !errors.Is(err, errStopped) || notes.String() != "Stopped; no filter was trained.\n" {
		t.Errorf("train() = %v, and says %q", err, &notes)
	}
}
