package main

import (
	"context"
	"errors"
	"strconv"
	"strings"

	"sluice/cmd/sluice/internal/hits"
	"sluice/library"
	"sluice/search"
)

// searchCmd searches the full-text index.
type searchCmd struct {
	folder
	Query    []string `arg:"" optional:"" help:"The query; without one, everything that matches the flags is found."`
	Author   string   `placeholder:"NAME" help:"Only this author."`
	Title    string   `placeholder:"WORDS" help:"Only these words in the title."`
	Subject  string   `placeholder:"WORDS" help:"Only this subject."`
	Keyword  string   `placeholder:"WORDS" help:"Only this keyword."`
	Year     string   `placeholder:"YEAR" help:"Only this year, or a range such as 2001..2005, 2001.. or ..1999."`
	Type     string   `placeholder:"GENRE" help:"Only this genre, such as thesis, or this format, such as pdf."`
	Language string   `placeholder:"CODE" help:"Only this language, such as en."`
	Site     string   `placeholder:"HOST" help:"Only this host and its subdomains."`
	Where    []string `sep:"none" placeholder:"CONDITION" help:"Only what meets a condition, as in lists, such as 'relevance > 0.7'. If repeated, all must be met."`
	Kind     string   `enum:"all,documents,pages" default:"all" help:"Search documents, pages, or both."`
	Sort     string   `enum:"relevance,citations,linked_from,year,topic" default:"relevance" help:"Show the best matches first, the most cited, those to which most pages of other hosts link, the newest, or the most relevant to the topic of the library."`
	Limit    int      `default:"10" placeholder:"N" help:"Show N hits."`
	Offset   int      `placeholder:"N" help:"Skip the first N hits."`
	JSON     bool     `name:"json" help:"Print one JSON object: total, hits with snippets, facets, notes."`
}

// Help returns the long text of `sluice search`.
func (searchCmd) Help() string {
	return `Searches the accepted documents and the indexed pages (see --index of ` + "`sluice crawl`" + `) by
their words. Words match in all their forms, in British and American spelling. CS414 and CS 414 find each other. Text that a site repeats on its pages, such as menus, is not searched.
While a crawl runs, new documents are found after about a second.

Documents come first, then pages; ` + "`--kind documents` or `--kind pages`" + ` shows one of the two. In each group, those with all the words
come first; if they are few, those with some of the words follow. If the query has two to five words, what has them near each other or in a field such as
the title comes first: documents, then pages. The other documents and the other pages follow. Words next to each other, in the title, among the authors, in headings
and in the texts of links to a document count more.

If no text has a word, it is taken for a misspelt one, and a note says which similar word is searched instead. If very few have it, a note asks whether a
similar, frequent word was meant. Words that any text of the language has, such as "does", are never taken for misspelt. For a word with
diacritics, only words that texts have with the same diacritics are similar.

QUERIES

` + "`neural networks`: Both words, or if few have both, one of them. A whole sentence may be asked.\n\n" +
		"`\"neural networks\"`: The phrase must be there, as written.\n\n" +
		"`+neural networks, neural AND networks`: The marked word must be there; both must.\n\n" +
		"`title:logic author:\"donald knuth\"`: In a field: title, author, subject, keyword, abstract.\n\n" +
		"`10.1000/182, doi:10.1000/182`: The texts that have this DOI, or a longer one that begins with it.\n\n" +
		"`lisp OR scheme, -java, NOT java`: One or the other; without this word. Parentheses do not group.\n\n" +
		"`algo*, algoritm~`: Words that begin with this; words that differ in one or two letters.\n\n" +
		"`year:2001..2005 site:cs.example.edu genre:thesis type:pdf language:en`: The same as the flags." + `

--where takes conditions on the columns of documents and pages, such as their relevance to the topic of the library (` + "`sluice help where`" + `).

AND, OR and NOT are operators only in capitals and between words; within quotation marks they are words. -5 is a number. If nothing has all that must be
there, notes say what would be found without it. In a text of more than 24 words, no word must be there and no sign has a meaning. Among several
arguments, one with a space in it is a phrase. To exclude a word that begins like a flag (-database is -d), write NOT.

The documents of one work (formats, versions) are one hit, which lists the others. A document has a short hash, such as
3fa94c17, which ` + "`sluice show`, `open` and `edit`" + ` accept. A year with a question mark (2004?) is
uncertain, right less than nine times in ten; --year finds it, too. Each hit shows how many works
in the library cite it, and how many pages of other hosts link to it. Without words in the query, the most cited documents come first, then the others by
title. Below the hits, the genres, years, hosts and languages of all matches are counted, with every document of a work.

EXAMPLES

    sluice search 'focused crawling'
    sluice search 'crawling' --where 'relevance > 0.7'
    sluice search --author marsh --year 2015.. --sort citations
    sluice search '"reinforcement learning" -games' --json`
}

