package catalogtest

import (
	"slices"
	"testing"

	"sluice/internal/catalogue"
	"sluice/internal/repository"
	"sluice/library"
)

// Repository tests the contract on which a repository relies: [repository.Documents].
func Repository(t *testing.T, open func(t *testing.T) *catalogue.Catalogue) {
	run(t, open, map[string]func(*testing.T, *catalogue.Catalogue){
		"AFilingReturnsWhereTheFileBelongs":        filesFiled,
		"RowsComeInTheOrderOfTheirNumbers":         filesRows,
		"ABodyInTheQueueIsExpected":                filesQueued,
		"OnlyFilesInTheTrashAreDeleted":            filesDeleted,
		"ADecisionMovesAFile":                      filesMoved,
		"AddedDocumentsAreThoseThatAPersonAdded":   filesAdded,
		"AViewIsRecordedUntilTheFileIsDeleted":     filesViews,
		"ConditionsOnAllDocumentsMustHoldTogether": filesAll,
	})
}

// rejected returns a filing of a body that was read and rejected.
func rejected(body string) catalogue.Filing {
	return At(body, "http://a.example/"+body+".pdf", 0, library.Rejected)
}

// The row is written before the file is moved: the result says to which folder.
func filesFiled(t *testing.T, c *catalogue.Catalogue) {
	ctx := t.Context()
	var documents repository.Documents = c.Documents
	moves, err := documents.File(ctx, Paper("one", "http://a.example/one.pdf"), rejected("two"))
	if err != nil || moves[Sum("one")] != library.Accepted || moves[Sum("two")] != library.Rejected {
		t.Fatalf("File = %v, %v; want where both files belong", moves, err)
	}
	for body, state := range map[string]library.State{"one": library.Accepted, "two": library.Rejected} {
		if row, ok, err := documents.Row(ctx, Sum(body)); err != nil || !ok || row.State != state || !row.Kept {
			t.Errorf("Row(%s) = %+v, %v, %v; want %s, with a file", body, row, ok, err, state)
		}
	}
	if _, ok, err := documents.Row(ctx, Sum("three")); ok || err != nil {
		t.Errorf("Row of what was never filed = %v, %v", ok, err)
	}
}

// Verification reads the rows in portions, each after the last number of the one before.
func filesRows(t *testing.T, c *catalogue.Catalogue) {
	ctx := t.Context()
	var documents repository.Documents = c.Documents
	enter(t, c, Paper("one"), rejected("two"), Paper("three"))
	if n, err := documents.Count(ctx); n != 3 || err != nil {
		t.Errorf("Count = %d, %v; want 3", n, err)
	}
	var sums []string
	for id := int64(0); ; {
		rows, err := documents.FileRows(ctx, id)
		if err != nil {
			t.Fatal(err)
		}
		if len(rows) == 0 {
			break
		}
		for _, row := range rows {
			if row.ID <= id {
				t.Fatalf("row %d follows row %d", row.ID, id)
			}
			id, sums = row.ID, append(sums, row.SHA256)
		}
	}
	if want := []string{Sum("one"), Sum("two"), Sum("three")}; !slices.Equal(sums, want) {
		t.Errorf("FileRows = %.8q, want %.8q", sums, want)
	}
}

// A file without a row is no stray while its body is in the queue.
func filesQueued(t *testing.T, c *catalogue.Catalogue) {
	ctx := t.Context()
	var documents repository.Documents = c.Documents
	g := NewDocuments(1, 0, 1)
	Commit(t, c, g)
	enter(t, c, Paper("one"))
	for sum, want := range map[string][2]bool{g.Fetches[0].SHA256: {false, true}, Sum("one"): {true, false}, Sum("unknown"): {}} {
		if filed, queued, err := documents.IsExpected(ctx, sum); err != nil || [2]bool{filed, queued} != want {
			t.Errorf("IsExpected(%.8s) = %v, %v, %v; want %v", sum, filed, queued, err, want)
		}
	}
}

