// Package knowledge makes rules for a crawl of what earlier crawls of its library have learned.
//
// [Learn] records after a crawl which directories and patterns of URLs never led to a document. [Load] makes the [Rules] of the next crawl of these
// entries, of the levels on which documents lie, and of the pages that were visited before. [Rules.Check] decides of a link.
//
// The rules are those of C. Zhou, CNDROBOT: a robot for the CINDI digital library, Concordia University 2005, sections 3.2 (level limit) and 4.5
// (stop directories; directories and pages to be avoided). Three things are ours: what has led to a document is never left out, a share of what is
// left out is requested as a test, and a stop directory concerns pages only if the documents that its pages link to were all rejected, too.
package knowledge

import (
	"context"
	"time"

	"sluice/internal/catalogue"
	"sluice/internal/cycle/stats"
)

// Store keeps what was learned. [catalogue.Knowledge] is one; the suite Knowledge in catalogtest has its contract.
type Store interface {
	Entries(ctx context.Context) ([]catalogue.KnowledgeEntry, error)
	Learn(ctx context.Context, begun time.Time, entries []catalogue.KnowledgeEntry) (added, dropped int, err error)
}

// Bounds of what is learned. Entries beyond are left out, those of the fewest pages first where they are sorted.
const (
	maxEntries = 50_000 // of each kind
	maxValue   = 2_000  // bytes of a value
)

// Change is what learning has changed.
type Change struct{ Added, Dropped int }

// Learn records what the crawls of a library have taught of directories and patterns, after the crawl that began at a time. An entry that does not hold any
// more, such as one under which a test has found an accepted document, is dropped. What was learned after that crawl before is learned again.
func Learn(ctx context.Context, records stats.Visits, store Store, begun time.Time, settings stats.Settings) (Change, error) {
	l, err := stats.Learn(ctx, records, settings)
	if err != nil {
		return Change{}, err
	}
	var entries []catalogue.KnowledgeEntry
	count := map[catalogue.KnowledgeKind]int{}
	add := func(e catalogue.KnowledgeEntry) {
		if count[e.Kind]++; count[e.Kind] <= maxEntries && len(e.Value) <= maxValue {
			entries = append(entries, e)
		}
	}
	for _, d := range l.Stop {
		add(catalogue.KnowledgeEntry{KnowledgeKey: catalogue.KnowledgeKey{Kind: catalogue.StopDirectory, Value: d.Name},
			Documents: d.Documents, Linked: d.OfPagesDocuments, LinkedRejected: d.OfPagesRejected})
	}
	for _, d := range l.Avoided {
		add(catalogue.KnowledgeEntry{KnowledgeKey: catalogue.KnowledgeKey{Kind: catalogue.AvoidedDirectory, Site: d.Site, Value: withoutScheme(d.URL)},
			Pages: d.Pages, Crawls: d.Crawls})
	}
	revisits := settings.WithDefaults().AvoidRevisits
	for _, p := range l.Patterns {
		if p.Crawls > revisits { // pages of a crawl that a limit has ended may lead to what it did not reach
			add(catalogue.KnowledgeEntry{KnowledgeKey: catalogue.KnowledgeKey{Kind: catalogue.FruitlessPattern, Site: p.Site, Value: withoutScheme(p.Pattern)},
				Pages: p.Pages, Crawls: p.Crawls})
		}
	}
	var c Change
	c.Added, c.Dropped, err = store.Learn(ctx, begun, entries)
	return c, err
}
