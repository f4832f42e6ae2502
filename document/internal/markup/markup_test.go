package markup_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"sluice/document/content"
	"sluice/document/internal/markup"
)

func TestMarkdownBecomesText(t *testing.T) {
	for _, c := range []struct{ what, in, want string }{
		{"headings", "# Title #\n\nSub\n---\n\n### Third\ntext", "Title\n\nSub\n\nThird\n\ntext"},
		{"paragraphs", "one\ntwo\n\nthree\r\n\r\nfour", "one two\n\nthree\n\nfour"},
		{"emphasis", "*a* **b** ***c*** _d_ ~~e~~ snake_case_name 2*3*4 \\*kept\\*", "a b c d e snake_case_name 234 *kept*"},
		{"links and pictures", "[a](http://example.org/a \"t\") ![b](c.png) [d][ref] [e] <http://example.org/f>\n\n[ref]: http://example.org/d", "a b d [e] http://example.org/f"},
		{"code", "x `a*b*` y\n\n```go\nfunc *f*() {}\n\n# no heading\n```\nafter", "x a*b* y\n\nfunc *f*() {}\n# no heading\n\nafter"},
		{"lists", "- one\n- two\n  more\n\n1. first\n2. second\n\nafter", "one\ntwo more\n1. first\n2. second\n\nafter"},
		{"quotations", "> said\n> so", "said so"},
		{"tables", "| a | b |\n|---|---|\n| c | d |", "a b\nc d"},
		{"HTML", "a <b>bold</b> &amp; <!-- gone --> c\n\n<!-- all\ngone -->\n\nd", "a bold & c\n\nd"},
		{"rules", "a\n\n***\n\nb", "a\n\nb"},
	} {
		if got := strings.TrimSpace(read(t, "markdown", c.in).Text); got != c.want {
			t.Errorf("%s: %q, want %q", c.what, got, c.want)
		}
	}
	d := read(t, "markdown", "---\ntitle: A \"title\"\nauthor:\n  - name: Ann Author\n    affiliation: Place\n  - Bob\ndate: 2020-01-02\nkeywords: [a, b]\n---\n\n# Head\n\nsee http://example.org/x.")
	got := fmt.Sprint(d.Get("title"), "|", d.All("author"), d.Get("affiliation"), "|", d.Get("date"), d.All("keyword"), d.Links, d.Lines[0].Style)
	if want := `A "title"|[Ann Author Bob]Place|2020-01-02[a b] [http://example.org/x]title`; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

func TestTextIsKeptLineByLine(t *testing.T) {
	d := read(t, "text", "Caf\xe9  one\r\ntwo\n\n\n three http://example.org/a).\n\fsecond page\x07")
	if want := "Café one\ntwo\n\nthree http://example.org/a).\n\fsecond page\n\f"; d.Text != want || d.Pages != 2 || fmt.Sprint(d.Links) != "[http://example.org/a]" {
		t.Errorf("%q, %d pages, %v, want %q", d.Text, d.Pages, d.Links, want)
	}
}

func TestPageBecomesParagraphs(t *testing.T) {
	d := read(t, "html", `<html lang=en><head><title>T</title><meta name="citation_author" content="Ann Author"><meta name="keywords" content="a, b"><style>p{}</style></head>
<body><h1>Big <i>title</i></h1><script>no()</script><p>One<br>line and
<b>more</b><p>Two <a href="x.html">there</a><ul><li>a<li>b</ul><table><tr><td>c<td>d</table><pre>e
  f</pre><div>g</div></body>`)
	if want := "Big title\n\nOne\nline and more\n\nTwo there\n\na\nb\n\nc d\n\ne\nf\n\ng\n"; d.Text != want {
		t.Errorf("%q, want %q", d.Text, want)
	}
	got := fmt.Sprint(d.Get("title"), d.Get("language"), d.All("author"), d.All("keyword"), d.Links, d.Lines[0].Style)
	if got != "Ten[Ann Author] [a b] [http://example.org/dir/x.html]heading 1" {
		t.Error(got)
	}
}

func TestOtherXMLGivesItsText(t *testing.T) {
	d := read(t, "xml", `<?xml version="1.0"?><!DOCTYPE r [<!ENTITY e SYSTEM "file:///etc/passwd">]><r><a>one <b>two</b></a><c><d>three</d></c>&e;<f href="http://example.org/"/></r>`)
	if strings.Contains(d.Text, "root:") || !strings.Contains(d.Text, "one two") || !strings.Contains(d.Text, "three") || len(d.Links) != 1 {
		t.Errorf("%q %v", d.Text, d.Links)
	}
}

func TestHostileMarkupIsBounded(t *testing.T) {
	for _, c := range []struct {
		format, what, in string
		err              error
	}{
		{"xml", "entities", `<!DOCTYPE a [<!ENTITY a "aaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;&b;&b;">]><a>&c;</a>`, content.ErrTooLarge},
		{"xml", "depth", strings.Repeat("<a>", 1<<20), content.ErrDamaged},
		{"jats", "elements", "<article><body>" + strings.Repeat("<p/>", 1<<20), content.ErrTooLarge},
		{"jats", "sections", "<article><body>" + strings.Repeat("<sec><p>", 900), content.ErrNoText},
		{"tei", "depth", "<TEI><text><body>" + strings.Repeat("<div><list>", 900), content.ErrNoText},
		{"markdown", "brackets", strings.Repeat("[", 200_000) + strings.Repeat("*", 200_000), nil},
		{"markdown", "a block", strings.Repeat("a\n", 200_000), nil},
		{"markdown", "front matter", "---\na: &a [x,x,x]\nb: &b [*a,*a,*a]\nc: [*b,*b]\n---\ntext", nil},
		{"markdown", "deep front matter", "---\na: " + strings.Repeat("[", 10_000) + "\n---\ntext", nil},
		{"asciidoc", "brackets", strings.Repeat("[", 200_000) + strings.Repeat("*", 200_000) + strings.Repeat("((", 100_000) + strings.Repeat("<<a", 100_000), nil},
		{"asciidoc", "a block", strings.Repeat("a\n", 200_000), nil},
		{"asciidoc", "quotes", strings.Repeat("`a '", 200_000) + strings.Repeat("\"`", 100_000), nil},
		{"asciidoc", "footnotes in each other", strings.Repeat("footnote:[", 100_000), nil},
		{"asciidoc", "closed footnotes in each other", strings.Repeat("footnote:[", 50_000) + "x" + strings.Repeat("]", 50_000), nil},
		{"asciidoc", "attributes that multiply", ":a: " + strings.Repeat("x", 900) + "\n:b: {a}{a}{a}\n:c: " + strings.Repeat("{a}", 1000) + "\n\n" + strings.Repeat("{a}", 300_000), nil},
		{"asciidoc", "attributes without end", "x\n\n" + strings.Repeat(":a: b \\\n", 200_000), nil},
		{"asciidoc", "fences", "x\n" + strings.Repeat("----\n////\n|===\n++++\n", 100_000), nil},
		{"asciidoc", "a comment without end", "////\nwords", content.ErrNoText},
		{"html", "depth", strings.Repeat("<div><b>", 200_000) + "x", nil},
		{"html", "a comment", "x<!--" + strings.Repeat("-", 1<<20), nil},
		{"text", "lines", strings.Repeat("\n", 1<<20) + "x", nil},
	} {
		began := time.Now()
		_, err := markup.ReadBytes(t.Context(), []byte(c.in), c.format, markup.Hint{})
		if !errors.Is(err, c.err) {
			t.Errorf("%s, %s: %v, want %v", c.format, c.what, err, c.err)
		}
		if time.Since(began) > 20*time.Second {
			t.Errorf("%s, %s took %v", c.format, c.what, time.Since(began))
		}
	}
}

// seeds adds real files to what fuzzing begins with, where there are any.
var seeds = func(*testing.F, func(ending string, b []byte)) {}

func FuzzMarkdown(f *testing.F) {
	seeds(f, func(ending string, b []byte) {
		if ending == "md" || ending == "txt" {
			f.Add(string(b))
		}
	})
	f.Add("---\na: [b, {c: d}]\n---\n# x\n\n- *a* [b](c) ![d][e]\n\n```\ny\n```\n| a |\n|---|\n[e]: f\n> q")
	f.Fuzz(func(t *testing.T, in string) {
		if d, err := markup.ReadBytes(t.Context(), []byte(in), "markdown", markup.Hint{}); d == nil && err == nil {
			t.Fatal("neither a document nor an error")
		}
	})
}

func FuzzAsciiDoc(f *testing.F) {
	seeds(f, func(ending string, b []byte) {
		if ending == "md" || ending == "txt" {
			f.Add(string(b))
		}
	})
	f.Add("= a: b\nC D <e@f.g>; H I\nv1, 2020\n:j: k {l} \\\n m\n\n[[n]]\n[quote, o, p=\"q\"]\n____\n*r* _s_ `t` ``u'' \"`v`\" +w+ #x# ^y^ ~z~ a--b\n____\n\nc\n~\n" +
		"http://d.e[f^] link:g[h] <<i,j>> footnote:[k [l\\]] ((m)) (((n))) image:o[p] stem:[q] [.r]#s# {nbsp}\n\n.t\n----\nu\n----\n* v\n+\nw\nx:: y\n\n|===\n2+^a|z\n|===\n////\na\n////\nimage::b[c]")
	f.Fuzz(func(t *testing.T, in string) {
		if d, err := markup.ReadBytes(t.Context(), []byte(in), "asciidoc", markup.Hint{}); d == nil && err == nil {
			t.Fatal("neither a document nor an error")
		}
	})
}

func FuzzXML(f *testing.F) {
	seeds(f, func(ending string, b []byte) {
		if ending == "xml" || ending == "html" {
			f.Add(ending, string(b))
		}
	})
	f.Add("jats", article)
	f.Add("tei", teiText)
	f.Add("xml", "<!DOCTYPE a [<!ENTITY b 'c'>]><a b='c'>x<![CDATA[y]]><!-- z -->&b;</a>")
	f.Add("html", "<p>x<table><tr><td>y<script>z</script><pre>\n")
	f.Fuzz(func(t *testing.T, format, in string) {
		if d, err := markup.ReadBytes(t.Context(), []byte(in), format, markup.Hint{}); d == nil && err == nil {
			t.Fatal("neither a document nor an error")
		}
	})
}
