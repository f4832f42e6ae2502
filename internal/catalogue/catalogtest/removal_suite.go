package catalogtest

import (
	"context"
	"errors"
	"maps"
	"slices"
	"testing"
	"time"

	"sluice/internal/catalogue"
	"sluice/internal/query"
	"sluice/internal/removal"
)

// Removal tests the contract on which a removal relies: [removal.Catalogue], [removal.Documents] and [removal.Removals].
func Removal(t *testing.T, open func(t *testing.T) *catalogue.Catalogue) {
	run(t, open, map[string]func(*testing.T, *catalogue.Catalogue){
		"AnInvalidPatternIsAnError":            removalPattern,
		"URLsHaveTheirDocumentsAndAllAnswers":  removalURLs,
		"OriginsAreThoseWithARobotsFile":       removalOrigins,
		"SharedBodiesAreThoseOfURLsThatStay":   removalSharing,
		"ADocumentIsIdentifiedByHashURLOrName": removalIdentify,
		"TheMarkIsThatOfTheLastGroup":          removalMark,
		"WhatIsRemovedIsNotFoundAgain":         removalApplied,
		"MentioningFindsEarlierParents":        removalMentioning,
		"CompactKeepsWhatStays":                removalCompact,
	})
}

// A pattern that is not understood must not remove anything.
func removalPattern(t *testing.T, c *catalogue.Catalogue) {
	ctx := t.Context()
	var removals removal.Removals = c.Removals
	for _, err := range removals.URLs(ctx, "not a pattern") {
		if err == nil {
			t.Error("URLs yields a URL for an invalid pattern")
		}
	}
	for _, err := range removals.Sharing(ctx, "not a pattern") {
		if err == nil {
			t.Error("Sharing yields an answer for an invalid pattern")
		}
	}
	if _, err := removals.Origins(ctx, "not a pattern"); err == nil {
		t.Error("Origins of an invalid pattern succeeded")
	}
	if _, err := removals.Mentioning(ctx, "not a pattern"); err == nil {
		t.Error("Mentioning of an invalid pattern succeeded")
	}
}

// removedURLs returns the URLs that a pattern concerns.
func removedURLs(t *testing.T, removals removal.Removals, pattern string) (all []catalogue.RemovedURL) {
	t.Helper()
	for one, err := range removals.URLs(t.Context(), pattern) {
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, one)
	}
	return all
}

// Everything that the archive and the documents have of a URL must go, also earlier fetches and
// documents that were only added.
func removalURLs(t *testing.T, c *catalogue.Catalogue) {
	g := NewGroup(1, 0, 400) // two URLs of each host
	host, again := g.Fetches[7], g.Fetches[7]
	again.At, again.SHA256, again.Offset = again.At.Add(time.Hour), Sum("again"), 9_000_000
	g.Fetches = append(g.Fetches, again)
	Commit(t, c, g)
	enter(t, c, Paper("alone", host.URL), Paper("added", "http://"+host.Site+"/added.pdf"))
	all := removedURLs(t, c.Removals, host.Site)
	if len(all) != 3 {
		t.Fatalf("%d URLs of %s, want the 2 that were fetched and the one that was only filed: %+v", len(all), host.Site, all)
	}
	i := slices.IndexFunc(all, func(r catalogue.RemovedURL) bool { return r.URL == host.URL })
	if i < 0 || len(all[i].Captures) != 2 || !slices.Equal(all[i].Documents, []string{Sum("alone")}) {
		t.Errorf("%+v; want both answers of %s and its document", all, host.URL)
	}
	if all := removedURLs(t, c.Removals, host.URL); len(all) != 1 || all[0].URL != host.URL {
		t.Errorf("URLs of one URL = %+v", all)
	}
}

// The robots.txt of a removed host is erased in the archive, too; other patterns do not concern it.
func removalOrigins(t *testing.T, c *catalogue.Catalogue) {
	var removals removal.Removals = c.Removals
	g := NewGroup(1, 0, 2)
	for _, f := range g.Fetches {
		g.Robots = append(g.Robots, catalogue.Robots{Origin: "http://" + f.Site, At: f.At, Status: 200, Body: []byte("User-agent: *\n")})
	}
	Commit(t, c, g)
	for pattern, want := range map[string][]string{g.Fetches[0].Site: {"http://" + g.Fetches[0].Site}, g.Fetches[0].URL: nil, "unknown.example": nil} {
		if origins, err := removals.Origins(t.Context(), pattern); err != nil || !slices.Equal(origins, want) {
			t.Errorf("Origins(%s) = %q, %v; want %q", pattern, origins, err, want)
		}
	}
}

