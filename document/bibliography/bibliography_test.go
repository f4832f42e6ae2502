package bibliography_test

import (
	"errors"
	"fmt"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"sluice/document/bibliography"
	"sluice/document/bibtex"
)

// read returns the records of a text and the errors of single records.
func read(t *testing.T, text string) (records []bibliography.Record, errs []string) {
	t.Helper()
	for r, err := range bibliography.Read(strings.NewReader(text)) {
		if err == nil {
			records = append(records, r)
			continue
		}
		if _, ok := errors.AsType[*bibliography.RecordError](err); !ok {
			t.Fatalf("Read() = %v; want errors of records only", err)
		}
		errs = append(errs, err.Error())
	}
	return records, errs
}

func TestReadReturnsTheSameRecordFromEachFormat(t *testing.T) {
	roe := bibtex.Name{Given: "Jane", Family: "Roe"}
	velde := bibtex.Name{Given: "Johan", Particle: "van der", Family: "Velde"}
	want := bibliography.Record{
		Line: 2, Key: "roe99", Title: "On Crawling", Authors: []bibtex.Name{roe, velde}, Year: 1999, Venue: "Journal of Webs", Volume: "7", Number: "2",
		Publisher: "Example Press", Abstract: "We crawl. Then we rest.", Language: "en", Keywords: []string{"web", "crawling"},
		DOI: "10.1000/182", ISBN: "0198520115", URLs: []string{"https://www.example.org/a.pdf"},
	}
	for _, test := range []struct{ name, text, kind, pages string }{
		{"BibTeX", `
@article{roe99, title={On {C}rawling}, author={Roe, Jane and Johan van der Velde}, year=1999, journal="Journal of Webs", volume=7, number=2,
 publisher={Example Press}, abstract={We crawl. Then we rest.}, language={en}, keywords={web, crawling}, doi={https://doi.org/10.1000/182}, isbn={0198520115},
 pages={1--9}, url={https://www.example.org/a.pdf}}`, "article", "1–9"},
		{"RIS", "\nTY  - JOUR\nID  - roe99\nTI  - On Crawling\nAU  - Roe, Jane\nA1  - van der Velde, Johan\nPY  - 1999/05/13/\nJO  - Journal of Webs\nVL  - 7\nIS  - 2\n" +
			"PB  - Example Press\nAB  - We crawl.\n Then we rest.\nLA  - en\nKW  - web\nKW  - crawling\nDO  - doi:10.1000/182\nSN  - 0198520115\nSP  - 1\nEP  - 9\n" +
			"UR  - https://doi.org/10.1000/182\nUR  - https://www.example.org/a.pdf\nER  - \n", "jour", "1-9"},
		{"CSL-JSON", `[
{"id":"roe99","type":"article-journal","title":"On Crawling","author":[{"family":"Roe","given":"Jane"},{"family":"Velde","given":"Johan","non-dropping-particle":"van der"}],
 "issued":{"date-parts":[["1999",5]]},"container-title":"Journal of Webs","volume":7,"issue":"2","publisher":"Example Press","abstract":"We crawl. Then we rest.",
 "language":"en","keyword":"web, crawling","DOI":"10.1000/182","ISBN":"0198520115","page":"1-9","URL":"https://www.example.org/a.pdf"}
]`, "article-journal", "1-9"},
		{"Zotero RDF", strings.Replace(zoteroHead, "\n", " ", -1) + `
<bib:Article rdf:about="https://www.example.org/a.pdf"><z:itemType>journalArticle</z:itemType><z:citationKey>roe99</z:citationKey>
 <dcterms:isPartOf><bib:Journal><prism:volume>7</prism:volume><prism:number>2</prism:number><dc:title>Journal of Webs</dc:title>
  <dc:identifier>DOI 10.1000/182</dc:identifier><dc:identifier>ISBN 0198520115</dc:identifier></bib:Journal></dcterms:isPartOf>
 <dc:publisher><foaf:Organization><foaf:name>Example Press</foaf:name></foaf:Organization></dc:publisher>
 <bib:authors><rdf:Seq>
  <rdf:li><foaf:Person><foaf:surname>Roe</foaf:surname><foaf:givenName>Jane</foaf:givenName></foaf:Person></rdf:li>
  <rdf:li><foaf:Person><foaf:surname>van der Velde</foaf:surname><foaf:givenname>Johan</foaf:givenname></foaf:Person></rdf:li>
 </rdf:Seq></bib:authors>
 <dc:subject>web</dc:subject><dc:subject><z:AutomaticTag><rdf:value>crawling</rdf:value></z:AutomaticTag></dc:subject>
 <dc:subject><dcterms:LCC><rdf:value>QA 76</rdf:value></dcterms:LCC></dc:subject>
 <dc:identifier><dcterms:URI><rdf:value>https://www.example.org/a.pdf</rdf:value></dcterms:URI></dc:identifier>
 <bib:pages>1-9</bib:pages><dc:date>05/13/1999</dc:date><z:language>en</z:language><dcterms:abstract>We crawl.
 Then we rest.</dcterms:abstract><dc:title>On Crawling</dc:title></bib:Article></rdf:RDF>`, "journalarticle", "1-9"},
	} {
		t.Run(test.name, func(t *testing.T) {
			records, errs := read(t, "\ufeff"+test.text)
			want := want
			want.Type, want.Pages = test.kind, test.pages
			if d := cmp.Diff([]bibliography.Record{want}, records); d != "" || len(errs) > 0 {
				t.Errorf("%s%q", d, errs)
			}
		})
	}
}