// Run searches and adds to each hit the other documents of its work. An invalid query is wrong use.
func (cmd *searchCmd) Run(ctx context.Context, c *console) (err error) {
	q, err := cmd.query()
	if err != nil {
		return err
	}
	lib, err := open(ctx, cmd.path(ctx))
	if err != nil {
		return err
	}
	defer closeAfter(&err, lib)
	cat, err := lib.Catalogue(ctx)
	if err != nil {
		return err
	}
	found, err := lib.Search(ctx, q)
	// A malformed query is invalid use (exit code 2), like a wrong flag.
	if _, wrong := errors.AsType[*search.QueryError](err); wrong {
		return usageError{err}
	}
	if _, wrong := errors.AsType[*library.QueryError](err); wrong {
		return usagef("--where: %w", err)
	}
	if err != nil {
		return err
	}
	page, err := hits.New(ctx, cat.Documents, q, found)
	if err != nil {
		return err
	}
	if cmd.JSON {
		return page.WriteJSON(c.out)
	}
	return page.Write(c.out, c.notes)
}

// The values of --kind and --sort. The parser of the command line has checked that they are keys.
var (
	searchKinds = map[string]search.Kind{"all": search.Both, "documents": search.Documents, "pages": search.Pages}
	searchSorts = map[string]search.Sort{"relevance": search.ByRelevance, "citations": search.ByCitations, "year": search.ByYear, "linked_from": search.ByLinks, "topic": search.ByTopic}
)

// query returns the query of the flags. The words are passed on as they are: package fulltext has the
// query language, and its errors name the word.
func (cmd *searchCmd) query() (search.Query, error) {
	q := search.Query{
		Text: queryText(cmd.Query), Kind: searchKinds[cmd.Kind], Sort: searchSorts[cmd.Sort], Limit: cmd.Limit, Offset: cmd.Offset,
		Filters: search.Filters{Author: cmd.Author, Title: cmd.Title, Subject: cmd.Subject, Keyword: cmd.Keyword, Language: cmd.Language, Site: cmd.Site,
			Where: all(cmd.Where)},
	}
	if cmd.Limit < 1 || cmd.Limit > search.MaxLimit {
		return q, usagef("--limit: %d; must be 1 to %d", cmd.Limit, search.MaxLimit)
	}
	if cmd.Offset < 0 || cmd.Offset > search.MaxOffset {
		return q, usagef("--offset: %d; must be 0 to %d", cmd.Offset, search.MaxOffset)
	}
	// Genres and formats share one flag, because no name is both.
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
			return q, usagef("--year: %q is not a year; write 2001, 2001..2005, 2001.. or ..1999", cmd.Year)
		}
		*end.year = n
	}
	return q, nil
}

// queryText returns the words of a command line as one query. The shell removes quotation marks: among several words, one with a space in it
// was quoted, and is a phrase.
func queryText(words []string) string {
	text := make([]string, len(words))
	for i, w := range words {
		if len(words) > 1 && strings.Contains(w, " ") && !strings.ContainsAny(w, `":+*~`) && !strings.HasPrefix(w, "-") {
			w = `"` + w + `"`
		}
		text[i] = w
	}
	return strings.Join(text, " ")
}
