package catalogue_test

import (
	"database/sql"
	"path/filepath"
	"testing"
)

// TestSampleDoesNotBlockCheckpoint reads slowly while a crawl writes. The log can be
// truncated only while no reader holds an old snapshot.
func TestSampleDoesNotBlockCheckpoint(t *testing.T) {
	path := filepath.Join(t.TempDir(), "catalog.db")
	c := open(t, path)
	commit(t, c, newGroup(1, 0, 1100))
	db, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	n := 0
	for f, err := range c.Captures.Sample(t.Context(), 0) {
		if err != nil {
			t.Fatal(err)
		}
		if want := newFetch(n).URL; f.URL != want {
			t.Fatalf("place %d is of %s; want %s", n, f.URL, want)
		}
		if n++; n != 500 {
			continue
		}
		commit(t, c, newGroup(2, 1100, 10))
		var busy, pages, moved int
		if err := db.QueryRow("PRAGMA wal_checkpoint(TRUNCATE)").Scan(&busy, &pages, &moved); err != nil || busy != 0 {
			t.Errorf("the log cannot be truncated: busy %d, %d of %d pages, %v", busy, moved, pages, err)
		}
	}
	if n != 1100 && n != 1110 { // those that came meanwhile may come
		t.Errorf("%d places; want 1100", n)
	}
}
