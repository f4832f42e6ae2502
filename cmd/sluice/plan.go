package main

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strings"

	"sluice/cmd/sluice/internal/screen"
	"sluice/cmd/sluice/internal/settings"
	"sluice/crawl"
	"sluice/topic"
	"sluice/weburl"
)

// A plan is what a crawl command will do: the settings of all sources merged, and the state that the
// last crawl left.
type plan struct {
	flags      *settings.Flags
	converters converters // of this run only
	verbosity             // of this run only
	seeds      []string
	save       savedSettings  // for the catalogue
	file       settings.Layer // for sluice.yaml of a new library
	isNew      bool           // the folder has no sluice.yaml yet
	finished   bool           // the crawl is finished and nothing has changed
	changed    bool           // the crawl is finished, and settings have changed
	continues  bool           // a crawl with --again that was interrupted or has failed; the flag was not given now

	topic         *topic.Topic // nil: that of the library, if it has one
	documentsOnly bool         // no pages are fetched
	isAddition    bool         // `sluice add` says what came of its URLs
	isStep        bool         // of a cycle, which says what came of it
	beginsAnew    bool         // whatever has become of the last crawl
	documents     []string     // URLs to fetch at once
	homePages     []string     // URLs of pages to look at
}

// sources are the settings of a crawl command, from all three sources.
type sources struct {
	file  settings.Layer // sluice.yaml
	last  savedSettings  // of the last crawl
	state string         // of the last crawl; empty if there was none
	given settings.Layer // the command line
}

// sources reads all three sources. Nothing is merged yet, because a plan also compares them.
func (cmd *crawlCmd) sources(ctx context.Context, c *console, dir string) (s sources, err error) {
	if s.file, err = settings.LoadToCrawl(dir); err != nil {
		return s, usageError{err}
	}
	if s.last, s.state, err = lastCrawl(ctx, dir); err != nil {
		return s, err
	}
	s.given, err = cmd.given(c)
	return s, err
}

// merged lays the flags over the last crawl over the file. Seeds are added up: a new seed on the
// command line extends a crawl.
func (s sources) merged() settings.Layer {
	before := s.file
	if s.state != "" {
		before = s.last.withChanges(s.file)
	}
	merged := s.given.Over(before)
	merged["seeds"] = union(before.Seeds(), s.given.Seeds())
	return merged
}

// plan decides what a crawl command does.
func (cmd *crawlCmd) plan(ctx context.Context, c *console, dir string) (*plan, error) {
	from, err := cmd.sources(ctx, c, dir)
	if err != nil {
		return nil, err
	}
	merged := from.merged()
	flags, err := merged.Decode()
	if err == nil {
		err = flags.Check()
	}
	if err != nil {
		return nil, usageError{err}
	}
	merged["seeds"] = c.validSeeds(merged.Seeds())
	if len(merged.Seeds()) == 0 && !cmd.documentsOnly {
		// A crawl of documents only needs no seed: it fetches what waits.
		return nil, usagef("no valid seed; name a URL to start from, as in `sluice crawl https://www.example.org/`")
	}
	// A finished crawl starts again only for a reason: new seeds, changed settings, or --again.
	done := from.state == string(crawl.Done)
	if flags.Again { // a seed that cannot be reached, such as a mistyped one, must not keep the others from being requested again
		done = crawl.State(from.state).IsComplete()
	}
	all := merged.Lasting()
	p := &plan{flags: flags, converters: cmd.converters, verbosity: cmd.verbosity, seeds: merged.Seeds(), file: all.WithoutSecrets(), isNew: !settings.Exists(dir)}
	p.changed = done && !flags.Again && len(settings.Changed(from.last.Settings, all)) > 0
	p.finished = done && !flags.Again && !p.changed && !cmd.documentsOnly
	// A crawl with --again that was interrupted or has failed continues as one; the flag need not be repeated.
	p.continues = !done && from.last.Again
	flags.Again = done && flags.Again || p.continues
	p.save = savedSettings{Settings: all, File: from.file.Lasting(), Again: flags.Again}
	if p.isNew {
		p.save.File = p.file // the crawl writes sluice.yaml before anything is saved
	}
	return p, nil
}

