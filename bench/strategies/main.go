//go:build linux

// Command strategies compares the crawl strategies of package focus on the recorded webs of the shared folder.
//
//	go run ./bench/strategies [-webs NAMES] [-strategies NAMES] [-runs N] [-words WORDS] [-time D] [-o docs/strategies.md]
//
// It prints tables, or puts them behind the line "<!-- tables -->" of a file and the curves beside it, as strategies-WEB.svg; with -webs the
// other sections of the file stay as they are, and so does that of all webs. All strategies that are registered are compared; those with a topic look for the words of -words when documents are the targets, and
// for a class of page when pages are. Agents are compared with their publication. Last come crawls of the program through the web box of the
// shared folder, by breadth-first and by the default strategy, with the processor time that this takes.
package main

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"sluice/focus"
	"sluice/internal/lab"
	"sluice/internal/webboxtest"
	"sluice/topic"
	"sluice/weburl"
)

// options are the flags.
type options struct {
	webs, strategies []string // nil: all
	runs             int
	words            string
	limit            time.Duration
	doc              string
	dir              string
}

func main() {
	var o options
	webs := flag.String("webs", "", "the `names` of the webs, separated by commas; or of parts: topics (classes of pages), agents (beside their publication), crawls, processor (its time); all by default")
	strategies := flag.String("strategies", "", "the `names` of the strategies, separated by commas; all by default")
	flag.IntVar(&o.runs, "runs", 3, "how `often` each strategy walks")
	flag.StringVar(&o.words, "words", "research papers, technical reports, publications", "what strategies with a topic look for among documents")
	flag.DurationVar(&o.limit, "time", 10*time.Minute, "the longest `time` of a walk, which is cut then")
	flag.StringVar(&o.doc, "o", "", "the `file` whose tables are replaced; with -webs only their sections")
	flag.StringVar(&o.dir, "dir", "", "a `folder` for the unpacked webs, to use it again; a temporary one by default")
	flag.Parse()
	o.webs, o.strategies = list(*webs), list(*strategies)
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := o.run(ctx); err != nil {
		stop()
		fmt.Fprintln(os.Stderr, "strategies:", err)
		os.Exit(1)
	}
}

// list returns the names of a flag.
func list(s string) []string {
	if s == "" {
		return nil
	}
	return strings.Split(s, ",")
}

// wants reports whether a web was asked for.
func (o *options) wants(web string) bool { return o.webs == nil || slices.Contains(o.webs, web) }

// run compares on all webs.
func (o *options) run(ctx context.Context) (err error) {
	dir := o.dir
	if dir == "" {
		if dir, err = os.MkdirTemp("", "webs-"); err != nil {
			return err
		}
		defer os.RemoveAll(dir)
	}
	webs, err := webboxtest.Webs(dir)
	if err != nil {
		return err
	}
	if err := o.check(webs); err != nil {
		return err
	}
	if o.strategies == nil {
		for _, e := range focus.Strategies() {
			o.strategies = append(o.strategies, e.Name)
		}
	}
	var tables bytes.Buffer
	var out io.Writer = &tables
	if o.doc == "" {
		out = os.Stdout
	}
	if err := o.documents(ctx, out, webs); err != nil {
		return err
	}
	for i, do := range []func(context.Context, io.Writer, []webboxtest.Web) error{o.topics, o.spiders, o.crawls, o.processor} {
		if !o.wants(parts[i]) {
			continue
		}
		if err := do(ctx, out, webs); err != nil {
			return err
		}
		writeDate(out)
	}
	if o.doc == "" {
		return nil
	}
	return replaceTables(o.doc, tables.String(), o.webs == nil)
}

// parts are what is measured beside documents on each web.
var parts = []string{"topics", "agents", "crawls", "processor"}

// check returns an error if a name of -webs is unknown.
func (o *options) check(webs []webboxtest.Web) error {
	known := slices.Clone(parts)
	for _, w := range webs {
		known = append(known, w.Name)
	}
	for _, name := range o.webs {
		if !slices.Contains(known, name) {
			return fmt.Errorf("-webs: there is no %q (known: %s)", name, strings.Join(known, ", "))
		}
	}
	return nil
}

// writeDate ends a section.
func writeDate(out io.Writer) {
	fmt.Fprintf(out, "Measured on %s.\n\n", time.Now().Format(time.DateOnly))
}

// documents compares on all webs with documents as targets.
func (o *options) documents(ctx context.Context, out io.Writer, webs []webboxtest.Web) error {
	d, err := topic.FromWords(o.words)
	if err != nil {
		return err
	}
	about, err := topic.New(d, nil)
	if err != nil {
		return err
	}
	var all []*lab.Comparison
	for _, w := range webs {
		if !o.wants(w.Name) {
			continue
		}
		c, err := o.compare(ctx, w, about)
		if err != nil {
			return err
		}
		all = append(all, c)
	}
	if len(all) == 0 {
		return nil
	}
	if o.webs == nil || o.doc == "" && len(all) > 1 { // a file keeps the table of all
		fmt.Fprint(out, "## Documents on all webs\n\n")
		for _, t := range lab.Tables(all)[2*len(all):] {
			writeTable(out, t)
		}
		writeDate(out)
	}
	for _, c := range all {
		fmt.Fprintf(out, "## %s\n\n", c.Web)
		if err := o.draw(out, c); err != nil {
			return err
		}
		for _, t := range lab.Tables([]*lab.Comparison{c})[:2] {
			writeTable(out, t)
		}
		writeDate(out)
	}
	return nil
}

