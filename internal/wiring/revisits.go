package wiring

import (
	"context"

	"sluice/crawl"
	"sluice/internal/crawler"
	"sluice/internal/wiring/revisits"
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
