package crawlertest

import (
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"sluice/internal/catalogue"
	"sluice/internal/crawler"
	"sluice/library"
)

// Catalogue tests an implementation of [crawl.Catalogue]. open makes an empty one,
// closed when the test ends.
func Catalogue(t *testing.T, open func(t *testing.T) crawler.Catalogue) {
	for name, test := range map[string]func(*testing.T, crawler.Catalogue){
		"AnEmptyOneKnowsNothing":                    catalogueEmpty,
		"AValidatorIsTheLastFetchWithABody":         catalogueValidator,
		"NotModifiedKeepsTheBody":                   catalogueNotModified,
		"AFailureKeepsTheBody":                      catalogueFailure,
		"AnErrorIsNoBody":                           catalogueError,
		"AFetchIsFoundByItsTime":                    catalogueFetched,
		"ASoft404IsFoundByItsTimeAndIsNoBody":       catalogueSoft404,
		"CopiesAreCountedBySite":                    catalogueCopies,
		"EmptyBodiesAreNoCopies":                    catalogueEmptyBodies,
		"AReplacedBodyIsNoOriginalAnyMore":          catalogueReplaced,
		"AGroupWrittenTwiceIsWrittenOnce":           catalogueTwice,
		"AURLMayComeMoreThanOnceInAGroup":           catalogueSameURL,
		"TheLastAnswerForRobotsStands":              catalogueRobots,
		"WhatIsLearnedAboutASiteIsKept":             catalogueSite,
		"TextIsCleaned":                             catalogueText,
		"ReadersAndTheWriterDoNotDisturbOneAnother": catalogueConcurrent,
	} {
		t.Run(name, func(t *testing.T) { test(t, open(t)) })
	}
}

// day is when the first fetch of a test happened. Its fraction of a second must survive in every
// store.
var day = time.Date(2026, 11, 1, 8, 0, 0, 123456000, time.UTC)

// got is a fetch that brought a body; the hash is made of one letter.
func got(url, site string, letter byte, at time.Time) catalogue.Fetch {
	hash := make([]byte, 64)
	for i := range hash {
		hash[i] = letter
	}
	return catalogue.Fetch{
		Fetch: library.Fetch{
			URL: url, Site: site, Domain: "example.edu", Parent: "http://a.example.edu/", Kind: "page", Depth: 2, Level: 1,
			Status: 200, Type: "html", MIME: "text/html", Size: 1234, SHA256: string(hash), Title: "A page", Language: "en",
			Charset: "utf-8", ETag: `"1"`, LastModified: "Sun, 01 Nov 2026 08:00:00 GMT", At: at, Took: 1500 * time.Microsecond,
			Wire: 700, Links: 12, Outcome: library.Fetched, Via: []string{"http://a.example.edu/old", "http://a.example.edu/older"},
			Address: "192.0.2.1:80", Protocol: "HTTP/1.1",
		},
		File: "a.warc.gz", Offset: 1000, Length: 900,
	}
}

// failed returns a fetch that brought no answer.
func failed(url, site string, status int, cause string, at time.Time) catalogue.Fetch {
	return catalogue.Fetch{Fetch: library.Fetch{
		URL: url, Site: site, Domain: "example.edu", Kind: "page", Status: status, Cause: library.Cause(cause),
		Outcome: library.Failed, At: at, Took: time.Second,
	}}
}

// commit commits a group of fetches.
func commit(t *testing.T, c crawler.Catalogue, serial int64, fetches ...catalogue.Fetch) {
	t.Helper()
	commitGroup(t, c, &catalogue.Group{Serial: serial, Fetches: fetches, Archive: catalogue.Mark{File: "a.warc.gz", Offset: 5000}})
}

// commitGroup commits a group; an error ends the test.
func commitGroup(t *testing.T, c crawler.Catalogue, g *catalogue.Group) {
	t.Helper()
	if err := c.Commit(t.Context(), g); err != nil {
		t.Fatalf("Commit(group %d) = %v", g.Serial, err)
	}
}

