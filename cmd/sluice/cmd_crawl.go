package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"os/signal"
	"strings"
	"syscall"
	"time"

	"sluice/cmd/sluice/internal/fetchlog"
	"sluice/cmd/sluice/internal/progress"
	"sluice/cmd/sluice/internal/screen"
	"sluice/cmd/sluice/internal/settings"
	"sluice/cmd/sluice/internal/summary"
	"sluice/cmd/sluice/internal/units"
	"sluice/crawl"
	"sluice/focus"
	"sluice/internal/shell"
	"sluice/internal/system"
	"sluice/internal/wiring"
	"sluice/library"
	"sluice/topic"
	"sluice/weburl"
	"sluice/weburl/trap"
)

// crawlCmd starts or continues a crawl. Its flags are those of package settings, because sluice.yaml
// has the same keys.
type crawlCmd struct {
	URLs []string `arg:"" optional:"" name:"url" help:"Seeds: URLs to start from. Without any, the crawl of the library continues."`
	settings.Flags
	Topic string `group:"visit" placeholder:"FILE|WORDS" help:"Judge how relevant each page and document is to this topic: words, such as 'machine learning', or a file that 'sluice topic' writes. The library keeps it for later crawls."`
	verbosity
	converters
	folder

	documentsOnly bool // set by `sluice fetch` and `sluice add`, not by a flag
}

