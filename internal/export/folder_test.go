package export_test

import (
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"golang.org/x/net/html"
	"golang.org/x/text/unicode/norm"
	"pgregory.net/rapid"

	"sluice/internal/export"
)

// namesIn returns the names in a folder without that of the catalogue, which every folder has.
func namesIn(t interface{ Fatal(...any) }, dir string) []string {
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, e := range entries {
		if e.Name() != "catalogue.jsonl" {
			names = append(names, e.Name())
		}
	}
	return names
}

// folderOf exports into a folder and returns the names in it without the list.
func folderOf(t *testing.T, rs ...*export.Record) (dir string, names []string) {
	t.Helper()
	dir = filepath.Join(t.TempDir(), "out")
	if err := export.Folder(dir, each(rs...), export.Readable, func(err error) { t.Error(err) }); err != nil {
		t.Fatal(err)
	}
	names = slices.DeleteFunc(namesIn(t, dir), func(s string) bool { return s == "index.html" })
	return dir, names
}

func TestFilesHaveNamesForPeople(t *testing.T) {
	for _, c := range []struct {
		r    export.Record
		want string
	}{
		{export.Record{Title: "Focused crawling", Authors: []string{"Anand Raman"}, Year: 2019, Type: "pdf"}, "Raman 2019 - Focused crawling.pdf"},
		{export.Record{Title: "Focused crawling", Authors: []string{"A. Raman", "B. de Lee"}, Type: "docx"}, "Raman and de Lee - Focused crawling.docx"},
		{export.Record{Title: "Focused crawling", Authors: []string{"A. B", "C. D", "E. F"}, Year: 2001, Type: "ps", Wrapped: "gzip"}, "B et al. 2001 - Focused crawling.ps.gz"},
		{export.Record{Title: "AC/DC: a study? <1>", Type: "pdf"}, "AC-DC- a study 1.pdf"},
		{export.Record{Name: "tr-98-1.ps", Type: "ps"}, "tr-98-1.ps"},
		{export.Record{Name: "../../etc/passwd", Type: "text"}, "etc-passwd.txt"},
		{export.Record{Name: "data.xyz", Type: "binary"}, "data.xyz"},
		{export.Record{Title: "con", Type: "pdf"}, "_con.pdf"},
		{export.Record{Title: "Lpt1.x", Type: "pdf"}, "_Lpt1.x.pdf"},
		{export.Record{Title: "\u202Efdp.exe", Type: "pdf"}, "fdp.exe.pdf"},
		{export.Record{Title: "...", SHA256: "abc", Type: "pdf"}, "abc.pdf"},
		{export.Record{Title: "a\nb\x00c ", Type: "pdf"}, "a bc.pdf"},
		{export.Record{Title: strings.Repeat("é", 300), Type: "pdf"}, strings.Repeat("é", 90) + ".pdf"},
	} {
		c.r.Open = opens("x")
		if _, names := folderOf(t, &c.r); len(names) != 1 || names[0] != c.want {
			t.Errorf("%q by %q is called %q, want %q", c.r.Title+c.r.Name, c.r.Authors, names, c.want)
		}
	}
}

func TestFilesOfOneNameAreNumbered(t *testing.T) {
	a, b, c := *paper(), *paper(), *paper()
	a.Title, b.Title, c.Title = "The Thing", "the thing", "The Thing"
	b.Open, c.Open = opens("two"), opens("three")
	dir, names := folderOf(t, &a, &b, &c)
	const who = "Müller-Lüdenscheidt et al. 2019 - "
	want := []string{who + "The Thing (3).pdf", who + "The Thing.pdf", who + "the thing (2).pdf"}
	if !slices.Equal(names, want) {
		t.Errorf("names %q, want %q", names, want)
	}
	if b, err := os.ReadFile(filepath.Join(dir, want[0])); string(b) != "three" {
		t.Errorf("%s holds %q, %v", want[0], b, err)
	}
}

