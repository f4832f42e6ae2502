package catalogtest

import (
	"slices"
	"testing"
	"time"

	"sluice/internal/catalogue"
	"sluice/library"
)

// Statistics tests what the statistics of sites rely on.
func Statistics(t *testing.T, open func(t *testing.T) *catalogue.Catalogue) {
	run(t, open, map[string]func(*testing.T, *catalogue.Catalogue){
		"visits": statisticsVisits, "found documents": statisticsFound, "references": statisticsReferences, "cited URLs": statisticsCitedURLs, "acceptance": statisticsAcceptance, "visits of pages": statisticsPageVisits, "history": statisticsHistory, "stops": statisticsStops,
		"bodies": statisticsBodies, "mirrors": statisticsMirrors, "new URLs": statisticsNewURLs,
	})
}

// visitsOf returns all visits by URL, and their order.
func visitsOf(t *testing.T, c *catalogue.Catalogue) (byURL map[string]catalogue.Visit, sites []string) {
	t.Helper()
	byURL = map[string]catalogue.Visit{}
	for v, err := range c.Statistics.Visits(t.Context()) {
		if err != nil {
			t.Fatal(err)
		}
		byURL[v.URL] = *v
		sites = append(sites, v.Site)
	}
	return byURL, sites
}

// Visits come site by site, each with its class, the crawls that requested it and, of a document, its state and the site that it was found on.
func statisticsVisits(t *testing.T, c *catalogue.Catalogue) {
	if _, sites := visitsOf(t, c); len(sites) != 0 {
		t.Errorf("an empty catalogue has visits of %v", sites)
	}
	begin := func(day int) {
		if _, err := c.Crawls.Begin(t.Context(), "", Day(day)); err != nil {
			t.Fatal(err)
		}
	}
	fetch := func(n, day int) catalogue.Fetch {
		f := NewFetch(n)
		f.At = Day(day)
		return f
	}
	begin(1)
	page, document, failed := fetch(0, 1), fetch(1, 1), fetch(200, 1)
	document.Document, document.Type, document.Parent, document.Kind = true, "pdf", page.URL, "foreign"
	failed.Outcome, failed.Status, failed.SHA256 = library.Failed, 404, ""
	Commit(t, c, &catalogue.Group{Serial: 1, Fetches: []catalogue.Fetch{page, document, failed}})
	d := Paper("one", document.URL)
	d.SHA256 = document.SHA256
	enter(t, c, d)
	Commit(t, c, &catalogue.Group{Serial: 2, Fetches: []catalogue.Fetch{fetch(0, 2)}}) // in the same crawl
	begin(3)
	Commit(t, c, &catalogue.Group{Serial: 3, Fetches: []catalogue.Fetch{fetch(0, 4)}})
	fruitful := map[string]bool{page.URL: true, page.Parent: true}
	got, sites := visitsOf(t, c)
	if len(got) != 3 || !slices.IsSorted(sites) || sites[0] != sites[1] {
		t.Errorf("%d visits of sites %v", len(got), sites)
	}
	if v := got[page.URL]; v.Class != catalogue.VisitPage || v.Crawls != 2 || !v.Last.Equal(Day(4)) || v.FoundBy != "" {
		t.Errorf("page %+v, want one that 2 crawls have requested", v)
	}
	if v := got[document.URL]; v.Class != catalogue.VisitDocument || v.State != library.Accepted || v.FoundBy != page.Site || v.Crawls != 1 || v.Parent != page.URL {
		t.Errorf("document %+v, want an accepted one found on %s", v, page.Site)
	}
	for url, err := range c.Statistics.FruitfulPages(t.Context()) {
		if err != nil || !fruitful[url] {
			t.Errorf("FruitfulPages() has %s, %v", url, err)
		}
		delete(fruitful, url)
	}
	if len(fruitful) > 0 {
		t.Errorf("FruitfulPages() has not %v", fruitful)
	}
	documents := 0
	for v, err := range c.Statistics.DocumentVisits(t.Context()) {
		if err != nil || v.URL != document.URL || v.FoundBy != page.Site {
			t.Errorf("document %+v, %v, want %s", v, err, document.URL)
		}
		documents++
	}
	if documents != 1 {
		t.Errorf("%d documents, want one", documents)
	}
	visitCounts(t, c, &page, &document)
	if v := got[failed.URL]; v.Class != catalogue.VisitError || v.Status != 404 {
		t.Errorf("error %+v", v)
	}
}

