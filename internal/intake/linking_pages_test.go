package intake_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"sluice/internal/catalogue"
	"sluice/library"
	"sluice/search"
)

// linked records a page that links to documents by these URLs.
func (d *desk) linked(from, html string, to ...string) {
	d.t.Helper()
	d.got(from, "html", html, catalogue.IndexPage)
	d.link(from, "PDF", to...)
}

// link records links of a page to documents, all with one text.
func (d *desk) link(from, text string, to ...string) {
	d.t.Helper()
	d.serial++
	g := &catalogue.Group{Serial: d.serial}
	for _, url := range to {
		g.DocumentAnchors = append(g.DocumentAnchors, catalogue.Anchor{Page: from, URL: url, Text: text})
	}
	if err := d.Catalogue.Commit(d.t.Context(), g); err != nil {
		d.t.Fatal(err)
	}
}

// said returns the values of a document's field with their sources.
func (d *desk) said(url, name string) (all []string) {
	d.t.Helper()
	for _, f := range d.document(url).Fields {
		if f.Name == name {
			all = append(all, f.Value+" ("+f.Source+")")
		}
	}
	return all
}

func (d *desk) says(url, name string, want ...string) {
	d.t.Helper()
	if got := d.said(url, name); !slices.Equal(got, want) {
		d.t.Errorf("%s of %s: %q, want %q", name, url, got, want)
	}
}

func TestSignpostsAreRead(t *testing.T) {
	const paperURL, landing = "http://a.example/get?n=5", "http://a.example/works/5"
	post := map[string]string{
		"author": "https://orcid.org/0000-0002-1825-0097", "cite-as": "https://doi.org/10.5555/sand.5", "license": "https://creativecommons.org/licenses/by/4.0/",
		"describedby": "/works/5.json", "item": paperURL, "type": "https://schema.org/ScholarlyArticle",
	}
	var header, elements strings.Builder
	for rel, to := range post {
		header.WriteString(", <" + to + `>; rel="` + rel + `"`)
		elements.WriteString(`<link rel="` + rel + `" href="` + to + `">`)
	}
	const csl = `[{"title":"Sorting by Heaps of Sand","container-title":"Journal of Heaps","author":[{"family":"Lee","given":"Ann"}],"issued":{"date-parts":[[2011,4]]}}]`
	for _, c := range []struct {
		name, source string
		header       string // of the document
		pageHeader   string
		page         string
	}{
		{"in the document's header", "header", header.String()[2:], "", ""},
		{"in the landing page's header", "linking page", `<` + landing + `>; rel=collection`, header.String()[2:], "<p>Sand"},
		{"as the landing page's elements", "linking page", `<` + landing + `>; rel=collection`, "", elements.String()},
		{"as the elements of a page that links", "linking page", "", "", elements.String() + `<a href="` + paperURL + `">PDF</a>`},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := newDesk(t)
			d.headers = map[string]http.Header{paperURL: {"Link": {c.header}}, landing: {"Link": {c.pageHeader}}}
			d.bodies["http://a.example/works/5.json"] = csl
			d.linked(landing, c.page)
			if strings.Contains(c.page, "PDF") {
				d.linked(landing, c.page, paperURL)
			}
			d.got(paperURL, "tex", paper("Sorting by Heaps of Sand", "Ann Lee", "sandheaps"), catalogue.ReadDocument)
			d.process()
			d.says(paperURL, "doi", "10.5555/sand.5 ("+c.source+")")
			d.says(paperURL, "orcid", "0000-0002-1825-0097 ("+c.source+")")
			d.says(paperURL, "license", "https://creativecommons.org/licenses/by/4.0/ ("+c.source+")")
			d.says(paperURL, "venue", "Journal of Heaps (linking page)")
			if authors := d.said(paperURL, "author"); len(authors) != 1 {
				t.Errorf("authors %q", authors)
			}
		})
	}
}

func TestSignpostsOfAnotherWorkAreIgnored(t *testing.T) {
	d := newDesk(t)
	const paperURL = "http://a.example/5.tex"
	d.linked("http://a.example/works/6", `<link rel=item href=/6.tex><link rel=cite-as href="https://doi.org/10.5555/6"><a href=/5.tex>the one before</a>`, paperURL)
	d.linked("http://a.example/", `<link rel=license href=/terms><link rel=author href="https://orcid.org/0000-0002-1825-0097"><a href=/5.tex>one</a>`, paperURL)
	d.got(paperURL, "tex", paper("Sorting by Heaps of Sand", "Ann Lee", "sandheaps"), catalogue.ReadDocument)
	d.process()
	for _, name := range []string{"doi", "orcid", "license"} {
		d.says(paperURL, name)
	}
}