// The files of accepted documents are never deleted, whatever the caller believes.
func filesDeleted(t *testing.T, c *catalogue.Catalogue) {
	ctx := t.Context()
	var documents repository.Documents = c.Documents
	enter(t, c, Paper("one"), rejected("two"))
	for body, want := range map[string]bool{"one": false, "two": true, "unknown": false} {
		if ok, err := documents.FileDeleted(ctx, Sum(body)); ok != want || err != nil {
			t.Errorf("FileDeleted(%s) = %v, %v; want %v", body, ok, err, want)
		}
	}
	if filed, _, err := documents.IsExpected(ctx, Sum("two")); filed || err != nil {
		t.Errorf("a deleted file is expected: %v, %v", filed, err)
	}
	if filed, _, err := documents.IsExpected(ctx, Sum("one")); !filed || err != nil {
		t.Errorf("the file of an accepted document is not expected: %v", err)
	}
	for first, want := range map[string][]string{"": {Sum("one")}, Sum("one")[:2]: {Sum("one")}, Sum("one"): {Sum("one")}, Sum("two"): nil} {
		if filed, err := documents.Filed(ctx, first); !slices.Equal(filed, want) || err != nil {
			t.Errorf("Filed(%q) = %.8q, %v; want %.8q", first, filed, err, want)
		}
	}
	moves, err := documents.FileReplaced(ctx, Sum("two"), library.Rejected)
	if err != nil || moves[Sum("two")] != library.Rejected {
		t.Errorf("FileReplaced = %v, %v; want the trash", moves, err)
	}
	if row, _, err := documents.Row(ctx, Sum("two")); !row.Kept || err != nil {
		t.Errorf("Row = %+v, %v; want one with a file again", row, err)
	}
}

// A decision may be applied twice, because its journal is read again after a crash.
func filesMoved(t *testing.T, c *catalogue.Catalogue) {
	ctx := t.Context()
	var documents repository.Documents = c.Documents
	enter(t, c, rejected("one"))
	accept := catalogue.Entry{At: Day(1), Do: catalogue.DoJudge, SHA256: Sum("one"), Genre: "thesis", State: library.Accepted}
	moves, err := documents.Apply(ctx, "accept", accept)
	if err != nil || moves[Sum("one")] != library.Accepted {
		t.Errorf("Apply = %v, %v; want the folder of accepted documents", moves, err)
	}
	if _, err := documents.Apply(ctx, "accept", accept); err != nil {
		t.Errorf("Apply for the second time = %v", err)
	}
	if row, _, err := documents.Row(ctx, Sum("one")); row.State != library.Accepted || err != nil {
		t.Errorf("Row = %+v, %v; want an accepted document", row, err)
	}
}

// A document that a person added keeps its path when a crawl finds the same bytes.
func filesAdded(t *testing.T, c *catalogue.Catalogue) {
	ctx := t.Context()
	var documents repository.Documents = c.Documents
	d := Paper("one", "http://a.example/one.pdf", "file:///home/reader/one.pdf")
	d.Locations[1].Added = true
	enter(t, c, d)
	for url, want := range map[string]bool{"http://a.example/one.pdf": false, "file:///home/reader/one.pdf": true, "file:///home/reader/two.pdf": false} {
		if added, err := documents.IsAdded(ctx, d.SHA256, url); added != want || err != nil {
			t.Errorf("IsAdded(%s) = %v, %v; want %v", url, added, err, want)
		}
	}
}

// The views of a deleted file are deleted with it.
func filesViews(t *testing.T, c *catalogue.Catalogue) {
	ctx := t.Context()
	var documents repository.Documents = c.Documents
	enter(t, c, rejected("one"))
	for _, thumbnail := range []bool{false, true} {
		if err := documents.ViewMade(ctx, Sum("one"), thumbnail); err != nil {
			t.Fatal(err)
		}
		if rows, err := documents.FileRows(ctx, 0); err != nil || len(rows) != 1 || !rows[0].PDF || rows[0].Thumbnail != thumbnail {
			t.Errorf("FileRows = %+v, %v; want a viewing copy, thumbnail: %v", rows, err, thumbnail)
		}
	}
	if _, err := documents.FileDeleted(ctx, Sum("one")); err != nil {
		t.Fatal(err)
	}
	if rows, err := documents.FileRows(ctx, 0); err != nil || len(rows) != 1 || rows[0].PDF || rows[0].Thumbnail {
		t.Errorf("FileRows = %+v, %v; want neither view", rows, err)
	}
}

// An export has its own condition and that of the user: both must hold.
func filesAll(t *testing.T, c *catalogue.Catalogue) {
	var documents repository.Documents = c.Documents
	enter(t, c, Paper("one"), rejected("two"), Paper("three"))
	var titles []string
	for d, err := range documents.All(t.Context(), "state = accepted", "year = 2003") {
		if err != nil {
			t.Fatal(err)
		}
		titles = append(titles, d.Get("title"))
	}
	if want := []string{"On one", "On three"}; !slices.Equal(titles, want) {
		t.Errorf("All = %q, want %q", titles, want)
	}
	for _, err := range documents.All(t.Context(), "no_such_column = 1") {
		if err == nil {
			t.Error("All yields a document for a wrong condition")
		}
	}
}
