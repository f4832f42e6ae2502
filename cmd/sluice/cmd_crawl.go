package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"os/signal"
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
	"sluice/internal/wiring/monitor"
	"sluice/library"
	"sluice/topic"
)

// crawlCmd starts or continues a crawl. Its flags are those of package settings, because sluice.yaml
// has the same keys.
type crawlCmd struct {
	URLs []string `arg:"" optional:"" name:"url" help:"Seeds: URLs to start from. Without any, the crawl of the library continues."`
	settings.Flags
	Topic *string `group:"visit" placeholder:"FILE|WORDS" help:"Judge how relevant each page and document is to this topic: words, such as 'machine learning', or a file that 'sluice topic' writes. The library keeps it for later crawls."`
	verbosity
	converters
	folder

	documentsOnly bool // set by `sluice fetch` and `sluice add`, not by a flag
}

// Run decides what to do before it touches the folder: wrong use must not create a library.
func (cmd *crawlCmd) Run(ctx context.Context, c *console) error {
	dir := cmd.path(ctx)
	plan, err := cmd.plan(ctx, c, dir)
	if err != nil {
		return err
	}
	if cmd.Topic != nil {
		if plan.topic, err = topicOf(*cmd.Topic); err != nil {
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
	status, err := monitor.Status(ctx, lib)
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