// Help returns the long text of `sluice crawl`. The lists of strategies and rules are generated, so
// that the manual cannot lag behind the engine.
func (crawlCmd) Help() string {
	return `Crawls from the seeds, each URL once, until nothing is left or a limit is
reached. Everything goes to the library's folder: responses to archive/, facts
to catalog.db. While pages are fetched, documents are read, judged and described. Accepted
documents are searchable; the others go to the trash.

The same command on the same folder continues the crawl, whatever interrupted it: a
limit, Ctrl-C, a crash. Flags override the settings of the crawl so far, which override
sluice.yaml, which overrides the defaults. If you change a key of sluice.yaml after the
last run, the change counts. A finished crawl is not started again unless there are
new seeds or changed settings. With --again it starts again from its seeds and asks sites
only for changes; pages without any link to them are kept and not requested. New settings do
not affect links that were already refused; --again decides them again.

Ctrl-C once stops cleanly, twice stops at once; a closed terminal (SIGHUP) and SIGTERM stop
cleanly. Nothing is lost either way.

A document is a response whose content is PDF, PostScript, TeX, DVI, Word,
PowerPoint, OpenDocument, RTF or EPUB, also compressed. A page or a text is a document
if it reads like a paper, a thesis, a report or an FAQ and is accepted. Links to documents
are fetched before pages, also on hosts out of scope. A link leads to a document if its URL ends
like one, or if its page says it does (by the type of the link, citation_pdf_url, or
Signposting). On hosts out of scope, links that merely mention a format also count as
documents, in the URL (/pdf/1234.5678, ?file=x.ps) or in the text ("PDF"). The target of a redirect
from a link to a document counts as a document too.

TOPIC

With --topic, each page and each document gets a relevance from 0 to 1, which lists, ` + "`sluice report` and `sluice show`" + ` have;
conditions on it are such as 'relevance > 0.7'. Pages from the threshold of the topic on, 0.5 if it states no other,
become searchable. A topic of words is expanded once, as soon as ten pages are relevant by their main text, by the terms that these have and
other pages lack: all pages are judged again then, the report names the terms, and models/topic.yaml in the library has them. Give a
file with terms, as ` + "`sluice topic suggest`" + ` writes it, to choose them yourself. A topic does not change which pages are visited. ` + "`sluice help topic`" + ` explains topics.

STRATEGIES

` + strategyList() + `

Every strategy obeys the delays of hosts, and fetches links to documents before pages. You can
continue a crawl with another strategy: links that wait already keep their place, and the new
strategy places the links that are found from then on.

PATTERNS

` + "`.gif`: An ending of the path.\n\n`example.org, *.example.org`: A host; a host and its subdomains.\n\n" +
		"`http://www.example.org/a/`: The beginning of a URL.\n\n`/(en|de)/`: A regular expression for the whole URL, in Go's syntax (RE2).\n\n" + `
--ignore overrides --allow, and both override the built-in list of endings that are never
pages. A host in --allow extends the scope 'list'; it has no other effect.

RULES

The names for --rules; a minus sign before a name switches the rule off. Rules
of canonical URLs that are on: ` + ruleNames(true) + `. Off: ` + ruleNames(false) + `. Traps, all on: ` +
		strings.Join(append(trap.Names(), crawl.RuleNames()...), ", ") + `.

The rules whose names begin with document refuse files that are not documents of a library. Each refusal is recorded: the report
counts refusals, and ` + "`sluice show`" + ` shows that of a URL.

` + "`document-names`: The name of the file says that it is a CV, a flyer or a form (cv, resume, vita, flyer, registration-form). It is not requested.\n\n" +
		"`document-small`: The file is too small. Once a hundred documents of its type are accepted: smaller than all of them; before that: smaller than 8 kB, for PDF. With --knowledge: smaller than the floor that `sluice relearn` has learned of the type, if there is one; --test-share of them are fetched all the same.\n\n" +
		"`document-empty`: The file has no bytes.\n\n`document-large`: Its declared size is larger than --max-document-size.\n\n" +
		"`document-same-size`: With --again: the library has the document from this URL in the same size, and date or ETag have not changed.\n\n" +
		"`document-rejected`: With --again: the document from this URL was rejected, so a newer version is not fetched. An earlier version that was accepted, recognized by its size and its date or ETag, is fetched.\n" + `
All except the first are decided by the header of the response, and the body is not received. A pattern of --allow switches off the first for
matching URLs. ` + "`sluice add`" + ` accepts files of every name and size.

'same-answer' is for hosts that give the same response to every request. When some 200 responses of a
host are alike, Sluice requests a URL that no page links to. If the response is the same
again, links on such pages are not followed, except those to documents, and a host
that has hardly any other pages is not asked for more of them.

'challenge' is for responses that are not what was asked for: a check for robots, the block page of a filter, a login form,
a cookie wall, a parked domain, a rate limit. They are neither pages nor documents, and their links are not followed. A host
that answers with checks, blocks or limits is asked less and less often, and is given up after ten in a row. 'soft-404' is for
pages that say "not found" with a status that says otherwise: they count as errors. A host that has sent some pages and never
a 404 is asked once for a URL that nobody has linked to; pages like the answer are soft 404s, too. The archive keeps all of them.
Where a site is judged wrongly, switch the rule off, for example with --rules -challenge.

KNOWLEDGE

With --knowledge a crawl leaves out links that by what earlier crawls of the library have learned lead to no document; ` + "`sluice knowledge`" + ` shows
what was learned of directories, and corrects it. In the report each URL left out has its cause.

` + "`knowledge: level`: Deeper than the deepest directory level on which a document of the site was found (five documents at least), else of the library, once --level-sites sites have five documents.\n\n" +
		"`knowledge: stop directory`: In a directory of a name under which every document was rejected, on all sites. Of pages, only those are left out whose directories never led to an accepted document either.\n\n" +
		"`knowledge: avoided directory`: In a directory of the site that, in three crawls, has led to no document.\n\n" +
		"`knowledge: avoided page`: A page that, in three crawls, has led to no document.\n\n" +
		"`knowledge: pattern`: Of a pattern of URLs of the site that never led to a document.\n" + `
Pages that have led to a document are never left out. Documents are left out only in stop directories. Of all else, --test-share is requested as a test, other
URLs in each crawl; what proves wrong is dropped. A first crawl has nothing to leave out. Like other
settings it stays on for later crawls (--no-knowledge switches it off).

With --early-stop a site is examined after 10,000 pages. If links to documents were found on fewer than 1% of them, and if that is still so after
1,000 more, the site is stopped; else it is examined again at every 10,000. The record of the site, in ` + "`sluice analyse`" + `, has the rule that stopped it, and how many documents
it is expected to have missed.

REVISITS

With --again a crawl requests the pages of its sites again, with the ETag and the date of the last response. With --requests N it requests
fewer: N requests a day are divided among all pages of the library by how often they change and what they have brought, and a page is due when it has
waited for its period, or when a sitemap announces a change of it. The plan of pages (` + "`sluice plan --pages`" + `) shows the division and what is due;
docs/cycles.md explains it.

The crawl requests the pages and sitemaps that are due on its sites, the most urgent first: at most N for each day since the last crawl of sites, and N
at least. Besides, it requests one seed of each site, what is new on the sites, and pages whose change a sitemap announces while it runs. What is left out has
the cause 'not due' in the report. Documents that the library has are not requested again; a crawl with --again alone asks for their changes.

EXIT CODES

` + "`0`: Nothing is left to fetch.\n\n`1`: No seed could be reached, or the crawl could not continue, for example because the disk is full. The same command tries again.\n\n" +
		"`2`: Invalid use, such as a seed that is no http or https URL.\n\n`3`: Stopped by a limit or by the user.\n" + `
EXAMPLES

    sluice crawl --contact me@example.org https://www.example.org/
    sluice crawl -d papers --seeds hosts.txt --scope list --max-pages 50000
    sluice crawl -d papers --strategy anchor-priority --max-time 2h
    sluice crawl -d papers --topic 'focused crawling, web crawlers'
    sluice crawl -d papers --again --requests 2000
    sluice crawl -d papers`
}