// validator returns what a conditional request for a URL needs.
func validator(t *testing.T, c crawler.Catalogue, url string) (catalogue.Validator, bool) {
	t.Helper()
	v, ok, err := c.Validator(t.Context(), url)
	if err != nil {
		t.Fatalf("Validator(%s) = %v", url, err)
	}
	return v, ok
}

// copies checks what the catalogue knows of earlier fetches of a body.
func copies(t *testing.T, c crawler.Catalogue, site, sha256 string, wantFirst string, wantOnSite int) {
	t.Helper()
	first, onSite, err := c.Copies(t.Context(), site, sha256)
	if err != nil {
		t.Fatalf("Copies(%s, %.8s) = %v", site, sha256, err)
	}
	url := ""
	if first != nil {
		url = first.URL
	}
	if url != wantFirst || onSite != wantOnSite {
		t.Errorf("Copies(%s, %.8s) = %q, %d, want %q, %d", site, sha256, url, onSite, wantFirst, wantOnSite)
	}
}

// The page that most tests fetch, and its host.
const pageURL, host = "http://a.example.edu/x.html", "a.example.edu"

// catalogueEmpty: an empty catalogue answers every question with "not found" and no error.
func catalogueEmpty(t *testing.T, c crawler.Catalogue) {
	if _, ok := validator(t, c, pageURL); ok {
		t.Error("Validator knows a URL that was never fetched")
	}
	if _, ok, err := c.Robots(t.Context(), "http://a.example.edu"); ok || err != nil {
		t.Errorf("Robots = %v, %v, want false, nil", ok, err)
	}
	if _, ok, err := c.Site(t.Context(), host); ok || err != nil {
		t.Errorf("Site = %v, %v, want false, nil", ok, err)
	}
	copies(t, c, host, got(pageURL, host, 'a', day).SHA256, "", 0)
}

// catalogueValidator: ETag and date of the last fetch with a body come back.
func catalogueValidator(t *testing.T, c crawler.Catalogue) {
	f := got(pageURL, host, 'a', day)
	commit(t, c, 1, f)
	v, ok := validator(t, c, pageURL)
	if !ok {
		t.Fatal("Validator does not know a URL that was fetched")
	}
	want := catalogue.Validator{ETag: f.ETag, LastModified: f.LastModified, Fetch: f}
	if d := cmp.Diff(want, v); d != "" {
		t.Errorf("Validator (-want +got):\n%s", d)
	}
}

// catalogueNotModified: a fetch that was not modified keeps the body of the one before.
func catalogueNotModified(t *testing.T, c crawler.Catalogue) {
	f := got(pageURL, host, 'a', day)
	commit(t, c, 1, f)
	// A server may change the ETag of an unchanged body. The new one is what the next request must
	// send.
	same := catalogue.Fetch{Fetch: library.Fetch{
		URL: pageURL, Site: host, Domain: "example.edu", Kind: "page", Status: 304, NotModified: true,
		Outcome: library.Fetched, ETag: `"2"`, At: day.Add(time.Hour),
	}, File: "a.warc.gz", Offset: 9000, Length: 300}
	commit(t, c, 2, same)
	v, ok := validator(t, c, pageURL)
	if !ok || v.ETag != `"2"` || v.LastModified != f.LastModified || v.Fetch.SHA256 != f.SHA256 || v.Fetch.Offset != f.Offset ||
		!v.Fetch.At.Equal(f.At) || v.Fetch.Title != f.Title || v.Fetch.NotModified {
		t.Errorf("after not modified Validator = %+v, %v, want the body of %v with the new ETag", v, ok, f.At)
	}
	copies(t, c, host, f.SHA256, pageURL, 1)
}