// compare compares on a web.
func (o *options) compare(ctx context.Context, w webboxtest.Web, about *topic.Topic) (c *lab.Comparison, err error) {
	web, documents, err := openWeb(ctx, w)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, web.Close()) }()
	targets := lab.Documents(web, documents)
	targets.Topic = about
	plan := lab.Plan{Targets: targets, Strategies: o.strategies, Runs: o.runs, Time: o.limit, Robust: len(w.Seeds) > 1,
		OnWalk: o.progress(w.Name)}
	if w.Name == webboxtest.Sites {
		if plan.Genres, err = readGenres(filepath.Join(filepath.Dir(w.Dir), "labels.tsv")); err != nil {
			return nil, err
		}
	}
	return lab.Compare(ctx, w.Name, web, plan)
}

// progress returns a function that prints each walk.
func (o *options) progress(web string) func(string, int, *lab.Walk) {
	last := time.Now()
	return func(strategy string, run int, w *lab.Walk) {
		fmt.Fprintf(os.Stderr, "%s: %s, run %d of %d: %d requests, %d targets, %s\n", web, strategy, run+1, o.runs, len(w.Known), w.Targets(), time.Since(last).Round(time.Millisecond))
		last = time.Now()
	}
}

// openWeb opens a web, and the list of its documents.
func openWeb(ctx context.Context, w webboxtest.Web) (*lab.Web, map[weburl.Key]bool, error) {
	var documents map[weburl.Key]bool
	if w.Documents != "" {
		f, err := os.Open(w.Documents)
		if err != nil {
			return nil, nil, err
		}
		defer f.Close()
		if documents, err = lab.ReadList(f); err != nil {
			return nil, nil, err
		}
	}
	web, err := lab.Open(ctx, w.Dir, lab.Options{Hosts: w.Hosts, Seeds: w.Seeds, HTML: w.Documents != ""})
	return web, documents, err
}

// readGenres reads the genres of documents.
func readGenres(name string) (map[weburl.Key]string, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return lab.ReadGenres(f)
}

// draw writes the curves of the best strategies beside the document.
func (o *options) draw(out io.Writer, c *lab.Comparison) error {
	if o.doc == "" {
		return nil
	}
	lines := c.Charts("curves")[0]
	lines.Standalone = true
	name := strings.TrimSuffix(filepath.Base(o.doc), ".md") + "-" + c.Web + ".svg"
	fmt.Fprintf(out, "![Targets known over requests: the oracle, breadth-first and the best four](%s)\n\n", name)
	return os.WriteFile(filepath.Join(filepath.Dir(o.doc), name), []byte(lines.SVG()), 0o644)
}

// writeTable writes a table in Markdown.
func writeTable(out io.Writer, t lab.Table) {
	fmt.Fprintf(out, "%s. %s\n\n| %s |\n| --- |%s\n", t.Title, t.About, strings.Join(t.Head, " | "), strings.Repeat(" ---: |", len(t.Head)-1))
	for _, row := range t.Rows {
		fmt.Fprintf(out, "| %s |\n", strings.Join(row, " | "))
	}
	fmt.Fprintln(out)
}

// mark is the line of the file behind which the tables stand.
const mark = "<!-- tables -->\n"

// replaceTables replaces what stands behind the mark of a file: all of it, or the sections that the tables have.
func replaceTables(name, tables string, all bool) error {
	b, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	head, old, ok := strings.Cut(string(b), mark)
	if !ok {
		return fmt.Errorf("%s has no line %s", name, mark)
	}
	if !all {
		tables = merged(old, tables)
	}
	return os.WriteFile(name, []byte(head+mark+"\n"+strings.TrimSpace(tables)+"\n"), 0o644)
}

// merged returns old tables with new ones in place of those of the same sections, and the others behind them.
func merged(old, tables string) string {
	sections := sectionsOf(old)
	for _, section := range sectionsOf(tables) {
		title, _, _ := strings.Cut(section, "\n")
		i := slices.IndexFunc(sections, func(s string) bool { return strings.HasPrefix(s, title+"\n") })
		if i < 0 {
			sections = append(sections, section)
		} else {
			sections[i] = section
		}
	}
	return strings.Join(sections, "\n\n")
}

// sectionsOf divides tables at their titles.
func sectionsOf(tables string) (all []string) {
	const title = "## "
	for i, s := range strings.Split("\n"+tables, "\n"+title) {
		if s = strings.TrimSpace(s); i > 0 {
			all = append(all, title+s)
		}
	}
	return all
}
