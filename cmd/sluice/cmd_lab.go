package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"sync/atomic"

	"sluice/cmd/sluice/internal/outfile"
	"sluice/cmd/sluice/internal/progress"
	"sluice/cmd/sluice/internal/screen"
	"sluice/focus"
	"sluice/internal/lab"
	"sluice/topic"
	"sluice/weburl"
)

// labCmd groups what is done on recorded webs.
type labCmd struct {
	Compare labCompareCmd `cmd:"" help:"Compare crawl strategies on recorded webs."`
}

// Help returns the long text of `sluice lab`.
func (labCmd) Help() string {
	return `Tries crawl strategies on recorded webs: libraries of your own, or folders of sites. Nothing is requested from the network.

EXAMPLES

    sluice lab compare --web mylib --strategies breadth-first,anchor-priority`
}

// labCompareCmd compares strategies.
type labCompareCmd struct {
	Web        []string `required:"" placeholder:"DIR" help:"A recorded web: a library, or a folder with sites as DIR/HOST/PATH. May be repeated."`
	Targets    string   `default:"documents" placeholder:"documents|FILE" help:"What is looked for: the recorded documents, or the URLs in FILE."`
	Pages      bool     `help:"The URLs in FILE are pages, which are known when they are requested; without it, documents."`
	Topic      string   `placeholder:"FILE|WORDS" help:"What strategies with a topic look for: words, such as 'machine learning', or a file that 'sluice topic' writes."`
	Strategies []string `placeholder:"NAME,…" help:"The strategies; by default all, without --topic those that need none."`
	Budget     int      `placeholder:"N" help:"The most requests of a walk; all by default."`
	Runs       int      `default:"1" placeholder:"N" help:"How often each strategy walks, each time with another seed."`
	Hosts      []string `placeholder:"HOST,…" help:"Request pages of these hosts only."`
	Seeds      []string `placeholder:"URL,…" help:"Where to begin; at one page of each host by default."`
	AllHTML    bool     `name:"all-html" help:"Read every file of a folder of sites as HTML, whatever its name."`
	Out        string   `placeholder:"DIR" help:"Write comparison.txt, .csv, .json and .html to DIR."`
	JSON       bool     `name:"json" help:"Print JSON."`
}

// Help returns the long text of `sluice lab compare`.
func (labCompareCmd) Help() string {
	return `Walks through recorded webs with each strategy, one request after the other and without delays, and says how soon each knew the
documents. A document is known when a page links to it. Requests for pages count, redirects and dead links too; robots.txt and the documents
themselves do not. Breadth-first is always there to compare with, and the oracle, who knows the web beforehand: no strategy can be much
better. What a library did not record is a dead link here.

COLUMNS

` + "`50 %, 80 %, 90 %, 100 %`: Requests until so many of the targets were known that can be reached from the seeds.\n\n" +
		"`of b-f`: The requests until 80 %, by those of breadth-first.\n\n" +
		"`room 80, room 90`: How much of the way from breadth-first to the oracle a strategy gained: 1 is all, less than 0 is worse than breadth-first.\n\n" +
		"`area, ±`: The area under the curve of known targets over requests, by that of breadth-first; its 95 % confidence interval over the runs.\n\n" +
		"`harvest, relevance`: The share of relevant pages, and the mean relevance; 0 without a topic.\n" + `
EXAMPLES

    sluice lab compare --web mylib --runs 5 --out comparison
    sluice lab compare --web sites --targets documents.tsv --strategies anchor-priority --budget 2000`
}

// Run compares the strategies and writes the tables.
func (cmd *labCompareCmd) Run(ctx context.Context, c *console) error {
	names, err := cmd.names()
	if err != nil {
		return err
	}
	if cmd.Budget < 0 || cmd.Runs < 1 {
		return usagef("--budget must not be negative, and --runs at least 1")
	}
	list, err := cmd.list()
	if err != nil {
		return err
	}
	var about *topic.Topic
	if cmd.Topic != "" {
		if about, err = topicOf(cmd.Topic); err != nil {
			return err
		}
	}
	ctx, stop := untilSignal(ctx)
	defer stop()
	var walks, requests atomic.Int64
	view := progress.ShowLine(c.notes, func() string {
		return fmt.Sprintf("%s, %s requests", screen.Counted(walks.Load(), "walk"), screen.Count(requests.Load()))
	})
	var all []*lab.Comparison
	for _, dir := range cmd.Web {
		var one *lab.Comparison
		one, err = cmd.compare(ctx, dir, list, about, names, func(w *lab.Walk) { walks.Add(1); requests.Add(int64(len(w.Known))) })
		if err != nil {
			break
		}
		all = append(all, one)
	}
	view.Close()
	if isInterrupted(ctx, err) {
		fmt.Fprintln(c.notes, "Stopped; nothing was compared.")
		return errStopped
	}
	if err != nil {
		return err
	}
	if cmd.Out != "" {
		if err := writeComparison(ctx, cmd.Out, all); err != nil {
			return err
		}
	}
	if cmd.JSON {
		return screen.WriteJSON(c.out, all, "  ")
	}
	return writeComparisonTables(c.out, all)
}

