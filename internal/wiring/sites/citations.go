package sites

import (
	"context"

	"sluice/internal/catalogue"
	"sluice/internal/wiring"
	"sluice/weburl"
)

// maxCitedHosts is the most hosts of cited URLs that are counted: those of the URLs that most documents cite.
const maxCitedHosts = 100_000

// citedHosts returns the hosts of the URLs in the texts and references of accepted documents, with the number of documents and URLs that name them.
func citedHosts(ctx context.Context, cat *catalogue.Catalogue) (map[string]int64, error) {
	hosts := map[string]int64{}
	for cited, err := range cat.Statistics.CitedURLs(ctx) {
		if err != nil {
			return nil, err
		}
		u, err := weburl.ParseSeed(cited.URL)
		if err != nil {
			continue
		}
		if _, isKnown := hosts[u.Host()]; isKnown || len(hosts) < maxCitedHosts {
			hosts[u.Host()] += cited.Documents
		}
	}
	return hosts, nil
}

// CitedDocuments returns the URLs in the texts and references of accepted documents that end like documents and were never requested, at most n: those
// that most documents cite. What a person has removed or does not want is left out.
func CitedDocuments(ctx context.Context, lib *wiring.Library, from *Sources, n int) (urls []string, err error) {
	cat, err := lib.Catalogue(ctx)
	if err != nil {
		return nil, err
	}
	seen := map[weburl.Key]bool{}
	for cited, err := range cat.Statistics.CitedURLs(ctx) {
		if err != nil {
			return nil, err
		}
		if len(urls) >= n {
			break
		}
		u, err := weburl.ParseSeed(cited.URL)
		if err != nil || !weburl.DocumentEnding(u) || seen[u.Key()] {
			continue
		}
		seen[u.Key()] = true
		if _, isIgnored := from.Ignored.Match(u); isIgnored {
			continue
		}
		_, isKnown, err := cat.Show(ctx, u.String())
		if err != nil {
			return nil, err
		}
		_, isRemoved, err := cat.Removed(ctx, u.String())
		if err != nil {
			return nil, err
		}
		if !isKnown && !isRemoved {
			urls = append(urls, u.String())
		}
	}
	return urls, nil
}
