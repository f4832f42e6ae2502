package monitor

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"sluice/crawl"
	"sluice/internal/catalogue"
	"sluice/internal/control"
	"sluice/internal/crawler"
	"sluice/internal/cycle/knowledge"
	"sluice/internal/folder"
	"sluice/internal/frontier"
	"sluice/internal/lock"
	"sluice/internal/wiring"
	"sluice/internal/wiring/revisits"
	"sluice/weburl"
)

// Explain returns whether the crawl that runs, or else one by cfg, would fetch a URL, and why. If it would, and does not use what earlier crawls have learned, a
// note says whether that leaves the URL out. Of what the library has it says, if cfg has a budget of requests, whether a crawl with Again would request it now.
func Explain(ctx context.Context, lib *wiring.Library, cfg crawl.Config, url string) (v crawl.Verdict, err error) {
	rules, err := learned(ctx, lib, &cfg)
	if err != nil {
		return v, err
	}
	if v, err = explain(ctx, lib, cfg, url, rules); err != nil || !v.Fetch || cfg.Knowledge.On || rules == nil {
		return v, err
	}
	if u, err := weburl.Parse(v.URL); err == nil && !slices.Contains(cfg.Seeds, v.URL) {
		if cause, detail := rules.Check(u, weburl.DocumentEnding(u)); cause != "" {
			v.Note = strings.TrimPrefix(fmt.Sprintf("%s; with --knowledge it would be left out: %s (%s)", v.Note, cause, cmp.Or(detail, "no document in three crawls")), "; ")
		}
	}
	return v, nil
}

// learned returns what the next crawl, or the one that goes on, leaves out if it uses what was learned; nil for a library that has nothing yet.
func learned(ctx context.Context, lib *wiring.Library, cfg *crawl.Config) (*knowledge.Rules, error) {
	cat, err := lib.Catalogue(ctx)
	if errors.Is(err, wiring.ErrEmpty) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	last, _, err := cat.Crawls.Last(ctx)
	if err != nil {
		return nil, err
	}
	number := last.ID
	if last.State == string(crawl.Done) {
		number++
	}
	o, err := lib.KnowledgeOptions(ctx, cfg, number)
	if err != nil {
		return nil, err
	}
	return knowledge.Load(ctx, cat.Statistics, cat.Knowledge, o)
}

// explain is Explain without what a crawl does not use.
func explain(ctx context.Context, lib *wiring.Library, cfg crawl.Config, url string, rules *knowledge.Rules) (v crawl.Verdict, err error) {
	err = ask(ctx, lib, func(c control.Client) (err error) {
		v, err = c.Explain(ctx, url)
		return err
	})
	if err == nil || !errors.Is(err, control.ErrNoCrawl) {
		return v, err
	}
	err = lib.ReadFrontier(ctx, lock.Access, func(f *frontier.Frontier) error {
		cat, err := lib.Catalogue(ctx)
		if err != nil {
			return err
		}
		parts := crawler.Parts{Frontier: f, Catalogue: cat}
		if rules != nil {
			parts.Learned = rules
		}
		if err := continueRevisits(ctx, lib, cat, &cfg, &parts); err != nil {
			return err
		}
		c, err := crawler.New(cfg, parts)
		if err != nil {
			return err
		}
		if v, err = c.Explain(ctx, url); err != nil {
			return err
		}
		return explainRevisit(ctx, lib, &cfg, &v)
	})
	return v, err
}

// continueRevisits sets what the last crawl requests again when it goes on, if it is not complete and has a budget.
func continueRevisits(ctx context.Context, lib *wiring.Library, cat *catalogue.Catalogue, cfg *crawl.Config, parts *crawler.Parts) error {
	last, _, err := cat.Crawls.Last(ctx)
	if err != nil || cfg.Requests == 0 || crawl.State(last.State).IsComplete() {
		return err
	}
	r, err := revisits.New(ctx, folder.Dir(lib.Dir()), cat, cfg, last.Started, time.Now())
	if err != nil {
		return err
	}
	parts.Revisits = r
	return nil
}

// explainRevisit adds to a verdict whether a crawl with --again that begins now requests the URL, if such crawls have a budget. The first seed of a site is requested in
// any case.
func explainRevisit(ctx context.Context, lib *wiring.Library, cfg *crawl.Config, v *crawl.Verdict) error {
	if cfg.Requests == 0 || !v.Fetch {
		return nil
	}
	cat, err := lib.Catalogue(ctx)
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
	r, err := revisits.New(ctx, folder.Dir(lib.Dir()), cat, cfg, now, now)
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