// strategyList lists the strategies with what each does first.
func strategyList() string {
	var lines []string
	for _, s := range focus.Strategies() {
		needs := ""
		if s.Topic {
			needs = " (needs --topic)"
		}
		lines = append(lines, fmt.Sprintf("`%s`: %s%s.", s.Name, capitalized(s.Summary), needs))
	}
	return strings.Join(lines, "\n\n")
}

// capitalized returns a sentence with a capital letter; summaries of strategies begin with a
// small one.
func capitalized(s string) string { return strings.ToUpper(s[:1]) + s[1:] }

// ruleNames returns the rules of canonical URLs that are on, or off, by default.
func ruleNames(on bool) string {
	var names []string
	for _, name := range weburl.RuleNames() {
		if weburl.DefaultRules.Has(name) == on {
			names = append(names, name)
		}
	}
	return strings.Join(names, ", ")
}

// Run decides what to do before it touches the folder: wrong use must not create a library.
func (cmd *crawlCmd) Run(ctx context.Context, c *console) error {
	dir := cmd.path(ctx)
	plan, err := cmd.plan(ctx, c, dir)
	if err != nil {
		return err
	}
	if cmd.Topic != "" {
		if plan.topic, err = topicOf(cmd.Topic); err != nil {
			return err
		}
	}
	if plan.finished {
		fmt.Fprintf(c.notes, "This crawl is finished. See `sluice report -d %s`; use --again to crawl it again.\n", shell.Quote(dir))
		return nil
	}
	if err := plan.checkTopic(ctx, dir); err != nil {
		return err
	}
	return c.crawl(ctx, dir, plan)
}

// checkTopic returns an error if the strategy cannot work with the topic that the crawl will have.
func (p *plan) checkTopic(ctx context.Context, dir string) error {
	strategy, err := focus.Named(p.flags.Strategy, randomSeed)
	if err != nil {
		return usageError{err}
	}
	topical, ok := strategy.(focus.Topical)
	if !ok {
		return nil
	}
	about := p.topic
	if about == nil {
		if about, err = libraryTopic(ctx, dir); err != nil {
			return err
		}
	}
	if err := topical.SetTopic(about); err != nil {
		return usageError{err}
	}
	return nil
}

// libraryTopic returns the topic of the library in a folder; nil if there is none.
func libraryTopic(ctx context.Context, dir string) (*topic.Topic, error) {
	if found, err := wiring.Exists(ctx, dir); err != nil || !found {
		return nil, err
	}
	lib, err := wiring.Open(dir)
	if err != nil {
		return nil, err
	}
	defer lib.Close()
	return lib.Topic(ctx)
}

