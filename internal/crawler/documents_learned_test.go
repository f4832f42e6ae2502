package crawler_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"sluice/crawl"
	"sluice/internal/archive"
	"sluice/internal/catalogue"
	"sluice/internal/catalogue/catalogtest"
	"sluice/internal/crawler"
	"sluice/internal/repository"
	"sluice/library"
)

// shelve files what was fetched from a URL, or an invented document where nothing was.
func shelve(t *testing.T, r *repository.Repository, body, typ, url string, state library.State) {
	t.Helper()
	shelveAs(t, r, body, typ, state, library.Location{URL: url})
}

func shelveAs(t *testing.T, r *repository.Repository, body, typ string, state library.State, at library.Location) {
	t.Helper()
	s, err := r.Store(t.Context(), strings.NewReader(body), typ)
	if err != nil {
		t.Fatal(err)
	}
	now := time.Now()
	at.First, at.Last, at.Size = now, now, s.Size
	err = r.File(t.Context(), []catalogue.Filing{{Document: library.Document{
		SHA256: s.SHA256, Size: s.Size, Type: typ, State: state, Read: now, Added: now,
		Locations: []library.Location{at},
	}}})
	if err != nil {
		t.Fatal(err)
	}
}

func newRepository(t *testing.T, c *catalogue.Catalogue) *repository.Repository {
	t.Helper()
	return catalogtest.OpenRepository(t, t.TempDir(), c)
}

func TestNewVersionOfRejectedDocumentIsNotStored(t *testing.T) {
	for rules, taken := range map[string]bool{"document-rejected": false, "-document-rejected": true} {
		version := "old"
		answer := func(w http.ResponseWriter, r *http.Request) { file("application/pdf", pdf+r.URL.Path+version)(w, r) }
		w := newWeb(t, pages{"a.test/": html("Home", "/slides.pdf", "/paper.pdf"), "a.test/slides.pdf": answer, "a.test/paper.pdf": answer})
		cat := newCatalogue(t)
		repo := newRepository(t, cat)
		cfg := crawl.Config{Seeds: []string{"a.test"}, Network: crawl.Network{Proxy: w.URL}, Scope: crawl.Scope{Rules: []string{rules}}}
		parts := crawler.Parts{Catalogue: cat, Archive: archive.NewMemory()}
		run(t, cfg, parts)
		shelve(t, repo, pdf+"/slides.pdfold", "pdf", "http://a.test/slides.pdf", library.Rejected)
		shelve(t, repo, pdf+"/paper.pdfold", "pdf", "http://a.test/paper.pdf", library.Accepted)
		version, cfg.Again = "newer", true
		o := run(t, cfg, parts)
		row := o.rows["http://a.test/slides.pdf"]
		if got := row.Outcome == library.Fetched; got != taken || (o.refused["a.test: document: rejected before"] == 0) != taken {
			t.Errorf("with %s: a newer version was taken: %t; refused %v", rules, got, o.refused)
		}
		if !taken {
			s, _, err := cat.Show(t.Context(), "http://a.test/slides.pdf")
			if err != nil || row.Outcome != library.Refused || s.Last.Cause != "document: rejected before" || s.Last.SHA256 == "" || len(s.Fetches) != 2 {
				t.Errorf("the catalogue has %+v, %v", s, err)
			}
			if o.Stats.Documents != 1 || o.Stats.Pages != 1 {
				t.Errorf("counted %d documents and %d pages", o.Stats.Documents, o.Stats.Pages)
			}
		}
		if _, ok := o.rows["http://a.test/paper.pdf"]; !ok {
			t.Errorf("with %s: the newer version of what was accepted was not taken; refused %v", rules, o.refused)
		}
	}
}

