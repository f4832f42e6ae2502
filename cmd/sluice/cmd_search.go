package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"sluice"
	"sluice/cmd/sluice/internal/screen"
	"sluice/internal/catalogue"
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

func (cmd *searchCmd) Run(c *console) error {
	q, err := cmd.query()
	if err != nil {
		return err
	}
	lib, err := open(cmd.path())
	if err != nil {
		return err
	}
	defer lib.Close()
	found, err := lib.Search(context.Background(), q)
	var wrong *fulltext.QueryError
	if errors.As(err, &wrong) {
		return usageError{err}
	}
	if err != nil {
		return err
	}
	others, err := othersOf(context.Background(), lib, found.Hits)
	if err != nil {
		return err
	}
	if cmd.JSON {
		return json.NewEncoder(c.out).Encode(resultOf(found, others))
	}
	return c.writeResult(q, found, others)
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

// other is another accepted document of a hit's work.
type other struct {
	Kind   string `json:"kind"` // "format" or "version"
	SHA256 string `json:"sha256"`
	Type   string `json:"type"`
	URL    string `json:"url,omitempty"`
}

// othersOf gives the other documents of each hit's work.
func othersOf(ctx context.Context, lib *sluice.Library, hits []fulltext.Hit) ([][]other, error) {
	cat, err := lib.Catalogue(context.Background())
	if err != nil {
		return nil, err
	}
	all := make([][]other, len(hits))
	for i, h := range hits {
		if h.Page {
			continue
		}
		versions, err := cat.Versions(ctx, h.Key)
		if err != nil {
			return nil, err
		}
		for _, v := range versions {
			if v.State == catalogue.Accepted {
				all[i] = append(all[i], other{cmp.Or(v.Kind, "version"), v.SHA256, v.Type, v.URL})
			}
		}
	}
	return all, nil
}

// writeResult prints hits as people read them.
func (c *console) writeResult(q fulltext.Query, r *fulltext.Result, others [][]other) error {
	for _, note := range r.Notes {
		fmt.Fprintln(c.err, screen.Escape(note))
	}
	if r.Total == 0 {
		fmt.Fprintln(c.err, "Nothing was found. What is rejected or waits to be read is not searched; `sluice documents` lists it.")
		return nil
	}
	for i, h := range r.Hits {
		c.writeHit(q.Offset+i+1, &h, others[i])
	}
	more := ""
	if r.More {
		more = "more than "
	}
	fmt.Fprintf(c.out, "%s%s", more, screen.Counted(int64(r.Total), "hit"))
	if last := q.Offset + len(r.Hits); last < r.Total {
		fmt.Fprintf(c.out, "; --offset %d shows the next", last)
	}
	fmt.Fprintln(c.out)
	return c.writeFacets(r.Facets)
}

func (c *console) writeHit(n int, h *fulltext.Hit, others []other) {
	title := h.Title
	if title == "" {
		title = h.URL
	}
	fmt.Fprintf(c.out, "%d. %s\n", n, screen.Escape(title))
	var facts []string
	if len(h.Authors) > 0 {
		facts = append(facts, people(h.Authors))
	}
	if h.Year > 0 {
		facts = append(facts, strconv.Itoa(h.Year))
	}
	if h.Genre != "" {
		facts = append(facts, h.Genre)
	} else if h.Page {
		facts = append(facts, "page")
	}
	if !h.Page {
		facts = append(facts, "cited by "+screen.Counted(int64(h.Citations), "page"))
	}
	if len(facts) > 0 {
		fmt.Fprintf(c.out, "   %s\n", screen.Escape(strings.Join(facts, " · ")))
	}
	fmt.Fprintf(c.out, "   %s\n", screen.Escape(h.URL))
	for _, o := range others[:min(len(others), othersShown)] {
		if o.Kind == "format" {
			fmt.Fprintf(c.out, "   also as %s: %s\n", o.Type, screen.Escape(o.URL))
		} else {
			fmt.Fprintf(c.out, "   another version, %s: %s\n", o.Type, screen.Escape(o.URL))
		}
	}
	if more := len(others) - othersShown; more > 0 {
		fmt.Fprintf(c.out, "   and %s more of this work\n", screen.Counted(int64(more), "document"))
	}
	mark, unmark := "*", "*"
	if screen.IsTerminal(c.out) {
		mark, unmark = "\x1b[1m", "\x1b[0m"
	}
	for _, s := range h.Snippets {
		fmt.Fprintf(c.out, "   %s\n", highlighted(&s, mark, unmark))
	}
	fmt.Fprintln(c.out)
}

const (
	peopleShown = 4
	othersShown = 3
)

func people(names []string) string {
	if len(names) > peopleShown {
		return strings.Join(names[:peopleShown], ", ") + fmt.Sprintf(" and %d more", len(names)-peopleShown)
	}
	return strings.Join(names, ", ")
}

// highlighted gives a snippet with marks around what was looked for.
func highlighted(s *fulltext.Snippet, mark, unmark string) string {
	var b strings.Builder
	at := 0
	for _, span := range s.Marks {
		b.WriteString(screen.Escape(s.Text[at:span.Start]))
		b.WriteString(mark + screen.Escape(s.Text[span.Start:span.End]) + unmark)
		at = span.End
	}
	b.WriteString(screen.Escape(s.Text[at:]))
	return b.String()
}

const (
	facetsShown = 6  // values of each
	facetWidth  = 40 // bytes of one
)

// facetName is the last part of what has parts: of a subject within its scheme.
func facetName(s string) string { return strings.TrimSpace(s[strings.LastIndex(s, "> ")+1:]) }

func (c *console) writeFacets(facets map[string][]fulltext.Count) error {
	for _, name := range []string{"genre", "year", "site", "subject", "language"} {
		counts := facets[name]
		if len(counts) < 2 {
			continue
		}
		var parts []string
		for _, v := range counts[:min(len(counts), facetsShown)] {
			parts = append(parts, fmt.Sprintf("%s %s", screen.Escape(screen.Shorten(facetName(v.Value), facetWidth)), screen.Count(int64(v.N))))
		}
		if len(counts) > facetsShown {
			parts = append(parts, "…")
		}
		if _, err := fmt.Fprintf(c.out, "%-9s %s\n", name, strings.Join(parts, ", ")); err != nil {
			return err
		}
	}
	return nil
}

// result is what a search has found, as JSON.
type result struct {
	Total  int                         `json:"total"`
	More   bool                        `json:"more"`
	Hits   []hit                       `json:"hits"`
	Facets map[string][]map[string]any `json:"facets"`
	Notes  []string                    `json:"notes,omitempty"`
}

type hit struct {
	SHA256    string   `json:"sha256,omitempty"` // of a document
	URL       string   `json:"url"`
	Title     string   `json:"title"`
	Authors   []string `json:"authors,omitempty"`
	Year      int      `json:"year,omitempty"`
	Genre     string   `json:"genre,omitempty"`
	Type      string   `json:"type,omitempty"`
	Site      string   `json:"site,omitempty"`
	Language  string   `json:"language,omitempty"`
	Citations int      `json:"citations"`
	Score     float64  `json:"score"`
	Snippets  []string `json:"snippets,omitempty"` // with <mark> around what was looked for
	Also      []other  `json:"also,omitempty"`     // the other documents of its work
}

func resultOf(r *fulltext.Result, others [][]other) result {
	out := result{Total: r.Total, More: r.More, Hits: []hit{}, Facets: map[string][]map[string]any{}, Notes: r.Notes}
	for i, h := range r.Hits {
		one := hit{URL: h.URL, Title: h.Title, Authors: h.Authors, Year: h.Year, Genre: h.Genre, Type: h.Type, Site: h.Site,
			Language: h.Language, Citations: h.Citations, Score: h.Score, Also: others[i]}
		if !h.Page {
			one.SHA256 = h.Key
		}
		for _, s := range h.Snippets {
			one.Snippets = append(one.Snippets, marked(&s))
		}
		out.Hits = append(out.Hits, one)
	}
	for name, counts := range r.Facets {
		out.Facets[name] = []map[string]any{}
		for _, v := range counts {
			out.Facets[name] = append(out.Facets[name], map[string]any{"value": v.Value, "count": v.N})
		}
	}
	return out
}

var htmlMarks = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;")

// marked gives a snippet as HTML text.
func marked(s *fulltext.Snippet) string {
	var b strings.Builder
	at := 0
	for _, span := range s.Marks {
		b.WriteString(htmlMarks.Replace(s.Text[at:span.Start]) + "<mark>" + htmlMarks.Replace(s.Text[span.Start:span.End]) + "</mark>")
		at = span.End
	}
	b.WriteString(htmlMarks.Replace(s.Text[at:]))
	return b.String()
}
