package main

import (
	"context"
	"errors"
	"slices"
	"strings"

	"sluice/cmd/sluice/internal/analysis"
	"sluice/cmd/sluice/internal/screen"
	"sluice/cmd/sluice/internal/settings"
	"sluice/internal/catalogue"
	"sluice/internal/cycle/stats"
	"sluice/internal/wiring"
	"sluice/internal/wiring/sites"
)

// analyseCmd shows what the crawls of a library have taught of its sites. It keeps which sites are copies of others, and changes nothing else.
type analyseCmd struct {
	folder
	Site string `group:"cycle" placeholder:"HOST" help:"Show only this site."`
	learning
	JSON bool `name:"json" group:"output" help:"Print JSON."`
}

// learning are the flags of what is learned of directories. Those that are not given have the values of the settings.
type learning struct {
	StopDocuments int64 `group:"cycle" placeholder:"N" help:"A name of a directory needs N documents, all of them rejected, before it is a stop directory. Default: that of sluice.yaml, else 5."`
	AvoidRevisits int   `group:"cycle" placeholder:"N" help:"A directory of a site must have been revisited N times without a document before it is avoided. Default: that of sluice.yaml, else 2."`
	PatternPages  int64 `group:"cycle" placeholder:"N" help:"A pattern of URLs needs N pages, none of which led to a document, before it is listed. Default: that of sluice.yaml, else 50."`
}

// settings returns the settings of the statistics of a library: those of its crawls, and what the flags say.
func (l *learning) settings(ctx context.Context, dir string, given []string) (stats.Settings, error) {
	flags, _, err := currentSettings(ctx, dir, settings.Load)
	if err != nil {
		return stats.Settings{}, err
	}
	s := stats.Settings{StopDocuments: int64(flags.StopDocuments), AvoidRevisits: flags.AvoidRevisits, PatternPages: int64(flags.PatternPages), LevelSites: flags.LevelSites}
	for _, of := range []struct {
		name  string
		value int64
		set   func()
	}{
		{"stop-documents", l.StopDocuments, func() { s.StopDocuments = l.StopDocuments }}, {"avoid-revisits", int64(l.AvoidRevisits), func() { s.AvoidRevisits = l.AvoidRevisits }},
		{"pattern-pages", l.PatternPages, func() { s.PatternPages = l.PatternPages }},
	} {
		if !slices.Contains(given, of.name) {
			continue
		}
		if of.value < 1 {
			return s, usagef("--%s: %d is not positive", of.name, of.value)
		}
		of.set()
	}
	return s, nil
}

// Help returns the long text of `sluice analyse`.
func (analyseCmd) Help() string {
	return `Shows what the crawls of a library have taught of its sites: what came of each, on which directory levels the documents lie, why URLs
brought nothing, which documents are accepted by size and type, and where no document was ever found. The next cycle is
planned by it (` + "`sluice plan`" + `); docs/cycles.md explains the rules. A library keeps the figures at the end of each crawl; those of sites
that were crawled several times are shown as their history. At the end of each cycle it also keeps the documents by level, the errors by class, and the acceptance by size and
type.

Sites that are whole copies of another are other addresses of it: they are kept as such, and later cycles crawl only the one that was requested first.

A document counts for the site of the page on which it was found, also if it lies on another host. Rates are whole percents, cut off.

WORDS

` + "`DDR`: Document download rate: documents downloaded ÷ other URLs visited.\n\n" +
		"`ADR`: Accepted document rate: accepted ÷ (accepted + rejected) documents.\n\n" +
		"`RDR`: Rejected document rate: rejected ÷ (accepted + rejected) documents.\n\n" +
		"`SSRC`: Seed site reference count: links from other hosts to the site.\n\n" +
		"`DLCC`: Document link citation count: pages of other hosts that link to a document.\n\n" +
		"`DLC`: Document link count: URLs that have the document.\n\n" +
		"`level limit`: The deepest directory level on which a document was found. It limits the crawl of a site with five documents, and, by those of ten sites, of others (`sluice crawl --level-sites`).\n\n" +
		"`floor`: Of a type of documents: the size of the smallest that was accepted.\n" + `
EXAMPLES

    sluice analyse
    sluice analyse --site www.cs.example.edu
    sluice analyse --json | jq .stop_directories`
}

// Run writes the statistics as JSON or as tables.
func (cmd *analyseCmd) Run(ctx context.Context, c *console) (err error) {
	lib, err := open(ctx, cmd.path(ctx))
	if err != nil {
		return err
	}
	defer closeAfter(&err, lib)
	by, err := cmd.settings(ctx, lib.Dir(), c.given)
	if err != nil {
		return err
	}
	s, err := analyse(ctx, lib, by)
	if err != nil {
		return err
	}
	mirrors, err := sites.Mirrors(ctx, lib)
	if err != nil {
		return err
	}
	if cmd.Site != "" {
		if s = ofSite(s, strings.ToLower(cmd.Site)); len(s.Sites) == 0 {
			return usagef("the library has visited no site %q; `sluice sites` lists them", cmd.Site)
		}
		mirrors = slices.DeleteFunc(mirrors, func(m catalogue.Mirror) bool {
			return !slices.Contains([]string{m.Host, m.Original}, strings.ToLower(cmd.Site))
		})
	}
	if cmd.JSON {
		return screen.WriteJSON(c.out, struct {
			*stats.Statistics
			Mirrors []catalogue.Mirror `json:"mirrors"`
		}{s, append([]catalogue.Mirror{}, mirrors...)}, "  ")
	}
	return errors.Join(analysis.WriteStatistics(c.out, s, cmd.Site), analysis.WriteMirrors(c.out, mirrors))
}

// analyse makes the statistics of a library.
func analyse(ctx context.Context, lib *wiring.Library, by stats.Settings) (*stats.Statistics, error) {
	cat, err := lib.Catalogue(ctx)
	if err != nil {
		return nil, err
	}
	last, _, err := cat.Crawls.LastOfSites(ctx)
	if err != nil {
		return nil, err
	}
	s, err := stats.Analyse(ctx, cat.Statistics, last.Started, by)
	if err != nil {
		return nil, err
	}
	byCycle, err := cat.Cycles.Counts(ctx)
	s.ByCycle = append([]catalogue.CycleCount{}, byCycle...)
	return s, err
}

// ofSite returns what statistics say of one site.
func ofSite(s *stats.Statistics, host string) *stats.Statistics {
	one := *s
	one.Sites = slices.DeleteFunc(slices.Clone(s.Sites), func(s stats.Site) bool { return s.Host != host })
	one.Stops = slices.DeleteFunc(slices.Clone(s.Stops), func(s catalogue.SiteStop) bool { return s.Host != host })
	one.Avoided = slices.DeleteFunc(slices.Clone(s.Avoided), func(d stats.Directory) bool { return d.Site != host })
	one.Patterns = slices.DeleteFunc(slices.Clone(s.Patterns), func(p stats.Pattern) bool { return p.Site != host })
	return &one
}
