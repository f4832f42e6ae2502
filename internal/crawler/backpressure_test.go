package crawler_test

import (
	"context"
	"fmt"
	"net/http"
	"testing"

	"sluice/crawl"
	"sluice/internal/catalogue"
	"sluice/internal/crawler"
	"sluice/internal/frontier"
	"sluice/library"
)

// heldCatalogue records nothing before it is released.
type heldCatalogue struct {
	crawler.Catalogue
	released chan struct{}
}

func (c heldCatalogue) Commit(ctx context.Context, g *catalogue.Group) error {
	<-c.released
	return c.Catalogue.Commit(ctx, g)
}

// TestStopRecordsFewPagesOfManyLinks stops a crawl that has more pages with very many links than may be in the pipeline. The others wait.
func TestStopRecordsFewPagesOfManyLinks(t *testing.T) {
	const hosts, links = 8, 60_000
	w := newWeb(t, pages{})
	w.wildcard = status(404)
	refs := make([]string, links)
	for i := range refs {
		refs[i] = fmt.Sprint("/", i)
	}
	page := html("Links", refs...)
	f := frontier.NewMemory(frontier.Options{PerHost: 1})
	cat := heldCatalogue{newCatalogue(t), make(chan struct{})}
	cfg := crawl.Config{Network: crawl.Network{Proxy: w.URL}}
	for i := range hosts {
		host := fmt.Sprintf("a%d.test", i)
		w.pages[host+"/"] = page
		cfg.Seeds = append(cfg.Seeds, "http://"+host+"/")
	}
	r := begin(t, t.Context(), cfg, crawler.Parts{Frontier: f, Catalogue: cat})
	waitUntil(t, "requests of all pages", func() bool {
		n := 0
		for i := range hosts {
			n += w.times(fmt.Sprintf("a%d.test/", i))
		}
		return n == hosts
	})
	r.Stop("enough")
	close(cat.released)
	o := r.wait()
	recorded := 0
	for _, row := range o.rows {
		if row.Outcome == library.Fetched {
			recorded++
		}
	}
	if most := 200_000 / links; recorded > most {
		t.Errorf("%d pages were recorded after the stop, want %d", recorded, most)
	}
	if n := f.Counts().Waiting; n < int64(hosts-recorded+recorded*(links-1)) {
		t.Errorf("%d URLs wait after %d pages of %d, want the other pages too", n, recorded, hosts)
	}
}

// TestStopRecordsPageOfManyLinksThatHasRoom stops a crawl while the answer of its only page is under way.
func TestStopRecordsPageOfManyLinksThatHasRoom(t *testing.T) {
	refs := make([]string, 2_000)
	for i := range refs {
		refs[i] = fmt.Sprint("/", i)
	}
	page, stopped := html("Links", refs...), make(chan struct{})
	w := newWeb(t, pages{"a.test/": func(rw http.ResponseWriter, r *http.Request) {
		<-stopped
		page(rw, r)
	}})
	w.wildcard = status(404)
	r := begin(t, t.Context(), crawl.Config{Network: crawl.Network{Proxy: w.URL}, Seeds: []string{"http://a.test/"}})
	waitUntil(t, "the request of the page", func() bool { return w.times("a.test/") > 0 })
	r.Stop("enough")
	close(stopped)

	if o := r.wait(); o.rows["http://a.test/"].Outcome != library.Fetched {
		t.Errorf("the page has the row %+v, want it recorded", o.rows["http://a.test/"])
	}
}
