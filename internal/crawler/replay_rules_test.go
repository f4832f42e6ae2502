package crawler_test

import (
	"strings"
	"testing"
	"time"

	"sluice/crawl"
	"sluice/internal/archive"
	"sluice/internal/archive/archivetest"
	"sluice/internal/crawler"
)

// stored makes an archive of exchanges as they are.
func stored(t *testing.T, exchanges ...*archive.Exchange) (dir string) {
	t.Helper()
	dir = t.TempDir()
	a, err := archive.Open(t.Context(), dir, archive.Options{}, archive.Position{})
	if err != nil {
		t.Fatal(err)
	}
	for _, x := range exchanges {
		e, err := a.Encode(t.Context(), x)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := a.Append(t.Context(), e); err != nil {
			t.Fatal(err)
		}
		e.Release()
	}
	if err := a.Close(); err != nil {
		t.Fatal(err)
	}
	return dir
}

func TestReplayUnderOtherURLRulesEnds(t *testing.T) {
	for name, rules := range map[string][]string{"as it was": nil, "no-www": {"no-www"}, "one-scheme": {"one-scheme"}} {
		w := newWeb(t, pages{
			"www.a.test/robots.txt": raw("text/plain", "User-agent: *\nDisallow: /shut\n"),
			"www.a.test/":           html("a", "/one", "/shut"), "www.a.test/one": html("one"),
		})
		dir := t.TempDir()
		a, err := archive.Open(t.Context(), dir, archive.Options{}, archive.Position{})
		if err != nil {
			t.Fatal(err)
		}
		cfg := crawl.Config{Seeds: []string{"http://www.a.test/"}, Network: crawl.Network{Proxy: w.URL}, Politeness: crawl.Politeness{Delay: time.Millisecond}}
		parts := crawler.Parts{Archive: a}
		run(t, cfg, parts)
		if err := a.Close(); err != nil {
			t.Fatal(err)
		}
		cfg.Scope.Rules = rules
		if result, _ := replayed(t, dir, cfg); result.Stats.Pages != 2 || result.Damaged != 0 {
			t.Errorf("%s: %+v; want two pages", name, result)
		}
	}
}

func TestForeignRecordsAreSkipped(t *testing.T) {
	names := archivetest.Page("dns:a.test", []byte("a.test. 60 IN A 192.0.2.1\n"))
	page := archivetest.Page("http://a.test/", []byte(strings.Repeat("<p>text", 100)))
	for _, x := range []*archive.Exchange{names, page} {
		x.Metadata = nil
	}
	dir := stored(t, names, page)
	result, _ := replayed(t, dir, crawl.Config{Seeds: []string{"http://a.test/"}})
	if result.Stats.Pages != 1 || result.Damaged != 0 {
		t.Errorf("%+v; want one page and no damage", result)
	}
}
