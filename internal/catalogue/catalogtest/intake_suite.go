package catalogtest

import (
	"cmp"
	"fmt"
	"slices"
	"testing"
	"time"

	"sluice/internal/catalogue"
	"sluice/internal/intake"
	"sluice/library"
)

// run runs the tests of a suite, each on an empty catalogue.
func run(t *testing.T, open func(t *testing.T) *catalogue.Catalogue, suite map[string]func(*testing.T, *catalogue.Catalogue)) {
	for name, test := range suite {
		t.Run(name, func(t *testing.T) { test(t, open(t)) })
	}
}

// Intake tests the contract on which an intake relies: [intake.Fetches], [intake.Queue] and [intake.Documents].
func Intake(t *testing.T, open func(t *testing.T) *catalogue.Catalogue) {
	run(t, open, map[string]func(*testing.T, *catalogue.Catalogue){
		"AnEmptyCatalogueKnowsNothing":              intakeEmpty,
		"ABodyLeavesTheQueueWhenItIsFiledOrSkipped": intakeQueue,
		"DeferredBodiesComeAfterTheOthers":          intakeDeferred,
		"HostsOfDeferredBodiesAreReturnedOnce":      intakeDeferredHosts,
		"BodiesAreReturnedBySite":                   intakeSites,
		"AValidatorIsTheFetchOfTheBody":             intakeValidator,
		"ACorrectionIsTheLastDecision":              intakeCorrection,
		"LinksAreKnownBeforeTheDocumentIsFiled":     intakeLinks,
		"SimilarDocumentsShareABandOrTheTitle":      intakeSimilar,
		"ALinkOfAnotherHostMakesADocumentStale":     intakeRecount,
		"ASoft404LeavesTheIndex":                    intakeUnlisted,
		"NewBlocksOfASiteReturnItsPages":            intakeSiteBlocks,
		"TheSampleOfASiteIsBounded":                 intakeSample,
	})
}

// A missing row is no error: most documents are new, without links to them and without decisions.
func intakeEmpty(t *testing.T, c *catalogue.Catalogue) {
	ctx := t.Context()
	var fetches intake.Fetches = c
	var documents intake.Documents = c.Documents
	if v, ok, err := fetches.Validator(ctx, NewFetch(0).URL); ok || err != nil {
		t.Errorf("Validator = %+v, %v, %v; want none", v, ok, err)
	}
	if one, err := documents.Correction(ctx, Sum("one")); one != (catalogue.Correction{}) || err != nil {
		t.Errorf("Correction = %+v, %v; want the zero value", one, err)
	}
	if all, err := documents.LinksTo(ctx, NewFetch(0).URL, 10); len(all) != 0 || err != nil {
		t.Errorf("LinksTo = %+v, %v; want none", all, err)
	}
	if all, err := documents.Similar(ctx, Sum("one"), &catalogue.Signature{Bands: []uint64{1}, TitleKey: "one"}, 10); len(all) != 0 || err != nil {
		t.Errorf("Similar = %+v, %v; want none", all, err)
	}
	if _, ok, err := documents.Row(ctx, Sum("one")); ok || err != nil {
		t.Errorf("Row = %v, %v; want false", ok, err)
	}
	if err := documents.Recount(ctx); err != nil {
		t.Errorf("Recount = %v", err)
	}
}

