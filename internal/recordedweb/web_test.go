package recordedweb_test

import (
	"context"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"sluice/internal/archive"
	"sluice/internal/archive/archivetest"
	"sluice/internal/clock"
	"sluice/internal/fetch"
	"sluice/internal/recordedweb"
	"sluice/weburl"
)

func sites(t *testing.T, o recordedweb.Options, files map[string]string) *recordedweb.Web {
	t.Helper()
	fsys := fstest.MapFS{}
	for name, body := range files {
		fsys[name] = &fstest.MapFile{Data: []byte(body)}
	}
	web, err := recordedweb.Sites(fsys, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { web.Close() })
	return web
}

// reply is what came of one request.
type reply struct {
	status             int
	kind, location     string
	body, etag, failed string
	took               time.Duration
}

func get(t *testing.T, web *recordedweb.Web, r *fetch.Request) reply {
	t.Helper()
	web.Clock().Hold()
	defer web.Clock().Release()
	resp, err := web.Do(t.Context(), r)
	if err != nil {
		e, ok := errors.AsType[*fetch.Error](err)
		if !ok {
			t.Fatalf("%s: %v is no *fetch.Error", r.URL, err)
		}
		return reply{failed: string(e.Cause)}
	}
	defer resp.Release()
	body, err := io.ReadAll(resp.Content.Reader())
	if err != nil {
		t.Fatal(err)
	}
	return reply{resp.Status, resp.Header.Get("Content-Type"), resp.Header.Get("Location"), string(body),
		resp.Header.Get("ETag"), "", resp.End.Sub(resp.Start)}
}

func request(t *testing.T, url string) *fetch.Request {
	t.Helper()
	u, err := weburl.NoRules().Parse(url)
	if err != nil {
		t.Fatal(err)
	}
	return &fetch.Request{URL: u}
}

func TestSitesAnswerAsServersDo(t *testing.T) {
	web := sites(t, recordedweb.Options{}, map[string]string{
		"a.example/index.html": "home", "a.example/robots.txt": "User-agent: *", "a.example/paper.pdf": "%PDF-1.4",
		"a.example/folder/index.htm": "folder", "a.example/page?id=3": "<html>three", "a.example/about.html": "about",
		"a.example/data": "\x89PNG\r\n\x1a\n", "a.example/a b.txt": "blank", "b.example/empty/x": "x",
		".hidden/index.html": "no host",
	})
	for _, tt := range []struct {
		name, url string
		want      reply
	}{
		{"home page", "http://a.example/", reply{200, "text/html", "", "home", "", "", 0}},
		{"https", "https://a.example/", reply{200, "text/html", "", "home", "", "", 0}},
		{"type by ending", "http://a.example/paper.pdf", reply{200, "application/pdf", "", "%PDF-1.4", "", "", 0}},
		{"type by content", "http://a.example/data", reply{200, "image/png", "", "\x89PNG\r\n\x1a\n", "", "", 0}},
		{"escaped blank", "http://a.example/a%20b.txt", reply{200, "text/plain", "", "blank", "", "", 0}},
		{"query in the file's name", "http://a.example/page?id=3", reply{200, "text/html", "", "<html>three", "", "", 0}},
		{"query without a file", "http://a.example/about.html?x", reply{200, "text/html", "", "about", "", "", 0}},
		{"folder", "http://a.example/folder/", reply{200, "text/html", "", "folder", "", "", 0}},
		{"folder without its slash", "http://a.example/folder?q=1", reply{301, "", "/folder/?q=1", "", "", "", 0}},
		{"page without .html", "http://a.example/about", reply{200, "text/html", "", "about", "", "", 0}},
		{"folder without index", "http://b.example/empty/", reply{404, "text/plain", "", "not recorded\n", "", "", 0}},
		{"missing file", "http://a.example/gone", reply{404, "text/plain", "", "not recorded\n", "", "", 0}},
		{"name too long", "http://a.example/" + strings.Repeat("x", 2000), reply{404, "text/plain", "", "not recorded\n", "", "", 0}},
		{"outside of the host's folder", "http://a.example/%2e%2e/b.example/empty/x", reply{404, "text/plain", "", "not recorded\n", "", "", 0}},
		{"unknown host", "http://c.example/", reply{failed: "dns: no such host"}},
	} {
		got := get(t, web, request(t, tt.url))
		got.etag, got.took = "", 0
		if got != tt.want {
			t.Errorf("%s: %s answers %+v, want %+v", tt.name, tt.url, got, tt.want)
		}
	}
	again := request(t, "http://a.example/")
	again.ETag = get(t, web, again).etag
	if got := get(t, web, again); got.status != 304 || got.body != "" {
		t.Errorf("request with the ETag answers %+v, want 304", got)
	}
	if got := strings.Join(web.Seeds(), " "); got != "http://a.example/ http://b.example/" {
		t.Errorf("seeds %s", got)
	}
}

func TestLatencyDependsOnSeedAndURL(t *testing.T) {
	files := map[string]string{"a.example/index.html": "home", "a.example/x": "x"}
	took := func(seed uint64, url string) time.Duration {
		web := sites(t, recordedweb.Options{Seed: seed, Latency: time.Second}, files)
		d := get(t, web, request(t, url)).took
		if passed := clock.Since(web.Clock(), time.Date(2020, 1, 1, 0, 0, 0, 0, time.UTC)); passed != d {
			t.Errorf("%v passed during a request of %v", passed, d)
		}
		if d < 500*time.Millisecond || d > 1500*time.Millisecond {
			t.Errorf("latency %v of a mean of 1s", d)
		}
		return d
	}
	one := took(1, "http://a.example/")
	if took(1, "http://a.example/") != one || took(2, "http://a.example/") == one || took(1, "http://a.example/x") == one {
		t.Error("latencies do not depend on seed and URL, or on something else")
	}
}

