package notfound_test

import (
	"fmt"
	"strings"
	"testing"

	"sluice/internal/notfound"
	"sluice/page"
	"sluice/weburl"
)

// parse reads a page with a title and a body.
func parse(title, body string) *page.Page {
	u, err := weburl.Parse("http://www.example.org/paper.html")
	if err != nil {
		panic(err)
	}
	parser := page.Parser{Rules: weburl.NoRules()}
	return parser.Parse([]byte("<html><head><title>"+title+"</title></head><body>"+body+"</body></html>"), page.Source{URL: u, ContentType: "text/html; charset=utf-8"})
}

func TestSaysRecognizesErrorPagesAndKeepsOthers(t *testing.T) {
	prose := strings.Repeat("The lecture treats the history of the steam engine and of those who built the first of them. ", 20)
	menu := strings.Repeat(`<a href="/institute">Institute</a> <a href="/people">People</a> `, 40)
	for _, test := range []struct {
		name, title, body string
		want              bool
	}{
		{"title", "Page not found | Library", menu, true},
		{"title in German", "Universität – Seite nicht gefunden", menu, true},
		{"title of two words", "Not found – Library", "Try the front page.", true},
		{"heading", "Library", "<h1>Page introuvable</h1>" + menu, true},
		{"text", "Library", "Sorry, the page you requested could not be found.", true},
		{"text with the number", "Library", menu + "Error 404", true},
		{"Japanese", "図書館", "お探しのページは見つかりませんでした", true},
		{"Arabic", "الصفحة غير موجودة", "", true},

		{"article about the status", "How to answer with 404 when a page is not found on your server", prose + "404 not found " + prose, false},
		{"article with such a title", "404 Not Found", strings.Repeat(prose, 4), false},
		{"page 404 of a catalogue", "Page 404", "Page 404 of the catalogue.", false},
		{"home page that mentions missing pages", "Gareth Pym", "I keep the machines up. If a page is missing, write to me about the broken link.", false},
		{"number after a colon", "Room: 404", "Office hours are on Mondays.", false},
		{"room 404", "Room 404", "Office hours are on Mondays in room 404.", false},
		{"search without hits", "Search", "No results. " + menu, false},
		{"empty page", "", "", false},
		{"missing data", "Missing data in surveys", prose, false},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got := notfound.Says(parse(test.title, test.body)); got != test.want {
				t.Errorf("Says = %v, want %v", got, test.want)
			}
		})
	}
}

func Example() {
	fmt.Println(notfound.Says(parse("Page not found | Library", "Try the search.")))
	// Output: true
}

func BenchmarkSays(b *testing.B) {
	p := parse("Projects", strings.Repeat("What stands on the page of a common site, of two kilobytes or so. ", 30))
	b.SetBytes(int64(len(p.Text)))
	b.ReportAllocs()
	for b.Loop() {
		notfound.Says(p)
	}
}