// The hosts take turns, so the queue has to be read host by host, also where one of them has most of it.
func intakeSites(t *testing.T, c *catalogue.Catalogue) {
	ctx := t.Context()
	var queue intake.Queue = c.Queue
	if sites, err := queue.Sites(ctx, 0, 10); len(sites) != 0 || err != nil {
		t.Errorf("Sites of an empty queue = %v, %v; want none", sites, err)
	}
	Commit(t, c, NewDocuments(1, 0, 30))
	all, err := queue.Next(ctx, 0, 0, 100)
	if err != nil || len(all) != 30 {
		t.Fatalf("Next = %d bodies, %v; want 30", len(all), err)
	}
	hosts := map[string]int{}
	for _, q := range all {
		hosts[q.Fetch.Site]++
	}
	sites, err := queue.Sites(ctx, 0, 100)
	inOrder := slices.IsSortedFunc(sites, func(a, b catalogue.QueuedSite) int { return cmp.Compare(a.ID, b.ID) })
	if err != nil || len(sites) != len(hosts) || !inOrder {
		t.Fatalf("Sites = %v, %v; want those of %v, ordered", sites, err, hosts)
	}
	if some, err := queue.Sites(ctx, sites[0].ID, 1); err != nil || len(sites) > 1 && (len(some) != 1 || some[0] != sites[1]) {
		t.Errorf("Sites after %d = %v, %v; want one of %v", sites[0].ID, some, err, sites)
	}
	found := 0
	for _, site := range sites {
		of, err := queue.Next(ctx, site.ID, 0, 100)
		if err != nil || len(of) == 0 || len(of) != hosts[of[0].Fetch.Site] || of[len(of)-1].ID != site.Last {
			t.Fatalf("Next of site %+v = %d bodies, %v", site, len(of), err)
		}
		found += len(of)
		for i, q := range of {
			if q.Fetch.Site != of[0].Fetch.Site || i > 0 && q.ID <= of[i-1].ID {
				t.Errorf("Next of site %d has row %d of %s", site.ID, q.ID, q.Fetch.Site)
			}
		}
		if rest, err := queue.Next(ctx, site.ID, of[0].ID, 100); err != nil || len(rest) != len(of)-1 {
			t.Errorf("Next after row %d = %d bodies, %v; want %d", of[0].ID, len(rest), err, len(of)-1)
		}
	}
	if found != len(all) {
		t.Errorf("%d bodies by site, want %d", found, len(all))
	}
}

// A later failed fetch does not hide the body that the archive still has.
func intakeValidator(t *testing.T, c *catalogue.Catalogue) {
	var fetches intake.Fetches = c
	f := NewFetch(0)
	failed := catalogue.Fetch{Fetch: library.Fetch{URL: f.URL, Site: f.Site, Domain: f.Domain, Kind: "page", Status: 500, Outcome: library.Failed, At: Day(3)}}
	Commit(t, c, &catalogue.Group{Serial: 1, Fetches: []catalogue.Fetch{f}})
	Commit(t, c, &catalogue.Group{Serial: 2, Fetches: []catalogue.Fetch{failed}})
	dead := catalogue.Fetch{Fetch: library.Fetch{URL: "http://" + f.Site + "/dead", Site: f.Site, Domain: f.Domain, Kind: "page", Status: 404, Outcome: library.Failed, At: Day(3)}}
	Commit(t, c, &catalogue.Group{Serial: 3, Fetches: []catalogue.Fetch{dead}})
	dead.At = Day(5)
	Commit(t, c, &catalogue.Group{Serial: 4, Fetches: []catalogue.Fetch{dead}})
	v, ok, err := fetches.Validator(t.Context(), f.URL)
	if !ok || err != nil || v.Fetch.SHA256 != f.SHA256 || v.Fetch.File != f.File || v.Fetch.Offset != f.Offset {
		t.Errorf("Validator = %+v, %v, %v; want the fetch before the one that failed", v.Fetch, ok, err)
	}
	asked := []string{f.URL, dead.URL, "http://nowhere.example/"}
	for n := range 1200 { // more than one query looks up
		asked = append(asked, fmt.Sprintf("http://nowhere.example/%d", n))
	}
	answers, err := c.Answers(t.Context(), asked)
	if a := answers[f.URL]; err != nil || len(answers) != 2 || !a.HasBody || a.IsDead {
		t.Errorf("Answers = %v, %v; want a body of %s", answers, err, f.URL)
	}
	if a := answers[dead.URL]; a.HasBody || !a.IsDead || !a.First.Equal(Day(3)) || !a.Last.Equal(Day(5)) {
		t.Errorf("Answers of a dead link = %+v", a)
	}
}

// A decision of a person overrides the filter, also when the document is filed again.
func intakeCorrection(t *testing.T, c *catalogue.Catalogue) {
	ctx := t.Context()
	var documents intake.Documents = c.Documents
	d := Paper("one", NewFetch(0).URL)
	enter(t, c, d)
	for i, genre := range []string{"thesis", "report"} {
		apply(t, c, catalogue.Entry{At: Day(i), Do: catalogue.DoJudge, SHA256: d.SHA256, Genre: genre, State: library.Rejected})
		enter(t, c, d) // the document is read again
		one, err := documents.Correction(ctx, d.SHA256)
		if err != nil || one.SHA256 != d.SHA256 || one.Genre != genre || one.State != library.Rejected || !one.At.Equal(Day(i)) {
			t.Errorf("Correction = %+v, %v; want %s of day %d", one, err, genre, i)
		}
	}
	if row, _, err := documents.Row(ctx, d.SHA256); row.State != library.Rejected || err != nil {
		t.Errorf("a document that a person rejected is %s after it is filed again, %v", row.State, err)
	}
}