func TestFilesOfEachReferenceManagerAreFound(t *testing.T) {
	for _, test := range []struct {
		name, field string
		files, urls []string
	}{
		{name: "JabRef", field: `file = {:papers/smith.pdf:PDF}`, files: []string{"papers/smith.pdf"}},
		{name: "JabRef with a description and an escaped colon", field: `file = {The text:papers/a\:b\;c.pdf:PDF;:papers/d.ps:PostScript}`, files: []string{"papers/a:b;c.pdf", "papers/d.ps"}},
		{name: "Zotero", field: `file = {Full Text PDF:files/12/Smith - 2001 - On Crawling.pdf:application/pdf;Snapshot:files/13/a.html:text/html}`,
			files: []string{"files/12/Smith - 2001 - On Crawling.pdf", "files/13/a.html"}},
		{name: "Zotero on Windows", field: `file = {Full Text:C\:\\Users\\x\\a.pdf:application/pdf}`, files: []string{`C:\Users\x\a.pdf`}},
		{name: "Mendeley", field: `file = {:home/user/a b.pdf:pdf;:Users/x/c{\_}d.pdf:pdf}`, files: []string{"/home/user/a b.pdf", "/Users/x/c_d.pdf"}},
		{name: "path alone", field: `file = {sub/a\_b.pdf}`, files: []string{"sub/a_b.pdf"}},
		{name: "path of Windows alone", field: `file = {C:/docs/a.pdf}`, files: []string{"C:/docs/a.pdf"}},
		{name: "file URL", field: `local-url = {file:///home/x/a%20b.pdf}`, files: []string{"/home/x/a b.pdf"}},
		{name: "URL as a file", field: `file = {https://www.example.org/a.pdf}`, urls: []string{"https://www.example.org/a.pdf"}},
		{name: "JabRef with a URL", field: `file = {:https\://www.example.org/a.pdf:PDF}`, urls: []string{"https://www.example.org/a.pdf"}},
		{name: "BibDesk", field: `bdsk-url-1 = {https://www.example.org/a_b.pdf}`, urls: []string{"https://www.example.org/a_b.pdf"}},
		{name: "escaped URL", field: `url = {https://www.example.org/a\_b.pdf?x=1\&y=2}`, urls: []string{"https://www.example.org/a_b.pdf?x=1&y=2"}},
		{name: "howpublished", field: `howpublished = {\url{http://www.example.org/a.pdf}}`, urls: []string{"http://www.example.org/a.pdf"}},
		{name: "other schemes", field: `url = {ftp://www.example.org/a.pdf}, file = {gopher://www.example.org/a.pdf}`},
	} {
		t.Run(test.name, func(t *testing.T) {
			records, errs := read(t, "@misc{x, title={T}, "+test.field+"}")
			if len(records) != 1 || len(errs) > 0 {
				t.Fatalf("%d records, errors %q", len(records), errs)
			}
			var files []string
			for _, f := range test.files {
				files = append(files, filepath.FromSlash(f))
			}
			if !slices.Equal(records[0].Files, files) || !slices.Equal(records[0].URLs, test.urls) {
				t.Errorf("files %q, URLs %q; want %q, %q", records[0].Files, records[0].URLs, files, test.urls)
			}
		})
	}
	records, _ := read(t, "TY  - JOUR\nTI  - T\nL1  - files/3/a.pdf\nL2  - file:///home/x/b.pdf\nL4  - internal-pdf://7/c.pdf\nL1  - https://www.example.org/d.pdf; https://www.example.org/e.pdf\nER  -\n")
	if len(records) != 1 || !slices.Equal(records[0].Files, []string{filepath.FromSlash("files/3/a.pdf"), filepath.FromSlash("/home/x/b.pdf")}) ||
		!slices.Equal(records[0].URLs, []string{"https://www.example.org/d.pdf", "https://www.example.org/e.pdf"}) {
		t.Errorf("RIS: %+v", records)
	}
}

