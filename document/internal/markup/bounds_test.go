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

func TestBlocksWithinAParagraphAreWrittenOnce(t *testing.T) {
	d := read(t, "jats", `<article article-type="x"><body><p>see<table-wrap><label>1</label><caption><p>numbers</p></caption><table><tr><td>a</td><td>b</td></tr>
<tr><td>c</td></tr></table><table-wrap-foot><fn><p>foot</p></fn></table-wrap-foot></table-wrap>there<fig><caption><p>shown</p></caption></fig></p></body></article>`)
	for _, words := range []string{"see there", "1 numbers", "a b", "c\n", "foot", "shown"} {
		if strings.Count(d.Text, words) != 1 {
			t.Errorf("%q is not once in %q", words, d.Text)
		}
	}
}

func TestBlocksNestedInAllWaysEnd(t *testing.T) {
	const nest = "<p><table-wrap><fig><table><figure><boxed-text>"
	began := time.Now()
	_, err := markup.ReadBytes(t.Context(), []byte(`<article article-type="x"><body>`+strings.Repeat(nest, 300)+"</body></article>"), "jats", markup.Hint{})
	if !errors.Is(err, content.ErrNoText) {
		t.Error(err)
	}
	d, err := markup.ReadBytes(t.Context(), []byte(`<article><body><sec>`+strings.Repeat("<label>x</label>", 300_000)+"</sec></body></article>"), "jats", markup.Hint{})
	if err != nil || d == nil {
		t.Error(err)
	}
	if took := time.Since(began); took > 10*time.Second {
		t.Errorf("it took %v", took)
	}
}

func TestMarkupIsNotTakenForText(t *testing.T) {
	const xhtml = `<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><head>%s</head><body><p>seen</p><p>too</p></body></html>`
	for _, c := range []struct{ what, in, want string }{
		{"an empty title", fmt.Sprintf(xhtml, `<title/>`), "seen\n\ntoo\n"},
		{"a script elsewhere", fmt.Sprintf(xhtml, `<script src="x"/>`), "seen\n\ntoo\n"},
		{"an empty style", fmt.Sprintf(xhtml, `<style/>`), "seen\n\ntoo\n"},
		{"a script in HTML", `<script src="x"/>no</script><p>seen`, "seen\n"},
		{"what those without scripts see", `<p>a<noscript><p>b <b>c</b></noscript><p>d`, "a\n\nb c\n\nd\n"},
		{"ruby without end tags", `<p>x<ruby>東<rp>(<rt>tou<rp>)</ruby>y<p>z`, "x東y\n\nz\n"},
		{"ruby with some", `<p><ruby>東<rp>(<rt>tou</rt><rp>)</rp>京<rp>(</rp><rt>kyou</rt></ruby>y`, "東京y\n"},
		{"a list of choices without end", `<p>a<select><option>b<hr><option>c<p>d`, "a\n\nd\n"},
		{"a list of choices", `<p>a<select><option>b</option></select>d`, "ad\n"},
	} {
		if got := read(t, "html", c.in).Text; got != c.want {
			t.Errorf("%s: %q, want %q", c.what, got, c.want)
		}
	}
}

func TestAPageWithATooLongTagIsCut(t *testing.T) {
	d := read(t, "html", "<p>words<img src='"+strings.Repeat("x", 9<<20)+"'><p>lost")
	if d.Text != "words\n" || d.Cut != "size" {
		t.Errorf("%.100q, cut %q", d.Text, d.Cut)
	}
}

func TestAParagraphOfTooManyLinesIsCut(t *testing.T) {
	if d := read(t, "markdown", strings.Repeat("a\n", 20_000)); d.Cut != "size" {
		t.Errorf("%d bytes, cut %q", len(d.Text), d.Cut)
	}
}
