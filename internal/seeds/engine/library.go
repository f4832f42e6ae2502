package engine

import (
	"context"
	"fmt"
	"iter"

	"sluice/internal/seeds"
	"sluice/internal/seeds/answer"
	"sluice/search"
	"sluice/weburl"
)

// Searcher searches the documents and pages of a library.
type Searcher interface {
	Search(ctx context.Context, q search.Query) (*search.Result, error)
}

// hitsPerPage and libraryPages bound a search in the library.
const (
	hitsPerPage  = 100
	libraryPages = 10
)

// pages are the best pages of earlier crawls.
type pages struct {
	library Searcher
	sort    search.Sort
}

// NewLibrary returns the engine [Library]: the pages and documents of earlier crawls that have the words of a phrase, the most relevant to the topic of the library
// first if it has one.
func NewLibrary(library Searcher, hasTopic bool) seeds.Engine {
	if hasTopic {
		return &pages{library, search.ByTopic}
	}
	return &pages{library, search.ByRelevance}
}

// Name implements [seeds.Engine].
func (e *pages) Name() string { return Library }

// Search implements [seeds.Engine].
func (e *pages) Search(ctx context.Context, phrase string) iter.Seq2[seeds.Page, error] {
	return func(yield func(seeds.Page, error) bool) {
		for n := range libraryPages {
			found, err := e.library.Search(ctx, search.Query{Text: phrase, Kind: search.Both, Sort: e.sort, Offset: n * hitsPerPage, Limit: hitsPerPage})
			if err != nil {
				yield(seeds.Page{}, err)
				return
			}
			var p seeds.Page
			for _, h := range found.Hits {
				p.Results = append(p.Results, answer.Result{URL: h.URL, Title: h.Title})
			}
			if !yield(p, nil) || len(found.Hits) < hitsPerPage {
				return
			}
		}
	}
}

// maxReferences is the most links and references that are offered.
const maxReferences = 50_000

// references are what accepted documents point to.
type references struct {
	all func(ctx context.Context) iter.Seq2[answer.Result, error]
}

// NewReferences returns the engine [References] of what accepted documents point to: the URLs in their texts and references, which all yields. They do not
// depend on a phrase.
func NewReferences(all func(ctx context.Context) iter.Seq2[answer.Result, error]) seeds.Engine {
	return &references{all}
}

// Name implements [seeds.Engine].
func (e *references) Name() string { return References }

// Search implements [seeds.Engine]. In a library that has more than half of maxReferences, the rest goes to hosts that were not there yet: all yields the
// links in an order, and the hosts at its end would never be offered.
func (e *references) Search(ctx context.Context, _ string) iter.Seq2[seeds.Page, error] {
	return func(yield func(seeds.Page, error) bool) {
		var p seeds.Page
		n, leftOut := 0, 0
		hosts := map[string]bool{}
		for r, err := range e.all(ctx) {
			if err != nil {
				yield(seeds.Page{}, err)
				return
			}
			u, err := weburl.Parse(r.URL)
			if err != nil {
				continue
			}
			if n >= maxReferences || n >= maxReferences/2 && hosts[u.Host()] {
				leftOut++
				continue
			}
			n++
			hosts[u.Host()] = true
			if p.Results = append(p.Results, r); len(p.Results) == pageSize {
				if !yield(p, nil) {
					return
				}
				p = seeds.Page{}
			}
		}
		if leftOut > 0 {
			p.Note = fmt.Sprintf("links and references that are left out, of hosts with others: %d", leftOut)
			if n == maxReferences {
				p.Note = fmt.Sprintf("links and references after the first %d that are left out: %d", maxReferences, leftOut)
			}
		}
		if len(p.Results) > 0 || p.Note != "" {
			yield(p, nil)
		}
	}
}