func TestEntryBesideLinkIsRead(t *testing.T) {
	const url = "http://a.example/sand.tex"
	const entry = "@article{lee,\n  title = {Sorting by Heaps of Sand},\n  author = {Lee, Ann},\n  journal = {Heaps &amp; Piles}\n}"
	for name, html := range map[string]string{
		"in a pre":              "<pre>" + entry + "</pre>",
		"in pieces":             "<div style='display:none'>" + strings.ReplaceAll(entry, "\n", "<br>\n<span class=k>") + "</div>",
		"in an attribute":       `<button data-bibtex="` + strings.ReplaceAll(entry, "\n", "&#10;") + `">cite</button>`,
		"with its sign encoded": "<pre>" + strings.Replace(entry, "@", "&#64;", 1) + "</pre>",
		"among others":          "<pre>@book{x, title={Other Sand}, journal={No}}</pre><pre>" + entry + "</pre><pre>@misc{y, title={Gravel}, journal={No}}</pre>",
	} {
		t.Run(name, func(t *testing.T) {
			d := newDesk(t)
			d.linked("http://a.example/", "<p>Mail ann@a.example (Ann Lee)<li><a href=sand.tex>PDF</a> "+html, url)
			d.got(url, "tex", paper("Sorting by Heaps of Sand", "Ann Lee", "sandheaps"), catalogue.ReadDocument)
			d.process()
			d.says(url, "venue", "Heaps & Piles (bibtex)")
		})
	}
	t.Run("far away", func(t *testing.T) {
		d := newDesk(t)
		d.linked("http://a.example/", "<a href=sand.tex>PDF</a>"+strings.Repeat("<p>Much else.", 5000)+entry, url)
		d.got(url, "tex", paper("Sorting by Heaps of Sand", "Ann Lee", "sandheaps"), catalogue.ReadDocument)
		d.process()
		d.says(url, "venue")
	})
}

func TestLinksByRedirectAndToParentCount(t *testing.T) {
	d := newDesk(t)
	const url, via, parent = "http://a.example/store/5", "http://a.example/download?id=5", "http://a.example/list"
	d.linked("http://b.example/", `<a href="`+via+`">Ann Lee's heaps</a>`, via)
	d.linked("http://c.example/", `<a href="`+url+`">The sand paper</a>`, url)
	d.got(parent, "html", `<a href="/store/5">Sand, sorted</a>`, catalogue.IndexPage)
	d.from = catalogue.Fetch{Fetch: library.Fetch{Parent: parent, Via: []string{via}}}
	d.got(url, "tex", paper("Sorting by Heaps of Sand", "Ann Lee", "sandheaps"), catalogue.ReadDocument)
	d.process()
	all, err := d.Catalogue.Documents.LinksToDocument(t.Context(), d.document(url).SHA256, 10)
	if err != nil {
		t.Fatal(err)
	}
	texts := map[string]bool{}
	for _, c := range all {
		texts[c.Page+" "+c.Text] = true
	}
	for _, want := range []string{"http://b.example/ Ann Lee's heaps", "http://c.example/ The sand paper", parent + " Sand, sorted"} {
		if !texts[want] {
			t.Errorf("links %v, want %q among them", texts, want)
		}
	}
}

func TestDOIOfALinkingPageFindsTheDocument(t *testing.T) {
	const url, landing, doi = "http://a.example/sand.tex", "http://a.example/sand", "10.5555/sand(5).7"
	for name, html := range map[string]string{
		"in the metadata of its landing page": `<meta name=citation_title content="Sorting by Heaps of Sand"><meta name=citation_pdf_url content="/sand.tex"><meta name=citation_doi content="` + doi + `"><a href=sand.tex>PDF</a>`,
		"in an entry beside the link":         `<a href=sand.tex>PDF</a><pre>@article{lee, title={Sorting by Heaps of Sand}, doi={` + doi + `}}</pre>`,
	} {
		t.Run(name, func(t *testing.T) {
			d := newDesk(t)
			d.linked(landing, html, url)
			d.got(url, "tex", paper("Sorting by Heaps of Sand", "Ann Lee", "sandheaps"), catalogue.ReadDocument)
			d.process()
			for query, want := range map[string]string{doi: url, "https://doi.org/" + doi: url, "10.5555/sand(5).8": ""} {
				if got := d.found(query); got != want {
					t.Errorf("%s: found %q, want %q", query, got, want)
				}
			}
		})
	}
}

// found returns the URLs of the documents that a query finds.
func (d *desk) found(query string) string {
	d.t.Helper()
	r, err := d.Index.Search(d.t.Context(), search.Query{Text: query, Kind: search.Documents})
	if err != nil {
		d.t.Fatal(err)
	}
	var all []string
	for _, h := range r.Hits {
		all = append(all, h.URL)
	}
	return strings.Join(all, " ")
}

func TestLinksToADocumentFindIt(t *testing.T) {
	d := newDesk(t)
	const url = "http://a.example/sand.tex"
	d.linked("http://b.example/", `<a href="`+url+`">Quail gravels (PDF)</a>`, url)
	d.got(url, "tex", paper("Sorting by Heaps of Sand", "Ann Lee", "sandheaps"), catalogue.ReadDocument)
	d.process()
	for _, c := range []struct{ query, want string }{{"gravels", url}, {"pdf", ""}, {"pebbles", ""}} {
		if got := d.found(c.query); got != c.want {
			t.Errorf("%s: found %q, want %q", c.query, got, c.want)
		}
	}
	d.link("http://b.example/", "Owlish pebbles", url) // found later
	if err := d.Refresh(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got := d.found("pebbles"); got != url {
		t.Errorf("pebbles: found %q, want %q", got, url)
	}
}
