package intake

import (
	"slices"
	"strings"
	"testing"
)

// TestPrintedURLs: punctuation of the sentence is no part of a URL.
func TestPrintedURLs(t *testing.T) {
	for text, want := range map[string][]string{
		"no URL here, ftp://a.example/x, http://localhost/x":                             nil,
		"See http://a.example/x.pdf.":                                                    {"http://a.example/x.pdf"},
		"(at https://a.example/x_(y), and [HTTP://B.example/]); http://a.example/x?a=1,": {"https://a.example/x_(y)", "http://b.example/", "http://a.example/x?a=1"},
		"http://a.example http://a.example/ http://a.example:99999/":                     {"http://a.example/"},
		"<http://a.example/~ann/>\nhttp://a.example/long-\nname":                         {"http://a.example/~ann/", "http://a.example/long-"},
		"http://....,,, http://..)))":                                                    nil,
	} {
		if got := printedURLs(text, 10); !slices.Equal(got, want) {
			t.Errorf("printedURLs(%q) = %q, want %q", text, got, want)
		}
	}
	if got := printedURLs("http://a.example/1 http://a.example/2 http://a.example/3", 2); len(got) != 2 {
		t.Errorf("printedURLs() beyond its limit: %q", got)
	}
}

// FuzzPrintedURLs: whatever a text has, the URLs are no longer than it is wide, and each comes once.
func FuzzPrintedURLs(f *testing.F) {
	f.Add("See http://a.example/x.pdf.")
	f.Add("http://[::1]/ https://a.example/((()))]]]")
	f.Fuzz(func(t *testing.T, text string) {
		all := printedURLs(text, 5)
		if len(all) > 5 || len(all) > strings.Count(strings.ToLower(text), "http") {
			t.Errorf("%d URLs of %q", len(all), text)
		}
		for i, url := range all {
			if slices.Contains(all[:i], url) {
				t.Errorf("%q twice", url)
			}
		}
	})
}
