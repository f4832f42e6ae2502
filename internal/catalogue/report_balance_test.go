package catalogue_test

import (
	"testing"

	"pgregory.net/rapid"

	"sluice/internal/catalogue"
	"sluice/library"
)

// checkBalance fails the test if parts of the report do not add up.
func checkBalance(t interface {
	Helper()
	Errorf(string, ...any)
}, r *catalogue.Report) {
	t.Helper()
	l, b, h := &r.Library, &r.Library.Balance, &r.Holdings
	equal := func(what string, got, want int64) {
		t.Helper()
		if got != want {
			t.Errorf("%s is %d, the parts add up to %d: %+v", what, got, want, b)
		}
	}
	equal("visited", r.Totals.Visited, r.Totals.Pages+r.Totals.Documents+r.Totals.Redirects+r.Totals.Errors+r.Totals.Challenges)
	f := b.Found
	equal("found", f.Total, f.Fetched+f.NotDocuments+f.Redirects+f.Failed+f.Retried+f.Challenged+f.NotFetched)
	equal("found of the library", l.Found, f.Total)
	equal("fetched", b.Fetched.Total, f.Fetched+f.BothSchemes)
	equal("documents of the totals", r.Totals.Documents, b.Fetched.Total)
	for _, o := range []catalogue.Origin{b.Fetched, b.Added, b.Earlier} {
		equal("an origin", o.Total, o.Accepted+o.Rejected+o.Waiting+o.Replaced+o.Removed+o.Queued+o.Skipped+o.Copies)
	}
	equal("accepted", l.Accepted, b.Fetched.Accepted+b.Added.Accepted+b.Earlier.Accepted)
	equal("rejected", l.Rejected, b.Fetched.Rejected+b.Added.Rejected+b.Earlier.Rejected)
	equal("waiting", l.Waiting, b.Fetched.Waiting+b.Added.Waiting+b.Earlier.Waiting)
	equal("replaced", l.Replaced, b.Fetched.Replaced+b.Added.Replaced+b.Earlier.Replaced)
	equal("removed", l.Removed, b.Fetched.Removed+b.Added.Removed+b.Earlier.Removed)
	years, languages, sites := h.NoYear, int64(0), int64(0)
	for _, y := range h.Years {
		years += y.Documents
	}
	for _, l := range h.Languages {
		languages += l.Documents
	}
	for _, s := range h.Sites {
		sites += s.Accepted
	}
	if h.OtherSites != nil {
		sites += h.OtherSites.Accepted
	}
	equal("accepted by year", l.Accepted, years)
	equal("accepted by language", l.Accepted, languages)
	equal("accepted by site", b.Fetched.Accepted, sites)
	if n := len(h.Growth.Points); n > 0 {
		last := h.Growth.Points[n-1]
		equal("pages at the end of the growth", last.Pages, r.Totals.Pages)
		equal("documents at the end of the growth", last.Documents, r.Totals.Documents)
		equal("accepted at the end of the growth", last.Accepted, l.Accepted)
	}
	for _, m := range h.Metadata {
		if m.Documents > l.Accepted || m.Uncertain > m.Documents || m.Confidence < 0 || m.Confidence > 1 {
			t.Errorf("metadata %+v of %d documents", m, l.Accepted)
		}
	}
}

// TestReportAddsUp makes libraries of random fetches and filings: copies, redirects, errors, both schemes, documents
// that changed, were replaced, removed or added by hand, and bodies that were never filed.
func TestReportAddsUp(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		c := memory(t)
		bodies := []string{"a", "b", "c", "d", "e", "f"}
		draw := func(what string, most int) int { return rapid.IntRange(0, most).Draw(rt, what) }
		urls := []string{}
		for n := range 8 {
			u := newFetch(n % 5).URL
			if n >= 5 {
				u = "https" + u[4:]
			}
			urls = append(urls, u)
		}
		for serial := range int64(1 + draw("groups", 3)) {
			g := &catalogue.Group{Serial: serial + 1}
			for n, u := range urls {
				if draw("fetched", 1) == 0 {
					continue
				}
				f := newFetch(n)
				f.URL, f.Outcome, f.At = u, library.Outcome(1+draw("outcome", 5)), day(int(serial)*40)
				f.Document, f.SHA256 = draw("document", 2) > 0, sumOf(bodies[draw("body", 5)])
				if f.Outcome != library.Fetched {
					f.Document, f.SHA256, f.File = false, "", ""
				}
				if f.Document && draw("queued", 1) > 0 {
					f.Intake = catalogue.ReadDocument
				}
				g.Fetches = append(g.Fetches, f)
			}
			for range draw("links", 3) {
				g.DocumentAnchors = append(g.DocumentAnchors, catalogue.Anchor{URL: urls[draw("cited", 7)], Page: urls[0], Sure: true})
			}
			commit(t, c, g)
		}
		for _, body := range bodies {
			if draw("filed", 3) == 0 {
				continue
			}
			d := at(body, urls[draw("location", 7)], draw("day", 9), []library.State{library.Accepted, library.Rejected, library.Waiting}[draw("state", 2)])
			if draw("added", 3) == 0 {
				d.Locations[0].URL, d.Locations[0].Added = "file:///home/"+body, true
			}
			if _, err := c.Documents.File(t.Context(), d); err != nil {
				rt.Fatal(err)
			}
		}
		r, err := c.Report(t.Context())
		if err != nil {
			rt.Fatal(err)
		}
		checkBalance(rt, r)
	})
}

func TestReportCountsCopiesAndAddedDocuments(t *testing.T) {
	c := memory(t)
	g := wanted(1, 0, 5)
	g.Fetches[1].SHA256 = g.Fetches[0].SHA256 // a copy
	g.Fetches[4].URL = "https" + g.Fetches[3].URL[4:]
	g.Fetches[4].SHA256 = g.Fetches[3].SHA256 // the other scheme
	g.Fetches[4].Intake, g.Fetches[2].Intake = 0, 0
	commit(t, c, g)
	first := paper("first", g.Fetches[0].URL)
	first.SHA256 = g.Fetches[0].SHA256
	added := paper("added", "file:///home/reader/added.pdf")
	added.Locations[0].Added = true
	gone := paper("gone", "http://gone.example/paper.pdf")
	gone.State = library.Rejected
	if _, err := c.Documents.File(t.Context(), first, added, gone); err != nil {
		t.Fatal(err)
	}
	r, err := c.Report(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	checkBalance(t, r)
	want := catalogue.Balance{
		Found:   catalogue.FoundURLs{Total: 4, Fetched: 4, BothSchemes: 1},
		Fetched: catalogue.Origin{Total: 5, Accepted: 1, Queued: 1, Skipped: 1, Copies: 2},
		Added:   catalogue.Origin{Total: 1, Accepted: 1},
		Earlier: catalogue.Origin{Total: 1, Rejected: 1},
	}
	if r.Library.Balance != want {
		t.Errorf("balance %+v, want %+v", r.Library.Balance, want)
	}
	if len(r.Holdings.Metadata) == 0 || r.Holdings.Metadata[0] != (catalogue.FieldCount{Field: "title", Documents: 2, Uncertain: 2, Share: 1, Confidence: 0.8}) {
		t.Errorf("metadata %+v, want two uncertain titles of confidence 0.8", r.Holdings.Metadata)
	}
}
