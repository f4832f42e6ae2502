package crawler_test

import (
	"net/http"
	"strings"
	"testing"

	"sluice/crawl"
	"sluice/internal/catalogue"
	"sluice/internal/crawler"
)

// TestPageDeclaresLinkToDocument: outside of the scope only documents are fetched, and an ending is not the only sign of one.
func TestPageDeclaresLinkToDocument(t *testing.T) {
	const page, item = "http://a.test/", "http://b.test/download/1"
	for _, c := range []struct {
		name, head, body, header string
		want                     bool
	}{
		{"a link that says nothing", "", `<a href="` + item + `">Sorting by heaps</a>`, "", false},
		{"a text that names the format", "", `<a href="` + item + `">Sorting by heaps [PDF, 20 KB]</a>`, "", true},
		{"a second link whose text does", "", `<a href="` + item + `">Sorting by heaps</a> <a href="` + item + `">pdf</a>`, "", true},
		{"a program for the format", "", `<a href="` + item + `">PDF reader</a>`, "", false},
		{"the type of a link", "", `<a type="Application/PDF" href="` + item + `">PDF</a>`, "", true},
		{"another type", "", `<a type="text/html" href="` + item + `">PDF</a>`, "", false},
		{"an alternate", `<link rel=alternate type=application/pdf href="` + item + `">`, "", "", true},
		{"an item", `<link rel=item type="application/pdf" href="` + item + `">`, "", "", true},
		{"an item without a type", `<link rel=item href="` + item + `">`, "", "", false},
		{"a meta", `<meta name=citation_pdf_url content="` + item + `">`, `<a href="` + item + `">PDF</a>`, "", true},
		{"a meta alone", `<meta name=citation_pdf_url content="` + item + `">`, "", "", true},
		{"a meta of the page itself", `<meta name=citation_abstract_html_url content="` + item + `">`, "", "", false},
		{"a header", "", "", `<http://b.test/cite>; rel="cite-as", <` + item + `> ; rel="item" ; type="application/pdf"`, true},
		{"a header without quotation marks", "", "", `<` + item + `>;type=application/pdf;rel=item`, true},
		{"a header of another relation", "", "", `<` + item + `>; rel="describedby"; type="application/pdf"`, false},
		{"a header of another type", "", "", `<` + item + `>; rel="item"; type="text/html"`, false},
		{"a broken header", "", "", `<<` + item + `; rel="item", ; type="application/pdf`, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := newWeb(t, pages{
				"a.test/": func(w http.ResponseWriter, r *http.Request) {
					if c.header != "" {
						w.Header().Set("Link", c.header)
					}
					raw("text/html", "<title>A work</title>"+c.head+"<p>"+c.body)(w, r)
				},
				"b.test/download/1": file("application/pdf", pdf), "b.test/robots.txt": status(404),
			})
			o := run(t, crawl.Config{Seeds: []string{page}, Network: crawl.Network{Proxy: w.URL}})
			row, got := o.rows[item]
			if got != c.want {
				t.Fatalf("fetched: %t, want %t; refused %v", got, c.want, o.refused)
			}
			if got && (row.Kind != "foreign" || !row.Document || row.Parent != page || row.Intake != catalogue.ReadDocument) {
				t.Errorf("%+v", row)
			}
		})
	}
}

func TestMetadataOfPageIsALink(t *testing.T) {
	w := newWeb(t, pages{
		"a.test/":  raw("text/html", `<meta name=citation_pdf_url content="/get?id=1"><a href="/1">one</a><a href="/get?id=1">Full text</a>`),
		"a.test/1": html("One"), "a.test/get": file("application/pdf", pdf),
	})
	cat := newCatalogue(t)
	run(t, crawl.Config{Seeds: []string{"a.test"}, Network: crawl.Network{Proxy: w.URL}, Politeness: crawl.Politeness{PerHost: 1}}, crawler.Parts{Catalogue: cat})
	if order := w.inOrder(); len(order) != 3 || order[1] != "a.test/get?id=1" {
		t.Errorf("asked for %v; the document should come first", order)
	}
	links, err := cat.Documents.LinksTo(t.Context(), "http://a.test/get?id=1", 10)
	if err != nil || len(links) == 0 || links[0].Page != "http://a.test/" || !strings.Contains(links[0].Text+links[len(links)-1].Text, "Full text") {
		t.Errorf("links to it: %+v, %v", links, err)
	}
	if n, err := cat.CountFound(t.Context()); n != 1 || err != nil {
		t.Errorf("%d documents found, %v", n, err)
	}
}

func TestPageWithNameOfDocumentHasCause(t *testing.T) {
	login := html("Log in", "/elsewhere")
	w := newWeb(t, pages{
		"a.test/":          html("Home", "/paper.pdf", "/page", "http://b.test/foreign.pdf"),
		"a.test/paper.pdf": login, "a.test/page": html("Page"), "a.test/elsewhere": html("Elsewhere"), "b.test/foreign.pdf": login,
	})
	cfg := crawl.Config{Seeds: []string{"a.test"}, Network: crawl.Network{Proxy: w.URL}}
	parts := crawler.Parts{Catalogue: newCatalogue(t)}
	o := run(t, cfg, parts)
	const cause = "no document: a web page under the name of a document"
	wantCause(t, o, "http://a.test/paper.pdf", cause)
	wantCause(t, o, "http://b.test/foreign.pdf", cause)
	wantCause(t, o, "http://a.test/page", "")
	wantRequests(t, w, "a.test/", "a.test/elsewhere", "a.test/page", "a.test/paper.pdf", "b.test/foreign.pdf")
	r, err := parts.Catalogue.(*catalogue.Catalogue).Report(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if s := r.Library; s.Found != 2 || r.Totals.Documents != 0 || len(s.None) != 1 || s.None[0] != (catalogue.CauseCount{Cause: strings.TrimPrefix(cause, "no document: "), Documents: 2}) {
		t.Errorf("the report has %d found, none by cause %v", s.Found, s.None)
	}
}
