package main

import (
	"context"

	"sluice/cmd/sluice/internal/listing"
)

// listFlags are the flags of all commands that list rows of the catalogue.
type listFlags struct {
	folder
	JSON  bool   `name:"json" xor:"form" help:"Print one JSON object per line, with all columns."`
	CSV   bool   `name:"csv" xor:"form" help:"Print comma-separated values with a header, with all columns."`
	Where string `placeholder:"CONDITION" help:"List only rows that meet a condition, such as 'type = pdf and size > 1MB'."`
	Limit int    `placeholder:"N" help:"List at most N rows; 0 means no limit."`
}

// conditionHelp is the part of the long texts that all listing commands share.
const conditionHelp = `
The table shows a few columns; --json and --csv have all. In the table, control characters
in text from the Web are escaped.

CONDITIONS

A condition is a column, an operator (= != < <= > >= ~ contains) and a value. Conditions are
combined with and, or, not and parentheses. ~ matches a regular expression, null is an
unknown value. Sizes may be written 10MB, times 2026-11 or 2026-11-01T08:30.
`

// pagesCmd lists the view v_pages.
type pagesCmd struct{ listFlags }

// Help returns the long text of `sluice pages`.
func (pagesCmd) Help() string {
	return `Lists every fetched URL that is not a document, of any type and status, in the order
of the first fetch.
` + conditionHelp + `
EXAMPLES

    sluice pages --where 'status >= 400' --limit 20
    sluice pages --where 'title contains "thesis"' --json`
}

// Run lists pages in the order of their first fetch, which is that of the rows.
func (cmd *pagesCmd) Run(ctx context.Context, c *console) error {
	return cmd.run(ctx, c, "pages", urlColumns)
}

// documentsCmd lists the view v_documents: each document once, whatever its number of URLs.
type documentsCmd struct{ listFlags }

// Help returns the long text of `sluice documents`.
func (documentsCmd) Help() string {
	return `Lists every document once, fetched or added: genre, state, year, number of pages of other
hosts that link to it, and URL. If several URLs have the same bytes, the URL is that of the
original; copies is their number, ` + "`sluice show`" + ` lists them, and ` + "`sluice export urls`" + ` lists all. Pages that
are documents are included. The state is accepted, rejected, waiting (not read yet),
replaced (by a newer version), removed (on its owner's request), queued (fetched a moment ago),
or skipped (fetched, but too small, cut off or not to be indexed); the reason says why.
` + conditionHelp + `
EXAMPLES

    sluice documents --where 'genre = thesis and year > 2000'
    sluice documents --where 'state = rejected and type = pdf'
    sluice documents --where 'copies > 1'
    sluice documents --csv >documents.csv`
}

// Run puts title, URL and reason last, because they are the columns that a narrow terminal shortens.
func (cmd *documentsCmd) Run(ctx context.Context, c *console) error {
	return cmd.run(ctx, c, "documents", []listing.Column{
		listing.Text("genre"), listing.Text("state"), listing.Text("year"), listing.Count("citations"), listing.Text("type"), listing.Bytes("size"),
		listing.Long("title"), listing.Long("url"), listing.Long("reason"),
	})
}

// sitesCmd lists the view v_site_summary.
type sitesCmd struct{ listFlags }

// Help returns the long text of `sluice sites`.
func (sitesCmd) Help() string {
	return `Lists the hosts with their pages, documents, errors and refused links.
` + conditionHelp + `
EXAMPLES

    sluice sites --where 'errors > 10'`
}

// Run lists hosts with their counts.
func (cmd *sitesCmd) Run(ctx context.Context, c *console) error {
	return cmd.run(ctx, c, "sites", []listing.Column{
		listing.Long("host"), listing.Count("pages"), listing.Count("documents"), listing.Count("errors"), listing.Count("refused"),
		listing.Bytes("bytes"), listing.Text("robots"), listing.Long("given_up"),
	})
}

// linksCmd lists one of three views: links between hosts, links to documents, or what documents cite.
type linksCmd struct {
	listFlags
	Documents  bool `xor:"what" help:"List every link to a document, with its text."`
	Candidates bool `xor:"what" help:"List what accepted documents cite: URLs, DOIs, arXiv numbers and references."`
}

// Help returns the long text of `sluice links`.
func (linksCmd) Help() string {
	return `Lists the links between hosts with their number. With --documents: every link to a document,
with its page and its text. The document may be in the library, or only its URL looks like that of
a document: it was not fetched, or turned out to be something else.
` + conditionHelp + `
EXAMPLES

    sluice links --where 'count >= 10'
    sluice links --documents --where 'outside = 1 and text contains "thesis"'`
}

// Run lists the view that the flags name.
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

// urlColumns are the columns of the table of pages. JSON and CSV have all columns of the view.
var urlColumns = []listing.Column{
	listing.Number("status"), listing.Text("type"), listing.Bytes("size"), listing.Number("depth"),
	listing.Long("url"), listing.Long("title"), listing.Long("cause"),
}

// run lists the rows of a view. A condition that the query language refuses is wrong use, because the
// user wrote it; any other error is not.
func (l *listFlags) run(ctx context.Context, c *console, what string, columns []listing.Column) (err error) {
	if l.Limit < 0 {
		return usagef("--limit: %d is negative; 0 is no limit", l.Limit)
	}
	lib, cat, err := openCatalogue(ctx, l.path(ctx))
	if err != nil {
		return err
	}
	defer closeAfter(&err, lib)
	list, err := cat.List(ctx, what, l.Where, l.Limit)
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
