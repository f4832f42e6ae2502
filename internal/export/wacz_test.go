package export_test

import (
	"archive/zip"
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"sluice/internal/archive"
	"sluice/internal/archive/archivetest"
	"sluice/internal/archive/cdxj"
	"sluice/internal/export"
)

// webOf makes an archive of n pages in files of a size, and what is to be packed of it.
func webOf(t *testing.T, n int, maxFile int64) export.Web {
	t.Helper()
	dir := t.TempDir()
	a, err := archive.Open(t.Context(), dir, archive.Options{MaxFile: maxFile}, archive.Position{})
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	web := export.Web{Title: "A \"test\"\nof pages", Software: "sluice test", Created: time.Date(2026, 3, 1, 0, 0, 0, 0, time.UTC)}
	for i := range n {
		e, err := a.Encode(t.Context(), archivetest.Page(fmt.Sprintf("http://example.org/%05d", i), fmt.Appendf(nil, "page %d", i)))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := a.Append(t.Context(), e); err != nil {
			t.Fatal(err)
		}
		e.Release()
	}
	names, err := archive.Files(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		web.Files = append(web.Files, export.WARC{Path: filepath.Join(dir, name)})
	}
	web.Index = func(_ context.Context, w io.Writer) error {
		var lines []string
		for _, f := range web.Files {
			for e, err := range cdxj.Index(t.Context(), f.Path, func(url string) string { return "org,example)" + url[len("http://example.org"):] }) {
				if err != nil {
					return err
				}
				lines = append(lines, e.String()+"\n")
			}
		}
		slices.Sort(lines)
		_, err := io.WriteString(w, strings.Join(lines, ""))
		return err
	}
	web.Pages = func(yield func(export.Page, error) bool) {
		yield(export.Page{URL: "http://example.org/00000", Title: "First\n\x00page", Time: web.Created}, nil)
	}
	return web
}

// unpack reads a zip file and checks that all in archive and the compressed index is stored.
func unpack(t *testing.T, b []byte) map[string][]byte {
	t.Helper()
	z, err := zip.NewReader(bytes.NewReader(b), int64(len(b)))
	if err != nil {
		t.Fatal(err)
	}
	files := map[string][]byte{}
	for _, f := range z.File {
		r, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		if files[f.Name], err = io.ReadAll(r); err != nil {
			t.Fatalf("%s: %v", f.Name, err)
		}
		if (strings.HasPrefix(f.Name, "archive/") || strings.HasSuffix(f.Name, ".gz")) && f.Method != zip.Store {
			t.Errorf("%s is compressed", f.Name)
		}
	}
	return files
}

func packed(t *testing.T, web export.Web) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := export.WACZ(t.Context(), &b, web); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func sum(b []byte) string { return fmt.Sprintf("sha256:%x", sha256.Sum256(b)) }

func TestAWACZFileHasAllFilesWithTheirSums(t *testing.T) {
	web := webOf(t, 20, 4000)
	files := unpack(t, packed(t, web))
	var d struct {
		Profile, Title, Created, Software string
		Version                           string `json:"wacz_version"`
		Resources                         []struct {
			Name, Path, Hash string
			Bytes            int
		}
	}
	if err := json.Unmarshal(files["datapackage.json"], &d); err != nil {
		t.Fatal(err)
	}
	if d.Profile != "data-package" || d.Version != "1.1.1" || d.Title != `A "test" of pages` || d.Created != "2026-03-01T00:00:00Z" || d.Software == "" {
		t.Errorf("described as %+v", d)
	}
	listed := []string{"datapackage.json", "datapackage-digest.json"}
	for _, r := range d.Resources {
		listed = append(listed, r.Path)
		if b := files[r.Path]; r.Hash != sum(b) || r.Bytes != len(b) || r.Name != filepath.Base(r.Path) {
			t.Errorf("%+v holds %d bytes with %s", r, len(b), sum(b))
		}
	}
	for name := range files {
		if !slices.Contains(listed, name) {
			t.Errorf("%s is not listed", name)
		}
	}
	if len(listed) != len(files) || len(files) != len(web.Files)+5 {
		t.Errorf("%d files, listed %q", len(files), listed)
	}
	for _, f := range web.Files {
		want, err := os.ReadFile(f.Path)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(files["archive/"+filepath.Base(f.Path)], want) {
			t.Errorf("%s is not as it was", f.Path)
		}
	}
	var digest map[string]string
	if err := json.Unmarshal(files["datapackage-digest.json"], &digest); err != nil || digest["path"] != "datapackage.json" || digest["hash"] != sum(files["datapackage.json"]) {
		t.Errorf("digest %v, %v", digest, err)
	}
}