func TestReadContinuesAfterABadRecordAndNamesItsLine(t *testing.T) {
	for _, test := range []struct {
		name, text string
		titles     []string
		errs       []string
	}{
		{"BibTeX", "@misc{a, title={One}}\n\n@book{b, title = {never closed,\n year = 1990\n@misc{c, title={Three}}\n@misc{d, note={nothing}}\n@misc{e, title={cut",
			[]string{"One", "Three"}, []string{"line 3: record b: its end is missing", "line 6: record d: it names no work", "line 7: record e: its end is missing"}},
		{"RIS", "TY  - JOUR\nTI  - One\nER  - \nAU  - Nobody\nTI  - Nothing\n\nTY  - BOOK\nTI  - Two\nTY  - RPRT\nTI  - Three\nER  - \nTY  - GEN\nER  - \n",
			[]string{"One", "Two", "Three"}, []string{"line 4: a tag outside a record", "line 12: it names no work"}},
		{"CSL-JSON", "[\n{\"title\":\"One\"},\n{\"id\":\"b\",\"title\":{}},\n{\"title\":\"Three\"},\n{}\n]",
			[]string{"One", "Three"}, []string{"line 3: record b: json: cannot unmarshal", "line 5: it names no work"}},
		{"CSL-JSON whose syntax is broken", "[{\"title\":\"One\"},\n{\"title\":]", []string{"One"}, []string{"line 2: invalid character"}},
		{"CSL-JSON that is cut", "[{\"title\":\"One\"}\n", []string{"One"}, []string{"line 2: its end is missing"}},
		{"CSL-JSON of one item", `{"title":"One"}`, []string{"One"}, nil},
		{"CSL-JSON in an object", `{"items":[{"title":"One"},{"title":"Two"}]}`, []string{"One", "Two"}, nil},
	} {
		t.Run(test.name, func(t *testing.T) {
			records, errs := read(t, test.text)
			var titles []string
			for _, r := range records {
				titles = append(titles, r.Title)
			}
			if !slices.Equal(titles, test.titles) || len(errs) != len(test.errs) {
				t.Fatalf("titles %q, errors %q; want %q, %q", titles, errs, test.titles, test.errs)
			}
			for i, want := range test.errs {
				if !strings.HasPrefix(errs[i], want) {
					t.Errorf("error %q; want %q", errs[i], want)
				}
			}
		})
	}
}

