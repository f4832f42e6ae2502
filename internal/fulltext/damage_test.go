package fulltext_test

import (
	"bytes"
	"database/sql"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/google/go-cmp/cmp"

	"sluice/internal/fulltext"
	"sluice/search"
)

// openWith opens an index of some entries, and its file beside it.
func openWith(t *testing.T, entries []fulltext.Entry) (*fulltext.Index, *sql.DB, string) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "text.sqlite")
	x, err := fulltext.Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { x.Close() })
	if err := x.Put(t.Context(), entries); err != nil {
		t.Fatal(err)
	}
	db, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	return x, db, path
}

func execute(t *testing.T, db *sql.DB, statement string, args ...any) {
	t.Helper()
	if _, err := db.ExecContext(t.Context(), statement, args...); err != nil {
		t.Fatal(err)
	}
}

func TestFiltersFindWhatIsOlderThanTheNewestMatches(t *testing.T) {
	x, db, _ := openWith(t, []fulltext.Entry{{Key: "old", Text: "learning", Genre: "paper", Year: 1999}, {Key: "page", Page: true, Text: "learning"}})
	const many = "WITH RECURSIVE n(i) AS (SELECT 10 UNION ALL SELECT i+1 FROM n LIMIT ?) "
	const page = "unhex(printf('0100000000%02x%02x%02x000000000000', i & 127 | 128, i >> 7 & 127 | 128, i >> 14))" // the work is i
	execute(t, db, many+"INSERT INTO docs SELECT i, "+page+" FROM n", search.MaxMatches+5)
	execute(t, db, many+"INSERT INTO words (rowid, body) SELECT i, 'learning' FROM n", search.MaxMatches+5)
	for _, q := range []search.Query{
		{Text: "learning -teaching", Kind: search.Documents},
		{Text: "-teaching", Filters: search.Filters{To: 2000}},
		{Kind: search.Documents},
	} {
		if r := find(t, x, q); keys(r) != "old" || r.Total != 1 || r.More || len(r.Notes) > 0 {
			t.Errorf("%+v: found %q of %d, more %v, notes %q", q, keys(r), r.Total, r.More, r.Notes)
		}
	}
	execute(t, db, "INSERT INTO texts SELECT 15, 'first', '', '', '', '', NULL") // of the newest; they are ranked by work
	if r := find(t, x, search.Query{Limit: 1, Kind: search.Pages}); r.Total != search.MaxMatches || !r.More || len(r.Notes) != 1 || keys(r) != "first" {
		t.Errorf("pages: %d found, more %v, notes %q, %s first", r.Total, r.More, r.Notes, keys(r))
	}
}

func TestTidyErasesDeletedText(t *testing.T) {
	var secret fulltext.Entry
	secret.Key, secret.URL, secret.Site = "gone", "http://qqhost.example/", "qqhost.example"
	secret.Title, secret.Authors, secret.Subjects, secret.Text = "qqtitle", []string{"Quentin Qqauthor"}, []string{"qqsubject"}, "qqbody words stay"
	kept := fulltext.Entry{Key: "kept", Site: "host.example", Subjects: []string{"subject"}, Text: "words stay"}
	x, _, path := openWith(t, []fulltext.Entry{kept, secret})
	other, err := fulltext.Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	again := secret
	again.Key = "again"
	if err := other.Put(t.Context(), []fulltext.Entry{again}); err != nil { // and it remembers the words and the host
		t.Fatal(err)
	}
	find(t, other, search.Query{})
	if err := x.Delete(t.Context(), "gone", "again"); err != nil {
		t.Fatal(err)
	}
	if err := x.Tidy(t.Context()); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{path, path + "-wal"} {
		b, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if b = bytes.ToLower(b); bytes.Contains(b, []byte("qq")) {
			at := bytes.Index(b, []byte("qq"))
			t.Errorf("%s has still %q", filepath.Base(name), b[at:at+12])
		}
	}
	if r := find(t, x, search.Query{Text: "sta~ words~"}); keys(r) != "kept" || len(r.Facets["site"]) != 1 {
		t.Errorf("found %q, facets %v", keys(r), r.Facets)
	}
	for i, index := range []*fulltext.Index{other, x} {
		secret.Key, secret.Site = fmt.Sprint(i), fmt.Sprintf("host%d.example", i)
		if err := index.Put(t.Context(), []fulltext.Entry{secret}); err != nil {
			t.Fatal(err)
		}
	}
	for _, index := range []*fulltext.Index{other, x} {
		r := find(t, index, search.Query{Text: "qqbdoy~", Filters: search.Filters{Subject: "qqsubject"}})
		if keys(r) != "0 1" || len(r.Facets["subject"]) != 1 || !cmp.Equal(r.Facets["site"], []search.Count{{Value: "host0.example", N: 1}, {Value: "host1.example", N: 1}}) {
			t.Errorf("put again: found %q, facets %v", keys(r), r.Facets)
		}
	}
}

func TestDamagedFactsAskForNoMemory(t *testing.T) {
	x, db, _ := openWith(t, []fulltext.Entry{{Key: "a", Genre: "paper"}})
	execute(t, db, "UPDATE docs SET facts = ?", []byte{0, 0, 0, 0, 0, 1, 0, 0xfe, 0xff, 0xff, 0x0f}) // the genre is the facet 0x1fffffe
	for _, statement := range []string{"SELECT 1", "UPDATE facets SET id = 0x1fffffe"} {
		execute(t, db, statement)
		if bytes := bytesOf(func() { find(t, x, search.Query{}) }); bytes > 16<<20 {
			t.Errorf("%s: %d MB for one match", statement, bytes>>20)
		}
	}
}

// bytesOf returns what a function allocates.
func bytesOf(do func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	do()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}
