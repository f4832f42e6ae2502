package landing

import (
	"net/http"
	"reflect"
	"strconv"
	"strings"
	"testing"

	"sluice/document/bibliography"
	"sluice/page"
	"sluice/weburl"
)

// FuzzCandidates reads any page, and any answer of an interface: the candidates are few, differ from each other and from the page, are in order, and are the
// same when read again.
func FuzzCandidates(f *testing.F) {
	f.Add("https://j.example/article/view/31", `<a class="obj_galley_link pdf" href="/article/view/31/57">PDF</a>`, `<https://j.example/1.pdf>; rel="item"; type="application/pdf"`, "A work")
	f.Add("https://r.example/items/0b5c6fd2-4d6f-4a0b-8f0e-7a1c2d3e4f50", `{"files":[{"name":"a.pdf","links":{"self":"/a"}}]}`, "", "")
	f.Add("https://s.example/pii/S1", `<script>{"pdfDownload":{"urlMetadata":{"queryParams":{"md5":"1"},"pii":"S1","pdfExtension":"/pdfft","path":"pii"}}}</script>`, "", "")
	f.Add("https://l.example/~a/", `<ul><li>Waves in shallow water <a href=a.pdf>PDF</a><li>x<a href=viewer.html?file=b.pdf>b</a></ul><iframe src=c.pdf>`, "", "Waves in shallow water")
	f.Fuzz(func(t *testing.T, url, body, link, title string) {
		u, err := weburl.Parse(url)
		if err != nil {
			return
		}
		a := Answer{URL: u, Header: http.Header{"Link": {link}}, Body: []byte(body), Record: &bibliography.Record{Title: title}}
		check(t, a)
		parser := page.Parser{Resources: true}
		a.Page = parser.Parse(a.Body, page.Source{URL: u})
		check(t, a)
	})
}

// check reads an answer twice and fails if its candidates are not as they must be.
func check(t *testing.T, a Answer) {
	t.Helper()
	got := Candidates(a)
	if len(got) > maxCandidates {
		t.Errorf("%d candidates", len(got))
	}
	seen := map[weburl.Key]bool{a.URL.Key(): true}
	for i, c := range got {
		switch {
		case seen[c.URL.Key()]:
			t.Errorf("%s is the page, or comes twice", c.URL)
		case c.URL.IsZero() || c.Rule == "" || c.Confidence <= 0 || c.Confidence > 1:
			t.Errorf("candidate %v", c)
		case c.Kind != Paper && c.Kind != Wrapper && c.Kind != Interface && c.Kind != Text:
			t.Errorf("kind %q", c.Kind)
		case i > 0 && got[i-1].Confidence < c.Confidence:
			t.Errorf("candidate %d is surer than the one before it", i)
		}
		seen[c.URL.Key()] = true
	}
	if again := Candidates(a); !reflect.DeepEqual(got, again) {
		t.Errorf("candidates %v, read again %v", got, again)
	}
}

// TestHostilePages reads pages that mean to cost much time: it ends because the work is bounded.
func TestHostilePages(t *testing.T) {
	pages := map[string]string{
		"many links":         repeat(`<a href="/article/view/31/%d">PDF</a>`, 8_000),
		"long tag paths":     repeat(`<div class="references related pdf-download-%d"><a href="/x.pdf">PDF</a>`, 5_000),
		"long link text":     `<a href="/x.pdf">` + repeat("PDF download %d ", 100_000) + `</a>`,
		"script with quotes": `<script>` + repeat(`"pdfUrl":"\"\"%d`, 50_000) + `</script>`,
		"many metas":         repeat(`<meta name="citation_pdf_url" content="/%d.pdf">`, 10_000),
		"blocks":             repeat(`<p>Waves in shallow water <a href="/%d.pdf">PDF</a>`, 8_000),
	}
	for name, html := range pages {
		t.Run(name, func(t *testing.T) {
			a := answer(t, "https://j.example/article/view/31", html, "Link: "+repeat("<x%d.pdf>;rel=item,", 10_000))
			a.Record = &bibliography.Record{Title: "Waves in shallow water"}
			check(t, a)
		})
	}
}

// repeat returns a text n times, with its number in place of "%d".
func repeat(s string, n int) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(strings.Replace(s, "%d", strconv.Itoa(i), 1))
	}
	return b.String()
}
