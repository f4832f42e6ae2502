package crawler_test

import (
	"testing"

	"sluice/crawl"
	"sluice/internal/catalogue"
	"sluice/internal/crawler"
)

// TestEachLinkToADocumentWithoutAnEndingCounts: it is known to be one only when it is there, after the pages that link to it.
func TestEachLinkToADocumentWithoutAnEndingCounts(t *testing.T) {
	w := newWeb(t, pages{
		"a.test/":         raw("text/html", `<a href="/2">two</a> <a href="/download?id=5">Sorting by heaps</a> <a href="/works/6">PDF</a>`),
		"a.test/2":        raw("text/html", `<a href="/download?id=5">Heaps again</a> <a href="/works/6">Download</a> <a href="/">home</a>`),
		"a.test/download": file("application/pdf", pdf), "a.test/works/6": file("application/pdf", pdf+" "),
	})
	cfg := crawl.Config{Seeds: []string{"a.test"}, Network: crawl.Network{Proxy: w.URL}}
	parts := crawler.Parts{Catalogue: newCatalogue(t)}
	run(t, cfg, parts)
	for _, url := range []string{"http://a.test/download?id=5", "http://a.test/works/6"} {
		links, err := parts.Catalogue.(*catalogue.Catalogue).Documents.LinksTo(t.Context(), url, 10)
		if err != nil || len(links) != 2 {
			t.Errorf("links to %s: %+v, %v; want both", url, links, err)
		}
	}
	if links, _ := parts.Catalogue.(*catalogue.Catalogue).Documents.LinksTo(t.Context(), "http://a.test/2", 10); len(links) != 0 {
		t.Errorf("links to a page: %+v", links)
	}
}
