package describe_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"reflect"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"sluice/document/content"
	"sluice/document/describe"
	"sluice/document/genre"
	"sluice/page"
)

// sheet lays lines out on pages of 612 by 792 points: each is "y x size
// font|text", a font with "Bold" being bold.
func sheet(lines ...string) *content.Document {
	d := &content.Document{Type: "pdf", Pages: 1, Width: 612, Height: 792}
	for _, l := range lines {
		looks, text, _ := strings.Cut(l, "|")
		var c content.Line
		if _, err := fmt.Sscan(looks, &c.Y, &c.X, &c.Size, &c.Font); err != nil {
			panic(l + ": " + err.Error())
		}
		c.Text, c.H, c.W, c.Bold = text, c.Size*1.1, c.Size*0.5*float64(len(text)), strings.Contains(c.Font, "Bold")
		c.Page = d.Pages - 1
		d.Lines = append(d.Lines, c)
		d.Text += text + "\n"
	}
	return d
}

// prose is a paragraph of running text from y down.
func prose(y int) []string {
	var lines []string
	for i := range 12 {
		lines = append(lines, fmt.Sprintf("%d 72 10 Roman|so that the water runs through the sieve and what remains in it is gold", y+12*i))
	}
	return lines
}

var kindsOfTitlePages = []authoredPage{
	{"a paper with banner, footnote marks and addresses", append([]string{
		"40 72 9 Roman|Journal of Placer Mining 12 (2004) 101-117",
		"90 100 17 Bold|How Sieves Keep Gold:",
		"110 120 17 Bold|A Study of Running Water∗",
		"150 100 11 Roman|Jane Q. Roe†, Piotr Nowak1,2 and Li Wei‡",
		"165 120 10 Italic|Department of Hydrology, University of Sandport",
		"180 150 9 Mono|{roe,nowak,liwei}@sandport.example",
		"210 72 11 Bold|Abstract",
	}, prose(230)...), "How Sieves Keep Gold: A Study of Running Water", []string{"Jane Q. Roe", "Piotr Nowak", "Li Wei"}},
	{"authors in columns, each with an address below", append([]string{
		"70 100 18 Bold|Gravel Sorting Revisited",
		"110 80 12 Roman|Anna Keller", "110 250 12 Roman|Miguel Ortega", "110 420 12 Roman|Yuki Tanaka",
		"125 80 10 Roman|Sandport College", "125 250 10 Roman|Gravel Institute", "125 420 10 Roman|Pebble Labs",
		"138 80 9 Mono|anna@sand.example", "138 250 9 Mono|ortega@gravel.example", "138 420 9 Mono|yt@pebble.example",
		"170 72 11 Bold|1 Introduction",
	}, prose(190)...), "Gravel Sorting Revisited", []string{"Anna Keller", "Miguel Ortega", "Yuki Tanaka"}},
	{"a thesis in capitals, set wide", []string{
		"110 150 14 Bold|ON THE MOTION OF",
		"140 130 14 Bold|SEDIMENT IN SHALLOW RIVERS",
		"240 200 11 Roman|A dissertation submitted to the",
		"255 200 11 Roman|University of Sandport",
		"270 200 11 Roman|in partial fulfillment of the requirements for the degree of",
		"285 200 11 Roman|Doctor of Philosophy",
		"320 280 11 Roman|by",
		"340 240 12 Roman|MARIA VAN DER VELDE",
		"400 240 11 Roman|Advisor: Professor John Stone",
		"500 260 11 Roman|June 1998",
	}, "On the Motion of Sediment in Shallow Rivers", []string{"Maria van der Velde"}},
	{"a report with its series, number and date", append([]string{
		"50 72 12 Roman|Sandport Technical Report 2011-08-001",
		"100 100 20 Roman|Better panning parameters",
		"140 200 12 Roman|Roger Waters",
		"155 200 10 Mono|roger@panning.example",
		"170 200 12 Roman|August 20, 2011",
	}, prose(200)...), "Better panning parameters", []string{"Roger Waters"}},
	{"an archive's stamp up the margin and a large drop of nothing", append([]string{
		"60 72 9 Roman|To appear in the Proceedings of the 4th Symposium on Sieves, 2001",
		"90 150 16 Bold|Sieves and Colanders",
		"120 200 11 Roman|Tom O’Brien and Søren Ægir Jr.",
		"150 72 10 Bold|Abstract. We compare sieves with colanders and find that both have holes of",
	}, prose(170)...), "Sieves and Colanders", []string{"Tom O’Brien", "Søren Ægir Jr."}},
	{"persons and institutions line by line", append([]string{
		"85 45 14 Bold|Trommels: Rotating Sieves for Everyone",
		"120 45 10 Roman|ELENA ROSSI, Universita di Ghiaia, Italy",
		"135 45 10 Roman|NIKOS PAPADAKIS, Sandport University, Norway",
		"150 45 10 Roman|LÉA MARTIN, CNRS, France",
	}, prose(180)...), "Trommels: Rotating Sieves for Everyone", []string{"Elena Rossi", "Nikos Papadakis", "Léa Martin"}},
	{"initials that are words elsewhere", append([]string{
		"90 100 17 Bold|How Sieves Keep Gold",
		"150 100 11 Roman|Geoffrey E Hill, Michael Y Li, Jane E Roe and Ana Y Paz",
	}, prose(230)...), "How Sieves Keep Gold", []string{"Geoffrey E Hill", "Michael Y Li", "Jane E Roe", "Ana Y Paz"}},
	{"names joined by y and e", append([]string{
		"90 100 17 Bold|How Sieves Keep Gold",
		"150 100 11 Roman|Miguel Ortega y Elena Rossi e Carlos Pinto",
	}, prose(230)...), "How Sieves Keep Gold", []string{"Miguel Ortega", "Elena Rossi", "Carlos Pinto"}},
	{"letters as marks that have run into the names", append([]string{
		"90 100 17 Bold|How Sieves Keep Gold",
		"150 100 11 Roman|Jane Roea, Karl Millerb,∗, Peter Hilla",
		"170 100 9 Roman|a University of Sandport",
		"185 100 9 Roman|b Gravel Institute",
	}, prose(230)...), "How Sieves Keep Gold", []string{"Jane Roe", "Karl Miller", "Peter Hill"}},
	{"letters as marks apart from names that end in them", append([]string{
		"90 100 17 Bold|How Sieves Keep Gold",
		"150 100 11 Roman|Maria Garcia a, Anna Silva a, Laura Costa a",
		"170 100 9 Roman|a University of Sandport",
	}, prose(230)...), "How Sieves Keep Gold", []string{"Maria Garcia", "Anna Silva", "Laura Costa"}},
	{"raised letters beside names that end in them", append([]string{
		"90 100 17 Bold|How Sieves Keep Gold",
		"150 100 11 Roman|Maria Garcia", "152 167 6 Roman|a", "150 170 11 Roman|, Anna Silva", "152 236 6 Roman|a", "150 246 11 Roman|, Laura Costa", "152 319 6 Roman|a",
		"170 100 9 Roman|a University of Sandport",
	}, prose(230)...), "How Sieves Keep Gold", []string{"Maria Garcia", "Anna Silva", "Laura Costa"}},
	{"one author whose name ends as a mark would", append([]string{
		"90 100 17 Bold|How Sieves Keep Gold",
		"150 100 11 Roman|Yuki Tanaka",
		"170 100 9 Roman|a University of Sandport",
	}, prose(230)...), "How Sieves Keep Gold", []string{"Yuki Tanaka"}},
}

