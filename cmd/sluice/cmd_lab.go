package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"sync/atomic"

	"sluice/cmd/sluice/internal/outfile"
	"sluice/cmd/sluice/internal/progress"
	"sluice/cmd/sluice/internal/screen"
	"sluice/focus"
	"sluice/internal/lab"
)

// labCmd groups what is done on recorded webs.
type labCmd struct {
	Compare labCompareCmd `cmd:"" help:"Compare crawl strategies on recorded webs."`
	Graph   labGraphCmd   `cmd:"" help:"Show the hubs, authorities and most important pages of a recorded web."`
	Score   labScoreCmd   `cmd:"" help:"Measure the requests of a crawl that was made."`
	Revisit labRevisitCmd `cmd:"" help:"Compare schedules of revisits on changes that a model draws."`
	Stop    labStopCmd    `cmd:"" help:"Say what a crawl would miss that stops sites early."`
	Evolve  labEvolveCmd  `cmd:"" help:"Breed the weights of the strategy evolved on recorded webs."`
}

// Help returns the long text of `sluice lab`.
func (labCmd) Help() string {
	return `Tries crawl strategies on recorded webs: libraries of your own, or folders of sites. Nothing is requested from the network.

EXAMPLES

    sluice lab compare --web mylib --strategies breadth-first,anchor-priority
    sluice lab revisit --web mylib`
}

// labCompareCmd compares strategies.
type labCompareCmd struct {
	Web        []string `required:"" placeholder:"DIR" help:"A recorded web: a library, or a folder with sites as DIR/HOST/PATH. May be repeated."`
	labTargets `embed:""`
	Strategies []string `placeholder:"NAME,…" help:"The strategies; by default all, without --topic those that need none."`
	Budget     int      `placeholder:"N" help:"The most requests of a walk; all by default."`
	Runs       int      `default:"1" placeholder:"N" help:"How often each strategy walks, each time with another seed."`
	Robust     bool     `help:"Also compare the pages of walks from disjoint seeds."`
	Labels     string   `placeholder:"FILE" help:"Genres of documents, to measure how many of the first ones are wanted; lines of host, path and genre."`
	labWeb     `embed:""`
	Out        string `placeholder:"DIR" help:"Write comparison.txt, .csv, .json and .html to DIR."`
	JSON       bool   `name:"json" help:"Print JSON."`
}

// Help returns the long text of `sluice lab compare`.
func (labCompareCmd) Help() string {
	return `Walks through recorded webs with each strategy, one request after the other and without delays, and says how soon each knew the
documents. A document is known when a page links to it. Requests for pages count, redirects and dead links too; robots.txt and the documents
themselves do not. Breadth-first is always there to compare with, and the oracle, who knows the web beforehand: no strategy can be much
better. What a library did not record is a dead link here.

Strategies are compared as they ship. What a library has learned for its crawls is not used: the trained anchors of anchor-priority, the
layers of context-graph (which visits links in the order in which they are found then), the weights of evolved, and the pages at which
infospiders-db begins.

COLUMNS

` + "`recall`: The share of the targets that became known, of those that can be reached from the seeds.\n\n" +
		"`50 %, 80 %, 90 %, 100 %`: Requests until so many of them were known.\n\n" +
		"`of b-f`: Equal value with fewer requests: the share of breadth-first's requests that brought what breadth-first had at 80 %.\n\n" +
		"`room 80, room 90`: How much of the way from breadth-first to the oracle a strategy gained: 1 is all, less than 0 is worse than breadth-first.\n\n" +
		"`area, ±`: The area under the curve of known targets over requests, by that of breadth-first; its 95 % confidence interval over the runs.\n\n" +
		"`of oracle`: The same area, by that of the oracle.\n\n" +
		"`by bytes`: The area over the bytes of pages, by that of breadth-first.\n\n" +
		"`harvest, relevance`: With a topic: the share of relevant pages, and the mean relevance, of the first pages.\n\n" +
		"`keywords, query`: With a topic of words: the share of them on a page, the cosine of both.\n\n" +
		"`rank`: With a topic: the page's rank among those of all strategies (1 is the first, 0 the last).\n\n" +
		"`seeds, links`: The cosine of a page and the seed pages; the pages of all strategies that link to it.\n\n" +
		"`overlap, wanted`: With --robust, what walks from disjoint seeds have in common; with --labels, the share of papers, theses, reports and FAQs among the first documents, and that of each genre.\n" + `
More webs than one, or runs, have a table of totals: means, the most by which a strategy was worse than breadth-first (in percent of the
web's requests), how its area compares with breadth-first's and with the best one's, pair by pair of one web and run, and the other measures with
their confidence intervals. The tests give the probability of a difference by chance: Student's paired t test and the sign test.

EXAMPLES

    sluice lab compare --web mylib --runs 5 --out comparison
    sluice lab compare --web sites --targets documents.tsv --strategies anchor-priority --budget 2000
    sluice lab compare --web mylib --topic 'information retrieval' --targets topic --strategies best-first`
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
	targets, err := cmd.read()
	if err != nil {
		return err
	}
	plan := lab.Plan{Strategies: names, Budget: cmd.Budget, Runs: cmd.Runs, Robust: cmd.Robust}
	if cmd.Labels != "" {
		if plan.Genres, err = readURLs("--labels", cmd.Labels, lab.ReadGenres); err != nil {
			return err
		}
	}
	ctx, stop := untilSignal(ctx)
	defer stop()
	var walks, requests atomic.Int64
	plan.OnWalk = func(_ string, _ int, w *lab.Walk) { walks.Add(1); requests.Add(int64(len(w.Known))) }
	of := int64(len(cmd.Web) * cmd.Runs * (1 + len(slices.DeleteFunc(slices.Clone(names), isAlwaysThere))))
	view := progress.ShowLine(c.notes, func() string {
		return fmt.Sprintf("%s of %s, %s requests", screen.Counted(walks.Load(), "walk"), screen.Count(of), screen.Count(requests.Load()))
	})
	var all []*lab.Comparison
	for _, dir := range cmd.Web {
		var one *lab.Comparison
		if one, err = cmd.compare(ctx, dir, targets, plan); err != nil {
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
		return screen.WriteJSON(c.out, lab.ResultsOf(all), "  ")
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

// isAlwaysThere reports whether a strategy is in every comparison.
func isAlwaysThere(name string) bool { return name == lab.BreadthFirst || name == lab.OracleName }

// compare compares on one web.
func (cmd *labCompareCmd) compare(ctx context.Context, dir string, targets func(*lab.Web) lab.Targets, plan lab.Plan) (c *lab.Comparison, err error) {
	web, err := cmd.open(ctx, dir)
	if err != nil {
		return nil, err
	}
	defer closeAfter(&err, web)
	plan.Targets = targets(web)
	return lab.Compare(ctx, filepath.Base(filepath.Clean(dir)), web, plan)
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
		{"comparison.json", func(w io.Writer) error { return screen.WriteJSON(w, lab.ResultsOf(all), "  ") }},
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
	for i, t := range lab.Tables(all) {
		if i > 0 {
			fmt.Fprintln(&b)
		}
		fmt.Fprintf(&b, "%s. %s\n\n", screen.Escape(t.Title), t.About)
		table := screen.Table{Width: screen.TerminalWidth(w, 0), Rows: t.Rows}
		for j, title := range t.Head {
			table.Columns = append(table.Columns, screen.Column{Title: title, Right: j > 0})
		}
		if err := table.Write(&b); err != nil {
			return err
		}
	}
	_, err := w.Write(b.Bytes())
	return err
}