// visitCounts compares the counts of the visits of a page, of a document that was found on it, and of an error.
func visitCounts(t *testing.T, c *catalogue.Catalogue, page, document *catalogue.Fetch) {
	t.Helper()
	counts, err := c.Statistics.VisitCounts(t.Context(), Day(2), Day(5))
	if err != nil || len(counts) != 3 {
		t.Errorf("counts %+v, %v", counts, err)
	}
	for _, n := range counts {
		switch n.Class {
		case catalogue.VisitPage:
			if n.N != 1 || n.IsEmpty || n.Site != page.Site || !n.First.Equal(Day(4)) || !n.Last.Equal(Day(4)) {
				t.Errorf("count of pages %+v", n)
			}
		case catalogue.VisitDocument:
			if n.N != 1 || n.State != library.Accepted || n.FoundBy != page.Site || n.Level != document.Level || !n.First.IsZero() || !n.Last.Equal(Day(1)) {
				t.Errorf("count of documents %+v", n)
			}
		case catalogue.VisitError:
			if n.N != 1 || n.Status != 404 || n.Level != 0 {
				t.Errorf("count of errors %+v", n)
			}
		}
	}
	counts, err = c.Statistics.VisitCounts(t.Context(), Day(2), Day(3)) // the visit of day 4 is in the future
	for _, n := range counts {
		if n.Class == catalogue.VisitPage && (n.N != 1 || !n.First.IsZero() || !n.Last.IsZero()) || err != nil {
			t.Errorf("count of pages until day 3: %+v, %v", n, err)
		}
	}
}

// A document counts for each site that links to it, once for both schemes, and for the site on which it was found if no link to it is known.
func statisticsFound(t *testing.T, c *catalogue.Catalogue) {
	page, document := NewFetch(0), NewFetch(1)
	document.Document, document.Type, document.Parent = true, "pdf", page.URL
	link := func(url string) catalogue.Anchor { return catalogue.Anchor{URL: url, Page: page.URL, Sure: true} }
	Commit(t, c, &catalogue.Group{Serial: 1, Fetches: []catalogue.Fetch{page, document}, DocumentAnchors: []catalogue.Anchor{
		link(document.URL), link("http://x.example/2.pdf"), link("https://x.example/2.pdf")}})
	found, err := c.Statistics.FoundDocuments(t.Context())
	if want := []catalogue.HostCount{{Host: page.Site, Count: 2}}; err != nil || !slices.Equal(found, want) {
		t.Errorf("FoundDocuments() = %v, %v, want %v", found, err, want)
	}
}

// Links of a host to itself do not count.
func statisticsReferences(t *testing.T, c *catalogue.Catalogue) {
	page := NewFetch(0)
	known, other := page.Site, "z.example"
	Commit(t, c, &catalogue.Group{Serial: 1, Fetches: []catalogue.Fetch{page}, HostLinks: []catalogue.HostLink{
		{From: "x.example", To: known, N: 3}, {From: known, To: known, N: 50}, {From: "c.example", To: known, N: 4}, {From: known, To: other, N: 1}}})
	got, err := c.Statistics.References(t.Context())
	if want := []catalogue.HostReferences{{Host: known, Hosts: 2, Links: 7}}; err != nil || !slices.Equal(got, want) {
		t.Errorf("References() = %v, %v, want %v", got, err, want)
	}
	for limit, want := range [][]catalogue.HostReferences{{}, {{Host: known, Hosts: 2, Links: 7}}, {{Host: known, Hosts: 2, Links: 7}, {Host: other, Hosts: 1, Links: 1}}} {
		if got, err := c.Statistics.LinkedHosts(t.Context(), limit); err != nil || !slices.Equal(got, want) {
			t.Errorf("LinkedHosts(%d) = %v, %v, want %v", limit, got, err, want)
		}
	}
	if cited, err := c.Statistics.CitedDocuments(t.Context(), 5); err != nil || len(cited) != 0 {
		t.Errorf("CitedDocuments() = %v, %v without a document", cited, err)
	}
}

// Only what accepted documents cite is yielded, each URL once for each document.
func statisticsCitedURLs(t *testing.T, c *catalogue.Catalogue) {
	for _, cites := range [][]string{{"one", "http://b.example/", "http://a.example/x.pdf"}, {"bad", "http://c.example/"}, {"two", "http://b.example/"}} {
		body := cites[0]
		d := Paper(body, "http://here.example/"+body)
		for _, url := range cites[1:] {
			d.Candidates = append(d.Candidates, catalogue.Candidate{Kind: "url", Value: url})
		}
		if d.Candidates = append(d.Candidates, catalogue.Candidate{Kind: "doi", Value: "10.1000/" + body}); body == "bad" {
			d.State = library.Rejected
		}
		enter(t, c, d)
	}
	var got []string
	documents := map[int64]bool{}
	for u, err := range c.Statistics.CitedURLs(t.Context()) {
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, u.URL)
		documents[u.Document] = true
	}
	if want := []string{"http://a.example/x.pdf", "http://b.example/", "http://b.example/"}; !slices.Equal(got, want) || len(documents) != 2 {
		t.Errorf("CitedURLs() = %v, want %v", got, want)
	}
}

