package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"sluice/document/describe"
	"sluice/internal/catalogue"
	"sluice/internal/catalogue/catalogtest"
)

// manyDocuments makes a library of n documents.
func manyDocuments(t testing.TB, n int) (dir string) {
	t.Helper()
	dir = filepath.Join(t.TempDir(), "library")
	if code, _, complaints := runCommand("crawl", "-d", dir, "--proxy", "http://127.0.0.1:1", "--retries", "0", "--delay", "1ms", "--progress", "none",
		"http://www.site.example/"); code == exitUsage {
		t.Fatal(complaints)
	}
	cat, err := catalogue.Open(t.Context(), filepath.Join(dir, "catalog.db"), catalogue.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer cat.Close()
	for from := 0; from < n; from += 500 {
		var filings []catalogue.Filing
		for i := from; i < min(n, from+500); i++ {
			d := catalogtest.Paper(fmt.Sprint("document ", i), fmt.Sprintf("http://host%d.example/paper%d.pdf", i%100, i))
			d.Fields = append(d.Fields, describe.Field{Name: "abstract", Value: strings.Repeat("An abstract. ", 50)})
			filings = append(filings, d)
		}
		if _, err := cat.Documents.File(t.Context(), filings...); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// TestInterruptedExportLeavesNoHalfFile: the old file is unchanged, nothing else is left in its folder, and the exit code says so.
func TestInterruptedExportLeavesNoHalfFile(t *testing.T) {
	t.Parallel()
	lib := manyDocuments(t, 3000)
	for _, format := range []string{"bibtex", "ris", "csl-json", "jsonl", "parquet", "catalogue", "markdown"} {
		t.Run(format, func(t *testing.T) {
			dir := t.TempDir()
			output := filepath.Join(dir, "out")
			isFolder := format == "markdown"
			if !isFolder {
				if err := os.WriteFile(output, []byte("old"), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			ctx, cancel := context.WithCancel(t.Context())
			watched := make(chan struct{})
			go func() {
				defer close(watched)
				for ctx.Err() == nil { // until the export has begun to write
					begun := dir
					if isFolder {
						begun = output
					}
					if there, _ := os.ReadDir(begun); len(there) > 1 {
						cancel()
					}
					time.Sleep(time.Millisecond)
				}
			}()
			var stderr strings.Builder
			code := run(ctx, []string{"export", "-d", lib, format, "-o", output}, strings.NewReader(""), &strings.Builder{}, &stderr)
			cancel()
			<-watched
			if code != exitStopped || !strings.Contains(stderr.String(), "Stopped; nothing was exported") {
				t.Errorf("exit code %d, %s", code, stderr.String())
			}
			there, err := os.ReadDir(dir)
			if err != nil || len(there) != 1 || there[0].Name() != "out" {
				t.Errorf("the folder has %v, %v", there, err)
			}
			if isFolder {
				if there, err := os.ReadDir(output); err != nil || len(there) > 0 {
					t.Errorf("the exported folder has %v, %v", there, err)
				}
			} else if text, err := os.ReadFile(output); string(text) != "old" {
				t.Errorf("the old file is %.20q, %v", text, err)
			}
		})
	}
}
