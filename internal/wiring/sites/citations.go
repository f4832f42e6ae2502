package sites

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strings"
	"time"

	"sluice/internal/catalogue"
	"sluice/internal/wiring"
	"sluice/weburl"
)

// Limits of what accepted documents cite that is counted. What exceeds them is left out.
const (
	maxCitedHosts     = 100_000
	maxCitedDocuments = 1_000_000
)

// citedHosts returns the hosts of the URLs in the texts and references of accepted documents, each with the number of these documents.
func citedHosts(ctx context.Context, cat *catalogue.Catalogue) (map[string]int64, error) {
	hosts, last := map[string]int64{}, map[string]int64{}
	for cited, err := range cat.Statistics.CitedURLs(ctx) {
		if err != nil {
			return nil, err
		}
		u, err := weburl.ParseSeed(cited.URL)
		if err != nil || last[u.Host()] == cited.Document {
			continue
		}
		if _, isKnown := hosts[u.Host()]; isKnown || len(hosts) < maxCitedHosts {
			hosts[u.Host()]++
			last[u.Host()] = cited.Document
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
	counts := map[string]int{} // of citing documents
	for cited, err := range cat.Statistics.CitedURLs(ctx) {
		if err != nil {
			return nil, err
		}
		u, err := weburl.ParseSeed(cited.URL)
		if err != nil || !weburl.DocumentEnding(u) {
			continue
		}
		if counts[u.String()] > 0 || len(counts) < maxCitedDocuments {
			counts[u.String()]++
		}
	}
	ranked := slices.SortedFunc(maps.Keys(counts), func(a, b string) int { return cmp.Or(cmp.Compare(counts[b], counts[a]), strings.Compare(a, b)) })
	for _, url := range ranked {
		if len(urls) >= n {
			break
		}
		if isWanted, err := isNewDocument(ctx, cat, from, url); err != nil {
			return nil, err
		} else if isWanted {
			urls = append(urls, url)
		}
	}
	return urls, nil
}

// isNewDocument reports whether the library has never requested a URL, and no person is against it.
func isNewDocument(ctx context.Context, cat *catalogue.Catalogue, from *Sources, url string) (bool, error) {
	u, err := weburl.ParseSeed(url)
	if err != nil {
		return false, nil
	}
	if _, isIgnored := from.Ignored.Match(u); isIgnored {
		return false, nil
	}
	if _, isKnown, err := cat.Show(ctx, url); isKnown || err != nil {
		return false, err
	}
	_, isRemoved, err := cat.Removed(ctx, url)
	return !isRemoved, err
}

// NotRequested returns those of some URLs that the library has not requested since a moment.
func NotRequested(ctx context.Context, lib *wiring.Library, urls []string, since time.Time) (left []string, err error) {
	cat, err := lib.Catalogue(ctx)
	if err != nil {
		return nil, err
	}
	for _, url := range urls {
		story, isKnown, err := cat.Show(ctx, url)
		if err != nil {
			return nil, err
		}
		if !isKnown || story.Last.At.Before(since) {
			left = append(left, url)
		}
	}
	return left, nil
}
