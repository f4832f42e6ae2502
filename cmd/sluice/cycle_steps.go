package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"sluice/cmd/sluice/internal/screen"
	"sluice/cmd/sluice/internal/settings"
	"sluice/crawl"
	"sluice/internal/catalogue"
	"sluice/internal/cycle"
	"sluice/internal/cycle/candidate"
	"sluice/internal/cycle/stats"
	"sluice/internal/wiring"
)

// judgeCandidates requests the home pages of hosts that are known from links only, and judges them.
func (r *cycleRun) judgeCandidates(ctx context.Context, now *catalogue.Cycle) (ending, error) {
	var urls []string
	var known *knownSites
	err := r.withLibrary(func(lib *wiring.Library) (err error) {
		if known, err = r.rules.known(ctx, lib); err != nil {
			return err
		}
		all, err := lib.Candidates(ctx, r.rules.candidates, known.hosts)
		if err != nil {
			return err
		}
		for _, h := range all {
			if !h.IsRequested && len(urls) < r.rules.homePages {
				urls = append(urls, h.Seeds...)
			}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	if len(urls) > 0 {
		if err := r.fetch(ctx, urls); err != nil {
			return nil, err
		}
	}
	var accepted, refused int64
	err = r.withLibrary(func(lib *wiring.Library) error {
		if err := lib.RememberCandidates(ctx, r.rules.candidates, known.hosts, now.ID); err != nil {
			return err
		}
		cat, err := lib.Catalogue(ctx)
		if err != nil {
			return err
		}
		accepted, refused, err = judged(ctx, cat, now.ID)
		return err
	})
	if err != nil {
		return nil, err
	}
	return endWith(now, stepCandidates, "%s judged: %s accepted, %s refused", screen.Counted(accepted+refused, "host"), screen.Count(accepted), screen.Count(refused)), nil
}

// judged returns how many hosts were accepted and refused in a cycle.
func judged(ctx context.Context, cat *catalogue.Catalogue, id int64) (accepted, refused int64, err error) {
	hosts, err := cat.Cycles.Candidates(ctx)
	for _, h := range hosts {
		switch {
		case h.Cycle != id:
		case h.Verdict == candidate.Accepted:
			accepted++
		default:
			refused++
		}
	}
	return accepted, refused, err
}

// choose chooses the sites of the cycle. If there is none, the cycle begins again later.
func (r *cycleRun) choose(ctx context.Context, now *catalogue.Cycle) (ending, error) {
	var p *cyclePlan
	err := r.withLibrary(func(lib *wiring.Library) (err error) {
		p, err = r.rules.plan(ctx, lib, time.Now())
		return err
	})
	if err != nil {
		return nil, err
	}
	sites := p.Chosen(p.new, p.seeds)
	if len(sites) == 0 {
		none := &nothingYetError{}
		if len(p.Waiting) > 0 {
			none.next = p.Waiting[0].Next
		}
		return nil, errors.Join(r.record(ctx, func(c *catalogue.Cycles) error { return c.Wait(ctx, now.ID) }), none)
	}
	outcome := fmt.Sprintf("%s: %d new, %d crawled before", screen.Counted(int64(len(sites)), "site"), len(p.New), len(sites)-len(p.New))
	return func(ctx context.Context, c *catalogue.Cycles, at time.Time) error {
		return c.Choose(ctx, now.ID, stepChoose, sites, outcome, at)
	}, nil
}

// crawlSites crawls the sites of the cycle, or goes on with their crawl.
func (r *cycleRun) crawlSites(ctx context.Context, now *catalogue.Cycle) (ending, error) {
	last, _, err := r.lastCrawl(ctx)
	if err != nil {
		return nil, err
	}
	has, state := now.Step(stepCrawl).Crawl, crawl.State(last.State)
	isBegun := last.ID >= has
	if !isBegun || state == crawl.Running || state == crawl.Stopped && last.Reason != crawl.NoDocumentWaits {
		if err := r.crawl(ctx, now, isBegun); err != nil {
			return nil, err
		}
		if last, _, err = r.lastCrawl(ctx); err != nil {
			return nil, err
		}
	}
	outcome := last.State
	if last.Reason != "" {
		outcome += ": " + last.Reason
	}
	return endWith(now, stepCrawl, "%s", outcome), nil
}

// crawl crawls the sites of a cycle with the settings of the library.
func (r *cycleRun) crawl(ctx context.Context, now *catalogue.Cycle, isBegun bool) error {
	var urls []string
	isFirst := now.ID == 1
	err := r.withLibrary(func(lib *wiring.Library) error {
		cat, err := lib.Catalogue(ctx)
		if err != nil {
			return err
		}
		sites, err := cat.Cycles.Sites(ctx, now.ID)
		for i := range sites {
			urls = append(urls, sites[i].Seeds...)
			isFirst = isFirst && sites[i].IsNew()
		}
		return err
	})
	if err != nil {
		return err
	}
	p, err := r.crawlPlan(ctx, urls, isFirst)
	if err != nil {
		return err
	}
	p.beginsAnew, p.continues = !isBegun, isBegun
	if err := p.checkTopic(ctx, r.dir); err != nil {
		return err
	}
	return r.console.crawl(ctx, r.dir, p)
}

// crawlPlan returns what the crawl of a cycle does: it crawls the seeds by the settings of the library, and asks for changes of what is known. Sites without
// documents are stopped early, and from the second cycle on what was learned is used, unless sluice.yaml says otherwise. The first cycle has nothing to go by.
func (r *cycleRun) crawlPlan(ctx context.Context, seeds []string, isFirst bool) (*plan, error) {
	from, err := new(crawlCmd).sources(ctx, r.console, r.dir)
	if err != nil {
		return nil, err
	}
	from.given = nil
	merged := from.merged()
	merged["seeds"] = seeds
	for key, value := range map[string]bool{"knowledge": !isFirst, "early-stop": true} {
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
	save := savedSettings{Settings: merged.Lasting(), File: from.file.Lasting(), Again: true}
	return &plan{flags: flags, converters: r.with, verbosity: r.how, seeds: seeds, save: save, isStep: true}, nil
}

// fetch fetches home pages, and the documents that wait.
func (r *cycleRun) fetch(ctx context.Context, homePages []string) error {
	cmd := &crawlCmd{folder: folder{Dir: r.dir}, converters: r.with, verbosity: r.how, documentsOnly: true}
	p, err := cmd.plan(ctx, r.console, r.dir)
	if err != nil {
		return err
	}
	p.documentsOnly, p.homePages, p.isStep, p.isNew = true, homePages, true, false
	p.flags.MaxPages, p.flags.MaxTime, p.flags.MaxBytes = 0, 0, 0 // limits of the crawl of sites
	return r.console.crawl(ctx, r.dir, p)
}

// fetchDocuments fetches and reads the documents that wait, if a limit has ended the crawl.
func (r *cycleRun) fetchDocuments(ctx context.Context, now *catalogue.Cycle) (ending, error) {
	last, _, err := r.lastCrawl(ctx)
	if err != nil {
		return nil, err
	}
	if state := crawl.State(last.State); !state.IsComplete() && last.Reason != crawl.NoDocumentWaits {
		if err := r.fetch(ctx, nil); err != nil {
			return nil, err
		}
	}
	var accepted, rejected int64
	err = r.withLibrary(func(lib *wiring.Library) error {
		cat, err := lib.Catalogue(ctx)
		if err != nil {
			return err
		}
		accepted, rejected, err = cat.Cycles.Added(ctx, now.Begun)
		return err
	})
	if err != nil {
		return nil, err
	}
	return endWith(now, stepDocuments, "%s accepted, %s rejected", screen.Counted(accepted, "new document"), screen.Count(rejected)), nil
}

// analyse finds out what came of the cycle and of its sites.
func (r *cycleRun) analyse(ctx context.Context, now *catalogue.Cycle) (end ending, err error) {
	err = r.withLibrary(func(lib *wiring.Library) error {
		f, sites, err := r.figures(ctx, lib, now)
		if err != nil {
			return err
		}
		outcome := fmt.Sprintf("%s requested", screen.Counted(f.Requested, "URL"))
		mirrors, err := lib.FindMirrors(ctx)
		if err != nil {
			return err
		}
		if len(mirrors) > 0 {
			outcome += fmt.Sprintf("; %s of other sites", screen.Counted(int64(len(mirrors)), "mirror"))
		}
		if before, err := precedingCycle(ctx, lib, now.ID); err != nil {
			return err
		} else if before.Finished.After(now.Begun) {
			outcome += "; the clock was set back, so some figures may count what earlier cycles have brought"
		}
		end = func(ctx context.Context, c *catalogue.Cycles, at time.Time) error {
			return c.Analysed(ctx, now.ID, stepAnalyse, *f, sites, outcome, at)
		}
		return nil
	})
	return end, err
}

// precedingCycle returns the cycle before one; zero for the first.
func precedingCycle(ctx context.Context, lib *wiring.Library, id int64) (before catalogue.Cycle, err error) {
	cat, err := lib.Catalogue(ctx)
	if err != nil || id == 1 {
		return before, err
	}
	before, err = cat.Cycles.Find(ctx, id-1)
	if errors.Is(err, catalogue.ErrNoCycle) {
		err = nil
	}
	return before, err
}

// figures returns what came of a cycle and of its sites.
func (r *cycleRun) figures(ctx context.Context, lib *wiring.Library, now *catalogue.Cycle) (*catalogue.CycleFigures, []catalogue.CycleSite, error) {
	cat, err := lib.Catalogue(ctx)
	if err != nil {
		return nil, nil, err
	}
	last, _, err := cat.Crawls.LastOfSites(ctx)
	if err != nil {
		return nil, nil, err
	}
	f := &catalogue.CycleFigures{}
	sites, errSites := cat.Cycles.Sites(ctx, now.ID)
	requests, errRequests := cat.Cycles.Requests(ctx, now.Begun)
	changes, errChanges := cat.Changes(ctx, now.Step(stepCrawl).Begun)
	seeds, errSeeds := cat.Cycles.Seeds(ctx)
	all, errAll := stats.Sites(ctx, cat.Statistics, last.Started)
	_, refused, errHosts := judged(ctx, cat, now.ID)
	var errAdded error
	f.Accepted, f.Rejected, errAdded = cat.Cycles.Added(ctx, now.Begun)
	if err := errors.Join(errSites, errRequests, errChanges, errSeeds, errAll, errHosts, errAdded); err != nil {
		return nil, nil, err
	}
	cycle.Describe(sites, requests, seeds, all, last)
	f.Pages, f.Documents = changes.Pages, changes.Documents
	for _, one := range requests {
		f.Requested += one.Requested
	}
	f.NewSites = int64(len(slices.DeleteFunc(slices.Clone(sites), func(s catalogue.CycleSite) bool { return !s.IsNew() })))
	f.Revisited = int64(len(sites)) - f.NewSites
	f.RefusedHosts = refused
	return f, sites, nil
}

// relearn learns the models of the library again, which uses those that are better on the crawl of the cycle.
func (r *cycleRun) relearn(ctx context.Context, now *catalogue.Cycle) (end ending, err error) {
	err = r.withLibrary(func(lib *wiring.Library) error {
		flags, _, err := currentSettings(ctx, lib.Dir(), settings.Load)
		if err != nil {
			return err
		}
		setReading(flags, r.with, lib)
		versions, err := lib.Relearn(ctx, func() {})
		if errors.Is(err, wiring.ErrOneCrawl) {
			end, err = endWith(now, stepRelearn, "nothing: %s", err), nil
			return err
		}
		var used []string
		for i := range versions {
			if versions[i].Taken {
				used = append(used, string(versions[i].Kind))
			}
		}
		end = endWith(now, stepRelearn, "better than before: %s", cmp.Or(strings.Join(used, ", "), "none"))
		return err
	})
	return end, err
}

// planNext plans the next cycle and ends this one.
func (r *cycleRun) planNext(ctx context.Context, now *catalogue.Cycle) (end ending, err error) {
	var p *cyclePlan
	err = r.withLibrary(func(lib *wiring.Library) (err error) {
		p, err = r.rules.plan(ctx, lib, time.Now())
		return err
	})
	if err != nil {
		return nil, err
	}
	unknown := 0
	for _, h := range p.candidates {
		if !h.IsRequested {
			unknown++
		}
	}
	outcome := fmt.Sprintf("%s can be crawled, %s of hosts to be judged", screen.Counted(int64(len(p.new)+len(p.Ranked)), "site"), screen.Counted(int64(unknown), "home page"))
	if len(p.Waiting) > 0 {
		outcome += fmt.Sprintf(", %s from %s on", screen.Counted(int64(len(p.Waiting)), "site"), screen.Time(p.Waiting[0].Next))
	}
	return func(ctx context.Context, c *catalogue.Cycles, at time.Time) error {
		return c.End(ctx, now.ID, stepPlan, outcome, at)
	}, nil
}
