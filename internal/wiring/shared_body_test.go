package wiring_test

import (
	"bytes"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"sluice/internal/archive"
	"sluice/internal/wiring"
	"sluice/library"
)

// bodyOf reads what a library has of a URL.
func bodyOf(t *testing.T, dir, url string) (string, error) {
	t.Helper()
	body, err := open(t, dir).Body(t.Context(), url)
	if err != nil {
		return "", err
	}
	text, err := io.ReadAll(body)
	return string(text), errors.Join(err, body.Close())
}

// removePattern removes a pattern from a library.
func removePattern(t *testing.T, dir, pattern string) library.Removal {
	t.Helper()
	r, err := open(t, dir).Remove(t.Context(), pattern, "", nil)
	if err != nil {
		t.Fatalf("Remove(%s): %v", pattern, err)
	}
	return r
}

func TestRemovalKeepsSharedBodies(t *testing.T) {
	for _, plain := range []bool{false, true} {
		var later atomic.Bool
		site := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.URL.Path == "/robots.txt" || r.URL.Path != "/1" && !later.Load() {
				http.NotFound(w, r)
				return
			}
			w.Header().Set("Content-Type", "text/html")
			io.WriteString(w, `Always the same. <a href="/2">on</a> <a href="/3">on</a>`)
		}))
		t.Cleanup(site.Close)
		dir, cfg := t.TempDir(), config(site.URL)
		crawlArchived(t, dir, cfg, plain)
		later.Store(true)
		cfg.Again, cfg.Seeds = true, []string{"http://long.example/2"}
		crawlArchived(t, dir, cfg, plain)
		left := []string{"http://long.example/1", "http://long.example/2", "http://long.example/3"}
		for len(left) > 1 {
			gone := left[0]
			left = left[1:]
			if r := removePattern(t, dir, gone); r.URLs != 1 || r.Answers == 0 || r.Lost != 0 {
				t.Errorf("removing %s gives %+v", gone, r)
			}
			for _, url := range left {
				if text, err := bodyOf(t, dir, url); err != nil || !strings.Contains(text, "the same") {
					t.Errorf("without %s, %s has %q, %v", gone, url, text, err)
				}
			}
			for _, url := range targets(t, dir) {
				if url == gone || !slices.Contains(left, url) && !strings.HasSuffix(url, "/robots.txt") {
					t.Errorf("without %s the archive has a record that names %s", gone, url)
				}
			}
		}
		cfg.Seeds = left
		crawlArchived(t, dir, cfg, plain)
		if rebuilt := rebuild(t, dir, cfg); rebuilt.Damaged > 0 {
			t.Errorf("rebuilt: %+v", rebuilt)
		}
		if text, err := bodyOf(t, dir, left[0]); err != nil || !strings.Contains(text, "the same") {
			t.Errorf("after a rebuild %s has %q, %v", left[0], text, err)
		}
	}
}

// targets returns the URLs that answers in an archive have or refer to.
func targets(t *testing.T, dir string) (urls []string) {
	t.Helper()
	for _, path := range matches(t, filepath.Join(dir, "archive", "*.warc*")) {
		for rec, err := range archive.Records(t.Context(), path) {
			if err != nil {
				t.Fatal(err)
			}
			if rec.Type != "response" && rec.Type != "revisit" {
				continue
			}
			urls = append(urls, rec.URL)
			if o := rec.Original(); o != nil {
				urls = append(urls, o.URL)
			}
		}
	}
	return urls
}

func TestRemovalFromADamagedArchive(t *testing.T) {
	for name, harm := range map[string]func(path string) error{
		"a missing file": os.Remove,
		"a file cut short": func(path string) error {
			info, err := os.Stat(path)
			return errors.Join(err, os.Truncate(path, info.Size()/3))
		},
		"zeros": func(path string) error {
			b, err := os.ReadFile(path)
			return errors.Join(err, os.WriteFile(path, bytes.Repeat([]byte{0}, len(b)), 0o666))
		},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			crawlWhole(t, dir, config(alwaysTheSame(t)))
			if err := harm(matches(t, filepath.Join(dir, "archive", "*.warc.gz"))[0]); err != nil {
				t.Fatal(err)
			}
			r := removePattern(t, dir, "http://long.example/*")
			if r.URLs != 3 || r.Lost == 0 || r.Lost != len(r.Losses) || r.Lost+r.Answers < 3 || r.Lost+r.Answers > 4 { // three pages and, where it can be read, robots.txt
				t.Errorf("%+v", r)
			}
			if _, err := bodyOf(t, dir, "http://long.example/1"); !errors.Is(err, wiring.ErrNoBody) {
				t.Errorf("the body of a removed page: %v", err)
			}
		})
	}
}

// damageRobots changes the checksum of the record of a robots.txt in a WARC file.
func damageRobots(t *testing.T, path string) {
	t.Helper()
	for rec, err := range archive.Records(t.Context(), path) {
		if err != nil {
			t.Fatal(err)
		}
		if rec.Type != "response" || !strings.HasSuffix(rec.URL, "/robots.txt") {
			continue
		}
		at, err := rec.Location(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		b, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		b[at.Offset+at.Length-5] ^= 1 // of the eight bytes at the end the first four are the checksum
		if err := os.WriteFile(path, b, 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	t.Fatalf("%s has no robots.txt", path)
}

func TestRemovalCountsRobotsThatItCannotErase(t *testing.T) {
	for _, c := range []struct {
		name          string
		harm          func(t *testing.T, path string)
		answers, lost int
	}{
		{"damaged record", damageRobots, 3, 1},
		{"missing file", func(t *testing.T, path string) { remove(t, path) }, 0, 4},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := t.TempDir()
			crawlWhole(t, dir, config(alwaysTheSame(t)))
			c.harm(t, matches(t, filepath.Join(dir, "archive", "*.warc.gz"))[0])
			r := removePattern(t, dir, "http://long.example/*")
			if r.Answers != c.answers || r.Lost != c.lost || len(r.Losses) != c.lost {
				t.Errorf("%d answers erased, %d lost: %v; want %d and %d", r.Answers, r.Lost, r.Losses, c.answers, c.lost)
			}
		})
	}
}
