package wiring

import (
	"context"
	"errors"
	"fmt"

	"sluice/crawl"
	"sluice/focus"
	"sluice/internal/anchors"
	"sluice/internal/contextgraph"
	"sluice/internal/lab"
	"sluice/internal/models"
	"sluice/internal/shell"
	"sluice/library"
	"sluice/page"
	"sluice/topic"
	"sluice/weburl"
)

// TrainAnchors learns from what the library recorded by which keywords anchors lead to accepted documents, for crawls with
// [focus.Priority]. It calls onPage for each page. With an error, such as [anchors.ErrNoDocument], the keywords stay as they were.
func (l *Library) TrainAnchors(ctx context.Context, onPage func()) (summary *anchors.Summary, err error) {
	documents, err := l.judgedDocuments(ctx)
	if err != nil {
		return nil, err
	}
	web, err := l.recorded(ctx)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, web.Close()) }()
	m, summary, err := anchors.Train(ctx, web, anchors.Options{Seeds: web.Seeds(), Documents: documents, OnPage: onPage})
	if err != nil {
		return nil, err
	}
	return summary, l.models().SetAnchors(ctx, m)
}

// ForgetAnchors removes the keywords of anchors that were trained.
func (l *Library) ForgetAnchors(ctx context.Context) error { return l.models().SetAnchors(ctx, nil) }

// TrainContext learns from what the library recorded, and others, how far pages are from those that are relevant to its topic, or, if it has none,
// from those that link to accepted documents, for crawls with [focus.ContextGraph]. A page that several have is that of the first. It calls onPage
// for each page. With an error, such as [contextgraph.ErrNoTarget], what was learned before stays.
func (l *Library) TrainContext(ctx context.Context, others []*Library, onPage func()) (summary *contextgraph.Summary, err error) {
	o := contextgraph.Options{OnPage: onPage, Documents: map[weburl.Key]bool{}}
	t, err := l.models().Topic(ctx)
	if err != nil {
		return nil, err
	}
	webs := &recordings{foreign: map[weburl.Key]bool{}}
	defer func() { err = errors.Join(err, webs.close()) }()
	for _, of := range append([]*Library{l}, others...) {
		documents, err := of.judgedDocuments(ctx)
		if err != nil {
			return nil, err
		}
		for key, accepted := range documents {
			o.Documents[key] = o.Documents[key] || accepted && t == nil // with a topic they are not what is looked for
		}
		web, err := of.recorded(ctx)
		if err != nil {
			return nil, err
		}
		webs.all = append(webs.all, web)
		o.Seeds = append(o.Seeds, web.Seeds()...)
	}
	if t != nil {
		o.Language = t.Definition().Language
		if o.Targets, err = l.relevantPages(ctx, t.Threshold()); err != nil {
			return nil, err
		}
		o.Relevant = func(p *page.Page) bool { // another library has judged it by a topic of its own
			return webs.foreign[p.URL.Key()] && t.Relevance(topic.Page(p, nil)...) >= t.Threshold()
		}
	}
	m, summary, err := contextgraph.Train(ctx, webs, o)
	if err != nil {
		return nil, err
	}
	return summary, l.models().SetContext(ctx, m)
}

// recordings are what libraries recorded, as one web.
type recordings struct {
	all     []*lab.Web
	foreign map[weburl.Key]bool // answered by another than the first
}

// Get answers as the first library that has recorded a page, or a redirect, at a URL.
func (r *recordings) Get(ctx context.Context, u weburl.URL) (first *lab.Answer, err error) {
	for i, web := range r.all {
		a, err := web.Get(ctx, u)
		if err != nil {
			return nil, err
		}
		if a.Page != nil || !a.Location.IsZero() {
			if i > 0 {
				r.foreign[u.Key()] = true
			}
			return a, nil
		}
		if first == nil {
			first = a
		}
	}
	return first, nil
}

// close closes all recordings.
func (r *recordings) close() (err error) {
	for _, web := range r.all {
		err = errors.Join(err, web.Close())
	}
	return err
}

// ForgetContext removes what was learned of how far pages are.
func (l *Library) ForgetContext(ctx context.Context) error { return l.models().SetContext(ctx, nil) }

// models returns the models of the library.
func (l *Library) models() models.Store { return models.Store{Dir: l.dir.Models()} }

// recorded opens what the library recorded, beginning at the seeds of its crawls. The caller closes it.
func (l *Library) recorded(ctx context.Context) (*lab.Web, error) {
	var seeds []string
	for f, err := range l.Pages(ctx, library.Query{Where: "kind = seed"}) {
		if err != nil {
			return nil, err
		}
		seeds = append(seeds, f.URL)
	}
	return lab.Open(ctx, l.Dir(), lab.Options{Seeds: seeds})
}

// judgedDocuments returns the URLs of documents, true if they were accepted.
func (l *Library) judgedDocuments(ctx context.Context) (map[weburl.Key]bool, error) {
	all := map[weburl.Key]bool{}
	for d, err := range l.Documents(ctx, library.Query{Where: "state = accepted or state = rejected"}) {
		if err != nil {
			return nil, err
		}
		for _, at := range d.Locations {
			if u, err := weburl.NoRules().Parse(at.URL); err == nil { // a file that was added has none
				all[u.Key()] = all[u.Key()] || d.State == library.Accepted
			}
		}
	}
	return all, nil
}

// relevantPages returns the URLs of pages that have at least a relevance.
func (l *Library) relevantPages(ctx context.Context, least float64) (map[weburl.Key]bool, error) {
	all := map[weburl.Key]bool{}
	for f, err := range l.Pages(ctx, library.Query{Where: fmt.Sprintf("type = html and relevance >= %v", least)}) {
		if err != nil {
			return nil, err
		}
		if u, err := weburl.NoRules().Parse(f.URL); err == nil {
			all[u.Key()] = true
		}
	}
	return all, nil
}

// useTraining gives the strategy of a crawl what the library has learned for it.
func (l *Library) useTraining(ctx context.Context, cfg *crawl.Config) error {
	switch s := cfg.Strategy.(type) {
	case *focus.Priority:
		m, err := l.models().Anchors(ctx)
		if err != nil {
			return fmt.Errorf("strategy: %w", err)
		}
		if m != nil && s.Weights == nil {
			cfg.Strategy = &focus.Priority{Weights: m.Weights}
		}
	case *focus.Evolved:
		weights, err := l.models().Evolved(ctx)
		if err != nil {
			return fmt.Errorf("strategy: %w", err)
		}
		if weights != nil && s.Weights == nil {
			cfg.Strategy = &focus.Evolved{Weights: weights}
		}
	case *focus.ContextGraph:
		if s.Layers != nil {
			return nil
		}
		m, err := l.models().Context(ctx)
		if err != nil {
			return fmt.Errorf("strategy: %w", err)
		}
		if m == nil {
			return fmt.Errorf("strategy context-graph: no layers were learned yet; crawl with another strategy first, and learn them with `sluice train context -d %s`", shell.Quote(l.Dir()))
		}
		cfg.Strategy = &focus.ContextGraph{Layers: m}
	}
	return nil
}