func TestReturningAcceptedDocumentIsStored(t *testing.T) {
	paper, cv := pdf+"a paper", pdf+"a curriculum vitae"
	first, second := "Last-Modified: Mon, 02 Jan 2006 15:04:05 GMT", "Last-Modified: Tue, 03 Jan 2006 15:04:05 GMT"
	for _, c := range []struct {
		name, body, date string
		want             library.Outcome
	}{
		{"the size and the date", paper, first, library.Fetched},
		{"another date", paper, "Last-Modified: Wed, 04 Jan 2006 15:04:05 GMT", library.Refused},
		{"another size", paper + "!", first, library.Refused},
	} {
		t.Run(c.name, func(t *testing.T) {
			answer := file("application/pdf", paper, first)
			w := newWeb(t, pages{"a.test/": html("Home", "/x.pdf"), "a.test/x.pdf": func(w http.ResponseWriter, r *http.Request) { answer(w, r) }})
			cat := newCatalogue(t)
			repo := newRepository(t, cat)
			cfg := crawl.Config{Seeds: []string{"a.test"}, Network: crawl.Network{Proxy: w.URL}}
			parts := crawler.Parts{Catalogue: cat, Archive: archive.NewMemory()}
			run(t, cfg, parts)
			shelveAs(t, repo, paper, "pdf", library.Accepted, library.Location{URL: "http://a.test/x.pdf", LastModified: time.Date(2006, 1, 2, 15, 4, 5, 0, time.UTC)})
			answer, cfg.Again = file("application/pdf", cv, second), true
			run(t, cfg, parts)
			shelveAs(t, repo, cv, "pdf", library.Rejected, library.Location{URL: "http://a.test/x.pdf", LastModified: time.Date(2006, 1, 3, 15, 4, 5, 0, time.UTC)})
			answer = file("application/pdf", c.body, c.date)
			if row := run(t, cfg, parts).rows["http://a.test/x.pdf"]; row.Outcome != c.want {
				t.Errorf("%+v", row)
			}
		})
	}
}

// TestTooSmallSizesWereNeverAccepted: the sizes of a hundred documents of a type tell which ones are not worth fetching.
func TestTooSmallSizesWereNeverAccepted(t *testing.T) {
	sized := map[string]func(n int) string{
		"pdf": func(n int) string { return pdf[:20] + strings.Repeat(" ", n-20) },
		"rtf": func(n int) string { return `{\rtf1 ` + strings.Repeat("x", n-8) + "}" },
	}
	media := map[string]string{"pdf": "application/pdf", "rtf": "application/rtf"}
	for _, c := range []struct {
		name, typ string
		samples   int // accepted documents, the smallest one of 600 bytes
		most      int // bytes of what is too small
		rules     []string
	}{
		{"8 KB for PDF to begin with", "pdf", 99, 8192, nil},
		{"nothing for others to begin with", "rtf", 99, 0, nil},
		{"a hundred PDFs tell", "pdf", 100, 599, nil},
		{"a hundred of another type tell", "rtf", 100, 599, nil},
		{"switched off", "pdf", 0, 0, []string{"-document-small"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			cat := newCatalogue(t)
			repo := newRepository(t, cat)
			for i := range c.samples {
				shelve(t, repo, sized[c.typ](600+i), c.typ, fmt.Sprintf("http://b.test/%d.%s", i, c.typ), library.Accepted)
			}
			below, above := max(c.most, 100), c.most+1
			if c.most == 0 {
				above = 101
			}
			all := pages{}
			var refs []string
			for name, size := range map[string]int{"below": below, "above": above} {
				body := sized[c.typ](size)
				all["a.test/"+name+"."+c.typ] = file(media[c.typ], body)
				all["a.test/untold-"+name+"."+c.typ] = func(w http.ResponseWriter, r *http.Request) { // in parts, without a Content-Length
					w.Header().Set("Content-Type", media[c.typ])
					w.(http.Flusher).Flush()
					w.Write([]byte(strings.Replace(body, " ", "\n", 1)))
				}
				refs = append(refs, "/"+name+"."+c.typ, "/untold-"+name+"."+c.typ)
			}
			all["a.test/"] = html("Home", refs...)
			w := newWeb(t, all)
			o := run(t, crawl.Config{Seeds: []string{"a.test"}, Network: crawl.Network{Proxy: w.URL}, Scope: crawl.Scope{Rules: c.rules}}, crawler.Parts{Catalogue: cat})
			small := c.most > 0
			if n := o.refused["a.test: document: too small"]; (n == 1) != small || n > 1 {
				t.Errorf("%d documents refused for the size in their header", n)
			}
			for name, want := range map[string]bool{"below": !small, "above": true} {
				row, fetched := o.rows["http://a.test/"+name+"."+c.typ]
				if fetched != want || fetched && row.Intake != catalogue.ReadDocument {
					t.Errorf("%s: fetched: %t, %+v", name, fetched, row)
				}
				untold := o.rows["http://a.test/untold-"+name+"."+c.typ]
				if (untold.Intake == catalogue.ReadDocument) != want || (untold.Cause == "document: too small") == want {
					t.Errorf("%s, of untold length: %+v", name, untold)
				}
			}
		})
	}
}
