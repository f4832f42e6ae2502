package export_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"
	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"sluice/document/content"
	"sluice/internal/export"
)

// markdownOf returns the front matter and the text of the only file.
func markdownOf(t interface {
	Fatal(...any)
	Fatalf(string, ...any)
}, r *export.Record) (front map[string]any, body string) {
	dir, err := os.MkdirTemp("", "sluice-export-*")
	if err != nil {
		t.Fatal(err)
	}
	defer os.RemoveAll(dir)
	if err := export.Markdown(dir, each(r)); err != nil {
		t.Fatal(err)
	}
	for _, name := range namesIn(t, dir) {
		if filepath.Ext(name) != ".md" {
			continue
		}
		b, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		head, rest, ok := strings.Cut(strings.TrimPrefix(string(b), "---\n"), "\n---\n\n")
		if !ok || !strings.HasPrefix(string(b), "---\n") {
			t.Fatalf("no front matter in %q", b)
		}
		if err := yaml.Unmarshal([]byte(head), &front); err != nil {
			t.Fatalf("front matter %q: %v", head, err)
		}
		return front, rest
	}
	t.Fatal("no file")
	return nil, ""
}

func TestMarkdownHasFrontMatterHeadingsAndText(t *testing.T) {
	r := paper()
	r.Title = "A study"
	r.Text = "A study of things\nby me\n\nAbstract\nWe *study*.\nTwo lines.\n\f1 First things\n\nMore.\n\n2.1. Second things\n\n# not one\n- nor this\n12. nor this\n---\n" +
		"References\n[1] x <b> &amp; a_b\n\nA Named Part\nend"
	r.Lines = []content.Line{{Text: "A Named  Part", Style: "heading 2"}, {Text: "plain"}}
	front, body := markdownOf(t, r)
	for name, want := range map[string]any{"title": "A study", "year": uint64(2019), "doi": r.DOI, "abstract": "We ask what it costs. It costs ~5 %.",
		"authors": []any{r.Authors[0], r.Authors[1], r.Authors[2]}, "sha256": r.SHA256, "license": r.License, "orcids": []any{r.ORCIDs[0]}} {
		if diff := cmp.Diff(want, front[name]); diff != "" {
			t.Errorf("%s differs (-want +got):\n%s", name, diff)
		}
	}
	if list, ok := front["references"].([]any); !ok || len(list) != 2 || fmt.Sprint(list[0].(map[string]any)["title"]) != "Sieves" {
		t.Errorf("references %v", front["references"])
	}
	want := `# A study

A study of things
by me

## Abstract

We \*study\*.
Two lines.

## 1 First things

More.

### 2.1. Second things

\# not one
\- nor this
12\. nor this
\---

## References

\[1\] x \<b\> \&amp; a\_b

### A Named Part

end

`
	if diff := cmp.Diff(want, body); diff != "" {
		t.Errorf("text differs (-want +got):\n%s", diff)
	}
}

// unescaped removes the backslashes before signs, and says whether one that could be markup
// had none.
func unescaped(line string) (text string, bare bool) {
	var b strings.Builder
	for i := 0; i < len(line); i++ {
		if c := line[i]; c == '\\' && i+1 < len(line) {
			i++
		} else if strings.IndexByte("\\`*_{}[]<>&~|$!", c) >= 0 || i == 0 && strings.IndexByte("-+=", c) >= 0 {
			bare = true
		}
		b.WriteByte(line[i])
	}
	return b.String(), bare
}

func TestHostileRecordMakesNoMarkup(t *testing.T) { rapid.Check(t, readMarkdown) }

func FuzzMarkdown(f *testing.F) { f.Fuzz(rapid.MakeFuzz(readMarkdown)) }

// readMarkdown writes any records and reads them again.
func readMarkdown(t *rapid.T) {
	r := anyRecord(t)
	r.Text += "\n" + value(t, "more text")
	front, body := markdownOf(t, r)
	if title, _ := front["title"].(string); len(title) < 30_000 && title != printable(r.Title) {
		t.Fatalf("title %q came back as %q", r.Title, title)
	}
	var words []string
	for i, line := range strings.Split(body, "\n") {
		heading := strings.TrimLeft(line, "#")
		if len(line)-len(heading) > 6 || heading != line && !strings.HasPrefix(heading, " ") {
			t.Fatalf("line %q", line)
		}
		text, bare := unescaped(strings.TrimPrefix(heading, " "))
		if bare || strings.HasPrefix(text, " ") {
			t.Fatalf("line %q", line)
		}
		if i > 0 || printable(r.Title) == "" {
			words = append(words, text)
		}
	}
	if got, want := strings.Join(strings.Fields(strings.Join(words, " ")), " "), printable(r.Text); len(want) < 30_000 && got != want {
		t.Fatalf("text %q came back as %q", want, got)
	}
}

func TestNumberSignsAtTheEndOfAHeadingStay(t *testing.T) {
	for title, want := range map[string]string{"Notes on C #": `# Notes on C \#`, "A ##": `# A #\#`, "#": `# \#`, "F#": `# F\#`} {
		r := bare()
		r.Title = title
		if _, body := markdownOf(t, r); body != want+"\n\n" {
			t.Errorf("%q is %q, want %q", title, body, want)
		}
	}
}
