package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"time"
	"unicode/utf8"

	"sluice/cmd/sluice/internal/progress"
	"sluice/cmd/sluice/internal/screen"
	"sluice/cmd/sluice/internal/settings"
	"sluice/internal/crawler"
	parts "sluice/internal/folder"
	"sluice/internal/permission"
	"sluice/internal/seeds"
	"sluice/internal/seeds/engine"
	"sluice/internal/suggestion"
	"sluice/internal/version"
	"sluice/internal/wiring"
)

// seedsFindCmd asks engines.
type seedsFindCmd struct {
	Phrases []string `arg:"" optional:"" name:"phrase" help:"What to search for; quote a phrase of several words."`
	folder
	Engine  []string `placeholder:"NAME,…" help:"Ask only these engines, such as brave, or one of engines.yaml; by default all that have what they need. 'none' asks none."`
	Engines string   `placeholder:"FILE" help:"The file of further engines; engines.yaml of the library by default."`
	File    []string `sep:"none" placeholder:"FILE" help:"Take also the URLs in FILE: one a line, bookmarks, a sitemap, or a result page that was saved in a browser; - reads standard input. Can be repeated."`
	Sitemap []string `sep:"none" placeholder:"URL" help:"Take also the URLs of the sitemaps of a site, or of one sitemap. Can be repeated."`
	Pages   int      `placeholder:"N" help:"Ask each engine for at most N pages of results for a phrase; by default for all that it gives."`
	Fresh   bool     `help:"Ask again for what was answered before. Without it, an answer is used for 30 days."`
	JSON    bool     `name:"json" help:"Print one JSON object: sites, documents, and what each engine gave."`
}

// enginesHelp explains engines and their file.
const enginesHelp = `ENGINES

` + "`searxng`: The instance of SearXNG at $SEARXNG_URL, which must permit JSON and may run on this machine.\n\n" +
	"`brave`: The Brave Search API, with a key in $BRAVE_API_KEY.\n\n" +
	"`google`: Google Programmable Search, with $GOOGLE_API_KEY and $GOOGLE_CX; 100 requests a day.\n\n" +
	"`marginalia`: Marginalia Search, with $MARGINALIA_API_KEY or the key that all share.\n\n" +
	"`openalex-institutions, openalex-sources`: Home pages of institutions, and of journals and repositories, from OpenAlex; $OPENALEX_API_KEY permits more requests.\n\n" +
	"`library`: The pages and documents of this library that have the words of the phrase.\n\n" +
	"`references`: The links in the texts of its accepted documents, and the URLs of their references.\n" + `
Others are described in engines.yaml in the folder of the library:

    engines:
      - name: campus
        kind: json                      # searxng, json or html
        url: https://search.example.edu/api?q={phrase}&page={page}
        first: 1                        # of {page}, or of {start}, which grows by step
        step: 10
        pages: 20                       # the most for a phrase
        delay: 2s                       # if it is more than that of the library
        quota: 500                      # requests a day
        results: hits.list              # in JSON: paths
        link: href
        title: name
        sponsored: is_ad
        next: more                      # false, 0, null or "" ends the search
        key-header: X-Api-Key           # or key-parameter: key
      - name: portal
        kind: html
        url: https://portal.example.org/find?q={phrase}&from={start}
        results: li.result              # CSS selectors; or layout: duckduckgo
        link: h3 a
        sponsored: .offer
        next: a.next

Without {page}, {start} or {cursor} the links at next are followed. In HTML, all links of a page are collected first; then those are kept that the
engine itself marks as organic: by results, or by links at confirm that repeat the host of a result, such as "More pages from HOST". What
sponsored selects is never kept. HTML is requested only if the robots.txt of the engine allows it. The key of an engine at search.example.edu is in
$SLUICE_KEY_SEARCH_EXAMPLE_EDU (a hyphen is __) and is sent to this host alone, by https.`

