package main

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/alecthomas/kong"

	"sluice/cmd/sluice/internal/listing"
	"sluice/internal/columns"
	"sluice/internal/query"
	"sluice/library"
)

// listFlags are the flags of all commands that list rows of the catalogue.
type listFlags struct {
	folder
	JSON    bool     `name:"json" xor:"form" help:"Print one JSON object per line, with all columns."`
	CSV     csvFlag  `name:"csv" xor:"form" help:"Print comma-separated values with a header and all columns. Cells that a spreadsheet would read as formulas have an apostrophe before them, and control characters are escaped; --csv=raw leaves cells unchanged."`
	Columns []string `placeholder:"COLUMN,..." help:"Show these columns in this order. 'sluice help where' has the columns."`
	Where   []string `sep:"none" placeholder:"CONDITION" help:"List only rows that meet a condition, such as 'type = pdf and size > 1MB'. If repeated, they must meet all."`
	Sort    string   `placeholder:"COLUMN" help:"Sort by this column, the least value first; -COLUMN has the greatest first. Unknown values are last. The table shows it."`
	Limit   int      `placeholder:"N" help:"List at most N rows; 0 means no limit."`
}

// all returns the condition that all conditions are met. A single one is as it was written, for messages.
func all(conditions []string) string {
	if len(conditions) < 2 {
		return strings.Join(conditions, "")
	}
	return "(" + strings.Join(conditions, ") and (") + ")"
}

// csvFlag is the flag --csv, which may have the value raw.
type csvFlag struct{ set, raw bool }

// IsBool reports that the flag needs no value.
func (csvFlag) IsBool() bool { return true }

// Decode reads the value after =, if there is one.
func (f *csvFlag) Decode(ctx *kong.DecodeContext) error {
	f.set = true
	if ctx.Scan.Peek().Type != kong.FlagValueToken {
		return nil
	}
	value := ctx.Scan.Pop().String()
	if f.raw = value == "raw"; !f.raw {
		return fmt.Errorf("%q is not raw; write --csv or --csv=raw", value)
	}
	return nil
}

// conditionHelp is the part of the long texts that all listing commands share.
const conditionHelp = `
The table has a few columns, and fits the terminal: long texts are shortened, columns without any value are omitted, and the last
columns if there is no room. In a file or a pipe nothing is shortened. Control characters and marks of direction in text from the Web are escaped.
--json and --csv have all columns; --columns chooses other ones.

CONDITIONS

A condition is a column, an operator (= != < <= > >= ~ contains) and a value. Conditions are
combined with and, or, not and parentheses. ~ matches a regular expression, null is an
unknown value. Sizes may be written 10MB, times 2026-11 or 2026-11-01T08:30
(UTC, as in lists).
` + "`sluice help where`" + ` explains all columns and operators.
`

// pagesCmd lists the view v_pages.
type pagesCmd struct {
	listFlags
	sinceFlag
}

// Help returns the long text of `sluice pages`.
func (pagesCmd) Help() string {
	return `Lists every fetched URL that is not a document, of any type and status, in the order
of the first fetch: pages, redirects and errors. Answers that are not what was asked for, challenges and soft 404s, are
no pages: ` + "`sluice export urls --where 'outcome = challenge'`" + ` has their URLs.
` + sinceHelp + conditionHelp + `
EXAMPLES

    sluice pages --where 'status >= 400' --limit 20
    sluice pages --where 'title contains "thesis"' --json`
}

// Run lists pages in the order of their first fetch, which is that of the rows.
func (cmd *pagesCmd) Run(ctx context.Context, c *console) error {
	return cmd.run(ctx, c, &cmd.sinceFlag, "pages", []string{"status", "type", "size", "depth", "url", "title", "cause"})
}

// documentsCmd lists the view v_documents: each document once, whatever its number of URLs.
type documentsCmd struct {
	listFlags
	sinceFlag
}

// Help returns the long text of `sluice documents`.
func (documentsCmd) Help() string {
	return `Lists every document once, fetched or added: hash, genre, state, year, citations (works in
the library whose references cite it), linked_from (pages of other hosts that link to it), title and URL. A reference counts
if its DOI or arXiv number is that of the document, or its title with first author or year. The hash is shortened to the digits that name the document alone; all commands that take a
document accept it. A year with a question mark (2004?) is uncertain, right less than nine times in ten: lists sort and select by it, exports leave
it out, and --where 'year_confidence >= 90' does, too. If several URLs have the same bytes, the URL is that of the
original; copies is their number, ` + "`sluice show`" + ` lists them, and ` + "`sluice export urls`" + ` lists all. Pages that
are documents are included. The state is accepted, rejected, waiting (not read yet),
replaced (by a newer version), removed (on its owner's request), queued (fetched a moment ago),
or skipped (fetched, but too small, cut off or not to be indexed); the reason says why.
` + sinceHelp + conditionHelp + `
EXAMPLES

    sluice documents --where 'genre = thesis and year > 2000'
    sluice documents --where 'state = rejected and type = pdf'
    sluice documents --where 'copies > 1'
    sluice documents --where 'wanted != null' --columns wanted,title,url
    sluice documents --since last
    sluice documents --sort -year --columns hash,year,authors,title --limit 20
    sluice documents --csv >documents.csv`
}

