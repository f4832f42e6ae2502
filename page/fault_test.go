package page_test

import (
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"golang.org/x/net/html/charset"

	"sluice/page"
)

// fiftyMegabytes is the size at which anything but linear time would not end.
const fiftyMegabytes = 50 << 20

func TestHugeAndBrokenPagesAreReadInLinearTime(t *testing.T) {
	repeat := func(s string) string { return strings.Repeat(s, fiftyMegabytes/len(s)) }
	for name, body := range map[string]string{
		"an attribute never closed": "<a href=/first>x</a><a href=\"" + repeat("y"),
		"tags never closed":         "<a href=/first>x</a>" + repeat("<div>"),
		"quotes and no end":         "<a href=/first>x</a><a title='" + repeat(`" `),
		"a comment never closed":    "<a href=/first>x</a><!--" + repeat("- "),
		"a script never closed":     "<a href=/first>x</a><script>" + repeat("</scrip "),
	} {
		t.Run(name, func(t *testing.T) {
			begun := time.Now()
			pg := parse(t, body)
			if len(pg.Links) < 1 || pg.Raw(&pg.Links[0]) != "/first" {
				t.Errorf("%d links", len(pg.Links))
			}
			if took := time.Since(begun); took > 20*time.Second { // some tenths of a second as a rule
				t.Errorf("it took %v", took)
			}
		})
	}
}

func TestDeeplyNestedTagsLoseNoLinks(t *testing.T) {
	for tag, want := range map[string][]string{
		"div": {"/first", "/last"}, "table><tr><td": {"/first", "/last"}, "b": {"/first", "/last"}, "ul><li": {"/first", "/last"},
		"svg": {"/first", "/last"}, "font": {"/first", "/last"}, "x-y": {"/first", "/last"}, "select": {"/first", "/last"},
		"template": {"/first"}, // what is in one is not in the page
	} {
		pg := parse(t, "<a href=/first>x</a>"+strings.Repeat("<"+tag+">", 100_000)+"text<a href=/last>x</a>")
		var got []string
		for i := range pg.Links {
			got = append(got, pg.Raw(&pg.Links[i]))
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: links %q, want %q", tag, got, want)
		}
	}
}

func TestInvalidBytesLoseNoTags(t *testing.T) {
	for _, name := range []string{
		"utf-8", "ibm866", "iso-8859-2", "iso-8859-8-i", "koi8-r", "macintosh", "windows-874", "windows-1252", "x-mac-cyrillic", "gbk", "gb18030", "big5",
		"euc-jp", "iso-2022-jp", "shift_jis", "euc-kr", "x-user-defined",
	} {
		if e, _ := charset.Lookup(name); e == nil {
			t.Fatalf("%s is no encoding", name)
		}
		for _, bad := range []string{"\x81", "\xff", "\xfe\xfe", "\x80\x80", "\xa0", "\xe3\x81", "\xf0\x9f", "\x8f\xa1", "\x84\x31\x81", "\x1b$B\x7f\x1b(B", "\x1b$B\x24\x22\x24\x1b(B", "\x1b$(D\x24\x1b(B", "\x1b$A<b>\x1b(B",
			"\x1b$(A<b>\x1b(B", "\x1b$B\x24\x22\x1bX\x24\x24\x1b(B", "\xfd\xfd"} {
			pg := new(page.Parser).Parse([]byte("<p>"+bad+"<a href=/x>word</a> "+bad+"</p>"), page.Source{URL: sampleURL(), ContentType: "text/html; charset=" + name})
			if len(pg.Links) != 1 || pg.Raw(&pg.Links[0]) != "/x" || !utf8.Valid(pg.Text) || !strings.Contains(string(pg.Text), "word") {
				t.Errorf("%s, %q: %d links, text %q", name, bad, len(pg.Links), pg.Text)
			}
			pg.Release()
		}
	}
}