func TestTitlePageOfEachKindIsUnderstood(t *testing.T) {
	for _, c := range kindsOfTitlePages {
		t.Run(c.name, func(t *testing.T) {
			x := describe.Describe(sheet(c.lines...), describe.Around{})
			if got := x.Get("title"); got != c.title {
				t.Errorf("title %q, want %q", got, c.title)
			}
			if got := x.All("author"); !slices.Equal(got, c.authors) {
				t.Errorf("authors %q, want %q", got, c.authors)
			}
		})
	}
}

const paper = `Sandport Workshop on Sieves, 2003, pp. 1-9

What Remains in the Sieve

Jane Roe
Sandport University
jane.roe@sandport.example

Karl von Stein
Gravel Institute, Zürich

Abstract
We describe how a sieve keeps what is large and lets go what is small. The water
runs through it. What re-
mains is weighed, and the weight is compared with that of earlier sieves.

Keywords: sieves; running water; gold.

1 Introduction

Sieves have been known for long [1, 2]. They are used in kitchens and in rivers, and the
literature on them is large. We add to it what we have found in the last years.

References

[1] J. Roe and K. von Stein. On the mesh of sieves. Journal of Mesh, 12(3):4-17, 1999.
doi:10.1234/mesh.1999.7.
[2] Smith, A., Jones, B. C.: The kitchen strainer, reconsidered. In: Proc. Kitchen 2001, pp. 1-10 (2001)
[3] L. Brook, "Where rivers keep their gold," Trans. Rivers, vol. 7, 2002. http://rivers.example/gold.pdf
`

func TestTextWithoutLayoutIsUnderstood(t *testing.T) {
	x := describe.Describe(&content.Document{Type: "ps", Text: paper}, describe.Around{})
	want := map[string][]string{
		"title":    {"What Remains in the Sieve"},
		"author":   {"Jane Roe", "Karl von Stein"},
		"keyword":  {"sieves", "running water", "gold"},
		"year":     {"2003"},
		"language": {"en"},
		"abstract": {"We describe how a sieve keeps what is large and lets go what is small. The water runs through it. What remains is weighed, and the weight is compared with that of earlier sieves."},
	}
	for name, values := range want {
		if got := x.All(name); !slices.Equal(got, values) {
			t.Errorf("%s %q, want %q", name, got, values)
		}
	}
}

func TestSchoolIsTheVenueOfAThesis(t *testing.T) {
	d := sheet("110 150 16 Bold|Sediment in Shallow Rivers", "200 280 11 Roman|by", "220 240 12 Roman|Maria Keller", "300 200 11 Roman|University of Sandport")
	d.Lines = append(d.Lines, sheet(prose(400)...).Lines...)
	if got := describe.Describe(d, describe.Around{Genre: genre.Thesis}).Get("venue"); got != "University of Sandport" {
		t.Errorf("venue %q", got)
	}
	if got := describe.Describe(d, describe.Around{Genre: genre.Paper}).Get("venue"); got != "" {
		t.Errorf("venue of a paper %q", got)
	}
}

