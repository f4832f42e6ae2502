package markup_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

func TestAsciiDocBecomesText(t *testing.T) {
	for _, c := range []struct{ what, in, want string }{
		{"headings", "= Title\n\n== Sub ==\ntext\n\n[[a]]\n=== Third\n\n# Fourth", "Title\n\nSub\n\ntext\n\nThird\n\nFourth"},
		{"underlined headings", "Title\n=====\n\nSub heading\n-----------\ntext", "Title\n\nSub heading\n\ntext"},
		{"paragraphs", "one\ntwo +\nthree\n\n\nfour == five\n== six", "one two three\n\nfour == five == six"},
		{"marks", "*a* *b* **c**d _e_ __f__ `g*h*` #i# [.role]#j# x^2^ H~2~O snake_case_name 2*3*4 C++ and C++ \\*kept* +k+", "a b cd e f g*h* i j x2 H2O snake_case_name 2*3*4 C++ and C++ *kept* k"},
		{"quotation marks", "\"`a`\" '`b`' ``c'' `d' it's -- e--f --g", "“a” ‘b’ “c” ‘d’ it's — e—f --g"},
		{"links", "link:$$http://example.org/k_l_m$$[n] $$*o*$$ http://example.org/~a/~b[the *text*^] https://example.org/c[] link:d.html[e,window=_blank] mailto:f@example.org[] http://example.org/g_h_i <http://example.org/j>",
			"n *o* the text https://example.org/c e f@example.org http://example.org/g_h_i http://example.org/j"},
		{"references", "see <<a,the part>> and xref:b.adoc#c[that one]<<d>>[[e]] ((shown))(((hidden, term))) 1 << 2 and 3 >> 2", "see the part and that one shown 1 << 2 and 3 >> 2"},
		{"footnotes", "onefootnote:[With http://example.org/[a link] in it.] two footnote:[Other.]\nthree", "one two three\n\nWith a link in it.\n\nOther."},
		{"attributes", ":name: a value \\\n of two lines\n:gone: x\n:gone!:\n\n{name} {gone} {unknown}{nbsp}{plus} \\{name}", "a value of two lines {gone} {unknown} + {name}"},
		{"listings", ".A *caption*\n[source,go]\n----\nfunc *f*() {}\n\n== no heading\n----\nafter\n....\n// kept\n....\n```go\nx\n```", "A caption\n\nfunc *f*() {}\n== no heading\n\nafter\n\n// kept\n\nx"},
		{"comments", "a\n// gone\nb\n\n////\nall\n\ngone\n////\n\n[comment]\ngone\n\nc", "a b\n\nc"},
		{"quotations", "[quote, Robin Stone, On Sand]\n____\nsaid\n____\n\n****\naside\n****\n\n====\nexample\n====\nNOTE: so", "said\n\naside\n\nexample\n\nNOTE: so"},
		{"lists", "* one\n** two\n  more\n. [x] three\n\n1. four\n+\nfive\n\nA. Stone wrote\n\nterm:: meaning\nother::\n  its meaning\n\nafter", "one\ntwo more\nthree\n1. four\nfive\nA. Stone wrote\n\nterm\nmeaning\nother\nits meaning\n\nafter"},
		{"tables", "[cols=\"1,2\"]\n|===\n|a |*b*\n\n2+^s|c\na|d\\|e\n|===\n\nf", "a b\nc\nd|e\n\nf"},
		{"macros", "include::a.adoc[]\nimage::b.png[A sieve, 300]\nifdef::c[]\nd image:e.png[f] kbd:[g] stem:[x*y*z] icon:h[]\nendif::[]\n\n'''\n\n<<<\n\ni", "A sieve\n\nd f g x*y*z\n\ni"},
		{"brackets that are no attributes", "[1] one [2]\n\n[Stone], and more", "[1] one [2]\n\n[Stone], and more"},
		{"characters", "a &amp; b &#8212; c", "a & b — c"},
		{"front matter", "---\ntitle: x\n---\n= Title", "Title"},
	} {
		if got := strings.TrimSpace(read(t, "asciidoc", c.in).Text); got != c.want {
			t.Errorf("%s: %q, want %q", c.what, got, c.want)
		}
	}
	d := read(t, "asciidoc", "see http://example.org/a[b], http://example.org/c_d_. footnote:[link:http://example.org/e[]]")
	if got := fmt.Sprint(d.Links); got != "[http://example.org/e http://example.org/a http://example.org/c_d]" {
		t.Error(got)
	}
}

