package catalogtest

import (
	"slices"
	"testing"

	"sluice/internal/catalogue"
	"sluice/internal/doctor"
)

// Examination tests the contract on which an examination of a library relies: the interfaces of
// package doctor.
func Examination(t *testing.T, open func(t *testing.T) *catalogue.Catalogue) {
	run(t, open, map[string]func(*testing.T, *catalogue.Catalogue){
		"AnEmptyCatalogueHasNoProblems":             examinationEmpty,
		"RowsAreCountedAndSampledWithTheirPlaces":   examinationRows,
		"TheIndexHasWhatWasMarkedAndNotChangedThen": examinationIndex,
		"TheLastCrawlIsTheOneThatBeganLast":         examinationCrawls,
	})
}

// A new library has nothing to check, and the doctor must not report that as a fault.
func examinationEmpty(t *testing.T, c *catalogue.Catalogue) {
	ctx := t.Context()
	var db doctor.Database = c
	for _, quick := range []bool{true, false} {
		if problems, err := db.Check(ctx, quick); len(problems) != 0 || err != nil {
			t.Errorf("Check(quick: %v) = %q, %v; want no problems", quick, problems, err)
		}
	}
	if version, err := db.SchemaVersion(ctx); version < 1 || err != nil {
		t.Errorf("SchemaVersion = %d, %v", version, err)
	}
	if serial, err := db.LastSerial(ctx); serial != 0 || err != nil {
		t.Errorf("LastSerial = %d, %v; want 0", serial, err)
	}
}

// The doctor reads the records of a sample: each place must be that of the URL, and the sample
// must be spread over all fetches, not only over the first ones.
func examinationRows(t *testing.T, c *catalogue.Catalogue) {
	ctx := t.Context()
	var db doctor.Database = c
	var captures doctor.Captures = c.Captures
	g := NewDocuments(1, 0, 6)
	g.Fetches = append(g.Fetches, NewGroup(1, 6, 5).Fetches...)
	g.Fetches[10].File = "sluice-20261101080000-00002.warc.gz"
	Commit(t, c, g)
	if pages, documents, err := db.Counts(ctx); pages != 5 || documents != 6 || err != nil {
		t.Errorf("Counts = %d, %d, %v; want 5 pages and 6 documents", pages, documents, err)
	}
	if files, err := captures.Files(ctx); !slices.Equal(files, []string{g.Fetches[0].File, g.Fetches[10].File}) || err != nil {
		t.Errorf("Files = %q, %v; want both in order", files, err)
	}
	places := map[string]int64{}
	for f, err := range captures.Sample(ctx, 0) {
		if err != nil {
			t.Fatal(err)
		}
		places[f.URL] = f.Offset
	}
	for _, f := range g.Fetches {
		if at, ok := places[f.URL]; !ok || at != f.Offset {
			t.Errorf("the place of %s is %d, %v; want %d", f.URL, at, ok, f.Offset)
		}
	}
	n := 0
	for _, err := range captures.Sample(ctx, 3) {
		if err != nil {
			t.Fatal(err)
		}
		n++
	}
	if n == 0 || n >= len(g.Fetches) {
		t.Errorf("a sample of about 3 has %d of %d places", n, len(g.Fetches))
	}
}

// The index is behind whenever a row changed after it was indexed, so the mark belongs to a
// version of the row.
func examinationIndex(t *testing.T, c *catalogue.Catalogue) {
	ctx := t.Context()
	var documents doctor.Documents = c.Documents
	enter(t, c, Paper("one"), rejected("two"))
	state := func() bool {
		t.Helper()
		all, err := documents.IndexState(ctx)
		indexed, known := all[Sum("one")]
		if err != nil || !known {
			t.Fatalf("IndexState = %v, %v; want the accepted document", all, err)
		}
		return indexed
	}
	if state() {
		t.Error("a document that was just filed is indexed")
	}
	stale, err := c.Documents.Stale(ctx, 10)
	if err == nil {
		err = c.Documents.MarkIndexed(ctx, stale...)
	}
	if err != nil {
		t.Fatal(err)
	}
	if !state() {
		t.Error("a document that was marked is not indexed")
	}
	apply(t, c, catalogue.Entry{At: Day(1), Do: catalogue.DoEdit, SHA256: Sum("one"), Fields: []catalogue.EntryField{{Name: "title", Value: "x"}}})
	if state() {
		t.Error("a document that was changed is indexed")
	}
	if n, err := documents.CountKept(ctx); n != 2 || err != nil {
		t.Errorf("CountKept = %d, %v; want 2", n, err)
	}
}

// The doctor and `sluice status` describe the last crawl.
func examinationCrawls(t *testing.T, c *catalogue.Catalogue) {
	ctx := t.Context()
	var crawls doctor.Crawls = c.Crawls
	if _, ok, err := crawls.Last(ctx); ok || err != nil {
		t.Errorf("Last of no crawl = %v, %v", ok, err)
	}
	for i := range 2 {
		id, err := c.Crawls.Begin(ctx, "{}", Day(i))
		if err != nil {
			t.Fatal(err)
		}
		if last, ok, err := crawls.Last(ctx); err != nil || !ok || last.ID != id || !last.Started.Equal(Day(i)) {
			t.Errorf("Last = %+v, %v, %v; want crawl %d", last, ok, err, id)
		}
	}
}