// names returns the strategies to compare.
func (cmd *labCompareCmd) names() ([]string, error) {
	if len(cmd.Strategies) == 0 {
		var all []string
		for _, e := range focus.Strategies() {
			if cmd.Topic != "" || !e.Topic {
				all = append(all, e.Name)
			}
		}
		return all, nil
	}
	for _, s := range cmd.Strategies {
		if s == lab.OracleName {
			continue
		}
		strategy, err := focus.Named(s, 0)
		if err != nil {
			return nil, usagef("--strategies: %w", err)
		}
		if topical, ok := strategy.(focus.Topical); ok && cmd.Topic == "" {
			if err := topical.SetTopic(nil); err != nil {
				return nil, usagef("--strategies: %w", err)
			}
		}
	}
	return cmd.Strategies, nil
}

// list returns the targets that a file names; nil without one.
func (cmd *labCompareCmd) list() (map[weburl.Key]bool, error) {
	if cmd.Targets == "documents" {
		if cmd.Pages {
			return nil, usagef("--pages needs --targets FILE")
		}
		return nil, nil
	}
	f, err := os.Open(cmd.Targets)
	if err != nil {
		return nil, fmt.Errorf("--targets: %w", err)
	}
	defer f.Close()
	list, err := lab.ReadList(f)
	if err != nil {
		return nil, fmt.Errorf("--targets %s: %w", cmd.Targets, err)
	}
	return list, nil
}

// compare compares on one web.
func (cmd *labCompareCmd) compare(ctx context.Context, dir string, list map[weburl.Key]bool, about *topic.Topic, names []string, walked func(*lab.Walk)) (c *lab.Comparison, err error) {
	web, err := lab.Open(ctx, dir, lab.Options{Hosts: cmd.Hosts, Seeds: cmd.Seeds, HTML: cmd.AllHTML})
	if err != nil {
		return nil, err
	}
	defer closeAfter(&err, web)
	targets := lab.Documents(web, list)
	if cmd.Pages {
		targets = lab.Pages(list)
	}
	targets.Topic = about
	return lab.Compare(ctx, filepath.Base(filepath.Clean(dir)), web, lab.Plan{Targets: targets, Strategies: names, Budget: cmd.Budget, Runs: cmd.Runs,
		OnWalk: func(_ string, _ int, w *lab.Walk) { walked(w) }})
}

// writeComparison writes the files of a comparison to a folder.
func writeComparison(ctx context.Context, dir string, all []*lab.Comparison) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return fmt.Errorf("--out: %w", err)
	}
	for _, f := range []struct {
		name  string
		write func(io.Writer) error
	}{
		{"comparison.txt", func(w io.Writer) error { return writeComparisonTables(w, all) }},
		{"comparison.csv", func(w io.Writer) error { return lab.WriteCSV(w, all) }},
		{"comparison.json", func(w io.Writer) error { return screen.WriteJSON(w, all, "  ") }},
		{"comparison.html", func(w io.Writer) error { return lab.WriteHTML(w, all) }},
	} {
		if err := outfile.Write(ctx, filepath.Join(dir, f.name), f.write); err != nil {
			return fmt.Errorf("--out: %w", err)
		}
	}
	return nil
}

// writeComparisonTables writes comparisons for people.
func writeComparisonTables(w io.Writer, all []*lab.Comparison) error {
	var b bytes.Buffer
	for i, c := range all {
		if i > 0 {
			fmt.Fprintln(&b)
		}
		fmt.Fprintf(&b, "%s: %s can be reached by %s requests\n\n", screen.Escape(c.Web), screen.Counted(int64(c.Targets), "target"), screen.Count(int64(c.Reachable)))
		table := screen.Table{Width: screen.TerminalWidth(w, 0)}
		for j, title := range lab.Head {
			table.Columns = append(table.Columns, screen.Column{Title: title, Right: j > 0})
		}
		for _, s := range c.Summaries() {
			table.Rows = append(table.Rows, s.Cells())
		}
		if err := table.Write(&b); err != nil {
			return err
		}
	}
	_, err := w.Write(b.Bytes())
	return err
}