func TestReferencesAreSplitAndRead(t *testing.T) {
	x := describe.Describe(&content.Document{Type: "ps", Text: paper}, describe.Around{})
	var got []content.Reference
	for _, r := range x.References {
		if r.Raw == "" {
			t.Error("a reference without its text")
		}
		r.Raw = ""
		got = append(got, r)
	}
	want := []content.Reference{
		{Title: "On the mesh of sieves", Authors: []string{"J. Roe", "K. von Stein"}, Year: 1999, DOI: "10.1234/mesh.1999.7"},
		{Title: "The kitchen strainer, reconsidered", Authors: []string{"A. Smith", "B. C. Jones"}, Year: 2001},
		{Title: "Where rivers keep their gold", Authors: []string{"L. Brook"}, Year: 2002, URL: "http://rivers.example/gold.pdf"},
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("references\n%+v\nwant\n%+v", got, want)
	}
}

func TestReferencesWithoutMarksAreSplitByShape(t *testing.T) {
	for name, section := range map[string]string{
		"hanging indent": "Roe, J. (1999). On the mesh of sieves, and on what\n    passes through it. Journal of Mesh 12.\nBrook, L. and Smith, A. (2001). Where rivers keep\n    their gold. Sandport Press.\n",
		"empty lines":    "Roe, J. (1999). On the mesh of sieves, and on what\npasses through it. Journal of Mesh 12.\n\nBrook, L. and Smith, A. (2001). Where rivers keep\ntheir gold. Sandport Press.\n",
		"nothing":        "Roe, J. (1999). On the mesh of sieves, and on what\npasses through it. Journal of Mesh 12.\nBrook, L. and Smith, A. (2001). Where rivers keep\ntheir gold. Sandport Press.\n",
		"in German":      "Roe, J. (1999). On the mesh of sieves, and on what\npasses through it. Journal of Mesh 12.\n\nBrook, L. and Smith, A. (2001). Where rivers keep\ntheir gold. Sandport Press.\n",
	} {
		heading := "References"
		if name == "in German" {
			heading = "Literaturverzeichnis"
		}
		x := describe.Describe(&content.Document{Text: "Some Title of a Paper\n\n" + strings.Repeat("running text of it\n", 30) + heading + "\n\n" + section}, describe.Around{})
		var titles []string
		for _, r := range x.References {
			titles = append(titles, fmt.Sprint(r.Year, " ", r.Title))
		}
		want := []string{"1999 On the mesh of sieves, and on what passes through it", "2001 Where rivers keep their gold"}
		if !slices.Equal(titles, want) {
			t.Errorf("%s: %q, want %q", name, titles, want)
		}
	}
}

func TestReferencesAreSeparatedFromOtherText(t *testing.T) {
	body := "Some Title of a Paper\n\n" + strings.Repeat("running text of it\n", 30)
	page := func(from, to int) string {
		var b strings.Builder
		for n := from; n <= to; n++ {
			fmt.Fprintf(&b, "[%d] J. Roe and K. Brook. The sieve of number %c%c. Journal of Mesh, 200%d.\n", n, 'A'+n, 'a'+n, n)
		}
		return b.String()
	}
	for name, c := range map[string]struct {
		text   string
		n      int
		titles []string // of the first and the last
	}{
		"heads of pages repeat the heading": {"\fBibliography\n" + page(1, 3) + "41\n\fBibliography\n" + page(4, 6) + "42\n\fBibliography\n" + page(7, 9),
			9, []string{"The sieve of number Bb", "The sieve of number Jj"}},
		"a word of the text that ends its line": {"references.\nThey were left out. See [1] for more of them, and for what is said there.\n" + strings.Repeat("more of the text\n", 30) + "References\n" + page(1, 3),
			3, []string{"The sieve of number Bb", "The sieve of number Dd"}},
		"one alone": {"References\n[1] J. Roe. The mesh of sieves. Sandport Press, 2004.\nA Data Formats\n" + strings.Repeat("the text of an appendix\n", 30),
			1, []string{"The mesh of sieves", "The mesh of sieves"}},
		"an appendix behind": {"References\n" + page(1, 4) + "\f" + strings.Repeat("the text of an appendix, which goes on\n", 60),
			4, []string{"The sieve of number Bb", "The sieve of number Ee"}},
		"bare numbers": {"References\n1 J. Roe. The mesh of sieves.\nSandport Press, 2004.\n2 K. Brook. Where rivers keep gold. Sandport Press, 2005.\n",
			2, []string{"The mesh of sieves", "Where rivers keep gold"}},
		"initials in the middle": {"References\n[1] Jane A. Roe, Karl B. Brook, and Mary C. Stone. The mesh of sieves. Sandport Press, 2004.\n[2] Mary C. Stone. Where rivers keep gold. Sandport Press, 2005.\n",
			2, []string{"The mesh of sieves", "Where rivers keep gold"}},
		"years behind the authors": {"References\nJane Roe, Karl Brook, and Mary Stone. 2004.\nSieve Meshes in Rivers. Journal of Mesh 1 (2004), 3–9.\nhttps://doi.org/10.1234/mesh.1\nMary Stone and Jane Roe. 2005. Where rivers keep gold.\nIn Proceedings of the Sieves. 4–5. https://doi.org/10.1234/mesh.2\n",
			2, []string{"Sieve Meshes in Rivers", "Where rivers keep gold"}},
		"given names, and a dash for the same author": {"References\nRoe, Jane, 1970. Sieves and their meshes. Journal of Mesh 3: 1–9.\n——, 1971. More meshes of sieves. Journal of Mesh 4: 1–9.\nStone, Mary & Karl Brook, 1972. Where rivers keep gold. Sandport: Sandport Press.\n",
			3, []string{"Sieves and their meshes", "Where rivers keep gold"}},
	} {
		got := describe.Describe(&content.Document{Text: body + c.text}, describe.Around{}).References
		if len(got) != c.n {
			t.Errorf("%s: %d references, want %d: %+v", name, len(got), c.n, got)
			continue
		}
		if titles := []string{got[0].Title, got[c.n-1].Title}; !slices.Equal(titles, c.titles) {
			t.Errorf("%s: %q, want %q", name, titles, c.titles)
		}
		if last := got[c.n-1].Raw; len(last) > 150 {
			t.Errorf("%s: the last one is %q", name, last)
		}
	}
}

