package main

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"

	"sluice/cmd/sluice/internal/screen"
	"sluice/internal/lab"
	"sluice/topic"
	"sluice/weburl"
)

// labGraphCmd shows the graph of a web.
type labGraphCmd struct {
	Web     string `required:"" placeholder:"DIR" help:"A recorded web: a library, or a folder with sites as DIR/HOST/PATH."`
	Topic   string `placeholder:"FILE|WORDS" help:"Rank for a topic: words, such as 'machine learning', or a file that 'sluice topic' writes."`
	Related string `placeholder:"URL" help:"Show the pages that are related to this one."`
	Top     int    `default:"20" placeholder:"N" help:"The rows of each list."`
	labWeb  `embed:""`
	JSON    bool `name:"json" help:"Print JSON."`
}

// Help returns the long text of `sluice lab graph`.
func (labGraphCmd) Help() string {
	return `Ranks the pages and documents of a recorded web by the links between them. Nothing is requested from the network.

LISTS

` + "`Hubs, authorities`: A good hub links to good authorities, a good authority is linked to by good hubs (HITS). Links within a host do not count, and " +
		"the pages of one host that link to a page have one vote together. With --topic only pages near the topic count, by their relevance.\n\n" +
		"`PageRank`: How often a reader is at a page who follows links at random. With --topic the reader begins at relevant pages.\n\n" +
		"`--related`: Pages that are cited together with the page by others, and pages that cite what it cites. The strength is 1 if they share all links.\n" + `
EXAMPLES

    sluice lab graph --web mylib --topic 'machine learning'
    sluice lab graph --web mylib --related http://www.example.org/papers/`
}

// ranked is what is shown of a graph.
type ranked struct {
	Pages       int               `json:"pages"`
	Hosts       int               `json:"hosts"`
	Hubs        []lab.Ranked      `json:"hubs"`
	Authorities []lab.Ranked      `json:"authorities"`
	PageRank    []lab.Ranked      `json:"page_rank"`
	TopicRank   []lab.Ranked      `json:"topic_rank,omitempty"`
	CoCited     []lab.RelatedPage `json:"co_cited,omitempty"`
	Coupled     []lab.RelatedPage `json:"coupled,omitempty"`
}

// Run reads the graph and writes the lists.
func (cmd *labGraphCmd) Run(ctx context.Context, c *console) (err error) {
	if cmd.Top < 1 {
		return usagef("--top must be at least 1")
	}
	var about *topic.Topic
	if cmd.Topic != "" {
		if about, err = topicOf(cmd.Topic); err != nil {
			return err
		}
	}
	var page weburl.URL
	if cmd.Related != "" {
		if page, err = weburl.ParseSeed(cmd.Related); err != nil {
			return usagef("--related %s: %w", cmd.Related, err)
		}
	}
	ctx, stop := untilSignal(ctx)
	defer stop()
	web, err := cmd.open(ctx, cmd.Web)
	if err != nil {
		return err
	}
	defer closeAfter(&err, web)
	g, err := lab.ReadGraph(ctx, web, about)
	if err != nil {
		return err
	}
	shown := ranked{Pages: g.Len(), Hosts: g.Hosts()}
	if cmd.Related != "" {
		if shown.CoCited, shown.Coupled, err = g.Related(page, cmd.Top); err != nil {
			return fmt.Errorf("--related: %w", err)
		}
	}
	shown.rank(g.Rank(), cmd.Top, about != nil)
	if cmd.JSON {
		return screen.WriteJSON(c.out, shown, "  ")
	}
	var b bytes.Buffer
	if err := shown.write(&b, cmd.Related, screen.TerminalWidth(c.out, 0)); err != nil {
		return err
	}
	_, err = c.out.Write(b.Bytes())
	return err
}

// rank fills in the best n of each list.
func (r *ranked) rank(all []lab.Ranked, n int, topical bool) {
	best := func(by func(*lab.Ranked) float64) []lab.Ranked {
		sorted := slices.Clone(all)
		slices.SortStableFunc(sorted, func(a, b lab.Ranked) int { return cmp.Compare(by(&b), by(&a)) })
		sorted = slices.DeleteFunc(sorted, func(p lab.Ranked) bool { return !(by(&p) > 0) })
		return sorted[:min(n, len(sorted))]
	}
	r.Hubs = best(func(p *lab.Ranked) float64 { return p.Hub })
	r.Authorities = best(func(p *lab.Ranked) float64 { return p.Authority })
	r.PageRank = best(func(p *lab.Ranked) float64 { return p.PageRank })
	if topical {
		r.TopicRank = best(func(p *lab.Ranked) float64 { return p.TopicRank })
	}
}

// write writes the lists for people.
func (r *ranked) write(b *bytes.Buffer, of string, width int) error {
	fmt.Fprintf(b, "%s on %s\n", screen.Count(int64(r.Pages))+" pages and documents", screen.Counted(int64(r.Hosts), "host"))
	if of != "" {
		for _, l := range []struct {
			title string
			pages []lab.RelatedPage
		}{{"Cited together with " + of, r.CoCited}, {"Citing what it cites", r.Coupled}} {
			table := screen.Table{Width: width, Columns: []screen.Column{{Title: "strength", Right: true}, {Title: "shared", Right: true}, {Title: "url", Shrink: true}}}
			for _, p := range l.pages {
				table.Rows = append(table.Rows, []string{strconv.FormatFloat(p.Strength, 'f', 3, 64), strconv.Itoa(p.Shared), p.URL})
			}
			if err := writeList(b, l.title, &table); err != nil {
				return err
			}
		}
		return nil
	}
	for _, l := range []struct {
		title string
		pages []lab.Ranked
		by    func(*lab.Ranked) float64
	}{
		{"Hubs", r.Hubs, func(p *lab.Ranked) float64 { return p.Hub }},
		{"Authorities", r.Authorities, func(p *lab.Ranked) float64 { return p.Authority }},
		{"PageRank", r.PageRank, func(p *lab.Ranked) float64 { return p.PageRank }},
		{"PageRank of the topic", r.TopicRank, func(p *lab.Ranked) float64 { return p.TopicRank }},
	} {
		if l.pages == nil && l.title == "PageRank of the topic" {
			continue
		}
		table := screen.Table{Width: width, Columns: []screen.Column{{Title: "score", Right: true}, {Title: "in", Right: true}, {Title: "out", Right: true},
			{Title: "relevance", Right: true}, {Title: "url", Shrink: true}}}
		for i := range l.pages {
			p := &l.pages[i]
			table.Rows = append(table.Rows, []string{strconv.FormatFloat(l.by(p), 'f', 5, 64), strconv.Itoa(p.In), strconv.Itoa(p.Out),
				strconv.FormatFloat(p.Relevance, 'f', 2, 64), p.URL})
		}
		if err := writeList(b, l.title, &table); err != nil {
			return err
		}
	}
	return nil
}

// writeList writes a list with its title.
func writeList(b *bytes.Buffer, title string, table *screen.Table) error {
	fmt.Fprintf(b, "\n%s\n\n", screen.Escape(title))
	if len(table.Rows) == 0 {
		fmt.Fprintln(b, "none")
		return nil
	}
	return table.Write(b)
}
