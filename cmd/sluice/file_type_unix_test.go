//go:build unix

package main

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// TestPipesInLibraryAreRefused runs commands on a library of which a part was replaced by a pipe: its opening would wait for ever.
func TestPipesInLibraryAreRefused(t *testing.T) {
	longTest(t)
	t.Parallel()
	made := filepath.Join(t.TempDir(), "lib")
	if code, _, errs := runCommand("demo", "-d", made); code != exitDone {
		t.Fatalf("sluice demo: exit code %d\n%s", code, errs)
	}
	warcs, err := filepath.Glob(filepath.Join(made, "archive", "*.warc.gz"))
	if err != nil || len(warcs) == 0 {
		t.Fatalf("archive: %q, %v", warcs, err)
	}
	warc, err := filepath.Rel(made, warcs[0])
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		part     string
		commands [][]string
	}{
		{"catalog.db", [][]string{{"report"}, {"documents"}, {"status"}, {"crawl", "--progress", "none"}, {"rebuild"}}},
		{"lock", [][]string{{"crawl", "--progress", "none"}, {"status"}, {"report"}, {"rebuild"}}},
		{filepath.Join("frontier", "LOCK"), [][]string{{"crawl", "--progress", "none"}}},
		{filepath.Join("index", "fulltext.db"), [][]string{{"search", "text"}}},
		{warc, [][]string{{"cat", aDocument}}},
	} {
		dir := filepath.Join(t.TempDir(), "lib")
		if err := os.CopyFS(dir, os.DirFS(made)); err != nil {
			t.Fatal(err)
		}
		part := filepath.Join(dir, c.part)
		if err := errors.Join(os.RemoveAll(part), syscall.Mkfifo(part, 0o600)); err != nil {
			t.Fatal(err)
		}
		for _, args := range c.commands {
			args = append([]string{args[0], "-d", dir}, args[1:]...)
			type result struct {
				code int
				errs string
			}
			ended := make(chan result, 1)
			go func() {
				code, _, errs := runCommand(args...)
				ended <- result{code, errs}
			}()
			select {
			case r := <-ended:
				if r.code == exitDone || !strings.Contains(r.errs, c.part) && c.part != "lock" || !strings.Contains(r.errs, "it is a pipe, a socket or a device") {
					t.Errorf("sluice %q with a pipe in place of %s: exit code %d\n%s", args, c.part, r.code, r.errs)
				}
			case <-time.After(5 * time.Minute):
				t.Fatalf("sluice %q with a pipe in place of %s waits", args, c.part)
			}
		}
	}
}
