package repository_test

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"sluice/internal/repository"
)

func TestFileNamesAreSafeEverywhere(t *testing.T) {
	for _, test := range []struct{ name, ending, want string }{
		{"paper.pdf", ".pdf", "paper.pdf"},
		{"Paper.PDF", ".pdf", "Paper.pdf"},
		{"x.ps.gz", ".ps", "x.ps"},
		{"thesis.Z. .", ".pdf", "thesis.pdf"},
		{"report.v2.doc", ".pdf", "report.v2.pdf"},
		{"../../etc/passwd", ".pdf", "passwd.pdf"},
		{`C:\temp\x.doc`, "", "x.doc"},
		{"a\x00b\x1fc\u202egnp.exe", "", "abcgnp.exe"},
		{"CON", ".pdf", "_CON.pdf"}, {"com1.txt", "", "_com1.txt"}, {"LPT¹", ".pdf", "_LPT¹.pdf"}, {"console.pdf", ".pdf", "console.pdf"},
		{"what?*<>|\"is:it", ".pdf", "what______is_it.pdf"},
		{"  spaced \t name .pdf", ".pdf", "spaced   name.pdf"},
		{"", ".pdf", "document.pdf"}, {"...", "", "document"}, {".hidden", "", "hidden"}, {"a/", ".pdf", "document.pdf"},
		{"größe, 学.pdf", ".pdf", "größe, 学.pdf"},
		{strings.Repeat("é", 300), ".pdf", strings.Repeat("é", 98) + ".pdf"},
		{"\xff\xfe.pdf", ".pdf", "_.pdf"},
	} {
		if got := repository.FileName(test.name, test.ending); got != test.want {
			t.Errorf("FileName(%q, %q) = %q, want %q", test.name, test.ending, got, test.want)
		}
	}
}

func FuzzFileName(f *testing.F) {
	for _, s := range []string{"a.pdf", "../x", "CON.txt", strings.Repeat("x", 400), "\u202e", "a. . ."} {
		f.Add(s, ".pdf")
	}
	f.Fuzz(func(t *testing.T, name, ending string) {
		if ending != "" {
			ending = ".pdf"
		}
		got := repository.FileName(name, ending)
		bad := strings.ContainsAny(got, "/\\<>:\"|?*") || strings.IndexFunc(got, func(r rune) bool { return unicode.IsControl(r) || unicode.Is(unicode.Cf, r) }) >= 0
		if bad || got == "" || len(got) > 210 || !utf8.ValidString(got) || strings.HasPrefix(got, ".") || strings.HasSuffix(got, ".") || strings.HasSuffix(got, " ") {
			t.Errorf("FileName(%q, %q) = %q", name, ending, got)
		}
		if again := repository.FileName(got, ending); again != got {
			t.Errorf("FileName(%q) = %q: a safe name is changed", got, again)
		}
	})
}

func TestClashingNamesAreNumbered(t *testing.T) {
	var names repository.FileNames
	for _, test := range []struct{ name, want string }{
		{"a.pdf", "a.pdf"}, {"a.pdf", "a (2).pdf"}, {"A.PDF", "A (3).PDF"}, {"a (2).pdf", "a (2) (2).pdf"}, {"b", "b"}, {"b", "b (2)"}, {"a (4).pdf", "a (4).pdf"}, {"a.pdf", "a (5).pdf"},
	} {
		if got := names.Unique(test.name); got != test.want {
			t.Errorf("Unique(%s) = %s, want %s", test.name, got, test.want)
		}
	}
}
