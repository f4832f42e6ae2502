package main

import (
	"bytes"
	"compress/gzip"
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sluice/internal/archive"
)

// mixed makes a library whose archive has a plain file and a compressed one.
func mixed(t *testing.T) (lib string, files []string) {
	t.Helper()
	web := httptest.NewServer(http.HandlerFunc(serveWeb))
	t.Cleanup(web.Close)
	lib = filepath.Join(t.TempDir(), "a library")
	for _, args := range [][]string{
		{"--warc", "plain", "--max-pages", "5", "http://long.example/n1"}, {"--warc", "gzip", "--max-pages", "12"},
	} {
		args = append([]string{"crawl", "-d", lib, "--proxy", web.URL, "--delay", "1ms", "--progress", "none"}, args...)
		var stderr strings.Builder
		if code := run(context.Background(), args, strings.NewReader(""), io.Discard, &stderr); code != exitStopped {
			t.Fatalf("%q gives %d\n%s", args, code, stderr.String())
		}
	}
	files = matches(t, lib, "archive/*.warc*")
	if len(files) != 2 {
		t.Fatalf("the archive has %q", files)
	}
	return lib, files
}

func TestPlainAndCompressedFilesAreExportedAsOneGzipFile(t *testing.T) {
	lib, _ := mixed(t)
	code, out, complaints := runCommand("export", "-d", lib, "warc")
	if code != exitDone {
		t.Fatalf("exit code %d\n%s", code, complaints)
	}
	zip, err := gzip.NewReader(strings.NewReader(out))
	if err != nil {
		t.Fatal(err)
	}
	plain, err := io.ReadAll(zip)
	if n := bytes.Count(plain, []byte("WARC-Type: response")); n < 12 || err != nil {
		t.Errorf("%d responses, %v", n, err)
	}
	file := filepath.Join(t.TempDir(), "all.warc.gz")
	if err := os.WriteFile(file, []byte(out), 0o644); err != nil {
		t.Fatal(err)
	}
	for rec, err := range archive.Records(t.Context(), file) {
		if err != nil {
			t.Fatal(err)
		}
		if _, err := rec.Location(t.Context()); err != nil { // it says when records share a member
			t.Fatal(err)
		}
	}
}

func TestExportOfADamagedArchiveNamesMissingParts(t *testing.T) {
	lib, files := mixed(t)
	_, whole, _ := runCommand("export", "-d", lib, "cdxj")
	damage := map[string]func(){
		"broken record at byte": func() {
			b, err := os.ReadFile(files[1])
			if err != nil {
				t.Fatal(err)
			}
			for i := range 20 {
				b[len(b)/2+i] ^= 0xff
			}
			if err := os.WriteFile(files[1], b, 0o644); err != nil {
				t.Fatal(err)
			}
		},
		filepath.Base(files[0]) + ": missing": func() {
			if err := os.Remove(files[0]); err != nil {
				t.Fatal(err)
			}
		},
	}
	for _, name := range []string{"broken record at byte", filepath.Base(files[0]) + ": missing"} {
		damage[name]()
		for _, format := range []string{"cdxj", "warc"} {
			code, out, complaints := runCommand("export", "-d", lib, format)
			if code != exitError || !strings.Contains(complaints, name) || !strings.Contains(complaints, "doctor --full -d '"+lib+"'") {
				t.Errorf("export %s with %q: exit code %d\n%s", format, name, code, complaints)
			}
			if lines := strings.Count(out, "\n"); format == "cdxj" && (lines < 4 || lines > strings.Count(whole, "\n")) {
				t.Errorf("with %q the index has %d lines", name, lines)
			}
			if format == "warc" && len(out) == 0 {
				t.Errorf("with %q nothing is exported", name)
			}
		}
	}
}
