package hits

import (
	"io"
	"sluice/cmd/sluice/internal/screen"
	"strings"

	"sluice/search"
)

// result is the JSON form of a page of hits. Its keys are stable.
type result struct {
	Total    int                         `json:"total"`
	Pages    int                         `json:"pages"`    // of the total
	Complete int                         `json:"complete"` // of the total: they have all the words
	More     bool                        `json:"more"`     // there are more than the total
	Hits     []hit                       `json:"hits"`
	Facets   map[string][]map[string]any `json:"facets"`
	Notes    []string                    `json:"notes,omitempty"`

	Corrected  string `json:"corrected,omitempty"`    // what was searched, if words that nothing has were corrected
	Suggestion string `json:"did_you_mean,omitempty"` // the query with frequent words in the place of rare ones
}

// hit is the JSON form of one hit.
type hit struct {
	SHA256     string   `json:"sha256,omitempty"` // of a document
	URL        string   `json:"url"`
	Title      string   `json:"title"`
	Authors    []string `json:"authors,omitempty"`
	Year       int      `json:"year,omitempty"`
	Uncertain  bool     `json:"year_uncertain,omitempty"` // such a year is right less than nine times in ten
	Genre      string   `json:"genre,omitempty"`
	Type       string   `json:"type,omitempty"`
	Site       string   `json:"site,omitempty"`
	Language   string   `json:"language,omitempty"`
	Citations  int      `json:"citations"`
	LinkedFrom int      `json:"linked_from"`
	Score      float64  `json:"score"`
	Relevance  *float64 `json:"relevance,omitempty"` // to the topic of the library
	Partial    bool     `json:"partial,omitempty"`   // it has some of the words only
	Snippets   []string `json:"snippets,omitempty"`  // HTML, with <mark> around the words that were searched
	Also       []other  `json:"also,omitempty"`      // the other documents of its work
}

// WriteJSON writes the page as one JSON object.
func (p *Page) WriteJSON(w io.Writer) error {
	r := p.result
	out := result{Total: r.Total, Pages: r.Pages, Complete: r.Complete, More: r.More, Hits: []hit{}, Facets: map[string][]map[string]any{}, Notes: r.Notes,
		Corrected: r.Corrected, Suggestion: r.Suggestion}
	for i, h := range r.Hits {
		one := hit{URL: h.URL, Title: h.Title, Authors: h.Authors, Year: h.Year, Uncertain: p.uncertain[i], Genre: h.Genre, Type: h.Type, Site: h.Site,
			Language: h.Language, Citations: h.Citations, LinkedFrom: h.LinkedFrom, Score: h.Score, Relevance: h.Relevance, Partial: h.Partial, Also: p.others[i]}
		if !h.Page {
			one.SHA256 = h.Key
		}
		for _, s := range h.Snippets {
			one.Snippets = append(one.Snippets, highlighted(&s, htmlEscaper.Replace, "<mark>", "</mark>"))
		}
		out.Hits = append(out.Hits, one)
	}
	for name, counts := range r.Facets {
		out.Facets[name] = facetValues(counts)
	}
	return screen.WriteJSON(w, out, "")
}

// facetValues returns the counts of one facet, the most frequent value first; never null.
func facetValues(counts []search.Count) []map[string]any {
	values := []map[string]any{}
	for _, v := range counts {
		values = append(values, map[string]any{"value": v.Value, "count": v.N})
	}
	return values
}

var htmlEscaper = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;")
