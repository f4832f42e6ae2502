package wiring

import (
	"context"
	"errors"

	"sluice/crawl"
	"sluice/internal/harvest/retrieval"
)

// HarvestLibrary is a library as a harvest uses it.
type HarvestLibrary = retrieval.Library

// Harvest opens the library for a harvest that makes its requests by the rules of cfg. The caller closes it. The requests of all its rounds are
// one crawl, which continues the last one if that is not complete: documents that wait are fetched as well.
func (l *Library) Harvest(ctx context.Context, cfg crawl.Config) (*HarvestLibrary, error) {
	docs, err := l.Collection(ctx, cfg.Log)
	if err != nil {
		return nil, err
	}
	// A harvest that was killed may have left bodies that are not read: their URLs are not requested again, so they must be documents before it goes on.
	if _, err := docs.ProcessQueue(ctx); err != nil {
		return nil, errors.Join(err, docs.Close())
	}
	return retrieval.New(l.dir, docs, cfg, l.crawlRound), nil
}

// crawlRound makes a crawl, and lets the next one continue it. The end of ctx stops it, and what it has done is recorded.
func (l *Library) crawlRound(ctx context.Context, cfg crawl.Config) error {
	running, err := l.Crawl(ctx, cfg)
	if err != nil {
		return err
	}
	l.ContinueDone = true
	defer context.AfterFunc(ctx, func() { running.Stop(context.Cause(ctx).Error()) })()
	_, err = running.Run(context.WithoutCancel(ctx))
	return err
}
