package main

import (
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestInterfacesThatLeadToPapersAreAskedAgain has a repository whose pages name no file, and an interface that lists them. Five papers are found through it, more
// than a rule may fail at a site, and a later harvest finds the sixth.
func TestInterfacesThatLeadToPapersAreAskedAgain(t *testing.T) {
	longTest(t)
	t.Parallel()
	titles := []string{"Anchors of Old Ships", "Barrels in Deep Cellars", "Candles for Long Nights", "Drums of the Mountain Tribes", "Engines without any Steam", "Ferries across the Strait"}
	dir, lib := harvestFolder(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		for i, title := range titles {
			page, list := fmt.Sprintf("/records/r%d", i), fmt.Sprintf("/api/records/r%d/files", i)
			switch r.URL.Path {
			case page:
				htmlPage(title, `<meta name="generator" content="InvenioRDM"><h1>`+title+`</h1>`)(w)
				return
			case list:
				w.Header().Set("Content-Type", "application/json")
				fmt.Fprintf(w, `{"entries":[{"key":"%d.pdf","mimetype":"application/pdf","links":{"content":"http://%s%s/%[1]d.pdf/content"}}]}`, i, r.Host, list)
				return
			case fmt.Sprintf("%s/%d.pdf/content", list, i):
				printed(title, "Ann Finder")(w)
				return
			}
		}
		http.NotFound(w, r)
	}))
	bib := func(name string, first, end int) string {
		var all strings.Builder
		for i := first; i < end; i++ {
			fmt.Fprintf(&all, "@article{r%d, title={%s}, author={Finder, Ann}, url={http://repository.example/records/r%[1]d}}\n", i, titles[i])
		}
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(all.String()), 0o644); err != nil {
			t.Fatal(err)
		}
		return path
	}
	for _, path := range []string{bib("five.bib", 0, 5), bib("one.bib", 5, 6)} {
		r, works := harvestedBy(t, lib, "none", "--bib", path)
		if r.Summary.Missed > 0 {
			for _, w := range works {
				t.Errorf("%s: %s", w.Title, w.Outcome())
			}
		}
	}
}
