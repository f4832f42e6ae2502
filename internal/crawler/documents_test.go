package crawler_test

import (
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"sluice/crawl"
	"sluice/internal/archive"
	"sluice/internal/crawler"
	"sluice/internal/frontier"
	"sluice/library"
)

// file answers with a body of its own length, type and further header lines ("Name: value").
func file(contentType, body string, header ...string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", contentType)
		w.Header().Set("Content-Length", fmt.Sprint(len(body)))
		for _, h := range header {
			name, value, _ := strings.Cut(h, ": ")
			w.Header().Set(name, value)
		}
		io.WriteString(w, body)
	}
}

func TestDocumentsAreFetchedAsSoonAsTheyAreFound(t *testing.T) {
	refs := []string{"/p1", "/p2", "/p3", "/p4", "/p5", "/p6", "/late.pdf"}
	web := pages{"a.test/": html("Home", refs...), "a.test/late.pdf": file("application/pdf", pdf)}
	for _, p := range refs[:6] {
		web["a.test"+p] = html(p)
	}
	w := newWeb(t, web)
	run(t, crawl.Config{Seeds: []string{"a.test"}, Network: crawl.Network{Proxy: w.URL}, Politeness: crawl.Politeness{PerHost: 1}})
	if order := w.inOrder(); len(order) < 2 || order[1] != "a.test/late.pdf" {
		t.Errorf("asked for %v; the document should come right after the page that links to it", order)
	}
}

func TestOnlyWaitingDocumentsAreFetched(t *testing.T) {
	w := newWeb(t, pages{
		"a.test/":      html("Home", "/one", "/a.pdf", "/b.pdf"),
		"a.test/one":   html("One"),
		"a.test/a.pdf": file("application/pdf", pdf), "a.test/b.pdf": file("application/pdf", pdf+"b"),
	})
	f := frontier.NewMemory(frontier.Options{Delay: time.Millisecond, PerHost: 1})
	cfg := crawl.Config{Seeds: []string{"a.test"}, Network: crawl.Network{Proxy: w.URL}}
	parts := crawler.Parts{Frontier: f, Catalogue: newCatalogue(t), Archive: archive.NewMemory()}
	cfg.Limits.Pages = 1
	run(t, cfg, parts)
	cfg.Limits.Pages, cfg.Scope.DocumentsOnly = 0, true
	o := run(t, cfg, parts)
	wantRequests(t, w, "a.test/", "a.test/a.pdf", "a.test/b.pdf")
	if o.State != crawl.Stopped || o.Stats.Documents != 2 {
		t.Errorf("state %s (%s), %d documents; want stopped and 2", o.State, o.Reason, o.Stats.Documents)
	}
}

func TestUnwantedDocumentIsNotStored(t *testing.T) {
	large := pdf + strings.Repeat("x", 100_000)
	w := newWeb(t, pages{
		"a.test/":          html("Home", "/cv.pdf", "/order-form.pdf", "/normal-form.pdf", "/empty.pdf", "/large.pdf", "/login.pdf", "/untold.pdf"),
		"a.test/empty.pdf": file("application/pdf", ""),
		"a.test/untold.pdf": func(w http.ResponseWriter, r *http.Request) { // empty, without a Content-Length
			w.Header().Set("Content-Type", "application/pdf")
			w.(http.Flusher).Flush()
		},
		"a.test/large.pdf":   file("application/pdf", large),
		"a.test/login.pdf":   file("text/html", ""),
		"a.test/*":           file("application/pdf", pdf),
		"a.test/unknown.pdf": status(404),
	})
	causes := map[string]int64{
		"a.test: document: name": 2, "a.test: document: empty": 1, "a.test: document: too large": 1,
	}
	o := run(t, crawl.Config{Seeds: []string{"a.test"}, Network: crawl.Network{Proxy: w.URL}, Limits: crawl.Limits{DocumentSize: 50_000}})
	for cause, n := range causes {
		if o.refused[cause] != n {
			t.Errorf("%s: %d refusals, want %d", cause, o.refused[cause], n)
		}
	}
	if row := o.rows["http://a.test/normal-form.pdf"]; !row.Document {
		t.Errorf("a paper on normal forms: %+v", row)
	}
	if _, ok := o.rows["http://a.test/empty.pdf"]; ok {
		t.Error("a row for an empty document")
	}
	if row := o.rows["http://a.test/untold.pdf"]; row.Cause != "document: empty" {
		t.Errorf("an empty document without a Content-Length: %+v", row)
	}

	off := []string{"-document-names", "-document-empty", "-document-large"}
	o = run(t, crawl.Config{Seeds: []string{"a.test"}, Network: crawl.Network{Proxy: w.URL}, Limits: crawl.Limits{DocumentSize: 50_000}, Scope: crawl.Scope{Rules: off}})
	for cause := range causes {
		if o.refused[cause] != 0 {
			t.Errorf("with %v, %d refusals: %s", off, o.refused[cause], cause)
		}
	}
	if row := o.rows["http://a.test/large.pdf"]; row.Truncated != "length" {
		t.Errorf("a document above the limit: %+v, want one cut off", row)
	}
}

