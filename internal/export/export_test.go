package export_test

import (
	"bytes"
	"errors"
	"io"
	"iter"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"sluice/document/content"
	"sluice/internal/export"
)

// each feeds records to a writer.
func each(rs ...*export.Record) iter.Seq2[*export.Record, error] {
	return func(yield func(*export.Record, error) bool) {
		for _, r := range rs {
			if !yield(r, nil) {
				return
			}
		}
	}
}

func opens(s string) func() (io.ReadCloser, error) {
	return func() (io.ReadCloser, error) { return io.NopCloser(strings.NewReader(s)), nil }
}

// paper is a record with everything.
func paper() *export.Record {
	return &export.Record{
		SHA256: strings.Repeat("ab", 32), Work: strings.Repeat("ef", 32), URL: "http://a.example/~ann/p_1.pdf", URLs: []string{"http://a.example/~ann/p_1.pdf", "http://b.example/p.pdf"},
		Type: "pdf", Name: "p_1.pdf", Genre: "paper", Confidence: 0.93,
		Title:   "WebBase & the cost of 100% recall: a {survey}",
		Authors: []string{"Ann Müller-Lüdenscheidt", "Jan van der Berg", "Øystein Sæther Jr."}, Affiliations: []string{"University of Nowhere"},
		Abstract: "We ask what it costs.\nIt costs ~5 %.", Keywords: []string{"crawling", "recall"}, Subjects: []string{"Information systems"},
		Year: 2019, Date: "2019-05-13", Venue: "Proceedings of the 3rd Workshop on Crawling", Volume: "12", Number: "3", Pages: "17–32", PageCount: 16,
		Publisher: "Example Press", DOI: "10.1000/x_y<1>", ArXiv: "1905.01234", ISBN: "978-3-16-148410-0", ORCIDs: []string{"0000-0002-1825-0097"}, License: "https://creativecommons.org/licenses/by/4.0/", Language: "en",
		Citations: 7, Copies: 2, Added: time.Date(2026, 3, 1, 12, 0, 0, 123456789, time.UTC), Judged: time.Date(2026, 3, 1, 12, 0, 1, 0, time.UTC),
		References: []export.Reference{{Raw: "J. Roe. “Sieves”. 1999.", Title: "Sieves", Authors: []string{"J. Roe"}, Year: 1999, DOI: "10.1000/1"}, {Raw: "Brook: no more"}},

		Text:  "WebBase\n\nAbstract\nWe ask what it costs.\n\f1 Introduction\n\n# no heading\n",
		Lines: []content.Line{{Text: "WebBase", Style: "heading 1"}},
		Open:  opens("%PDF-1.4 one"),
	}
}

// bare has nothing but its hash.
func bare() *export.Record { return &export.Record{SHA256: strings.Repeat("cd", 32)} }

