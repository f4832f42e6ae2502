package intake_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"sluice/internal/catalogue"
)

func TestPageThatIsNoDocumentLeavesNothing(t *testing.T) {
	d := newDesk(t)
	d.got("http://a.example/notes.txt", "text", strings.Repeat("Milk, eggs, and a dozen candles. ", 100), catalogue.ReadPage)
	d.got("http://a.example/p.tex", "tex", paper("Only This", "Gil Hay", "this"), catalogue.ReadDocument)
	d.process()
	var files []string
	err := filepath.WalkDir(filepath.Join(d.dir, "documents"), func(path string, e os.DirEntry, err error) error {
		if err == nil && e.Type().IsRegular() {
			files = append(files, path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(files) != 2 { // the paper and its text
		t.Errorf("stored %v", files)
	}
}

func TestSearchablePagesAreFound(t *testing.T) {
	d := newDesk(t)
	d.got("http://a.example/", "html", "<title>Home of owls</title><p>Owls sleep by day.", catalogue.IndexPage)
	d.process()
	if n := d.hits("owls"); n != 1 {
		t.Errorf("%d hits", n)
	}
	if n := d.queued(); n != 0 {
		t.Errorf("%d wait", n)
	}
}

// TestRebuiltIndexHasPages: those that were searchable, and no copy of one.
func TestRebuiltIndexHasPages(t *testing.T) {
	d := newDesk(t)
	const home = "<title>Home of owls</title><p>Owls sleep by day."
	d.got("http://a.example/", "html", home, catalogue.IndexPage)
	d.from.CopyOf = "http://a.example/"
	d.got("http://a.example/index.html", "html", home, catalogue.IndexPage)
	d.from.CopyOf = ""
	d.got("http://a.example/other", "html", "<p>Owls are counted here.", 0)
	d.got("http://a.example/p.tex", "tex", paper("Sorting by Owls", "Ann Lee", "owls"), catalogue.ReadDocument)
	d.process()
	if n := d.hits("owls"); n != 2 {
		t.Errorf("%d hits, want the page and the paper", n)
	}
	for key := range d.Index.Keys(t.Context()) {
		if err := d.Index.Delete(t.Context(), key); err != nil {
			t.Fatal(err)
		}
	}
	for range 2 { // asked twice, they are queued once
		if err := d.Catalogue.Documents.MarkAllStale(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	if n := d.queued(); n != 1 {
		t.Errorf("%d in the queue, want the page", n)
	}
	d.process()
	if err := d.Refresh(t.Context()); err != nil {
		t.Fatal(err)
	}
	if n := d.hits("owls"); n != 2 || d.queued() != 0 {
		t.Errorf("rebuilt: %d hits, %d in the queue", n, d.queued())
	}
}

func TestSoft404LeavesTheIndex(t *testing.T) {
	d := newDesk(t)
	d.got("http://a.example/", "html", "<title>Owls</title><p>Owls sleep by day.", catalogue.IndexPage)
	d.got("http://a.example/gone", "html", "<title>Owls</title><p>Owls went fishing.", catalogue.IndexPage)
	at := time.Unix(1_700_000_000+d.serial, 0)
	d.process()
	if n := d.hits("owls"); n != 2 {
		t.Errorf("%d hits, want both pages", n)
	}
	d.serial++
	err := d.Catalogue.Commit(t.Context(), &catalogue.Group{Serial: d.serial, Soft404s: []catalogue.Soft404{{URL: "http://a.example/gone", At: at}}})
	if err != nil {
		t.Fatal(err)
	}
	if err := d.Refresh(t.Context()); err != nil {
		t.Fatal(err)
	}
	if n := d.hits("owls"); n != 1 {
		t.Errorf("%d hits, want the page that is left", n)
	}
	if n := d.hits("fishing"); n != 0 {
		t.Errorf("%d hits of a soft 404", n)
	}
}

func TestPageIsReadWithoutTemporaryFolder(t *testing.T) {
	t.Setenv("TMPDIR", filepath.Join(t.TempDir(), "gone"))
	d := newDesk(t)
	d.got("http://a.example/notes.txt", "text", strings.Repeat("Milk, eggs, and a dozen candles. ", 100), catalogue.ReadPage)
	d.process()
	if s := d.Stats(); s.NoDocuments != 1 || d.queued() != 0 {
		t.Errorf("processed: %+v, %d wait", s, d.queued())
	}
}
