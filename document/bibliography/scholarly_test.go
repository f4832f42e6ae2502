package bibliography_test

import (
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"sluice/document/bibliography"
	"sluice/document/bibtex"
)

const oaiHead = `<?xml version="1.0" encoding="UTF-8"?>
<OAI-PMH xmlns="http://www.openarchives.org/OAI/2.0/"><responseDate>2026-11-26T08:00:00Z</responseDate>
<request verb="ListRecords">http://a.example/oai</request><ListRecords>
`

const oaiRecord = `<record><header><identifier>oai:a.example:7</identifier></header><metadata><oai_dc:dc xmlns:dc="http://purl.org/dc/elements/1.1/">
<dc:title>On Crawling</dc:title><dc:creator>Roe, Jane</dc:creator><dc:creator>van der Velde, Johan</dc:creator><dc:date>2012-12-18T19:39:29Z</dc:date>
<dc:date>1999</dc:date><dc:identifier>doi:10.1000/182</dc:identifier><dc:identifier>http://a.example/7</dc:identifier><dc:source>Journal of Webs</dc:source>
<dc:relation>info:eu-repo/semantics/altIdentifier/arxiv/2101.00001</dc:relation><dc:description>We crawl.</dc:description><dc:type>Article</dc:type></oai_dc:dc></metadata></record>
`

