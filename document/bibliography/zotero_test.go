package bibliography_test

import (
	"fmt"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"sluice/document/bibliography"
)

// zoteroHead is the beginning of an RDF file of Zotero.
const zoteroHead = `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:z="http://www.zotero.org/namespaces/export#"
 xmlns:dcterms="http://purl.org/dc/terms/" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:bib="http://purl.org/net/biblio#"
 xmlns:foaf="http://xmlns.com/foaf/0.1/" xmlns:link="http://purl.org/rss/1.0/modules/link/" xmlns:prism="http://prismstandard.org/namespaces/1.2/basic/">`

func TestZoteroRDFJoinsItemsWithTheirAttachmentsAndJournals(t *testing.T) {
	const text = zoteroHead + `
<bib:Article rdf:about="#item_1"><z:itemType>journalArticle</z:itemType><dcterms:isPartOf rdf:resource="urn:issn:1234-5679"/>
 <link:link rdf:resource="#item_2"/><link:link rdf:resource="#item_3"/><dc:title>One</dc:title></bib:Article>
<z:Attachment rdf:about="#item_2"><z:itemType>attachment</z:itemType><rdf:resource rdf:resource="files/2/One - 1.pdf"/><dc:title>PDF</dc:title>
 <link:type>application/pdf</link:type></z:Attachment>
<z:Attachment rdf:about="#item_3"><z:itemType>attachment</z:itemType><dc:identifier><dcterms:URI><rdf:value>http://a.example/snapshot</rdf:value></dcterms:URI></dc:identifier>
 <link:type>text/html</link:type></z:Attachment>
<bib:Journal rdf:about="urn:issn:1234-5679"><prism:volume>6</prism:volume><dc:title>Journal of One</dc:title><dc:identifier>DOI 10.1000/1</dc:identifier></bib:Journal>
<rdf:Description rdf:about="http://a.example/2"><z:itemType>conferencePaper</z:itemType><bib:presentedAt><bib:Conference><dc:title>Conference of Two</dc:title></bib:Conference></bib:presentedAt>
 <dc:identifier><dcterms:URI><rdf:value>http://a.example/2</rdf:value></dcterms:URI></dc:identifier><link:link rdf:resource="#item_4"/>
 <dc:description>arXiv: 2101.00001 [cs]
Citation Key: two2021</dc:description><dc:title>Two</dc:title></rdf:Description>
<z:Attachment rdf:about="#item_4"><z:itemType>attachment</z:itemType><dc:identifier><dcterms:URI><rdf:value>http://a.example/2.pdf</rdf:value></dcterms:URI></dc:identifier>
 <link:type>application/pdf</link:type></z:Attachment>
<bib:BookSection rdf:about="#item_5"><z:itemType>bookSection</z:itemType><dcterms:isPartOf><bib:Part><dcterms:isPartOf><bib:Book><dcterms:isPartOf><bib:Series>
 <dc:title>Series</dc:title></bib:Series></dcterms:isPartOf><dc:title>Book of Three</dc:title></bib:Book></dcterms:isPartOf><dc:title>Section</dc:title></bib:Part></dcterms:isPartOf>
 <dc:title>Three</dc:title></bib:BookSection>
<bib:Thesis rdf:about="#item_6"><z:itemType>thesis</z:itemType><dc:publisher><foaf:Organization><foaf:name>University of Four</foaf:name></foaf:Organization></dc:publisher>
 <dc:title>Four</dc:title></bib:Thesis>
<z:Attachment rdf:about="#item_7"><z:itemType>attachment</z:itemType><rdf:resource rdf:resource="files/7/alone.pdf"/><dc:title>alone.pdf</dc:title></z:Attachment>
<bib:Memo rdf:about="#item_8"><rdf:value>&lt;p&gt;A note&lt;/p&gt;</rdf:value></bib:Memo>
<z:Collection rdf:about="#collection_1"><dc:title>Mine</dc:title><dcterms:hasPart rdf:resource="#item_1"/></z:Collection>
</rdf:RDF>`
	want := []bibliography.Record{
		{Line: 4, Type: "journalarticle", Title: "One", Venue: "Journal of One", Volume: "6", DOI: "10.1000/1", Files: []string{filepath.FromSlash("files/2/One - 1.pdf")}},
		{Line: 11, Type: "conferencepaper", Key: "two2021", Title: "Two", Venue: "Conference of Two", ArXiv: "2101.00001",
			URLs: []string{"http://a.example/2.pdf", "http://a.example/2"}},
		{Line: 17, Type: "booksection", Title: "Three", Venue: "Book of Three"},
		{Line: 20, Type: "thesis", Title: "Four", Venue: "University of Four", Publisher: "University of Four"},
		{Line: 22, Type: "attachment", Files: []string{filepath.FromSlash("files/7/alone.pdf")}},
	}
	records, errs := read(t, text)
	if d := cmp.Diff(want, records); d != "" || len(errs) > 0 {
		t.Errorf("%s%q", d, errs)
	}
}

