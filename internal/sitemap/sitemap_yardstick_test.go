//go:build yardstick

package sitemap_test

import (
	"encoding/base64"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"sluice/internal/conformancetest"
	"sluice/internal/sitemap"
)

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
	if strings.Contains(c.Options, "doctype=true") && errors.Is(err, sitemap.ErrEntities) {
		err = nil
	}
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
	y := conformancetest.NewTally(t, "sitemaps")
	for _, c := range conformancetest.Cases[sitemapCase](t, "sitemaps") {
		err := c.check(t)
		y.Count(c.Suite, c.ID, err == nil, "%s: %v", c.Note, err)
	}
	y.Report(conformancetest.Bars{All: 95})
}
