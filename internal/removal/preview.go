package removal

import (
	"context"
	"slices"

	"sluice/internal/catalogue"
	"sluice/internal/query"
	"sluice/library"
)

// Preview is what a removal would delete.
type Preview struct {
	Repeated  bool  // it is removed already, and stays excluded
	URLs      int   // pages and other responses included
	Documents int   // that lose their last URL
	Kept      int   // documents that stay under other URLs
	Size      int64 // bytes of the documents
	Responses int   // in the archive
	Examples  []library.Document
	Pages     []string // URLs of no document, the first of them
}

const maxExamples = 5 // documents, and URLs of no document, that a preview names

// Preview returns what [Library.Remove] would delete, without robots.txt, which only a search through the archive finds. It reads
// Catalogue, Documents and Removals and changes nothing.
func (l *Library) Preview(ctx context.Context, what string) (p Preview, err error) {
	sum, err := l.hash(ctx, what)
	if err != nil {
		return p, err
	}
	patterns, err := l.patterns(ctx, what, sum)
	if err != nil {
		return p, err
	}
	if p.Repeated, err = l.isRemoved(ctx, patterns); err != nil {
		return p, err
	}
	all, err := matchers(patterns)
	if err != nil {
		return p, err
	}
	seen := map[string]bool{} // documents
	for i, pattern := range patterns {
		for t, err := range l.Removals.URLs(ctx, pattern) {
			if err != nil {
				return p, err
			}
			if all[:i].match(t.URL) { // counted before
				continue
			}
			if err := l.preview(ctx, t, all, seen, &p); err != nil {
				return p, err
			}
		}
	}
	return p, nil
}

// preview counts a URL and its documents.
func (l *Library) preview(ctx context.Context, t catalogue.RemovedURL, all matcherList, seen map[string]bool, p *Preview) error {
	p.URLs++
	p.Responses += len(t.Captures)
	if len(t.Documents) == 0 && len(p.Pages) < maxExamples {
		p.Pages = append(p.Pages, t.URL)
	}
	for _, hash := range t.Documents {
		if seen[hash] {
			continue
		}
		seen[hash] = true
		d, ok, err := l.Documents.Get(ctx, hash)
		if err != nil {
			return err
		}
		if ok {
			p.count(&d, all)
		}
	}
	return nil
}

// count counts a document.
func (p *Preview) count(d *library.Document, all matcherList) {
	if slices.ContainsFunc(d.Locations, func(at library.Location) bool { return !all.match(at.URL) }) {
		p.Kept++
		return
	}
	p.Documents++
	p.Size += d.Size
	if len(p.Examples) < maxExamples {
		p.Examples = append(p.Examples, *d)
	}
}

// matcherList are the functions that report whether a URL matches one of several patterns.
type matcherList []func(url string) bool

// matchers returns the functions for a list of patterns, in its order.
func matchers(patterns []string) (all matcherList, err error) {
	for _, pattern := range patterns {
		matches, err := query.URLMatcher(pattern)
		if err != nil {
			return nil, err
		}
		all = append(all, matches)
	}
	return all, nil
}

// match reports whether any of the patterns matches a URL.
func (l matcherList) match(url string) bool {
	return slices.ContainsFunc(l, func(matches func(url string) bool) bool { return matches(url) })
}
