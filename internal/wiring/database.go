package wiring

import (
	"context"
	"fmt"

	"sluice/crawl"
	"sluice/focus"
	"sluice/internal/capture"
	"sluice/library"
	"sluice/text/vector"
)

// What a crawl with a database of earlier ones begins with.
const (
	databaseSeeds  = 50  // most relevant pages
	databaseOthers = 200 // pages that are not relevant, of which the machine learns
	othersBelow    = 0.1 // their relevance
	leastOfClass   = 5   // pages that a class needs to be learned
)

// useDatabase makes a crawl by agents with a database begin at the pages of earlier crawls that are most relevant to its topic, too, and
// trains the machine that judges pages, if there are enough.
func (c *Crawl) useDatabase(ctx context.Context, cfg *crawl.Config) error {
	s, ok := cfg.Strategy.(*focus.InfoSpiders)
	if !ok || !s.Database || cfg.Topic == nil {
		return nil
	}
	var relevant []string
	seeds := append([]string(nil), cfg.Seeds...)
	for f, err := range c.stores.Catalogue.Pages(ctx, library.Query{Where: "type = html and relevance > 0", Sort: "-relevance", Limit: databaseSeeds}) {
		if err != nil {
			return fmt.Errorf("database of the strategy: %w", err)
		}
		if seeds = append(seeds, f.URL); *f.Relevance >= cfg.Topic.Threshold() {
			relevant = append(relevant, f.URL)
		}
	}
	cfg.Seeds = seeds
	rows, err := c.stores.Catalogue.Relevances.JudgedPages(ctx, 0, min(othersBelow, cfg.Topic.Threshold()), databaseOthers)
	if err != nil {
		return fmt.Errorf("database of the strategy: %w", err)
	}
	if len(relevant) < leastOfClass || len(rows) < leastOfClass {
		return nil
	}
	var others []string
	for i := range rows {
		others = append(others, rows[i].Fetch.URL)
	}
	bodies := capture.NewReader(c.lib.dir, c.stores.Catalogue)
	good, err := recordedPages(ctx, bodies, relevant)
	if err != nil {
		return fmt.Errorf("database of the strategy: %w", err)
	}
	bad, err := recordedPages(ctx, bodies, others)
	if err != nil {
		return fmt.Errorf("database of the strategy: %w", err)
	}
	if s.Judge, err = focus.TrainPageJudge(good, bad); err != nil {
		return fmt.Errorf("database of the strategy: %w", err)
	}
	return nil
}

// recordedPages returns what is judged of recorded pages, without those that the archive does not have any more.
func recordedPages(ctx context.Context, bodies *capture.Reader, urls []string) (all [][]vector.Field, err error) {
	for _, url := range urls {
		fields, err := bodies.Text(ctx, url)
		if err != nil {
			return nil, err
		}
		if len(fields) > 0 {
			all = append(all, fields)
		}
	}
	return all, nil
}
