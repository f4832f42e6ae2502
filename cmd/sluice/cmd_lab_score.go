package main

import (
	"context"
	"fmt"

	"sluice/cmd/sluice/internal/screen"
	"sluice/internal/lab"
)

// labScoreCmd measures a crawl.
type labScoreCmd struct {
	Web        string `required:"" placeholder:"DIR" help:"The recorded web that was crawled: a library, or a folder with sites as DIR/HOST/PATH."`
	Log        string `required:"" placeholder:"FILE" help:"The requests in their order: a URL on each line, or time, host and path separated by tabs."`
	labTargets `embed:""`
	labWeb     `embed:""`
	JSON       bool `name:"json" help:"Print JSON."`
}

// Help returns the long text of `sluice lab score`.
func (labScoreCmd) Help() string {
	return `Says how soon a crawl that was made knew the documents, by the log of its requests. They are counted as ` + "`sluice lab compare`" + ` counts:
requests for robots.txt and for documents are left out, a document is known when a page links to it. So a crawl over the network, or of
another crawler, can be compared with the strategies in the lab.

EXAMPLES

    sluice lab score --web sites --log requests.log
    sluice lab score --web mylib --log urls.txt --targets documents.tsv`
}

// scored is what is measured.
type scored struct {
	Requests      int   `json:"requests"`
	Reachable     int   `json:"reachable_targets"`
	Targets       int   `json:"targets"`
	SearchLengths []int `json:"search_lengths"`
}

// Run measures the crawl.
func (cmd *labScoreCmd) Run(ctx context.Context, c *console) (err error) {
	targets, err := cmd.read()
	if err != nil {
		return err
	}
	requests, err := readURLs("--log", cmd.Log, lab.ReadLog)
	if err != nil {
		return err
	}
	ctx, stop := untilSignal(ctx)
	defer stop()
	web, err := cmd.open(ctx, cmd.Web)
	if err != nil {
		return err
	}
	defer closeAfter(&err, web)
	of := targets(web)
	oracle, err := lab.Oracle(ctx, web, of)
	if err != nil {
		return err
	}
	walk, err := lab.Score(ctx, web, requests, of)
	if err != nil {
		return err
	}
	s := scored{len(walk.Known), oracle.Targets(), walk.Targets(), walk.SearchLengths(oracle.Targets())}
	if cmd.JSON {
		return screen.WriteJSON(c.out, s, "  ")
	}
	fmt.Fprintf(c.out, "%s of %s known after %s\n", screen.Count(int64(s.Targets)), screen.Counted(int64(s.Reachable), "target"), screen.Counted(int64(s.Requests), "request"))
	for i, share := range lab.Shares {
		if n := s.SearchLengths[i]; n >= 0 {
			fmt.Fprintf(c.out, "%3.0f %% after %s\n", 100*share, screen.Counted(int64(n), "request"))
		} else {
			fmt.Fprintf(c.out, "%3.0f %% never\n", 100*share)
		}
	}
	return nil
}
