package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"time"

	"sluice/cmd/sluice/internal/screen"
	parts "sluice/internal/folder"
	"sluice/internal/seeds"
	"sluice/internal/seeds/answer"
	"sluice/internal/seeds/engine"
	"sluice/internal/system"
	"sluice/internal/wiring"
	"sluice/library"
)

// seedsCmd groups the commands that find sites to begin with.
type seedsCmd struct {
	Find    seedsFindCmd    `cmd:"" help:"Ask search engines, files and the library for sites."`
	List    seedsListCmd    `cmd:"" help:"List the sites and documents that were found."`
	Draw    seedsDrawCmd    `cmd:"" help:"Choose new sites at random from those that were found."`
	Engines seedsEnginesCmd `cmd:"" help:"List the engines, and what each needs."`
}

// Help returns the long text of 'sluice seeds'.
func (seedsCmd) Help() string {
	return `Finds the sites at which crawls begin. ` + "`find`" + ` asks several search engines for phrases, reduces their results to sites, and keeps these in
the folder seeds of the library; ` + "`draw`" + ` chooses new ones among them.

EXAMPLES

    sluice seeds find -d papers 'computer science department' 'computer science publications' 'computer science technical reports'
    sluice seeds draw -d papers 30 | sluice crawl -d papers --seeds -`
}

// enginesName is the name of the file of engines in a library.
const enginesName = "engines.yaml"

// seedsFolder returns the folder in which searches keep what they find.
func seedsFolder(dir string) string { return parts.Dir(dir).Seeds() }

// candidatesOf returns what searches have found, compared with what the library knows.
func candidatesOf(ctx context.Context, dir string) (*seeds.Candidates, error) {
	if err := parts.Dir(dir).CheckLinks(ctx); err != nil {
		return nil, err
	}
	c, err := seeds.NewStore(dir, seedsFolder(dir)).Load()
	if err != nil {
		return nil, err
	}
	found := &seeds.Found{Sites: c.Sites} // shares its sites with c
	if err := compareWithLibrary(ctx, dir, found); err != nil {
		return nil, err
	}
	return c, nil
}

// errNothingFound is the error of listing what was never searched.
func errNothingFound(dir string) error {
	return fmt.Errorf("no site was found yet for the library in %s; begin with `sluice seeds find -d %[1]s 'PHRASE'`", dir)
}

// compareWithLibrary marks the sites that the library in a folder has crawled, and those that were removed from it; none if there is no library yet.
func compareWithLibrary(ctx context.Context, dir string, found *seeds.Found) (err error) {
	if exists, err := wiring.Exists(ctx, dir); err != nil || !exists {
		return err
	}
	lib, err := open(ctx, dir)
	if err != nil {
		return err
	}
	defer closeAfter(&err, lib)
	cat, err := lib.Catalogue(ctx)
	if errors.Is(err, wiring.ErrEmpty) {
		return nil
	}
	if err != nil {
		return err
	}
	crawled := map[string]bool{}
	for site, err := range cat.Sites(ctx, library.Query{}) {
		if err != nil {
			return err
		}
		if site.Pages+site.Errors+site.Redirects > 0 { // documents alone are fetched from hosts that are not crawled
			crawled[strings.TrimPrefix(site.Host, "www.")] = true
		}
	}
	return found.Compare(func(s *seeds.Site) (bool, error) {
		_, isRemoved, err := cat.Removed(ctx, s.URL)
		return crawled[strings.TrimPrefix(s.Host, "www.")] || isRemoved, err
	})
}

// references returns the URLs in the texts and references of the accepted documents of a library.
func references(rows lister) func(ctx context.Context) iter.Seq2[answer.Result, error] {
	return func(ctx context.Context) iter.Seq2[answer.Result, error] {
		return func(yield func(answer.Result, error) bool) {
			listing, err := rows.Query(ctx, "candidates", library.Query{Where: "kind = url"}, "value", "cited_title")
			if err != nil {
				yield(answer.Result{}, err)
				return
			}
			for row, err := range listing.All() {
				if err != nil {
					yield(answer.Result{}, err)
					return
				}
				url, _ := row[0].(string)
				title, _ := row[1].(string)
				if !yield(answer.Result{URL: url, Title: title}, nil) {
					return
				}
			}
		}
	}
}

// describedEngines returns the engines of a file. Without a name it is that of the library, which need not be there.
func describedEngines(dir, name string) ([]engine.Description, error) {
	path := name
	if path == "" {
		path = filepath.Join(dir, enginesName)
	}
	f, err := system.OpenRegular(path) // a FIFO would be waited for
	if name == "" && errors.Is(err, os.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, usageError{err}
	}
	defer f.Close()
	if info, err := f.Stat(); err != nil || !info.Mode().IsRegular() {
		return nil, usagef("%s: not a file", path)
	}
	text, err := io.ReadAll(io.LimitReader(f, engine.MaxFile+1))
	if err != nil {
		return nil, err
	}
	engines, err := engine.Parse(text)
	if err != nil {
		return nil, usagef("%s: %w", path, err)
	}
	return engines, nil
}

// seedsEnginesCmd lists engines.
type seedsEnginesCmd struct {
	folder
	Engines string `placeholder:"FILE" help:"The file of further engines; engines.yaml of the library by default."`
	JSON    bool   `name:"json" help:"Print JSON."`
}

// Help returns the long text of 'sluice seeds engines'.
func (seedsEnginesCmd) Help() string { return enginesHelp }

