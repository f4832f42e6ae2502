package main

import (
	"context"

	"sluice/cmd/sluice/internal/listing"
)

// listFlags are the flags of the commands that list the catalogue.
type listFlags struct {
	folder
	JSON  bool   `name:"json" xor:"form" help:"One JSON object a line, with every column."`
	CSV   bool   `name:"csv" xor:"form" help:"Comma-separated values with a header, with every column."`
	Where string `placeholder:"CONDITION" help:"List only what meets a condition, such as 'type = pdf and size > 1MB'."`
	Limit int    `placeholder:"N" help:"List at most N; 0 is no limit."`
}

const conditionHelp = `
The table for a terminal shows a few columns; --json and --csv have all. Text
from the Web is shown with its control characters escaped.

CONDITIONS

A condition is a column, one of = != < <= > >= ~ contains, and a value; conditions are
joined by and, or, not and parentheses. ~ is a regular expression, null is what
is not known. Sizes may be written 10MB, times 2026-11 or 2026-11-01T08:30.
`

type pagesCmd struct{ listFlags }

func (pagesCmd) Help() string {
	return `Lists every URL that was fetched and is no document, of whatever type and
status, one line each, in the order in which they were fetched first.
` + conditionHelp + `
EXAMPLES

    sluice pages --where 'status >= 400' --limit 20
    sluice pages --where 'title contains "thesis"' --json`
}

func (cmd *pagesCmd) Run(ctx context.Context, c *console) error {
	return cmd.run(ctx, c, "pages", urlColumns)
}

type documentsCmd struct{ listFlags }

func (documentsCmd) Help() string {
	return `Lists the documents, those that crawls fetched and those that people added, each
once: what it is, its state, in which year it came out, how many pages of other hosts
link to it, and its URL; of several that have the same bytes, the original's (copies is
their number, "sluice show" names them, "sluice export urls" lists all). Pages that are
documents are among them. The state is accepted, rejected, waiting (not read yet),
replaced (by a newer one), removed (at its owner's wish), queued (fetched a moment ago),
or skipped (fetched, but too small, cut off or not to be indexed); the reason says why.
` + conditionHelp + `
EXAMPLES

    sluice documents --where 'genre = thesis and year > 2000'
    sluice documents --where 'state = rejected and type = pdf'
    sluice documents --where 'copies > 1'
    sluice documents --csv >documents.csv`
}

func (cmd *documentsCmd) Run(ctx context.Context, c *console) error {
	return cmd.run(ctx, c, "documents", []listing.Column{
		listing.Text("genre"), listing.Text("state"), listing.Text("year"), listing.Count("citations"), listing.Text("type"), listing.Bytes("size"),
		listing.Long("title"), listing.Long("url"), listing.Long("reason"),
	})
}

type sitesCmd struct{ listFlags }

func (sitesCmd) Help() string {
	return `Lists the hosts that were asked, with what came of each.
` + conditionHelp + `
EXAMPLES

    sluice sites --where 'errors > 10'`
}

func (cmd *sitesCmd) Run(ctx context.Context, c *console) error {
	return cmd.run(ctx, c, "sites", []listing.Column{
		listing.Long("host"), listing.Count("pages"), listing.Count("documents"), listing.Count("errors"), listing.Count("refused"),
		listing.Bytes("bytes"), listing.Text("robots"), listing.Long("given_up"),
	})
}

type linksCmd struct {
	listFlags
	Documents  bool `xor:"what" help:"List the links to documents, one by one, with their texts."`
	Candidates bool `xor:"what" help:"List what accepted documents refer to: URLs, DOIs, arXiv numbers, and references."`
}

func (linksCmd) Help() string {
	return `Lists which host links to which other one, and how often; with --documents, every link
to a document: the page it stands on, and its text. The document may be in the library, or its URL only
says that it is one: not fetched, or another thing.
` + conditionHelp + `
EXAMPLES

    sluice links --where 'count >= 10'
    sluice links --documents --where 'outside = 1 and text contains "thesis"'`
}

func (cmd *linksCmd) Run(ctx context.Context, c *console) error {
	if cmd.Candidates {
		return cmd.run(ctx, c, "candidates", []listing.Column{
			listing.Text("kind"), listing.Long("value"), listing.Long("cited_title"),
			listing.Long("cited_authors"), listing.Long("title"),
		})
	}
	if cmd.Documents {
		return cmd.run(ctx, c, "citations", []listing.Column{
			listing.Long("url"), listing.Long("page"), listing.Long("text"),
		})
	}
	return cmd.run(ctx, c, "links", []listing.Column{
		listing.Long("from"), listing.Long("to"), listing.Count("count"), listing.Text("first_seen"),
	})
}

var urlColumns = []listing.Column{
	listing.Number("status"), listing.Text("type"), listing.Bytes("size"), listing.Number("depth"),
	listing.Long("url"), listing.Long("title"), listing.Long("cause"),
}

func (l *listFlags) run(ctx context.Context, c *console, what string, columns []listing.Column) error {
	if l.Limit < 0 {
		return usagef("--limit: %d is negative; 0 is no limit", l.Limit)
	}
	lib, cat, err := openCatalogue(ctx, l.path())
	if err != nil {
		return err
	}
	defer lib.Close()
	list, err := cat.List(context.TODO(), what, l.Where, l.Limit)
	if err != nil {
		if l.Where != "" {
			return usageError{err}
		}
		return err
	}
	defer list.Close()
	switch {
	case l.JSON:
		return listing.WriteJSON(c.out, list)
	case l.CSV:
		return listing.WriteCSV(c.out, list)
	}
	return listing.WriteTable(c.out, list, columns)
}