// The floor of a type is the size of its smallest accepted document.
func statisticsAcceptance(t *testing.T, c *catalogue.Catalogue) {
	for i, size := range []int64{100, 7_999, 8_000, 20_000, 9_000_000} {
		d := Paper("d"+string(rune('0'+i)), NewFetch(i).URL)
		d.Size = size
		if size < 8_000 {
			d.State = library.Rejected
		}
		enter(t, c, d)
	}
	got, err := c.Statistics.Acceptance(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if want := (catalogue.TypeFloor{Type: "pdf", Accepted: 3, Rejected: 2, Floor: 8_000, Below: 2}); len(got.Types) != 1 || got.Types[0] != want {
		t.Errorf("types %+v, want %+v", got.Types, want)
	}
	last := len(got.Sizes) - 1
	if s := got.Sizes; s[0] != (catalogue.SizeClass{Rejected: 2}) || s[1] != (catalogue.SizeClass{From: 8_000, Accepted: 1}) || s[2].Accepted != 1 || s[last].Accepted != 1 {
		t.Errorf("sizes %+v", s)
	}
}

// A crawl that ends again replaces what it had recorded.
func statisticsHistory(t *testing.T, c *catalogue.Catalogue) {
	of := func(host string, begun int, accepted int64) catalogue.SiteRecord {
		return catalogue.SiteRecord{Host: host, Begun: Day(begun), Started: Day(begun).Add(time.Minute), Finished: Day(begun).Add(time.Hour), Visited: 9, Pages: 8, Downloaded: 7, Accepted: accepted, Rejected: 1}
	}
	for _, records := range [][]catalogue.SiteRecord{{of("b.example", 1, 1), of("a.example", 1, 2)}, {of("b.example", 9, 3)}, nil, {of("b.example", 9, 4)}, {of("b.example", 5, 6)}} { // the clock was wrong
		if err := c.Statistics.Record(t.Context(), records); err != nil {
			t.Fatal(err)
		}
	}
	if last, ok, err := c.Crawls.LastOfSites(t.Context()); ok || err != nil {
		t.Errorf("LastOfSites() = %+v, %t, %v before the first crawl", last, ok, err)
	}
	for i, day := range []int{1, 5, 6} { // the last one fetches documents
		if _, err := c.Crawls.Begin(t.Context(), "", Day(day)); err != nil {
			t.Fatal(err)
		}
		if last, ok, err := c.Crawls.LastOfSites(t.Context()); !ok || err != nil || last.ID != int64(min(i+1, 2)) {
			t.Errorf("LastOfSites() = %+v, %t, %v, want crawl %d", last, ok, err, min(i+1, 2))
		}
	}
	for _, test := range []struct{ before, first, last int }{{1, 0, 0}, {2, 1, 1}, {7, 1, 5}, {10, 1, 9}} {
		first, last, err := c.Crawls.SpanOfSites(t.Context(), Day(test.before))
		if err != nil || test.first == 0 && !(first.IsZero() && last.IsZero()) || test.first > 0 && !(first.Equal(Day(test.first)) && last.Equal(Day(test.last))) {
			t.Errorf("SpanOfSites(day %d) = %v, %v, %v, want days %d and %d", test.before, first, last, err, test.first, test.last)
		}
	}
	if err := c.Crawls.End(t.Context(), 2, "failed", "", Day(5)); err != nil {
		t.Fatal(err)
	}
	if _, last, err := c.Crawls.SpanOfSites(t.Context(), Day(7)); err != nil || !last.Equal(Day(1)) {
		t.Errorf("the last crawl before day 7 began on %v, %v, want day 1, because the other one reached no seed", last, err)
	}
	got, err := c.Statistics.History(t.Context())
	if want := []catalogue.SiteRecord{of("a.example", 1, 2), of("b.example", 1, 1), of("b.example", 9, 4), of("b.example", 5, 6)}; err != nil || !slices.Equal(got, want) {
		t.Errorf("History() = %v, %v, want %v", got, err, want)
	}
}

// A visit says whether the page has changed since the one before. "Not modified" is no change, and a failure is no visit.
func statisticsPageVisits(t *testing.T, c *catalogue.Catalogue) {
	serial := int64(0)
	visit := func(n, day int, change func(*catalogue.Fetch)) string {
		f := NewFetch(n)
		f.At = Day(day)
		if change != nil {
			change(&f)
		}
		serial++
		Commit(t, c, &catalogue.Group{Serial: serial, Fetches: []catalogue.Fetch{f}})
		return f.URL
	}
	newBody := func(f *catalogue.Fetch) { f.SHA256 = Sum("new") }
	failed := func(f *catalogue.Fetch) { f.Outcome, f.Status, f.SHA256 = library.Failed, 404, "" }
	page := visit(0, 1, nil)
	visit(0, 2, nil)
	visit(0, 3, newBody)
	visit(0, 4, func(f *catalogue.Fetch) { f.Outcome, f.Status, f.SHA256 = library.Retried, 503, "" })
	visit(0, 5, func(f *catalogue.Fetch) { f.NotModified, f.Status, f.SHA256 = true, 304, "" })
	visit(0, 6, newBody)
	visit(0, 8, func(f *catalogue.Fetch) { f.Outcome, f.Status, f.SHA256 = library.Failed, 500, "" })
	single := visit(1, 1, nil)
	visit(2, 1, nil)
	visit(2, 2, failed) // gone
	visit(3, 1, failed) // never there
	paper := NewFetch(4)
	paper.Document, paper.Type, paper.Parent, paper.SHA256 = true, "pdf", page, Sum("one")
	serial++
	Commit(t, c, &catalogue.Group{Serial: serial, Fetches: []catalogue.Fetch{paper}})
	enter(t, c, Paper("one", paper.URL))
	var got []catalogue.PageVisits
	for p, err := range c.Statistics.PageVisits(t.Context()) {
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, *p)
	}
	if len(got) != 2 || got[0].URL != page || got[1].URL != single || len(got[1].Visits) != 1 || got[0].IsSitemap || !got[0].Tried.Equal(Day(8)) || !got[1].Tried.Equal(Day(1)) {
		t.Fatalf("visits %+v", got)
	}
	want := []catalogue.PageVisit{{At: Day(1)}, {At: Day(2)}, {At: Day(3), IsChanged: true}, {At: Day(5)}, {At: Day(6)}}
	if !slices.EqualFunc(got[0].Visits, want, func(a, b catalogue.PageVisit) bool { return a.At.Equal(b.At) && a.IsChanged == b.IsChanged }) {
		t.Errorf("visits of %s are %v, want %v", page, got[0].Visits, want)
	}
	for range c.Statistics.PageVisits(t.Context()) {
		break // a reader that stops early
	}
	accepted := 0
	for d, err := range c.Statistics.Discoveries(t.Context()) {
		if err != nil {
			t.Fatal(err)
		}
		if d.IsAccepted {
			accepted++
			if d.Page != page || d.Before != NewFetch(0).Parent || !d.First.Equal(paper.At) {
				t.Errorf("accepted document %+v, want one found on %s, which was found on %s", d, page, NewFetch(0).Parent)
			}
		}
	}
	if accepted != 1 {
		t.Errorf("%d accepted documents were found on pages, want 1", accepted)
	}
	for url, want := range map[string][]time.Time{page: {Day(1), Day(3)}, single: {Day(1)}, "http://unknown.example/": nil} {
		versions, err := c.Statistics.Versions(t.Context(), url)
		if err != nil || !slices.EqualFunc(versions, want, func(v catalogue.Capture, at time.Time) bool { return v.At.Equal(at) }) {
			t.Errorf("versions of %s are %+v, %v; want those of %v", url, versions, err, want)
		}
	}
}

