// Package seeds finds the sites at which crawls begin.
//
// An [Engine] yields pages of results for a phrase: package seeds/engine has those of the Web, and files, sitemaps and the library itself. [Find] asks
// several of them at the same time, and returns what was [Found]: the results reduced to sites, those that several engines have
// first, and a count for each engine of what it gave, shared with others and alone. [Store] keeps the sites of all searches in the library, and [Draw]
// chooses new ones at random.
//
// It follows the seed finder of Zhou, "CNDROBOT: a robot for the CINDI digital library system" (Concordia University, 2005, sections 3.1,
// 3.3.3.1 and 4.1): several phrases, two engines and more, results merged with the common ones first, compared with the sites that are known, and
// drawn at random for a crawl.
//
// An engine that fails never stops the others: what it gave before counts, and its error is part of the report.
package seeds

import (
	"context"
	"iter"

	"sluice/internal/seeds/answer"
)

// Engine is a source of results.
type Engine interface {
	// Name is the name by which reports and people refer to it, unique among the engines of a search.
	Name() string
	// Search yields the pages of results for a phrase, the best first, until the engine has no more or its limit is reached. An error ends it, in
	// words for people; the pages before it count. It is called for one phrase at a time.
	Search(ctx context.Context, phrase string) iter.Seq2[Page, error]
}

// Page is a page of results.
type Page struct {
	Results   []answer.Result
	Sponsored int    // results that were paid for, and are left out
	Cached    bool   // it was asked for in an earlier search
	Note      string // what people should know of it, such as the parts of a metasearch that did not respond
}

// Options of a search.
type Options struct {
	Phrases  []string
	Engines  []Engine // asked for each phrase
	Lists    []Engine // asked once: what they have does not depend on a phrase
	MaxPages int      // of an engine for a phrase; 0: its own limit
	// OnPage is called for each page, one call at a time; nil: nothing is.
	OnPage func(engine, phrase string, p *Page)
}

// maxResults is the most results of an engine in one search.
const maxResults = 100_000
