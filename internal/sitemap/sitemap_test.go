package sitemap_test

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"time"

	"sluice/internal/sitemap"
)

const base = "https://www.example.org/maps/sitemap.xml"

// read parses a body and returns the URLs of its entries.
func read(body string) (kind sitemap.Kind, locs []string, err error) {
	kind, err = sitemap.Parse(strings.NewReader(body), base, "", sitemap.Limits{}, func(e sitemap.Entry) bool {
		locs = append(locs, e.Loc)
		return true
	})
	return kind, locs, err
}

func gzipped(s string) string {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	io.WriteString(z, s)
	z.Close()
	return b.String()
}

const two = `<?xml version="1.0"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
  <url><loc>https://www.example.org/a</loc></url>
  <url><loc> https://www.example.org/b?x=1&amp;y=2#part </loc></url>
</urlset>`

func TestParse(t *testing.T) {
	a, b := "https://www.example.org/a", "https://www.example.org/b?x=1&y=2"
	utf16 := "\xff\xfe"
	for _, c := range two {
		utf16 += string([]byte{byte(c), 0})
	}
	for _, c := range []struct {
		what, body string
		kind       sitemap.Kind
		want       []string
		err        error
	}{
		{"pages", two, sitemap.URLSet, []string{a, b}, nil},
		{"packed", gzipped(two), sitemap.URLSet, []string{a, b}, nil},
		{"packed twice", gzipped(gzipped(two)), sitemap.URLSet, []string{a, b}, nil},
		{"UTF-16", utf16, sitemap.URLSet, []string{a, b}, nil},
		{"no namespace", "<urlset><url><loc>" + a + "</loc></url></urlset>", sitemap.URLSet, []string{a}, nil},
		{"a prefix", "<s:urlset><s:url><s:loc>" + a + "</s:loc></s:url></s:urlset>", sitemap.URLSet, []string{a}, nil},
		{"a picture's URL is no page", "<urlset><url><i:image><i:loc>https://h/i.jpg</i:loc></i:image><loc>" + a + "</loc></url></urlset>", sitemap.URLSet, []string{a}, nil},
		{"an index", "<sitemapindex><sitemap><loc>" + a + "</loc></sitemap></sitemapindex>", sitemap.Index, []string{a}, nil},
		{"a list", "\ufeff" + a + "\r\n\r\n# no\n  " + b + "  ", sitemap.Text, []string{a, b}, nil},
		{"a list of lines that end in CR", a + "\r" + b + "\r", sitemap.Text, []string{a, b}, nil},
		{"a list with a line longer than any URL", a + "\n" + a + strings.Repeat("x", 9000) + "\r" + b, sitemap.Text, []string{a, b}, nil},
		{"a table is no list", a + "\n" + b + "\t2020-01-01\n", sitemap.Text, []string{a}, nil},
		{"RSS", "<rss><channel><link>https://h/</link><item><link>" + a + "</link></item><item><guid>https://h/g</guid></item><item><guid isPermaLink='false'>https://h/x</guid></item></channel></rss>", sitemap.RSS, []string{a, "https://h/g"}, nil},
		{"Atom", "<feed><link href='/self'/><entry><link rel='edit' href='/e'/><link href='/a'/><link rel='alternate' href='/c'/></entry></feed>", sitemap.Atom, []string{a}, nil},
		{"relative", "<urlset><url><loc>../a</loc></url></urlset>", sitemap.URLSet, []string{a}, nil},
		{"no scheme", "<urlset><url><loc>www.example.org/a</loc></url></urlset>", sitemap.URLSet, []string{"http://www.example.org/a"}, nil},
		{"another scheme", "<urlset><url><loc>ftp://h/a</loc></url><url><loc>javascript:x</loc></url></urlset>", sitemap.URLSet, nil, nil},
		{"CDATA", "<urlset><url><loc><![CDATA[" + a + "]]></loc></url></urlset>", sitemap.URLSet, []string{a}, nil},
		{"a bare ampersand", "<urlset><url><loc>https://h/?a=1&b=2&copy=3</loc></url></urlset>", sitemap.URLSet, []string{"https://h/?a=1&b=2&copy=3"}, nil},
		{"entities of HTML", "<urlset><url><loc>https://h/&eacute;&#x41;</loc></url></urlset>", sitemap.URLSet, []string{"https://h/éA"}, nil},
		{"its own entities are nothing", "<!DOCTYPE urlset [<!ENTITY a \"b\"><!ENTITY x SYSTEM \"file:///etc/passwd\">]><urlset><url><loc>&x;</loc></url><url><loc>https://h/&a;</loc></url></urlset>", sitemap.URLSet, []string{"https://h/"}, sitemap.ErrEntities},
		{"a document type", "<!DOCTYPE urlset PUBLIC '-//X' \"x>.dtd\" [<!-- no entity --><!ELEMENT urlset ANY>]><urlset><url><loc>" + a + "</loc></url></urlset>", sitemap.URLSet, []string{a}, nil},
		{"comments with quotation marks in a document type", "<!DOCTYPE urlset [<!-- don't > --><?it isn't?><!ELEMENT urlset ANY>]><urlset><url><loc>" + a + "</loc></url></urlset>", sitemap.URLSet, []string{a}, nil},
		{"an entity after a comment", "<!DOCTYPE urlset [<!-- don't --><!ENTITY a 'b'>]><urlset><url><loc>" + a + "</loc></url></urlset>", sitemap.URLSet, []string{a}, sitemap.ErrEntities},
		{"an entity within a comment", "<!DOCTYPE urlset [<!-- <!ENTITY a 'b'> -->]><urlset><url><loc>" + a + "</loc></url></urlset>", sitemap.URLSet, []string{a}, nil},
		{"words before it", "Warning: slow <br/>\n<?xml version='1.0'?><urlset><url><loc>" + a + "</loc></url></urlset>", sitemap.URLSet, []string{a}, nil},
		{"Latin-1", "<?xml version='1.0' encoding='iso-8859-1'?><urlset><url><loc>https://h/gr\xfcn</loc></url></urlset>", sitemap.URLSet, []string{"https://h/grün"}, nil},
		{"a wrong charset", "<?xml version='1.0' encoding='utf-16'?><urlset><url><loc>https://h/grün</loc></url></urlset>", sitemap.URLSet, []string{"https://h/grün"}, nil},
		{"closed in the wrong order", "<urlset><url><loc>" + a + "</url></loc><url><loc>https://h/b</loc></url></urlset>", sitemap.URLSet, []string{a, "https://h/b"}, sitemap.ErrSyntax},
		{"never closed", "<urlset><url><loc>" + a + "</loc><url><loc>https://h/b</loc>", sitemap.URLSet, []string{a, "https://h/b"}, io.ErrUnexpectedEOF},
		{"cut within a URL", "<urlset><url><loc>" + a + "</loc></url><url><loc>https://h/b", sitemap.URLSet, []string{a}, io.ErrUnexpectedEOF},
		{"a page", "<!DOCTYPE html><html><a href='/x'>x</a></html>", sitemap.Unknown, nil, sitemap.ErrFormat},
		{"nothing", "", sitemap.Unknown, nil, sitemap.ErrFormat},
		{"words", "no sitemap here", sitemap.Unknown, nil, sitemap.ErrFormat},
		{"no gzip", "\x1f\x8bxxxxxxxxxxxxx", sitemap.Unknown, nil, sitemap.ErrFormat},
		{"an empty set", "<urlset></urlset>", sitemap.URLSet, nil, nil},
	} {
		kind, locs, err := read(c.body)
		if kind != c.kind || !slices.Equal(locs, c.want) || !errors.Is(err, c.err) || (err == nil) != (c.err == nil) {
			t.Errorf("%s: %q %q %v, want %q %q %v", c.what, kind, locs, err, c.kind, c.want, c.err)
		}
	}
}