func TestPlausibleFileMetadataIsUsed(t *testing.T) {
	lines := append([]string{
		"90 100 17 Bold|How Sieves Keep Gold",
		"150 100 11 Roman|Jane Roe",
	}, prose(230)...)
	for _, c := range []struct {
		title string
		both  bool // the file's title is kept beside that of the page
	}{
		{"Microsoft Word - paper_final3.doc", false}, {"paper.dvi", false}, {"untitled", false}, {"PowerPoint Presentation", false}, {"sieve-05", false},
		{"A Title That Is Nowhere on the Page", true},
	} {
		d := sheet(lines...)
		d.Fields = []content.Field{{Name: "title", Value: c.title}, {Name: "author", Value: "root"}}
		x := describe.Describe(d, describe.Around{})
		if got := x.Get("title"); got != "How Sieves Keep Gold" {
			t.Errorf("file says %q: title %q", c.title, got)
		}
		kept := slices.ContainsFunc(x.Fields, func(f describe.Field) bool { return f.Name == "title" && f.Source == describe.File })
		if kept != c.both {
			t.Errorf("file says %q: kept is %v, want %v", c.title, kept, c.both)
		}
		if got := x.All("author"); !slices.Equal(got, []string{"Jane Roe"}) {
			t.Errorf("authors %q", got)
		}
	}
	d := sheet(lines...)
	d.Fields = []content.Field{{Name: "title", Value: "How sieves keep gold"}}
	alone, both := describe.Describe(sheet(lines...), describe.Around{}), describe.Describe(d, describe.Around{})
	if a, b := alone.Fields[0].Confidence, both.Fields[0].Confidence; b <= a {
		t.Errorf("confidence %v when the file agrees, %v when it is silent", b, a)
	}
}

func TestStylesOfOfficeFilesAreUsed(t *testing.T) {
	d := &content.Document{Type: "docx", Lines: []content.Line{
		{Text: "Sandport University", Style: ""}, {Text: "Sieves in Theory", Style: "title"}, {Text: "and in Practice", Style: "subtitle"},
		{Text: "Zyx Wvutsr", Style: "author"}, {Text: "Institute of Gravel", Style: "affiliation"}, {Text: "Introduction", Style: "heading 1"},
	}}
	for _, l := range d.Lines {
		d.Text += l.Text + "\n"
	}
	x := describe.Describe(d, describe.Around{})
	if got := x.Get("title"); got != "Sieves in Theory and in Practice" {
		t.Errorf("title %q", got)
	}
	if got := x.All("author"); !slices.Equal(got, []string{"Zyx Wvutsr"}) {
		t.Errorf("authors %q", got)
	}
}

func TestPagesReadByOCRAreTrustedLess(t *testing.T) {
	d := &content.Document{Type: "docx", Pages: 3, Text: "Sieves in Theory\nZyx Wvutsr\n", Lines: []content.Line{{Text: "Sieves in Theory", Style: "title"}, {Text: "Zyx Wvutsr", Style: "author"}}}
	printed := describe.Describe(d, describe.Around{})
	d.OCR = 2
	seen := describe.Describe(d, describe.Around{})
	if got := seen.Get("ocr"); got != "2 of 3 pages" || printed.Get("ocr") != "" {
		t.Errorf("ocr %q, without it %q", got, printed.Get("ocr"))
	}
	of := func(x *describe.Description) float64 {
		i := slices.IndexFunc(x.Fields, func(f describe.Field) bool { return f.Name == "title" })
		return x.Fields[max(0, i)].Confidence
	}
	if a, b := of(seen), of(printed); a >= b || a < 0.5*b {
		t.Errorf("title by OCR %.2f, printed %.2f", a, b)
	}
}