// links returns the text and the target of each link in a page.
func links(t *testing.T, path string) (targets, texts []string) {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	doc, err := html.Parse(f)
	if err != nil {
		t.Fatal(err)
	}
	for n := range doc.Descendants() {
		if n.Type != html.ElementNode {
			continue
		}
		if n.Data == "script" || n.Data == "img" {
			t.Errorf("%s has a %s", path, n.Data)
		}
		if n.Data == "a" {
			targets = append(targets, n.Attr[0].Val)
			if n.FirstChild != nil {
				texts = append(texts, n.FirstChild.Data)
			}
		}
	}
	return targets, texts
}

func TestExportedFolderHasFileList(t *testing.T) {
	evil := &export.Record{Title: "<script>alert(1)</script>", URL: "javascript:alert(1)", Type: "html", Open: opens("x"), Authors: []string{"<img src=x>"}}
	dir, _ := folderOf(t, paper(), evil)
	targets, texts := links(t, filepath.Join(dir, "index.html"))
	if len(targets) != 4 || texts[0] != paper().Title || texts[1] != paper().URL || texts[2] != evil.Title {
		t.Fatalf("links %q named %q", targets, texts)
	}
	if strings.HasPrefix(targets[3], "javascript:") {
		t.Errorf("a link to %s", targets[3])
	}
	for _, target := range []string{targets[0], targets[2]} {
		if !strings.HasPrefix(target, "./") {
			t.Errorf("a link to %s", target)
		}
	}
}

