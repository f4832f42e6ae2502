package intake_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"sluice/internal/catalogue"
	"sluice/internal/intake"
	"sluice/library"
	"sluice/search"
)

// sitePage returns a page of a site that has a menu, a banner and a footer.
func sitePage(title, text string) string {
	return "<title>" + title + `</title><meta name=description content="The gazette of Northbridge"><meta name=keywords content="gazette, owls">
		<h1>Northbridge Gazette</h1><ul><li><a href=/>Home</a><li><a href=/weather>Weather forecast</a><li><a href=/jobs>Vacancies</a></ul>
		<h2>` + title + "</h2><p>" + text + "</p><p>Printed by the harbour, all rights reserved.</p>"
}

// urls returns the URLs that are found, in their order.
func (d *desk) urls(query string) (urls []string) {
	d.t.Helper()
	r, err := d.Index.Search(d.t.Context(), search.Query{Text: query, Limit: 100})
	if err != nil {
		d.t.Fatal(err)
	}
	for _, h := range r.Hits {
		urls = append(urls, h.URL)
	}
	return urls
}

// gotSite records n pages of a site, from one number on. Its page 3 is about the weather.
func (d *desk) gotSite(first, n int) {
	for i := first; i < first+n; i++ {
		url, title, text := fmt.Sprintf("http://a.example/%d", i), fmt.Sprintf("Story %d", i), fmt.Sprintf("Quails were seen in street %d.", i)
		if i == 3 {
			title, text = "Weather forecast", "It rains."
		}
		d.got(url, "html", sitePage(title, text), catalogue.IndexPage)
	}
}

// wantWithoutMenus checks what is found of a site of n pages.
func (d *desk) wantWithoutMenus(n int) {
	d.t.Helper()
	for _, c := range []struct {
		query string
		want  int
	}{{"weather forecast", 1}, {"vacancies", 0}, {"harbour", 0}, {"gazette", 0}, {"owls", 0}, {"quails", n - 1}, {"rains", 1}} {
		if urls := d.urls(c.query); len(urls) != c.want || c.want == 1 && urls[0] != "http://a.example/3" {
			d.t.Errorf("%q finds %d pages %v, want %d", c.query, len(urls), urls, c.want)
		}
	}
	if n := d.queued(); n != 0 {
		d.t.Errorf("%d bodies are left in the queue", n)
	}
}

func TestPagesAreFoundByTheirOwnText(t *testing.T) {
	d := newDesk(t)
	d.gotSite(0, 12)
	d.got("http://b.example/", "html", sitePage("Another site", "Quills were sold."), catalogue.IndexPage)
	d.process()
	if urls := d.urls("vacancies"); len(urls) != 1 || urls[0] != "http://b.example/" {
		t.Errorf("%v is found by the words of a menu; want the page of the site that has no other", urls)
	}
	if s := d.Stats(); s.IndexedPages != 13 {
		t.Errorf("%d pages were made searchable, want each of 13 once", s.IndexedPages)
	}
	d.Index.Delete(t.Context(), "http://b.example/")
	d.wantWithoutMenus(12)
}

// TestDocumentOfHTMLIsFoundByItsOwnText has a paper in HTML with the menu of its site, fetched before it is known what the site repeats.
func TestDocumentOfHTMLIsFoundByItsOwnText(t *testing.T) {
	d := newDesk(t)
	section := strings.Repeat("We measure sandheaps on three data sets, and compare our method with earlier work [1], which it exceeds. ", 30)
	paper := sitePage("Sorting by Heaps of Sand", "Ann Lee, University of Northbridge<h2>Abstract</h2><p>We present a method.")
	for _, h := range []string{"1. Introduction", "2. Related work", "3. Method", "4. Experiments", "5. Conclusions"} {
		paper += "<h2>" + h + "</h2><p>" + section
	}
	paper += "<h2>References</h2><p>[1] A. Marsh. Reading catalogues. Journal of Libraries 12(3), 2001, pp. 1-20.<p>[2] J. Weil. Finding papers. Proc. of the Conference on Libraries, 2004."
	d.got("http://a.example/paper", "html", paper, catalogue.ReadDocument)
	d.process()
	if p := d.document("http://a.example/paper"); p.State != library.Accepted {
		t.Fatalf("the paper is %s, %s (%v)", p.State, p.Cause, p.Verdict.Reasons)
	}
	if n := d.hits("vacancies"); n != 1 {
		t.Errorf("%d hits for a word of the menu of a site that has no other page, want 1", n)
	}
	d.gotSite(0, 12)
	d.process()
	if err := d.Refresh(t.Context()); err != nil {
		t.Fatal(err)
	}
	if menu, text := d.hits("vacancies"), d.hits("sandheaps"); menu != 0 || text != 1 {
		t.Errorf("%d hits for a word of the menu, %d for one of the paper; want 0 and 1", menu, text)
	}
}

// TestSiteGrowsOverManyRuns: what is repeated shows when there are enough pages, and holds for those that were indexed before.
func TestSiteGrowsOverManyRuns(t *testing.T) {
	d := newDesk(t)
	for i := range 20 {
		d.gotSite(i, 1)
		d.process()
		if menu := len(d.urls("vacancies")); i < 4 && menu != i+1 || i >= 4 && menu != 0 {
			t.Errorf("%d pages of %d are found by the words of their menu", menu, i+1)
		}
	}
	d.wantWithoutMenus(20)
	// The site is made anew: pages that come again have other menus.
	for i := range 20 {
		d.got(fmt.Sprintf("http://a.example/%d", i), "html", fmt.Sprintf("<title>New %d</title><p>Imprint<p>Quails were seen in street %[1]d.", i), catalogue.IndexPage)
	}
	d.process()
	if imprint, quails := d.hits("imprint"), d.hits("quails"); imprint != 0 || quails != 20 {
		t.Errorf("%d pages are found by the new menu, %d by their text; want 0 and 20", imprint, quails)
	}
}

// TestInterruptedIndexingIsCompleted stops the intake at any of its answers from the archive.
func TestInterruptedIndexingIsCompleted(t *testing.T) {
	for stop := int64(1); stop < 40; stop += 4 {
		d := newDesk(t)
		d.gotSite(0, 16)
		ctx, cancel := context.WithCancel(t.Context())
		answer := d.Answer
		d.Answer = func(c context.Context, f *catalogue.Fetch) (body *intake.Body, err error) {
			if d.asked.Load() == stop {
				cancel()
			}
			return answer(c, f)
		}
		last := make(chan struct{})
		close(last)
		if err := d.Run(ctx, last); err != nil {
			t.Fatal(err)
		}
		cancel()
		d.process()
		d.wantWithoutMenus(16)
	}
}