func TestReadReturnsTheRecordsOfScholarlyServices(t *testing.T) {
	roe, velde := bibtex.Name{Given: "Jane", Family: "Roe"}, bibtex.Name{Given: "Johan", Particle: "van der", Family: "Velde"}
	people := func(roe bibliography.Person) []bibliography.Person { return []bibliography.Person{roe, {}} }
	const orcid = "0000-0002-1825-0097"
	for _, test := range []struct {
		name, text string
		want       bibliography.Record
	}{
		{"XML of DBLP", `<?xml version="1.0" encoding="ISO-8859-1"?>
<!DOCTYPE dblp SYSTEM "dblp.dtd">
<dblp><!-- <article key="no"><title>no</title></article> -->
<www key="homepages/r/Roe"><author>Jane Roe</author><title>Home Page</title></www>
<proceedings key="conf/x/1999"><title>Proceedings</title></proceedings>
<inproceedings mdate="2020-01-01" key="conf/icml/RoeV99"><author orcid="0000-0002-1825-0097">Jane Roe 0002</author><author>Johan van der Velde</author>
<title>&Uuml;ber <i>Crawling</i> &amp; M` + "\xfc" + `he.</title><pages>1-9</pages><year>1999</year><booktitle>ICML</booktitle>
<ee type="oa">https://doi.org/10.1000/182</ee><ee>http://a.example/a.pdf</ee><crossref>conf/icml/1999</crossref></inproceedings></dblp>`,
			bibliography.Record{Line: 6, Key: "conf/icml/RoeV99", Type: "inproceedings", Title: "Über Crawling & Mühe", Year: 1999, Venue: "ICML", Pages: "1-9", DOI: "10.1000/182",
				URLs: []string{"http://a.example/a.pdf"}, IDs: []string{"dblp:conf/icml/RoeV99"}, People: people(bibliography.Person{ORCID: orcid})}},
		{"JSON of DBLP", `{"result":{"hits":{"@total":"1","hit":[{"@score":"9","info":{"authors":{"author":[{"@pid":"1/2","text":"Jane Roe 0002"},{"text":"Johan van der Velde"}]},
"title":"On Crawling &amp; Rest.","venue":["CoRR"],"volume":"abs/2101.00001","year":"2021","type":"Informal Publications","key":"journals/corr/abs-2101-00001","ee":"http://arxiv.org/abs/2101.00001"}}]}}}`,
			bibliography.Record{Line: 1, Key: "journals/corr/abs-2101-00001", Type: "informal publications", Title: "On Crawling & Rest", Year: 2021, Venue: "CoRR", Volume: "abs/2101.00001",
				ArXiv: "2101.00001", URLs: []string{"http://arxiv.org/abs/2101.00001"}, IDs: []string{"dblp:journals/corr/abs-2101-00001"}, People: people(bibliography.Person{IDs: []string{"dblp:1/2"}})}},
		{"answer of OpenAlex", `{"meta":{"count":1},"results":[
{"id":"https://openalex.org/W7","doi":"https://doi.org/10.1000/182","title":"On <i>Crawling</i>","publication_year":1999,"type":"article","ids":{"mag":"7"},"biblio":{"volume":"7","first_page":"1","last_page":"9"},
"primary_location":{"landing_page_url":"https://doi.org/10.1000/182","source":{"display_name":"Journal of Webs"}},"best_oa_location":{"pdf_url":"http://a.example/a.pdf","landing_page_url":"http://a.example/a"},
"authorships":[{"author":{"id":"https://openalex.org/A1","display_name":"Jane Roe","orcid":"https://orcid.org/0000-0002-1825-0097"},"institutions":[{"display_name":"U"}]},
{"author":{"display_name":"Johan van der Velde"}}],"abstract_inverted_index":{"We":[0],"crawl.":[1]}}]}`,
			bibliography.Record{Line: 2, Key: "W7", Type: "article", Title: "On Crawling", Year: 1999, Venue: "Journal of Webs", Volume: "7", Pages: "1-9", Abstract: "We crawl.", DOI: "10.1000/182",
				URLs: []string{"http://a.example/a.pdf", "http://a.example/a"}, IDs: []string{"openalex:W7", "mag:7"},
				People: people(bibliography.Person{ORCID: orcid, IDs: []string{"openalex:A1"}, Affiliations: []string{"U"}})}},
		{"answer of Crossref", `{"status":"ok","message-type":"work-list","message":{"total-results":1,"items":[{"DOI":"10.1000/182","title":["On Crawling"],"subtitle":["A View"],"type":"journal-article",
"issued":{"date-parts":[[1999,5]]},"container-title":["Journal of Webs"],"volume":"7","page":"1-9","abstract":"<jats:p>We crawl.</jats:p>","URL":"http://dx.doi.org/10.1000/182",
"link":[{"URL":"http://a.example/a.pdf"}],"author":[{"given":"Jane","family":"Roe","ORCID":"http://orcid.org/0000-0002-1825-0097","affiliation":[{"name":"U"}]},{"given":"Johan","family":"van der Velde"}]}]}}`,
			bibliography.Record{Line: 1, Key: "10.1000/182", Type: "journal-article", Title: "On Crawling: A View", Year: 1999, Venue: "Journal of Webs", Volume: "7", Pages: "1-9", Abstract: "We crawl.",
				DOI: "10.1000/182", URLs: []string{"http://a.example/a.pdf"}, People: people(bibliography.Person{ORCID: orcid, Affiliations: []string{"U"}}),
				Authors: []bibtex.Name{roe, {Given: "Johan", Family: "van der Velde"}}}},
		{"answer of Semantic Scholar", `{"total":1,"data":[{"paperId":"ab","externalIds":{"ArXiv":"2101.00001","DBLP":"conf/icml/RoeV99","CorpusId":7},"title":"On Crawling","venue":"ICML","year":1999,
"openAccessPdf":{"url":"http://a.example/a.pdf"},"authors":[{"authorId":"5","name":"Jane Roe","homepage":"http://a.example/~roe"},{"authorId":null,"name":"Johan van der Velde"}]}]}`,
			bibliography.Record{Line: 1, Key: "ab", Title: "On Crawling", Year: 1999, Venue: "ICML", ArXiv: "2101.00001", URLs: []string{"http://a.example/a.pdf"},
				IDs: []string{"s2:ab", "dblp:conf/icml/RoeV99", "s2corpus:7"}, People: people(bibliography.Person{IDs: []string{"s2:5"}, URLs: []string{"http://a.example/~roe"}})}},
		{"JSON with one work a line", `{"key":"journals/jair/RoeV99","type":"journal","venue":"jair","venue_name":"Journal of Webs","year":1999,"volume":"7","title":"On Crawling","authors":["Jane Roe","Johan van der Velde"],` +
			`"doi":"10.1000/182","url":"https://doi.org/10.1000/182","pdf_url":"http://a.example/a.pdf","abstract":null}` + "\n",
			bibliography.Record{Line: 1, Key: "journals/jair/RoeV99", Type: "journal", Title: "On Crawling", Year: 1999, Venue: "Journal of Webs", Volume: "7", DOI: "10.1000/182",
				URLs: []string{"http://a.example/a.pdf"}, IDs: []string{"dblp:journals/jair/RoeV99"}}},
		{"XML of the ACL Anthology", `<?xml version='1.0' encoding='UTF-8'?>
<collection id="P99">
  <volume id="1"><meta><booktitle>Proceedings of the Meeting</booktitle><publisher>ACL</publisher><year>1999</year><editor><first>A</first><last>B</last></editor></meta>
    <frontmatter><url>P99-1000</url></frontmatter>
    <paper id="1"><title>On <fixed-case>C</fixed-case>rawling</title><author orcid="0000-0002-1825-0097"><first>Jane</first><last>Roe</last></author>
      <author><first>Johan</first><last>van der Velde</last></author><pages>1–9</pages><url hash="x">P99-1001</url><bibkey>roe-velde-1999</bibkey></paper>
  </volume></collection>`,
			bibliography.Record{Line: 5, Key: "roe-velde-1999", Type: "inproceedings", Title: "On Crawling", Year: 1999, Venue: "Proceedings of the Meeting", Pages: "1–9", Publisher: "ACL",
				URLs: []string{"https://aclanthology.org/P99-1001.pdf", "https://aclanthology.org/P99-1001"}, IDs: []string{"acl:P99-1001"}, People: people(bibliography.Person{ORCID: orcid}),
				Authors: []bibtex.Name{roe, {Given: "Johan", Family: "van der Velde"}}}},
		{"OAI-PMH", oaiHead + oaiRecord + `</ListRecords></OAI-PMH>`,
			bibliography.Record{Line: 4, Key: "oai:a.example:7", Type: "article", Title: "On Crawling", Year: 1999, Venue: "Journal of Webs", Abstract: "We crawl.", DOI: "10.1000/182",
				ArXiv: "2101.00001", URLs: []string{"http://a.example/7"}, IDs: []string{"oai:a.example:7"}}},
		{"CSV", "Paper Title;Authors;Publication Year;Source title;DOI;PDF\n\"On Crawling\";Roe, Jane and van der Velde, Johan;1999-05-01;Journal of Webs;https://doi.org/10.1000/182;http://a.example/a.pdf\n",
			bibliography.Record{Line: 2, Title: "On Crawling", Year: 1999, Venue: "Journal of Webs", DOI: "10.1000/182", URLs: []string{"http://a.example/a.pdf"}}},
	} {
		t.Run(test.name, func(t *testing.T) {
			records, errs := read(t, test.text)
			want := test.want
			if want.Authors == nil {
				want.Authors = []bibtex.Name{roe, velde}
			}
			if d := cmp.Diff([]bibliography.Record{want}, records); d != "" || len(errs) > 0 {
				t.Errorf("(-want +got)\n%s%q", d, errs)
			}
		})
	}
}

