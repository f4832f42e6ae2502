// Package hits writes the result of a search, for people or as JSON.
//
// [New] adds to the hits the other documents of their works, which the index does not know.
package hits

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"strconv"
	"strings"

	"sluice/cmd/sluice/internal/screen"
	"sluice/internal/catalogue"
	"sluice/library"
	"sluice/search"
)

// A Catalogue knows the formats and versions of a document, and how it is named in short.
type Catalogue interface {
	ShortHash(ctx context.Context, sha256 string) (string, error)
	Versions(ctx context.Context, sha256 string) ([]catalogue.Version, error)
	YearIsUncertain(ctx context.Context, sha256 string) (bool, error)
}

// A Page is one page of the result of a search.
type Page struct {
	offset    int // hits before this page
	result    *search.Result
	others    [][]other // of each hit
	short     []string  // the short hash of each hit that is a document
	uncertain []bool    // whether the year of each hit is
}

// other is another accepted document of a hit's work.
type other struct {
	Kind   string `json:"kind"` // "format" or "version"
	SHA256 string `json:"sha256"`
	Type   string `json:"type"`
	URL    string `json:"url,omitempty"`
}

// New returns the page of results that a query has brought.
func New(ctx context.Context, cat Catalogue, q search.Query, found *search.Result) (*Page, error) {
	p := &Page{offset: q.Offset, result: found, others: make([][]other, len(found.Hits)), short: make([]string, len(found.Hits)),
		uncertain: make([]bool, len(found.Hits))}
	for i, h := range found.Hits {
		if h.Page {
			continue
		}
		var err error
		if p.short[i], err = cat.ShortHash(ctx, h.Key); err != nil {
			return nil, err
		}
		if h.Year > 0 {
			if p.uncertain[i], err = cat.YearIsUncertain(ctx, h.Key); err != nil {
				return nil, err
			}
		}
		versions, err := cat.Versions(ctx, h.Key)
		if err != nil {
			return nil, err
		}
		for _, v := range versions {
			if v.State == library.Accepted {
				p.others[i] = append(p.others[i], other{cmp.Or(v.Kind, "version"), v.SHA256, v.Type, v.URL})
			}
		}
	}
	return p, nil
}

// Write writes the hits for people to out, and notes about the query to notes.
func (p *Page) Write(out, notes io.Writer) error {
	for _, note := range p.result.Notes {
		fmt.Fprintln(notes, screen.Escape(note))
	}
	if p.result.Total == 0 {
		_, err := fmt.Fprintln(notes, "No matches. Rejected and waiting documents are not searched; `sluice documents` lists them.")
		return err
	}
	mark, unmark := "*", "*"
	if screen.HasStyle(out) {
		mark, unmark = screen.Bold, screen.Normal
	}
	var b strings.Builder
	for i, h := range p.result.Hits {
		fmt.Fprintf(&b, "%d. %s\n", p.offset+i+1, screen.Escape(cmp.Or(h.Title, h.URL)))
		if facts := facts(&h, p.uncertain[i]); facts != "" {
			fmt.Fprintf(&b, "   %s\n", screen.Escape(facts))
		}
		fmt.Fprintf(&b, "   %s\n", screen.Escape(h.URL))
		if p.short[i] != "" {
			fmt.Fprintf(&b, "   document %s\n", p.short[i])
		}
		writeOthers(&b, p.others[i])
		for _, s := range h.Snippets {
			fmt.Fprintf(&b, "   %s\n", highlighted(&s, screen.Escape, mark, unmark))
		}
		fmt.Fprintln(&b)
	}
	more := ""
	if p.result.More {
		more = "more than "
	}
	fmt.Fprintf(&b, "%s%s", more, counted(p.result))
	if last := p.offset + len(p.result.Hits); last < p.result.Total {
		fmt.Fprintf(&b, "; --offset %d shows the next", last)
	}
	fmt.Fprintln(&b)
	writeFacets(&b, p.result.Facets)
	_, err := io.WriteString(out, screen.Wrap(b.String(), screen.TerminalWidth(out, 0)))
	return err
}

