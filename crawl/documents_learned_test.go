package crawl_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"sluice/crawl"
	"sluice/internal/archive"
	"sluice/internal/library"
)

// shelve files what was fetched from a URL, or an invented document where nothing was.
func shelve(t *testing.T, c *library.Catalogue, r *library.Repository, body, typ, url string, state library.State) {
	t.Helper()
	s, err := r.Store(strings.NewReader(body), typ)
	if err != nil {
		t.Fatal(err)
	}
	now := time.Now()
	err = r.File(t.Context(), []library.Filing{{Document: library.Document{
		SHA256: s.SHA256, Size: s.Size, Type: typ, State: state, Read: now, Added: now,
		Locations: []library.Location{{URL: url, First: now, Last: now, Size: s.Size}},
	}}})
	if err != nil {
		t.Fatal(err)
	}
}

func newRepository(t *testing.T, c *library.Catalogue) *library.Repository {
	t.Helper()
	r, err := library.OpenRepository(t.TempDir(), c)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestANewVersionOfWhatWasRejectedIsNotTaken(t *testing.T) {
	for rules, taken := range map[string]bool{"document-rejected": false, "-document-rejected": true} {
		version := "old"
		answer := func(w http.ResponseWriter, r *http.Request) { file("application/pdf", pdf+r.URL.Path+version)(w, r) }
		w := newWeb(t, pages{"a.test/": html("Home", "/slides.pdf", "/paper.pdf"), "a.test/slides.pdf": answer, "a.test/paper.pdf": answer})
		catalogue := newCatalogue(t)
		repository := newRepository(t, catalogue)
		cfg := crawl.Config{Seeds: []string{"a.test"}, Proxy: w.URL, Catalogue: catalogue, Archive: archive.NewMemory(), Rules: []string{rules}}
		run(t, cfg)
		shelve(t, catalogue, repository, pdf+"/slides.pdfold", "pdf", "http://a.test/slides.pdf", library.Rejected)
		shelve(t, catalogue, repository, pdf+"/paper.pdfold", "pdf", "http://a.test/paper.pdf", library.Accepted)
		version, cfg.Again = "newer", true
		o := run(t, cfg)
		if _, got := o.rows["http://a.test/slides.pdf"]; got != taken || (o.refused["a.test: document: rejected before"] == 0) != taken {
			t.Errorf("with %s: a newer version was taken: %t; refused %v", rules, got, o.refused)
		}
		if _, ok := o.rows["http://a.test/paper.pdf"]; !ok {
			t.Errorf("with %s: the newer version of what was accepted was not taken; refused %v", rules, o.refused)
		}
	}
}

// TestTooSmallIsWhatWasNeverAccepted: the sizes of a hundred documents of a type tell which ones are not worth fetching.
func TestTooSmallIsWhatWasNeverAccepted(t *testing.T) {
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
			catalogue := newCatalogue(t)
			repository := newRepository(t, catalogue)
			for i := range c.samples {
				shelve(t, catalogue, repository, sized[c.typ](600+i), c.typ, fmt.Sprintf("http://b.test/%d.%s", i, c.typ), library.Accepted)
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
				all["a.test/untold-"+name+"."+c.typ] = func(w http.ResponseWriter, r *http.Request) { // in parts, whose length no header tells
					w.Header().Set("Content-Type", media[c.typ])
					w.(http.Flusher).Flush()
					w.Write([]byte(strings.Replace(body, " ", "\n", 1)))
				}
				refs = append(refs, "/"+name+"."+c.typ, "/untold-"+name+"."+c.typ)
			}
			all["a.test/"] = html("Home", refs...)
			w := newWeb(t, all)
			o := run(t, crawl.Config{Seeds: []string{"a.test"}, Proxy: w.URL, Catalogue: catalogue, Rules: c.rules})
			small := c.most > 0
			if n := o.refused["a.test: document: too small"]; (n == 1) != small || n > 1 {
				t.Errorf("%d documents refused for a size that their header told", n)
			}
			for name, want := range map[string]bool{"below": !small, "above": true} {
				row, fetched := o.rows["http://a.test/"+name+"."+c.typ]
				if fetched != want || fetched && row.Intake != library.ReadDocument {
					t.Errorf("%s: fetched: %t, %+v", name, fetched, row)
				}
				untold := o.rows["http://a.test/untold-"+name+"."+c.typ]
				if (untold.Intake == library.ReadDocument) != want || (untold.Cause == "document: too small") == want {
					t.Errorf("%s, of untold length: %+v", name, untold)
				}
			}
		})
	}
}