// Run lists the engines.
func (cmd *seedsEnginesCmd) Run(ctx context.Context, c *console) error {
	described, err := describedEngines(cmd.path(ctx), cmd.Engines)
	if err != nil {
		return err
	}
	choices, err := engine.Choices(described, os.Getenv)
	if err != nil {
		return usageError{err}
	}
	if cmd.JSON {
		return screen.WriteJSON(c.out, choices, "")
	}
	table := screen.Table{Columns: []screen.Column{{Title: "engine"}, {Title: "address"}, {Title: "needs", Shrink: true}}, Width: screen.TerminalWidth(c.out, 0)}
	for _, choice := range choices {
		table.Rows = append(table.Rows, []string{choice.Name, choice.Address, choice.Missing})
	}
	table.Rows = append(table.Rows, []string{engine.Library, "", "a library"}, []string{engine.References, "", "a library"})
	return table.Write(c.out)
}

// seedsListCmd lists what was found.
type seedsListCmd struct {
	folder
	New       bool `help:"Only sites that the library does not know."`
	Documents bool `help:"List the documents that were found, one URL a line, for 'sluice add'."`
	JSON      bool `name:"json" help:"Print one JSON object a line."`
}

// Help returns the long text of 'sluice seeds list'.
func (seedsListCmd) Help() string {
	return `Lists the sites that all searches have found, those that most engines gave first: where a crawl starts, the engines, the best
place among the results of one, and whether the library knows the site.

EXAMPLES

    sluice seeds list -d papers --new
    sluice seeds list -d papers --documents | xargs -d '\n' sluice add -d papers`
}

// Run lists sites or documents.
func (cmd *seedsListCmd) Run(ctx context.Context, c *console) error {
	if cmd.New && cmd.Documents {
		return usagef("--new and --documents exclude each other: --new is about sites")
	}
	dir := cmd.path(ctx)
	all, err := candidatesOf(ctx, dir)
	if err != nil {
		return err
	}
	if len(all.Sites)+len(all.Documents) == 0 {
		return errNothingFound(dir)
	}
	if cmd.Documents {
		for _, d := range all.Documents {
			if err := c.writeLine(cmd.JSON, d, d.URL); err != nil {
				return err
			}
		}
		return nil
	}
	table := screen.Table{Columns: []screen.Column{{Title: "site", Shrink: true}, {Title: "engines", Right: true}, {Title: "best", Right: true}, {Title: "known"}}, Width: screen.TerminalWidth(c.out, 0)}
	for _, s := range all.Sites {
		switch {
		case cmd.New && s.Known:
		case cmd.JSON:
			if err := screen.WriteJSON(c.out, s, ""); err != nil {
				return err
			}
		default:
			known := "new"
			if s.Known {
				known = "known"
			}
			table.Rows = append(table.Rows, []string{s.URL, fmt.Sprint(len(s.Engines)), fmt.Sprint(s.Best), known})
		}
	}
	if cmd.JSON {
		return nil
	}
	return table.Write(c.out)
}

// writeLine writes a record as JSON, or a text on a line.
func (c *console) writeLine(asJSON bool, record any, text string) error {
	if asJSON {
		return screen.WriteJSON(c.out, record, "")
	}
	_, err := fmt.Fprintln(c.out, screen.EscapeControls(text))
	return err
}

// seedsDrawCmd chooses new sites.
type seedsDrawCmd struct {
	Number int `arg:"" optional:"" default:"30" help:"How many; 30 by default."`
	folder
	RandomSeed *uint64 `placeholder:"N" help:"Choose as an earlier run with this number did, from the same sites."`
	JSON       bool    `name:"json" help:"Print one JSON object a line."`
}

// Help returns the long text of 'sluice seeds draw'.
func (seedsDrawCmd) Help() string {
	return `Chooses sites at random among those that searches have found and that the library does not know, and prints their home pages, one a
line. Each new site is as likely as any other. A note says with which --random-seed the same choice can be repeated.

EXAMPLES

    sluice seeds draw -d papers 30 | sluice crawl -d papers --seeds -`
}

// Run chooses sites.
func (cmd *seedsDrawCmd) Run(ctx context.Context, c *console) error {
	if cmd.Number < 1 || cmd.Number > 100_000 {
		return usagef("%d sites: must be 1 to 100000", cmd.Number)
	}
	dir := cmd.path(ctx)
	all, err := candidatesOf(ctx, dir)
	if err != nil {
		return err
	}
	if len(all.Sites) == 0 {
		return errNothingFound(dir)
	}
	seed := rand.New(rand.NewPCG(uint64(time.Now().UnixNano()), 0)).Uint64() >> 32 // short enough to be typed
	if cmd.RandomSeed != nil {
		seed = *cmd.RandomSeed
	}
	chosen := seeds.Draw(all.Sites, cmd.Number, seed)
	for _, s := range chosen {
		if err := c.writeLine(cmd.JSON, s, s.URL); err != nil {
			return err
		}
	}
	switch {
	case len(chosen) == 0:
		return errors.New("the library knows all sites that were found; search for another phrase with `sluice seeds find`")
	case len(chosen) < cmd.Number:
		fmt.Fprintf(c.notes, "Only %s.\n", screen.Counted(int64(len(chosen)), "new site"))
	default:
		fmt.Fprintf(c.notes, "Chosen with --random-seed %d.\n", seed)
	}
	return nil
}