// crawl runs a crawl on a folder to its end and shows its progress.
func (c *console) crawl(ctx context.Context, dir string, p *plan) (err error) {
	if err := checkOpenFiles(); err != nil {
		return err
	}
	// The address of the metrics is opened before the library: a wrong one must not create a
	// folder.
	server, err := c.listenMetrics(p.flags)
	if err != nil {
		return err
	}
	defer server.Close()
	lib, err := wiring.Open(dir)
	if err != nil {
		return err
	}
	defer closeAfter(&err, lib)
	settingsText, err := json.Marshal(p.save)
	if err != nil {
		return fmt.Errorf("settings: %w", err)
	}
	lib.Settings, lib.PlainArchive, lib.ContinueFailed = string(settingsText), p.flags.Warc == "plain", p.continues
	lib.BeginAnew = p.beginsAnew
	setReading(p.flags, p.converters, lib)

	ignoreFileSizeSignal()
	signals := make(chan os.Signal, 2) // the first stops cleanly, the second ends the program: neither may get lost
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	if !signal.Ignored(syscall.SIGHUP) { // ignored under nohup, and stays so
		signal.Notify(signals, syscall.SIGHUP)
	}
	defer signal.Stop(signals)
	out := progress.NewLog(c.err)
	cfg, err := engineConfig(p.flags, p.seeds, c.newLog(out, p.flags.LogFormat))
	if err != nil {
		return err
	}
	cfg.Scope.DocumentsOnly, cfg.Documents, cfg.HomePages, cfg.Topic = p.documentsOnly, p.documents, p.homePages, p.topic
	asJSON := p.flags.LogFormat == "json"
	var view progress.View // not yet shown: no URL is fetched before
	if p.Verbose {
		cfg.Hooks.Fetch = func(f *library.Fetch) { fetchlog.Write(view, f, asJSON) }
	}
	running, err := lib.Crawl(ctx, cfg)
	if err != nil {
		return err
	}
	// sluice.yaml is written once the crawl holds the lock, so that two crawls that start at once
	// do not both write it.
	if p.isNew {
		if err := p.file.Write(dir); err != nil {
			return errors.Join(fmt.Errorf("settings: %w", err), running.Close())
		}
	}
	c.noteContact(p.flags, cfg.Log, "give an address with --contact")
	defer stopOnSignal(signals, running)()
	server.serve(running)
	// While the view is shown, the log writes above it.
	manner := c.manner(p.flags.Progress)
	if asJSON && manner == "auto" {
		manner = "json"
	}
	latest := &latestStats{count: running.Stats}
	view = progress.Show(c.err, manner, func() crawl.Stats { return latest.value(ctx) })
	out.SetOutput(view)
	begun := time.Now()
	result, err := running.Run(ctx)
	latest.end(&result.Stats, err)
	// Reading begins when fetching ends; the time beyond that is reported separately.
	reading := time.Since(begun) - result.Stats.Elapsed
	out.SetOutput(c.err)
	view.Close()
	if err != nil {
		return fmt.Errorf("crawl stopped: %w\neverything fetched so far is kept; continue with `sluice crawl -d %s`", err, shell.Quote(dir))
	}
	if asJSON {
		return c.summarizeJSON(ctx, lib, p, result)
	}
	c.reportChallenges(result.Challenges)
	fmt.Fprint(c.notes, summary.WithoutTLS(result.WithoutTLS))
	return c.summarize(dir, p, result, reading)
}

// noteContact writes a note if site owners cannot contact the user, and how that is changed.
func (c *console) noteContact(f *settings.Flags, log *slog.Logger, how string) {
	note := "Site owners cannot contact you; " + how + "."
	switch {
	case f.Contact != "" || f.Progress == "none":
	case f.LogFormat == "json": // no text between the objects
		log.Warn(note)
	default:
		fmt.Fprintln(c.notes, note)
	}
}

// minFiles is how many open files a crawl needs at least: the stores and a few connections.
const minFiles = 32

// checkOpenFiles returns an error if the limit of open files is too low for any crawl.
func checkOpenFiles() error {
	if limit, err := system.OpenFileLimit(); err == nil && limit < minFiles {
		return fmt.Errorf("limit of open files is %d: a crawl needs %d, better 4096; raise it with `ulimit -n 4096`", limit, minFiles)
	}
	return nil
}

