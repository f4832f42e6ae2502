package main

import (
	"context"
	"fmt"
	"os"
	"strings"
	"time"

	"sluice/cmd/sluice/internal/screen"
	"sluice/document/bibliography"
	"sluice/internal/harvest/repositories"
	bibsource "sluice/internal/harvest/source"
	"sluice/internal/harvest/wanted"
	"sluice/internal/lazyregexp"
	"sluice/internal/shell"
	"sluice/internal/wiring"
)

// harvestOAICmd reads the records of repositories.
type harvestOAICmd struct {
	List       string `arg:"" placeholder:"LIST" help:"A file with the address of an OAI-PMH interface in each line, and optionally a set, divided by a space. What follows a # is a comment."`
	WantedOnly bool   `help:"Use only records of works that are wanted already: they say where these works are. Without it, the works of all records become wanted."`
	From       string `placeholder:"DATE" help:"Only records that were changed on that day or later: 2026-10-31."`
	Until      string `placeholder:"DATE" help:"Only records that were changed on that day or before."`
	folder
	JSON bool `name:"json" help:"Print one JSON object for each repository."`
}

// Help returns the long text of 'sluice harvest oai'.
func (harvestOAICmd) Help() string {
	return `Reads the records of many repositories by OAI-PMH, once, at most three repositories of a host at a time, and puts their works on the list of wanted works.
` + "`sluice harvest`" + ` then looks for their papers. A line for each repository says what came of it, and the last line counts them. The pages of a repository are
kept for a day: after an interruption the same command goes on where it stopped, and asks again only those that have failed.

STATUS

` + "`success`: The list was read to its end.\n`empty`: It has no record.\n`blocked`: The repository refuses: by its status, a limit or a check for robots.\n`timeout`: It does not answer in time.\n" +
		"`connection error`: No connection can be made, or it breaks off.\n`malformed`: The answer is not OAI-PMH: a page for people, or a status such as 404.\n`oai error`: The repository states an error, such as cannotDisseminateFormat.\n" + `
EXIT CODES

` + "`0`: At least one repository was read: its status is success or empty. What came of the others is a result.\n\n`1`: No repository could be read.\n\n" +
		"`3`: Stopped by the user; the same command continues.\n" + `
EXAMPLES

    sluice harvest oai repositories.txt -d papers
    sluice harvest oai repositories.txt -d papers --wanted-only --from 2026-10-01`
}

// day matches a date as OAI-PMH has it.
var day = lazyregexp.New(`^\d{4}-\d\d-\d\d$`)

// Run reads the list and the repositories.
func (cmd *harvestOAICmd) Run(ctx context.Context, c *console) error {
	for _, d := range []struct{ flag, date string }{{"--from", cmd.From}, {"--until", cmd.Until}} {
		if _, err := time.Parse(time.DateOnly, d.date); d.date != "" && (err != nil || !day.MatchString(d.date)) {
			return usagef("%s: %q is no date such as 2026-10-31", d.flag, d.date)
		}
	}
	if cmd.From != "" && cmd.Until != "" && cmd.From > cmd.Until {
		return usagef("--from %s is after --until %s", cmd.From, cmd.Until)
	}
	f, err := os.Open(cmd.List)
	if err != nil {
		return err
	}
	names, err := repositories.ReadList(f)
	f.Close() // it was only read
	if err != nil {
		return fmt.Errorf("%s: %w", cmd.List, err)
	}
	if len(names) == 0 {
		return fmt.Errorf("%s: it has no address of a repository", cmd.List)
	}
	return c.withHarvest(ctx, &crawlCmd{folder: cmd.folder, documentsOnly: true}, func(ctx context.Context, lib *wiring.HarvestLibrary) error {
		return cmd.run(ctx, c, lib, names)
	})
}

