package catalogue_test

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"sluice/internal/catalogue"
	"sluice/library"
)

func TestQueueHasEachUnfiledBody(t *testing.T) {
	path := filepath.Join(t.TempDir(), "catalog.db")
	c, err := catalogue.Open(t.Context(), path, catalogue.Options{})
	if err != nil {
		t.Fatal(err)
	}
	g := wanted(1, 0, 6)
	g.Fetches[0].Intake = 0 // an ordinary page
	g.Fetches[1].Outcome = library.Failed
	g.Fetches[2].NotModified = true
	g.Fetches[3].Intake = catalogue.IndexPage
	commit(t, c, g)
	commit(t, c, g)                   // passed over
	if err := c.Close(); err != nil { // the queue outlives the process
		t.Fatal(err)
	}
	c = open(t, path)
	all := queue(t, c, 0)
	if len(all) != 3 {
		t.Fatalf("%d in the queue, want 3", len(all))
	}
	want := newFetch(4)
	if q := all[1]; q.Intake != catalogue.ReadDocument || q.Fetch.URL != want.URL || q.Fetch.SHA256 != want.SHA256 || q.Fetch.File != want.File ||
		q.Fetch.Offset != want.Offset || q.Fetch.Length != want.Length || !q.Fetch.At.Equal(want.At) || q.Fetch.ETag != want.ETag || q.Tries != 0 {
		t.Errorf("queued: %+v\nwant the fetch %+v", q, want)
	}
	if rest := queue(t, c, all[0].ID); len(rest) != 2 || rest[0].ID != all[1].ID {
		t.Errorf("behind the first: %+v", rest)
	}
	if n, err := c.Queue.Len(t.Context()); n != 3 || err != nil {
		t.Errorf("QueueLength() = %d, %v", n, err)
	}
}

func TestAURLFetchedAgainIsQueuedWithEachBody(t *testing.T) {
	c := memory(t)
	g := wanted(1, 0, 1)
	commit(t, c, g)
	again := g.Fetches[0]
	again.At, again.SHA256, again.ETag, again.Offset = again.At.Add(time.Hour), sumOf("newer"), `"newer"`, 99
	commit(t, c, &catalogue.Group{Serial: 2, Fetches: []catalogue.Fetch{again}})
	same := again
	same.At = again.At.Add(time.Hour)
	commit(t, c, &catalogue.Group{Serial: 3, Fetches: []catalogue.Fetch{same}})
	all := queue(t, c, 0)
	if len(all) != 2 || all[0].Fetch.SHA256 != g.Fetches[0].SHA256 || all[1].Fetch.SHA256 != again.SHA256 {
		t.Fatalf("queued: %+v, want both bodies, each once", all)
	}
	if all[0].Fetch.ETag != "" || all[1].Fetch.ETag != again.ETag {
		t.Errorf("ETags %q and %q: that of the newer body is not the older one's", all[0].Fetch.ETag, all[1].Fetch.ETag)
	}
}

func TestFilingEndsTheQueueing(t *testing.T) {
	c, r := shelf(t)
	commit(t, c, wanted(1, 0, 3))
	all := queue(t, c, 0)
	for range catalogue.MaxTries {
		if err := c.Queue.Begin(t.Context(), all[0].ID, all[1].ID); err != nil {
			t.Fatal(err)
		}
	}
	if err := c.Queue.Return(t.Context(), all[1].ID); err != nil {
		t.Fatal(err)
	}
	if all = queue(t, c, 0); all[0].Tries != catalogue.MaxTries || all[1].Tries != catalogue.MaxTries-1 || all[2].Tries != 0 {
		t.Errorf("tries: %d, %d, %d", all[0].Tries, all[1].Tries, all[2].Tries)
	}
	d := paper("one", all[0].Fetch.URL)
	d.Queue = all[0].ID
	file(t, r, d)
	if _, err := c.Queue.Remove(t.Context(), nil, catalogue.Skipped{ID: all[1].ID}); err != nil {
		t.Fatal(err)
	}
	if left := queue(t, c, 0); len(left) != 1 || left[0].ID != all[2].ID {
		t.Errorf("left: %+v", left)
	}
}