// Help returns the long text of 'sluice seeds find'.
func (seedsFindCmd) Help() string {
	return `Asks search engines for phrases, at the same time and politely, page after page up to the limit of each. The results are reduced to
sites, merged, compared with the sites of the library, and kept in its folder seeds: ` + "`sluice seeds draw`" + ` chooses new ones among them. Results that
end like documents are kept as well (` + "`sluice seeds list --documents`" + `).

The table says for each engine how many results and sites it gave, how many of the sites another engine gave as well (shared) or no other
(alone), and how many are new to the library. An engine that fails does not stop the others. Answers are kept in the library: when a search was
interrupted, or a quota was used up, the same command goes on from there.

Network and politeness are those of the library (sluice.yaml, which may be there before the first crawl).

` + enginesHelp + `

EXAMPLES

    sluice seeds find -d papers 'computer science department' 'computer science publications' 'computer science technical reports'
    sluice seeds find -d papers --engine none --file saved-results.html --file sites.txt
    SEARXNG_URL=http://127.0.0.1:8888 sluice seeds find -d papers --engine searxng,library 'focused crawling'`
}

// Run asks the engines, keeps what they give and reports.
func (cmd *seedsFindCmd) Run(ctx context.Context, c *console) error {
	if cmd.Pages < 0 || cmd.Pages > 1000 {
		return usagef("--pages: %d; must be 1 to 1000", cmd.Pages)
	}
	if err := cmd.checkPhrases(); err != nil {
		return err
	}
	dir := cmd.path(ctx)
	s := &seedSearch{cmd: cmd, console: c, dir: dir}
	defer s.close()
	if err := s.open(ctx); err != nil {
		return err
	}
	ctx, stop := untilSignal(ctx)
	defer stop()
	found, searchErr := s.find(ctx)
	if searchErr != nil && !isInterrupted(ctx, searchErr) {
		return searchErr
	}
	after := context.WithoutCancel(ctx) // what was found is kept also after a signal
	if err := s.keep(after, found); err != nil {
		return err
	}
	if err := s.report(found); err != nil {
		return err
	}
	if searchErr != nil {
		fmt.Fprintln(c.notes, "Stopped. The same command goes on.")
		return errStopped
	}
	return s.outcome(found)
}

// The bounds of phrases.
const (
	maxPhrases = 100
	maxPhrase  = 500 // characters
)

// checkPhrases returns an error for phrases that no engine can be asked.
func (cmd *seedsFindCmd) checkPhrases() error {
	if slices.Equal(cmd.Engine, []string{"none"}) && len(cmd.File)+len(cmd.Sitemap) == 0 {
		return usagef("--engine: none asks no engine; add --file or --sitemap")
	}
	isUsed := len(cmd.Engine) == 0 || slices.ContainsFunc(cmd.Engine, func(name string) bool { return name != "none" && name != engine.References })
	if len(cmd.Phrases) == 0 && isUsed {
		return usagef("a phrase is missing; write one such as 'computer science department'")
	}
	if len(cmd.Phrases) > maxPhrases {
		return usagef("%d phrases; at most %d", len(cmd.Phrases), maxPhrases)
	}
	for _, phrase := range cmd.Phrases {
		if strings.TrimSpace(phrase) == "" || utf8.RuneCountInString(phrase) > maxPhrase {
			return usagef("phrase %q: must have 1 to %d characters", screen.Shorten(phrase, 40), maxPhrase)
		}
	}
	return nil
}

// seedSearch is one search.
type seedSearch struct {
	cmd     *seedsFindCmd
	console *console
	dir     string
	ofPages bool // by default only engines that find pages are asked

	lib     *wiring.Library // nil without a library
	options engine.Options
	asks    []seeds.Engine
	lists   []seeds.Engine
	closers []func()
}

// close closes engines and library.
func (s *seedSearch) close() {
	for _, done := range s.closers {
		done()
	}
}

// open opens the library, if there is one, and all engines.
func (s *seedSearch) open(ctx context.Context) error {
	if err := parts.Dir(s.dir).CheckLinks(ctx); err != nil {
		return err
	}
	if err := s.openLibrary(ctx); err != nil {
		return err
	}
	if err := s.setOptions(ctx); err != nil {
		return err
	}
	if err := s.openEngines(ctx); err != nil {
		return err
	}
	if err := s.openLists(); err != nil {
		return err
	}
	if len(s.asks)+len(s.lists) == 0 {
		return errors.New("no engine can be asked; `sluice seeds engines` says what each needs")
	}
	return nil
}

// openForHarvest opens the library and the engines that are asked for phrases. None is no error.
func (s *seedSearch) openForHarvest(ctx context.Context) error {
	if err := s.openLibrary(ctx); err != nil {
		return err
	}
	if err := s.setOptions(ctx); err != nil {
		return err
	}
	return s.openEngines(ctx)
}

