package intake_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"sluice/crawl"
	"sluice/internal/catalogue"
	"sluice/internal/crawler"
	"sluice/internal/intake"
)

// TestSlowReadingDoesNotDelayFetching has a reader that comes to no end while a crawl runs: all is
// fetched and recorded meanwhile, and what waits to be read lies in the catalogue, not in
// memory.
func TestSlowReadingDoesNotDelayFetching(t *testing.T) {
	const n = 400 // documents
	web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case r.URL.Path == "/":
			w.Header().Set("Content-Type", "text/html")
			for i := range n {
				fmt.Fprintf(w, "<a href=/%d.tex>%[1]d</a> ", i)
			}
		case strings.HasSuffix(r.URL.Path, ".tex"):
			w.Header().Set("Content-Type", "application/x-tex")
			fmt.Fprint(w, paper("Paper "+r.URL.Path, "Kim Lee", r.URL.Path))
		default:
			http.NotFound(w, r)
		}
	}))
	defer web.Close()
	d := newDesk(t)
	release, asked := make(chan struct{}), atomic.Int64{}
	d.Workers = 2
	d.Answer = func(_ context.Context, f *catalogue.Fetch) (*intake.Body, error) {
		asked.Add(1)
		<-release
		return &intake.Body{ReadCloser: http.NoBody}, nil
	}
	c, err := crawler.New(crawl.Config{
		Seeds: []string{"http://a.example/"}, Network: crawl.Network{Proxy: web.URL},
		Politeness: crawl.Politeness{Delay: -1, PerHost: 8}, Storage: crawl.Storage{Index: crawl.IndexDocuments},
	}, crawler.Parts{Catalogue: d.Catalogue})
	if err != nil {
		t.Fatal(err)
	}
	over, taken := make(chan struct{}), make(chan error, 1)
	go func() { taken <- d.Run(t.Context(), over) }()
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
	defer cancel()
	result, err := c.Run(ctx)
	if err != nil || result.State != crawl.Done || result.Stats.Documents != n {
		t.Errorf("state %s, %d documents of %d, %v", result.State, result.Stats.Documents, n, err)
	}
	if left := d.queued(); left != n {
		t.Errorf("%d documents of %d wait in the catalogue", left, n)
	}
	for asked.Load() < 2 && ctx.Err() == nil {
		time.Sleep(time.Millisecond)
	}
	if most := asked.Load(); most != 2 {
		t.Errorf("%d documents were taken up, by two readers that came to no end", most)
	}
	close(release)
	close(over)
	if err := <-taken; err != nil {
		t.Error(err)
	}
	if left := d.queued(); left != 0 {
		t.Errorf("%d documents wait after all", left)
	}
}

// TestPageThatOnlyLookedLikeDocumentHasCause: the library keeps no file of it, and the page
// says why. It is searchable as a page where pages are.
func TestPageThatOnlyLookedLikeDocumentHasCause(t *testing.T) {
	const notes, list, both = "http://a.example/notes.txt", "http://a.example/list", "http://a.example/both"
	d := newDesk(t)
	d.got(notes, "text", strings.Repeat("Milk, eggs, and a dozen candles. ", 100), catalogue.ReadPage)
	d.got(list, "html", "<title>A list</title><p>Owls sleep by day.", catalogue.ReadPage)
	d.got(both, "html", "<title>Another list</title><p>Bats sleep by day.", catalogue.ReadOrIndex)
	d.process()
	for _, url := range []string{notes, list, both} {
		s, ok, err := d.Catalogue.Show(t.Context(), url)
		if err != nil || !ok || !strings.HasPrefix(string(s.Last.Cause), catalogue.NoDocument.With("genre ")) || s.Last.Document {
			t.Errorf("%s: %+v, %v", url, s, err)
		}
	}
	if owls, bats := d.hits("owls"), d.hits("bats"); owls != 0 || bats != 1 {
		t.Errorf("%d hits for the page that was not to be found, %d for the one that was", owls, bats)
	}
	r, err := d.Catalogue.Report(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	sum := int64(0)
	for _, c := range r.Library.None {
		sum += c.Documents
	}
	if s := d.Stats(); sum != 3 || s.NoDocuments != 3 || s.IndexedPages != 1 || r.Library.Rejected != 0 || s.InProgress != 0 || s.ReadingTime <= 0 {
		t.Errorf("the report has %d in %v; counted %+v", sum, r.Library.None, s)
	}
}

func TestRejectedDocumentsAreCountedByCause(t *testing.T) {
	d := newDesk(t)
	for i := range 2 {
		d.got(fmt.Sprintf("http://a.example/%d.tex", i), "tex", `\documentclass{letter}\begin{document}Dear `+fmt.Sprint(i)+`, thank you.\end{document}`, catalogue.ReadDocument)
	}
	d.got("http://a.example/login.pdf", "html", "<title>Log in</title><p>Your password, please.", catalogue.ReadDocument)
	d.process()
	s := d.Stats()
	if s.Rejected != 3 || s.RejectedBy[catalogue.CauseWebPage] != 1 {
		t.Errorf("%+v", s)
	}
	sum := int64(0)
	for _, n := range s.RejectedBy {
		sum += n
	}
	if sum != s.Rejected {
		t.Errorf("%d rejected, by cause %v", s.Rejected, s.RejectedBy)
	}
}
