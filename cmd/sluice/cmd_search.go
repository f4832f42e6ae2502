package main

import (
	"context"
	"errors"
	"strconv"
	"strings"

	"sluice/cmd/sluice/internal/hits"
	"sluice/internal/fulltext"
)

type searchCmd struct {
	folder
	Query    []string `arg:"" optional:"" help:"What to look for; without it everything that meets the flags."`
	Author   string   `placeholder:"NAME" help:"By this author."`
	Title    string   `placeholder:"WORDS" help:"With these words in the title."`
	Subject  string   `placeholder:"WORDS" help:"Of this subject."`
	Keyword  string   `placeholder:"WORDS" help:"With this keyword."`
	Year     string   `placeholder:"YEAR" help:"Of this year, or of years such as 2001..2005, 2001.. or ..1999."`
	Type     string   `placeholder:"GENRE" help:"Of this genre, such as thesis, or format, such as pdf."`
	Language string   `placeholder:"CODE" help:"In this language, such as en."`
	Site     string   `placeholder:"HOST" help:"Of this host, or of one below it."`
	Kind     string   `enum:"all,documents,pages" default:"all" help:"Look for documents, for pages, or for both."`
	Sort     string   `enum:"relevance,citations,year" default:"relevance" help:"Show the best first, the most cited, or the newest."`
	Limit    int      `default:"10" placeholder:"N" help:"Show N hits."`
	Offset   int      `placeholder:"N" help:"Pass over the first N hits."`
	JSON     bool     `name:"json" help:"Print one JSON object: total, hits with snippets, facets, notes."`
}

func (searchCmd) Help() string {
	return `Finds the accepted documents, and the pages that were made searchable (see --index
of ` + "`sluice crawl`" + `), by their words. Words are found in all their forms; a hit has all of
them, or, where nothing has, as many as possible, which a note tells. While a crawl runs, what was taken in last is
found a second later.

QUERIES

` + "`neural networks`, `neural AND networks`: Both words.\n\n`\"neural networks\"`: The phrase, as written.\n\n" +
		"`title:logic author:\"donald knuth\"`: In a field: title, author, subject, keyword, abstract.\n\n" +
		"`lisp OR scheme, -java, NOT java`: One or the other; not this. Parentheses do not group.\n\n" +
		"`algo*, algoritm~`: Words that begin so; words that differ in a letter or two.\n\n" +
		"`year:2001..2005 site:cs.example.edu genre:thesis type:pdf language:en`: Of these years, of this host, and so on." + `

AND, OR and NOT are such in capitals only; within quotation marks they are words.

The documents of one work (formats, versions) are one hit, which names the others. Each shows how many pages of other hosts link to it.
Without words to look for the most cited come first, then all by title. Below the hits stand the
genres, years, hosts and languages of all matches, each document of a work for itself.

EXAMPLES

    sluice search 'focused crawling'
    sluice search --author marsh --year 2015.. --sort citations
    sluice search '"reinforcement learning" -games' --json`
}

func (cmd *searchCmd) Run(ctx context.Context, c *console) error {
	q, err := cmd.query()
	if err != nil {
		return err
	}
	lib, err := open(cmd.path())
	if err != nil {
		return err
	}
	defer lib.Close()
	found, err := lib.Search(ctx, q)
	var wrong *fulltext.QueryError
	if errors.As(err, &wrong) {
		return usageError{err}
	}
	if err != nil {
		return err
	}
	cat, err := lib.Catalogue(ctx)
	if err != nil {
		return err
	}
	page, err := hits.New(ctx, cat, q, found)
	if err != nil {
		return err
	}
	if cmd.JSON {
		return page.WriteJSON(c.out)
	}
	return page.Write(c.out, c.err)
}

var (
	searchKinds = map[string]fulltext.Kind{"all": fulltext.Both, "documents": fulltext.Documents, "pages": fulltext.Pages}
	searchSorts = map[string]fulltext.Sort{"relevance": fulltext.ByRelevance, "citations": fulltext.ByCitations, "year": fulltext.ByYear}
)

func (cmd *searchCmd) query() (fulltext.Query, error) {
	q := fulltext.Query{
		Text: strings.Join(cmd.Query, " "), Kind: searchKinds[cmd.Kind], Sort: searchSorts[cmd.Sort], Limit: cmd.Limit, Offset: cmd.Offset,
		Filters: fulltext.Filters{Author: cmd.Author, Title: cmd.Title, Subject: cmd.Subject, Keyword: cmd.Keyword, Language: cmd.Language, Site: cmd.Site},
	}
	if cmd.Limit < 1 || cmd.Limit > fulltext.MaxLimit {
		return q, usagef("--limit: %d; want 1 to %d", cmd.Limit, fulltext.MaxLimit)
	}
	if cmd.Offset < 0 || cmd.Offset > fulltext.MaxOffset {
		return q, usagef("--offset: %d; want 0 to %d", cmd.Offset, fulltext.MaxOffset)
	}
	if isGenre(cmd.Type) {
		q.Filters.Genre = cmd.Type
	} else {
		q.Filters.Type = cmd.Type
	}
	if cmd.Year == "" {
		return q, nil
	}
	from, to, isRange := strings.Cut(cmd.Year, "..")
	if !isRange {
		to = from
	}
	for _, end := range []struct {
		text string
		year *int
	}{{from, &q.Filters.From}, {to, &q.Filters.To}} {
		if end.text == "" {
			continue
		}
		n, err := strconv.Atoi(end.text)
		if err != nil || n < 1 {
			return q, usagef("--year: %q is no year; write 2001, 2001..2005, 2001.. or ..1999", cmd.Year)
		}
		*end.year = n
	}
	return q, nil
}
