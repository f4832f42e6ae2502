package relearn

import (
	"context"
	"errors"
	"fmt"
	"net/http"

	"sluice/focus"
	"sluice/internal/anchors"
	"sluice/internal/lab"
	"sluice/weburl"
)

// maxRequests bounds the walks by which keywords of anchors are compared.
const maxRequests = 20_000

// Recording is what keywords of anchors are learned from and measured on.
type Recording struct {
	Web       *lab.Web            // with the seeds of the library
	Documents map[weburl.Key]bool // judged ones that earlier crawls have found; true if accepted
	New       map[weburl.Key]bool // URLs that were requested in the last crawl for the first time
	HeldOut   map[weburl.Key]bool // accepted documents that the last crawl has found
	OnPage    func()              // called for each page that is learned from; nil: nothing is
}

// Anchors learns the keywords of anchors from earlier crawls. The figure is the share of the held out documents that a crawl with the strategy
// anchor-priority knows, as the mean over all its requests: a crawl that finds them sooner has more. A nil model in use is the published keywords.
func Anchors(ctx context.Context, r Recording, inUse *anchors.Model) (*Trial, error) {
	t := &Trial{Kind: KindAnchors, Measure: "mean share of the new documents known during a crawl"}
	if !t.hasCases(len(r.HeldOut), "new accepted documents") {
		return t, nil
	}
	m, s, err := anchors.Train(ctx, earlier{r.Web, r.New}, anchors.Options{Seeds: r.Web.Seeds(), Documents: r.Documents, OnPage: r.OnPage})
	if errors.Is(err, anchors.ErrNoDocument) {
		return t.refuse("earlier crawls have no path from the seeds to an accepted document"), nil
	}
	if err != nil {
		return nil, err
	}
	t.Learned = fmt.Sprintf("%d keywords from %d pages and %d documents", len(m.Weights), s.Pages, s.Documents)
	if len(m.Weights) == 0 {
		return t.refuse("no keyword leads to documents more often than to other pages"), nil
	}
	if t.Model, err = m.MarshalText(); err != nil {
		return nil, err
	}
	var published map[string]float64
	if inUse != nil {
		published = inUse.Weights
	}
	before, err := r.walk(ctx, published)
	if err != nil {
		return nil, err
	}
	after, err := r.walk(ctx, m.Weights)
	if err != nil {
		return nil, err
	}
	if before.Targets() == 0 && after.Targets() == 0 {
		return t.refuse("no recorded path leads from the seeds to the new documents"), nil
	}
	requests := max(len(before.Known), len(after.Known))
	return t.decide(before.Area(t.Cases, requests), after.Area(t.Cases, requests)), nil
}

// walk crawls the recording with keywords, for the held out documents.
func (r *Recording) walk(ctx context.Context, weights map[string]float64) (*lab.Walk, error) {
	targets := lab.Targets{Linked: func(_ context.Context, u weburl.URL) (bool, error) { return r.HeldOut[u.Key()], nil }}
	return lab.Run(ctx, r.Web, &focus.Priority{Weights: weights}, targets, lab.Limits{Requests: maxRequests})
}

// earlier is a recording without what the last crawl was the first to request.
type earlier struct {
	web anchors.Web
	new map[weburl.Key]bool
}

// Get answers a request.
func (e earlier) Get(ctx context.Context, u weburl.URL) (*lab.Answer, error) {
	if e.new[u.Key()] {
		return &lab.Answer{Status: http.StatusNotFound}, nil
	}
	return e.web.Get(ctx, u)
}