// The pages that link to a document are read while it is described, which is before its row exists.
func intakeLinks(t *testing.T, c *catalogue.Catalogue) {
	ctx := t.Context()
	var documents intake.Documents = c.Documents
	g := NewGroup(1, 0, 4)
	to := g.Fetches[0].URL
	g.DocumentAnchors = []catalogue.Anchor{
		{Page: g.Fetches[1].URL, URL: to, Text: "The thesis"}, {Page: g.Fetches[1].URL, URL: to, Text: "The thesis"},
		{Page: g.Fetches[2].URL, URL: to}, {Page: g.Fetches[3].URL, URL: g.Fetches[1].URL, Text: "another"},
	}
	Commit(t, c, g)
	all, err := documents.LinksTo(ctx, to, 10)
	if err != nil || len(all) != 2 {
		t.Fatalf("LinksTo = %+v, %v; want 2, each once", all, err)
	}
	i := slices.IndexFunc(all, func(l catalogue.Link) bool { return l.Text == "The thesis" })
	if i < 0 || all[i].URL != to || all[i].Page != g.Fetches[1].URL || all[i].Host != g.Fetches[1].Site {
		t.Errorf("LinksTo = %+v; want the link of %s", all, g.Fetches[1].URL)
	}
	if all, err := documents.LinksTo(ctx, to, 1); err != nil || len(all) != 1 {
		t.Errorf("LinksTo of at most 1 = %d, %v", len(all), err)
	}
}

// Near copies share a band of the signature; versions with little common text share the title.
// The number of candidates is bounded, and those with most bands in common come first.
func intakeSimilar(t *testing.T, c *catalogue.Catalogue) {
	ctx := t.Context()
	var documents intake.Documents = c.Documents
	for _, one := range []struct {
		body, title string
		bands       []uint64
	}{{"a", "x", []uint64{1, 2, 3}}, {"b", "y", []uint64{3, 4, 1 << 63}}, {"c", "one", nil}, {"d", "z", []uint64{9}}, {"self", "one", []uint64{3}}} {
		d := Paper(one.body, "http://a.example/"+one.body+".pdf")
		d.Signature = &catalogue.Signature{Bands: one.bands, Sketch: []byte{1}, TitleKey: one.title}
		enter(t, c, d)
	}
	signature := &catalogue.Signature{Bands: []uint64{3, 1 << 63}, TitleKey: "one"}
	for n, want := range map[int][]string{10: {"On b", "On a", "On c"}, 2: {"On b", "On a"}} {
		found, err := documents.Similar(ctx, Sum("self"), signature, n)
		var titles []string
		for _, one := range found {
			titles = append(titles, one.Title)
		}
		if err != nil || !slices.Equal(titles, want) {
			t.Errorf("at most %d similar documents = %q, %v; want %q", n, titles, err, want)
		}
	}
}

// Citations are part of the index, so a new link must lead to a new entry, and only to that one.
func intakeRecount(t *testing.T, c *catalogue.Catalogue) {
	ctx := t.Context()
	var documents intake.Documents = c.Documents
	g := NewGroup(1, 0, 2)
	Commit(t, c, g)
	enter(t, c, Paper("one", g.Fetches[0].URL), Paper("two", g.Fetches[1].URL))
	stale := func() []catalogue.StaleDocument {
		t.Helper()
		if err := documents.Recount(ctx); err != nil {
			t.Fatal(err)
		}
		all, err := documents.Stale(ctx, 10)
		if err == nil {
			err = documents.MarkIndexed(ctx, all...)
		}
		if err != nil {
			t.Fatal(err)
		}
		return all
	}
	if first, second := stale(), stale(); len(first) != 2 || len(second) != 0 {
		t.Fatalf("%d documents are stale, then %d; want 2 and 0", len(first), len(second))
	}
	Commit(t, c, &catalogue.Group{Serial: 2, DocumentAnchors: []catalogue.Anchor{{Page: g.Fetches[1].URL, URL: g.Fetches[0].URL}}})
	if all := stale(); len(all) != 1 || all[0].SHA256 != Sum("one") {
		t.Errorf("%d documents are stale after a new link, want the one that it leads to", len(all))
	}
}

