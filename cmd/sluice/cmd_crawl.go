package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/signal"
	"strings"
	"syscall"
	"time"

	"sluice"
	"sluice/cmd/sluice/internal/progress"
	"sluice/cmd/sluice/internal/screen"
	"sluice/cmd/sluice/internal/settings"
	"sluice/crawl"
	"sluice/focus"
	"sluice/internal/shell"
	"sluice/weburl"
	"sluice/weburl/trap"
)

type crawlCmd struct {
	URLs []string `arg:"" optional:"" name:"url" help:"Seeds: where to begin. Without any, the crawl of the library goes on."`
	settings.Flags
	folder

	only bool // documents, no pages
}

func (crawlCmd) Help() string {
	return `Crawls from the seeds on, each URL once, until nothing is left or a limit is
reached. Everything goes into the library's folder: answers into archive/, facts
into catalog.db. Beside the fetching, documents are read, judged and described; those that are
accepted can be searched, the others lie in the trash.

The same command on the same folder goes on where it stopped, whatever stopped
it: a limit, Ctrl-C, a crash. Settings are taken from the flags, else from the crawl that
is gone on with, else from sluice.yaml, else they have their defaults; a key of
sluice.yaml that was changed since then counts. A crawl that
is finished says so and does nothing, unless there are new seeds or changed
settings; with --again it is crawled anew from its seeds, asking only for what has
changed; pages that no page links to any more are kept and not asked for. A link
that was refused by the settings of its time is judged anew by --again only.

Ctrl-C once stops cleanly, twice at once; a closed terminal (SIGHUP) and SIGTERM are
like Ctrl-C. Nothing is lost either way.

A document is an answer that is, by its content, PDF, PostScript, TeX, DVI, Word,
PowerPoint, OpenDocument, RTF or EPUB, compressed ones included; a page or a text is one
if it reads like a paper, a thesis, a report or a list of questions and is accepted. Links that end like
documents, or that their page says to lead to one (by the type of the link, citation_pdf_url, or a
Signposting item), are fetched before pages, also on hosts out of scope. There so are those that only name
a format, in the URL (/pdf/1234.5678, ?file=x.ps) or the text ("PDF"), and what a link to a document is redirected to.

STRATEGIES

` + strategyList() + `

Every strategy obeys the delays of hosts, and fetches links to documents before pages. A crawl may be continued
with another strategy: links that wait already keep their place, links found from then on are placed by the new one.

PATTERNS

` + "`.gif`: An ending of the path.\n\n`example.org, *.example.org`: A host; a host with all below it.\n\n" +
		"`http://www.example.org/a/`: The beginning of a URL.\n\n`/(en|de)/`: A regular expression on the whole URL, in the syntax of Go (RE2).\n\n" + `
--ignore wins over --allow, and both win over the built-in list of endings that
are never a page. A host in --allow widens the scope 'list'; it lifts nothing else.

RULES

The names that --rules takes, with a minus sign before those to switch off. Rules
of the canonical form that are on: ` + rulesThat(true) + `. Off: ` + rulesThat(false) + `. Traps, all on: ` +
		strings.Join(append(trap.Names(), crawl.RuleNames()...), ", ") + `.

The rules whose names begin with document keep out what is no document of a library. Each refusal is recorded: the report
counts them, ` + "`sluice show`" + ` tells that of a URL.

` + "`document-names`: A file's name says that it is a CV, a flyer or a form (cv, resume, vita, flyer, registration-form). It is not asked for.\n\n" +
		"`document-small`: It is too small: when a hundred documents of its type were accepted, smaller than all of them; before that, 8 KB for PDF.\n\n" +
		"`document-empty`: It has no bytes.\n\n`document-large`: It is said to be larger than --max-document.\n\n" +
		"`document-same-size`: With --again: the library has it from this URL, in this size, and neither date nor ETag has changed.\n\n" +
		"`document-rejected`: With --again: what the library had from this URL was rejected, so a newer version is not taken; an accepted one of before, by size and date or ETag, is.\n" + `
All but the first are told by the header of the answer, and the body is not taken. A pattern of --allow lifts the first, and
` + "`sluice add`" + ` takes what it is given whatever its name and size.

'same-answer' is for hosts that give one answer to whatever they are asked. When some
200 answers of a host are alike, a URL is asked for that nobody has linked to. If
the same answer comes to that, the links of such answers are followed no more, but
for those to documents, and a host that gives hardly anything else is asked for none
of its other pages.

EXIT CODES

` + "`0`: Nothing is left to fetch.\n\n`1`: The crawl could not go on, for example because the disk is full or nothing can be reached.\n\n" +
		"`2`: Wrong use.\n\n`3`: Stopped by a limit or by the user.\n" + `
EXAMPLES

    sluice crawl --contact me@example.org https://www.example.org/
    sluice crawl -d papers --seeds hosts.txt --scope list --max-pages 50000
    sluice crawl -d papers`
}