func TestOtherFilesAreNoBibliography(t *testing.T) {
	for _, text := range []string{"", "Just words.", "%PDF-1.4", "a,b\n1,2\n", "mail me@example.org"} {
		for _, err := range bibliography.Read(strings.NewReader(text)) {
			if !errors.Is(err, bibliography.ErrFormat) {
				t.Errorf("Read(%q) yields %v; want ErrFormat", text, err)
			}
		}
	}
}

func TestReadIsBounded(t *testing.T) {
	many := zoteroHead + strings.Repeat("<a><z:itemType>book</z:itemType><dc:title>x</dc:title></a>\n", bibliography.MaxRecords+1) + "</rdf:RDF>"
	n := 0
	for _, err := range bibliography.Read(strings.NewReader(many)) {
		if err != nil && !errors.Is(err, bibliography.ErrTooMany) {
			t.Fatal(err)
		}
		n++
	}
	if n != bibliography.MaxRecords+1 {
		t.Errorf("%d records", n)
	}
	long := strings.Repeat("x", 1<<20)
	for name, text := range map[string]string{
		"long value":    "TY  - JOUR\nTI  - " + long + "\n" + strings.Repeat(long[:1000]+"\n", 1000) + "ER  - \n",
		"many authors":  "TY  - JOUR\nTI  - x\n" + strings.Repeat("AU  - Roe, Jane\nKW  - a\nL1  - b.pdf\n", 20_000) + "ER  - \n",
		"many files":    "@misc{x,title={x},file={" + strings.Repeat("a:b:c;", 9000) + "}}",
		"deep JSON":     `[{"title":"x","author":` + strings.Repeat("[", 1<<18) + `}]`,
		"deep braces":   "@misc{x,title={" + strings.Repeat("{", 1<<18),
		"escaped value": "@misc{x,title={x},file={" + strings.Repeat(`\`, 60_000) + "}}",
	} {
		for r, err := range bibliography.Read(strings.NewReader(text)) {
			if size := len(fmt.Sprint(r)); size > 1<<20 || len(r.Authors)+len(r.Keywords)+len(r.Files)+len(r.URLs) > 8000 {
				t.Errorf("%s: a record of %d bytes, %d authors (%v)", name, size, len(r.Authors), err)
			}
		}
	}
}

func TestManyContinuationLinesOfRISAreJoinedOnce(t *testing.T) {
	text := "TY  - JOUR\nTI  - A" + strings.Repeat("\nb", 30_000) + "\nER  - \n"
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	records, errs := read(t, text)
	runtime.ReadMemStats(&after)
	if want := "A" + strings.Repeat(" b", 30_000); len(errs) > 0 || len(records) != 1 || records[0].Title != want {
		t.Fatalf("Read() returns %d records, errors %q; want one title of %d bytes", len(records), errs, len(want))
	}
	if used, most := after.TotalAlloc-before.TotalAlloc, uint64(100*len(text)); used > most {
		t.Errorf("Read() allocates %d bytes for a text of %d; want %d at most", used, len(text), most)
	}
}

func FuzzRead(f *testing.F) {
	f.Add("@article{a, title={x}, file={:a.pdf:PDF}}")
	f.Add("TY  - JOUR\nTI  - x\nL1  - a.pdf\nER  - \n")
	f.Add(`[{"title":"x","issued":{"date-parts":[[1999]]}}]`)
	f.Add(zoteroHead + `<a rdf:about="#1"><z:itemType>book</z:itemType><dc:title>x</dc:title><link:link rdf:resource="#2"/><c:isPartOf rdf:resource="#3"/></a>
<z:Attachment rdf:about="#2"><rdf:resource rdf:resource="files/2/x.pdf"/></z:Attachment><j rdf:about="#3"><dc:title>J</dc:title></j></rdf:RDF>`)
	f.Fuzz(func(t *testing.T, text string) {
		line := 0
		for r, err := range bibliography.Read(strings.NewReader(text)) {
			if err == nil && (r.Line < line || r.Line > strings.Count(text, "\n")+strings.Count(text, "\r")+1) {
				t.Errorf("line %d after %d", r.Line, line)
			}
			line = max(line, r.Line)
		}
	})
}