// catalogueFailure: a failed fetch leaves what the library has.
func catalogueFailure(t *testing.T, c crawler.Catalogue) {
	f := got(pageURL, host, 'a', day)
	commit(t, c, 1, f)
	commit(t, c, 2, failed(pageURL, host, 500, "", day.Add(time.Hour)))
	v, ok := validator(t, c, pageURL)
	if !ok || v.ETag != f.ETag || v.Fetch.SHA256 != f.SHA256 || v.Fetch.File != f.File || v.Fetch.Outcome != library.Fetched {
		t.Errorf("after a failure Validator = %+v, %v, want the body that was got before", v, ok)
	}
}

// catalogueError: a page with an error status is no body to compare with.
func catalogueError(t *testing.T, c crawler.Catalogue) {
	f := got(pageURL, host, 'a', day)
	f.Outcome, f.Status = library.Failed, 404
	commit(t, c, 1, f)
	if _, ok := validator(t, c, pageURL); ok {
		t.Error("Validator takes the body of an error for one")
	}
	copies(t, c, host, f.SHA256, "", 0)
}

// catalogueCopies: equal bodies are found anywhere and counted by site.
func catalogueCopies(t *testing.T, c crawler.Catalogue) {
	a := got("http://b.example.edu/first", "b.example.edu", 'a', day)
	commit(t, c, 1, got(pageURL, host, 'b', day), a)
	copies(t, c, host, a.SHA256, a.URL, 0)
	// The count grows with each commit, so that a host of equal pages is noticed while it is
	// crawled.
	for i := range 5 {
		f := got(fmt.Sprintf("http://a.example.edu/copy%d", i), host, 'a', day.Add(time.Duration(i)*time.Second))
		f.CopyOf = a.URL
		commit(t, c, int64(2+i), f)
		copies(t, c, host, a.SHA256, a.URL, i+1)
	}
	copies(t, c, "b.example.edu", a.SHA256, a.URL, 1)
	copies(t, c, "c.example.edu", a.SHA256, a.URL, 0)
}

// catalogueEmptyBodies: bodies of no length are no copies.
func catalogueEmptyBodies(t *testing.T, c crawler.Catalogue) {
	f := got(pageURL, host, 'a', day)
	// The digest of no bytes, as SHA-256 defines it, and a fetch without any digest.
	f.SHA256, f.Size = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855", 0
	g := got("http://a.example.edu/y", host, 'a', day)
	g.SHA256, g.Size = "", 0
	commit(t, c, 1, f, g)
	copies(t, c, host, f.SHA256, "", 0)
	copies(t, c, host, "", "", 0)
}

// catalogueReplaced: a URL counts for the body that it has now.
func catalogueReplaced(t *testing.T, c crawler.Catalogue) {
	f := got(pageURL, host, 'a', day)
	commit(t, c, 1, f)
	copies(t, c, host, f.SHA256, pageURL, 1)
	commit(t, c, 2, got(pageURL, host, 'b', day.Add(time.Hour)))
	copies(t, c, host, f.SHA256, "", 0)
	copies(t, c, host, got("", "", 'b', day).SHA256, pageURL, 1)
}

// catalogueTwice: a group that is committed again changes nothing.
func catalogueTwice(t *testing.T, c crawler.Catalogue) {
	f := got(pageURL, host, 'a', day)
	commit(t, c, 7, f)
	// A group of the same serial, and one of an earlier serial: both were already written before a
	// crash.
	commit(t, c, 7, got(pageURL, host, 'b', day.Add(time.Hour)))
	commit(t, c, 6, got("http://a.example.edu/y", host, 'a', day))
	if v, _ := validator(t, c, pageURL); v.Fetch.SHA256 != f.SHA256 {
		t.Error("a group of the same serial was written a second time")
	}
	copies(t, c, host, f.SHA256, pageURL, 1)
	if serial, err := c.LastSerial(t.Context()); serial != 7 || err != nil {
		t.Errorf("LastSerial() = %d, %v, want 7, nil", serial, err)
	}
}

