package page_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"golang.org/x/net/html"
	"pgregory.net/rapid"

	"sluice/page"
	"sluice/weburl"
)

func TestLimits(t *testing.T) {
	t.Run("links", func(t *testing.T) {
		pg := parse(t, strings.Repeat("<a href=x>y</a>", page.MaxLinks+7))
		if len(pg.Links) != page.MaxLinks || pg.Dropped != 7 {
			t.Errorf("%d links, %d dropped", len(pg.Links), pg.Dropped)
		}
	})
	t.Run("text", func(t *testing.T) {
		pg := parse(t, strings.Repeat("wörter ", page.MaxText/4))
		if len(pg.Text) > page.MaxText || len(pg.Text) < page.MaxText-20 || !utf8.Valid(pg.Text) {
			t.Errorf("%d bytes of text", len(pg.Text))
		}
	})
	t.Run("title", func(t *testing.T) {
		pg := parse(t, "<title>"+strings.Repeat("ä ", page.MaxValue))
		if len(pg.Title) > page.MaxValue || !utf8.ValidString(pg.Title) {
			t.Errorf("%d bytes of title", len(pg.Title))
		}
	})
	t.Run("forms", func(t *testing.T) {
		pg := parse(t, strings.Repeat("<form>", 1000)+strings.Repeat("<input>", 5000)+"<select>"+strings.Repeat("<option>x", 9000))
		if len(pg.Forms) != page.MaxForms {
			t.Errorf("%d forms", len(pg.Forms))
		}
	})
	t.Run("style sheet", func(t *testing.T) {
		for name, c := range map[string]struct {
			sheet string
			want  int
		}{
			"a font behind 200,000 rules": {strings.Repeat("a{b:c}\n", 200_000) + "@font-face{src:url(x.woff)}", 1},
			"2007 pictures":               {strings.Repeat("a{b:url(x.png)}", 2007), 2000},
			"data in the sheet":           {strings.Repeat("a{b:url(data:x)}", 2007) + "a{b:url(x.png)}", 1},
		} {
			if n := len(slices.Collect(page.StyleReferences([]byte(c.sheet)))); n != c.want {
				t.Errorf("%s: %d references, want %d", name, n, c.want)
			}
		}
	})
	t.Run("tag path", func(t *testing.T) {
		pg := parse(t, strings.Repeat(`<div class="`+strings.Repeat("c", 1000)+`">`, 1000)+"<a href=x>")
		if n := len(pg.Links[0].Path); n > 10_000 {
			t.Errorf("path of %d bytes", n)
		}
	})
	t.Run("reference", func(t *testing.T) {
		pg := parse(t, "<a href='"+strings.Repeat("x", 1<<20)+"'>")
		if len(pg.Links) != 0 || pg.BadLinks["too long"] != 1 {
			t.Errorf("%d links, bad %v", len(pg.Links), pg.BadLinks)
		}
	})
}

// BenchmarkHostile shows that no input makes parsing slow: each is 4 MB, and takes no longer a byte than the next bigger one would.
func BenchmarkHostile(b *testing.B) {
	const size = 4 << 20
	u := sampleURL()
	for _, part := range []string{"<div>", "<p>", "<b>", "<p><b>", "<a href=x>", "<table>", "<table><tr><td>", "<li>", "<select><option>",
		"</div>", "<p></div>", "<", "</", "<!", "<!--", "<!-->", "--", "<a ", "<a b='", "<a href=\"", "&", "&amp", "&notanentity", "&#", "<script>",
		"<script><!--<script>", "<title>", "<svg>", "<svg><p>", "<math><mi>", "<template>", "<noscript>", "<svg><a>", "<![CDATA[", "<svg><![CDATA[",
		"<form><input><label for=x>y</label>", "<h1>", "<meta name=citation_x content=y>", "<a href=x><img alt=y>", "x ", "\xc2", "\x00", "<p></q>", "<x-%d class=%[1]d><a href=y></a>"} {
		b.Run(strings.ReplaceAll(part, "/", "|"), func(b *testing.B) {
			var body strings.Builder
			for i := 0; body.Len() < size; i++ {
				if strings.Contains(part, "%") {
					fmt.Fprintf(&body, part, i)
				} else {
					body.WriteString(part)
				}
			}
			var p page.Parser
			text := []byte(strings.Repeat("<u-v>", 500) + body.String()) // a deep stack makes each tag dearer
			b.SetBytes(size)
			for b.Loop() {
				p.Parse(text, page.Source{URL: u, ContentType: "text/html; charset=utf-8"}).Release()
			}
		})
	}
}