// TestLongListMayHaveLinesThatEndInCR has more lines than fit the buffer that files are read through.
func TestLongListMayHaveLinesThatEndInCR(t *testing.T) {
	for _, end := range []string{"\r", "\n", "\r\n"} {
		var want []string
		for i := range 1000 {
			want = append(want, fmt.Sprintf("https://www.example.org/people/page-%d.html", i))
		}
		if kind, locs, err := read(strings.Join(want, end) + end); kind != sitemap.Text || !slices.Equal(locs, want) || err != nil {
			t.Errorf("lines that end in %q: %q with %d URLs, %v; want %d", end, kind, len(locs), err, len(want))
		}
	}
}

func TestEntryHasAllThatIsSaid(t *testing.T) {
	body := `<urlset><url><loc>https://h/a</loc><lastmod>2020-02-03T04:05:06+01:00</lastmod><changefreq>Weekly</changefreq>
		<priority>0.8</priority><xhtml:link rel="alternate" hreflang="de" href="https://h/de/a?x=1&amp;y"/></url>
		<url><loc>https://h/b</loc><lastmod>yesterday</lastmod><changefreq>often</changefreq><priority>7</priority></url></urlset>`
	var got []sitemap.Entry
	if _, err := sitemap.Parse(strings.NewReader(body), base, "", sitemap.Limits{}, func(e sitemap.Entry) bool {
		got = append(got, e)
		return true
	}); err != nil || len(got) != 2 {
		t.Fatal(got, err)
	}
	a := got[0]
	if !a.LastMod.Equal(time.Date(2020, 2, 3, 3, 5, 6, 0, time.UTC)) || a.ChangeFreq != "weekly" || a.Priority != 0.8 ||
		fmt.Sprint(a.Alternates) != "[https://h/de/a?x=1&y]" || a.Index {
		t.Errorf("%+v", a)
	}
	if b := got[1]; !b.LastMod.IsZero() || b.ChangeFreq != "" || b.Priority != 0.5 {
		t.Errorf("%+v", b)
	}
}