func TestUnchangedSizeAndDateSkipsFetch(t *testing.T) {
	changed := false
	w := newWeb(t, pages{
		"a.test/":         html("Home", "/same.pdf", "/dated.pdf"),
		"a.test/same.pdf": file("application/pdf", pdf),
		"a.test/dated.pdf": func(w http.ResponseWriter, r *http.Request) {
			date := "Mon, 02 Jan 2006 15:04:05 GMT"
			if changed {
				date = "Tue, 03 Jan 2006 15:04:05 GMT"
			}
			file("application/pdf", pdf, "Last-Modified: "+date)(w, r)
		},
	})
	cfg := crawl.Config{Seeds: []string{"a.test"}, Network: crawl.Network{Proxy: w.URL}}
	parts := crawler.Parts{Catalogue: newCatalogue(t), Archive: archive.NewMemory()}
	run(t, cfg, parts)
	changed, cfg.Again = true, true
	o := run(t, cfg, parts)
	if n := o.refused["a.test: document: same size"]; n != 1 {
		t.Errorf("%d documents left alone for their size, want 1", n)
	}
	if row := o.rows["http://a.test/same.pdf"]; row.Outcome != library.Refused || row.Cause != "document: same size" {
		t.Errorf("the document of the same size: %+v", row)
	}
	if row := o.rows["http://a.test/dated.pdf"]; row.Size == 0 || row.NotModified {
		t.Errorf("the document of another date: %+v", row)
	}
	cfg.Scope.Rules = []string{"-document-same-size"}
	if o = run(t, cfg, parts); o.refused["a.test: document: same size"] != 0 || o.rows["http://a.test/same.pdf"].Size == 0 {
		t.Errorf("with %v: refused %v, %+v", cfg.Scope.Rules, o.refused, o.rows["http://a.test/same.pdf"])
	}
}