// markup draws HTML that is broken in every way.
func markup() *rapid.Generator[string] {
	piece := rapid.SampledFrom([]string{"<p>", "</p>", "<a href=x>", "<a href='y z'>", "</a>", "<b>", "</b>", "<table>", "<tr>", "<td>", "</td>", "</table>",
		"<ul>", "<li>", "</ul>", "<div class=c>", "</div>", "<h1>", "</h2>", "<svg>", "</svg>", "<foreignObject>", "<template>", "</template>", "<title>", "</title>",
		"<script>", "</script>", "<!--", "-->", "<![CDATA[", "]]>", "<select>", "<option>", "<form>", "</form>", "<input name=i>", "<label for=i>", "</label>", "<button>",
		"<noscript>", "</noscript>", "<frameset>", "<frame src=f>", "<noframes>", "<base href=/b/>", "<img alt='i j'>", "<meta http-equiv=refresh content='1;u'>",
		"<div itemscope itemtype=x/Thesis>", "<i itemprop=name>", "<math>", "<mi>", "<style>", "<textarea>", "<iframe src=k>", "&amp;", "&#160;", "\x00", "\xff", "é", "\u3000",
		" ", "\n", "word", "<", ">", "\"", "'", "<br/>", "<body id=q>", "<html lang=en>", "</body>", "<plaintext>", "<area href=ar alt=al>"})
	return rapid.Custom(func(t *rapid.T) string { return strings.Join(rapid.SliceOfN(piece, 0, 60).Draw(t, "pieces"), "") })
}

func TestAnyInputMakesValidPage(t *testing.T) {
	p := page.Parser{Resources: true}
	rapid.Check(t, func(t *rapid.T) {
		checkSound(t, p.Parse([]byte(markup().Draw(t, "html")), page.Source{URL: sampleURL(), ContentType: rapid.SampledFrom([]string{"", "text/html; charset=utf-8", "text/html; charset=gbk"}).Draw(t, "type")}))
	})
}

type reporter interface {
	Helper()
	Fatalf(format string, args ...any)
}

// checkSound checks what holds of every page.
func checkSound(t reporter, pg *page.Page) {
	t.Helper()
	defer pg.Release()
	text := string(pg.Text)
	if !utf8.ValidString(text) || text != strings.Join(strings.Fields(text), " ") {
		t.Fatalf("text is not folded UTF-8: %q", text)
	}
	for _, s := range append(append([]page.Span{}, pg.Headings...), pg.Emphasis...) {
		if s.Start < 0 || s.Start > s.End || int(s.End) > len(text) {
			t.Fatalf("span %v of a text of %d bytes", s, len(text))
		}
		if e := text[s.Start:s.End]; e != strings.TrimSpace(e) {
			t.Fatalf("span %v is %q", s, e)
		}
	}
	for i := range pg.Links {
		l := &pg.Links[i]
		if l.Position != i || l.URL.IsZero() || !strings.HasPrefix(l.Path, "html") && l.Kind != page.KindResource {
			t.Fatalf("link %d: %+v", i, l)
		}
		for _, s := range []string{pg.Anchor(l), pg.Around(l, 3), pg.Heading(l)} {
			if !utf8.ValidString(s) || s != strings.Join(strings.Fields(s), " ") {
				t.Fatalf("link %d: text %q", i, s)
			}
		}
		if n := len(strings.Fields(pg.Around(l, 3))); n > 6 {
			t.Fatalf("link %d: %d words around it", i, n)
		}
		pg.Raw(l)
	}
}

