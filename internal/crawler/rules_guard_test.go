package crawler_test

import (
	"testing"

	"sluice/crawl"
)

// TestLocalNamesAndBadPortsAreRefused has links to them, on a page and in redirects, behind a proxy that would answer for all.
func TestLocalNamesAndBadPortsAreRefused(t *testing.T) {
	w := newWeb(t, pages{
		"a.test/":     html("A", "http://intranet/", "http://nas.lan/x.pdf", "http://b.test:22/", "http://168.63.129.16/", "/to", "/fine"),
		"a.test/to":   moved("http://wpad/"),
		"a.test/fine": html("Fine"),
		"intranet/":   html("Inside"),
	})
	cfg := crawl.Config{Seeds: []string{"http://a.test/"}, Scope: crawl.Scope{Kind: crawl.ScopeAny}, Network: crawl.Network{Proxy: w.URL}}
	o := run(t, cfg)
	wantRequests(t, w, "a.test/", "a.test/fine", "a.test/to")
	wantCause(t, o, "http://a.test/to", "redirect: guard: local name")
	for _, refusal := range []string{
		"intranet: guard: local name", "nas.lan: guard: local name", "wpad: guard: local name", "b.test:22: guard: bad port", "168.63.129.16: guard: platform of azure",
	} {
		if o.refused[refusal] != 1 {
			t.Errorf("refused %v, want %s", o.refused, refusal)
		}
	}
	cfg.Network.AllowPrivate = true
	if o := run(t, cfg); o.rows["http://intranet/"].Title != "Inside" {
		t.Errorf("with private addresses allowed: %+v", o.rows["http://intranet/"])
	}
}

// TestSeedWithLocalNameIsRefused: a seed is no exception, since lists of seeds come from elsewhere, too.
func TestSeedWithLocalNameIsRefused(t *testing.T) {
	w := newWeb(t, pages{"intranet/": html("Inside")})
	o := run(t, crawl.Config{Seeds: []string{"http://intranet/"}, Network: crawl.Network{Proxy: w.URL}})
	wantRequests(t, w)
	if o.refused["intranet: guard: local name"] != 1 {
		t.Errorf("refused: %v", o.refused)
	}
}
