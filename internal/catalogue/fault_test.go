package catalogue_test

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"sluice/internal/catalogue"
)

// filled makes a catalogue of so many pages at a new path and closes it.
func filled(t *testing.T, pages int) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "catalog.db")
	c, err := catalogue.Open(t.Context(), path, catalogue.Options{})
	if err != nil {
		t.Fatal(err)
	}
	commit(t, c, newGroup(1, 0, pages))
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	return path
}

func wantError(t *testing.T, err, want error, path string) {
	t.Helper()
	if !errors.Is(err, want) || !strings.Contains(err.Error(), path) {
		t.Errorf("error %v, want %v with the name %s", err, want, path)
	}
}

func TestFileThatIsNoDatabaseIsRefused(t *testing.T) {
	path := filepath.Join(t.TempDir(), "catalog.db")
	if err := os.WriteFile(path, []byte(strings.Repeat("this is no database\n", 1000)), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, only := range []bool{false, true} {
		_, err := catalogue.Open(t.Context(), path, catalogue.Options{ReadOnly: only})
		wantError(t, err, catalogue.ErrCorrupt, path)
	}
}

func TestDatabaseOfAnotherProgramIsRefused(t *testing.T) {
	path := filepath.Join(t.TempDir(), "catalog.db")
	if _, err := raw(t, path).Exec("CREATE TABLE bookmarks (url TEXT)"); err != nil {
		t.Fatal(err)
	}
	_, err := catalogue.Open(t.Context(), path, catalogue.Options{})
	wantError(t, err, catalogue.ErrForeign, path)
}

func TestANewerSchemaIsRefused(t *testing.T) {
	path := filled(t, 400)
	if _, err := raw(t, path).Exec("INSERT INTO schema_version (version, applied) VALUES (99, 'tomorrow')"); err != nil {
		t.Fatal(err)
	}
	for _, only := range []bool{false, true} {
		_, err := catalogue.Open(t.Context(), path, catalogue.Options{ReadOnly: only})
		wantError(t, err, catalogue.ErrNewer, path)
	}
}

// TestDamagedFileIsAnErrorAndNoPanic breaks the structure of a catalogue, each page by
// itself, which is found when it is used or checked. Then it spoils bytes anywhere: pages have
// no checksums, so what breaks no structure is shown as it is.
func TestDamagedFileIsAnErrorAndNoPanic(t *testing.T) {
	path := filled(t, 100)
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	const page = 4096
	damages := map[string][]byte{
		"halved":         whole[:len(whole)/2/page*page],
		"cut in a page":  whole[:len(whole)-page/2],
		"another header": replaced(whole, 0, []byte("no format of SQL")),
	}
	for at := 0; at < len(whole); at += page {
		what, part := "zeros", make([]byte, page)
		if at/page%2 == 0 {
			what, part = "rubbish", bytes.Repeat([]byte{0xa5}, page)
		}
		damages[fmt.Sprintf("page %d of %s", at/page+1, what)] = replaced(whole, at, part)
	}
	for what, damaged := range damages {
		if use(t, what, damaged) == nil {
			t.Errorf("%s: no error", what)
		}
	}
	random := rand.New(rand.NewPCG(1, 2))
	for range 20 {
		damaged := slices.Clone(whole)
		for range 1 + random.IntN(200) {
			at := random.IntN(len(damaged))
			for i := at; i < min(len(damaged), at+random.IntN(64)); i++ {
				damaged[i] = byte(random.Uint32())
			}
		}
		use(t, "bytes anywhere", damaged[:len(damaged)-random.IntN(2)*random.IntN(len(damaged))])
	}
}

// replaced returns a copy of whole in which part stands at one place.
func replaced(whole []byte, at int, part []byte) []byte {
	b := slices.Clone(whole)
	copy(b[at:], part)
	return b
}

// use does with a damaged file whatever can be done, and lets it be checked. Each error must
// name the file.
func use(t *testing.T, what string, file []byte) error {
	path := filepath.Join(t.TempDir(), "catalog.db")
	if err := os.WriteFile(path, file, 0o644); err != nil {
		t.Fatal(err)
	}
	c, err := catalogue.Open(t.Context(), path, catalogue.Options{})
	if err != nil {
		wantNamed(t, what, path, err)
		return err
	}
	defer c.Close()
	_, err = c.Report(t.Context())
	errs := []error{err}
	for _, list := range []string{"urls", "sites", "links"} {
		l, err := c.List(t.Context(), list, "", 0)
		if errs = append(errs, err); err == nil {
			for _, err := range l.All() {
				errs = append(errs, err)
			}
		}
	}
	_, _, err = c.Copies(t.Context(), newFetch(3).Site, newFetch(3).SHA256)
	errs = append(errs, err)
	_, _, err = c.Show(t.Context(), newFetch(3).URL)
	errs = append(errs, err)
	problems, err := c.Check(t.Context(), false)
	errs = append(errs, err, c.Commit(t.Context(), newGroup(2, 50, 100)))
	wantNamed(t, what, path, errs...)
	for _, p := range problems {
		errs = append(errs, errors.New(p))
	}
	return errors.Join(errs...)
}

func wantNamed(t *testing.T, what, path string, errs ...error) {
	t.Helper()
	for _, err := range errs {
		if err != nil && !strings.Contains(err.Error(), path) {
			t.Errorf("%s: the error does not name the file: %v", what, err)
		}
	}
}

func TestLostLogLosesOneGroupOnly(t *testing.T) {
	path := filepath.Join(t.TempDir(), "catalog.db")
	c := open(t, path)
	commit(t, c, newGroup(1, 0, 50))
	copied := filepath.Join(t.TempDir(), "catalog.db") // as a crash leaves it: the file and half of the log
	for _, end := range []string{"", "-wal"} {
		b, err := os.ReadFile(path + end)
		if err != nil {
			t.Fatal(err)
		}
		if end != "" {
			commit(t, c, newGroup(2, 50, 50))
			more, err := os.ReadFile(path + end)
			if err != nil {
				t.Fatal(err)
			}
			b = more[:len(b)+(len(more)-len(b))/2]
		}
		if err := os.WriteFile(copied+end, b, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	d := open(t, copied)
	if serial, err := d.LastSerial(t.Context()); serial != 1 || err != nil {
		t.Errorf("LastSerial() = %d, %v, want 1, nil", serial, err)
	}
	commit(t, d, newGroup(2, 50, 50))
	if got := count(t, d, "pages", ""); got != 100 {
		t.Errorf("%d pages, want 100", got)
	}
}

func TestAReaderSeesWhatAWriterCommitted(t *testing.T) {
	path := filepath.Join(t.TempDir(), "catalog.db")
	w := open(t, path)
	commit(t, w, newGroup(1, 0, 10))
	r, err := catalogue.Open(t.Context(), path, catalogue.Options{ReadOnly: true})
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	l, err := r.List(t.Context(), "pages", "", 0)
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	commit(t, w, newGroup(2, 10, 10)) // while the other one reads
	if got := count(t, r, "pages", ""); got != 20 {
		t.Errorf("the reader sees %d pages, want 20", got)
	}
	wantError(t, r.Commit(t.Context(), newGroup(3, 20, 1)), catalogue.ErrReadOnly, path)
	if _, err := r.Crawls.Begin(t.Context(), "{}", newFetch(0).At); !errors.Is(err, catalogue.ErrReadOnly) {
		t.Errorf("BeginCrawl of a reader = %v, want ErrReadOnly", err)
	}
	if _, onSite, err := r.Copies(t.Context(), newFetch(1).Site, newFetch(1).SHA256); onSite != 1 || err != nil {
		t.Errorf("Copies of a reader = %d, %v, want 1, nil", onSite, err)
	}
}

func TestReadOnlyOpenMakesNoFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "catalog.db")
	if _, err := catalogue.Open(t.Context(), path, catalogue.Options{ReadOnly: true}); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("Open = %v, want that the file does not exist", err)
	}
	if _, err := os.Stat(path); err == nil {
		t.Error("a file was made")
	}
	_, err := catalogue.Open(t.Context(), filepath.Join(t.TempDir(), "none", "catalog.db"), catalogue.Options{})
	if !errors.Is(err, catalogue.ErrReadOnly) {
		t.Errorf("Open in a folder that does not exist = %v, want ErrReadOnly", err)
	}
}

func TestReadOnlyFolderCanBeRead(t *testing.T) {
	path := filled(t, 400)
	dir := filepath.Dir(path)
	if err := errors.Join(os.Chmod(path, 0o444), os.Chmod(dir, 0o555)); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.Chmod(dir, 0o755) })
	c, err := catalogue.Open(t.Context(), path, catalogue.Options{ReadOnly: true})
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if got := count(t, c, "pages", ""); got != 400 {
		t.Errorf("%d pages, want 400", got)
	}
	if os.Geteuid() == 0 {
		return // root writes everywhere
	}
	if w, err := catalogue.Open(t.Context(), path, catalogue.Options{}); err == nil {
		err = w.Commit(t.Context(), newGroup(2, 400, 1))
		w.Close()
		wantError(t, err, catalogue.ErrReadOnly, path)
	} else {
		wantError(t, err, catalogue.ErrReadOnly, path)
	}
}

func TestAPathMayHoldWhatURLsReserve(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "50% of a?b#c&d e")
	if err := os.Mkdir(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, "catalog.db")
	commit(t, open(t, path), newGroup(1, 0, 1))
	if _, err := os.Stat(path); err != nil {
		t.Error(err)
	}
}
