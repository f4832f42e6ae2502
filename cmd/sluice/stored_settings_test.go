package main

import (
	"context"
	"database/sql"
	"errors"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"testing"

	"sluice/cmd/sluice/internal/settings"
	"sluice/cmd/sluice/internal/units"
)

// TestStoredSettingsOfAnEarlierVersionAreTranslated continues a crawl whose settings were stored before --max-page and --max-document
// got their present names.
func TestStoredSettingsOfAnEarlierVersionAreTranslated(t *testing.T) {
	web := httptest.NewServer(http.HandlerFunc(serveWeb))
	defer web.Close()
	dir := filepath.Join(t.TempDir(), "library")
	crawl := func(args ...string) {
		t.Helper()
		code, _, complaints := runCommand(append([]string{"crawl", "-d", dir, "--proxy", web.URL, "--delay", "1ms", "--progress", "none"}, args...)...)
		if code != exitStopped {
			t.Fatalf("sluice crawl exits with %d\n%s", code, complaints)
		}
	}
	crawl("--max-pages", "3", "--max-page-size", "2MB", "--max-document-size", "3MB", "http://long.example/n1")
	db, err := sql.Open("sqlite", filepath.Join(dir, "catalog.db"))
	if err != nil {
		t.Fatal(err)
	}
	changed, err := db.Exec(`UPDATE crawls SET settings = replace(replace(settings, 'max-page-size', 'max-page'), 'max-document-size', 'max-document')`)
	if err = errors.Join(err, db.Close()); err != nil {
		t.Fatal(err)
	}
	if n, err := changed.RowsAffected(); n != 1 {
		t.Fatalf("%d crawls are stored (%v)", n, err)
	}
	crawl("--max-pages", "6")
	flags, _, err := currentSettings(context.Background(), dir, settings.Load)
	if err != nil {
		t.Fatal(err)
	}
	if flags.MaxPageSize != units.Size(2_000_000) || flags.MaxDocumentSize != units.Size(3_000_000) {
		t.Errorf("the limits are %s and %s; want 2MB and 3MB", flags.MaxPageSize, flags.MaxDocumentSize)
	}
}