func TestJournalOfSeveralItemsHasTheDOIOfNone(t *testing.T) {
	const item = `<a><z:itemType>journalArticle</z:itemType><dcterms:isPartOf rdf:resource="#j"/><dc:title>%s</dc:title></a>`
	records, _ := read(t, zoteroHead+fmt.Sprintf(item, "One")+fmt.Sprintf(item, "Two")+
		`<j rdf:about="#j"><dc:title>Journal</dc:title><prism:volume>1</prism:volume><dc:identifier>DOI 10.1000/1</dc:identifier></j></rdf:RDF>`)
	if len(records) != 2 || records[0].DOI+records[1].DOI+records[0].Volume != "" || records[1].Venue != "Journal" {
		t.Errorf("%+v", records)
	}
}

func TestHostileRDFIsBounded(t *testing.T) {
	const item = `<a><z:itemType>book</z:itemType><dc:title>Good</dc:title></a>`
	for _, test := range []struct {
		name, text string
		records    int
		err        string // of the last
	}{
		{"end missing", zoteroHead + item + `<a><z:itemType>book</z:itemType><dc:title>Half`, 2, "its end is missing"},
		{"entities that multiply", `<!DOCTYPE r [<!ENTITY a "&b;&b;&b;&b;&b;">]>` + zoteroHead + item, 0, "entities"},
		{"deep", zoteroHead + item + strings.Repeat("<x>", 100_000), 1, "nest"},
		{"many elements in a record", zoteroHead + item + "<a>" + strings.Repeat("<x/>", 100_000) + "</a></rdf:RDF>", 1, ""},
		{"long tag", zoteroHead + item + "<x " + strings.Repeat(`a="b" `, 1<<20) + "/></rdf:RDF>", 1, "tag"},
		{"links to one attachment", zoteroHead + item + "<a><z:itemType>book</z:itemType>" + strings.Repeat(`<l:link r:resource="#1"/>`, 10_000) + "</a>" +
			`<Attachment r:about="#1"><rdf:resource r:resource="` + strings.Repeat("a", 60_000) + `"/></Attachment></rdf:RDF>`, 2, ""},
		{"other RDF", strings.ReplaceAll(zoteroHead, "zotero", "other") + item, 0, bibliography.ErrFormat.Error()},
	} {
		t.Run(test.name, func(t *testing.T) {
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			n, last := 0, ""
			for _, err := range bibliography.Read(strings.NewReader(test.text)) {
				if err != nil {
					last = err.Error()
				} else {
					n++
				}
			}
			runtime.ReadMemStats(&after)
			if n != test.records || !strings.Contains(last, test.err) || test.err == "" && last != "" {
				t.Errorf("%d records, error %q; want %d, %q", n, last, test.records, test.err)
			}
			if used, most := after.TotalAlloc-before.TotalAlloc, uint64(50*len(test.text)+1<<20); used > most {
				t.Errorf("%d bytes are allocated for a text of %d; want %d at most", used, len(test.text), most)
			}
		})
	}
}

func TestManyItemsOfOneJournalShareABoundedTitle(t *testing.T) {
	var text strings.Builder
	text.WriteString(zoteroHead)
	for range 20_000 {
		text.WriteString(`<a><itemType>book</itemType><isPartOf r:resource="#j"/><title>x</title></a>`)
	}
	text.WriteString(`<j r:about="#j"><title>` + strings.Repeat("long ", 10_000) + `</title></j></rdf:RDF>`)
	records, errs := read(t, text.String())
	if len(records) != 20_000 || len(errs) > 0 || len(records[0].Venue) > 1000 || !strings.HasPrefix(records[0].Venue, "long long") {
		t.Errorf("%d records, errors %q, venue of %d bytes", len(records), errs, len(records[0].Venue))
	}
}
