package main

import (
	"context"
	"strconv"

	"sluice/cmd/sluice/internal/cyclerun"
	"sluice/cmd/sluice/internal/settings"
	"sluice/internal/wiring"
	"sluice/internal/wiring/sites"
	"sluice/weburl/pattern"
)

// loadCycleRules returns the rules of the settings file of a library and of flags.
func loadCycleRules(dir string, flags *settings.Cycle, given []string) (*sites.Rules, error) {
	of, err := settings.LoadCycle(dir, flags, given)
	if err != nil {
		return nil, usageError{err}
	}
	r := &sites.Rules{HomePages: of.HomePages, Cited: of.CitedDocuments}
	if r.Cycle, err = of.Rules(); err != nil {
		return nil, usageError{err}
	}
	if r.Candidates.Keywords, err = of.Subject(); err != nil {
		return nil, usageError{err}
	}
	r.Candidates.Waits = r.Cycle.Waits
	r.Candidates.WithAmbiguous, r.Candidates.IsLearned = of.CandidatesRule == "first", of.CandidatesRule == "learned"
	return r, nil
}

// siteSources returns where the new sites of a library come from, besides itself.
func siteSources(ctx context.Context, dir string) (*sites.Sources, error) {
	flags, named, err := currentSettings(ctx, dir, settings.Load)
	if err != nil {
		return nil, err
	}
	from := &sites.Sources{Seeds: named}
	if from.Ignored, err = pattern.ParseList(flags.Ignore...); err != nil {
		return nil, usageError{err}
	}
	found, err := candidatesOf(ctx, dir)
	if err != nil {
		return nil, err
	}
	from.Found = found.Sites
	return from, nil
}

// cycles returns what runs the cycles of the library in a folder.
func (c *console) cycles(dir string, rules *sites.Rules, with converters, how verbosity) *cyclerun.Run {
	return &cyclerun.Run{
		Dir: dir, Rules: rules,
		Sources: func(ctx context.Context) (*sites.Sources, error) { return siteSources(ctx, dir) },
		Crawl: func(ctx context.Context, of cyclerun.Sites) error {
			p, err := c.cyclePlan(ctx, dir, &of)
			if err != nil {
				return err
			}
			p.converters, p.verbosity = with, how
			return c.crawl(ctx, dir, p)
		},
		Fetch: func(ctx context.Context, homePages, documents []string) error {
			cmd := &crawlCmd{folder: folder{Dir: dir}, converters: with, verbosity: how, documentsOnly: true}
			p, err := cmd.plan(ctx, c, dir)
			if err != nil {
				return err
			}
			p.documentsOnly, p.homePages, p.documents, p.isStep, p.isNew = true, homePages, documents, true, false
			p.flags.MaxPages, p.flags.MaxTime, p.flags.MaxBytes = 0, 0, 0 // limits of the crawl of sites
			return c.crawl(ctx, dir, p)
		},
		Prepare: func(ctx context.Context, lib *wiring.Library) error {
			flags, _, err := currentSettings(ctx, dir, settings.Load)
			if err == nil {
				setReading(flags, with, lib)
			}
			return err
		},
		Note: c.note,
	}
}

// cyclePlan returns what the crawl of a cycle does: it crawls the seeds by the settings of the library, and asks for changes of what is known. Sites without
// documents are stopped early, and from the second cycle on what was learned is used, unless sluice.yaml says otherwise. The first cycle has nothing to go by.
func (c *console) cyclePlan(ctx context.Context, dir string, of *cyclerun.Sites) (*plan, error) {
	from, err := new(crawlCmd).sources(ctx, c, dir)
	if err != nil {
		return nil, err
	}
	from.given = nil
	merged := from.merged()
	merged["seeds"] = of.Seeds
	for key, value := range map[string]bool{"knowledge": !of.IsFirst, "early-stop": true} {
		if _, isSet := from.file[key]; !isSet {
			merged[key] = []string{strconv.FormatBool(value)}
		}
	}
	flags, err := merged.Decode()
	if err == nil {
		err = flags.Check()
	}
	if err != nil {
		return nil, usageError{err}
	}
	flags.Again = true
	p := &plan{flags: flags, seeds: of.Seeds, isStep: true, beginsAnew: !of.Continues, continues: of.Continues,
		save: savedSettings{Settings: merged.Lasting(), File: from.file.Lasting(), Again: true}}
	return p, p.checkTopic(ctx, dir)
}
