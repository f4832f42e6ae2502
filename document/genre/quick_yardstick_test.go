//go:build yardstick

package genre_test

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sluice/document/genre"
	"sluice/internal/conformancetest"
	"sluice/page"
	"sluice/weburl"
)

// TestQualityGenreOfPages counts the pages of the real sites that the quick classifier takes for documents, and names them in the log: it is to
// be few, since few are.
func TestQualityGenreOfPages(t *testing.T) {
	root := conformancetest.Path(t, "web", "sites")
	pages, found := 0, map[genre.Genre]int{}
	var parser page.Parser
	err := filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		if e := strings.ToLower(filepath.Ext(name)); e != ".html" && e != ".htm" {
			return nil
		}
		body, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		rel, _ := filepath.Rel(root, name)
		u, err := weburl.Parse("http://" + strings.ReplaceAll(filepath.ToSlash(rel), " ", "%20"))
		if err != nil {
			return nil // a file whose name is no URL
		}
		p := parser.Parse(body, page.Source{URL: u, ContentType: "text/html"})
		defer p.Release()
		pages++
		if v, ok := genre.QuickPage(p); ok {
			found[v.Genre]++
			t.Logf("%s: %s, %d bytes of text, %d links: %.80s", v.Genre, rel, len(p.Text), len(p.Links), v)
		}
		return nil
	})
	if err != nil || pages == 0 {
		t.Fatal(err, pages)
	}
	all := 0
	for _, g := range genre.Wanted {
		fmt.Printf("QUALITY genre of pages: %d of %d are called %s\n", found[g], pages, g)
		all += found[g]
	}
	if all*20 > pages {
		t.Errorf("%d of %d pages are taken for documents", all, pages)
	}
}
