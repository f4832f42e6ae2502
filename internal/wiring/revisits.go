package wiring

import (
	"context"
	"time"

	"sluice/crawl"
	"sluice/internal/catalogue"
	"sluice/internal/crawler"
	"sluice/internal/frontier"
	"sluice/internal/wiring/revisits"
	"sluice/weburl"
)

// useRevisits sets what a crawl requests again, if it has a budget for that.
func (c *Crawl) useRevisits(ctx context.Context, cfg *crawl.Config, parts *crawler.Parts) error {
	if cfg.Requests == 0 || !cfg.Again || cfg.Scope.DocumentsOnly {
		return nil
	}
	r, err := revisits.New(ctx, c.lib.dir, c.stores.Catalogue, cfg, c.started, c.begun)
	if err != nil {
		return err
	}
	parts.Revisits = r
	return nil
}

// continueRevisits sets what the last crawl requests again when it goes on, if it is not complete and has a budget.
func (l *Library) continueRevisits(ctx context.Context, cat *catalogue.Catalogue, cfg *crawl.Config, parts *crawler.Parts) error {
	last, _, err := cat.Crawls.Last(ctx)
	if err != nil || cfg.Requests == 0 || crawl.State(last.State).IsComplete() {
		return err
	}
	r, err := revisits.New(ctx, l.dir, cat, cfg, last.Started, time.Now())
	if err != nil {
		return err
	}
	parts.Revisits = r
	return nil
}

// explainRevisit adds to a verdict whether a crawl with --again that begins now requests the URL, if such crawls have a budget. The first seed of a site is requested in
// any case.
func (l *Library) explainRevisit(ctx context.Context, cfg *crawl.Config, v *crawl.Verdict) error {
	if cfg.Requests == 0 || !v.Fetch {
		return nil
	}
	cat, err := l.Catalogue(ctx)
	if err != nil {
		return err
	}
	last, _, err := cat.Crawls.Last(ctx)
	if err != nil || !crawl.State(last.State).IsComplete() && v.State != frontier.Done.String() { // it goes on, and its own rules have decided
		return err
	}
	u, err := weburl.Parse(v.URL)
	if err != nil || isFirstSeed(cfg.Seeds, u) {
		return nil
	}
	now := time.Now()
	r, err := revisits.New(ctx, l.dir, cat, cfg, now, now)
	if err != nil {
		return err
	}
	answers, err := cat.Answers(ctx, []string{v.URL})
	if err != nil {
		return err
	}
	r.Explain(v, u.Host(), answers[v.URL])
	return nil
}

// isFirstSeed reports whether a URL is the first one of its host among seeds.
func isFirstSeed(seeds []string, u weburl.URL) bool {
	for _, s := range seeds {
		if seed, err := weburl.ParseSeed(s); err == nil && seed.Host() == u.Host() {
			return seed.Key() == u.Key()
		}
	}
	return false
}