func TestOriginalNamesAreRestored(t *testing.T) {
	evil := "../..\\a/" + strings.Repeat("ü", 150) + "\u202E\x00fdp.odd"
	named := []struct{ name, wrapped, file string }{
		{"smith_99.pdf", "", "smith_99.pdf"},
		{"SMITH_99.pdf", "", "SMITH_99 (2).pdf"},
		{"smith_99.ps.gz", "gzip", "smith_99.ps.gz"},
		{"smith_99.ps.gz", "gzip", "smith_99 (2).ps.gz"},
		{"con.pdf", "", "_con.pdf"},
		{"papers/view", "", "papers-view.pdf"},
		{"view.v2 draft", "", "view.v2 draft.pdf"},
		{"index.html", "", "index (2).html"},
		{"Catalogue.jsonl", "", "Catalogue (2).jsonl"},
		{"..", "", "Lee 2019 - A Title.pdf"},
	}
	var rs []*export.Record
	for _, n := range append(named, struct{ name, wrapped, file string }{evil, "", ""}) {
		rs = append(rs, &export.Record{SHA256: strings.Repeat("ab", 32), Name: n.name, Wrapped: n.wrapped, Type: "pdf", Title: "A Title",
			Authors: []string{"Ann Lee"}, Year: 2019, Open: opens("x")})
	}
	dir := t.TempDir()
	if err := export.Folder(dir, each(rs...), export.Original, func(err error) { t.Error(err) }); err != nil {
		t.Fatal(err)
	}
	b, err := os.ReadFile(filepath.Join(dir, "catalogue.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSuffix(string(b), "\n"), "\n")
	if len(lines) != len(rs) {
		t.Fatalf("the catalogue has %d lines, want %d", len(lines), len(rs))
	}
	for i, line := range lines {
		var got struct{ File, Name, SHA256, Title string }
		if err := json.Unmarshal([]byte(line), &got); err != nil {
			t.Fatal(err)
		}
		if got.Name != rs[i].Name || got.SHA256 != rs[i].SHA256 || got.Title != "A Title" || i < len(named) && got.File != named[i].file {
			t.Errorf("%q is listed as %+v", rs[i].Name, got)
		}
		if _, err := os.Stat(filepath.Join(dir, got.File)); err != nil || len(got.File) > 255 || strings.ContainsAny(got.File, "/\\\u202E\x00") || i == len(named) && filepath.Ext(got.File) != ".odd" {
			t.Errorf("file %q: %v", got.File, err)
		}
	}
}

func TestFolderIsNeverOverwritten(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "mine"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if err := export.Folder(dir, each(paper()), export.Readable, nil); !errors.Is(err, export.ErrNotEmpty) {
		t.Errorf("Folder: %v", err)
	}
	if err := export.Markdown(dir, each(paper())); !errors.Is(err, export.ErrNotEmpty) {
		t.Errorf("Markdown: %v", err)
	}
	if got := namesIn(t, dir); len(got) != 1 {
		t.Errorf("the folder has %q", got)
	}
}

type torn struct{}

func (torn) Read([]byte) (int, error) { return 0, io.ErrUnexpectedEOF }

func TestUnreadableFileIsSkippedAndReported(t *testing.T) {
	gone, broken := *paper(), *paper()
	gone.Open = func() (io.ReadCloser, error) { return nil, os.ErrNotExist }
	broken.Open = func() (io.ReadCloser, error) {
		return io.NopCloser(io.MultiReader(strings.NewReader("half"), torn{})), nil
	}
	dir := t.TempDir()
	var reported []error
	if err := export.Folder(dir, each(&gone, bare(), &broken, paper()), export.Readable, func(err error) { reported = append(reported, err) }); err != nil {
		t.Fatal(err)
	}
	if len(reported) != 3 || !errors.Is(reported[0], os.ErrNotExist) || !errors.Is(reported[2], io.ErrUnexpectedEOF) || !strings.Contains(reported[0].Error(), gone.SHA256) {
		t.Errorf("reported %q", reported)
	}
	if names := namesIn(t, dir); len(names) != 2 {
		t.Errorf("the folder has %q", names)
	}
	if targets, _ := links(t, filepath.Join(dir, "index.html")); len(targets) != 2 {
		t.Errorf("the list has %q", targets)
	}
}

func TestHostileRecordHasSafeFileName(t *testing.T) { rapid.Check(t, readNames) }

func FuzzNames(f *testing.F) { f.Fuzz(rapid.MakeFuzz(readNames)) }

// readNames writes any records and reads them again.
func readNames(t *rapid.T) {
	rs := anyRecords(t)
	dir, err := os.MkdirTemp("", "sluice-export-*")
	if err != nil {
		t.Fatal(err)
	}
	defer os.RemoveAll(dir)
	if err := export.Folder(dir, each(rs...), export.Readable, func(err error) { t.Fatal(err) }); err != nil {
		t.Fatal(err)
	}
	names := namesIn(t, dir)
	if len(names) != len(rs)+1 {
		t.Fatalf("%d documents are %q", len(rs), names)
	}
	folded := map[string]bool{}
	for _, name := range names {
		folded[strings.ToUpper(norm.NFC.String(name))] = true
		stem, _, _ := strings.Cut(name, ".")
		if len(name) > 255 || !utf8.ValidString(name) || name != printable(name) || strings.ContainsAny(name, `/\:*?"<>|`) ||
			strings.ContainsAny(name[:1], ".-~ ") || strings.HasSuffix(name, ".") || slices.Contains([]string{"CON", "NUL", "AUX", "COM1"}, strings.ToUpper(stem)) {
			t.Fatalf("a file is called %q", name)
		}
	}
	if len(folded) != len(names) {
		t.Fatalf("two of %q are one where case does not count", names)
	}
}

func TestNamesEqualToFileSystemAreNumbered(t *testing.T) {
	for _, write := range []struct {
		ending string
		fill   func(string, export.Records) error
	}{
		{".pdf", func(dir string, rs export.Records) error {
			return export.Folder(dir, rs, export.Readable, func(err error) { t.Error(err) })
		}},
		{".md", export.Markdown},
	} {
		dir := filepath.Join(t.TempDir(), "out")
		r := export.Record{Title: "Maße", Type: "pdf", Open: opens("mine")}
		err := write.fill(dir, func(yield func(*export.Record, error) bool) {
			// What "MASSE" would be where ß and SS are one.
			if err := os.WriteFile(filepath.Join(dir, "Maße"+write.ending), []byte("other"), 0o644); err != nil {
				t.Fatal(err)
			}
			yield(&r, nil)
		})
		if err != nil {
			t.Fatal(err)
		}
		if got := namesIn(t, dir); !slices.Equal(got, []string{"Maße (2)" + write.ending, "Maße" + write.ending, "index.html"}) {
			t.Errorf("names %q", got)
		}
		if list, err := os.ReadFile(filepath.Join(dir, "index.html")); err != nil || !strings.Contains(string(list), "%20%282%29"+write.ending) {
			t.Errorf("the list is %s, %v", list, err)
		}
	}
}
