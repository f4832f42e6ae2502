package engine

import (
	"strings"
	"time"
)

// pacific is Pacific Standard Time. In summer a day of it ends an hour after that of Google, which costs at most this hour.
var pacific = time.FixedZone("PST", -8*60*60)

// The engines of the Web that are known, by the documentation of their interfaces (November 2026). Each answers programs that have a key, or
// that ask seldom.
//
//   - Brave: 20 results a page, ten pages; header X-Subscription-Token.
//   - Google Programmable Search: ten results a page, 100 results; 100 requests a day of Pacific time without payment. The identifier of the search engine (cx) is no secret.
//     Google ends this interface on 1 January 2027.
//   - Marginalia: without a key of one's own, "public" is one that all share.
//   - OpenAlex: up to 10,000 results by page; institutions and sources (journals, repositories, conferences) with their home pages.
var builtins = []builtin{
	{Description{
		Name: "brave", Kind: "json", URL: "https://api.search.brave.com/res/v1/web/search?q={phrase}&count=20&offset={page}", First: "0", Pages: 10,
		Results: "web.results", Link: "url", Title: "title", Next: "query.more_results_available", KeyHeader: "X-Subscription-Token",
	}, "BRAVE_API_KEY", ""},
	{Description{
		Name: "google", Kind: "json", URL: "https://www.googleapis.com/customsearch/v1?q={phrase}&num=10&start={start}", First: "1", Pages: 10, Quota: 100, day: pacific,
		Results: "items", Link: "link", Title: "title", Next: "queries.nextPage", KeyHeader: "X-Goog-Api-Key",
	}, "GOOGLE_API_KEY", ""},
	{Description{
		Name: "marginalia", Kind: "json", URL: "https://api2.marginalia-search.com/search?query={phrase}&count=100&page={page}", Pages: 10, Delay: "2s",
		Results: "results", Link: "url", Title: "title", KeyHeader: "API-Key",
	}, "MARGINALIA_API_KEY", "public"},
	{Description{
		Name: "openalex-institutions", Kind: "json", URL: "https://api.openalex.org/institutions?search={phrase}&per_page=200&page={page}", Pages: 50,
		Results: "results", Link: "homepage_url", Title: "display_name", KeyParameter: "api_key",
	}, "OPENALEX_API_KEY", ""},
	{Description{
		Name: "openalex-sources", Kind: "json", URL: "https://api.openalex.org/sources?search={phrase}&per_page=200&page={page}", Pages: 50,
		Results: "results", Link: "homepage_url", Title: "display_name", KeyParameter: "api_key",
	}, "OPENALEX_API_KEY", ""},
}

// builtin is a known engine.
type builtin struct {
	Description
	variable string // of the environment, with the key
	shared   string // key that everybody may use
}

// The names of the other engines.
const (
	SearXNG    = "searxng"    // the instance at $SEARXNG_URL
	Library    = "library"    // the pages and documents of the library
	References = "references" // links and references of the accepted documents
)

// FindsPages reports whether an engine finds pages of the Web by their words: the others list home pages of institutions and journals, or links.
func FindsPages(name string) bool {
	return name != References && !strings.HasPrefix(name, "openalex-")
}

// Reserved returns the names that no engine of a file may have.
func Reserved() []string {
	names := []string{SearXNG, Library, References, "file", "sitemap"}
	for _, b := range builtins {
		names = append(names, b.Name)
	}
	return names
}