func TestTimesAreReadInEveryForm(t *testing.T) {
	for text, want := range map[string]string{
		"2017":                            "2017-01-01T00:00:00Z",
		"2017-03":                         "2017-03-01T00:00:00Z",
		"2017-03-04":                      "2017-03-04T00:00:00Z",
		"2017-03-04T05:06Z":               "2017-03-04T05:06:00Z",
		"2017-03-04T05:06:07.89+02:00":    "2017-03-04T03:06:07Z",
		"2017-03-04T05:06:07-0600":        "2017-03-04T11:06:07Z",
		"2017-03-04T05:06:07":             "", // in which zone?
		"2017-3-4":                        "",
		"Sat, 04 Mar 2017 05:06:07 GMT":   "2017-03-04T05:06:07Z",
		"Sat, 4 Mar 17 05:06 +0100":       "2017-03-04T04:06:00Z",
		"Saturday, 4 Mar 2017 05:06:07 Z": "2017-03-04T05:06:07Z",
		"4 Mar 2017 05:06:07 EST":         "2017-03-04T10:06:07Z",
		"Sat, 04 Mar 2017 05:06:07 pdt":   "2017-03-04T12:06:07Z",
		"yesterday":                       "",
		"Sat, 04 Foo 2017 05:06:07 GMT":   "",
	} {
		body := "<rss><item><link>https://h/a</link><pubDate> " + text + "\n</pubDate></item></rss>"
		var got string
		if _, err := sitemap.Parse(strings.NewReader(body), base, "", sitemap.Limits{}, func(e sitemap.Entry) bool {
			if !e.LastMod.IsZero() {
				got = e.LastMod.Format(time.RFC3339)
			}
			return true
		}); err != nil || got != want {
			t.Errorf("%q: %s, %v, want %s", text, got, err, want)
		}
	}
}

// TestUnknownZoneNameIsUTC runs as on a machine whose own zone has that name.
func TestUnknownZoneNameIsUTC(t *testing.T) {
	local := time.Local
	t.Cleanup(func() { time.Local = local })
	time.Local = time.FixedZone("CET", 3600)
	body := "<rss><item><link>https://h/a</link><pubDate>Sat, 04 Mar 2017 05:06:07 CET</pubDate></item></rss>"
	if _, err := sitemap.Parse(strings.NewReader(body), base, "", sitemap.Limits{}, func(e sitemap.Entry) bool {
		if got := e.LastMod.Format(time.RFC3339); got != "2017-03-04T05:06:07Z" {
			t.Errorf("%s, want it in UTC", got)
		}
		return true
	}); err != nil {
		t.Error(err)
	}
}

func TestLimitsHold(t *testing.T) {
	many := "<urlset>" + strings.Repeat("<url><loc>https://h/a</loc></url>", 60_000) + "</urlset>"
	deep := "<urlset>" + strings.Repeat("<a>", 1<<20)
	for _, c := range []struct {
		what, body string
		limits     sitemap.Limits
		entries    int
		err        error
	}{
		{"entries", many, sitemap.Limits{}, 50_000, sitemap.ErrTooMany},
		{"fewer entries", many, sitemap.Limits{Entries: 10}, 10, sitemap.ErrTooMany},
		{"entries of a list", strings.Repeat("https://h/a\n", 20), sitemap.Limits{Entries: 10}, 10, sitemap.ErrTooMany},
		{"bytes", many, sitemap.Limits{Bytes: 1000}, 30, sitemap.ErrTooLarge},
		{"bytes of a list", strings.Repeat("https://h/a\n", 20), sitemap.Limits{Bytes: 40}, 3, sitemap.ErrTooLarge},
		{"bytes of a list that end within a URL", strings.Repeat("https://h/a\n", 20), sitemap.Limits{Bytes: 58}, 4, sitemap.ErrTooLarge},
		{"unpacked bytes", gzipped("<urlset>" + strings.Repeat(" ", 64<<20)), sitemap.Limits{}, 0, sitemap.ErrTooLarge},
		{"depth", deep, sitemap.Limits{}, 0, sitemap.ErrTooDeep},
		{"a tag without end", "<urlset a='" + strings.Repeat("x", 1<<20), sitemap.Limits{}, 0, sitemap.ErrSyntax},
		{"a text without end", "<urlset><url><loc>" + strings.Repeat("x", 1<<20), sitemap.Limits{}, 0, io.ErrUnexpectedEOF},
	} {
		n := 0
		_, err := sitemap.Parse(strings.NewReader(c.body), base, "", c.limits, func(sitemap.Entry) bool { n++; return true })
		if n != c.entries || !errors.Is(err, c.err) {
			t.Errorf("%s: %d entries, %v; want %d, %v", c.what, n, err, c.entries, c.err)
		}
	}
}

