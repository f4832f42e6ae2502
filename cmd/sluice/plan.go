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
	"sluice/weburl"
)

// plan is what a crawl command has come to: settings in force, and where they come from.
type plan struct {
	flags    *settings.Flags
	seeds    []string
	keep     kept
	lasting  settings.Layer // what sluice.yaml of a new library shall say
	fresh    bool           // the folder has no sluice.yaml yet
	finished bool           // nothing to do
	changed  bool           // settings of a finished crawl

	only      bool         // documents are fetched, no pages
	documents []string     // to be fetched at once
	before    crawl.Totals // of the crawl, which are not told again
}

// sources are the settings that a crawl command is given, from all sides.
type sources struct {
	file  settings.Layer // sluice.yaml
	last  kept           // of the last crawl
	state string         // of the last crawl; empty when there was none
	given settings.Layer // the command line
}

func (cmd *crawlCmd) sources(ctx context.Context, c *console, dir string) (s sources, err error) {
	if s.file, err = settings.Load(dir); err != nil {
		return s, usageError{err}
	}
	if s.last, s.state, err = lastCrawl(ctx, dir); err != nil {
		return s, err
	}
	s.given, err = cmd.given(c)
	return s, err
}

// merged lays flags over the last crawl over the file, and gathers the seeds of all.
func (s sources) merged() settings.Layer {
	before := s.file
	if s.state != "" {
		before = s.last.now(s.file)
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
	merged["seeds"] = c.usable(merged.Seeds())
	if len(merged.Seeds()) == 0 && !cmd.only {
		return nil, usagef("no seed that is a URL; name where to begin, as in `sluice crawl https://www.example.org/`")
	}
	done := from.state == string(crawl.Done)
	p := &plan{flags: flags, seeds: merged.Seeds(), lasting: merged.Lasting(), fresh: !settings.Exists(dir)}
	p.changed = done && !flags.Again && len(settings.Changed(from.last.Settings, p.lasting)) > 0
	p.finished = done && !flags.Again && !p.changed && !cmd.only
	flags.Again = done && flags.Again || !done && from.last.Again
	p.keep = kept{Settings: p.lasting, File: from.file.Lasting(), Again: flags.Again}
	if p.fresh {
		p.keep.File = p.lasting // which it will say by then
	}
	return p, nil
}

// given gives the layer of what stands on the command line.
func (cmd *crawlCmd) given(c *console) (settings.Layer, error) {
	layer := cmd.Flags.Given(c.given)
	delete(layer, "seeds")
	for _, key := range []string{"allow", "ignore"} {
		if _, ok := layer[key]; !ok {
			continue
		}
		patterns, err := settings.ExpandPatterns(layer[key], ".")
		if err != nil {
			return nil, usagef("--%s: %w", key, err)
		}
		layer[key] = patterns
	}
	if err := layer.ResolveFiles("."); err != nil {
		return nil, err
	}
	seeds := slices.Clone(cmd.URLs)
	for _, seed := range seeds {
		if err := meantOtherwise(seed); err != nil {
			return nil, err
		}
	}
	if cmd.Seeds != "" {
		listed, err := c.readSeeds(cmd.Seeds)
		if err != nil {
			return nil, usagef("--seeds: %w", err)
		}
		seeds = append(seeds, listed...)
	}
	if len(seeds) > 0 {
		layer["seeds"] = seeds
	}
	return layer, nil
}

// meantOtherwise tells words among the seeds that are names of hosts by their
// form only: the value of a flag that takes none, or the name of a file.
func meantOtherwise(seed string) error {
	switch strings.ToLower(seed) {
	case "on", "off", "yes", "no", "true", "false":
		return usagef("%q stands where a URL is wanted; a flag that is on or off takes no word: write --sitemaps or --no-sitemaps", seed)
	}
	if info, err := os.Stat(seed); err == nil && info.Mode().IsRegular() {
		return usagef("%q is a file; write --seeds %s to read seeds from it, or http://%s for a host", seed, seed, seed)
	}
	return nil
}

// readSeeds reads a file of seeds and leaves out those that are no URL, naming their lines.
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
	lines, err := settings.ReadLines(in, name)
	if err != nil {
		return nil, err
	}
	var seeds []string
	for _, line := range lines {
		if _, err := weburl.ParseSeed(line.Text); err != nil {
			fmt.Fprintf(c.err, "%s:%d: seed left out: %s\n", name, line.Number, screen.Escape(err.Error()))
			continue
		}
		seeds = append(seeds, line.Text)
	}
	return seeds, nil
}

// usable leaves out the seeds that are no URL, and says so.
func (c *console) usable(seeds []string) []string {
	return slices.DeleteFunc(seeds, func(seed string) bool {
		_, err := weburl.ParseSeed(seed)
		if err != nil {
			fmt.Fprintf(c.err, "seed left out: %s\n", screen.Escape(err.Error()))
		}
		return err != nil
	})
}

// union gives the entries of both lists, each once.
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