func TestReadContinuesAfterABrokenWorkOfAService(t *testing.T) {
	for _, test := range []struct {
		name, text string
		titles     []string
		errs       []string
	}{
		{"XML of DBLP", "<dblp>\n<article key=\"a\"><title>One</title></article>\n<article key=\"b\"><title>cut\n<article key=\"c\"><title>Three</title></article>\n<article key=\"d\"><title>a<b></title></article>\n" +
			"<article><title>\x01Five &unknown; &#1;</title></article><article key=\"f\"><title>cut",
			[]string{"One", "Three", "a", "Five &unknown;"}, []string{"line 3: its end is missing", "line 6: its end is missing"}},
		{"JSON with one work a line", "{\"title\":\"One\",\"authors\":[]}\n{\"title\":\"cut\n{\"title\":\"Three\",\"authors\":[]}\n\n<html>\n{\"title\":\"cut\"\n{\"title\":\"Six\",\"authors\":[]}\n7\n{\"title\":}\n{\"title\":\"Ten\"}",
			[]string{"One", "Three", "Six", "Ten"}, []string{"line 2: ", "line 5: a value that is no object", "line 6: its end is missing", "line 8: a value that is no object", "line 9: invalid character"}},
		{"works in an array, one of them broken", "[{\"title\":\"One\"},\n{\"title\":\"cut\n{\"title\":\"Three\"}\n]", []string{"One", "Three"}, []string{"line 2: "}},
		{"answer without works", `{"meta":{"count":0},"results":[]}`, nil, nil},
		{"answer of DBLP without works", `{"result":{"hits":{"@total":"0","@sent":"0"}}}`, nil, nil},
		{"answer that is an error", `{"error":"Title match not found"}`, nil, []string{"line 1: it names no work"}},
		{"OAI-PMH", oaiHead + oaiRecord + "<record><header status=\"deleted\"><identifier>oai:x</identifier></header></record>\n<record><header><identifier>oai:y</identifier></header><metadata><dc><dc:title>cut\n" + oaiRecord,
			[]string{"On Crawling", "On Crawling"}, []string{"line 9: its end is missing"}},
		{"CSV", "title,year\nOne,1999\n\"Tw\no\",2002\n\n\"cut,2000\nThree,2001\n,,\n", []string{"One", "Tw o", "Three"}, []string{"line 6: a quotation mark is not closed", "line 8: it names no work"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			records, errs := read(t, test.text)
			var titles []string
			for _, r := range records {
				titles = append(titles, r.Title)
			}
			if !slices.Equal(titles, test.titles) || !slices.EqualFunc(errs, test.errs, strings.HasPrefix) {
				t.Errorf("titles %q, errors %q; want %q, %q", titles, errs, test.titles, test.errs)
			}
		})
	}
}

