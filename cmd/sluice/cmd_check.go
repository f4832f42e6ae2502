package main

import (
	"context"
	"fmt"
	"strings"

	"sluice/cmd/sluice/internal/screen"
	"sluice/cmd/sluice/internal/settings"
	"sluice/crawl"
	"sluice/internal/catalogue"
	"sluice/internal/cause"
	"sluice/internal/crawler"
	"sluice/internal/fetch"
	"sluice/internal/frontier"
	"sluice/internal/shell"
	"sluice/internal/wiring"
	"sluice/internal/wiring/monitor"
	"sluice/library"
)

// checkCmd explains what the rules say about a URL.
type checkCmd struct {
	folder
	URL  string `arg:"" name:"url" help:"The URL."`
	JSON bool   `name:"json" help:"Print JSON."`
}

// Help returns the long text of `sluice check`.
func (checkCmd) Help() string {
	return `Says whether the crawl of this library would fetch a URL, and if not, which rule
refuses it: scope, robots, trap, guard, limit and others, and what earlier crawls have learned (` + "`sluice help crawl`, KNOWLEDGE" + `). Nothing is fetched: if the
robots.txt is not known yet, the command says that. If there has been no crawl yet,
sluice.yaml and the defaults decide; without seeds the URL counts as a seed. With requests in sluice.yaml, or after a crawl with --requests, what
the library has is 'not due' unless a crawl with --again would request it now, and what is new on
its sites is refused by 'limit: requests' if such a crawl has no request.

Both answers are results: the exit code is 0.

EXAMPLES

    sluice check http://www.example.org/calendar?month=13`
}

// Run writes the verdict of the rules. A refusal is a result like any other, so the exit code is 0.
func (cmd *checkCmd) Run(ctx context.Context, c *console) error {
	v, err := explain(ctx, cmd.path(ctx), cmd.URL)
	if err != nil {
		return err
	}
	if cmd.JSON {
		return screen.WriteJSON(c.out, v, "")
	}
	_, err = fmt.Fprint(c.out, verdictText(v, cmd.flag()))
	return err
}

// explain queries the running crawl, or else applies the rules of the last one.
func explain(ctx context.Context, dir, url string) (v crawl.Verdict, err error) {
	flags, seeds, err := currentSettings(ctx, dir, settings.LoadToCrawl)
	if err != nil {
		return crawl.Verdict{}, err
	}
	cfg, err := engineConfig(flags, seeds, nil)
	if err != nil {
		return crawl.Verdict{}, err
	}
	found, err := wiring.Exists(ctx, dir)
	if err != nil {
		return crawl.Verdict{}, err
	}
	if !found {
		return explainWithoutLibrary(ctx, cfg, url)
	}
	lib, err := wiring.Open(dir)
	if err != nil {
		return crawl.Verdict{}, err
	}
	defer closeAfter(&err, lib)
	if v, err = monitor.Explain(ctx, lib, cfg, url); err != nil || v.State != frontier.Done.String() {
		return v, err
	}
	return v, noteChallenge(ctx, lib, &v)
}

// noteChallenge adds to the verdict on a URL that its last answer was a challenge or a soft 404.
func noteChallenge(ctx context.Context, lib *wiring.Library, v *crawl.Verdict) error {
	cat, err := lib.Catalogue(ctx)
	if err != nil {
		return err
	}
	known, ok, err := cat.Show(ctx, v.URL)
	if err != nil || !ok {
		return err
	}
	last := known.Last
	if last.Outcome == library.Challenged || last.Cause == catalogue.CauseSoft404 {
		v.Note = strings.Join(screen.NonEmpty(v.Note, "its last answer was no page: "+string(last.Cause)), "; ")
	}
	return nil
}

// explainWithoutLibrary applies the rules before any crawl. Without seeds there is no scope, so the
// URL itself is the seed.
func explainWithoutLibrary(ctx context.Context, cfg crawl.Config, url string) (crawl.Verdict, error) {
	if len(cfg.Seeds) == 0 {
		cfg.Seeds = []string{url}
	}
	c, err := crawler.New(cfg, crawler.Parts{})
	if err != nil {
		return crawl.Verdict{}, usageError{err}
	}
	return c.Explain(ctx, url)
}

// verdictText returns a verdict for people, one fact per line. URL, rule and detail may come from the
// Web and are escaped. The flag names the library in commands.
func verdictText(v crawl.Verdict, flag string) string {
	text := screen.Escape(v.URL) + "\n"
	detail := ""
	if v.Detail != "" {
		detail = fmt.Sprintf(" (%s)", screen.Escape(v.Detail))
	}
	switch {
	case v.Fetch && v.State == frontier.Done.String():
		text += "would be fetched again with `sluice crawl --again`" + detail + "\n"
	case v.Fetch:
		text += "would be fetched" + detail + "\n"
	default:
		if cause.Of(v.Rule) == fetch.Guard {
			detail += "; --allow-private allows it"
		}
		text += "refused: " + screen.Escape(v.Rule) + detail + "\n"
	}
	switch v.State {
	case frontier.Done.String():
		text += fmt.Sprintf("already fetched; all that is known of it: sluice show%s %s\n", flag, shell.Quote(screen.Escape(v.URL)))
	case frontier.Waiting.String(), frontier.Leased.String():
		text += "waiting to be fetched\n"
	}
	if v.Note != "" {
		text += "note: " + screen.Escape(v.Note) + "\n"
	}
	return text
}