func FuzzParse(f *testing.F) {
	f.Add(samplePage(3), "text/html")
	f.Add([]byte("<table><a href=1><form><tr><td></form><input><svg><title><p><a href=2>"), "text/html; charset=utf-8")
	f.Add([]byte("<script type='application/ld+json'>[{\"@type\":\"Thesis\",\"author\":[[{}]]}]</script><meta http-equiv=refresh content='.;'>"), "")
	p := page.Parser{Resources: true}
	u := sampleURL()
	f.Fuzz(func(t *testing.T, body []byte, contentType string) {
		checkSound(t, p.Parse(body, page.Source{URL: u, ContentType: contentType}))
	})
}

func FuzzDecode(f *testing.F) {
	for _, charset := range []string{"", "utf-8", "utf-16", "utf-32", "shift_jis", "gb18030", "iso-2022-jp", "windows-1252", "big5", "euc-kr", "euc-jp"} {
		f.Add([]byte("<meta charset=latin1>\x81<a href=\x00x>\xe4\xff\xfe\x1b$B"), "text/html; charset="+charset)
	}
	f.Fuzz(func(t *testing.T, body []byte, contentType string) {
		text, name, from := page.Decode(body, contentType)
		if !utf8.Valid(text) || name == "" || from == "" {
			t.Fatalf("decoded by %q from %q to %q", name, from, text)
		}
	})
}

func TestReferencesDecodeAsATreeParserDecodesThem(t *testing.T) {
	name := rapid.StringMatching(`&(#[xX]?[0-9a-fA-F]{0,7}|[a-zA-Z]{1,8}|amp|lt|not|notin|copy|eacute|nbsp|hellip|fjlig|semi|NotEqualTilde)[;=x ]?`)
	rapid.Check(t, func(t *rapid.T) {
		s := "x" + name.Draw(t, "reference") + "y"
		doc, err := html.Parse(strings.NewReader("<title>" + s + "</title><meta name=description content='" + s + "'>"))
		if err != nil {
			t.Fatal(err)
		}
		head := doc.FirstChild.FirstChild
		fold := func(s string) string { return strings.Join(strings.Fields(s), " ") }
		title, description := fold(head.FirstChild.FirstChild.Data), fold(head.LastChild.Attr[1].Val)
		pg := new(page.Parser).Parse([]byte("<title>"+s+"</title><a href=x title='"+s+"'></a>"), page.Source{URL: sampleURL()})
		if strings.ContainsRune(title, 0) || pg.Title != title || pg.Anchor(&pg.Links[0]) != description {
			t.Fatalf("%q: title %q, want %q; attribute %q, want %q", s, pg.Title, title, pg.Anchor(&pg.Links[0]), description)
		}
	})
}

func TestURLOfAPageMayBeMissing(t *testing.T) {
	pg := new(page.Parser).Parse([]byte("<a href=x>a</a><a href=http://h.example/>b</a>"), page.Source{})
	if len(pg.Links) != 1 || pg.Links[0].URL != mustParse("http://h.example/") {
		t.Errorf("links: %s", listed(pg))
	}
}

func mustParse(s string) weburl.URL {
	u, err := weburl.Parse(s)
	if err != nil {
		panic(err)
	}
	return u
}

// TestLongWordsAroundALinkAreLeftOut: else each link of a page without spaces would have the whole page around it.
func TestLongWordsAroundALinkAreLeftOut(t *testing.T) {
	long := strings.Repeat("x", 100_000)
	for _, c := range []struct{ html, want string }{
		{long + `<a href=x>y</a>` + long, ""},
		{`a b ` + long + ` c d <a href=x>y</a> e f ` + long + ` g`, "c d e f"},
		{`a <a href=x>y</a> b`, "a b"},
		{strings.Repeat("é", 99) + ` <a href=x>y</a> ` + strings.Repeat("é", 99), strings.Repeat("é", 99) + " " + strings.Repeat("é", 99)},
	} {
		pg := parse(t, c.html)
		if got := pg.Around(&pg.Links[0], 5); got != c.want {
			t.Errorf("around the link of a page of %d bytes: %.50q, want %q", len(c.html), got, c.want)
		}
	}
}
