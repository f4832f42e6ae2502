package export_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/parquet-go/parquet-go"
	"pgregory.net/rapid"

	"sluice/internal/export"
)

func TestJSONLHasALineWithTheSameKeysForEachDocument(t *testing.T) {
	lines := strings.Split(strings.TrimSuffix(string(written(t, export.JSONL, paper(), bare())), "\n"), "\n")
	if len(lines) != 2 {
		t.Fatalf("%d lines", len(lines))
	}
	keysOf := func(line string) (keys []string) {
		in := json.NewDecoder(strings.NewReader(line))
		in.Token()
		for in.More() {
			key, err := in.Token()
			if err != nil {
				t.Fatal(err)
			}
			keys = append(keys, key.(string))
			var value any
			if err := in.Decode(&value); err != nil {
				t.Fatal(err)
			}
		}
		return keys
	}
	full, empty := keysOf(lines[0]), keysOf(lines[1])
	if strings.Join(full, " ") != strings.Join(empty, " ") || full[0] != "sha256" || full[len(full)-1] != "text" {
		t.Errorf("keys %q and %q", full, empty)
	}
	for _, want := range []string{`"title":"WebBase & the cost of 100% recall: a {survey}"`, `"year":2019`, `"genre_confidence":0.93`,
		`"added":"2026-03-01T12:00:00.123456Z"`, `"orcids":["0000-0002-1825-0097"],"license":"https://creativecommons.org/licenses/by/4.0/"`, `"urls":["http://a.example/~ann/p_1.pdf","http://b.example/p.pdf"]`,
		`"references":[{"raw":"J. Roe. “Sieves”. 1999.","title":"Sieves","authors":["J. Roe"],"year":1999,"doi":"10.1000/1","arxiv":"","url":""},{"raw":"Brook: no more",`,
		`\f1 Introduction`} {
		if !strings.Contains(lines[0], want) {
			t.Errorf("no %s in %s", want, lines[0])
		}
	}
	if !strings.Contains(lines[1], `"authors":[]`) || !strings.Contains(lines[1], `"references":[]`) || !strings.Contains(lines[1], `"year":null`) {
		t.Errorf("what is not known is %s", lines[1])
	}
}

// asTable reads a Parquet file as rows of columns by name.
func asTable(t interface{ Fatal(...any) }, b []byte) []map[string]any {
	f, err := parquet.OpenFile(bytes.NewReader(b), int64(len(b)))
	if err != nil {
		t.Fatal(err)
	}
	r := parquet.NewReader(f)
	defer r.Close()
	var rows []map[string]any
	for range f.NumRows() {
		row := map[string]any{}
		if err := r.Read(&row); err != nil {
			t.Fatal(err)
		}
		rows = append(rows, row)
	}
	return rows
}

func TestParquetHasARowForEachDocument(t *testing.T) {
	linked := paper()
	linked.LinkedFrom = 3
	rows := asTable(t, written(t, export.Parquet, linked, bare()))
	if len(rows) != 2 {
		t.Fatalf("%d rows", len(rows))
	}
	for name, want := range map[string]string{"title": paper().Title, "genre": "paper", "year": "2019", "text": paper().Text, "citations": "7", "linked_from": "3",
		"doi": paper().DOI, "work": paper().Work, "license": paper().License, "orcids": "[0000-0002-1825-0097]", "sha256": paper().SHA256} {
		if got := fmt.Sprint(rows[0][name]); got != want {
			t.Errorf("%s is %q, want %q", name, got, want)
		}
	}
	if got := fmt.Sprint(rows[0]["authors"]); !strings.Contains(got, "Jan van der Berg") {
		t.Errorf("authors %s", got)
	}
	if got := fmt.Sprint(rows[0]["references"]); !strings.Contains(got, "“Sieves”") || !strings.Contains(got, "Brook: no more") {
		t.Errorf("references %s", got)
	}
	if rows[1]["year"] != nil {
		t.Errorf("a year that is not known is %v", rows[1]["year"])
	}
}

func TestParquetIsWrittenInGroupsOfBoundedSize(t *testing.T) {
	big := paper()
	big.Text = strings.Repeat("0123456789abcdef", 33<<16) // 33 MiB
	out := written(t, export.Parquet, big, bare())
	f, err := parquet.OpenFile(bytes.NewReader(out), int64(len(out)))
	if err != nil {
		t.Fatal(err)
	}
	if n := len(f.RowGroups()); n != 2 || f.NumRows() != 2 {
		t.Errorf("%d groups of %d rows, want two of two", n, f.NumRows())
	}
	if len(out) > 1<<20 {
		t.Errorf("%d bytes: not compressed", len(out))
	}
	if codec := f.Metadata().RowGroups[0].Columns[0].MetaData.Codec.String(); codec != "ZSTD" {
		t.Errorf("compressed by %s", codec)
	}
}

func TestHostileRecordMakesValidTables(t *testing.T) { rapid.Check(t, readTables) }

func FuzzTables(f *testing.F) { f.Fuzz(rapid.MakeFuzz(readTables)) }

// readTables writes any records and reads them again.
func readTables(t *rapid.T) {
	rs := anyRecords(t)
	if len(rs) > 0 && rapid.Bool().Draw(t, "none") {
		rs[0].Confidence = math.NaN()
	}
	out := written(t, export.JSONL, rs...)
	if n := bytes.Count(out, []byte("\n")); n != len(rs) || !utf8.Valid(out) {
		t.Fatalf("%d lines of %d", n, len(rs))
	}
	table := asTable(t, written(t, export.Parquet, rs...))
	if len(table) != len(rs) {
		t.Fatalf("%d rows of %d", len(table), len(rs))
	}
	lines := bytes.Split(out, []byte("\n"))
	for i, r := range rs {
		var row struct {
			Title   string
			Authors []string
			Text    string
			Year    *int
		}
		if err := json.Unmarshal(lines[i], &row); err != nil {
			t.Fatalf("%s: %v", lines[i], err)
		}
		if len(row.Title) < 30_000 && row.Title != printable(r.Title) || row.Authors == nil {
			t.Fatalf("title %q came back as %q", r.Title, row.Title)
		}
		if got := table[i]; got["title"] != row.Title || got["text"] != row.Text {
			t.Fatalf("Parquet has %q, JSONL %q", got["title"], row.Title)
		}
	}
}

func TestRowGroupIsBounded(t *testing.T) {
	r := bare()
	for range 1000 {
		r.URLs = append(r.URLs, strings.Repeat("u", 8<<10))
	}
	b := written(t, export.Parquet, r, r, r, r, r, r)
	f, err := parquet.OpenFile(bytes.NewReader(b), int64(len(b)))
	if err != nil {
		t.Fatal(err)
	}
	if n := len(f.RowGroups()); n < 2 {
		t.Errorf("%d row group of 48 MB", n)
	}
}
