package article_test

import (
	"strings"
	"testing"
	"time"

	"sluice/page/article"
)

// paragraphs are the body of a page.
var paragraphs = strings.Repeat("<p>The reading room of the library, which was opened in 1911, holds a collection of early maps, and it lends none of them. "+
	"Visitors who want to see one write to the curator, who then finds a date, a desk and a pair of gloves.</p>\n", 8)

const menu = `<div id="nav" class="menu"><ul><li><a href="/">Home</a></li><li><a href="/shop">Shop</a></li><li><a href="/contact">Contact</a></li></ul></div>`

func TestMainContentOfAPage(t *testing.T) {
	text, ok := article.Text([]byte("<html><head><title>Maps</title></head><body>"+menu+"<div class='article'>"+paragraphs+"</div><div class='footer'><a href='/imprint'>Imprint</a></div></body></html>"), "text/html")
	if !ok || !strings.Contains(text, "holds a collection of early maps") || !strings.Contains(text, "a pair of gloves") {
		t.Fatalf("%t %.200q", ok, text)
	}
	for _, other := range []string{"Shop", "Contact", "Imprint", "<p>"} {
		if strings.Contains(text, other) {
			t.Errorf("the text has %q", other)
		}
	}
}

func TestPagesWithoutMainContent(t *testing.T) {
	for name, page := range map[string]string{
		"nothing": "", "a menu": menu, "no HTML": "\x00\xff\xfe", "too large": strings.Repeat("<p>a</p>", 1<<20), "too many elements": strings.Repeat("<p>a</p>", 30_000),
		"too deep": strings.Repeat("<div>", 10_000) + paragraphs,
	} {
		if text, ok := article.Text([]byte(page), ""); ok && len(text) > 100 {
			t.Errorf("%s: %.60q", name, text)
		}
	}
}

func TestTimeOfHostilePagesIsBounded(t *testing.T) {
	for name, page := range map[string]string{
		"open tags":     strings.Repeat("<div><p><a href=x>", 6000),
		"many siblings": "<div>" + strings.Repeat("<p>a, b, c, d, e, f, g, h, i, j, k, l, m</p>", 19_000) + "</div>",
		"tables":        strings.Repeat("<table><tr><td>", 150) + paragraphs,
		"breaks":        strings.Repeat("<br>", 19_000) + paragraphs,
		"long text":     "<p>" + strings.Repeat("word, ", 600_000),
	} {
		start := time.Now()
		article.Text([]byte(page), "")
		if took := time.Since(start); took > 20*time.Second {
			t.Errorf("%s: %v", name, took)
		}
	}
}

func FuzzText(f *testing.F) {
	f.Add([]byte("<html><body>" + menu + paragraphs + "</body></html>"))
	f.Add([]byte("<div><p>a<table><td><p>b</div><svg><math><br><br>"))
	f.Fuzz(func(t *testing.T, page []byte) {
		if text, ok := article.Text(page, ""); ok == (text == "") {
			t.Fatalf("%t %q", ok, text)
		}
	})
}
