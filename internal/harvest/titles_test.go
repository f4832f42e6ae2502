package harvest

import (
	"testing"

	"sluice/document/bibliography"
	"sluice/internal/catalogue"
	"sluice/page"
	"sluice/weburl"
)

// TestLinksBelongToTheEntryOfAWork reads lists of publications in the forms that people give them.
func TestLinksBelongToTheEntryOfAWork(t *testing.T) {
	wanted := []string{"The Slow Counting of Boats", "Bridges over Small Rivers", "Boats"}
	for _, test := range []struct {
		name, html string
		want       map[string]string // path of the link to the title of the work
	}{
		{"label behind the entry", `<p>The slow counting of boats. K. Lee, Journal of Boats, 2020. <a href="/1.pdf">PDF</a></p><p>Another thing entirely. <a href="/2.pdf">PDF</a></p>`,
			map[string]string{"/1.pdf": "The Slow Counting of Boats"}},
		{"label before the entry", `<p><a href="/1.pdf">PDF</a> Kim Lee: Bridges over small rivers, 2001.</p><p><a href="/2.pdf">PDF</a> Kim Lee: Matters of the northern coast, 2002.</p>`,
			map[string]string{"/1.pdf": "Bridges over Small Rivers"}},
		{"title as the link", `<ul><li><a href="/1.html">Bridges over Small Rivers</a> with <a href="/kim/">Kim Lee</a></ul>`, map[string]string{"/1.html": "Bridges over Small Rivers"}},
		{"two formats", `<p>Bridges over small rivers. <a href="/1.ps">PS</a>, <a href="/1.pdf">PDF</a></p>`, map[string]string{"/1.ps": "Bridges over Small Rivers", "/1.pdf": "Bridges over Small Rivers"}},
		{"title behind a long abstract", `<p>` + longText + ` Bridges over small rivers <a href="/1.pdf">PDF</a></p>`, map[string]string{"/1.pdf": "Bridges over Small Rivers"}},
		{"authors and programs in the entry", `<p>Bridges over small rivers. By <a href="/~kim/">Kim Lee</a>. <a href="http://code.example/bridges">Code</a></p>`, map[string]string{}},
		{"name of the file", `<p><a href="/papers/slow-counting-boats.pdf">here</a></p>`, map[string]string{"/papers/slow-counting-boats.pdf": "The Slow Counting of Boats"}},
		{"one word of a title is none", `<p><a href="/boats.html">Boats</a></p>`, map[string]string{}},
	} {
		t.Run(test.name, func(t *testing.T) {
			var works []*work
			for i, title := range wanted {
				works = append(works, newWork(&catalogue.WantedWork{ID: int64(i + 1), Record: bibliography.Record{Title: title}}))
			}
			titles := newTitles(works)
			u, err := weburl.Parse("http://people.example/")
			if err != nil {
				t.Fatal(err)
			}
			var parser page.Parser
			p := parser.Parse([]byte(test.html), page.Source{URL: u, ContentType: "text/html"})
			texts := entries(p)
			for i := range p.Links {
				l := &p.Links[i]
				got := ""
				if w, _ := titles.target(p, l, texts[i]); w != nil {
					got = w.record.Title
				}
				if want := test.want[l.URL.Path()]; got != want {
					t.Errorf("%s leads to %q; want %q", l.URL, got, want)
				}
			}
		})
	}
}

const longText = `We ask how people in the towns of the coast have gone from one side of the water to the other since the time of the first settlers, and find that
most of them have walked, some have swum, and a few have stayed where they were; that walls were built of stone and later of iron; and that nobody has
counted them until now, which we do by looking at photographs, maps, account books, letters and the memories of those who were there when it happened.`

func FuzzEntries(f *testing.F) {
	f.Add(`<p>The slow counting of boats <a href="/1.pdf">PDF</a></p><a href="x.ps"></a>text<a href="y.pdf">z</a>`)
	f.Fuzz(func(t *testing.T, html string) {
		u, err := weburl.Parse("http://people.example/")
		if err != nil {
			t.Fatal(err)
		}
		var parser page.Parser
		p := parser.Parse([]byte(html), page.Source{URL: u, ContentType: "text/html"})
		texts := entries(p)
		if len(texts) != len(p.Links) {
			t.Fatalf("%d texts of %d links", len(texts), len(p.Links))
		}
		titles := newTitles([]*work{newWork(&catalogue.WantedWork{ID: 1, Record: bibliography.Record{Title: "The Slow Counting of Boats"}})})
		for i := range p.Links {
			if len(texts[i]) > maxEntry {
				t.Errorf("a text of %d bytes", len(texts[i]))
			}
			if _, share := titles.target(p, &p.Links[i], texts[i]); share < 0 || share > 1 {
				t.Errorf("share %v", share)
			}
		}
	})
}
