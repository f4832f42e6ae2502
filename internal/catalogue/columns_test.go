package catalogue_test

import (
	"strings"
	"testing"

	"sluice/internal/columns"
	"sluice/internal/query"
	"sluice/library"
)

// TestEveryColumnIsExplainedAndCanBeQueried: the table of the manual is that of the query language, and the views have its columns.
func TestEveryColumnIsExplainedAndCanBeQueried(t *testing.T) {
	c := memory(t)
	for _, l := range columns.All {
		if l.About == "" || len(l.Columns) == 0 {
			t.Errorf("listing %q is not explained", l.Name)
		}
		for _, column := range l.Columns {
			if column.Meaning == "" || !strings.HasPrefix(column.Example, column.Name+" ") {
				t.Errorf("%s: column %s means %q, for example %q", l.Name, column.Name, column.Meaning, column.Example)
			}
			for _, q := range []library.Query{{Where: column.Example}, {Sort: column.Name}, {Sort: "-" + column.Name}} {
				list, err := c.Query(t.Context(), l.Name, q, column.Name)
				if err != nil {
					t.Errorf("%s: %+v: %v", l.Name, q, err)
					continue
				}
				for _, err := range list.All() {
					t.Errorf("%s: %+v: a row or %v", l.Name, q, err)
				}
			}
		}
	}
}

func TestExamplesOfTheQueryLanguageAreValid(t *testing.T) {
	c := memory(t)
	for _, rules := range [][]query.Rule{query.Operators, query.Joins, query.Values} {
		for _, r := range rules {
			list, err := c.List(t.Context(), "documents", r.Example, 0)
			if r.Meaning == "" || err != nil {
				t.Errorf("%s means %q, for example %q: %v", r.Form, r.Meaning, r.Example, err)
				continue
			}
			list.Close()
		}
	}
	for _, r := range query.Patterns {
		matches, err := query.URLMatcher(r.Example)
		if r.Meaning == "" || err != nil {
			t.Errorf("%s means %q, for example %q: %v", r.Form, r.Meaning, r.Example, err)
		} else if strings.HasPrefix(r.Example, "*.") && !matches("http://www.example.org/x") {
			t.Errorf("%s does not match a host below it", r.Example)
		}
	}
}

// TestListInAnotherOrder: by a column, unknown values last, also over both parts of the list of documents.
func TestListInAnotherOrder(t *testing.T) {
	c := open(t, t.TempDir()+"/catalog.db")
	g := newGroup(1, 0, 3)
	g.Fetches[2].Document, g.Fetches[2].Title = true, "Between"
	commit(t, c, g)
	for i, title := range []string{"Zebras", "Ants"} {
		d := paper(title, "http://a.example/"+title+".pdf")
		d.Fields[0].Value = title
		if i == 1 {
			d.Fields = d.Fields[:1] // no year
		}
		if _, err := c.Documents.File(t.Context(), d); err != nil {
			t.Fatal(err)
		}
	}
	for sort, want := range map[string]string{
		"title": "Ants Between Zebras", "-title": "Zebras Between Ants", "-TITLE": "Zebras Between Ants", "-year": "Zebras Ants Between",
	} {
		for limit := range 4 {
			l, err := c.Query(t.Context(), "documents", library.Query{Sort: sort, Limit: limit}, "year", "title")
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for r, err := range l.All() {
				if err != nil || len(r) != 2 {
					t.Fatal(r, err)
				}
				got = append(got, r[1].(string))
			}
			words := strings.Fields(want)
			if limit > 0 {
				words = words[:limit]
			}
			if strings.Join(got, " ") != strings.Join(words, " ") {
				t.Errorf("by %s, limit %d: %q, want %q", sort, limit, got, words)
			}
		}
	}
}

func TestShortHashNamesOneDocument(t *testing.T) {
	c := open(t, t.TempDir()+"/catalog.db")
	alike := func(n int, digit string) string { return strings.Repeat("a", n) + digit + strings.Repeat("b", 63-n) }
	all := []string{alike(20, "0"), alike(20, "f"), alike(30, "7"), alike(2, "e"), strings.Repeat("0", 64), strings.Repeat("f", 64)}
	for i, sum := range all {
		d := paper("one", "http://a.example/")
		d.SHA256 = sum
		if _, err := c.Documents.File(t.Context(), d); err != nil {
			t.Fatal(err)
		}
		for _, sum := range all[:i+1] {
			short, err := c.ShortHash(t.Context(), sum)
			if err != nil || len(short) < 8 {
				t.Fatalf("%s: %q, %v", sum, short, err)
			}
			found, err := c.Documents.Identify(t.Context(), short)
			if err != nil || len(found) != 1 || found[0] != sum {
				t.Errorf("%q finds %q, %v; want %s", short, found, err, sum)
			}
		}
	}
	for i, want := range []int{21, 21, 21, 8, 8, 8} {
		if short, err := c.ShortHash(t.Context(), all[i]); len(short) != want || err != nil {
			t.Errorf("%s: %q, %v; want %d digits", all[i], short, err, want)
		}
	}
}
