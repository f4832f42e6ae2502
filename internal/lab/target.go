package lab

import (
	"context"

	"sluice/page"
	"sluice/topic"
	"sluice/weburl"
)

// Targets say what a walk is for.
type Targets struct {
	// Linked reports whether a link leads to a target that is known once a page links to it, as a document is; nil: none does.
	Linked func(ctx context.Context, u weburl.URL) (bool, error)
	// Fetched reports whether a page is a target, known once it was requested; nil: none is.
	Fetched func(u weburl.URL, p *page.Page) bool
	// Judged reports the same of the relevance of a page; nil: none is.
	Judged func(relevance float64) bool
	// Topic judges each page, and is that of the strategies that need one; nil: there is none.
	Topic *topic.Topic
}

// Documents returns the documents of a web as targets: URLs that end like one and were recorded with something that is no page,
// and those of a list, which has all if documents were not recorded.
func Documents(w *Web, list map[weburl.Key]bool) Targets {
	return Targets{Linked: func(ctx context.Context, u weburl.URL) (bool, error) {
		if list[u.Key()] || !weburl.DocumentEnding(u) {
			return list[u.Key()], nil
		}
		a, err := w.Get(ctx, u)
		return err == nil && a.Document, err
	}}
}

// Pages returns the pages of a list as targets.
func Pages(list map[weburl.Key]bool) Targets {
	return Targets{Fetched: func(u weburl.URL, _ *page.Page) bool { return list[u.Key()] }}
}

// Relevant returns the pages that are relevant to a topic as targets: those whose relevance reaches its threshold.
func Relevant(t *topic.Topic) Targets {
	return Targets{Topic: t, Judged: func(relevance float64) bool { return relevance >= t.Threshold() }}
}