// A page may be found to be a soft 404 before it is indexed, afterwards, or while it is read.
func intakeUnlisted(t *testing.T, c *catalogue.Catalogue) {
	ctx := t.Context()
	var queue intake.Queue = c.Queue
	var documents intake.Documents = c.Documents
	g := NewGroup(1, 0, 3)
	marks := &catalogue.Group{Serial: 2}
	for i := range g.Fetches {
		f := &g.Fetches[i]
		f.Intake, f.Document, f.Outcome = catalogue.IndexPage, false, library.Fetched
		marks.Soft404s = append(marks.Soft404s, catalogue.Soft404{URL: f.URL, At: f.At})
	}
	Commit(t, c, g)
	all, err := queue.Next(ctx, 0, 0, 10)
	if err != nil || len(all) != 3 {
		t.Fatalf("Next = %d bodies, %v; want 3", len(all), err)
	}
	unlisted := func(want int) {
		t.Helper()
		pages, err := documents.Unlisted(ctx, 10)
		if err == nil {
			err = documents.MarkUnlisted(ctx, pages...)
		}
		if err != nil || len(pages) != want {
			t.Fatalf("Unlisted = %+v, %v; want %d", pages, err, want)
		}
	}
	remove := func(q catalogue.Queued) {
		t.Helper()
		if _, err := queue.Remove(ctx, nil, catalogue.Skipped{ID: q.ID, Indexed: &catalogue.IndexedPage{}}); err != nil {
			t.Fatal(err)
		}
	}
	remove(all[0])
	unlisted(0)
	Commit(t, c, marks)
	unlisted(3)
	unlisted(0)
	remove(all[1])
	unlisted(1)
	again := g.Fetches[2]
	again.At = again.At.Add(time.Hour)
	remove(all[2])
	Commit(t, c, &catalogue.Group{Serial: 3, Fetches: []catalogue.Fetch{again}})
	if pages, err := documents.Unlisted(ctx, 10); err != nil || len(pages) != 1 || !pages[0].IsListed {
		t.Errorf("Unlisted = %+v, %v; want a page that is one again", pages, err)
	}
}

// enter files documents without their files.
func enter(t *testing.T, c *catalogue.Catalogue, batch ...catalogue.Filing) {
	t.Helper()
	if _, err := c.Documents.File(t.Context(), batch...); err != nil {
		t.Fatal(err)
	}
}

// apply applies a decision of a person.
func apply(t *testing.T, c *catalogue.Catalogue, e catalogue.Entry) {
	t.Helper()
	if _, err := c.Documents.Apply(t.Context(), e.Do, e); err != nil {
		t.Fatal(err)
	}
}

// A body whose reading was broken off must not be the first of the next run again.
func intakeDeferred(t *testing.T, c *catalogue.Catalogue) {
	var queue intake.Queue = c.Queue
	ctx := t.Context()
	Commit(t, c, NewDocuments(1, 0, 4))
	q := Queue(t, c, 0)
	sites, err := queue.Sites(ctx, 0, 10)
	if err != nil {
		t.Fatal(err)
	}
	// The second one twice: it is the last.
	for _, i := range []int{1, 0, 1} {
		if err := queue.Defer(ctx, q[i].ID); err != nil {
			t.Fatal(err)
		}
	}
	if left := Queue(t, c, 0); len(left) != 2 || left[0].ID != q[2].ID || left[1].ID != q[3].ID {
		t.Errorf("%d bodies that are not deferred, want the last 2", len(left))
	}
	if now, err := queue.Sites(ctx, 0, 10); err != nil || !slices.Equal(now, sites) {
		t.Errorf("Sites = %v, %v; want %v", now, err, sites)
	}
	var deferred []catalogue.Queued
	for _, site := range sites {
		all, err := queue.Deferred(ctx, site.ID, 0, 10)
		if err != nil {
			t.Fatal(err)
		}
		deferred = append(deferred, all...)
		if len(all) > 0 {
			if rest, err := queue.Deferred(ctx, site.ID, all[len(all)-1].Deferral, 10); err != nil || len(rest) > 0 {
				t.Errorf("%d bodies follow the last one, %v", len(rest), err)
			}
		}
	}
	slices.SortFunc(deferred, func(a, b catalogue.Queued) int { return cmp.Compare(a.Deferral, b.Deferral) })
	if len(deferred) != 2 || deferred[0].ID != q[0].ID || deferred[1].ID != q[1].ID {
		t.Errorf("%d deferred bodies, want the first 2 in the order of their last deferral", len(deferred))
	}
	hosts, err := queue.DeferredHosts(ctx)
	want := []string{q[0].Fetch.Site, q[1].Fetch.Site}
	slices.Sort(hosts)
	slices.Sort(want)
	if err != nil || !slices.Equal(hosts, want) {
		t.Errorf("DeferredHosts = %q, %v; want %q", hosts, err, want)
	}
	if n, err := queue.(*catalogue.Queue).Len(ctx); n != 4 || err != nil {
		t.Errorf("Len = %d, %v; want 4", n, err)
	}
}

