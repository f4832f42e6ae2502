package crawler_test

import (
	"context"
	"slices"
	"testing"
	"time"

	"sluice/crawl"
	"sluice/internal/crawler"
	"sluice/weburl"
)

// revisits says what is due of the pages that a library has.
type revisits struct{ has, pages, sitemaps []string }

func (r revisits) Due() (pages, sitemaps []string) { return r.pages, r.sitemaps }

func (r revisits) IsDue(_ context.Context, u weburl.URL, announced time.Time) (bool, error) {
	return !slices.Contains(r.has, u.String()) || slices.Contains(r.pages, u.String()) || !announced.IsZero(), nil
}

func TestOnlyWhatIsDueIsRequestedAgain(t *testing.T) {
	w := newWeb(t, pages{
		"a.test/": html("Home"), "a.test/due": html("Due", "/", "/old", "/new"), "a.test/old": html("Old"), "a.test/new": html("New", "/old"),
		"a.test/map.xml":   raw("application/xml", `<urlset><url><loc>http://a.test/changed</loc><lastmod>2024-01-01T00:00:00Z</lastmod></url><url><loc>http://a.test/old</loc></url></urlset>`),
		"a.test/changed":   html("Changed"),
		"other.test/due":   html("Of another site"),
		"other.test/a.xml": raw("application/xml", "<urlset></urlset>"),
	})
	r := revisits{
		has:      []string{"http://a.test/", "http://a.test/due", "http://a.test/old", "http://a.test/changed"},
		pages:    []string{"http://a.test/due", "http://other.test/due"},
		sitemaps: []string{"http://a.test/map.xml", "http://other.test/a.xml"},
	}
	o := run(t, crawl.Config{Seeds: []string{"a.test"}, Again: true, Requests: 10, Network: crawl.Network{Proxy: w.URL}}, crawler.Parts{Revisits: r})
	wantRequests(t, w, "a.test/due", "a.test/new", "a.test/map.xml", "a.test/changed")
	if o.State != crawl.Done || o.refused["a.test: not due"] != 2 {
		t.Errorf("state %s, refused %v", o.State, o.refused)
	}
}

func TestACrawlOfWhichNothingIsDueIsDone(t *testing.T) {
	w := newWeb(t, pages{"a.test/": html("Home")})
	o := run(t, crawl.Config{Seeds: []string{"a.test"}, Again: true, Requests: 10, Network: crawl.Network{Proxy: w.URL}}, crawler.Parts{Revisits: revisits{has: []string{"http://a.test/"}}})
	wantRequests(t, w)
	if o.State != crawl.Done {
		t.Errorf("state %s: %s", o.State, o.Reason)
	}
}