func TestNamesInOneFieldAreDivided(t *testing.T) {
	for names, want := range map[string]string{
		"Jane Roe": "Jane Roe", "Roe, Jane": "Jane Roe", "Roe, J.; Doe, J.": "J. Roe|J. Doe", "Jane Roe, John Doe": "Jane Roe|John Doe", "Roe, Jane, Doe, John": "Jane Roe|John Doe",
		"Jane Roe and John Doe": "Jane Roe|John Doe", "Jane Roe | John Doe": "Jane Roe|John Doe", "王伟": "王伟",
	} {
		records, errs := read(t, "title,authors\nOne,\""+names+"\"\n")
		var got []string
		for _, a := range records[0].Authors {
			got = append(got, a.String())
		}
		if strings.Join(got, "|") != want || len(errs) > 0 {
			t.Errorf("%q: %q, %q; want %q", names, got, errs, want)
		}
	}
}

func TestOAIAnswersAreRead(t *testing.T) {
	const deleted = `<record><header status="deleted"><identifier>oai:a.example:8</identifier></header></record>`
	for _, test := range []struct {
		name, text string
		want       string
	}{
		{"page", oaiHead + oaiRecord + deleted + `<resumptionToken completeListSize="7" cursor="0"> a|b </resumptionToken></ListRecords></OAI-PMH>`, "1 records, deleted [oai:a.example:8], token a|b, of 7, errors [], 0 broken"},
		{"last page", oaiHead + oaiRecord + `<resumptionToken/></ListRecords></OAI-PMH>`, "1 records, deleted [], token , of 0, errors [], 0 broken"},
		{"error", oaiHead + `<error code="noRecordsMatch">nothing</error></OAI-PMH>`, "0 records, deleted [], token , of 0, errors [noRecordsMatch: nothing], 0 broken"},
		{"with a prefix", regexp.MustCompile(`<(/?)(record|header|identifier|metadata|OAI-PMH|ListRecords)\b`).ReplaceAllString(oaiHead+oaiRecord+deleted+`</ListRecords></OAI-PMH>`, "<${1}o:$2"),
			"1 records, deleted [oai:a.example:8], token , of 0, errors [], 0 broken"},
		{"cut off", oaiHead + oaiRecord + `<record><header><identifier>oai:`, "1 records, deleted [], token , of 0, errors [], 1 broken"},
		{"text before the declaration, and entities of HTML", "\n\n" + oaiHead + strings.Replace(oaiRecord, "On Crawling", "Caf&eacute; & Crawling", 1) + `</ListRecords></OAI-PMH>`,
			"1 records, deleted [], token , of 0, errors [], 0 broken"},
	} {
		t.Run(test.name, func(t *testing.T) {
			a, err := bibliography.ParseOAI([]byte(test.text))
			if err != nil {
				t.Fatal(err)
			}
			if got := fmt.Sprintf("%d records, deleted %v, token %s, of %d, errors %v, %d broken", len(a.Records), a.Deleted, a.Token, a.Complete, a.Errors, len(a.Broken)); got != test.want {
				t.Errorf("%s\nwant %s", got, test.want)
			}
		})
	}
	for _, text := range []string{"", "<html><body>Down for maintenance</body></html>", `{"error":"x"}`} {
		if _, err := bibliography.ParseOAI([]byte(text)); !errors.Is(err, bibliography.ErrOAI) {
			t.Errorf("ParseOAI(%q) = %v; want ErrOAI", text, err)
		}
	}
}