func TestLinkingPagesAreRead(t *testing.T) {
	const url = "http://sandport.example/papers/sieve.pdf"
	garbled := &content.Document{Type: "pdf", Pages: 3, Text: strings.Repeat("\x01 ~ # $ % & ! \n", 40)}
	for _, c := range []struct {
		name, source string
		link         describe.Link
		header       http.Header
		want         map[string]string
	}{
		{"anchor", describe.LinkingPage, describe.Link{Page: "http://sandport.example/", Anchor: "What Remains in the Sieve (PDF)"}, nil,
			map[string]string{"title": "What Remains in the Sieve"}},
		{"anchor that says nothing", describe.FileName, describe.Link{Page: "http://sandport.example/", Anchor: "Download full text PDF"}, nil, map[string]string{"title": "sieve"}},
		{"anchor of one word", describe.LinkingPage, describe.Link{Page: "http://sandport.example/", Anchor: "Sieves (PDF, 2 MB)"}, nil, map[string]string{"title": "Sieves"}},
		{"Highwire", describe.LinkingPage, describe.Link{Page: "http://sandport.example/papers/", Metas: []page.Meta{{Name: "citation_pdf_url", Content: "sieve.pdf"},
			{Name: "citation_title", Content: "What Remains"}, {Name: "citation_author", Content: "Roe, Jane"}, {Name: "citation_author", Content: "Stein, Karl von"},
			{Name: "citation_publication_date", Content: "2003/05/01"}, {Name: "citation_doi", Content: "doi:10.1234/AB.5"}}}, nil,
			map[string]string{"title": "What Remains", "author": "Jane Roe; Karl von Stein", "year": "2003", "doi": "10.1234/ab.5"}},
		{"Highwire of another document", describe.FileName, describe.Link{Page: "http://sandport.example/papers/", Metas: []page.Meta{
			{Name: "citation_pdf_url", Content: "other.pdf"}, {Name: "citation_title", Content: "Another"}}}, nil, map[string]string{"title": "sieve"}},
		{"Dublin Core", describe.LinkingPage, describe.Link{Page: "http://sandport.example/", Metas: []page.Meta{{Name: "dc.title", Content: "What Remains"}, {Name: "dc.creator", Content: "Roe, Jane"}}}, nil,
			map[string]string{"title": "What Remains", "author": "Jane Roe"}},
		{"schema.org", describe.LinkingPage, describe.Link{Page: "http://sandport.example/", Metas: []page.Meta{{Name: "schema.type", Content: "ScholarlyArticle"},
			{Name: "schema.headline", Content: "What Remains"}, {Name: "schema.author", Content: "Jane Roe"}, {Name: "schema.datePublished", Content: "2003-01-02"}}}, nil,
			map[string]string{"title": "What Remains", "author": "Jane Roe", "year": "2003"}},
		{"BibTeX", describe.BibTeX, describe.Link{Page: "http://sandport.example/", BibTeX: `@inproceedings{x, title={What {R}emains}, author={Roe, Jane and {\'E}mile Zola}, booktitle={Proc. Sieves}, year=2003}`}, nil,
			map[string]string{"title": "What Remains", "author": "Jane Roe; Émile Zola", "year": "2003", "venue": "Proc. Sieves"}},
		{"Signposting", describe.Header, describe.Link{}, http.Header{"Link": {`<https://doi.org/10.5555/12345>; rel="cite-as", <https://x.example/>; rel="author"`,
			`<https://orcid.org/0000-0002-1825-0097>; rel=author; type="text/html", <https://orcid.org/0000-0002-1825-0098>; rel=author, </terms> ; rel="license nofollow"`}},
			map[string]string{"doi": "10.5555/12345", "orcid": "0000-0002-1825-0097", "license": "http://sandport.example/terms", "author": ""}},
		{"Signposting's item, with Dublin Core", describe.LinkingPage, describe.Link{Page: "http://sandport.example/works/", Metas: []page.Meta{
			{Name: "link.item", Content: "../papers/sieve.pdf"}, {Name: "link.cite-as", Content: "https://doi.org/10.5555/1"}},
			Records: []string{`<?xml version="1.0"?><r xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:t="http://purl.org/dc/terms/"><dc:title>What Remains</dc:title><dc:creator>Roe, Jane</dc:creator><t:issued>2003</t:issued><dc:rights>https://x.example/by</dc:rights></r>`}}, nil,
			map[string]string{"title": "What Remains", "author": "Jane Roe", "year": "2003", "doi": "10.5555/1", "license": "https://x.example/by"}},
		{"Signposting's collection, with CSL-JSON", describe.LinkingPage, describe.Link{Page: "http://sandport.example/works/5",
			Records: []string{`{"title":"What Remains","author":[{"family":"Stein","given":"Karl","non-dropping-particle":"von"},{"literal":"The Sieve Group"}],"issued":{"date-parts":[["2003",5]]},"volume":7}`}},
			http.Header{"Link": {`</works/5>; rel="collection"`}},
			map[string]string{"title": "What Remains", "author": "Karl von Stein; The Sieve Group", "year": "2003", "volume": "7"}},
		{"a landing page with BibTeX", describe.BibTeX, describe.Link{Page: "http://sandport.example/works/5", Metas: []page.Meta{{Name: "link.item", Content: url}},
			Records: []string{"@article{x, title={What Remains}, journal={Mesh}}"}}, nil, map[string]string{"title": "What Remains", "venue": "Mesh"}},
		{"metadata of many works", describe.FileName, describe.Link{Page: "http://sandport.example/works/5", Metas: []page.Meta{{Name: "link.item", Content: url}},
			Records: []string{"@misc{x, title={What Remains}} @misc{y, title={Another}}", `[{"title":"What Remains"},{"title":"Another"}]`, "<html><title>What Remains</title>", "{", "[", "<"}}, nil,
			map[string]string{"title": "sieve"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			x := describe.Describe(garbled, describe.Around{URL: url, Header: c.header, Links: []describe.Link{c.link}})
			for name, want := range c.want {
				if got := strings.Join(x.All(name), "; "); got != want {
					t.Errorf("%s %q, want %q", name, got, want)
				}
			}
			for _, f := range x.Fields {
				if _, ok := c.want[f.Name]; ok && f.Source != c.source {
					t.Errorf("%s comes from %q, want %q", f.Name, f.Source, c.source)
				}
			}
		})
	}
}

