package document_test

import (
	"slices"
	"strings"
	"testing"

	"sluice/document"
	"sluice/internal/export"
	"sluice/internal/format"
	"sluice/page"
	"sluice/weburl"
)

// TestFormatTableIsComplete checks that the entry of a format suffices:
// whatever asks for a format finds all that the entry says, and what an entry
// says fits together.
func TestFormatTableIsComplete(t *testing.T) {
	for i := range format.All() {
		f := &format.All()[i]
		t.Run(f.Name, func(t *testing.T) {
			for _, e := range f.Endings {
				if got := document.Announced("", "http://example.org/a"+e.Text); format.OfEnding(e.Text) != nil && got.Name != f.Name {
					t.Errorf("a URL that ends in %s is announced as %q", e.Text, got.Name)
				}
				u, err := weburl.Parse("http://example.org/a" + e.Text)
				if err != nil {
					t.Fatal(err)
				}
				if promised := weburl.DocumentEnding(u); promised && !f.Document {
					t.Errorf("a link that ends in %s leads to a document, but the format is no document", e.Text)
				} else if promised && !(&page.Page{}).MayBeDocument(&page.Link{URL: u}) {
					t.Errorf("a page does not see that a link leads to a document by the ending %s", e.Text)
				} else if promised && weburl.NeverPage(u) {
					t.Errorf("a link that ends in %s is never fetched", e.Text)
				}
			}
			for _, mime := range f.Types {
				if got := document.Announced(mime, "http://example.org/a"); got.Name != f.Name || got.MIME != f.MIME && !f.Class {
					t.Errorf("%s is announced as %+v", mime, got)
				}
			}
			checkContent(t, f)
			if f.Document {
				checkDocument(t, f)
			}
			for _, name := range []string{f.Successor, f.ReadAs} {
				if name != "" && (format.Of(name) == nil || format.Of(name).Reader == format.None || format.Of(name).Reader == format.ThroughSuccessor) {
					t.Errorf("it is read as %q, which no reader reads", name)
				}
			}
			if (f.Reader == format.ThroughSuccessor) != (f.Successor != "") {
				t.Errorf("reader %d, successor %q", f.Reader, f.Successor)
			}
		})
	}
}

// checkContent checks that content is recognised by the signatures of its
// format, or by what its container holds.
func checkContent(t *testing.T, f *format.Format) {
	var heads []string
	for _, m := range f.Magic {
		if m.Sure == nil {
			heads = append(heads, strings.Repeat("\x01", m.At)+m.Bytes)
		}
	}
	for _, part := range f.Parts {
		switch f.In {
		case format.Compound:
			heads = append(heads, ole+strings.Repeat("\x00", 600)+strings.Join(strings.Split(part, ""), "\x00")+"\x00")
		case format.ZIP:
			heads = append(heads, entry(part+"/file", "x"))
		case format.XML:
			if f.Proof == nil {
				heads = append(heads, "<?xml version='1.0'?><"+part+">")
			}
		}
	}
	if f.In == format.ZIP {
		heads = append(heads, entry("mimetype", f.MIME))
	}
	for _, s := range f.Sectors {
		heads = append(heads, ole+strings.Repeat("\x00", 504)+s)
	}
	for _, head := range heads {
		if got := document.Sniff([]byte(head), "", "http://example.org/a"); got.Name != f.Name || got.Document != f.Document {
			t.Errorf("%.60q is sniffed as %q", head, got.Name)
		}
	}
}

// checkDocument checks a format of documents: it is read or waits for a
// program, and its exported files have an ending that leads back to it.
func checkDocument(t *testing.T, f *format.Format) {
	if f.Reader == format.None {
		t.Error("nothing reads it")
	}
	_, ending := export.Readable(&export.Record{Type: f.Name, Title: "A title"})
	if ending != f.File || ending == "" {
		t.Errorf("its exported files end in %q, want %q", ending, f.File)
	}
	if isFile := func(e format.Ending) bool { return e.Text == f.File }; len(f.Endings) > 0 && !slices.ContainsFunc(f.Endings, isFile) {
		t.Errorf("its exported files end in %s, by which it is not known", f.File)
	}
}