// strategyList lists the strategies with what each does first.
func strategyList() string {
	var lines []string
	for _, s := range focus.Strategies() {
		lines = append(lines, fmt.Sprintf("`%s`: %s.", s.Name, capitalized(s.Summary)))
	}
	return strings.Join(lines, "\n\n")
}

func capitalized(s string) string { return strings.ToUpper(s[:1]) + s[1:] }

// rulesThat lists the rules of the canonical form that are on, or off, by default.
func rulesThat(on bool) string {
	var names []string
	for _, name := range weburl.RuleNames() {
		if weburl.DefaultRules.Has(name) == on {
			names = append(names, name)
		}
	}
	return strings.Join(names, ", ")
}

func (cmd *crawlCmd) Run(ctx context.Context, c *console) error {
	dir := cmd.path()
	if info, err := os.Stat(dir); err == nil && !info.IsDir() {
		return usagef("%s is a file; -d wants a folder", dir)
	}
	plan, err := cmd.plan(ctx, c, dir)
	if err != nil {
		return err
	}
	if plan.finished {
		fmt.Fprintf(c.err, "This crawl is finished. See `sluice report -d %s`; --again crawls it anew.\n", shell.Quote(dir))
		return nil
	}
	return c.crawl(ctx, dir, plan)
}

// crawl runs a crawl on a folder to its end, in front of the user.
func (c *console) crawl(ctx context.Context, dir string, p *plan) error {
	if err := enoughFiles(); err != nil {
		return err
	}
	watched, err := c.listen(p.flags)
	if err != nil {
		return err
	}
	defer watched.Close()
	lib, err := sluice.Open(dir)
	if err != nil {
		return err
	}
	defer lib.Close()
	settingsText, err := json.Marshal(p.keep)
	if err != nil {
		return fmt.Errorf("settings: %w", err)
	}
	lib.Settings, lib.PlainArchive = string(settingsText), p.flags.Warc == "plain"
	apply(p.flags, lib)

	signal.Ignore(syscall.SIGXFSZ) // a file that may grow no more is an error of the write, like a full disk
	signals := make(chan os.Signal, 2)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	if !signal.Ignored(syscall.SIGHUP) { // as nohup has it
		signal.Notify(signals, syscall.SIGHUP)
	}
	defer signal.Stop(signals)
	out := progress.NewLog(c.err)
	cfg, err := engineConfig(p.flags, p.seeds, newLog(out, p.flags.LogFormat))
	if err != nil {
		return err
	}
	cfg.DocumentsOnly, cfg.Documents = p.only, p.documents
	running, err := lib.Crawl(ctx, cfg)
	if err != nil {
		return err
	}
	if p.only {
		p.before = running.Stats().Totals
	}
	if p.fresh {
		if err := p.lasting.Write(dir); err != nil {
			running.Close()
			return fmt.Errorf("settings: %w", err)
		}
	}
	if p.flags.Contact == "" && p.flags.Progress != "none" {
		fmt.Fprintln(c.err, "Site owners cannot reach you; give an address with --contact.")
	}
	defer stopOnSignal(signals, running)()
	watched.serve(running)
	view := progress.Show(c.err, p.flags.Progress, running.Stats)
	out.SetOutput(view)
	begun := time.Now()
	result, err := running.Run(ctx)
	reading := time.Since(begun) - result.Stats.Elapsed
	out.SetOutput(c.err)
	view.Close()
	if err != nil {
		return fmt.Errorf("the crawl could not go on: %w\nwhat was got is kept; go on with `sluice crawl -d %s`", err, shell.Quote(dir))
	}
	return c.farewell(dir, p, result, reading)
}

