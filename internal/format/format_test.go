package format_test

import (
	"strings"
	"testing"

	"sluice/internal/format"
)

// TestStoredEndingsStay names the endings that catalogues have cut off the URLs
// that they store. Another ending among them would keep old rows from meeting
// new ones.
func TestStoredEndingsStay(t *testing.T) {
	stored := ".dvi .doc .docx .djvu .eps .epub .htm .html .latex .ltx .md .odp .odt .pdf .ppt .pptx .ps .rtf .tar .tex .text .txt .xhtml .xml"
	want := map[string]bool{}
	for _, ending := range strings.Fields(stored) {
		want[ending] = true
	}
	for _, f := range format.All() {
		for _, e := range f.Endings {
			if format.NamesFormat(e.Text) != want[e.Text] {
				t.Errorf("%s: %v, want %v", e.Text, !want[e.Text], want[e.Text])
			}
			delete(want, e.Text)
		}
	}
	if len(want) > 0 {
		t.Errorf("no format has %v", want)
	}
}

func TestNamesAndMediaTypesAreUnique(t *testing.T) {
	names, types := map[string]bool{}, map[string]string{}
	for _, f := range format.All() {
		if names[f.Name] {
			t.Errorf("two formats are called %s", f.Name)
		}
		names[f.Name] = true
		for _, mime := range f.Types {
			if other := types[mime]; other != "" {
				t.Errorf("%s is a type of %s and of %s", mime, other, f.Name)
			}
			types[mime] = f.Name
		}
	}
}
