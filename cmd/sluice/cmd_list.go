package main

import (
	"bufio"
	"encoding/csv"
	"fmt"
	"slices"
	"strconv"

	"sluice/cmd/sluice/internal/screen"
	"sluice/internal/catalogue"
)

// listing are the flags of the commands that list the catalogue.
type listing struct {
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

type pagesCmd struct{ listing }

func (pagesCmd) Help() string {
	return `Lists every URL that was fetched and is no document, of whatever type and
status, one line each, in the order in which they were fetched first.
` + conditionHelp + `
EXAMPLES

    sluice pages --where 'status >= 400' --limit 20
    sluice pages --where 'title contains "thesis"' --json`
}

func (cmd *pagesCmd) Run(c *console) error {
	return cmd.run(c, "pages", urlColumns)
}

type documentsCmd struct{ listing }

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

func (cmd *documentsCmd) Run(c *console) error {
	return cmd.run(c, "documents", []column{
		{name: "genre"}, {name: "state"}, {name: "year"}, count("citations"), {name: "type"}, {name: "size", form: bytesOf, Column: screen.Column{Right: true}},
		{name: "title", Column: screen.Column{Give: true}}, {name: "url", Column: screen.Column{Give: true}}, {name: "reason", Column: screen.Column{Give: true}},
	})
}

type sitesCmd struct{ listing }

func (sitesCmd) Help() string {
	return `Lists the hosts that were asked, with what came of each.
` + conditionHelp + `
EXAMPLES

    sluice sites --where 'errors > 10'`
}

func (cmd *sitesCmd) Run(c *console) error {
	return cmd.run(c, "sites", []column{
		{name: "host", Column: screen.Column{Give: true}}, count("pages"), count("documents"), count("errors"), count("refused"),
		{name: "bytes", Column: screen.Column{Right: true}, form: bytesOf}, {name: "robots"}, {name: "given_up", Column: screen.Column{Give: true}},
	})
}

type linksCmd struct {
	listing
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

func (cmd *linksCmd) Run(c *console) error {
	if cmd.Candidates {
		return cmd.run(c, "candidates", []column{
			{name: "kind"}, {name: "value", Column: screen.Column{Give: true}}, {name: "cited_title", Column: screen.Column{Give: true}},
			{name: "cited_authors", Column: screen.Column{Give: true}}, {name: "title", Column: screen.Column{Give: true}},
		})
	}
	if cmd.Documents {
		return cmd.run(c, "citations", []column{
			{name: "url", Column: screen.Column{Give: true}}, {name: "page", Column: screen.Column{Give: true}}, {name: "text", Column: screen.Column{Give: true}},
		})
	}
	return cmd.run(c, "links", []column{
		{name: "from", Column: screen.Column{Give: true}}, {name: "to", Column: screen.Column{Give: true}}, count("count"), {name: "first_seen"},
	})
}

// column is a column of the catalogue as a table shows it.
type column struct {
	name string
	form func(any) string // nil: as it is
	screen.Column
}

func count(name string) column {
	return column{name: name, form: countOf, Column: screen.Column{Right: true}}
}

var urlColumns = []column{
	{name: "status", Column: screen.Column{Right: true}}, {name: "type"},
	{name: "size", form: bytesOf, Column: screen.Column{Right: true}}, {name: "depth", Column: screen.Column{Right: true}},
	{name: "url", Column: screen.Column{Give: true}}, {name: "title", Column: screen.Column{Give: true}},
	{name: "cause", Column: screen.Column{Give: true}},
}

func (l *listing) run(c *console, what string, columns []column) error {
	if l.Limit < 0 {
		return usagef("--limit: %d is negative; 0 is no limit", l.Limit)
	}
	lib, cat, err := openCatalogue(l.path())
	if err != nil {
		return err
	}
	defer lib.Close()
	list, err := cat.List(what, l.Where, l.Limit)
	if err != nil {
		if l.Where != "" {
			return usageError{err}
		}
		return err
	}
	defer list.Close()
	switch {
	case l.JSON:
		return writeJSON(c, list)
	case l.CSV:
		return writeCSV(c, list)
	}
	return c.writeTable(list, columns)
}

func writeJSON(c *console, list *catalogue.Listing) error {
	out := bufio.NewWriter(c.out)
	var line []byte
	for record, err := range list.All() {
		if err != nil {
			return err
		}
		line = append(list.AppendJSON(line[:0], record), '\n')
		if _, err := out.Write(line); err != nil {
			return err
		}
	}
	return out.Flush()
}

func writeCSV(c *console, list *catalogue.Listing) error {
	out := csv.NewWriter(c.out)
	if err := out.Write(list.Columns); err != nil {
		return err
	}
	line := make([]string, len(list.Columns))
	for record, err := range list.All() {
		if err != nil {
			return err
		}
		for i, value := range record {
			line[i] = textOf(value)
		}
		if err := out.Write(line); err != nil {
			return err
		}
	}
	out.Flush()
	return out.Error()
}

// tableRows is how many lines of a table are aligned at a time.
const tableRows = 1000

func (c *console) writeTable(list *catalogue.Listing, shown []column) error {
	table := screen.Table{Width: screen.TerminalWidth(c.out, 0)}
	places := make([]int, len(shown))
	for i, col := range shown {
		places[i] = slices.Index(list.Columns, col.name)
		col.Title = col.name
		table.Columns = append(table.Columns, col.Column)
	}
	flush := func() error {
		err := table.Write(c.out)
		table.Rows = table.Rows[:0]
		for i := range table.Columns {
			table.Columns[i].Title = "" // only above the first lines
		}
		return err
	}
	for record, err := range list.All() {
		if err != nil {
			return err
		}
		row := make([]string, len(shown))
		for i, col := range shown {
			form := textOf
			if col.form != nil {
				form = col.form
			}
			row[i] = form(record[places[i]])
		}
		if table.Rows = append(table.Rows, row); len(table.Rows) == tableRows {
			if err := flush(); err != nil {
				return err
			}
		}
	}
	return flush()
}

func textOf(value any) string {
	switch v := value.(type) {
	case nil:
		return ""
	case string:
		return v
	case int64:
		return strconv.FormatInt(v, 10)
	}
	return fmt.Sprint(value)
}

func countOf(value any) string {
	if n, ok := value.(int64); ok {
		return screen.Count(n)
	}
	return textOf(value)
}

func bytesOf(value any) string {
	if n, ok := value.(int64); ok {
		return screen.Bytes(n)
	}
	return textOf(value)
}
