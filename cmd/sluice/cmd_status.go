package main

import (
	"context"
	"fmt"
	"io"
	"strings"
	"time"

	"sluice/cmd/sluice/internal/progress"
	"sluice/cmd/sluice/internal/screen"
	"sluice/crawl"
	"sluice/internal/shell"
	"sluice/internal/wiring/monitor"
)

// statusCmd shows the state of a crawl: over the control socket if one runs, else from the catalogue.
type statusCmd struct {
	folder
	JSON bool `name:"json" help:"Print JSON."`
}

// Help returns the long text of `sluice status`.
func (statusCmd) Help() string {
	return `Shows the progress of the running crawl. If no crawl runs, it shows how the last one
ended; that is not an error. Pages, documents, redirects, errors, refused links and bytes over the wire are those
of the whole library, the same as in ` + "`sluice report`" + `; each URL counts once. What the running
crawl has fetched since it was started is in the row 'in this run', if the library had something before.
After a crawl that was stopped, 'queue' is the number of URLs that wait.

The time left is an estimate, in JSON ` + "`eta_seconds`" + `: the time until nothing is left to fetch,
or a limit such as --max-pages is reached. It is missing during the first half minute, while the queue
grows, and while the crawl pauses.

The forecast is how many documents the next 1,000 requests find that are not known yet, whether or not a
limit ends the crawl before; fewer requests are made if nothing waits any more. It holds nine times in
ten. Requests are those for pages, redirects and dead links: documents that are found are fetched in addition. In JSON
` + "`forecast`" + ` has ` + "`requests`, `low` and `high`" + `.`
}

// Run shows the state. A library without a running crawl is a normal state, and no error.
func (cmd *statusCmd) Run(ctx context.Context, c *console) (err error) {
	lib, err := open(ctx, cmd.path(ctx))
	if err != nil {
		return err
	}
	defer closeAfter(&err, lib)
	s, err := monitor.Status(ctx, lib)
	if err != nil {
		return err
	}
	if cmd.JSON {
		return screen.WriteJSON(c.out, s, "")
	}
	return c.writeStatus(s)
}

// writeStatus writes a status as two columns. Speed, queue and hosts exist only while a crawl runs.
func (c *console) writeStatus(s crawl.Status) error {
	state := string(s.State)
	if s.Reason != "" {
		state += " (" + s.Reason + ")"
	}
	rows := [][]string{{"state", state}}
	if s.Running {
		rows = append(rows, []string{"process", fmt.Sprint(s.PID)})
	}
	if !s.Started.IsZero() {
		rows = append(rows, []string{"started", screen.Time(s.Started)})
	}
	if !s.Ended.IsZero() {
		rows = append(rows, []string{"ended", screen.Time(s.Ended)})
	}
	if s.State == crawl.NotBegun {
		rows = append(rows, []string{"documents", fmt.Sprintf("%s accepted, %s rejected, %s waiting, added by hand", screen.Count(s.Accepted), screen.Count(s.Rejected), screen.Count(s.Unread))})
		table := screen.Table{Columns: make([]screen.Column, 2), Rows: rows}
		return table.Write(c.out)
	}
	rows = append(rows,
		[]string{"active for", screen.Span(time.Duration(s.Seconds * float64(time.Second)))},
		[]string{"pages", screen.Count(s.Pages)},
		[]string{"documents", documentsOf(&s)},
		[]string{"redirects", screen.Count(s.Redirects)},
		[]string{"errors", screen.Count(s.Errors)},
		[]string{"links refused", screen.Count(s.Refused)},
		[]string{"bytes", screen.Bytes(s.Bytes) + " over the wire"},
	)
	if s.Running {
		if r := s.Run; r != nil && (r.Pages != s.Pages || r.Documents != s.Documents || r.Redirects != s.Redirects || r.Errors != s.Errors) {
			rows = append(rows, []string{"in this run", fmt.Sprintf("%s, %s, %s, %s", screen.Counted(r.Pages, "page"), screen.Counted(r.Documents, "document"),
				screen.Counted(r.Redirects, "redirect"), screen.Counted(r.Errors, "error"))})
		}
		rows = append(rows,
			[]string{"speed", fmt.Sprintf("%s URLs/s, %s/s", screen.Rate(s.PagesPerSecond), screen.Bytes(int64(s.BytesPerSecond)))},
			[]string{"queue", screen.Count(s.Queue)},
			[]string{"to read", strings.Join(screen.NonEmpty(screen.Count(s.ToRead), progress.OCR(s.OCR)), "; ")},
			[]string{"hosts", fmt.Sprintf("%d of %s", s.ActiveHosts, screen.Count(s.Hosts))},
		)
	}
	if !s.Running && s.Queue > 0 {
		rows = append(rows, []string{"queue", screen.Counted(s.Queue, "URL") + " on " + screen.Counted(s.Hosts, "host")})
	}
	if expected := progress.Expected(s.Forecast); expected != "" {
		rows = append(rows, []string{"forecast", expected})
	}
	if s.ETA > 0 {
		rows = append(rows, []string{"time left", screen.About(time.Duration(s.ETA * float64(time.Second)))})
	}
	table := screen.Table{Columns: make([]screen.Column, 2), Rows: rows}
	var text strings.Builder
	if err := table.Write(&text); err != nil {
		return err
	}
	_, err := io.WriteString(c.out, screen.Wrap(text.String(), screen.TerminalWidth(c.out, 0)))
	return err
}

// documentsOf returns how many documents were fetched, found, accepted and rejected, with the most
// frequent causes, and how many could not be read yet.
func documentsOf(s *crawl.Status) string {
	line := fmt.Sprintf("%s fetched, of %s found", screen.Count(s.Documents), screen.Count(max(s.Found, s.Documents)))
	if s.Accepted+s.Rejected > 0 {
		line += fmt.Sprintf("; %s accepted, %s rejected", screen.Count(s.Accepted), screen.Count(s.Rejected))
	}
	if why := progress.Causes(s.RejectedBy); why != "" {
		line += " (" + why + ")"
	}
	if s.Unread > 0 {
		line += fmt.Sprintf("; %s waiting", screen.Count(s.Unread))
	}
	return line
}

// stopCmd stops a running crawl over the control socket.
type stopCmd struct {
	folder
	Timeout time.Duration `default:"30s" placeholder:"TIME" help:"Wait at most this long for the crawl to end."`
}

// Help returns the long text of `sluice stop`.
func (stopCmd) Help() string {
	return `Stops the running crawl, like Ctrl-C in its terminal, and waits until it has
ended. The same crawl command continues it later.

EXIT CODES

` + "`0`: The crawl has stopped.\n\n`1`: No crawl runs, or it did not end in time."
}

// Run waits until the crawl has ended, so that the next command finds the folder free.
func (cmd *stopCmd) Run(ctx context.Context, c *console) (err error) {
	lib, err := open(ctx, cmd.path(ctx))
	if err != nil {
		return err
	}
	defer closeAfter(&err, lib)
	ctx, cancel := context.WithTimeout(ctx, cmd.Timeout)
	defer cancel()
	if err := monitor.Stop(ctx, lib); err != nil {
		return err
	}
	_, err = fmt.Fprintf(c.out, "Stopped. Continue with `sluice crawl -d %s`.\n", shell.Quote(cmd.path(ctx)))
	return err
}