// given returns the settings that the command line sets.
func (cmd *crawlCmd) given(c *console) (settings.Layer, error) {
	layer := cmd.Flags.Given(c.given)
	// The flag --seeds is the name of a file; its entries are added to the seeds below.
	delete(layer, "seeds")
	for _, key := range []string{"allow", "ignore"} {
		if _, ok := layer[key]; !ok {
			continue
		}
		patterns, err := settings.ExpandPatterns(layer[key], ".", settings.CheckPattern)
		if err != nil {
			return nil, usagef("--%s: %w", key, err)
		}
		layer[key] = patterns
	}
	if err := layer.ResolveFiles("."); err != nil {
		return nil, err
	}
	if err := layer.CheckCookies(); err != nil {
		return nil, usageError{err}
	}
	seeds := slices.Clone(cmd.URLs)
	for _, seed := range seeds {
		if err := checkSeed(seed); err != nil {
			return nil, err
		}
	}
	if cmd.Seeds != "" {
		listed, err := c.readSeeds(cmd.Seeds)
		if err != nil {
			return nil, usagef("--seeds: %w", err)
		}
		if len(listed) == 0 { // not those of the library in their place
			return nil, usagef("--seeds: no valid seed in %s", cmd.Seeds)
		}
		seeds = append(seeds, listed...)
	}
	if len(seeds) > 0 {
		layer["seeds"] = seeds
	}
	return layer, nil
}

// checkSeed refuses what no crawl can start from, and words that could be the name of a host, but were probably meant for something
// else: the value of a flag that has none, or the name of a file.
func checkSeed(seed string) error {
	switch strings.ToLower(seed) {
	case "on", "off", "yes", "no", "true", "false":
		return usagef("%q is not a URL; a flag that is on or off takes no value: write --sitemaps or --no-sitemaps", seed)
	}
	if info, err := os.Stat(seed); err == nil && info.Mode().IsRegular() {
		return usagef("%q is a file; write --seeds %s to read seeds from it, or http://%s for a host", seed, seed, seed)
	}
	if _, err := weburl.ParseSeed(seed); err != nil {
		return usagef("seed: %w; write a URL such as https://www.example.org/", err)
	}
	if !strings.ContainsAny(seed, ".:/") { // a host of the public Web has a dot
		return usagef("%q is not a URL; for a host of this name in your own network, write http://%s/ and --allow-private", seed, seed)
	}
	return nil
}

// readSeeds reads a file of seeds. Lines that are not URLs are named and skipped, so that one wrong
// line in a thousand does not stop a crawl.
func (c *console) readSeeds(name string) ([]string, error) {
	in := c.in
	if name == "-" {
		name = "standard input"
	} else {
		f, err := os.Open(name)
		if err != nil {
			return nil, err
		}
		defer f.Close()
		in = f
	}
	lines, err := settings.ReadSeeds(in, name)
	if err != nil {
		return nil, err
	}
	var seeds []string
	for _, line := range lines {
		if _, err := weburl.ParseSeed(line.Text); err != nil {
			fmt.Fprintf(c.err, "%s:%d: seed skipped: %s\n", name, line.Number, screen.Escape(err.Error()))
			continue
		}
		seeds = append(seeds, line.Text)
	}
	return seeds, nil
}

// validSeeds returns the seeds that are URLs and names the others.
func (c *console) validSeeds(seeds []string) []string {
	return slices.DeleteFunc(seeds, func(seed string) bool {
		_, err := weburl.ParseSeed(seed)
		if err != nil {
			fmt.Fprintf(c.err, "seed skipped: %s\n", screen.Escape(err.Error()))
		}
		return err != nil
	})
}

// union returns the entries of both lists, each once, in their order.
func union(a, b []string) []string {
	seen := map[string]bool{}
	out := []string{}
	for _, s := range append(slices.Clone(a), b...) {
		if !seen[s] {
			seen[s] = true
			out = append(out, s)
		}
	}
	return out
}