// leastFiles is how many files a crawl must be let open: those of the stores and a few connections.
const leastFiles = 32

func enoughFiles() error {
	var l syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_NOFILE, &l); err == nil && l.Cur < leastFiles {
		return fmt.Errorf("this process may have %d files open, and a crawl needs %d, better 4096; raise the limit with `ulimit -n 4096`", l.Cur, leastFiles)
	}
	return nil
}

// farewell says how a crawl ended and what to do next. reading is how long it took beyond the fetching.
func (c *console) farewell(dir string, p *plan, r crawl.Result, reading time.Duration) error {
	s, dir := r.Stats, shell.Quote(dir)
	s.Totals = since(p.before, s.Totals)
	fmt.Fprintf(c.err, "%s, %s, %s, %s in %s", screen.Counted(s.Pages, "page"), screen.Counted(s.Documents, "document"),
		screen.Counted(s.Errors, "error"), screen.Bytes(s.Bytes), screen.Span(s.Totals.Active))
	if reading >= toldReading {
		fmt.Fprintf(c.err, "; read in %s more", screen.Span(reading))
	}
	fmt.Fprintln(c.err, ".")
	if s.Pages+s.Documents == 0 && s.Refused > 0 {
		fmt.Fprintf(c.err, "Every URL was refused; `sluice report -d %s` has the causes, `sluice check -d %s URL` that of one.\n", dir, dir)
	} else if s.Pages+s.Documents == 0 && p.changed {
		fmt.Fprintf(c.err, "Nothing was left to fetch. Changed settings judge no link anew; `sluice crawl -d %s --again` does.\n", dir)
	}
	if r.State == crawl.Done {
		fmt.Fprintf(c.err, "Done. See `sluice report -d %s`.\n", dir)
		return nil
	}
	fmt.Fprintf(c.err, "Stopped: %s. Go on with `sluice crawl -d %s%s`.\n", screen.Escape(r.Reason), dir, raised(p.flags, r))
	return errStopped
}

const toldReading = 500 * time.Millisecond // beyond the fetching, and more

// raised gives the flag by which a crawl that a limit stopped goes on: with twice as much.
func raised(f *settings.Flags, r crawl.Result) string {
	if r.State != crawl.Limited {
		return ""
	}
	s := r.Stats
	switch limit, _, _ := strings.Cut(r.Reason, " "); limit {
	case "max-pages":
		return fmt.Sprint(" --max-pages ", 2*max(f.MaxPages, s.Pages+s.Documents))
	case "max-time":
		return fmt.Sprint(" --max-time ", max((2*max(f.MaxTime, s.Totals.Active)).Round(time.Second), time.Second))
	case "max-bytes":
		return fmt.Sprint(" --max-bytes ", 2*max(f.MaxBytes, settings.Size(s.Bytes)))
	}
	return ""
}

// stopOnSignal stops the crawl cleanly at the first Ctrl-C, and ends the program at the second. A terminal that is
// closed stops it cleanly only.
func stopOnSignal(signals chan os.Signal, running *sluice.Crawl) (done func()) {
	ended := make(chan struct{})
	go func() {
		for n := 0; ; n++ {
			select {
			case <-ended:
				return
			case s := <-signals:
				if n > 0 && s != syscall.SIGHUP { // which the shell and the kernel each send
					os.Exit(exitStopped)
				}
				running.Stop("by the user (" + s.String() + ")")
			}
		}
	}()
	return func() { close(ended) }
}
