//go:build yardstick

package genre_test

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sluice/document"
	"sluice/document/genre"
	"sluice/internal/conformancetest"
	"sluice/page"
	"sluice/weburl"
)

// TestQualityGenreOfPages counts the pages of the real sites that the quick
// classifier takes for documents, and those of them that the filter then
// accepts, and names them in the log: it is to be few, since few are.
func TestQualityGenreOfPages(t *testing.T) {
	root := conformancetest.Path(t, "web", "sites")
	pages, found, kept := 0, map[genre.Genre]int{}, map[genre.Genre]int{}
	r := document.NewReader(document.Options{TempDir: t.TempDir()})
	defer r.Close()
	filter := genre.Default()
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
			d, err := r.Read(context.Background(), name, document.Hint{URL: u.String(), ContentType: "text/html"})
			if err != nil {
				return nil
			}
			judged := filter.Judge(d, genre.Clues{URL: u.String(), Size: int64(len(body))})
			if judged.Accepted {
				kept[v.Genre]++
			}
			t.Logf("%s, by the filter %s (accepted: %v): %s, %d bytes of text, %d links: %.80s", v.Genre, judged.Genre, judged.Accepted, rel, len(p.Text), len(p.Links), v)
		}
		return nil
	})
	if err != nil || pages == 0 {
		t.Fatal(err, pages)
	}
	all, accepted := 0, 0
	for _, g := range genre.Wanted {
		fmt.Printf("QUALITY genre of pages: %d of %d are called %s, of which the filter accepts %d\n", found[g], pages, g, kept[g])
		all, accepted = all+found[g], accepted+kept[g]
	}
	if all*20 > pages || accepted*100 > pages {
		t.Errorf("%d of %d pages are taken for documents, %d kept as such", all, pages, accepted)
	}
}
