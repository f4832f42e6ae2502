package corpus_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"sluice/cmd/sluice/internal/corpus"
	"sluice/text/vector"
)

// write writes a file and returns its path.
func write(t testing.TB, name string, content []byte) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, content, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// packed returns a text compressed with gzip.
func packed(t testing.TB, text string) []byte {
	t.Helper()
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	if _, err := z.Write([]byte(text)); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestRowsAreExamples(t *testing.T) {
	body := vector.Field{Name: "text", Text: "b"}
	for _, test := range []struct {
		name, rows string
		options    corpus.Options
		want       []corpus.Example
		counts     corpus.Counts
	}{
		{"label and text", `{"label":"a","text":"b"}`, corpus.Options{}, []corpus.Example{{Labels: []string{"a"}, Fields: []vector.Field{body}}}, corpus.Counts{Rows: 1}},
		{"byte order mark and CRLF", "\ufeff{\"label\":\"a\",\"text\":\"b\"}\r\n\r\n", corpus.Options{}, []corpus.Example{{Labels: []string{"a"}, Fields: []vector.Field{body}}}, corpus.Counts{Rows: 1}},
		{"several labels, one twice", `{"label":["a ","c","a",""],"text":"b"}`, corpus.Options{}, []corpus.Example{{Labels: []string{"a", "c"}, Fields: []vector.Field{body}}}, corpus.Counts{Rows: 1}},
		{"number as label", `{"label":7,"text":"b"}`, corpus.Options{}, []corpus.Example{{Labels: []string{"7"}, Fields: []vector.Field{body}}}, corpus.Counts{Rows: 1}},
		{"title counts twice", `{"label":"a","title":"t","text":["b"]}`, corpus.Options{Text: []string{"title", "text"}},
			[]corpus.Example{{Labels: []string{"a"}, Fields: []vector.Field{{Name: "title", Text: "t", Weight: 2}, body}}}, corpus.Counts{Rows: 1}},
		{"page", `{"label":"a","html":"<title>t</title><script>s</script><p>\u003ci>b"}`, corpus.Options{},
			[]corpus.Example{{Labels: []string{"a"}, Fields: []vector.Field{{Name: "title", Text: "t", Weight: 2}, {Text: "b"}}}}, corpus.Counts{Rows: 1}},
		{"rows that are no examples", `{"label":"a","text":"b"}
			{"text":"b"}
			{"label":{"of":"a"},"text":"b"}
			{"label":"a","text":null}`, corpus.Options{},
			[]corpus.Example{{Labels: []string{"a"}, Fields: []vector.Field{body}}}, corpus.Counts{Rows: 4, Unlabelled: 2, Textless: 1}},
		{"conditions", `{"label":"a","text":"b","split":"train"}
			{"label":"a","text":"c","split":"test"}
			{"label":"a","text":"d"}`, corpus.Options{Where: []string{"split = 'train'", "label!=z"}},
			[]corpus.Example{{Labels: []string{"a"}, Fields: []vector.Field{body}}}, corpus.Counts{Rows: 1, Refused: 2}},
	} {
		for _, path := range []string{write(t, "rows.jsonl", []byte(test.rows)), write(t, "rows.jsonl.gz", packed(t, test.rows))} {
			var got []corpus.Example
			counts, err := corpus.Read(t.Context(), path, test.options, func(e corpus.Example) error {
				if !strings.HasPrefix(e.At, path+":") {
					t.Errorf("%s: example at %q", test.name, e.At)
				}
				e.At = ""
				got = append(got, e)
				return nil
			})
			if err != nil || !reflect.DeepEqual(got, test.want) || !reflect.DeepEqual(counts, test.counts) {
				t.Errorf("%s: %v, %+v, %v; want %v, %+v", test.name, got, counts, err, test.want, test.counts)
			}
		}
	}
}

func TestUnreadableRowsAreNamed(t *testing.T) {
	more := 65 << 20 // a minute with the race detector
	if testing.Short() {
		more = 0
	}
	good := `{"label":"a","text":"b"}` + "\n"
	for _, test := range []struct {
		name, want string
		content    []byte
	}{
		{"no object", ":2: not a JSON object: ", []byte(good + "[1]")},
		{"nothing", ": it is empty", nil},
		{"binary file", ":1: not a JSON object: ", []byte("%PDF-1.4\n")},
		{"deep object", ":1: not a JSON object: ", []byte(strings.Repeat(`{"a":`, 100_000))},
		{"long line", ":2: the line has more than 64 MB (", packed(t, good+strings.Repeat(" ", more))},
		{"broken gzip", ":1: ", packed(t, good)[:20]},
		{"gzip alone", "gzip", []byte("\x1f\x8b rubbish, not a header")},
	} {
		if test.name == "long line" && more == 0 {
			continue
		}
		path := write(t, "rows", test.content)
		_, err := corpus.Read(t.Context(), path, corpus.Options{}, func(corpus.Example) error { return nil })
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: error %v, want %q", test.name, err, test.want)
		}
	}
}

