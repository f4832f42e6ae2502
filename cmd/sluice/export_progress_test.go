package main

import (
	"bytes"
	"context"
	"io"
	"regexp"
	"testing"
	"time"

	"sluice/internal/export"
)

// TestProgressOfExportCountsDocumentsAndBytes writes records through the counters of an export.
func TestProgressOfExportCountsDocumentsAndBytes(t *testing.T) {
	var p exportProgress
	if err := p.show(&bytes.Buffer{}, io.Discard).Close(); err != nil {
		t.Fatal(err)
	}
	p.begun = time.Now().Add(-10 * time.Second)
	matches := func(when, want string) {
		t.Helper()
		if line := p.line(); !regexp.MustCompile(want).MatchString(line) {
			t.Errorf("%s: %q, want %s", when, line, want)
		}
	}
	matches("at the beginning", `^exporting, 0:1\d$`)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	records := p.counted(ctx, func(yield func(*export.Record, error) bool) {
		for yield(&export.Record{}, nil) {
		}
	})
	w := p.writer(ctx, io.Discard)
	n := 0
	for _, err := range records {
		if n == 2000 {
			cancel()
		}
		if err != nil {
			break
		}
		if _, err := w.Write(make([]byte, 1000)); err != nil && n < 2000 {
			t.Fatal(err)
		}
		n++
	}
	matches("at the end", `^exporting: 2,00\d documents, 200/s, 2\.00 MB, 0:1\d$`)
	if _, err := w.Write([]byte("more")); err == nil {
		t.Error("an export that was stopped writes on")
	}
}
