package wiring

import (
	"context"
	"errors"
	"fmt"

	"sluice/crawl"
	"sluice/focus"
	"sluice/internal/anchors"
	"sluice/internal/lab"
	"sluice/internal/models"
	"sluice/library"
	"sluice/weburl"
)

// TrainAnchors learns from what the library recorded by which keywords anchors lead to accepted documents, for crawls with
// [focus.Priority]. It calls onPage for each page. When ctx ends, or if the error is [anchors.ErrNoDocument], the keywords stay as they were.
func (l *Library) TrainAnchors(ctx context.Context, onPage func()) (summary *anchors.Summary, err error) {
	o := anchors.Options{OnPage: onPage, Documents: map[weburl.Key]bool{}}
	var seeds []string
	for f, err := range l.Pages(ctx, library.Query{Where: "kind = seed"}) {
		if err != nil {
			return nil, err
		}
		seeds = append(seeds, f.URL)
	}
	for d, err := range l.Documents(ctx, library.Query{Where: "state = accepted or state = rejected"}) {
		if err != nil {
			return nil, err
		}
		for _, at := range d.Locations {
			if u, err := weburl.NoRules().Parse(at.URL); err == nil { // a file that was added has none
				o.Documents[u.Key()] = o.Documents[u.Key()] || d.State == library.Accepted
			}
		}
	}
	web, err := lab.Open(ctx, l.Dir(), lab.Options{Seeds: seeds})
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, web.Close()) }()
	o.Seeds = web.Seeds()
	m, summary, err := anchors.Train(ctx, web, o)
	if err != nil {
		return nil, err
	}
	return summary, models.Store{Dir: l.dir.Models()}.SetAnchors(ctx, m)
}

// ForgetAnchors removes the keywords of anchors that were trained.
func (l *Library) ForgetAnchors(ctx context.Context) error {
	return models.Store{Dir: l.dir.Models()}.SetAnchors(ctx, nil)
}

// useAnchors gives a strategy that looks at anchors, and has no keywords of its own, those of the library.
func (l *Library) useAnchors(ctx context.Context, cfg *crawl.Config) error {
	p, ok := cfg.Strategy.(*focus.Priority)
	if !ok || p.Weights != nil {
		return nil
	}
	m, err := models.Store{Dir: l.dir.Models()}.Anchors(ctx)
	if err != nil {
		return fmt.Errorf("strategy: %w", err)
	}
	if m != nil {
		cfg.Strategy = &focus.Priority{Weights: m.Weights}
	}
	return nil
}