// summarize writes how a crawl ended and what to do next. reading is the time that documents were
// still read after the last fetch.
func (c *console) summarize(dir string, p *plan, r crawl.Result, reading time.Duration) error {
	if p.isStep {
		return c.summarizeStep(r, reading)
	}
	s, dir := r.Stats, shell.Quote(dir)
	noDocumentWaits := p.documentsOnly && hasNoDocument(r)
	if p.isAddition && noDocumentWaits {
		return nil
	}
	if p.isAddition && r.State == crawl.Stopped {
		fmt.Fprintln(c.notes, additionStopped)
		return errStopped
	}
	if noDocumentWaits && s.Run.URLs()+s.Run.Refused == 0 {
		fmt.Fprintln(c.notes, "Nothing to fetch: no document is waiting.")
		return nil
	}
	fmt.Fprint(c.notes, summary.Figures(&s, r.Errors, reading))
	seeds := c.notes
	if r.State == crawl.Failed { // then they are the error
		seeds = c.err
	}
	fmt.Fprint(seeds, summary.Seeds(r.FailedSeeds, dir))
	if r.Changes != nil && p.flags.Again {
		fmt.Fprint(c.notes, summary.Changes(r.Changes))
	}
	// A crawl that fetched nothing looks like a fault of the program, so the likely reason is named.
	if s.Run.URLs() == 0 && s.Run.Refused > 0 {
		fmt.Fprintf(c.notes, "Every URL was refused. `sluice report -d %s` shows the causes, `sluice check -d %s URL` that of one URL.\n", dir, dir)
	} else if s.Run.URLs() == 0 && p.changed {
		fmt.Fprintf(c.notes, "Nothing was left to fetch. New settings do not affect links already decided; use `sluice crawl -d %s --again`.\n", dir)
	}
	if r.State == crawl.Failed {
		return noSeed(r)
	}
	fmt.Fprint(c.notes, summary.Waiting(&s, dir))
	if r.State == crawl.Done {
		fmt.Fprintf(c.notes, "Done. See `sluice report -d %s`.\n", dir)
		return nil
	}
	if expected := progress.Expected(s.Forecast); expected != "" {
		fmt.Fprintf(c.notes, "If it continues: %s.\n", expected)
	}
	fmt.Fprintf(c.notes, "Stopped: %s. Continue with `sluice crawl -d %s%s`.\n", screen.Escape(r.Reason), dir, raisedLimit(p.flags, r))
	return errStopped
}

// summarizeStep writes what a crawl as a step of a cycle has fetched. Limits end the step, and a user stops it.
func (c *console) summarizeStep(r crawl.Result, reading time.Duration) error {
	fmt.Fprint(c.notes, summary.Figures(&r.Stats, r.Errors, reading))
	if r.State == crawl.Stopped && !hasNoDocument(r) {
		return errStopped
	}
	return nil
}

// hasNoDocument reports whether a crawl ended with no document left to fetch. The pages of an unfinished crawl may still wait.
func hasNoDocument(r crawl.Result) bool {
	return r.State == crawl.Done || r.Reason == crawl.NoDocumentWaits
}

// summarizeJSON writes how a crawl ended as one JSON object.
func (c *console) summarizeJSON(ctx context.Context, lib *wiring.Library, p *plan, r crawl.Result) error {
	status, err := lib.Status(ctx)
	if err != nil {
		return fmt.Errorf("summary: %w", err)
	}
	if err := summary.WriteJSON(c.notes, status, r); err != nil {
		return fmt.Errorf("summary: %w", err)
	}
	switch {
	case p.isStep:
		if r.State == crawl.Stopped && !hasNoDocument(r) {
			return errStopped
		}
		return nil
	case r.State == crawl.Failed:
		return noSeed(r)
	case r.State == crawl.Done, p.isAddition && hasNoDocument(r):
		return nil
	}
	return errStopped
}

// noSeed returns the error of a crawl that could reach none of its seeds.
func noSeed(r crawl.Result) error {
	return fmt.Errorf("%s; check the URLs and the network (the same command tries the seeds again)", r.Reason)
}

// raisedLimit returns the flag that continues a crawl which a limit has stopped: twice the limit.
func raisedLimit(f *settings.Flags, r crawl.Result) string {
	s := r.Stats
	switch r.Limit {
	case crawl.LimitPages:
		return fmt.Sprint(" --max-pages ", 2*max(f.MaxPages, s.Totals.URLs()-s.Unchanged))
	case crawl.LimitTime:
		return fmt.Sprint(" --max-time ", max((2*max(f.MaxTime, s.Totals.Active)).Round(time.Second), time.Second))
	case crawl.LimitBytes:
		return fmt.Sprint(" --max-bytes ", 2*max(f.MaxBytes, units.Size(s.Bytes)))
	}
	return ""
}

// stopOnSignal stops the crawl cleanly at the first Ctrl-C and ends the program at the second.
// A closed terminal only stops it cleanly, because both the shell and the kernel send SIGHUP.
func stopOnSignal(signals chan os.Signal, running *wiring.Crawl) (done func()) {
	ended := make(chan struct{})
	go func() {
		for n := 0; ; n++ {
			select {
			case <-ended:
				return
			case s := <-signals:
				if n > 0 && s != syscall.SIGHUP {
					os.Exit(exitStopped)
				}
				running.Stop("by the user (" + s.String() + ")")
			}
		}
	}()
	return func() { close(ended) }
}