// openLibrary opens the library.
func (s *seedSearch) openLibrary(ctx context.Context) error {
	exists, err := wiring.Exists(ctx, s.dir)
	if err != nil || !exists {
		return err
	}
	if s.lib, err = open(ctx, s.dir); err != nil {
		return err
	}
	s.closers = append(s.closers, func() { s.lib.Close() })
	return nil
}

// setOptions sets how engines are asked: as the crawls of the library are made.
func (s *seedSearch) setOptions(ctx context.Context) error {
	flags, _, err := currentSettings(ctx, s.dir, settings.Load)
	if err != nil {
		return err
	}
	cfg, err := engineConfig(flags, nil, nil)
	if err != nil {
		return err
	}
	o := engine.Options{Delay: flags.Delay, Retries: flags.Retries, IgnoreRobots: flags.Robots == "ignore", Fresh: s.cmd.Fresh, Turns: engine.NewTurns()}
	if o.Fetch, err = crawler.FetchOptions(&cfg.Network); err != nil {
		return usageError{err}
	}
	o.Fetch.UserAgent = cmp.Or(o.Fetch.UserAgent, version.Product)
	if err := permission.Library(s.dir).MkdirAll(seedsFolder(s.dir)); err != nil {
		return err
	}
	if o.Cache, err = engine.NewCache(s.dir, filepath.Join(seedsFolder(s.dir), "answers")); err != nil {
		return err
	}
	o.Usage = engine.NewUsage(s.dir, seedsFolder(s.dir))
	o.OnWait = func(name string, d time.Duration) {
		fmt.Fprintf(s.console.notes, "%s: the next request is in %s\n", name, screen.Span(d))
	}
	s.options = o
	return nil
}

// openEngines opens the engines that are to be asked.
func (s *seedSearch) openEngines(ctx context.Context) error {
	if err := s.openOthers(); err != nil {
		return err
	}
	return s.openOwn(ctx)
}

// openOthers opens the engines that are to be asked, but for those of the library itself.
func (s *seedSearch) openOthers() error {
	described, err := describedEngines(s.dir, s.cmd.Engines)
	if err != nil {
		return err
	}
	choices, err := engine.Choices(described, os.Getenv)
	if err != nil {
		return usageError{err}
	}
	if err := s.checkNames(choices); err != nil {
		return err
	}
	for _, choice := range choices {
		if !s.isWanted(choice.Name) || choice.Missing != "" && len(s.cmd.Engine) == 0 {
			continue
		}
		web, err := engine.Open(choice, s.options)
		if err != nil {
			return usageError{err}
		}
		s.closers = append(s.closers, web.Close)
		s.asks = append(s.asks, web)
	}
	return nil
}

// openOwn opens the engines of the library itself.
func (s *seedSearch) openOwn(ctx context.Context) error {
	if s.lib == nil {
		if slices.Contains(s.cmd.Engine, engine.Library) || slices.Contains(s.cmd.Engine, engine.References) {
			_, err := open(ctx, s.dir) // names what is missing
			return err
		}
		return nil
	}
	if s.isWanted(engine.Library) {
		topic, err := s.lib.Topic(ctx)
		if err != nil {
			return err
		}
		s.asks = append(s.asks, engine.NewLibrary(s.lib, topic != nil))
	}
	if s.isWanted(engine.References) {
		cat, err := s.lib.Catalogue(ctx)
		if err != nil {
			return err
		}
		s.lists = append(s.lists, engine.NewReferences(references(cat)))
	}
	return nil
}

// isWanted reports whether an engine is to be asked.
func (s *seedSearch) isWanted(name string) bool {
	if len(s.cmd.Engine) == 0 {
		return !s.ofPages || engine.FindsPages(name)
	}
	return slices.Contains(s.cmd.Engine, name)
}

// checkNames returns an error for the first name that no engine has.
func (s *seedSearch) checkNames(choices []engine.Choice) error {
	names := []string{engine.Library, engine.References}
	for _, choice := range choices {
		names = append(names, choice.Name)
	}
	for _, name := range s.cmd.Engine {
		if name == "none" && len(s.cmd.Engine) > 1 {
			return usagef("--engine: none excludes other engines")
		}
		if name != "none" && !slices.Contains(names, name) {
			return usagef("--engine: no engine %q%s; `sluice seeds engines` lists them", name, suggestion.Hint(name, names))
		}
	}
	return nil
}

