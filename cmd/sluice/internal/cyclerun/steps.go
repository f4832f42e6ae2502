package cyclerun

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"sluice/cmd/sluice/internal/screen"
	"sluice/crawl"
	"sluice/internal/catalogue"
	"sluice/internal/cycle"
	"sluice/internal/cycle/candidate"
	"sluice/internal/cycle/stats"
	"sluice/internal/wiring"
	"sluice/internal/wiring/monitor"
	"sluice/internal/wiring/sites"
	"sluice/internal/wiring/training"
)

// judgeCandidates requests the home pages of hosts that are known from links only, and judges them.
func (r *Run) judgeCandidates(ctx context.Context, now *catalogue.Cycle) (ending, error) {
	urls, err := r.chooseRequests(ctx, now, Candidates, func(lib *wiring.Library) ([]string, error) { return r.Rules.ToRequest(ctx, lib, now.ID) })
	if err != nil {
		return nil, err
	}
	if len(urls) > 0 {
		if err := r.Fetch(ctx, urls, nil); err != nil {
			return nil, err
		}
	}
	var accepted, refused int64
	err = r.withLibrary(func(lib *wiring.Library) error {
		if err := r.Rules.Remember(ctx, lib, now.ID); err != nil {
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
	return endWith(now, Candidates, "%s judged: %s accepted, %s refused", screen.Counted(accepted+refused, "host"), screen.Count(accepted), screen.Count(refused)), nil
}

// chooseRequests returns which URLs a step requests that were not requested since it began. They are chosen once: a step that is repeated requests no more in all.
func (r *Run) chooseRequests(ctx context.Context, now *catalogue.Cycle, step string, choose func(*wiring.Library) ([]string, error)) (left []string, err error) {
	err = r.withLibrary(func(lib *wiring.Library) error {
		urls, err := choose(lib)
		if err != nil {
			return err
		}
		err = lib.ChangeCycles(ctx, func(c *catalogue.Cycles) error {
			urls, err = c.ChooseRequests(ctx, now.ID, step, urls)
			return err
		})
		if err != nil {
			return err
		}
		left, err = sites.NotRequested(ctx, lib, urls, now.Step(step).Begun)
		return err
	})
	return left, err
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
func (r *Run) choose(ctx context.Context, now *catalogue.Cycle) (ending, error) {
	p, err := r.plan(ctx)
	if err != nil {
		return nil, err
	}
	chosen := p.Chosen()
	if len(chosen) == 0 {
		none := &NothingYetError{}
		if len(p.Waiting) > 0 {
			none.Next = p.Waiting[0].Next
		}
		return nil, errors.Join(r.record(ctx, func(c *catalogue.Cycles) error { return c.Wait(ctx, now.ID) }), none)
	}
	outcome := fmt.Sprintf("%s: %d new, %d crawled before", screen.Counted(int64(len(chosen)), "site"), len(p.New), len(chosen)-len(p.New))
	return func(ctx context.Context, c *catalogue.Cycles, at time.Time) error {
		return c.Choose(ctx, now.ID, Choose, chosen, outcome, at)
	}, nil
}

// plan plans the cycle that begins now.
func (r *Run) plan(ctx context.Context) (p *sites.Plan, err error) {
	from, err := r.Sources(ctx)
	if err != nil {
		return nil, err
	}
	err = r.withLibrary(func(lib *wiring.Library) (err error) {
		p, err = r.Rules.Plan(ctx, lib, from, time.Now())
		return err
	})
	return p, err
}

// crawlSites crawls the sites of the cycle, or goes on with their crawl.
func (r *Run) crawlSites(ctx context.Context, now *catalogue.Cycle) (ending, error) {
	last, _, err := r.lastCrawl(ctx)
	if err != nil {
		return nil, err
	}
	has, state := now.Step(Crawl).Crawl, crawl.State(last.State)
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
	if crawl.State(last.State) == crawl.Limited {
		left, err := r.left(ctx)
		if err != nil {
			return nil, err
		}
		outcome += left
	}
	return endWith(now, Crawl, "%s", outcome), nil
}

// left says what a crawl that a limit has ended leaves, which the next cycle finds again.
func (r *Run) left(ctx context.Context) (text string, err error) {
	err = r.withLibrary(func(lib *wiring.Library) error {
		s, err := monitor.Status(ctx, lib)
		if err == nil && s.Queue > 0 {
			text = "; " + screen.Counted(s.Queue, "link") + " left"
			if f := s.Forecast; f != nil {
				text += fmt.Sprintf(", behind the first %s of which %s to %s were expected", screen.Count(f.Requests), screen.Count(f.Low), screen.Counted(f.High, "document"))
			}
		}
		return err
	})
	return text, err
}

// crawl crawls the sites of a cycle with the settings of the library.
func (r *Run) crawl(ctx context.Context, now *catalogue.Cycle, isBegun bool) error {
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
	return r.Crawl(ctx, Sites{Seeds: urls, IsFirst: isFirst, Continues: isBegun})
}

// fetchDocuments fetches and reads the documents that wait, if a limit has ended the crawl, and documents that accepted ones cite.
func (r *Run) fetchDocuments(ctx context.Context, now *catalogue.Cycle) (ending, error) {
	last, _, err := r.lastCrawl(ctx)
	if err != nil {
		return nil, err
	}
	from, err := r.Sources(ctx)
	if err != nil {
		return nil, err
	}
	cited, err := r.chooseRequests(ctx, now, Documents, func(lib *wiring.Library) ([]string, error) {
		return sites.CitedDocuments(ctx, lib, from, r.Rules.Cited)
	})
	if err != nil {
		return nil, err
	}
	isComplete := crawl.State(last.State).IsComplete() || last.Reason == crawl.NoDocumentWaits
	if len(cited) > 0 {
		r.Note("requesting " + screen.Counted(int64(len(cited)), "document") + " that accepted documents cite")
	}
	if !isComplete || len(cited) > 0 {
		if err := r.Fetch(ctx, nil, cited); err != nil {
			return nil, err
		}
	}
	var accepted, rejected int64
	err = r.withLibrary(func(lib *wiring.Library) error {
		cat, err := lib.Catalogue(ctx)
		if err != nil {
			return err
		}
		accepted, rejected, err = cat.Cycles.Added(ctx, now.Since(Candidates))
		return err
	})
	if err != nil {
		return nil, err
	}
	return endWith(now, Documents, "%s accepted, %s rejected", screen.Counted(accepted, "new document"), screen.Count(rejected)), nil
}

// analyse finds out what came of the cycle and of its sites.
func (r *Run) analyse(ctx context.Context, now *catalogue.Cycle) (end ending, err error) {
	err = r.withLibrary(func(lib *wiring.Library) error {
		a, err := r.figures(ctx, lib, now)
		if err != nil {
			return err
		}
		outcome := fmt.Sprintf("%s requested", screen.Counted(a.Requested, "URL"))
		mirrors, err := sites.Mirrors(ctx, lib)
		if err != nil {
			return err
		}
		if len(mirrors) > 0 {
			outcome += fmt.Sprintf("; %s of other sites", screen.Counted(int64(len(mirrors)), "mirror"))
		}
		if before, err := precedingCycle(ctx, lib, now.ID); err != nil {
			return err
		} else if before.Finished.After(now.Begun) || now.Since(Candidates).Before(now.Begun) {
			outcome += "; the clock was set back, so some figures may count what earlier cycles have brought"
		}
		end = func(ctx context.Context, c *catalogue.Cycles, at time.Time) error {
			return c.Analysed(ctx, now.ID, Analyse, a, outcome, at)
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
func (r *Run) figures(ctx context.Context, lib *wiring.Library, now *catalogue.Cycle) (*catalogue.Analysis, error) {
	cat, err := lib.Catalogue(ctx)
	if err != nil {
		return nil, err
	}
	last, _, err := cat.Crawls.LastOfSites(ctx)
	if err != nil {
		return nil, err
	}
	a := &catalogue.Analysis{}
	f := &a.CycleFigures
	sites, errSites := cat.Cycles.Sites(ctx, now.ID)
	requests, errRequests := cat.Cycles.Requests(ctx, now.Since(Candidates))
	changes, errChanges := cat.Changes(ctx, now.Since(Crawl))
	seeds, errSeeds := cat.Cycles.Seeds(ctx)
	all, errAll := stats.Summarize(ctx, cat.Statistics, last.Started)
	_, refused, errHosts := judged(ctx, cat, now.ID)
	var errAdded error
	f.Accepted, f.Rejected, errAdded = cat.Cycles.Added(ctx, now.Since(Candidates))
	if err := errors.Join(errSites, errRequests, errChanges, errSeeds, errAll, errHosts, errAdded); err != nil {
		return nil, err
	}
	cycle.Describe(sites, requests, seeds, all.Sites, last)
	f.Pages, f.Documents = changes.Pages, changes.Documents
	for _, one := range requests {
		f.Requested += one.Requested
	}
	f.NewSites = int64(len(slices.DeleteFunc(slices.Clone(sites), func(s catalogue.CycleSite) bool { return !s.IsNew() })))
	f.Revisited = int64(len(sites)) - f.NewSites
	f.RefusedHosts = refused
	a.Sites, a.Counts = sites, all.Counts()
	return a, nil
}

// relearn learns the models of the library again, which uses those that are better on the crawl of the cycle.
func (r *Run) relearn(ctx context.Context, now *catalogue.Cycle) (end ending, err error) {
	err = r.withLibrary(func(lib *wiring.Library) error {
		if err := r.Prepare(ctx, lib); err != nil {
			return err
		}
		versions, err := training.Relearn(ctx, lib, func() {})
		if errors.Is(err, training.ErrOneCrawl) {
			end, err = endWith(now, Relearn, "nothing yet: %s", training.ErrOneCrawl), nil
			return err
		}
		var used []string
		for i := range versions {
			if versions[i].Taken {
				used = append(used, string(versions[i].Kind))
			}
		}
		end = endWith(now, Relearn, "better than before: %s", cmp.Or(strings.Join(used, ", "), "none"))
		return err
	})
	return end, err
}

// planNext plans the next cycle and ends this one.
func (r *Run) planNext(ctx context.Context, now *catalogue.Cycle) (ending, error) {
	p, err := r.plan(ctx)
	if err != nil {
		return nil, err
	}
	unknown := 0
	for _, h := range p.Candidates {
		if !h.IsRequested {
			unknown++
		}
	}
	outcome := fmt.Sprintf("%s can be crawled, %s of hosts to be judged", screen.Counted(int64(len(p.NewSites)+len(p.Ranked)), "site"), screen.Counted(int64(unknown), "home page"))
	if len(p.Waiting) > 0 {
		outcome += fmt.Sprintf(", %s from %s on", screen.Counted(int64(len(p.Waiting)), "site"), screen.Time(p.Waiting[0].Next))
	}
	return func(ctx context.Context, c *catalogue.Cycles, at time.Time) error {
		return c.End(ctx, now.ID, Plan, outcome, at)
	}, nil
}
