package wiring

import (
	"context"
	"fmt"
	"time"

	"sluice/crawl"
	"sluice/internal/catalogue"
	"sluice/internal/crawler"
	"sluice/internal/cycle/knowledge"
	"sluice/internal/cycle/stats"
)

// useKnowledge sets what a crawl leaves out, if it uses what earlier crawls have learned. What the last crawl had no time to learn, because it was
// killed, is learned first.
func (c *Crawl) useKnowledge(ctx context.Context, cfg *crawl.Config, parts *crawler.Parts, last catalogue.Crawl) error {
	if !cfg.Knowledge.On {
		return nil
	}
	cat := c.stores.Catalogue
	learned, err := cat.Knowledge.LearnedAfter(ctx)
	if err != nil {
		return err
	}
	if last.ID > 0 && last.ID < parts.Crawl && learned.Before(last.Started.Truncate(time.Microsecond)) {
		if _, err := knowledge.Learn(ctx, cat.Statistics, cat.Knowledge, last.Started, stats.Settings{}); err != nil {
			return fmt.Errorf("learn from earlier crawls: %w", err)
		}
	}
	rules, err := knowledge.Load(ctx, cat.Statistics, cat.Knowledge, knowledge.Options{Crawl: parts.Crawl, TestShare: testShare(cfg)})
	if err != nil {
		return fmt.Errorf("load what earlier crawls have learned: %w", err)
	}
	parts.Learned = rules
	return nil
}

// testShare returns the share of the URLs left out that a crawl requests as a test.
func testShare(cfg *crawl.Config) float64 {
	if cfg.Knowledge.TestShare == 0 {
		return crawl.Defaults().Knowledge.TestShare
	}
	return max(cfg.Knowledge.TestShare, 0)
}

// learn learns from the crawl that has ended, for later ones. Without it a later crawl learns before it begins, so a failure is only logged. A crawl that was
// stopped continues, and learns then.
func (c *Crawl) learn(ctx context.Context, state crawl.State) {
	if c.documentsOnly || state != crawl.Done && state != crawl.Limited {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, recordTimeout)
	defer cancel()
	change, err := knowledge.Learn(ctx, c.stores.Catalogue.Statistics, c.stores.Catalogue.Knowledge, c.started, stats.Settings{})
	switch {
	case c.log == nil:
	case err != nil:
		c.log.Warn("what this crawl has taught was not recorded; the next crawl with --knowledge learns it", "error", err)
	case change != knowledge.Change{}:
		c.log.Info("learned which directories lead to no document (sluice knowledge)", "added", change.Added, "dropped", change.Dropped)
	}
}