func TestReadingEnds(t *testing.T) {
	path := write(t, "rows.jsonl", bytes.Repeat([]byte(`{"label":"a","text":"b"}`+"\n"), 3))
	stop := errors.New("stop")
	if counts, err := corpus.Read(t.Context(), path, corpus.Options{}, func(corpus.Example) error { return stop }); !errors.Is(err, stop) || counts.Rows != 1 {
		t.Errorf("after an error of its user: %+v, %v", counts, err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	counts, err := corpus.Read(ctx, path, corpus.Options{}, func(corpus.Example) error { cancel(); return nil })
	if !errors.Is(err, context.Canceled) || counts.Rows != 1 {
		t.Errorf("after the end of its context: %+v, %v", counts, err)
	}
}

// FuzzRead: whatever a file holds, reading ends, and an example has a label and a text.
func FuzzRead(f *testing.F) {
	for _, s := range []string{`{"label":"a","text":"b"}`, "\ufeff{\"label\":[\"a\",[1],null],\"html\":\"<p>b\"}\n{", `{"label":1,"title":{"x":2},"text":["b"]}`, "\x1f\x8b\x08\x00"} {
		f.Add([]byte(s))
	}
	f.Add([]byte("label,url\na,http://a.example/\n"))
	f.Add([]byte("a\thttp://a.example/\n\"b\t"))
	f.Fuzz(func(t *testing.T, content []byte) {
		for _, name := range []string{"rows.jsonl", "rows.csv", "rows.tsv"} {
			for _, o := range []corpus.Options{{}, {Fetch: fetchAll}} {
				corpus.Read(t.Context(), write(t, name, content), o, func(e corpus.Example) error {
					if len(e.Labels) == 0 || len(e.Fields) == 0 || e.At == "" {
						t.Errorf("example %+v", e)
					}
					return nil
				})
			}
		}
	})
}

func TestTablesHaveNamesOrTopicsWithURLs(t *testing.T) {
	for _, test := range []struct{ name, file, rows, want string }{
		{"names", "a.csv", "label,text\r\na,\"b, c\"\r\n", "a: b, c;"},
		{"byte order mark", "a.csv", "\ufefflabel,text\na,b\n", "a: b;"},
		{"tabs, compressed", "a.TSV.gz", "text\tlabel\n\"b\" c\ta\n", `a: "b" c;`},
		{"topic and URL", "a.tsv", "Top/Law\thttp://a.example/\n", "Top/Law: page of http://a.example/;"},
		{"URL and topic", "a.csv", "http://a.example/,Law\nhttp://b.example/,\nhttp://a.example/,Court\n", "Law: page of http://a.example/;Court: page of http://a.example/;"},
		{"JSON with URLs", "a.jsonl", `{"label":"Law","url":"http://a.example/"}`, "Law: page of http://a.example/;"},
	} {
		content := []byte(test.rows)
		if strings.HasSuffix(test.file, ".gz") {
			content = packed(t, test.rows)
		}
		var o corpus.Options
		if strings.Contains(test.rows, "http") {
			o.Fetch = fetchAll
		}
		got := ""
		_, err := corpus.Read(t.Context(), write(t, test.file, content), o, func(e corpus.Example) error {
			got += strings.Join(e.Labels, " ") + ": " + e.Fields[0].Text + ";"
			return nil
		})
		if err != nil || got != test.want {
			t.Errorf("%s: %q, %v; want %q", test.name, got, err, test.want)
		}
	}
}

// fetchAll returns a text for each URL.
func fetchAll(_ context.Context, urls []string, use func(int, corpus.Text, string) error) error {
	for i, url := range urls {
		if err := use(i, corpus.Text{Fields: []vector.Field{{Text: "page of " + url}}}, ""); err != nil {
			return err
		}
	}
	return nil
}

func TestPagesThatAreNoTextsAreCounted(t *testing.T) {
	path := write(t, "list.tsv", []byte("Law\thttp://a.example/\nLaw\tftp://a.example/\nCooking\thttp://b.example/\n"))
	o := corpus.Options{Fetch: func(_ context.Context, urls []string, use func(int, corpus.Text, string) error) error {
		return errors.Join(use(0, corpus.Text{}, "invalid"), use(1, corpus.Text{Fields: []vector.Field{{Text: "butter"}}}, ""))
	}}
	counts, err := corpus.Read(t.Context(), path, o, func(corpus.Example) error { return nil })
	if want := (corpus.Counts{Rows: 3, Textless: 1, Excluded: map[string]int{"invalid": 1}}); err != nil || !reflect.DeepEqual(counts, want) {
		t.Errorf("%+v, %v; want %+v", counts, err, want)
	}
}

func TestUnreadableTablesAreNamed(t *testing.T) {
	more := 65 << 20 // a minute with the race detector
	if testing.Short() {
		more = 0
	}
	for _, test := range []struct{ name, rows, want string }{
		{"open quotation mark", "label,text\na,\"b\n" + strings.Repeat("c,\n", 100), "list.csv:2: "},
		{"URL among others", "http://a.example/,a,b\n", "list.csv:1: the first row has a URL"},
		{"endless row", "label,text\na,\"" + strings.Repeat("b", more), "a row has more than 64 MB"},
		{"names alone", "label,text\n", "it is empty"},
	} {
		if test.name == "endless row" && more == 0 {
			continue
		}
		_, err := corpus.Read(t.Context(), write(t, "list.csv", []byte(test.rows)), corpus.Options{}, func(corpus.Example) error { return nil })
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: error %v, want %q", test.name, err, test.want)
		}
	}
}

func TestFoldersAreLabels(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"law/a.txt": "court", "law/2020/b.html": "<title>Appeals</title><p>judge", "cooking/c.md": "# Butter\n\nmelt it", "top.txt": "none", "law/.hidden": "none", ".git/x.txt": "none",
	} {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o700), os.WriteFile(path, []byte(text), 0o600)); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink("/etc/passwd", filepath.Join(dir, "law", "link.txt")); err != nil {
		t.Log(err) // not possible on every system
	}
	got := ""
	counts, err := corpus.Read(t.Context(), dir, corpus.Options{Where: []string{"label!=none"}}, func(e corpus.Example) error {
		got += e.Labels[0] + ": " + strings.ReplaceAll(corpus.Text{Fields: e.Fields}.String(), "\n", " ") + ";"
		return nil
	})
	if want := "cooking: Butter  melt it ;law: Appeals judge;law: court ;"; err != nil || got != want || counts.Unlabelled != 1 {
		t.Errorf("%q, %+v, %v; want %q", got, counts, err, want)
	}
}