// hostile is text as the Web has it at its worst.
var hostile = []string{
	"", " ", "\x00", "a\nER  - \r\nTY  - JOUR", "}\n@misc{x,\n title={y}}", `\`, `\}`, `{`, `}`, `{{{`, `"`, "\xff\xfe\xc3(", "---\ntitle: x\n---",
	"\u202Efdp.exe", "\u2028\u2029\u0085", "\uFEFFbom", "\uFFFE\uFDD0", "a and b and others", "O'Brien, Jr, X, Y, Z", "--- '' `` ''' ````",
	"# h", "- l", "1. l", "===", "<script>alert(1)</script>", "[x](javascript:y)", "![x](y)", "&amp;&#0;", "*a* _b_ `c` ~~d~~ | e | $f$",
	"../../etc/passwd", "CON", "con.txt", "a/b\\c:d*e?f\"g<h>i|j", ".", "..", "...hidden", "-rf", "~", "x. . .", strings.Repeat("long ", 50_000),
	strings.Repeat("é", 3000), "\u0301\u0301", "a%b#c$d&e_f^g~h", "@comment{", "TY  - ", "ß ŒŁØ", "中文 标题", "\t a \v b \f",
}

// value draws a hostile text, or any other.
func value(t *rapid.T, name string) string {
	return rapid.OneOf(rapid.SampledFrom(hostile), rapid.String(), rapid.Map(rapid.SliceOfN(rapid.Byte(), 0, 20), func(b []byte) string { return string(b) }),
		rapid.StringMatching(`[-A-Za-z0-9 {}\\$&#^_~%"'`+"`"+`,.;:@]{0,40}`)).Draw(t, name)
}

func values(t *rapid.T, name string) []string {
	n := rapid.IntRange(0, 4).Draw(t, name)
	var vs []string
	for range n {
		vs = append(vs, value(t, name))
	}
	return vs
}

func anyRecord(t *rapid.T) *export.Record {
	return &export.Record{
		SHA256: rapid.StringMatching(`[0-9a-f]{0,3}`).Draw(t, "hash"), URL: value(t, "url"), URLs: values(t, "urls"),
		Type: rapid.SampledFrom([]string{"pdf", "html", "", "x/y"}).Draw(t, "type"), Wrapped: rapid.SampledFrom([]string{"", "gzip"}).Draw(t, "wrapped"),
		Name:       value(t, "name"),
		Genre:      rapid.SampledFrom([]string{"paper", "thesis", "report", "book", "slides", "faq", "", "\x00"}).Draw(t, "genre"),
		Confidence: rapid.Float64().Draw(t, "confidence"), Title: value(t, "title"), Authors: values(t, "authors"),
		Affiliations: values(t, "affiliations"), Abstract: value(t, "abstract"), Keywords: values(t, "keywords"), Subjects: values(t, "subjects"),
		Year: rapid.IntRange(-5, 12_000).Draw(t, "year"), Date: value(t, "date"), Venue: value(t, "venue"), Volume: value(t, "volume"),
		Number: value(t, "number"), Pages: value(t, "pages"), PageCount: rapid.Int().Draw(t, "pageCount"), Publisher: value(t, "publisher"), DOI: value(t, "doi"),
		ArXiv: value(t, "arxiv"), ISBN: value(t, "isbn"), ORCIDs: values(t, "orcids"), License: value(t, "license"), Language: value(t, "language"), Citations: rapid.Int().Draw(t, "citations"),
		Relevance: rapid.Ptr(rapid.Float64(), true).Draw(t, "relevance"),
		Added:     time.Unix(rapid.Int64Range(-1<<40, 1<<40).Draw(t, "added"), 0), Text: value(t, "text"),
		References: []export.Reference{{Raw: value(t, "raw"), Title: value(t, "cited title"), Authors: values(t, "cited authors"), Year: rapid.Int().Draw(t, "cited year"), URL: value(t, "cited url")}},
		Lines:      []content.Line{{Text: value(t, "line"), Style: "heading 9"}}, Open: opens("x"),
	}
}

func anyRecords(t *rapid.T) []*export.Record {
	var rs []*export.Record
	for range rapid.IntRange(0, 4).Draw(t, "records") {
		rs = append(rs, anyRecord(t))
	}
	return rs
}

var streams = map[string]func(io.Writer, export.Records) error{
	"BibTeX": export.BibTeX, "RIS": export.RIS, "CSL": export.CSL, "JSONL": export.JSONL, "Parquet": export.Parquet,
}

func TestAnErrorAmongTheRecordsEndsTheExport(t *testing.T) {
	broken := errors.New("catalogue lost")
	records := func(yield func(*export.Record, error) bool) {
		if yield(paper(), nil) {
			yield(nil, broken)
		}
	}
	for name, write := range streams {
		if err := write(io.Discard, records); !errors.Is(err, broken) {
			t.Errorf("%s: %v, want the error", name, err)
		}
	}
	if err := export.Markdown(t.TempDir(), records); !errors.Is(err, broken) {
		t.Errorf("Markdown: %v, want the error", err)
	}
	if err := export.Folder(t.TempDir(), records, export.Readable, func(error) {}); !errors.Is(err, broken) {
		t.Errorf("Folder: %v, want the error", err)
	}
}

func TestWorkHasOneEntryAndARowPerDocument(t *testing.T) {
	first, second, other, alone := bare(), bare(), bare(), bare()
	first.Title, first.Work = "The first form", first.SHA256
	second.Title, second.SHA256, second.Work = "The second form", "12", first.SHA256
	other.Title, other.SHA256, other.Work = "Another one", "34", "34"
	alone.Title, alone.SHA256 = "Of no work", "56"
	for name, write := range streams {
		if name == "Parquet" {
			continue
		}
		out := string(written(t, write, first, second, other, alone, alone))
		in := func(s string) int { return strings.Count(out, s) }
		want := 1
		if name == "JSONL" {
			want = 2
			if in(`"work":"`+first.SHA256+`"`) != 2 || in(`"sha256":"56","work":"56"`) != 2 {
				t.Errorf("%s does not tell the work: %s", name, out)
			}
		}
		if n := in("The first form") + in("The second form"); n != want || in("The first form") != 1 {
			t.Errorf("%s has %d of the two documents of a work, want %d: %s", name, n, want, out)
		}
		if in("Another one") != 1 || in("Of no work") != 2 {
			t.Errorf("%s lacks other works: %s", name, out)
		}
	}
}

type fullDisk struct{}

func (fullDisk) Write([]byte) (int, error) { return 0, errors.New("no space left") }

func TestFullDiskIsReported(t *testing.T) {
	for name, write := range streams {
		if err := write(fullDisk{}, each(paper())); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

// written returns what a writer makes of records.
func written(t interface{ Fatal(...any) }, write func(io.Writer, export.Records) error, rs ...*export.Record) []byte {
	var b bytes.Buffer
	if err := write(&b, each(rs...)); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}