// A site that a group stops is recorded with the crawl; a stop that is recorded again replaces the one before.
func statisticsStops(t *testing.T, c *catalogue.Catalogue) {
	stop := catalogue.SiteStop{Host: "a.example", At: Day(2), Rule: "share", Pages: 11_000, Found: 50, Waiting: 300, MissedLow: 1, MissedHigh: 9}
	for day := 1; day < 4; day += 2 {
		id, err := c.Crawls.Begin(t.Context(), "", Day(day))
		if err != nil {
			t.Fatal(err)
		}
		Commit(t, c, &catalogue.Group{Serial: int64(2 * day), Crawl: id, Stops: []catalogue.SiteStop{{Host: "a.example", At: Day(1), Rule: "price"}, {Host: "b.example", At: Day(1), Rule: "price"}}})
		stop.At = Day(day)
		Commit(t, c, &catalogue.Group{Serial: int64(2*day + 1), Crawl: id, Stops: []catalogue.SiteStop{stop}})
	}
	got, err := c.Statistics.Stops(t.Context())
	if err != nil || len(got) != 4 || got[1] != stop || got[0].Rule != "share" || got[2].Host != "b.example" {
		t.Errorf("Stops() = %+v, %v; want that of each crawl, by host", got, err)
	}
	if err := c.Removals.Reapply(t.Context(), []catalogue.Removal{{Pattern: "a.example", At: Day(5)}}); err != nil {
		t.Fatal(err)
	}
	if got, err := c.Statistics.Stops(t.Context()); err != nil || len(got) != 2 {
		t.Errorf("Stops() after a removal = %+v, %v", got, err)
	}
}
