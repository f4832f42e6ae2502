//go:build yardstick

package page_test

import (
	"fmt"
	"strings"
	"testing"

	"sluice/page"
)

func TestConformanceCharsetLabels(t *testing.T) {
	y := newTally(t, "charset_labels")
	for _, c := range cases(t, "charset_labels.jsonl") {
		got := page.CharsetName(c.Label)
		y.count(c, strings.EqualFold(got, c.expected()), fmt.Sprintf("%q for %q, want %q", got, c.Label, c.expected()))
	}
	y.report(100)
}

func TestConformanceCharset(t *testing.T) {
	y := newTally(t, "charset")
	for _, c := range cases(t, "charset.jsonl") {
		text, got, from := page.Decode(c.body(), c.ContentType)
		ok := sameCharset(c, got, from)
		if c.ExpectedText != nil && ok {
			ok = string(text) == *c.ExpectedText
		}
		y.count(c, ok, fmt.Sprintf("%s from %s, want %q", got, from, c.expected()))
	}
	y.report(95, "html5lib-encoding", "w3lib-body-declared", "w3lib-http-charset", "w3lib-html-to-unicode")
	y.report(85, "chardet-files")
}

// sameCharset compares under the convention of the case's suite.
func sameCharset(c testCase, got, from string) bool {
	want := c.expected()
	switch c.Suite {
	case "html5lib-encoding": // what the prescan alone tells
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
	if known := page.CharsetName(name); known != "" {
		return known
	}
	return name
}