// catalogueSameURL: two fetches of a URL in one group leave the later one.
// A URL that is retried within one group has two rows in it, and the later is the result.
func catalogueSameURL(t *testing.T, c crawler.Catalogue) {
	retried := failed(pageURL, host, 503, "", day)
	retried.Outcome = library.Retried
	var fetches []catalogue.Fetch
	// Enough other fetches that the two are not neighbours in any batch.
	for i := range 20 {
		fetches = append(fetches, got(fmt.Sprintf("http://a.example.edu/%d", i), host, 'c', day))
	}
	f := got(pageURL, host, 'a', day.Add(time.Second))
	commit(t, c, 1, append(fetches, retried, f)...)
	if v, ok := validator(t, c, pageURL); !ok || v.Fetch.SHA256 != f.SHA256 {
		t.Errorf("Validator = %+v, %v, want the second fetch", v, ok)
	}
}

// catalogueFetched: a fetch is found by its URL at either scheme and its time.
func catalogueFetched(t *testing.T, c crawler.Catalogue) {
	first, second := got(pageURL, host, 'a', day), got(pageURL, host, 'b', day.Add(time.Hour))
	second.File, second.Offset, second.Length = "b.warc.gz", 7, 8
	commit(t, c, 1, first)
	commit(t, c, 2, second)
	for _, want := range []catalogue.Fetch{first, second} {
		for _, url := range []string{pageURL, strings.Replace(pageURL, "http:", "https:", 1)} {
			// An archive has times in milliseconds, so a fetch must be found by a truncated time.
			f, ok, err := c.Fetched(t.Context(), url, want.At.Truncate(time.Millisecond))
			if err != nil || !ok || f.File != want.File || f.Offset != want.Offset || f.Length != want.Length || f.SHA256 != want.SHA256 {
				t.Errorf("Fetched(%s, %v) = %+v, %v, %v; want that at %d of %s", url, want.At, f, ok, err, want.Offset, want.File)
			}
		}
	}
	for _, at := range []time.Time{day.Add(-time.Millisecond), day.Add(time.Millisecond), {}} {
		if f, ok, err := c.Fetched(t.Context(), pageURL, at); ok || err != nil {
			t.Errorf("Fetched at %v = %+v, %v, %v; want none", at, f, ok, err)
		}
	}
}

// catalogueRobots: the last answer for robots.txt of an origin comes back.
func catalogueRobots(t *testing.T, c crawler.Catalogue) {
	// The bytes of robots.txt are kept as they were sent, invalid UTF-8 and zero bytes included.
	first := catalogue.Robots{Origin: "http://a.example.edu", At: day, Status: 0, Cause: "timeout: first byte"}
	last := catalogue.Robots{Origin: "http://a.example.edu", At: day.Add(time.Hour), Status: 200, Body: []byte("User-agent: *\nDisallow: /\xfc\x00\n")}
	commitGroup(t, c, &catalogue.Group{Serial: 1, Robots: []catalogue.Robots{first}})
	commitGroup(t, c, &catalogue.Group{Serial: 2, Robots: []catalogue.Robots{last}})
	r, ok, err := c.Robots(t.Context(), "http://a.example.edu")
	if err != nil || !ok {
		t.Fatalf("Robots = %v, %v, want true, nil", ok, err)
	}
	if d := cmp.Diff(last, r); d != "" {
		t.Errorf("Robots (-want +got):\n%s", d)
	}
	if _, ok, err := c.Robots(t.Context(), "https://a.example.edu"); ok || err != nil {
		t.Errorf("Robots of another origin = %v, %v, want false, nil", ok, err)
	}
}