func TestMetadataOfAnotherWorkIsIgnored(t *testing.T) {
	const url = "http://sandport.example/papers/sieve.pdf"
	own, other := "What Remains in the Sieve", "On the Motion of Sediment"
	entry := func(title, more string) string {
		return "@article{x, title={" + title + "}, author={Poe, Ann}, journal={Journal of Mesh}, doi={10.1234/mesh.7}" + more + "}"
	}
	metas := func(name, title string) []page.Meta {
		return []page.Meta{{Name: "schema.type", Content: "Article"}, {Name: name, Content: title}, {Name: "dc.identifier", Content: "10.1234/mesh.7"},
			{Name: "citation_doi", Content: "10.1234/mesh.7"}, {Name: "schema.identifier", Content: "doi:10.1234/mesh.7"}}
	}
	for _, c := range []struct {
		name string
		link describe.Link
		doi  string
	}{
		{"the only entry, of a neighbour", describe.Link{BibTeX: entry(other, "")}, ""},
		{"the only entry, by its title", describe.Link{BibTeX: entry(own, "")}, "10.1234/mesh.7"},
		{"the only entry, by its URL", describe.Link{BibTeX: entry("Sieves", ", url={/papers/sieve.pdf}")}, "10.1234/mesh.7"},
		{"the only entry, of a file whose name ends alike", describe.Link{BibTeX: entry(other, ", url={/papers/new-sieve.pdf}")}, ""},
		{"the only entry, by the link's text", describe.Link{Anchor: "Sieves, again", BibTeX: entry("Sieves, again", "")}, "10.1234/mesh.7"},
		{"one entry of two", describe.Link{BibTeX: entry(other, "") + entry(own, "")}, "10.1234/mesh.7"},
		{"no entry of two", describe.Link{BibTeX: entry(other, "") + entry("Gold", "")}, ""},
		{"a page of a list, Dublin Core", describe.Link{Metas: metas("dc.title", "Publications of Ann Poe")}, ""},
		{"a page about the document, Dublin Core", describe.Link{Metas: metas("dc.title", own)}, "10.1234/mesh.7"},
		{"a page of another work, Highwire", describe.Link{Metas: metas("citation_title", other)}, ""},
		{"a page about the document, Highwire", describe.Link{Metas: metas("citation_title", own)}, "10.1234/mesh.7"},
		{"a page of another work, schema.org", describe.Link{Metas: metas("schema.headline", other)}, ""},
		{"a page about the document, schema.org", describe.Link{Metas: metas("schema.headline", own)}, "10.1234/mesh.7"},
	} {
		c.link.Page = "http://sandport.example/papers/"
		x := describe.Describe(&content.Document{Type: "ps", Text: paper}, describe.Around{URL: url, Links: []describe.Link{c.link}})
		if got := x.Get("doi"); got != c.doi {
			t.Errorf("%s: DOI %q, want %q", c.name, got, c.doi)
		}
		if got := x.Get("title"); c.doi == "" && got != "What Remains in the Sieve" {
			t.Errorf("%s: title %q", c.name, got)
		}
	}
}

func TestRepeatedSourceCountsOnce(t *testing.T) {
	d := &content.Document{Type: "docx", Fields: []content.Field{{Name: "title", Value: "What Remains of Gold"}}}
	list := describe.Link{Page: "http://b.example/", Anchor: "What Remains of Gold"}
	landing := describe.Link{Page: "http://a.example/", Metas: []page.Meta{{Name: "citation_pdf_url", Content: "x.docx"}, {Name: "citation_title", Content: "What Remains of Gold"}}}
	sure := func(links ...describe.Link) float64 {
		return describe.Describe(d, describe.Around{URL: "http://a.example/x.docx", Links: links}).Fields[0].Confidence
	}
	one := sure(landing)
	for _, links := range [][]describe.Link{{list, landing}, {landing, list}, {landing, landing}, {list, list, landing}} {
		if got := sure(links...); got < one-1e-9 || got > one+1e-9 {
			t.Errorf("confidence %v by pages that link, %v by the surest of them", got, one)
		}
	}
	if got := sure(list); got >= one {
		t.Errorf("confidence %v by a link's text, %v by a page about the document", got, one)
	}
	if once, twice := sure(list), sure(list, list); once < twice-1e-9 || once > twice+1e-9 {
		t.Errorf("confidence %v by one link, %v by two", once, twice)
	}
}

