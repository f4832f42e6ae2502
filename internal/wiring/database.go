package wiring

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"

	"sluice/crawl"
	"sluice/focus"
	"sluice/internal/capture"
	"sluice/learn/classifier"
	"sluice/library"
	"sluice/page"
	"sluice/text/vector"
	"sluice/topic"
	"sluice/weburl"
)

// What a crawl with a database of earlier ones begins with.
const (
	databaseSeeds   = 50  // most relevant pages
	databaseOthers  = 200 // pages that are not relevant, of which the machine learns
	othersBelow     = 0.1 // their relevance
	leastOfClass    = 5   // pages that a class needs to be learned
	maxDatabasePage = 1 << 20
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
	rows, err := c.stores.Catalogue.JudgedPages(ctx, 0, min(othersBelow, cfg.Topic.Threshold()), databaseOthers)
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
	s.Judge, err = trainJudge(ctx, capture.NewReader(c.lib.dir, c.stores.Catalogue), relevant, others)
	if err != nil {
		return fmt.Errorf("database of the strategy: %w", err)
	}
	return nil
}

// The labels of the machine.
const (
	labelRelevant = "relevant"
	labelOther    = "other"
)

// trainJudge trains a support vector machine on pages; nil if they are too few or have no words.
func trainJudge(ctx context.Context, bodies *capture.Reader, relevant, others []string) (focus.PageJudge, error) {
	trainer, err := classifier.New(classifier.Options{Method: classifier.SVM})
	if err != nil {
		return nil, err
	}
	for _, class := range []struct {
		label string
		urls  []string
	}{{labelRelevant, relevant}, {labelOther, others}} {
		for _, url := range class.urls {
			fields, err := recordedPage(ctx, bodies, url)
			if err != nil {
				return nil, err
			}
			if len(fields) == 0 {
				continue
			}
			if err := trainer.Add(class.label, fields...); err != nil {
				return nil, err
			}
		}
	}
	m, err := trainer.Train()
	if errors.Is(err, classifier.ErrNoExamples) || errors.Is(err, classifier.ErrOneLabel) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return func(p *page.Page) float64 {
		for i, probability := range m.Classify(topic.Page(p, nil)...) {
			if m.Labels()[i] == labelRelevant && !math.IsNaN(probability) {
				return probability
			}
		}
		return 0
	}, nil
}

// recordedPage returns what is judged of a recorded page; nil if the archive does not have it any more.
func recordedPage(ctx context.Context, bodies *capture.Reader, url string) ([]vector.Field, error) {
	u, err := weburl.NoRules().Parse(url)
	if err != nil {
		return nil, nil
	}
	body, err := bodies.Latest(ctx, url)
	if err != nil {
		return nil, context.Cause(ctx) // damaged: as if it were not there
	}
	defer body.Close()
	html, err := io.ReadAll(io.LimitReader(body, maxDatabasePage))
	if err != nil {
		return nil, context.Cause(ctx)
	}
	var parser page.Parser
	p := parser.Parse(html, page.Source{URL: u, ContentType: "text/html"})
	defer p.Release()
	return topic.Page(p, nil), nil
}