// catalogueSite: what was learned about a host comes back.
func catalogueSite(t *testing.T, c crawler.Catalogue) {
	s := catalogue.Site{Host: host, Fold: "index.html", Scheme: "https", GivenUp: "timeout: connect", Failures: 12, Delay: 2500 * time.Millisecond}
	commitGroup(t, c, &catalogue.Group{Serial: 1, Sites: []catalogue.Site{{Host: host, Failures: 3}}})
	commitGroup(t, c, &catalogue.Group{Serial: 2, Sites: []catalogue.Site{s}, Fetches: []catalogue.Fetch{got(pageURL, host, 'a', day)}})
	have, ok, err := c.Site(t.Context(), host)
	if err != nil || !ok || have != s {
		t.Errorf("Site = %+v, %v, %v, want %+v", have, ok, err, s)
	}
}

// catalogueText: text of any kind comes back as it was written.
func catalogueText(t *testing.T, c crawler.Catalogue) {
	f := got(pageURL, host, 'a', day)
	// The title comes from the Web: a store must not refuse it, and must return valid UTF-8.
	f.Title, f.Cause = "caf\xe9\x00 ends", "\xff"
	commit(t, c, 1, f)
	v, ok := validator(t, c, pageURL)
	if want := "caf\uFFFD\uFFFD ends"; !ok || v.Fetch.Title != want {
		t.Errorf("Title = %q, want %q", v.Fetch.Title, want)
	}
}

// catalogueConcurrent: reads are safe while groups are committed.
func catalogueConcurrent(t *testing.T, c crawler.Catalogue) {
	const groups, size = 20, 25
	var wg sync.WaitGroup
	done := make(chan struct{})
	// Readers run until the last commit has returned, so that each commit meets some of them.
	for range 4 {
		wg.Go(func() {
			for {
				select {
				case <-done:
					return
				default:
				}
				if _, _, err := c.Validator(t.Context(), "http://a.example.edu/0/0"); err != nil {
					t.Errorf("Validator beside Commit = %v", err)
					return
				}
				if _, _, err := c.Copies(t.Context(), host, got("", "", 'a', day).SHA256); err != nil {
					t.Errorf("Copies beside Commit = %v", err)
					return
				}
			}
		})
	}
	for g := range groups {
		var fetches []catalogue.Fetch
		for i := range size {
			fetches = append(fetches, got(fmt.Sprintf("http://a.example.edu/%d/%d", g, i), host, 'a', day))
		}
		commit(t, c, int64(g+1), fetches...)
	}
	close(done)
	wg.Wait()
	if _, ok := validator(t, c, fmt.Sprintf("http://a.example.edu/%d/%d", groups-1, size-1)); !ok {
		t.Error("the last page is missing")
	}
}

// A soft 404 is found to be one after it was recorded; what was recorded since is not touched.
func catalogueSoft404(t *testing.T, c crawler.Catalogue) {
	const url, other = "http://a.example.edu/gone", "http://a.example.edu/newer"
	commit(t, c, 1, got(url, "a.example.edu", 'a', day), got(other, "a.example.edu", 'b', day))
	commit(t, c, 2, got(other, "a.example.edu", 'c', day.Add(time.Hour)))
	for u, want := range map[string]library.Outcome{url: library.Fetched, other: 0} {
		if was, ok, err := c.RecordedAs(t.Context(), u, day.Truncate(time.Millisecond)); was != want || ok != (want != 0) || err != nil {
			t.Errorf("RecordedAs(%s) = %d, %t, %v; want %d", u, was, ok, err, want)
		}
	}
	commitGroup(t, c, &catalogue.Group{Serial: 3, Soft404s: []catalogue.Soft404{{URL: url, At: day}, {URL: other, At: day}}})
	for u, want := range map[string]bool{url: false, other: true} {
		if _, ok, err := c.Validator(t.Context(), u); ok != want || err != nil {
			t.Errorf("Validator(%s) = %t, %v; want %t", u, ok, err, want)
		}
	}
	if first, n, err := c.Copies(t.Context(), "a.example.edu", strings.Repeat("a", 64)); first != nil || n != 0 || err != nil {
		t.Errorf("Copies = %+v, %d, %v; want none of a soft 404", first, n, err)
	}
}