// A host is charged once for what it has in the queue, whether these are several URLs or a body that another host serves, too.
func intakeDeferredHosts(t *testing.T, c *catalogue.Catalogue) {
	var queue intake.Queue = c.Queue
	ctx := t.Context()
	g := NewDocuments(1, 0, 3)
	g.Fetches = append(g.Fetches, NewDocuments(1, 200, 1).Fetches...) // another URL of the first host
	g.Fetches[1].SHA256 = g.Fetches[0].SHA256
	Commit(t, c, g)
	all := Queue(t, c, 0)
	if len(all) != 4 || all[0].Fetch.Site != all[3].Fetch.Site {
		t.Fatalf("%d bodies, want 4, the first and the last of one host", len(all))
	}
	for _, i := range []int{0, 1, 3} {
		if err := queue.Defer(ctx, all[i].ID); err != nil {
			t.Fatal(err)
		}
	}
	hosts, err := queue.DeferredHosts(ctx)
	slices.Sort(hosts)
	if want := []string{all[0].Fetch.Site, all[1].Fetch.Site}; err != nil || !slices.Equal(hosts, want) {
		t.Errorf("DeferredHosts = %q, %v; want %q", hosts, err, want)
	}
}

// The queue must survive a crash. Attempts are counted before the reading, so that a body that
// crashes the program is given up in the end.
func intakeQueue(t *testing.T, c *catalogue.Catalogue) {
	ctx := t.Context()
	Commit(t, c, NewDocuments(1, 0, 4))
	q := Queue(t, c, 0)
	if len(q) != 4 || !slices.IsSortedFunc(q, func(a, b catalogue.Queued) int { return int(a.ID - b.ID) }) {
		t.Fatalf("queue of %d bodies, want 4 in the order in which they came", len(q))
	}
	if rest := Queue(t, c, q[1].ID); len(rest) != 2 || rest[0].ID != q[2].ID {
		t.Errorf("%d bodies follow the second one, want 2", len(rest))
	}
	if err := c.Queue.Begin(ctx, q[0].ID, q[1].ID); err != nil {
		t.Fatal(err)
	}
	if err := c.Queue.Return(ctx, q[1].ID); err != nil {
		t.Fatal(err)
	}
	if again := Queue(t, c, 0); again[0].Tries != 1 || again[1].Tries != 0 {
		t.Errorf("attempts %d and %d, want 1 and 0", again[0].Tries, again[1].Tries)
	}
	d := Paper("one", q[0].Fetch.URL)
	d.SHA256, d.Queue = q[0].Fetch.SHA256, q[0].ID
	if _, err := c.Documents.File(ctx, d); err != nil {
		t.Fatal(err)
	}
	if _, err := c.Queue.Remove(ctx, nil, catalogue.Skipped{ID: q[1].ID, Cause: catalogue.NoDocument.With("a menu")}); err != nil {
		t.Fatal(err)
	}
	if n, err := c.Queue.Len(ctx); n != 2 || err != nil {
		t.Errorf("Len = %d, %v; want the 2 that are neither filed nor skipped", n, err)
	}
	if row, ok, err := c.Documents.Row(ctx, d.SHA256); !ok || err != nil || row.State != library.Accepted {
		t.Errorf("Row = %+v, %v, %v; want an accepted document", row, ok, err)
	}
	stale, err := c.Documents.Stale(ctx, 10)
	if err != nil || len(stale) != 1 {
		t.Fatalf("Stale = %d documents, %v; want the one that was filed", len(stale), err)
	}
	if err := c.Documents.MarkIndexed(ctx, stale...); err != nil {
		t.Fatal(err)
	}
	if stale, err = c.Documents.Stale(ctx, 10); err != nil || len(stale) != 0 {
		t.Errorf("Stale = %d documents, %v; want none once they are indexed", len(stale), err)
	}
}
