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
			if err != nil || !reflect.DeepEqual(got, test.want) || counts != test.counts {
				t.Errorf("%s: %v, %+v, %v; want %v, %+v", test.name, got, counts, err, test.want, test.counts)
			}
		}
	}
}

func TestUnreadableRowsAreNamed(t *testing.T) {
	good := `{"label":"a","text":"b"}` + "\n"
	for _, test := range []struct {
		name, want string
		content    []byte
	}{
		{"no object", ":2: not a JSON object: ", []byte(good + "[1]")},
		{"nothing", ": it is empty", nil},
		{"binary file", ":1: not a JSON object: ", []byte("%PDF-1.4\n")},
		{"deep object", ":1: not a JSON object: ", []byte(strings.Repeat(`{"a":`, 100_000))},
		{"long line", ":2: the line has more than 64 MB (", packed(t, good+strings.Repeat(" ", 65<<20))},
		{"broken gzip", ":1: ", packed(t, good)[:20]},
		{"gzip alone", "gzip", []byte("\x1f\x8b rubbish, not a header")},
	} {
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
	f.Fuzz(func(t *testing.T, content []byte) {
		corpus.Read(t.Context(), write(t, "rows", content), corpus.Options{}, func(e corpus.Example) error {
			if len(e.Labels) == 0 || len(e.Fields) == 0 || e.At == "" {
				t.Errorf("example %+v", e)
			}
			return nil
		})
	})
}
