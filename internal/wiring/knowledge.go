package wiring

import (
	"cmp"
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
	o, err := c.lib.KnowledgeOptions(ctx, cfg, parts.Crawl)
	if err != nil {
		return err
	}
	learned, err := cat.Knowledge.LearnedAfter(ctx)
	if err != nil {
		return err
	}
	if last.ID > 0 && last.ID < parts.Crawl && learned.Before(last.Started.Truncate(time.Microsecond)) {
		if _, err := knowledge.Learn(ctx, cat.Statistics, cat.Knowledge, last.Started, learningSettings(cfg)); err != nil {
			return fmt.Errorf("learn from earlier crawls: %w", err)
		}
	}
	rules, err := knowledge.Load(ctx, cat.Statistics, cat.Knowledge, o)
	if err != nil {
		return fmt.Errorf("load what earlier crawls have learned: %w", err)
	}
	parts.Learned = rules
	return nil
}

// KnowledgeOptions returns how a crawl of a number applies what was learned.
func (l *Library) KnowledgeOptions(ctx context.Context, cfg *crawl.Config, number int64) (knowledge.Options, error) {
	k := crawl.Defaults().Knowledge
	o := knowledge.Options{Crawl: number, TestShare: max(cmp.Or(cfg.Knowledge.TestShare, k.TestShare), 0)}
	o.Settings = learningSettings(cfg)
	floors, err := l.models().Floors(ctx)
	o.Floors = floors
	return o, err
}

// learningSettings returns by what a library learns of its directories.
func learningSettings(cfg *crawl.Config) stats.Settings {
	k := &cfg.Knowledge
	return stats.Settings{LevelSites: k.LevelSites, StopDocuments: int64(k.StopDocuments), AvoidRevisits: k.AvoidRevisits, PatternPages: int64(k.PatternPages)}
}

// learn learns from the crawl that has ended, for later ones. Without it a later crawl learns before it begins, so a failure is only logged. A crawl that was
// stopped continues, and learns then.
func (c *Crawl) learn(ctx context.Context, state crawl.State) {
	if c.documentsOnly || state != crawl.Done && state != crawl.Limited {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, recordTimeout)
	defer cancel()
	change, err := knowledge.Learn(ctx, c.stores.Catalogue.Statistics, c.stores.Catalogue.Knowledge, c.started, c.learning)
	switch {
	case c.log == nil:
	case err != nil:
		c.log.Warn("what this crawl has taught was not recorded; the next crawl with --knowledge learns it", "error", err)
	case change != knowledge.Change{}:
		c.log.Info("learned which directories lead to no document (sluice knowledge)", "added", change.Added, "dropped", change.Dropped)
	}
}