func TestLettersThatFontsLostAreTakenFromTheLink(t *testing.T) {
	text := strings.Replace(paper, "What Remains in the Sieve", "Lacky Gravels in the River", 1)
	text += "\f" + strings.Repeat("Over every river a cover of vivid clover, which cows chew.\n", 40)
	lost := strings.NewReplacer("c", "", "v", "").Replace(text)
	link := describe.Link{Page: "http://sandport.example/", Anchor: "PDF", Around: "J. Roe, K. von Stein: Lacky Gravels in the River, in Sieves 2003"}
	around := describe.Around{Links: []describe.Link{link}}
	if got := describe.Describe(&content.Document{Type: "ps", Text: lost}, around).Get("title"); got != "Lacky Gravels in the River" {
		t.Errorf("title %q", got)
	}
	other := strings.Replace(text, "Lacky Gravels", "Lacky Gravel", 1) // nothing is lost: the page is right
	if got := describe.Describe(&content.Document{Type: "ps", Text: other}, around).Get("title"); got != "Lacky Gravel in the River" {
		t.Errorf("title %q, want that of the first page", got)
	}
}

func TestIdentifiersAreFound(t *testing.T) {
	d := &content.Document{Type: "pdf", Pages: 1, Text: "arXiv:2001.01234v2 [cs.LG] 5 Jan 2020\nA Title of Some Length\nJane Roe\nISBN 978-3-16-148410-0\nhttps://doi.org/10.1000/xyz(12)34).\n"}
	x := describe.Describe(d, describe.Around{})
	for name, want := range map[string]string{"arxiv": "2001.01234", "doi": "10.1000/xyz(12)34", "isbn": "9783161484100", "year": "2020", "pages": "1"} {
		if got := x.Get(name); got != want {
			t.Errorf("%s %q, want %q", name, got, want)
		}
	}
	d.Text = "A Title of Some Length\nISBN 978-3-16-148410-1\n"
	if got := describe.Describe(d, describe.Around{}).Get("isbn"); got != "" {
		t.Errorf("isbn %q, though its check digit is wrong", got)
	}
}

func TestSubjectsComeFromAKnownScheme(t *testing.T) {
	d := &content.Document{Text: strings.Replace(paper, "sieves; running water; gold", "information retrieval; query expansion; search engine; relevance feedback", 1)}
	if got := describe.Describe(d, describe.Around{}).All("subject"); !slices.Contains(got, "ACM CCS: Information systems > Information retrieval") {
		t.Errorf("subjects %q", got)
	}
	d.Text = strings.Repeat("Ⱥ", 300) + "\n" + d.Text // whose small letter takes more bytes
	d.Text += "\nCCS Concepts: • Security and privacy → Cryptography; • Networks → Network types.\n"
	if got := describe.Describe(d, describe.Around{}).All("subject"); !slices.Equal(got, []string{"ACM CCS: Security and privacy > Cryptography", "ACM CCS: Networks > Network types"}) {
		t.Errorf("subjects %q, though the authors have chosen", got)
	}
}

// hold reports what no description may have.
func hold(t *testing.T, x *describe.Description) {
	t.Helper()
	check := func(what, s string, limit int) {
		if len(s) > limit || !utf8.ValidString(s) || strings.ContainsFunc(s, func(r rune) bool {
			return unicode.IsControl(r) || unicode.Is(unicode.Cf, r) && r != '\u200c' && r != '\u200d'
		}) {
			t.Errorf("%s is %d bytes: %.100q", what, len(s), s)
		}
	}
	if len(x.Fields) > 3000 || len(x.References) > 2000 {
		t.Errorf("%d fields, %d references", len(x.Fields), len(x.References))
	}
	for _, f := range x.Fields {
		check(f.Name, f.Value, 6000)
		if f.Value == "" || f.Confidence <= 0 || f.Confidence > 1 || f.Source == "" {
			t.Errorf("field %+v", f)
		}
	}
	for _, r := range x.References {
		check("reference", r.Raw, 1500)
		check("reference's title", r.Title, 500)
	}
}

func TestHostileValuesAreMadeHarmless(t *testing.T) {
	long := strings.Repeat("endless ", 1<<16)
	d := &content.Document{Type: "tex", Text: "T\u202eitle\x00 of <b>Markup</b>\n" + strings.Repeat("[1] A, ", 1<<16) + long, Fields: []content.Field{
		{Name: "title", Value: "Gold\u202e\x07 <script>x</script> and\nmore " + long}, {Name: "abstract", Value: long}, {Name: "language", Value: long},
	}}
	for range 2000 {
		d.Fields = append(d.Fields, content.Field{Name: "author", Value: "A" + long[:200]}, content.Field{Name: "keyword", Value: long[:3000]})
	}
	x := describe.Describe(d, describe.Around{URL: "http://[::bad", Header: http.Header{"Link": {strings.Repeat("<", 1<<16)}}, Links: []describe.Link{
		{Anchor: long, Around: long, BibTeX: strings.Repeat("@a{b,title={", 1<<14), Records: []string{strings.Repeat("[", 1<<16), strings.Repeat("<a>", 1<<16)}, Header: http.Header{"Link": {strings.Repeat("<a>;rel=item,", 1<<12)}}, Metas: []page.Meta{{Name: "citation_title", Content: "\u2066x\u2069"}}}}})
	hold(t, x)
	if got := x.Get("title"); !strings.HasPrefix(got, "Gold x and more endless") {
		t.Errorf("title %.40q", got)
	}
}