func TestRequestEndsWithItsContext(t *testing.T) {
	web := sites(t, recordedweb.Options{}, map[string]string{"a.example/index.html": "home"})
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	web.Clock().Hold()
	defer web.Clock().Release()
	_, err := web.Do(ctx, request(t, "http://a.example/"))
	if e, ok := errors.AsType[*fetch.Error](err); !ok || e.Cause != "cancelled" {
		t.Errorf("Do() = %v, want cancelled", err)
	}
}

func TestHostsHaveAddressesOfTheirOwn(t *testing.T) {
	web := sites(t, recordedweb.Options{}, map[string]string{"a.example/x": "", "b.example/x": "", "c.example:8080/x": ""})
	seen := map[string]bool{}
	for host, port := range map[string]int{"a.example": 80, "b.example": 443, "c.example": 8080} {
		addrs, err := web.Addrs(t.Context(), host, port)
		if err != nil || len(addrs) != 1 || seen[addrs[0].String()] {
			t.Errorf("%s has %v, %v", host, addrs, err)
			continue
		}
		seen[addrs[0].String()] = true
	}
	if _, err := web.Addrs(t.Context(), "d.example", 80); err == nil {
		t.Error("an unknown host has an address")
	}
	if err := web.Reach(t.Context(), request(t, "http://d.example/").URL); err == nil {
		t.Error("an unknown host can be reached")
	}
}

// record writes an archive of one answer for each call of add.
func record(t *testing.T) (dir string, add func(url, body string, revisit *archive.Original)) {
	t.Helper()
	dir = t.TempDir()
	a, err := archive.Open(t.Context(), dir, archive.Options{}, archive.Position{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { a.Close() })
	at := time.Date(2019, 5, 1, 12, 0, 0, 0, time.UTC)
	return dir, func(url, body string, revisit *archive.Original) {
		t.Helper()
		at = at.Add(time.Second)
		x := archivetest.Page(url, []byte(body))
		x.Time, x.Revisit = at, revisit
		if revisit != nil {
			x.Body, x.Len = nil, 0
			if revisit.Time.IsZero() {
				revisit.Time = at.Add(-time.Second)
			}
		}
		if body == "not modified" {
			x.Header = []byte("HTTP/1.1 304 Not Modified\r\n\r\n")
		}
		e, err := a.Encode(t.Context(), x)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := a.Append(t.Context(), e); err != nil {
			t.Fatal(err)
		}
		if _, err := a.Sync(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
}

func TestArchiveServesLatestResponse(t *testing.T) {
	dir, add := record(t)
	add("http://a.example/", "old", nil)
	add("http://a.example/", "new", nil)
	add("http://a.example/", "not modified", &archive.Original{Profile: archive.NotModified, URL: "http://a.example/"})
	add("http://a.example/one", "the same", nil)
	add("http://a.example/two", "", &archive.Original{Profile: archive.SamePayload, URL: "http://a.example/one"})
	add("http://a.example/three", "", &archive.Original{Profile: archive.SamePayload, URL: "http://a.example/two"})
	add("http://a.example/lost", "", &archive.Original{Profile: archive.SamePayload, URL: "http://a.example/none"})
	add("http://b.example/robots.txt", "User-agent: *", nil)
	web, err := recordedweb.Archive(t.Context(), dir, recordedweb.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer web.Close()
	for url, want := range map[string]reply{
		"http://a.example/":      {status: 200, body: "new"},
		"http://a.example/one":   {status: 200, body: "the same"},
		"http://a.example/two":   {status: 200, body: "the same"},
		"http://a.example/three": {status: 200, body: "the same"},
		"http://a.example/lost":  {status: 404, body: "not recorded\n"},
		"http://b.example/":      {status: 404, body: "not recorded\n"},
		"http://c.example/":      {failed: "dns: no such host"},
		"https://a.example/":     {status: 404, body: "not recorded\n"},
	} {
		got := get(t, web, request(t, url))
		if got = (reply{status: got.status, body: got.body, failed: got.failed}); got != want {
			t.Errorf("%s answers %+v, want %+v", url, got, want)
		}
	}
	if got := strings.Join(web.Seeds(), " "); got != "http://a.example/" {
		t.Errorf("seeds %s", got)
	}
}

func TestFoldersWithoutAWebAreRefused(t *testing.T) {
	if _, err := recordedweb.Sites(fstest.MapFS{"file": {}}, recordedweb.Options{}); err == nil {
		t.Error("Sites() of a folder without hosts returns no error")
	}
	if _, err := recordedweb.Archive(t.Context(), t.TempDir(), recordedweb.Options{}); err == nil {
		t.Error("Archive() of an empty folder returns no error")
	}
}

func TestSeedsAreHomePagesOrTheLeastDeepIndexPages(t *testing.T) {
	web := sites(t, recordedweb.Options{}, map[string]string{
		"a.example/index.html": "a", "a.example/x/index.html": "x",
		"b.example/z/index.htm": "z", "b.example/c d/e/index.html": "deeper", "b.example/page.html": "no index",
		"c.example/page.html": "page",
	})
	want := []string{"http://a.example/", "http://b.example/z/", "http://c.example/"}
	if got := web.Seeds(); !slices.Equal(got, want) {
		t.Errorf("seeds %q, want %q", got, want)
	}
}
