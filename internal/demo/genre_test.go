package demo_test

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"sluice/document"
	"sluice/document/genre"
)

// genres are the genres of the documents that are no report, paper or thesis.
var genres = map[string]genre.Genre{
	"guide.pdf": genre.Other, "guide.rtf": genre.Other, "newsletter-2025.pdf": genre.Other, "open-day-flyer.pdf": genre.Other,
	"sheet1.tex": genre.Course, "sheet2.tex": genre.Course, "exam-2025.pdf": genre.Course, "project.pdf": genre.Course, "notes.ps": genre.Course,
	"loan.rtf": genre.Form, "defence-slides.pdf": genre.Slides, "about-me.pdf": genre.CV, "cv.pdf": genre.CV,
	"archive-faq.txt": genre.FAQ, "every-day.html": genre.FAQ, "polite-crawling.html": genre.Paper,
}

func genreOf(u string) genre.Genre {
	switch g, named := genres[path.Base(u)]; {
	case named:
		return g
	case strings.Contains(u, "/theses/"):
		return genre.Thesis
	case strings.Contains(u, "people.") && path.Base(u) != "logs-first.pdf": // a copy of a report
		return genre.Paper
	}
	return genre.Report
}

// TestDocumentsGetTheirGenre reads every document as a library does. Of PostScript
// that needs a program that is not there nothing is said.
func TestDocumentsGetTheirGenre(t *testing.T) {
	web, v := visit(t)
	reader := document.NewReader(document.Options{TempDir: t.TempDir()})
	defer reader.Close()
	urls := append(web.Documents(), "http://library.northbridge.example/faq/archive-faq.txt", "http://library.northbridge.example/faq/every-day.html",
		"http://people.cs.northbridge.example/~marsh/polite-crawling.html")
	met, missed := map[genre.Genre]int{}, 0
	for i, u := range urls {
		resp, body := v.get(u)
		file := filepath.Join(t.TempDir(), fmt.Sprint(i))
		if err := os.WriteFile(file, body, 0o600); err != nil {
			t.Fatal(err)
		}
		d, err := reader.Read(context.Background(), file, document.Hint{URL: u, ContentType: resp.Header.Get("Content-Type")})
		var needs *document.NeedsError
		if errors.As(err, &needs) {
			continue
		}
		if err != nil {
			t.Errorf("%s: %v", u, err)
			continue
		}
		if d.Type == "pdf" && len(body) <= 8<<10 && genreOf(u) != genre.CV && !strings.Contains(u, "flyer") {
			t.Errorf("%s: %d bytes, too small for a crawl to take", u, len(body))
		}
		v := genre.Default().Judge(d, genre.Clues{URL: u, Size: int64(len(body))})
		if met[v.Genre]++; v.Genre != genreOf(u) {
			missed++
			t.Logf("%s: a %s (%.2f), by %s: %s", u, v.Genre, v.Confidence, v.By, v)
		}
	}
	if missed > 1 {
		t.Errorf("%d of %d documents are taken for what they are not", missed, len(urls))
	}
	for _, g := range []genre.Genre{genre.Paper, genre.Report, genre.Thesis, genre.FAQ, genre.Course, genre.Slides, genre.CV, genre.Form, genre.Other} {
		if met[g] == 0 {
			t.Errorf("there is no %s: %v", g, slices.Sorted(maps.Keys(met)))
		}
	}
}
