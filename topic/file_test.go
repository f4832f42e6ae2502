package topic_test

import (
	"math"
	"reflect"
	"strings"
	"testing"

	"sluice/topic"
)

func TestDefinitionIsTheSameAfterStoring(t *testing.T) {
	d := topic.Definition{
		Name: `yes: "no" # \ 学习`, Threshold: 0.7, Language: "de",
		Classes: []topic.Class{
			{Name: "a/b", Good: true, Words: "null", Half: 1.25, Terms: []topic.Term{{Text: "maschinelles Lernen", Weight: 1}, {Text: "2001", Weight: 0.5}, {Text: "null", Weight: 0.25}, {Text: "机器学习", Weight: 0.125}, {Text: "yes", Weight: 0.1}},
				Examples: []string{"http://a.example/?q=a b#c", "- x", "~/notes.txt"}},
			{Name: "other: than that", Words: "the rest"},
		},
	}
	got, err := topic.Parse(d.Marshal())
	if err != nil || !reflect.DeepEqual(got, d) {
		t.Errorf("error %v\ngot  %+v\nwant %+v\n%s", err, got, d, d.Marshal())
	}
	d = topic.Definition{Name: "x", Model: "models/web.model", Good: []string{"Science", "on"}}
	if got, err := topic.Parse(d.Marshal()); err != nil || !reflect.DeepEqual(got, d) {
		t.Errorf("error %v, got %+v", err, got)
	}
}

func TestWrongFilesAreRefused(t *testing.T) {
	const head = "version: 1\nname: x\n"
	for name, c := range map[string]struct{ text, want string }{
		"empty":               {"", "version"},
		"another version":     {"version: 2\nname: x", "version 2"},
		"unknown key":         {head + "clases:\n", "clases"},
		"no YAML":             {"{{{", "read topic"},
		"a web page":          {"<html><body>Hello: you</body></html>", "read topic"},
		"not UTF-8":           {head + "\xff", "UTF-8"},
		"anchor":              {head + "classes: &a [*a]", "not supported"},
		"deep":                {head + "classes: " + strings.Repeat("[", 100000), "nested"},
		"weight that is text": {head + "classes:\n  - name: a\n    good: true\n    terms:\n      crawler: much\n", "not a weight"},
		"weight NaN":          {head + "classes:\n  - name: a\n    good: true\n    terms:\n      crawler: .nan\n", "weight"},
		"no class":            {head, "no class is good"},
		"too large":           {head + strings.Repeat("#", topic.MaxFile), "larger"},
	} {
		if _, err := topic.Parse([]byte(c.text)); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v, want one with %q", name, err, c.want)
		}
	}
}

func FuzzParse(f *testing.F) {
	d := topic.Definition{Name: "x", Classes: []topic.Class{{Name: "a", Good: true, Half: 1, Terms: []topic.Term{{Text: "web crawler", Weight: 1}}, Examples: []string{"http://a.example/"}}}}
	f.Add(d.Marshal())
	acm := topic.ACM()
	f.Add(acm.Marshal()[:2000])
	f.Add([]byte("version: 1\nname: x\nmodel: m\ngood: [a]\n"))
	f.Fuzz(func(t *testing.T, b []byte) {
		d, err := topic.Parse(b)
		if err != nil {
			return
		}
		again, err := topic.Parse(d.Marshal())
		if err != nil {
			t.Fatalf("stored again: %v\n%s", err, d.Marshal())
		}
		if d.Model != "" {
			return
		}
		x, err := topic.New(again, nil)
		if err != nil {
			t.Fatal(err)
		}
		if p := x.Relevance(topic.Text("web crawler", string(b))...); math.IsNaN(p) || p < 0 || p > 1 {
			t.Fatalf("relevance %v", p)
		}
	})
}

const bookmarks = `<!DOCTYPE NETSCAPE-Bookmark-file-1>
<META HTTP-EQUIV="Content-Type" CONTENT="text/html; charset=UTF-8">
<TITLE>Bookmarks</TITLE><H1>Bookmarks</H1>
<DL><p>
    <DT><H3 ADD_DATE="1">Good</H3>
    <DL><p>
        <DT><A HREF="http://a.example/crawl?x=1&amp;y=2" ADD_DATE="1">Web &amp; crawlers</A>
        <DT><H3>Deep</H3>
        <DL><p><DT><A HREF="https://b.example/">B</A></DL><p>
        <DT><A HREF="http://c.example/">C</A>
    </DL><p>
    <DT><H3>Bad</H3>
    <DL><p><DT><A HREF="http://d.example/">D</A><DT><A HREF="javascript:alert(1)">No</A></DL><p>
    <DT><A HREF="http://a.example/crawl?x=1&amp;y=2">Again</A>
    <DT><A HREF="http://e.example/">E</A>
</DL>`

func TestBookmarksAreReadWithTheirFolders(t *testing.T) {
	got, err := topic.ReadBookmarks(strings.NewReader(bookmarks))
	want := []topic.Bookmark{
		{"http://a.example/crawl?x=1&y=2", "Web & crawlers", "Good"}, {"https://b.example/", "B", "Good/Deep"},
		{"http://c.example/", "C", "Good"}, {"http://d.example/", "D", "Bad"}, {"http://e.example/", "E", ""},
	}
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("error %v\ngot  %q\nwant %q", err, got, want)
	}
	for _, b := range got {
		if b.IsBad() != (b.Title == "D") {
			t.Errorf("%v is bad: %t", b, b.IsBad())
		}
	}
}

func TestFileWithoutBookmarksIsRefused(t *testing.T) {
	for _, s := range []string{"", "hello", "<a href=mailto:x>x</a>"} {
		if _, err := topic.ReadBookmarks(strings.NewReader(s)); err == nil {
			t.Errorf("%q has bookmarks", s)
		}
	}
}

func FuzzReadBookmarks(f *testing.F) {
	f.Add(bookmarks)
	f.Add("<dl><h3>x<a href=http://a>")
	f.Fuzz(func(t *testing.T, s string) {
		all, _ := topic.ReadBookmarks(strings.NewReader(s))
		for _, b := range all {
			if !strings.HasPrefix(strings.ToLower(b.URL), "http") || strings.ContainsAny(b.Title, "\n\r") {
				t.Fatalf("%+v", b)
			}
		}
	})
}
