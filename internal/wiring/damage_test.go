package wiring_test

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"sluice/crawl"
	"sluice/internal/catalogue"
	"sluice/internal/health"
	"sluice/internal/lock"
	"sluice/internal/wiring"
	"sluice/internal/wiring/monitor"
	"sluice/library"
)

// crawlSome continues with a crawl until so many URLs are fetched.
func crawlSome(t *testing.T, dir string, cfg crawl.Config, pages int64) {
	t.Helper()
	cfg.Limits.Pages = pages
	c, err := open(t, dir).Crawl(t.Context(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	if result, err := c.Run(t.Context()); err != nil || result.State != crawl.Limited {
		t.Fatalf("Run() = %+v, %v; want the limit", result, err)
	}
}

// fetched returns the URLs that brought an answer for good, with what it was.
func fetched(t *testing.T, dir string) []string {
	t.Helper()
	lib := open(t, dir)
	defer lib.Close()
	catalogue, err := lib.Catalogue(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	list, err := catalogue.List(t.Context(), "urls", "outcome != retry", 0)
	if err != nil {
		t.Fatal(err)
	}
	var lines []string
	for record, err := range list.All() {
		if err != nil {
			t.Fatal(err)
		}
		line := ""
		for i, column := range list.Columns {
			if slices.Contains([]string{"url", "status", "sha256", "location", "outcome", "type"}, column) {
				if text, ok := record[i].(string); ok {
					line += " " + text
				}
			}
		}
		lines = append(lines, line)
	}
	slices.Sort(lines)
	return lines
}

// undisturbed returns what a crawl fetches that nothing happens to. changes says another thing each time, and is left out.
func undisturbed(t *testing.T, cfg crawl.Config) []string {
	t.Helper()
	dir := t.TempDir()
	crawlWhole(t, dir, cfg)
	return fetched(t, dir)
}

// stable returns the configuration of crawls that fetch the same each time.
func stable(web *manifold) crawl.Config {
	cfg := web.config()
	// The last one is requested as a folder, or by its file while the crawl has not learned that both are one page.
	cfg.Scope.Ignore = []string{"/changes/", "/flaky/", "/second/"}
	return cfg
}

func copyTree(t *testing.T, from string) (to string) {
	t.Helper()
	to = t.TempDir()
	if err := os.CopyFS(to, os.DirFS(from)); err != nil {
		t.Fatal(err)
	}
	return to
}

// edit changes a file's bytes.
func edit(t *testing.T, path string, change func([]byte) []byte) {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, change(b), 0o644); err != nil {
		t.Fatal(err)
	}
}

// editEach changes all files of a folder whose names begin so.
func editEach(t *testing.T, dir, prefix string, change func([]byte) []byte) {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(dir, prefix+"*"))
	if err != nil || len(paths) == 0 {
		t.Fatalf("no %s* in %s (%v)", prefix, dir, err)
	}
	for _, path := range paths {
		edit(t, path, change)
	}
}

// sizes returns the bytes of the archive.
func sizes(t *testing.T, dir string) (sum int64) {
	t.Helper()
	err := filepath.WalkDir(filepath.Join(dir, "archive"), func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		info, err := d.Info()
		sum += info.Size()
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return sum
}

func TestDamagedRecordCostsOnlyItsPage(t *testing.T) {
	if testing.Short() {
		t.Skip("too long with the race detector, which other tests of rebuilding run with")
	}
	web := newManifold(t)
	cfg := stable(web)
	want := undisturbed(t, cfg)
	for _, plain := range []bool{false, true} {
		dir := t.TempDir()
		crawlArchived(t, dir, cfg, plain)
		row := rowOf(t, dir, "http://many.example/coded")
		edit(t, filepath.Join(dir, "archive", row.File), func(b []byte) []byte {
			b[row.Offset+row.Length-12] ^= 0x55 // in the body or the checksum
			return b
		})
		remove(t, filepath.Join(dir, "catalog.db"))
		result := rebuild(t, dir, cfg)
		if result.Damaged == 0 || result.Damaged > 2 || len(result.Damages) != int(result.Damaged) || result.State != "stopped" {
			t.Errorf("plain %v: rebuilt %+v; want one damage", plain, result)
		}
		crawlWhole(t, dir, cfg)
		compareFacts(t, want, fetched(t, dir))
		for name, f := range examine(t, dir, true) {
			if f.Verdict == health.Fail || name == "archive" && f.Verdict != health.Note {
				t.Errorf("plain %v: after the rebuild %s is examined: %+v", plain, name, f)
			}
		}
	}
}

func TestResponseWithoutMetadataIsRebuilt(t *testing.T) {
	web := newManifold(t)
	cfg := stable(web)
	dir := t.TempDir()
	crawlArchived(t, dir, cfg, true)
	want := fetched(t, dir)
	editEach(t, filepath.Join(dir, "archive"), "sluice-", func(b []byte) []byte {
		return bytes.ReplaceAll(b, []byte("WARC-Type: metadata"), []byte("WARC-Type: lostdata"))
	})
	result := rebuild(t, dir, cfg)
	if result.Bare != result.Exchanges || result.Damaged > 0 || result.Outside > 0 || result.Old.Missing > 1 { // /broken is tried once more
		t.Errorf("rebuilt %+v; want all exchanges without metadata", result)
	}
	crawlWhole(t, dir, cfg)
	compareFacts(t, want, fetched(t, dir))
	if row := rowOf(t, dir, "http://many.example/coded"); row.Depth != 1 || row.Parent != "http://many.example/" || row.Title != "Coded" {
		t.Errorf("%+v; want depth, parent and title", row)
	}

	// Another crawl's: nothing of it belongs here, but for what it knows of hosts.
	other := cfg
	other.Seeds = []string{"http://elsewhere.example/"}
	if result := rebuild(t, dir, other); result.Outside < 30 || result.Bare > 10 {
		t.Errorf("rebuilt %+v; want that what is outside of the scope is passed over", result)
	}
}

func TestRebuildSurvivesAnyDamageOfTheArchive(t *testing.T) {
	if testing.Short() {
		t.Skip("too long with the race detector, which other tests of rebuilding run with")
	}
	web := newManifold(t)
	cfg := stable(web)
	want := undisturbed(t, cfg)
	whole := t.TempDir()
	crawlWhole(t, whole, cfg)
	random := rand.New(rand.NewPCG(7, 7))
	for n := range 8 {
		dir := copyTree(t, whole)
		editEach(t, filepath.Join(dir, "archive"), "sluice-", func(b []byte) []byte {
			for range 1 + random.IntN(6) {
				from := random.IntN(len(b))
				for i := from; i < min(len(b), from+1+random.IntN(300)); i++ {
					b[i] = byte(random.Uint32())
				}
			}
			return b[:len(b)-random.IntN(2)*random.IntN(len(b)/2)]
		})
		remove(t, filepath.Join(dir, "frontier"))
		result := rebuild(t, dir, cfg)
		crawlWhole(t, dir, cfg)
		t.Logf("damage %d: %d records passed over, %d exchanges taken", n, result.Damaged, result.Exchanges)
		compareFacts(t, want, fetched(t, dir))
	}
}

func TestNextCrawlCutsTornRecord(t *testing.T) {
	web := newManifold(t)
	cfg := stable(web)
	dir := t.TempDir()
	crawlWhole(t, dir, cfg)
	want := fetched(t, dir)
	archived := sizes(t, dir)
	editEach(t, filepath.Join(dir, "archive"), "sluice-", func(b []byte) []byte { return append(b, b[:len(b)/3]...)[:len(b)+100] })
	remove(t, filepath.Join(dir, "frontier"))
	if result := rebuild(t, dir, cfg); result.Damaged != 1 || result.State != "done" {
		t.Errorf("rebuilt %+v; want that it names the torn record", result)
	}
	if got := sizes(t, dir); got != archived+100 {
		t.Errorf("after the rebuild the archive has %d bytes; want %d", got, archived+100)
	}
	crawlWhole(t, dir, cfg)
	if got := sizes(t, dir); got != archived {
		t.Errorf("the archive has %d bytes; want %d", got, archived)
	}
	compareFacts(t, want, fetched(t, dir))
}

func TestRebuildThatWouldLoseDataIsRefused(t *testing.T) {
	web := newManifold(t)
	cfg := stable(web)
	dir, less := t.TempDir(), t.TempDir()
	crawlSome(t, less, cfg, 12)
	crawlWhole(t, dir, cfg)
	want := fetched(t, dir)
	remove(t, filepath.Join(dir, "archive"))
	if err := os.CopyFS(filepath.Join(dir, "archive"), os.DirFS(filepath.Join(less, "archive"))); err != nil {
		t.Fatal(err)
	}
	r, err := open(t, dir).Rebuild(t.Context(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	_, err = r.Run(t.Context(), func([]string) string { return "" })
	var loss *library.LossError
	if !errors.As(err, &loss) || loss.Old.Known != int64(len(want)) || loss.Old.Missing == 0 || loss.Old.Missing >= loss.Old.Known {
		t.Fatalf("Run() = %v; want a LossError about %d URLs", err, len(want))
	}
	compareFacts(t, want, fetched(t, dir))
	if result := rebuild(t, dir, cfg); result.Old != loss.Old { // with force
		t.Errorf("the old catalogue knew %+v; want %+v", result.Old, loss.Old)
	}
	crawlWhole(t, dir, cfg)
	compareFacts(t, justURLs(want), justURLs(fetched(t, dir)))
}

// justURLs leaves of each line its first word.
func justURLs(lines []string) (urls []string) {
	for _, line := range lines {
		urls = append(urls, strings.Fields(line)[0])
	}
	return urls
}

// TestArchiveBytesUnknownToCatalogueAreKept has a catalogue and a frontier from a backup.
func TestArchiveBytesUnknownToCatalogueAreKept(t *testing.T) {
	web := newManifold(t)
	cfg := stable(web)
	dir := t.TempDir()
	crawlWhole(t, dir, cfg)
	want := fetched(t, dir)
	name := filepath.Base(matches(t, filepath.Join(dir, "archive", "*"))[0])
	second := filepath.Join(dir, "archive", strings.Replace(name, "-00001.", "-00002.", 1))
	copyFile(t, filepath.Join(dir, "archive", name), second) // as if it came from elsewhere
	archived := sizes(t, dir)
	if _, err := open(t, dir).Crawl(t.Context(), cfg); err == nil || !strings.Contains(err.Error(), "the catalogue does not know of") || !strings.Contains(err.Error(), "sluice rebuild -d "+dir) {
		t.Fatalf("Crawl() = %v; want that it says what is unknown", err)
	}
	f := examine(t, dir, false)["archive"]
	if f.Verdict != health.Fail || !strings.Contains(f.Remedy, "sluice rebuild -d "+dir) {
		t.Errorf("examined: %+v", f)
	}
	if got := sizes(t, dir); got != archived {
		t.Errorf("the archive has %d bytes; want %d", got, archived)
	}
	rebuild(t, dir, cfg)
	crawlWhole(t, dir, cfg)
	compareFacts(t, justURLs(want), justURLs(fetched(t, dir)))
	if got := sizes(t, dir); got != archived {
		t.Errorf("after the rebuild the archive has %d bytes; want %d", got, archived)
	}
}

func matches(t *testing.T, pattern string) []string {
	t.Helper()
	paths, err := filepath.Glob(pattern)
	if err != nil || len(paths) == 0 {
		t.Fatalf("nothing is called %s (%v)", pattern, err)
	}
	return paths
}

func copyFile(t *testing.T, from, to string) {
	t.Helper()
	b, err := os.ReadFile(from)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(to, b, 0o644); err != nil {
		t.Fatal(err)
	}
}

func rowOf(t *testing.T, dir, url string) catalogue.Fetch {
	t.Helper()
	lib := open(t, dir)
	defer lib.Close()
	catalogue, err := lib.Catalogue(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	story, ok, err := catalogue.Show(t.Context(), url)
	if err != nil || !ok {
		t.Fatalf("Show(%s): %v, %v", url, ok, err)
	}
	return story.Last
}

func TestInterruptedRebuildLeavesOldOrNewStores(t *testing.T) {
	web := newManifold(t)
	cfg := stable(web)
	want := undisturbed(t, cfg)
	whole := t.TempDir()
	crawlWhole(t, whole, cfg)

	t.Run("stopped before its end", func(t *testing.T) {
		dir := copyTree(t, whole)
		r, err := open(t, dir).Rebuild(t.Context(), cfg)
		if err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if _, err := r.Run(ctx, func([]string) string { return "" }); !errors.Is(err, context.Canceled) {
			t.Errorf("Run() = %v; want that it was cancelled", err)
		}
		compareFacts(t, want, fetched(t, dir))
		if _, err := os.Stat(filepath.Join(dir, "rebuild.tmp")); err == nil {
			t.Error("it leaves its folder behind")
		}
	})
	// Killed: what was made until then is there, half of it or all.
	t.Run("killed while it builds", func(t *testing.T) {
		dir := copyTree(t, whole)
		if err := os.CopyFS(filepath.Join(dir, "rebuild.tmp", "frontier"), os.DirFS(filepath.Join(dir, "frontier"))); err != nil {
			t.Fatal(err)
		}
		compareFacts(t, want, fetched(t, dir))
		rebuild(t, dir, cfg)
		compareFacts(t, want, fetched(t, dir))
	})
	for _, test := range []struct {
		name string
		left []string // of the new stores in their folder; the others are in place
	}{
		{"killed before the new stores are in place", []string{"frontier", "catalog.db"}},
		{"killed between the two", []string{"catalog.db"}},
		{"killed after both", nil},
	} {
		t.Run(test.name, func(t *testing.T) {
			dir := copyTree(t, whole)
			if err := os.Mkdir(filepath.Join(dir, "rebuilt"), 0o755); err != nil {
				t.Fatal(err)
			}
			for _, name := range test.left {
				if err := os.Rename(filepath.Join(dir, name), filepath.Join(dir, "rebuilt", name)); err != nil {
					t.Fatal(err)
				}
			}
			if slices.Contains(test.left, "catalog.db") {
				edit(t, filepath.Join(whole, "catalog.db"), func(b []byte) []byte {
					if err := os.WriteFile(filepath.Join(dir, "catalog.db"), []byte("damaged"), 0o644); err != nil {
						t.Fatal(err)
					}
					return b
				})
			}
			compareFacts(t, want, fetched(t, dir)) // a look is enough
			if _, err := os.Stat(filepath.Join(dir, "rebuilt")); err == nil {
				t.Error("the folder of the new stores is still there")
			}
			aside, _ := filepath.Glob(filepath.Join(dir, "catalog.db.damaged-*"))
			if wantAside := len(test.left) > 0; (len(aside) > 0) != wantAside {
				t.Errorf("moved aside: %v", aside)
			}
		})
	}
}

func TestRebuildIsRefusedDuringACrawl(t *testing.T) {
	dir := t.TempDir()
	web := newManifold(t)
	c, err := open(t, dir).Crawl(t.Context(), stable(web))
	if err != nil {
		t.Fatal(err)
	}
	_, err = open(t, dir).Rebuild(t.Context(), stable(web))
	var running *wiring.InUseError
	if !errors.As(err, &running) || running.PID != os.Getpid() {
		t.Errorf("Rebuild() while a crawl runs: %v; want an InUseError", err)
	}
	if err := c.Close(); err != nil {
		t.Error(err)
	}
	if _, err = open(t, dir).Rebuild(t.Context(), stable(web)); !errors.Is(err, wiring.ErrNoArchive) {
		t.Errorf("Rebuild() without an archive: %v; want ErrNoArchive", err)
	}
}

func TestOtherCommandsReportARunningRebuild(t *testing.T) {
	dir := t.TempDir()
	cfg := stable(newManifold(t))
	crawlSome(t, dir, cfg, 5)
	r, err := open(t, dir).Rebuild(t.Context(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	_, crawling := open(t, dir).Crawl(t.Context(), cfg)
	_, rebuilding := open(t, dir).Rebuild(t.Context(), cfg)
	for _, err := range []error{crawling, rebuilding} {
		var running *wiring.InUseError
		if !errors.As(err, &running) || running.Purpose != lock.Rebuild || !strings.Contains(err.Error(), "in use by a rebuild (pid ") {
			t.Errorf("while a rebuild runs: %v", err)
		}
	}
	if s, err := monitor.Status(t.Context(), open(t, dir)); err != nil || s.State != "rebuilding" || s.PID != os.Getpid() || s.Pages == 0 {
		t.Errorf("Status() = %+v, %v; want that it is being rebuilt, and the old counts", s, err)
	}
	found := examine(t, dir, false)
	if !strings.Contains(found["crawl"].Found, "a rebuild (pid ") || !strings.Contains(found["frontier"].Found, "a rebuild (pid ") {
		t.Errorf("examined: %+v", found)
	}
	if err := r.Close(); err != nil {
		t.Error(err)
	}
	crawlWhole(t, dir, cfg)
}
