//go:build yardstick

package sitemap_test

import (
	"bufio"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"sluice/internal/sitemap"
)

// shared returns the folder of what others wrote, beside the module.
func shared(t testing.TB) string {
	if dir := os.Getenv("SLUICE_SHARED"); dir != "" {
		return dir
	}
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return filepath.Join(dir, "..", "shared")
		}
		if dir == filepath.Dir(dir) {
			t.Fatal("no go.mod above the package")
		}
		dir = filepath.Dir(dir)
	}
}

type sitemapCase struct {
	ID, Suite, Note, URL, Options string
	Content                       *string
	ContentB64                    string  `json:"content_b64"`
	ContentType                   *string `json:"content_type"`
	Type                          *string `json:"expected_type"`
	Error                         *string
	Expected                      []struct {
		Loc        string
		LastMod    *string
		ChangeFreq *string
		Priority   *float64
	}
}

func (c *sitemapCase) body(t *testing.T) string {
	if c.Content != nil {
		return *c.Content
	}
	b, err := base64.StdEncoding.DecodeString(c.ContentB64)
	if err != nil {
		t.Fatalf("%s: %v", c.ID, err)
	}
	return string(b)
}

// check returns what differs between a case and what is read.
func (c *sitemapCase) check(t *testing.T) error {
	var header string
	if c.ContentType != nil {
		header = *c.ContentType
	}
	var got []sitemap.Entry
	kind, err := sitemap.Parse(strings.NewReader(c.body(t)), c.URL, header, sitemap.Limits{}, func(e sitemap.Entry) bool {
		// The original's strict option takes only what the sitemap may speak for.
		if e.Index || !strings.Contains(c.Options, "strict=true") || sitemap.Covers(c.URL, e.Loc) {
			got = append(got, e)
		}
		return true
	})
	if c.Error != nil {
		if err == nil {
			return fmt.Errorf("no error, want %s", *c.Error)
		}
		return nil
	}
	if err != nil && !strings.Contains(c.Options, "partial=true") {
		return err
	}
	if c.Type != nil && kind != kindNames[*c.Type] {
		return fmt.Errorf("kind %q, want %q", kind, *c.Type)
	}
	if len(got) != len(c.Expected) {
		return fmt.Errorf("%d entries, want %d: %v", len(got), len(c.Expected), got)
	}
	for i, want := range c.Expected {
		if err := same(got[i], want.Loc, want.LastMod, want.ChangeFreq, want.Priority); err != nil {
			return fmt.Errorf("entry %d: %w", i, err)
		}
	}
	return nil
}

var kindNames = map[string]sitemap.Kind{
	"XML": sitemap.URLSet, "INDEX index": sitemap.Index, "TEXT": sitemap.Text, "RSS": sitemap.RSS, "ATOM": sitemap.Atom,
	"INDEX": sitemap.Index,
}

func same(e sitemap.Entry, loc string, lastmod, freq *string, priority *float64) error {
	if e.Loc != loc {
		return fmt.Errorf("loc %q, want %q", e.Loc, loc)
	}
	var at string
	if !e.LastMod.IsZero() {
		at = e.LastMod.Format(time.RFC3339)
	}
	if want := deref(lastmod); at != want {
		return fmt.Errorf("lastmod %q, want %q", at, want)
	}
	if want := strings.ToLower(deref(freq)); e.ChangeFreq != want {
		return fmt.Errorf("changefreq %q, want %q", e.ChangeFreq, want)
	}
	if priority != nil && *priority != e.Priority {
		return errors.New("priority")
	}
	return nil
}

func deref(s *string) string {
	if s == nil {
		return ""
	}
	return *s
}

func TestConformanceSitemaps(t *testing.T) {
	f, err := os.Open(filepath.Join(shared(t), "conformance", "sitemaps.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	passed, cases := map[string]int{}, map[string]int{}
	in := bufio.NewScanner(f)
	in.Buffer(nil, 64<<20)
	for in.Scan() {
		var c sitemapCase
		if err := json.Unmarshal(in.Bytes(), &c); err != nil {
			t.Fatal(err)
		}
		cases[c.Suite]++
		if err := c.check(t); err != nil {
			t.Logf("%s %s: %v", c.ID, c.Note, err)
		} else {
			passed[c.Suite]++
		}
	}
	if in.Err() != nil || len(cases) == 0 {
		t.Fatal("no cases", in.Err())
	}
	for suite, n := range cases {
		fmt.Println("CONFORMANCE sitemaps", suite, passed[suite], n)
		if float64(passed[suite]) < 0.95*float64(n) {
			t.Errorf("%s: %d of %d, want 95 %%", suite, passed[suite], n)
		}
	}
}
