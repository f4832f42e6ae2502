package main

import (
	"cmp"
	"context"
	"math"
	"slices"
	"time"

	"sluice/cmd/sluice/internal/analysis"
	"sluice/cmd/sluice/internal/screen"
	"sluice/cmd/sluice/internal/settings"
	"sluice/internal/cycle"
	"sluice/internal/cycle/candidate"
	parts "sluice/internal/folder"
	"sluice/internal/wiring"
	"sluice/internal/wiring/revisits"
)

// planCmd shows which sites the next cycle crawls. It reads only the catalogue.
type planCmd struct {
	folder
	At string `group:"cycle" placeholder:"TIME" help:"Plan a cycle that begins at TIME, a date such as 2026-11-01 or a time such as 2026-11-01T08:30:00Z, instead of now."`
	settings.Cycle
	Pages    bool    `group:"cycle" help:"Show instead which pages of the known sites are due, as 'sluice crawl --again --requests N' would request them."`
	Requests float64 `group:"cycle" placeholder:"N" help:"With --pages: divide N requests a day among all pages. Default: requests of sluice.yaml, else 1000."`
	JSON     bool    `name:"json" group:"output" help:"Print JSON."`
}

// Help returns the long text of `sluice plan`.
func (planCmd) Help() string {
	return `Shows which sites the next cycle of a library would crawl, and why. Nothing is fetched and nothing is changed. docs/cycles.md explains the
rules, which are those of CNDROBOT (Zhou 2005); each flag has the published value as its default.

A site that was crawled has a priority level. It begins at level 1, moves one up when its ADR was higher after a crawl than after the crawl before, and
one down when it was lower. The level says how many days it waits from the end of its last crawl. Sites that have waited are ranked by ADR, and by SSRC
if their ADR is equal. All sites in the good quarter are chosen, half of those in the quarter after it, and as many others as there are places.

The planned length of the cycle is the number of sites times the quantum: the time in which the last crawl was active, divided by the number of its
sites, which are crawled at the same time. It does not limit a site.

New sites are hosts that the library knows from links only. Each is judged by its home page, if the library has it: by K, the number of distinct keywords
of the subject on it, and by A, the number of its anchor texts that a quarter of the seeds, and two at least, have, too. It is accepted if K > 0 and A > 0, or K > 1, or
A > 1. Those to which most hosts link come first; an accepted document that has a URL of the host in its text or references counts as a host. A host whose home page is not in the library is unknown; ` + "`sluice add http://HOST/`" + ` fetches it.

With --pages it shows which pages of the known sites are due. How often a page changes is estimated from all visits to it; a page that was visited once is
assumed to change within half a day as likely as not. The requests of a day are divided among the pages by how often each changes and by what it has brought:
accepted documents, and at later visits new links. No page starves (LambdaCrawl, Kolobov and others 2019), and no site gets more than its delay allows. A page
is due when it has waited for one of its periods, or when a sitemap or feed of its site announces a change. Announcements are trusted as far as the site was
right before; where they save requests, the sitemap is requested in place of its pages. ` + "`sluice crawl --again --requests N`" + ` requests what is due.

WORDS

` + "`ADR`: Accepted document rate of a site, in whole percents: accepted ÷ (accepted + rejected) documents.\n\n" +
		"`SSRC`: Seed site reference count: links from other hosts to the site.\n\n" +
		"`level`: Priority level; 1 is the highest.\n\n" +
		"`periods`: Of a page: how many of its periods it has waited. Its period is a day ÷ visits a day.\n\n" +
		"`worth`: What a page has brought: 1, and more for accepted documents and new links that were found on it.\n\n" +
		"`trust in its dates`: How likely a change that a sitemap or feed of the site announces is one, from 0 to 1. Up to 0.5, announcements are ignored.\n\n" +
		"`recall`: Share of the changes that the site announces, beyond chance.\n" + `
EXAMPLES

    sluice plan
    sluice plan --at 2027-01-01 --places 10
    sluice plan --pages --requests 5000
    sluice plan --json | jq '.ranked[] | select(.chosen) | .host'`
}

// Run writes the plan as JSON or as tables.
func (cmd *planCmd) Run(ctx context.Context, c *console) (err error) {
	if err := cmd.checkKind(c.given); err != nil {
		return err
	}
	dir := cmd.path(ctx)
	rules, err := loadCycleRules(dir, &cmd.Cycle, c.given)
	if err != nil {
		return err
	}
	at, err := cmd.moment()
	if err != nil {
		return err
	}
	lib, err := open(ctx, dir)
	if err != nil {
		return err
	}
	defer closeAfter(&err, lib)
	if cmd.Pages {
		return cmd.pages(ctx, c, lib, at)
	}
	from, err := siteSources(ctx, dir)
	if err != nil {
		return err
	}
	p, err := rules.Plan(ctx, lib, from, at)
	if err != nil {
		return err
	}
	if cmd.JSON {
		return screen.WriteJSON(c.out, plannedSites{p.Plan, p.Candidates}, "  ")
	}
	return analysis.WritePlan(c.out, p.Plan, p.Candidates)
}

// checkKind returns an error if a flag of the one kind of plan is given with the other, where it says nothing.
func (cmd *planCmd) checkKind(given []string) error {
	if !cmd.Pages {
		if slices.Contains(given, "requests") {
			return usagef("--requests is a flag of --pages")
		}
		return nil
	}
	for _, name := range settings.CycleKeys() {
		if slices.Contains(given, name) {
			return usagef("--%s chooses sites; --pages lists pages of all of them", name)
		}
	}
	return nil
}

// plannedSites is a plan as JSON.
type plannedSites struct {
	*cycle.Plan
	Candidates []candidate.Host `json:"candidates"`
}

// defaultRequests is how many requests a day are divided among pages if neither the flag nor the settings say it.
const defaultRequests = 1000.0

// pages writes which pages are due.
func (cmd *planCmd) pages(ctx context.Context, c *console, lib *wiring.Library, at time.Time) error {
	flags, _, err := currentSettings(ctx, lib.Dir(), settings.Load)
	if err != nil {
		return err
	}
	requests := cmp.Or(flags.Requests, defaultRequests)
	if slices.Contains(c.given, "requests") {
		requests = cmd.Requests
	}
	if !(requests > 0) || math.IsInf(requests, 0) {
		return usagef("--requests: %v is not a positive number", requests)
	}
	cat, err := lib.Catalogue(ctx)
	if err != nil {
		return err
	}
	p, err := revisits.Plan(ctx, parts.Dir(lib.Dir()), cat, requests, flags.Delay, at)
	if err != nil {
		return err
	}
	if cmd.JSON {
		return screen.WriteJSON(c.out, p, "  ")
	}
	return analysis.WritePages(c.out, p)
}

// moment returns the time for which the plan is made.
func (cmd *planCmd) moment() (time.Time, error) {
	if cmd.At == "" {
		return time.Now(), nil
	}
	if at, err := time.ParseInLocation(time.DateOnly, cmd.At, time.Local); err == nil {
		return at, nil
	}
	at, err := time.Parse(time.RFC3339, cmd.At)
	if err != nil {
		return at, usagef("--at: %q is neither a date (2026-11-01) nor a time (2026-11-01T08:30:00Z)", cmd.At)
	}
	return at, nil
}
