package markup_test

import (
	"context"
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

func TestNestedBlocksAreBounded(t *testing.T) {
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

func TestPageWithTooLongTagIsCut(t *testing.T) {
	d := read(t, "html", "<p>words<img src='"+strings.Repeat("x", 9<<20)+"'><p>lost")
	if d.Text != "words\n" || d.Cut != "size" {
		t.Errorf("%.100q, cut %q", d.Text, d.Cut)
	}
}

func TestParagraphOfTooManyLinesIsSplit(t *testing.T) {
	for _, text := range []string{strings.Repeat("a\n", 20_000), strings.Repeat("ä ", 1<<19), strings.Repeat("[x", 3<<18)} {
		want := len(strings.ReplaceAll(strings.ReplaceAll(text, "\n", ""), " ", ""))
		d := read(t, "markdown", text)
		got := len(strings.ReplaceAll(strings.ReplaceAll(d.Text, "\n", ""), " ", ""))
		if parts := strings.Count(d.Text, "\n\n"); got != want || parts == 0 || parts > 4 || d.Cut != "" {
			t.Errorf("%.10q: %d of %d bytes in %d parts, cut %q", text, got, want, parts+1, d.Cut)
		}
	}
}

// brief is a context whose time is over when it has been asked so often.
type brief struct {
	context.Context
	left int
}

func (c *brief) Err() error {
	if c.left--; c.left < 0 {
		return context.DeadlineExceeded
	}
	return nil
}

func TestReadingStopsAtDeadline(t *testing.T) {
	for _, c := range []struct {
		format, begin, line string
		asked               int // before its time is over
	}{
		{"text", "", "words of a line\n", 500},
		{"markdown", "", "words of a line\n\n", 90_000}, // after the lines were looked through for references
		{"asciidoc", "", "words of a line\n\n", 500},
		{"html", "", "<p>words of a line", 500},
		{"tex", "", "words of a line\n\n", 5},
		{"xml", "<text>", "<a>words of a line</a>", 4000}, // after the tree was made
		{"jats", "<article><body>", "<p>words of a line</p>", 4000},
		{"tei", "<TEI><text><body>", "<p>words of a line</p>", 4000},
		{"xml", "<text>", "<a>words of a line</a>", 100},
	} {
		whole, ctx := c.begin+strings.Repeat(c.line, 40_000), &brief{t.Context(), c.asked}
		d, err := markup.ReadBytes(ctx, []byte(whole), c.format, markup.Hint{})
		if d != nil && (d.Cut != "time" || len(d.Text) > len(whole)/2) || d == nil && !errors.Is(err, context.DeadlineExceeded) || (d == nil) != (c.asked == 100) {
			t.Errorf("%s: %v", c.format, err)
			if d != nil {
				t.Errorf("%s: cut %q, %d of %d bytes", c.format, d.Cut, len(d.Text), len(whole))
			}
		}
	}
}