func TestRequisitesOfPagesAreFetchedWhereverTheyAre(t *testing.T) {
	w := newWeb(t, pages{
		"a.test/": raw("text/html", `<link rel=stylesheet href=/main.css><img src=//cdn.test/logo.png>
			<style>@import "more.css"; p { background: url(bg.gif) }</style><p style="background:url('inline.gif')">
			<a href=http://b.test/>elsewhere</a><a href=picture.gif>a picture</a>`),
		"a.test/main.css":  raw("text/css", `@font-face { src: url("http://fonts.test/f.woff2") } /* url(no.gif) */ a { b: url(data:image/gif;base64,xx) }`),
		"a.test/more.css":  raw("text/css", `@import url(deep1.css);`),
		"a.test/deep1.css": raw("text/css", `@import 'deep2.css'`), "a.test/deep2.css": raw("text/css", `@import 'deep3.css'`),
		"a.test/deep3.css": raw("text/css", `@import 'deep4.css'`), "a.test/deep4.css": raw("text/css", `@import 'deep5.css'`),
		"cdn.test/robots.txt":   raw("text/plain", "User-agent: *\nAllow: /"),
		"fonts.test/robots.txt": raw("text/plain", "User-agent: *\nDisallow: /"),
		"a.test/*":              raw("image/gif", "GIF89a"), "cdn.test/*": raw("image/png", "\x89PNG\r\n\x1a\n"),
	})
	o := run(t, crawl.Config{Seeds: []string{"a.test"}, Network: crawl.Network{Proxy: w.URL}, Scope: crawl.Scope{Requisites: true}})
	got := w.requests()
	want := []string{"a.test/", "a.test/bg.gif", "a.test/deep1.css", "a.test/deep2.css", "a.test/deep3.css", "a.test/deep4.css", "a.test/inline.gif",
		"a.test/main.css", "a.test/more.css", "cdn.test/logo.png"}
	if !slices.Equal(got, want) {
		t.Errorf("asked for\n%v, want\n%v", got, want)
	}
	if row := o.rows["http://cdn.test/logo.png"]; row.Kind != "requisite" || row.Type != "image" {
		t.Errorf("a requisite elsewhere: %+v", row)
	}
	if n := o.refused["fonts.test: robots"]; n != 1 {
		t.Errorf("refused %v; want the font that robots.txt forbids", o.refused)
	}
}

// TestNamesOfNonDocuments: of a person's papers, flyers and forms, however the words of the name are joined.
func TestNamesOfNonDocuments(t *testing.T) {
	o := run(t, crawl.Config{Seeds: []string{"a.test"}, Network: crawl.Network{Proxy: newWeb(t, pages{"a.test/": html("Home")}).URL}})
	for name, word := range map[string]string{
		"cv.pdf": "cv", "CV_Smith-2004.pdf": "cv", "JihShi_CV_en.pdf": "cv", "brian_CV_ch.pdf": "cv", "PeterHung%20CV_Ch.pdf": "cv", "SmithCV.pdf": "cv",
		"smith-resume-2019.doc": "resume", "RefereeForm2007.pdf": "form", "ProgressReportForm.pdf": "form", "order-form.pdf": "form",
		"normal-form.pdf": "", "NormalForms.pdf": "", "a-survey-of-cv-in-robotics.pdf": "", "uniform.pdf": "", "en.pdf": "", "CVPR2019.pdf": "",
	} {
		v, err := o.crawl.Explain(t.Context(), "http://a.test/"+name)
		if err != nil || (v.Rule == "document: name") != (word != "") || v.Detail != word {
			t.Errorf("%s: %+v, %v; want the word %q", name, v, err, word)
		}
	}
}

func TestDeclaredDocumentThatIsNoneHasCause(t *testing.T) {
	untold := func(body string) http.HandlerFunc { // without a Content-Length
		return func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", "application/pdf")
			w.(http.Flusher).Flush()
			io.WriteString(w, body)
		}
	}
	w := newWeb(t, pages{
		"a.test/":          html("Home", "/empty.pdf", "/small.pdf", "/get", "/picture.ps", "/plain"),
		"a.test/empty.pdf": untold(""), "a.test/small.pdf": untold("%PD"), "a.test/get": untold(strings.Repeat("\x00binary", 5000)),
		"a.test/picture.ps": raw("image/gif", "GIF89a"), "a.test/plain": raw("text/plain", "some words"),
	})
	o := run(t, crawl.Config{Seeds: []string{"a.test"}, Network: crawl.Network{Proxy: w.URL}})
	const other = "no document: not of the type that it was said to be"
	wantCause(t, o, "http://a.test/empty.pdf", "document: empty")
	wantCause(t, o, "http://a.test/small.pdf", "document: too small")
	wantCause(t, o, "http://a.test/get", other)
	wantCause(t, o, "http://a.test/picture.ps", other)
	wantCause(t, o, "http://a.test/plain", "")
}
