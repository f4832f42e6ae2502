package landing

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"sluice/document/bibliography"
	"sluice/page"
	"sluice/weburl"
)

// answer returns the answer that has a page. Lines of the header are "Name: value".
func answer(t testing.TB, url, html string, header ...string) Answer {
	t.Helper()
	u, err := weburl.Parse(url)
	if err != nil {
		t.Fatal(err)
	}
	a := Answer{URL: u, Header: http.Header{}, Body: []byte(html)}
	for _, line := range header {
		name, value, _ := strings.Cut(line, ": ")
		a.Header.Add(name, value)
	}
	parser := page.Parser{Resources: true}
	a.Page = parser.Parse(a.Body, page.Source{URL: u})
	return a
}

// describe returns candidates as lines "kind URL (rule)", guessed ones with a question mark.
func describe(candidates []Candidate) []string {
	var lines []string
	for _, c := range candidates {
		mark := ""
		if c.Guessed {
			mark = "?"
		}
		lines = append(lines, fmt.Sprintf("%s%s %s (%s)", c.Kind, mark, c.URL, c.Rule))
	}
	return lines
}

// pageTest is a page and the candidates that it must yield.
type pageTest struct {
	name, url, html string
	header          []string
	record          *bibliography.Record
	want            []string
}

// run runs the tests of a table.
func run(t *testing.T, tests []pageTest) {
	t.Helper()
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			a := answer(t, tt.url, tt.html, tt.header...)
			a.Record = tt.record
			if got := describe(Candidates(a)); !slices.Equal(got, tt.want) {
				t.Errorf("candidates:\n%s\nwant:\n%s", strings.Join(got, "\n"), strings.Join(tt.want, "\n"))
			}
		})
	}
}

// TestStatedFiles reads pages that name the file in a header, a meta or a link element.
func TestStatedFiles(t *testing.T) {
	run(t, []pageTest{
		{name: "Highwire meta, relative", url: "https://j.example/a/1", html: `<meta name="citation_pdf_url" content="/a/1.pdf">`,
			want: []string{"paper https://j.example/a/1.pdf (meta citation_pdf_url)"}},
		{name: "meta as property, with space", url: "https://j.example/a/1", html: `<meta property="Citation_PDF_URL" content=" https://j.example/a/1.pdf
			">`, want: []string{"paper https://j.example/a/1.pdf (meta citation_pdf_url)"}},
		{name: "bepress meta", url: "https://c.example/u/1", html: `<meta name="bepress_citation_pdf_url" content="https://c.example/cgi/viewcontent.cgi?article=1001&amp;context=u">`,
			want: []string{"paper https://c.example/cgi/viewcontent.cgi?article=1001&context=u (meta bepress_citation_pdf_url)"}},
		{name: "meta that names the page itself", url: "https://j.example/a/1", html: `<meta name="citation_pdf_url" content="https://j.example/a/1">`},
		{name: "Signposting in the header", url: "https://r.example/1", html: `<p>A work</p>`,
			header: []string{`Link: <https://r.example/1/license>; rel="license", <https://r.example/1/f>; rel="item"; type="application/pdf"`, `Link: <https://r.example/1/f.csv>; rel=item; type="text/csv"`},
			want:   []string{"paper https://r.example/1/f (header rel=item)"}},
		{name: "link set in the header", url: "https://r.example/1", html: `<p>A work</p>`, header: []string{`Link: <https://r.example/1/linkset>; rel="linkset"; type="application/linkset+json"`},
			want: []string{"interface https://r.example/1/linkset (header rel=linkset)"}},
		{name: "link element", url: "https://p.example/1", html: `<link rel="alternate" type="application/pdf" href="/1.pdf"><link rel="alternate" type="application/rss+xml" href="/rss">`,
			want: []string{"paper https://p.example/1.pdf (link rel=alternate)"}},
		{name: "full text as HTML and XML", url: "https://j.example/a/1", html: `<meta name="citation_fulltext_html_url" content="/a/1/full"><meta name="citation_xml_url" content="/a/1/xml">`,
			want: []string{"text https://j.example/a/1/full (meta citation_fulltext_html_url)", "text https://j.example/a/1/xml (meta citation_xml_url)"}},
		{name: "identifier and linked data", url: "https://j.example/a/7654321", html: `<meta name="DC.identifier" content="https://j.example/files/7654321.pdf"><meta name="DC.identifier" content="doi:10.1/x">
			<script type="application/ld+json">{"@type":"ScholarlyArticle","headline":"A work","encoding":{"@type":"MediaObject","contentUrl":"https://j.example/media/7654321.pdf"}}</script>`,
			want: []string{"paper https://j.example/files/7654321.pdf (meta dc.identifier)", "paper https://j.example/media/7654321.pdf (meta schema.encoding)"}},
		{name: "meta of a template without a value", url: "https://j.example/a/1", html: `<meta name="citation_pdf_url" content="https://j.example/undefined">`},
		{name: "meta that names a page around the file", url: "https://j.example/a/1", html: `<meta name="citation_pdf_url" content="https://j.example/doi/epdf/10.1/x">`,
			want: []string{"wrapper https://j.example/doi/epdf/10.1/x (meta citation_pdf_url)"}},
		{name: "meta of Wolters Kluwer", url: "https://j.example/a/1", html: `<meta name="wkhealth_pdf_url" content="https://j.example/pdf/1">`,
			want: []string{"paper https://j.example/pdf/1 (meta wkhealth_pdf_url)"}},
		{name: "no file", url: "https://j.example/a/1", html: `<meta name="citation_title" content="A work"><p>Abstract</p>`},
	})
}