func TestQueuePositionSurvivesEmptyQueue(t *testing.T) {
	path := filepath.Join(t.TempDir(), "catalog.db")
	last := int64(0)
	for serial := int64(1); serial < 4; serial++ {
		c, err := catalogue.Open(t.Context(), path, catalogue.Options{})
		if err != nil {
			t.Fatal(err)
		}
		commit(t, c, wanted(serial, int(serial)*10, 5))
		all := queue(t, c, last)
		if len(all) != 5 {
			t.Errorf("%d behind the last place, want 5", len(all))
		}
		for _, q := range all {
			last = q.ID
			if _, err := c.Queue.Remove(t.Context(), nil, catalogue.Skipped{ID: q.ID}); err != nil {
				t.Fatal(err)
			}
		}
		if err := c.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

func TestEveryLinkToADocumentIsKeptOnce(t *testing.T) {
	c, r := shelf(t)
	ctx := t.Context()
	target := newFetch(0) // www0.example.edu; every 200th page is of that host
	g := newGroup(1, 0, 300)
	g.DocumentAnchors = []catalogue.Anchor{
		{Page: newFetch(1).URL, URL: target.URL, Text: "My thesis"}, {Page: newFetch(1).URL, URL: target.URL, Text: "My thesis"},
		{Page: newFetch(1).URL, URL: target.URL, Text: "again"}, {Page: newFetch(2).URL, URL: target.URL},
		{Page: newFetch(200).URL, URL: target.URL, Text: "within the host"},
		{Page: "http://unknown.example/", URL: target.URL, Text: "of a page that was never fetched"},
	}
	commit(t, c, g)
	commit(t, c, &catalogue.Group{Serial: 2, DocumentAnchors: []catalogue.Anchor{ // a page of an earlier group, and a copy
		{Page: newFetch(3).URL, URL: target.URL, Text: strings.Repeat("é", 400)}, {Page: newFetch(1).URL, URL: newFetch(100).URL, Text: "copy"},
	}})
	if all, err := c.Documents.LinksTo(ctx, target.URL, 100); err != nil || len(all) != 5 {
		t.Errorf("CitationsOf before it is filed = %d, %v, want 5", len(all), err)
	}
	d := paper("one", target.URL, newFetch(100).URL)
	d.Via = []string{"http://old.example/1"}
	sum := stored(t, r, "one", d)
	all, err := c.Documents.LinksToDocument(ctx, sum, 100)
	if err != nil || len(all) != 6 || all[5].Outside || all[5].Text != "within the host" {
		t.Fatalf("Citations = %+v, %v, want 6, the one within the host last", all, err)
	}
	if i := slices.IndexFunc(all, func(l catalogue.Link) bool { return strings.HasPrefix(l.Text, "é") }); len(all[i].Text) != 300 {
		t.Errorf("a text of %d bytes, want 300", len(all[i].Text))
	}
	if d := got(t, c, sum); d.LinkedFrom != 3 || d.Copies != 2 {
		t.Errorf("%d pages of other hosts, %d copies; want 3 and 2", d.LinkedFrom, d.Copies)
	}
	commit(t, c, &catalogue.Group{Serial: 3, DocumentAnchors: []catalogue.Anchor{ // by the other scheme, and by way of a redirect
		{Page: newFetch(4).URL, URL: "https" + strings.TrimPrefix(target.URL, "http")}, {Page: newFetch(5).URL, URL: "http://old.example/1"},
	}})
	if d := got(t, c, sum); d.LinkedFrom != 5 {
		t.Errorf("%d pages of other hosts, want 5", d.LinkedFrom)
	}
}

func TestInterruptedGroupLeavesNeitherLinksNorQueue(t *testing.T) {
	c := open(t, filepath.Join(t.TempDir(), "catalog.db"))
	commit(t, c, newGroup(1, 0, 10))
	room := catalogue.FillDisk(t, c)
	big := wanted(2, 10, 300)
	for i := range big.Fetches {
		big.DocumentAnchors = append(big.DocumentAnchors, catalogue.Anchor{Page: big.Fetches[i].URL, URL: big.Fetches[0].URL})
	}
	if err := c.Commit(t.Context(), big); err == nil {
		t.Fatal("Commit on a full disk = nil")
	}
	room()
	if n := len(queue(t, c, 0)); n != 0 {
		t.Errorf("%d in the queue after a group that failed", n)
	}
	commit(t, c, big)
	all, err := c.Documents.LinksTo(t.Context(), big.Fetches[0].URL, 1000)
	if n := len(queue(t, c, 0)); n != 300 || len(all) != 300 || err != nil {
		t.Errorf("%d in the queue, %d links, %v; want 300 of each", n, len(all), err)
	}
}

func BenchmarkFile(b *testing.B) {
	for _, size := range []int{1, 20} {
		b.Run(fmt.Sprintf("batch=%d", size), func(b *testing.B) {
			c, r := shelf(b)
			commit(b, c, newGroup(1, 0, 100))
			n, cpu := 0, cpuTime()
			for b.Loop() {
				batch := make([]catalogue.Filing, size)
				for i := range batch {
					n++
					batch[i] = paper(fmt.Sprint(n), fmt.Sprintf("http://www%d.example.edu/%d.pdf", n%200, n))
					batch[i].Signature = &catalogue.Signature{Bands: make([]uint64, 32), Sketch: make([]byte, 1024), TitleKey: fmt.Sprint("title ", n)}
					for j := range batch[i].Signature.Bands {
						batch[i].Signature.Bands[j] = uint64(n*1000+j) * 0x9E3779B97F4A7C15
					}
				}
				file(b, r, batch...)
			}
			b.ReportMetric(float64((cpuTime()-cpu).Microseconds())/float64(n), "cpu-µs/document")
		})
	}
}

func BenchmarkCommitLinksToDocuments(b *testing.B) {
	c := open(b, filepath.Join(b.TempDir(), "catalog.db"))
	n, serial := 0, int64(0)
	var took time.Duration
	for b.Loop() {
		serial++
		g := newGroup(serial, n, 200)
		before := cpuTime()
		commit(b, c, g)
		took -= cpuTime() - before // what the group costs without them
		g = newGroup(serial+1, n+200, 200)
		for i := range g.Fetches {
			for j := range 5 {
				g.DocumentAnchors = append(g.DocumentAnchors, catalogue.Anchor{Page: g.Fetches[i].URL, URL: newFetch(n/10 + j).URL, Text: "the paper"})
			}
		}
		before = cpuTime()
		commit(b, c, g)
		took += cpuTime() - before
		serial++
		n += 400
	}
	b.ReportMetric(float64(took.Microseconds())/float64(n/400*1000), "cpu-µs/link")
}