// run reads the repositories and enters their records.
func (cmd *harvestOAICmd) run(ctx context.Context, c *console, lib *wiring.HarvestLibrary, names []bibsource.Name) error {
	dir := cmd.path(ctx)
	s := &seedSearch{cmd: &seedsFindCmd{folder: cmd.folder}, console: c, dir: dir}
	defer s.close()
	if err := s.setOptions(ctx); err != nil {
		return err
	}
	list, err := wanted.Open(ctx, lib.Catalogue.Wanted)
	if err != nil {
		return err
	}
	list.KnownOnly = cmd.WantedOnly
	var o repositories.Options
	if o.Source, err = s.bibliographyOptions(lib.Contents); err != nil {
		return err
	}
	o.Source.From, o.Source.Until, o.Source.OnWait = cmd.From, cmd.Until, nil // many wait at the same time
	var added wanted.Added
	o.Take = func(ctx context.Context, name bibsource.Name, records []bibliography.Record) error {
		a, err := list.Add(ctx, name.String(), each(records), nil)
		added.Records, added.New, added.Known = added.Records+a.Records, added.New+a.New, added.Known+a.Known
		return err
	}
	counts := map[bibsource.Outcome]int{}
	var failed error
	o.OnResult = func(r repositories.Result) {
		counts[r.Status]++
		if err := cmd.write(c, &r); failed == nil {
			failed = err
		}
	}
	if err := repositories.Pass(ctx, names, o); err != nil {
		return err
	}
	if failed != nil {
		return failed
	}
	cmd.writeTotals(c, dir, counts, added)
	if counts[bibsource.Success]+counts[bibsource.Empty] == 0 {
		return fmt.Errorf("%s: no repository of it could be read; the lines of the repositories say why", cmd.List)
	}
	return nil
}

// each yields records.
func each(records []bibliography.Record) func(func(bibliography.Record, error) bool) {
	return func(yield func(bibliography.Record, error) bool) {
		for _, r := range records {
			if !yield(r, nil) {
				return
			}
		}
	}
}

// write writes what came of a repository.
func (cmd *harvestOAICmd) write(c *console, r *repositories.Result) error {
	if cmd.JSON {
		return screen.WriteJSON(c.out, r, "")
	}
	name, said := screen.Escape(r.URL), []string{screen.Counted(int64(r.Records), "record")}
	if r.Set != "" {
		name += " " + screen.Escape(r.Set)
	}
	if r.Records == 0 && r.Cause != "" {
		said = nil
	}
	if r.Broken > 0 {
		said = append(said, screen.Count(int64(r.Broken))+" cannot be read")
	}
	if r.Deleted > 0 {
		said = append(said, screen.Count(int64(r.Deleted))+" deleted")
	}
	if r.Cause != "" {
		said = append(said, screen.Escape(r.Cause))
	}
	_, err := fmt.Fprintf(c.out, "%-16s  %s: %s\n", r.Status, name, strings.Join(said, ", "))
	return err
}

// writeTotals writes how many repositories have each status, and what became of the records.
func (cmd *harvestOAICmd) writeTotals(c *console, dir string, counts map[bibsource.Outcome]int, added wanted.Added) {
	all, parts := 0, []string{}
	for _, status := range bibsource.Outcomes() {
		if n := counts[status]; n > 0 {
			all += n
			parts = append(parts, screen.Count(int64(n))+" "+string(status))
		}
	}
	fmt.Fprintf(c.notes, "%s: %s.\n", screen.Counted(int64(all), "repository"), strings.Join(parts, ", "))
	fmt.Fprintf(c.notes, "%s: %s new to the list of wanted works, %s of works on it", screen.Counted(int64(added.Records), "record"), screen.Count(int64(added.New)), screen.Count(int64(added.Known)))
	if cmd.WantedOnly {
		fmt.Fprintf(c.notes, ", %s left out", screen.Count(int64(added.Records-added.New-added.Known)))
	}
	if added.New+added.Known == 0 {
		fmt.Fprintln(c.notes, ".")
		return
	}
	fmt.Fprintf(c.notes, ". `sluice harvest -d %s` looks for their papers.\n", shell.Quote(dir))
}