func TestWACZFileListsPages(t *testing.T) {
	lines := strings.Split(string(unpack(t, packed(t, webOf(t, 1, 4000)))["pages/pages.jsonl"]), "\n")
	want := []string{`{"format":"json-pages-1.0","id":"pages","title":"Pages"}`, `{"url":"http://example.org/00000","ts":"2026-03-01T00:00:00Z","title":"First page"}`, ""}
	if !slices.Equal(lines, want) {
		t.Errorf("pages %q, want %q", lines, want)
	}
}

func TestEmptyWACZFileCanBeRead(t *testing.T) {
	web := export.Web{Index: func(context.Context, io.Writer) error { return nil }}
	index, err := gzip.NewReader(bytes.NewReader(unpack(t, packed(t, web))["indexes/index.cdx.gz"]))
	if err != nil {
		t.Fatal(err)
	}
	if b, err := io.ReadAll(index); err != nil || len(b) != 0 {
		t.Errorf("the index has %q, %v", b, err)
	}
}

// TestEveryRecordIsFoundByTheIndexOfAWACZFile goes the way of a replay tool: from the list of
// members to the member, to the line, to the record.
func TestEveryRecordIsFoundByTheIndexOfAWACZFile(t *testing.T) {
	const n = 7000
	files := unpack(t, packed(t, webOf(t, n, 1e6)))
	members := strings.Split(strings.TrimSpace(string(files["indexes/index.idx"])), "\n")
	if members[0] != `!meta 0 {"format": "cdxj-gzip-1.0", "filename": "index.cdx.gz"}` || len(members) != 4 || !slices.IsSorted(members) {
		t.Fatalf("members %q", members)
	}
	var all []string
	for _, m := range members[1:] {
		first, object, _ := strings.Cut(m, " {")
		var at struct {
			Offset, Length   int
			Digest, Filename string
		}
		if err := json.Unmarshal([]byte("{"+object), &at); err != nil {
			t.Fatal(err)
		}
		b := files["indexes/"+at.Filename][at.Offset : at.Offset+at.Length]
		z, err := gzip.NewReader(bytes.NewReader(b))
		if err != nil {
			t.Fatal(err)
		}
		z.Multistream(false)
		lines, err := io.ReadAll(z)
		if err != nil || !strings.HasPrefix(string(lines), first+" ") || sum(b) != at.Digest {
			t.Fatalf("%s: %v, %.60q", m, err, lines)
		}
		all = append(all, strings.Split(strings.TrimSpace(string(lines)), "\n")...)
	}
	if len(all) != n || !slices.IsSorted(all) {
		t.Fatalf("%d lines, want %d in order", len(all), n)
	}
	for i := 0; i < n; i += 611 {
		e, err := cdxj.Parse(all[i])
		if err != nil {
			t.Fatal(err)
		}
		rec, err := archive.NewReader(bytes.NewReader(files["archive/"+e.File][e.Offset:])).Next(t.Context())
		if err != nil || rec.URL != e.URL {
			t.Fatalf("%s: %v", all[i], err)
		}
	}
}

func TestOnlyDurableRecordsArePacked(t *testing.T) {
	web := webOf(t, 1, 4000)
	web.Files[0].Size = 100
	if got := unpack(t, packed(t, web))["archive/"+filepath.Base(web.Files[0].Path)]; len(got) != 100 {
		t.Errorf("%d bytes, want 100", len(got))
	}
	web.Files[0].Size = 1 << 40
	if err := export.WACZ(t.Context(), io.Discard, web); err == nil || !strings.Contains(err.Error(), web.Files[0].Path) {
		t.Errorf("WACZ of a file that is too short: %v", err)
	}
	web.Files[0].Path += "x"
	if err := export.WACZ(t.Context(), io.Discard, web); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("WACZ of no file: %v", err)
	}
}
