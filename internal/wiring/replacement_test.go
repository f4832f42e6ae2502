package wiring_test

import (
	"database/sql"
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sluice/crawl"
	"sluice/internal/crawler"
	"sluice/internal/frontier"
	"sluice/internal/wiring"
	"sluice/library"
)

// rebuildWhile runs a rebuild, and something else when the new stores are about to be concluded.
func rebuildWhile(t *testing.T, dir string, cfg crawl.Config, force bool, do func()) (wiring.Rebuilt, error) {
	t.Helper()
	r, err := open(t, dir).Rebuild(t.Context(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	r.Force = force
	return r.Run(t.Context(), func([]string) string { do(); return "" })
}

func isThere(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// connect opens a catalogue as another program may do, and reads in it.
func connect(t *testing.T, path string) (connection *sql.Conn, done func()) {
	t.Helper()
	db, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	c, err := db.Conn(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return c, func() {
		if err := errors.Join(c.Close(), db.Close()); err != nil {
			t.Error(err)
		}
	}
}

func titleIn(t *testing.T, path string) (title string) {
	t.Helper()
	c, done := connect(t, path)
	defer done()
	if err := c.QueryRowContext(t.Context(), "SELECT title FROM pages WHERE id = 1").Scan(&title); err != nil {
		t.Fatal(err)
	}
	return title
}

func TestIncompleteStoresAreNotInstalled(t *testing.T) {
	cfg := stable(newManifold(t))
	dir := t.TempDir()
	crawlWhole(t, dir, cfg)
	want := factsOf(t, dir, 1)
	unchanged := func(t *testing.T) {
		t.Helper()
		compareFacts(t, want, factsOf(t, dir, 1))
		for _, name := range []string{"rebuild.tmp", "rebuilt"} {
			if isThere(filepath.Join(dir, name)) {
				t.Errorf("%s is left", name)
			}
		}
	}
	t.Run("a catalogue that cannot be closed", func(t *testing.T) {
		_, err := rebuildWhile(t, dir, cfg, true, func() {
			inCatalogue(t, filepath.Join(dir, "rebuild.tmp"), "CREATE TRIGGER full BEFORE INSERT ON host_links BEGIN SELECT RAISE(FAIL, 'no room at all'); END")
		})
		if err == nil || !strings.Contains(err.Error(), "no room at all") {
			t.Errorf("Run() = %v; want what kept the catalogue from being closed", err)
		}
		unchanged(t)
	})
	t.Run("a log that is not brought into its file", func(t *testing.T) {
		var done func()
		_, err := rebuildWhile(t, dir, cfg, true, func() {
			var c *sql.Conn
			c, done = connect(t, filepath.Join(dir, "rebuild.tmp", "catalog.db"))
			var n int
			if err := c.QueryRowContext(t.Context(), "SELECT COUNT(*) FROM pages").Scan(&n); err != nil || n == 0 {
				t.Errorf("%d pages, %v", n, err)
			}
		})
		done()
		if err == nil || !strings.Contains(err.Error(), "could not be written completely") {
			t.Errorf("Run() = %v; want that the log still has something", err)
		}
		unchanged(t)
	})
	rebuild(t, dir, cfg)
	compareFacts(t, want, factsOf(t, dir, 1))
}

// TestOldStoresAreRenamedWithTheirLog: what is in the log of the old catalogue stays with it, also when the moving was cut off.
func TestOldStoresAreRenamedWithTheirLog(t *testing.T) {
	cfg := stable(newManifold(t))
	whole := t.TempDir()
	crawlWhole(t, whole, cfg)
	want := justURLs(fetched(t, whole))
	c, done := connect(t, filepath.Join(whole, "catalog.db"))
	if _, err := c.ExecContext(t.Context(), "UPDATE pages SET title = 'in the log' WHERE id = 1"); err != nil {
		t.Fatal(err)
	}
	killed, dir := copyTree(t, whole), copyTree(t, whole)
	done()

	moved := rebuild(t, dir, cfg).Moved
	old := moved[len(moved)-1]
	if !isThere(filepath.Join(dir, old+"-wal")) || titleIn(t, filepath.Join(dir, old)) != "in the log" {
		t.Errorf("moved aside: %v", moved)
	}

	rename := func(from, to string) {
		t.Helper()
		if err := os.Rename(from, filepath.Join(killed, to)); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Mkdir(filepath.Join(killed, "rebuilt"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(killed, "rebuilt", "time"), []byte("20200101000000"), 0o644); err != nil {
		t.Fatal(err)
	}
	rename(filepath.Join(dir, "catalog.db"), "rebuilt/catalog.db")
	remove(t, filepath.Join(killed, "frontier"))
	rename(filepath.Join(dir, "frontier"), "frontier")
	rename(filepath.Join(killed, "catalog.db-wal"), "catalog.db.damaged-20200101000000-wal") // and here it was killed
	compareFacts(t, want, justURLs(fetched(t, killed)))
	if got := titleIn(t, filepath.Join(killed, "catalog.db.damaged-20200101000000")); got != "in the log" {
		t.Errorf("the old catalogue has the title %q", got)
	}
}

func TestCrawlRemovesFilesOfAKilledRebuild(t *testing.T) {
	cfg := config(alwaysTheSame(t))
	dir := t.TempDir()
	crawlWhole(t, dir, cfg)
	left := filepath.Join(dir, "rebuild.tmp")
	if err := os.CopyFS(filepath.Join(left, "frontier"), os.DirFS(filepath.Join(dir, "frontier"))); err != nil {
		t.Fatal(err)
	}
	crawlWhole(t, dir, cfg)
	if isThere(left) {
		t.Error("rebuild.tmp is still there")
	}
}

// TestPartlyReadableCatalogueGuardsAgainstLoss: half of the archive is missing, and the end of the catalogue damaged.
func TestPartlyReadableCatalogueGuardsAgainstLoss(t *testing.T) {
	cfg := stable(newManifold(t))
	dir, less := t.TempDir(), t.TempDir()
	crawlSome(t, less, cfg, 12)
	crawlWhole(t, dir, cfg)
	known := int64(len(fetched(t, dir)))
	remove(t, filepath.Join(dir, "archive"))
	if err := os.CopyFS(filepath.Join(dir, "archive"), os.DirFS(filepath.Join(less, "archive"))); err != nil {
		t.Fatal(err)
	}
	c, done := connect(t, filepath.Join(dir, "catalog.db"))
	var page int
	err := c.QueryRowContext(t.Context(), "SELECT pageno FROM dbstat WHERE name = 'pages' AND pagetype = 'leaf' ORDER BY path DESC LIMIT 1").Scan(&page)
	done()
	if err != nil {
		t.Fatal(err)
	}
	edit(t, filepath.Join(dir, "catalog.db"), func(b []byte) []byte {
		copy(b[(page-1)*4096:], strings.Repeat("rubbish ", 512))
		return b
	})
	_, err = rebuildWhile(t, dir, cfg, false, func() {})
	var loss *library.LossError
	if !errors.As(err, &loss) || loss.Old.Known == 0 || loss.Old.Known >= known || loss.Old.Missing == 0 || loss.Old.Unread == "" || !strings.Contains(err.Error(), "as far as it can be read") {
		t.Errorf("Run() = %v; want a LossError about less than the %d URLs", err, known)
	}
	if result := rebuild(t, dir, cfg); result.Old.Unread == "" { // with force
		t.Errorf("the old catalogue knew %+v; want that not all of it could be read", result.Old)
	}
}

func TestRebuildReportsRemovalsThatItCannotRead(t *testing.T) {
	cfg := stable(newManifold(t))
	dir := t.TempDir()
	crawlSome(t, dir, cfg, 12)
	removePattern(t, dir, "http://gone.example/*")
	remove(t, filepath.Join(dir, "documents"))
	inCatalogue(t, dir, "DROP TABLE removals")
	var log strings.Builder
	cfg.Log = slog.New(slog.NewTextHandler(&log, nil))
	result := rebuild(t, dir, cfg)
	if !strings.Contains(result.Old.Unread, "look for removals") || !strings.Contains(log.String(), "the removals in the old catalogue cannot be read and are lost") {
		t.Errorf("the old catalogue: %+v; log %q", result.Old, log.String())
	}
}

func TestArchiveFilesAfterARebuildWithADamagedEnd(t *testing.T) {
	dir := finished(t)
	rewrite(t, archiveFile(t, dir), func(s string) string {
		at := strings.Index(s, "This is page 5.")
		at = strings.LastIndex(s[:at], "WARC/1.1")
		return s[:at] + "WERC/" + s[at+5:]
	})
	cfg := config(endless(t))
	if result := rebuild(t, dir, cfg); result.Damaged == 0 {
		t.Errorf("rebuilt %+v; want a damage", result)
	}
	for _, want := range []int{1, 2} {
		files, missing, err := open(t, dir).ArchiveFiles(t.Context())
		if err != nil || len(missing) > 0 || len(files) != want || files[0].Size == 0 {
			t.Errorf("ArchiveFiles() = %v, %v, %v; want %d", files, missing, err, want)
		}
		crawlSome(t, dir, cfg, 20) // behind the damage it begins a file
	}
}

// TestKilledCrawlOfAllURLsContinues: the frontier has forgotten all, and the crawl is not yet recorded.
func TestKilledCrawlOfAllURLsContinues(t *testing.T) {
	cfg := config(alwaysTheSame(t))
	dir := t.TempDir()
	crawlWhole(t, dir, cfg)
	want := justURLs(fetched(t, dir))
	f, err := frontier.Open(t.Context(), filepath.Join(dir, "frontier"), frontier.Options{})
	if err != nil {
		t.Fatal(err)
	}
	serial, err := f.State(t.Context(), crawler.SerialKey)
	if err == nil {
		err = errors.Join(f.Reset(t.Context(), map[string][]byte{crawler.SerialKey: serial}), f.Close())
	}
	if err != nil {
		t.Fatal(err)
	}
	cfg.Again = true
	crawlWhole(t, dir, cfg)
	compareFacts(t, want, justURLs(fetched(t, dir)))
}

func TestReplacedFrontierIsReportedByDoctorAndCrawl(t *testing.T) {
	dir := finished(t)
	remove(t, filepath.Join(dir, "frontier"))
	f, err := frontier.Open(t.Context(), filepath.Join(dir, "frontier"), frontier.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	inCatalogue(t, dir, "UPDATE progress SET serial = 1") // so few groups that a crash could have kept the last one from it
	if f := examine(t, dir, false)["frontier"]; f.Verdict != "fail" || !strings.Contains(strings.Join(f.Examples, ""), "was made again") {
		t.Errorf("examined: %+v", f)
	}
	if _, err := open(t, dir).Crawl(t.Context(), config(endless(t))); err == nil || !strings.Contains(err.Error(), "sluice rebuild") {
		t.Errorf("Crawl() = %v; want that it says to rebuild", err)
	}
}