func TestMarkupAndInvisibleCharactersAreRemoved(t *testing.T) {
	for in, want := range map[string]string{
		"Sorting if a<b and c>d or a <b and c> d":                                           "Sorting if a<b and c>d or a <b and c> d",
		`H<sub>2</sub>O in <i class="x" id=y>Sieves</i><br/> and <mml:math>Gold</mml:math>`: "H 2 O in Sieves and Gold",
		"کتاب\u200cخانه\u200b of क्\u200dष\u202e":                                           "کتاب\u200cخانه of क्\u200dष",
		"\u200dHid\u200cden \u200c\u200dsigns":                                              "Hidden signs",
	} {
		x := describe.Describe(&content.Document{Type: "tex", Fields: []content.Field{{Name: "title", Value: in}}}, describe.Around{})
		if got := x.Get("title"); got != want {
			t.Errorf("%q becomes %q, want %q", in, got, want)
		}
	}
}

func FuzzDescribe(f *testing.F) {
	f.Add(paper, "What Remains in the Sieve", "http://a.example/x.pdf", 12.0)
	f.Add("1\n2\n\f[1] x\nReferences\n[1]\n[2] a b c d e f g h i j k l m n o p", "@book{a,title=b}", "", 0.0)
	f.Add(strings.Repeat("Ⱥ", 300)+"CCS Concepts", "", "", 1.0)
	f.Add("by\n\nJane Roe, Karl\nABSTRACT", "<a>", "x", 3.5)
	f.Fuzz(func(t *testing.T, text, other, url string, size float64) {
		d := &content.Document{Type: "pdf", Pages: 2, Text: text, Fields: []content.Field{{Name: "title", Value: other}, {Name: "author", Value: other}}}
		o := describe.Around{URL: url, Header: http.Header{"Link": {other}}, Records: []string{text}, Links: []describe.Link{{Page: url, Anchor: other, Around: text, BibTeX: other, Records: []string{other}, Header: http.Header{"Link": {text}},
			Metas: []page.Meta{{Name: "citation_title", Content: other}, {Name: "citation_pdf_url", Content: url}}}}}
		hold(t, describe.Describe(d, o))
		for i, l := range strings.Split(text, "\n") {
			if i == 200 {
				break
			}
			d.Lines = append(d.Lines, content.Line{Text: l, Page: i / 50, X: 50, Y: float64(10 * (i % 50)), W: 100, H: size, Size: size})
		}
		hold(t, describe.Describe(d, o))
	})
}

func Example() {
	d := &content.Document{Type: "ps", Text: paper}
	x := describe.Describe(d, describe.Around{URL: "http://sandport.example/sieve.ps"})
	fmt.Println(x.Get("title"))
	for _, name := range x.All("author") {
		fmt.Println("by", name)
	}
	first, _ := json.Marshal(x.References[0].Authors)
	fmt.Println(len(x.References), "references, the first by", string(first))
	// Output:
	// What Remains in the Sieve
	// by Jane Roe
	// by Karl von Stein
	// 3 references, the first by ["J. Roe","K. von Stein"]
}

func BenchmarkDescribe(b *testing.B) {
	text := paper
	for len(text) < 60_000 { // the length of a paper
		text = strings.Replace(text, "References\n", strings.Repeat("Sieves have been known for long, and the literature on them is large.\n", 50)+"References\n", 1)
	}
	d := &content.Document{Type: "ps", Text: text}
	for b.Loop() {
		describe.Describe(d, describe.Around{})
	}
}

// Texts come without line breaks, too: a line of running text is not searched
// for names, and what stands before it is found.
func TestLongLinesOfTextCostLittle(t *testing.T) {
	prose := strings.Repeat("The grains are moved by Jane Roe and others in the order in which they were laid down, ", 35) + "\n"
	d := &content.Document{Text: "Sorting by Heaps of Sand\n\nAnn Lee and Bo Chen\n\n" + strings.Repeat(prose, 20)}
	x := describe.Describe(d, describe.Around{})
	if x.Get("title") != "Sorting by Heaps of Sand" || !slices.Equal(x.All("author"), []string{"Ann Lee", "Bo Chen"}) {
		t.Errorf("%q by %q", x.Get("title"), x.All("author"))
	}
	if n := testing.AllocsPerRun(5, func() { describe.Describe(d, describe.Around{}) }); n > 1100 {
		t.Errorf("%.0f allocations", n)
	}
}

func TestSouthSlavicTitlesHaveTheirOwnCrossedLetter(t *testing.T) {
	for text, want := range map[string]string{
		"ODREÐIVANJE SITA ZA ŠLJUNAK\n\nAna Šljunak\n\nU ovom radu čisti se šljunak.\n": "Određivanje Sita za Šljunak",
		"Guðrún og sigtið\n\nJane Roe\n\nÞetta er um sand.\n":                           "Guðrún og sigtið",
	} {
		if got := describe.Describe(&content.Document{Text: text}, describe.Around{}).Get("title"); got != want {
			t.Errorf("title %q, want %q", got, want)
		}
	}
}

// titledPage is a page with its title, authoredPage one with its authors, too.
type (
	titledPage struct {
		name  string
		lines []string
		title string
	}
	authoredPage struct {
		name    string
		lines   []string
		title   string
		authors []string
	}
)