// Run puts the columns last that a narrow terminal can do without. Accepted documents have no reason, so that the column needs no room in a
// list of them.
func (cmd *documentsCmd) Run(ctx context.Context, c *console) error {
	return cmd.run(ctx, c, &cmd.sinceFlag, "documents", []string{hashColumn, "genre", "state", "year", "citations", "title", "reason", "url", "linked_from", "type", "size"})
}

// sitesCmd lists the view v_site_summary.
type sitesCmd struct{ listFlags }

// Help returns the long text of `sluice sites`.
func (sitesCmd) Help() string {
	return `Lists the hosts with their pages, documents, errors and refused links.
` + conditionHelp + `
EXAMPLES

    sluice sites --where 'errors > 10'
    sluice sites --sort -relevant --columns host,pages,relevant,relevance    # where the topic is`
}

// Run lists hosts with their counts.
func (cmd *sitesCmd) Run(ctx context.Context, c *console) error {
	return cmd.run(ctx, c, &sinceFlag{}, "sites", []string{"host", "pages", "documents", "errors", "refused", "bytes", "robots", "given_up"})
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
		return cmd.run(ctx, c, &sinceFlag{}, "candidates", []string{"kind", "value", "cited_title", "cited_authors", "title"})
	}
	if cmd.Documents {
		return cmd.run(ctx, c, &sinceFlag{}, "document links", []string{"url", "page", "text"})
	}
	return cmd.run(ctx, c, &sinceFlag{}, "links", []string{"from", "to", "count", "first_seen"})
}

// hashColumn is the column of tables that has the first digits of the hash, as many as name the document alone. Every command
// that takes a document accepts them.
const hashColumn = "hash"

// run lists the rows of a view, as a table of some columns or with all. A condition, an order or a column that the query
// language refuses is wrong use, because the user wrote it; any other error is not.
func (l *listFlags) run(ctx context.Context, c *console, since *sinceFlag, what string, shown []string) (err error) {
	if l.Limit < 0 {
		return usagef("--limit: %d is negative; 0 is no limit", l.Limit)
	}
	if column, descending := strings.CutPrefix(l.Sort, "-"); l.Sort != "" {
		if what == "documents" && strings.EqualFold(column, hashColumn) {
			column = "sha256"
			if l.Sort = column; descending {
				l.Sort = "-" + column
			}
		}
		found, err := query.Find(columns.Of(what), column)
		if err != nil {
			return usagef("--sort: %w", err)
		}
		if !slices.Contains(shown, found.Name) && found.Name != "sha256" { // of which the table has the hash
			shown = append([]string{found.Name}, shown...)
		}
	}
	asTable := !l.JSON && !l.CSV.set
	if len(l.Columns) > 0 {
		shown = nil
		for _, name := range l.Columns {
			shown = append(shown, strings.TrimSpace(name))
		}
	} else if !asTable {
		shown = nil
	}
	if since.Since != "" && len(l.Columns) == 0 && asTable {
		shown = append([]string{columns.Change}, shown...)
	}
	form, names, err := l.columns(what, shown)
	if err != nil {
		return err
	}
	lib, cat, err := openCatalogue(ctx, l.path(ctx))
	if err != nil {
		return err
	}
	defer closeAfter(&err, lib)
	from, err := since.moment(ctx, cat)
	if err != nil {
		return err
	}
	list, err := cat.Query(ctx, what, library.Query{Where: all(l.Where), Sort: l.Sort, Limit: l.Limit, Since: from}, names...)
	if err != nil {
		if len(l.Where) > 0 {
			return usageError{err}
		}
		return err
	}
	defer list.Close()
	switch {
	case l.JSON:
		return listing.WriteJSON(c.out, list)
	case l.CSV.set:
		return listing.WriteCSV(c.out, list, l.CSV.raw)
	}
	return listing.WriteTable(c.out, list, form, func(sha256 string) (string, error) { return cat.ShortHash(ctx, sha256) })
}

// columns returns the form and the names of the columns to show. The column hash of documents is the beginning of sha256 in a
// table, and all of it in JSON and CSV.
func (l *listFlags) columns(what string, shown []string) (form []listing.Column, names []string, err error) {
	isTable := !l.JSON && !l.CSV.set
	for _, name := range shown {
		col := listing.Column{Optional: len(l.Columns) == 0}
		if what == "documents" && strings.EqualFold(name, hashColumn) {
			name = "sha256"
			if isTable {
				col.ShortHash = true
			}
		}
		if col.Column, err = query.Find(columns.Of(what), name); err != nil {
			return nil, nil, usagef("--columns: %w", err)
		}
		form, names = append(form, col), append(names, col.Name)
	}
	if i := slices.Index(names, "year"); i >= 0 && isTable {
		form[i].Certainty = len(names)
		names = append(names, "year_confidence") // of which a table shows only whether it is low
	}
	return form, names, nil
}