// counted returns the numbers of documents and of pages that were found.
func counted(r *search.Result) string {
	documents, pages := screen.Counted(int64(r.Total-r.Pages), "document"), screen.Counted(int64(r.Pages), "page")
	switch {
	case r.Pages == 0:
		return documents
	case r.Pages == r.Total:
		return pages
	}
	return documents + ", " + pages
}

// facts returns authors, year, genre, citations and relevance of a hit in a line.
func facts(h *search.Hit, yearIsUncertain bool) string {
	var parts []string
	if len(h.Authors) > 0 {
		parts = append(parts, authors(h.Authors))
	}
	if h.Year > 0 {
		parts = append(parts, screen.Uncertain(strconv.Itoa(h.Year), yearIsUncertain))
	}
	if h.Genre != "" {
		parts = append(parts, h.Genre)
	} else if h.Page {
		parts = append(parts, "page")
	}
	if !h.Page && h.Citations+h.LinkedFrom > 0 {
		parts = append(parts, fmt.Sprintf("%s, linked from %s", screen.Counted(int64(h.Citations), "citation"), screen.Counted(int64(h.LinkedFrom), "page")))
	}
	if h.Relevance != nil {
		parts = append(parts, fmt.Sprintf("relevance %.2f", *h.Relevance))
	}
	return strings.Join(parts, " · ")
}

// The most of a hit that is shown to people; JSON has all of it.
const (
	maxAuthors = 4
	maxOthers  = 3
)

// authors returns the first authors in a line, and the number of the others.
func authors(names []string) string {
	if len(names) > maxAuthors {
		return strings.Join(names[:maxAuthors], ", ") + fmt.Sprintf(" and %d more", len(names)-maxAuthors)
	}
	return strings.Join(names, ", ")
}

// writeOthers writes the first formats and versions of the same work, and the number of the others.
func writeOthers(out *strings.Builder, others []other) {
	for _, o := range others[:min(len(others), maxOthers)] {
		if o.Kind == "format" {
			fmt.Fprintf(out, "   also as %s: %s\n", o.Type, screen.Escape(o.URL))
		} else {
			fmt.Fprintf(out, "   another version, %s: %s\n", o.Type, screen.Escape(o.URL))
		}
	}
	if more := len(others) - maxOthers; more > 0 {
		fmt.Fprintf(out, "   and %s more of this work\n", screen.Counted(int64(more), "document"))
	}
}

// highlighted returns a snippet with marks around the words that were searched. The text is
// escaped, the marks are not.
func highlighted(s *search.Snippet, escape func(string) string, mark, unmark string) string {
	var b strings.Builder
	at := 0
	for _, span := range s.Marks {
		b.WriteString(escape(s.Text[at:span.Start]) + mark + escape(s.Text[span.Start:span.End]) + unmark)
		at = span.End
	}
	b.WriteString(escape(s.Text[at:]))
	return b.String()
}

const (
	maxFacets  = 6  // values of each
	facetWidth = 40 // bytes of one
)

// writeFacets writes the most frequent values of each facet, by which a user may narrow the search.
func writeFacets(out *strings.Builder, facets map[string][]search.Count) {
	for _, name := range []string{"genre", "year", "site", "subject", "language"} {
		counts := facets[name]
		if len(counts) < 2 { // one value says nothing about how to narrow the search
			continue
		}
		var parts []string
		for _, v := range counts[:min(len(counts), maxFacets)] {
			parts = append(parts, fmt.Sprintf("%s %s", screen.Escape(screen.Shorten(lastPart(v.Value), facetWidth)), screen.Count(int64(v.N))))
		}
		if len(counts) > maxFacets {
			parts = append(parts, "…")
		}
		fmt.Fprintf(out, "%-9s %s\n", name, strings.Join(parts, ", "))
	}
}

// lastPart returns the last part of a subject within its scheme: "A > B > C" is C.
func lastPart(s string) string { return strings.TrimSpace(s[strings.LastIndex(s, "> ")+1:]) }