func TestBillionLaughsExpandToNothing(t *testing.T) {
	body := `<!DOCTYPE urlset [<!ENTITY a "ha">`
	for c := 'b'; c < 'z'; c++ {
		body += fmt.Sprintf(`<!ENTITY %c "%s">`, c, strings.Repeat(fmt.Sprintf("&%c;", c-1), 10))
	}
	body += `]><urlset><url><loc>https://h/&y;</loc></url></urlset>`
	if _, locs, err := read(body); !errors.Is(err, sitemap.ErrEntities) || !slices.Equal(locs, []string{"https://h/"}) {
		t.Errorf("%q %v", locs, err)
	}
}

func TestParseStopsWhenTold(t *testing.T) {
	n := 0
	kind, err := sitemap.Parse(strings.NewReader(two), base, "", sitemap.Limits{}, func(sitemap.Entry) bool { n++; return false })
	if n != 1 || kind != sitemap.URLSet || err != nil {
		t.Error(n, kind, err)
	}
}

func TestLooks(t *testing.T) {
	for body, want := range map[string]bool{
		two:                          true,
		two[:80]:                     true,
		gzipped(two):                 true,
		gzipped(two)[:110]:           true,
		"<!-- x --><rss>":            true,
		"<html><feed>":               false,
		"<!-- <urlset> --><html>":    false,
		"https://h/a\n":              false,
		"":                           false,
		"a page about <urlset> sets": false,
	} {
		if got := sitemap.Looks([]byte(body)); got != want {
			t.Errorf("%.40q: %v", body, got)
		}
	}
}

func TestCovers(t *testing.T) {
	for loc, want := range map[string]bool{
		"https://www.example.org/maps/a":  true,
		"https://www.example.org/maps/":   true,
		"https://www.example.org/maps2/a": false,
		"https://www.example.org/":        false,
		"http://www.example.org/maps/a":   false,
		"https://example.org/maps/a":      false,
	} {
		if got := sitemap.Covers(base, loc); got != want {
			t.Errorf("%s: %v", loc, got)
		}
	}
	if !sitemap.Covers("https://www.example.org/sitemap.xml", "https://www.example.org") {
		t.Error("the root covers its host")
	}
}

func FuzzParse(f *testing.F) {
	f.Add([]byte(two))
	f.Add([]byte(gzipped(two)))
	f.Add([]byte("https://h/a\nhttps://h/b"))
	f.Add([]byte("<rss><item><link>/a</link><guid>b</guid><![CDATA[x]]></item><!DOCTYPE [<!ENTITY x '>'>]>"))
	f.Add([]byte("<feed><entry><link href=a rel='alternate'/></x></entry>"))
	f.Fuzz(func(t *testing.T, body []byte) {
		limits := sitemap.Limits{Bytes: 1 << 20, Entries: 100}
		n := 0
		kind, err := sitemap.Parse(bytes.NewReader(body), base, "text/xml; charset=koi8-r", limits, func(e sitemap.Entry) bool {
			if !strings.HasPrefix(strings.ToLower(e.Loc), "http") {
				t.Fatalf("%q", e.Loc)
			}
			n++
			return true
		})
		if n > 100 || n > 0 && kind == sitemap.Unknown {
			t.Fatal(n, kind, err)
		}
		sitemap.Looks(body)
	})
}

func BenchmarkParse(b *testing.B) {
	var s strings.Builder
	s.WriteString("<urlset>\n")
	for i := range 10_000 {
		fmt.Fprintf(&s, "  <url>\n    <loc>https://www.example.org/people/page-%d.html?x=1&amp;y=2</loc>\n    <lastmod>2024-05-06</lastmod>\n  </url>\n", i)
	}
	s.WriteString("</urlset>\n")
	b.SetBytes(int64(s.Len()))
	b.ReportAllocs()
	for b.Loop() {
		sitemap.Parse(strings.NewReader(s.String()), base, "", sitemap.Limits{}, func(sitemap.Entry) bool { return true })
	}
}