// The archive stores an equal body once. If that record is erased, a URL that stays inherits the
// body, the earliest first.
func removalSharing(t *testing.T, c *catalogue.Catalogue) {
	var removals removal.Removals = c.Removals
	g := NewGroup(1, 0, 5)
	for _, n := range []int{1, 3} { // 0 goes; 4 and 2 have bodies of their own
		g.Fetches[n].SHA256, g.Fetches[n].CopyOf = g.Fetches[0].SHA256, g.Fetches[0].URL
	}
	g.Fetches[1].At = g.Fetches[3].At.Add(time.Hour)
	Commit(t, c, g)
	var shared []string
	for capture, err := range removals.Sharing(t.Context(), g.Fetches[0].URL) {
		if err != nil {
			t.Fatal(err)
		}
		if capture.SHA256 != g.Fetches[0].SHA256 || capture.File == "" {
			t.Errorf("Sharing yields %+v, which has another body or no place", capture)
		}
		shared = append(shared, capture.URL)
	}
	if want := []string{g.Fetches[3].URL, g.Fetches[1].URL}; !slices.Equal(shared, want) {
		t.Errorf("Sharing = %q, want %q, the earliest first", shared, want)
	}
}

// People name a document by hash, URL or file name. The scheme of the URL does not matter.
func removalIdentify(t *testing.T, c *catalogue.Catalogue) {
	ctx := t.Context()
	var documents removal.Documents = c.Documents
	d := Paper("one", "http://a.example/one.pdf")
	enter(t, c, d)
	for _, name := range []string{d.SHA256, d.SHA256[:8], "http://a.example/one.pdf", "https://a.example/one.pdf", "Paper.pdf"} {
		if sums, err := documents.Identify(ctx, name); err != nil || !slices.Equal(sums, []string{d.SHA256}) {
			t.Errorf("Identify(%s) = %q, %v", name, sums, err)
		}
	}
	if sums, err := documents.Identify(ctx, "http://a.example/"); err != nil || len(sums) != 0 {
		t.Errorf("Identify of a URL without a document = %q, %v", sums, err)
	}
	if found, ok, err := documents.Get(ctx, d.SHA256); err != nil || !ok || len(found.Locations) != 1 || found.Locations[0].URL != "http://a.example/one.pdf" {
		t.Errorf("Get = %+v, %v, %v; want the document with its URL", found, ok, err)
	}
	if _, ok, err := documents.Get(ctx, Sum("unknown")); ok || err != nil {
		t.Errorf("Get of an unknown document = %v, %v", ok, err)
	}
}

// Erasure must not touch what a crash may still truncate.
func removalMark(t *testing.T, c *catalogue.Catalogue) {
	ctx := t.Context()
	var cat removal.Catalogue = c
	Commit(t, c, NewGroup(1, 0, 1))
	Commit(t, c, &catalogue.Group{Serial: 2, Archive: catalogue.Mark{File: "b.warc.gz", Offset: 7}, Sites: []catalogue.Site{{Host: "a.example", Fold: "index.html"}}})
	if mark, err := cat.LastMark(ctx); err != nil || mark != (catalogue.Mark{File: "b.warc.gz", Offset: 7}) {
		t.Errorf("LastMark = %+v, %v", mark, err)
	}
	if site, ok, err := cat.Site(ctx, "a.example"); err != nil || !ok || site.Fold != "index.html" {
		t.Errorf("Site = %+v, %v, %v", site, ok, err)
	}
}

