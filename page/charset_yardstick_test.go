//go:build yardstick

package page_test

import (
	"strings"
	"testing"

	"sluice/internal/conformancetest"
	"sluice/page"
	"sluice/page/internal/charset"
)

func TestConformanceCharsetLabels(t *testing.T) {
	y := conformancetest.NewTally(t, "charset_labels")
	for _, c := range conformancetest.Cases[testCase](t, "charset_labels") {
		got := charset.Name(c.Label)
		y.Count(c.Suite, c.ID, strings.EqualFold(got, c.expected()), "%q for %q, want %q", got, c.Label, c.expected())
	}
	y.Report(conformancetest.Bars{All: 100})
}

func TestConformanceCharset(t *testing.T) {
	declared, guessed := conformancetest.NewTally(t, "charset"), conformancetest.NewTally(t, "charset")
	for _, c := range conformancetest.Cases[testCase](t, "charset") {
		text, got, from := page.Decode(c.body(), c.ContentType)
		ok := sameCharset(c, got, from)
		if c.ExpectedText != nil && ok {
			ok = string(text) == *c.ExpectedText
		}
		y := declared
		if c.Suite == "chardet-files" {
			y = guessed
		}
		y.Count(c.Suite, c.ID, ok, "%s: %s from %s, want %q", c.Note, got, from, c.expected())
	}
	declared.Report(conformancetest.Bars{All: 95})
	guessed.Report(conformancetest.Bars{All: 85})
}

// sameCharset compares under the convention of the case's suite.
func sameCharset(c testCase, got, from string) bool {
	want := c.expected()
	switch c.Suite {
	case "html5lib-encoding": // the result of the prescan alone
		if from == "content" || from == "default" {
			got = "windows-1252"
		}
	case "w3lib-body-declared":
		if want == "" {
			return from != "meta"
		}
	case "w3lib-http-charset":
		if want == "" {
			return from != "http"
		}
	case "chardet-files":
		if strings.EqualFold(want, "ascii") {
			return from == "default" || got == "windows-1252" || got == "utf-8"
		}
		if want == "UTF-16" || want == "UTF-32" {
			return strings.HasPrefix(got, strings.ToLower(want))
		}
	}
	return whatwg(got) == whatwg(want)
}

// whatwg maps names of Python codecs and of folders to those of this package.
func whatwg(name string) string {
	name = strings.ToLower(name)
	switch name {
	case "utf8", "utf-8-sig":
		return "utf-8"
	case "gb18030": // the decoder of both
		return "gbk"
	case "cp949":
		return "euc-kr"
	case "gb2312":
		return "gbk"
	case "big5hkscs":
		return "big5"
	case "maccyrillic":
		return "x-mac-cyrillic"
	case "utf-16-be", "utf-16-le", "utf-32-be", "utf-32-le":
		return name[:6] + name[7:]
	}
	if cp, ok := strings.CutPrefix(name, "cp"); ok {
		name = "windows-" + cp
	}
	if known := charset.Name(name); known != "" {
		return known
	}
	return name
}