// endless yields a text and then another one for ever.
type endless struct{ first, rest string }

// Read implements [io.Reader].
func (e *endless) Read(p []byte) (int, error) {
	if e.first == "" {
		e.first = e.rest
	}
	n := copy(p, e.first)
	e.first = e.first[n:]
	return n, nil
}

func TestLargeBibliographiesAreReadOneRecordAtATime(t *testing.T) {
	for name, from := range map[string]io.Reader{
		"XML of DBLP":               &endless{"<dblp>", "<article key=\"a\"><title>One</title></article>\n"},
		"JSON with one work a line": &endless{"", "{\"title\":\"One\",\"authors\":[]}\n"},
		"array":                     &endless{"[", "{\"title\":\"One\"},\n"},
		"BibTeX":                    &endless{"", "@misc{a, title={One}}\n"},
		"RIS":                       &endless{"", "TY  - JOUR\nTI  - One\nER  - \n"},
		"CSV":                       &endless{"title,year\n", "One,1999\n"},
		"OAI-PMH":                   &endless{oaiHead, oaiRecord},
	} {
		n := 0
		for _, err := range bibliography.Read(from) {
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			if n++; n == 3000 {
				break
			}
		}
	}
	for name, from := range map[string]io.Reader{
		"text that does not end":            &endless{"<dblp><article><title>", "x"},
		"tag that does not end":             &endless{"<dblp><article><title ", "x"},
		"elements within each other":        &endless{"<dblp><article>", "<a>"},
		"value that does not end":           &endless{`[{"title":"`, "x"},
		"value of BibTeX that does not end": &endless{"@misc{a, title={", "x"},
		"line of RIS that does not end":     &endless{"TY  - JOUR\nTI  - ", "x"},
		"line that does not end":            &endless{"title,year\nOne,", "x"},
	} {
		n := 0
		for r, err := range bibliography.Read(io.LimitReader(from, 6<<20)) {
			if n++; n > 3 {
				break
			}
			if err == nil && len(fmt.Sprint(r)) > 1<<20 {
				t.Errorf("%s: a record of %d bytes", name, len(fmt.Sprint(r)))
			}
		}
	}
}

func FuzzReadOfServices(f *testing.F) {
	f.Add("<dblp>\n<article key=\"a\"><title>One &amp; &uuml;</title><author orcid=\"x\">J. Roe</author></article>")
	f.Add(oaiHead + oaiRecord + `<resumptionToken completeListSize="7">a</resumptionToken>`)
	f.Add(`<collection id="a"><volume id="1"><meta><year>1</year></meta><paper><title>x</title></paper></volume></collection>`)
	f.Add(`{"results":[{"id":"https://openalex.org/W7","title":"x","abstract_inverted_index":{"a":[0,9]}}]}`)
	f.Add(`{"message-type":"work","message":{"DOI":"10.1000/182","title":["x"],"issued":{"date-parts":[[null]]}}}`)
	f.Add(`{"result":{"hits":{"hit":[{"info":{"title":"x","authors":{"author":{"text":"J"}}}}]}}}`)
	f.Add("{\"title\":\"x\",\"authors\":[\"J\"]}\n{\"paperId\":\"x\"}\n")
	f.Add("title;author\n\"a\";\"b\nc\"\nd\"")
	f.Fuzz(func(t *testing.T, text string) {
		line := 0
		for r, err := range bibliography.Read(strings.NewReader(text)) {
			if err == nil && (r.Line < line || r.Line > strings.Count(text, "\n")+strings.Count(text, "\r")+1) {
				t.Errorf("line %d after %d", r.Line, line)
			}
			if len(r.People) != 0 && len(r.People) != len(r.Authors) {
				t.Errorf("%d people of %d authors", len(r.People), len(r.Authors))
			}
			line = max(line, r.Line)
		}
		bibliography.ParseOAI([]byte(text))
	})
}