// An interrupted removal is run again, so it must be idempotent. A document that has another URL
// stays.
func removalApplied(t *testing.T, c *catalogue.Catalogue) {
	ctx := t.Context()
	g := NewGroup(1, 0, 3)
	Commit(t, c, g)
	enter(t, c, Paper("alone", g.Fetches[0].URL), Paper("shared", g.Fetches[0].URL, g.Fetches[1].URL))
	pattern := query.Pattern(g.Fetches[0].Site)
	for range 2 { // applying it twice is the same as applying it once
		apply(t, c, catalogue.Entry{At: Day(1), Do: catalogue.DoRemove, Pattern: pattern, Reason: "the owner's wish"})
		if all := removedURLs(t, c.Removals, string(pattern)); len(all) != 0 {
			t.Errorf("URLs of what was removed = %+v", all)
		}
		if all, err := c.Removals.All(ctx); err != nil || len(all) != 1 || all[0].Pattern != pattern || all[0].Reason != "the owner's wish" {
			t.Errorf("All = %+v, %v; want the removal", all, err)
		}
	}
	if _, removed, err := c.Removed(ctx, g.Fetches[0].URL); !removed || err != nil {
		t.Errorf("Removed = %v, %v", removed, err)
	}
	if sums, err := c.Documents.Removed(ctx); err != nil || !slices.Equal(sums, []string{Sum("alone")}) {
		t.Errorf("removed documents %q, %v; want the one without another URL", sums, err)
	}
	apply(t, c, catalogue.Entry{At: Day(2), Do: catalogue.DoAllow, Pattern: pattern})
	if all, err := c.Removals.All(ctx); err != nil || len(all) != 0 {
		t.Errorf("All = %+v, %v after it is allowed; want none", all, err)
	}
}

// The metadata records of pages that stay name the pages on which they were found: the last fetch, and every earlier one. Other pages are not read.
func removalMentioning(t *testing.T, c *catalogue.Catalogue) {
	var removals removal.Removals = c.Removals
	g := NewGroup(1, 0, 8)
	gone := g.Fetches[0]
	for n, f := range map[int]func(*catalogue.Fetch){
		1: func(f *catalogue.Fetch) { f.Parent = gone.URL },
		2: func(f *catalogue.Fetch) { f.Parent = gone.URL }, // until it is fetched again
		3: func(f *catalogue.Fetch) { f.Via = []string{gone.URL} },
	} {
		f(&g.Fetches[n])
	}
	g.HostLinks = []catalogue.HostLink{{From: gone.Site, To: g.Fetches[2].Site, N: 1, First: gone.At}}
	Commit(t, c, g)
	again := catalogue.Group{Serial: 2, Archive: catalogue.Mark{File: "a.warc.gz", Offset: 2}}
	for _, n := range []int{2, 5} { // no host of the pattern links to that of 5
		f := g.Fetches[n]
		f.Parent, f.At, f.Offset = "http://other.example/", f.At.Add(time.Hour), f.Offset+100_000_000
		again.Fetches = append(again.Fetches, f)
	}
	Commit(t, c, &again)
	for _, pattern := range []string{gone.Site, gone.URL} {
		all, err := removals.Mentioning(t.Context(), pattern)
		if err != nil {
			t.Fatal(err)
		}
		found := map[string]int{}
		for _, capture := range all {
			if capture.File == "" || capture.Length == 0 {
				t.Errorf("%+v has no place in the archive", capture)
			}
			found[capture.URL]++
		}
		if want := map[string]int{g.Fetches[1].URL: 1, g.Fetches[2].URL: 2, g.Fetches[3].URL: 1}; !maps.Equal(found, want) {
			t.Errorf("Mentioning(%s) has answers of %v; want %v", pattern, found, want)
		}
	}
}

// What stays is as it was, and the catalogue can be written to. A removal that is run again compacts again.
func removalCompact(t *testing.T, c *catalogue.Catalogue) {
	ctx := t.Context()
	var removals removal.Removals = c.Removals
	g := NewGroup(1, 0, 3)
	Commit(t, c, g)
	enter(t, c, Paper("stays", g.Fetches[1].URL))
	apply(t, c, catalogue.Entry{At: Day(1), Do: catalogue.DoRemove, Pattern: query.Pattern(g.Fetches[0].Site)})
	for range 2 {
		if err := removals.Compact(ctx); err != nil {
			t.Fatal(err)
		}
	}
	if all := removedURLs(t, removals, g.Fetches[1].URL); len(all) != 1 || len(all[0].Captures) != 1 || len(all[0].Documents) != 1 {
		t.Errorf("after Compact the library has %+v; want the page that stays with its document", all)
	}
	Commit(t, c, NewGroup(2, 10, 1))
	if all := removedURLs(t, removals, NewFetch(10).URL); len(all) != 1 {
		t.Errorf("a page of the next group is %+v", all)
	}
	ended, cancel := context.WithCancel(ctx)
	cancel()
	if err := removals.Compact(ended); !errors.Is(err, context.Canceled) {
		t.Errorf("Compact with a context that has ended: %v", err)
	}
}
