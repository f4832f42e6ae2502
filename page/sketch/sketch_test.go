package sketch_test

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"sluice/page"
	"sluice/page/sketch"
	"sluice/weburl"
)

func sketchOf(body string) sketch.Sketch {
	var p page.Parser
	pg := p.Parse([]byte(body), page.Source{URL: weburl.URL{}, ContentType: "text/html; charset=utf-8"})
	defer pg.Release()
	return sketch.New([]byte(body), pg.Text)
}

func TestPagesOfOneTemplateAreAlike(t *testing.T) {
	person := func(name string, papers int) string {
		list := ""
		for i := range papers {
			list += fmt.Sprintf("<tr id=paper-%d><td>%d<td><a href=p%d.pdf>Paper %s %d</a></tr>", i, 1990+i, i, name, i)
		}
		return "<html><body><div class=banner>The department</div><h1>" + name + "</h1><table class=papers>" + list + "</table><p class=foot>Write to us</body></html>"
	}
	form := `<html><body><div class=banner>The department</div><h1>Find</h1><form><input name=q type=text><input type=submit></form><p class=foot>Write to us</body></html>`

	ada, again, bob, find := sketchOf(person("Ada", 3)), sketchOf(person("Ada", 3)), sketchOf(person("Bob", 9)), sketchOf(form)
	if got := ada.Like(&again); got != 1 {
		t.Errorf("a page is like itself by %v", got)
	}
	if near, far := ada.Like(&bob), ada.Like(&find); near < 0.7 || far > 0.5 || ada.Like(&bob) != bob.Like(&ada) {
		t.Errorf("one template: %.2f; another: %.2f", near, far)
	}
}

func TestSketchOfAnythingIsBounded(t *testing.T) {
	for _, body := range []string{
		"", "<", "<<<<>>>>", "</p></p>", strings.Repeat("<div>", 200_000), strings.Repeat("<p id=1>", 200_000),
		"<p " + strings.Repeat("a=b ", 1<<20), "<p class=\"" + strings.Repeat("x", 3<<20) + "\">", "<!--" + strings.Repeat("x", 3<<20),
	} {
		if s := sketch.New([]byte(body), nil); len(s.Shape) > 64 {
			t.Errorf("%d elements of %.20q", len(s.Shape), body)
		}
	}
	var all strings.Builder
	for i := range 60_000 {
		all.WriteString("<p class=" + strings.Map(func(r rune) rune { return r - '0' + 'a' }, strconv.Itoa(i)) + ">")
	}
	if s := sketch.New([]byte(all.String()), nil); len(s.Shape) != 50_000 {
		t.Errorf("%d elements of 60,000, want 50,000", len(s.Shape))
	}
}

// TestElementsWithoutAnEndAreSiblings: they are no deeper the more there are.
func TestElementsWithoutAnEndAreSiblings(t *testing.T) {
	for _, c := range []struct{ before, each, after string }{
		{"<ul>", "<li>one", "</ul>"}, {"<div>", "<p>one", "</div>"}, {"<dl>", "<dt>a<dd>b", "</dl>"}, {"<select>", "<option>x", "</select>"},
		{"<table>", "<tr><th>a<td>b<td><p>c", "</table>"}, {"<table>", "<tr><td><table><tr><td>x<td>y</table>", "</table>"},
		{"<svg>", "<path d='m'/><g><circle/></g>", "</svg>"},
	} {
		few, many := sketchOf(c.before+strings.Repeat(c.each, 2)+c.after+"<b>"), sketchOf(c.before+strings.Repeat(c.each, 20)+c.after+"<b>")
		if !slices.Equal(few.Shape, many.Shape) {
			t.Errorf("two of %s are %d elements, twenty %d", c.each, len(few.Shape), len(many.Shape))
		}
	}
	inner, flat := sketchOf("<table><tr><td><table><tr><td>x</table></table>"), sketchOf("<table><tr><td></table><table><tr><td>x</table>")
	if slices.Equal(inner.Shape, flat.Shape) {
		t.Error("a table in a cell is as one beside it")
	}
}

func BenchmarkSketch(b *testing.B) {
	body := []byte("<html><body>" + strings.Repeat("<div class=row><a href=x id=link17>A link</a> and its words</div>", 300) + "</body></html>")
	words := []byte(strings.Repeat("A link and its words ", 300))
	b.SetBytes(int64(len(body)))
	b.ReportAllocs()
	for b.Loop() {
		sketch.New(body, words)
	}
}