func TestHeadOfAsciiDocBecomesFields(t *testing.T) {
	for _, c := range []struct{ what, in, title, fields, text string }{
		{"a document", "// a comment\n:lang: fr\n= On Sieves: _Sand_\nRobin Stone <robin@sand.example>; James van Pebble\nv1.2, 2020-05-01: second\n:keywords: sieve, sand\n:description: Of \\\n sand.\n:toc:\n\nWords.",
			"On Sieves: Sand", "language=fr author=Robin Stone author=James van Pebble date=2020-05-01 keyword=sieve keyword=sand abstract=Of sand.", "Robin Stone; James van Pebble\n\nWords."},
		{"attributes", "= On Sieves\n:author: Robin Stone\n:author_2: James Pebble\n:revdate: May 2020\n\nWords.", "On Sieves", "author=Robin Stone author=James Pebble date=May 2020", "Words."},
		{"a title that is an attribute", ":doctitle: On Sieves\n\nWords.", "", "title=On Sieves", "Words."},
		{"a chapter", "[[on_sieves]]\n[au=\"Robin Stone\", au2='James Pebble']\n== On Sieves\n\n=== Sand\n[au=\"No One\"]\nWords.", "On Sieves", "author=Robin Stone author=James Pebble", "Sand\n\nWords."},
		{"an underlined title", "On Sieves\n=========\nRobin_Ann Stone\n2020-05-01\n\nWords.", "On Sieves", "author=Robin Ann Stone date=2020-05-01", "Robin_Ann Stone\n\nWords."},
		{"a title without a header", "= On Sieves\nSand is small. The sieves of 2020 are not.\n\nWords.", "On Sieves", "", "Sand is small. The sieves of 2020 are not.\n\nWords."},
		{"a chapter without a header", "== On Sieves\nRobin Stone\n\nWords.", "On Sieves", "", "Robin Stone\n\nWords."},
		{"an abstract", "= On Sieves\n\n[abstract]\nOf *sand*.\n\nWords.", "On Sieves", "abstract=Of sand.", "Of sand.\n\nWords."},
		{"an abstract of several paragraphs", "= On Sieves\n\n[abstract]\n--\nOf *sand*.\n\nAnd sieves.\n--\n\nWords.", "On Sieves", "abstract=Of sand. And sieves.", "Of sand.\n\nAnd sieves.\n\nWords."},
		{"front matter", "---\ntitle: On Sieves\nauthor: Robin Stone\n---\nWords.", "", "title=On Sieves author=Robin Stone", "Words."},
	} {
		d := read(t, "asciidoc", c.in)
		var fields []string
		for _, f := range d.Fields {
			fields = append(fields, f.Name+"="+f.Value)
		}
		title, text := "", d.Text
		if d.Lines[0].Style == "title" {
			title = d.Lines[0].Text
			text = strings.TrimPrefix(text, title+"\n\n")
		}
		if got := strings.Join(fields, " "); title != c.title || got != c.fields || strings.TrimSpace(text) != c.text {
			t.Errorf("%s: %q, %q, %q", c.what, title, got, text)
		}
	}
	d := read(t, "asciidoc", "= On Sieves\nRobin Stone\n\n== Sand\n\nWords.footnote:[A note.]\n\n----\ncode\n----\n* item")
	var styles []string
	for _, l := range d.Lines {
		styles = append(styles, l.Style)
	}
	if want := []string{"title", "author", "heading 2", "", "footnote", "code", "list"}; !slices.Equal(styles, want) {
		t.Errorf("%q, want %q", styles, want)
	}
}