// openLists reads files and prepares sitemaps.
func (s *seedSearch) openLists() error {
	for i, name := range s.cmd.File {
		list, err := s.readList(name)
		if err != nil {
			return usagef("--file %s: %w", name, err)
		}
		if slices.Contains(s.cmd.File[:i], name) {
			return usagef("--file %s: is there twice", name)
		}
		s.lists = append(s.lists, list)
	}
	for _, at := range s.cmd.Sitemap {
		list, err := engine.NewSitemap(at, s.options)
		if err != nil {
			return usagef("--sitemap: %w", err)
		}
		s.closers = append(s.closers, list.Close)
		if slices.ContainsFunc(s.lists, func(e seeds.Engine) bool { return e.Name() == list.Name() }) {
			return usagef("--sitemap %s: its host is there twice", at)
		}
		s.lists = append(s.lists, list)
	}
	return nil
}

// readList reads a file, or standard input.
func (s *seedSearch) readList(name string) (*engine.List, error) {
	if name == "-" {
		return engine.NewList("file -", s.console.in)
	}
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return engine.NewList("file "+name, f)
}

// find asks all engines, and shows how far it is.
func (s *seedSearch) find(ctx context.Context) (*seeds.Found, error) {
	var pages, results atomic.Int64
	if !s.console.quiet {
		view := progress.ShowLine(s.console.err, func() string {
			return fmt.Sprintf("%s asked, %s, %s", screen.Counted(int64(len(s.asks)+len(s.lists)), "engine"), screen.Counted(pages.Load(), "page"), screen.Counted(results.Load(), "result"))
		})
		defer view.Close()
	}
	return seeds.Find(ctx, seeds.Options{
		Phrases: s.cmd.Phrases, Engines: s.asks, Lists: s.lists, MaxPages: s.cmd.Pages,
		OnPage: func(_, _ string, p *seeds.Page) { pages.Add(1); results.Add(int64(len(p.Results))) },
	})
}

// keep compares what was found with the library and stores it there.
func (s *seedSearch) keep(ctx context.Context, found *seeds.Found) error {
	if err := compareWithLibrary(ctx, s.dir, found); err != nil {
		return err
	}
	return seeds.NewStore(s.dir, seedsFolder(s.dir)).Add(found, time.Now().UTC().Truncate(time.Second))
}

// report writes what each engine gave.
func (s *seedSearch) report(found *seeds.Found) error {
	out := s.console.out
	if s.cmd.JSON {
		return screen.WriteJSON(out, found, "")
	}
	table := screen.Table{Columns: []screen.Column{{Title: "engine", Shrink: true}, {Title: "pages", Right: true}, {Title: "results", Right: true}, {Title: "sponsored", Right: true},
		{Title: "sites", Right: true}, {Title: "shared", Right: true}, {Title: "alone", Right: true}, {Title: "new", Right: true}}, Width: screen.TerminalWidth(out, 0)}
	for _, o := range found.Engines {
		row := []string{o.Engine}
		for _, n := range []int{o.Pages, o.Results, o.Sponsored, o.Sites, o.Shared, o.Alone, o.New} {
			row = append(row, screen.Count(int64(n)))
		}
		table.Rows = append(table.Rows, row)
	}
	if err := table.Write(out); err != nil {
		return err
	}
	_, err := fmt.Fprintf(out, "\n%s, %s of several engines, %s new; %s\n", screen.Counted(int64(len(found.Sites)), "site"), screen.Count(int64(found.Shared)),
		screen.Count(int64(found.New)), screen.Counted(int64(len(found.Documents)), "document"))
	for _, o := range found.Engines {
		if o.Note != "" {
			fmt.Fprintf(s.console.notes, "%s: %s\n", o.Engine, screen.Escape(o.Note))
		}
	}
	return err
}

// outcome writes why engines failed. It is an error if all failed.
func (s *seedSearch) outcome(found *seeds.Found) error {
	failed := 0
	for _, o := range found.Engines {
		if o.Error != "" {
			failed++
			fmt.Fprintf(s.console.err, "%s: %s\n", o.Engine, screen.Escape(o.Error))
		}
	}
	if failed > 0 && failed == len(found.Engines) && len(found.Sites) == 0 {
		return errors.New("no engine gave a result, for the reasons above")
	}
	return nil
}
