package draft_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"sluice/document/content"
	"sluice/document/internal/draft"
)

func TestTextIsCleaned(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"  two\u00a0 words\t", "two words"},
		{"a \n\n\n\n b\r\nc", "a\n\nb\nc"},
		{"\n\nfirst", "first"},
		{"soft\u00adhyphen, mark\ufeff, left\u202eright", "softhyphen, mark, leftright"},
		{"bell\a null\x00 escape\x1b[0m", "bell null escape[0m"},
		{"cafe\u0301", "café"},
		{"bad \xff byte", "bad \ufffd byte"},
		{"page\fbreak", "page\nbreak"},
	} {
		if got := draft.Clean(c.in); got != c.want {
			t.Errorf("Clean(%q) = %q, want %q", c.in, got, c.want)
		}
	}
}

func FuzzClean(f *testing.F) {
	f.Add("a\u0301\x00\n \n\u202e\xff")
	f.Fuzz(func(t *testing.T, s string) {
		got := draft.Clean(s)
		if !utf8.ValidString(got) || !norm.NFC.IsNormalString(got) || draft.Clean(got) != got {
			t.Fatalf("%q -> %q -> %q", s, got, draft.Clean(got))
		}
	})
}

func TestParagraphsRowsAndPagesAreJoined(t *testing.T) {
	d := draft.New(t.Context(), "test")
	d.Paragraph(content.Line{Text: "A title\nin two lines", Style: "title"})
	d.Row(content.Line{Text: "first"})
	d.Row(content.Line{Text: "second"})
	d.Paragraph(content.Line{Text: "after"})
	d.EndPage()
	d.EndPage()
	d.Paragraph(content.Line{Text: "third page"})
	d.EndPage()
	doc := d.Document()
	if want := "A title\nin two lines\n\nfirst\nsecond\n\nafter\n\f\fthird page\n\f"; doc.Text != want {
		t.Errorf("%q, want %q", doc.Text, want)
	}
	if doc.Pages != 3 || doc.Page(2) != "third page\n" || doc.Page(1) != "" {
		t.Errorf("%d pages, the second %q, the third %q", doc.Pages, doc.Page(1), doc.Page(2))
	}
	if l := doc.Lines[0]; l.Text != "A title in two lines" || l.Style != "title" {
		t.Errorf("first line %+v", l)
	}
	if l := doc.Lines[len(doc.Lines)-1]; l.Page != 2 {
		t.Errorf("last line %+v", l)
	}
}

func TestDraftIsBoundedLikeDocument(t *testing.T) {
	d := draft.New(t.Context(), "test")
	long := strings.Repeat("äwords and more of them ", 400_000)
	for range 4 {
		d.Paragraph(content.Line{Text: long})
	}
	d.Field("long", long)
	for i := range 2 * content.MaxFields {
		d.Field(fmt.Sprint("name", i), "value")
	}
	for i := range 2 * content.MaxLinks {
		d.Link(fmt.Sprint("http://example.org/", i))
	}
	doc, err := d.End(nil)
	if err != nil || doc.Cut != "size" || len(doc.Text) > content.MaxText || !utf8.ValidString(doc.Text) {
		t.Errorf("%v, cut %q, %d bytes", err, doc.Cut, len(doc.Text))
	}
	if len(doc.Fields) != content.MaxFields || len(doc.Links) != content.MaxLinks || len(doc.Fields[0].Value) > content.MaxValue {
		t.Errorf("%d fields, %d links, %d bytes", len(doc.Fields), len(doc.Links), len(doc.Fields[0].Value))
	}
}

func TestContentBeforeErrorIsKept(t *testing.T) {
	for _, c := range []struct {
		text string
		err  error
		cut  string
		want error
	}{
		{"words", content.ErrDamaged, "damaged", nil},
		{"words", fmt.Errorf("x: %w", content.ErrTooLarge), "size", nil},
		{"words", nil, "", nil},
		{"", content.ErrEncrypted, "", content.ErrEncrypted},
		{"", nil, "", content.ErrNoText},
	} {
		d := draft.New(t.Context(), "test")
		d.Paragraph(content.Line{Text: c.text})
		doc, err := d.End(c.err)
		if !errors.Is(err, c.want) || err == nil && doc.Cut != c.cut {
			t.Errorf("%q and %v: %+v, %v", c.text, c.err, doc, err)
		}
	}
}

func TestLinksLeadElsewhere(t *testing.T) {
	d := draft.New(t.Context(), "test")
	for _, l := range []string{"http://example.org/a", "#top", "mailto:a@b", "http://example.org/a", "file:///etc/passwd", " https://example.org/b "} {
		d.Link(l)
	}
	if got := strings.Join(d.Document().Links, " "); got != "http://example.org/a https://example.org/b" {
		t.Error(got)
	}
}
