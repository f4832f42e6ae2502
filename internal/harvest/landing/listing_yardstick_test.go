//go:build yardstick

package landing

import (
	"bufio"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sluice/document/bibliography"
	"sluice/internal/conformancetest"
	"sluice/page"
	"sluice/text"
	"sluice/weburl"
)

// titled is a document of the real sites, with the title that a person read from it.
type titled struct {
	url   weburl.URL
	title string
}

// titledDocuments returns the documents of the truth table by host.
func titledDocuments(t *testing.T) map[string][]titled {
	t.Helper()
	f, err := os.Open("../../../document/describe/testdata/truth.tsv")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	documents := map[string][]titled{}
	lines := bufio.NewScanner(f)
	for lines.Scan() {
		fields := strings.Split(lines.Text(), "\t")
		if len(fields) < 3 || fields[0] == "host" {
			continue
		}
		u, err := weburl.Parse("http://" + fields[0] + fields[1])
		if err != nil {
			t.Fatal(err)
		}
		documents[fields[0]] = append(documents[fields[0]], titled{u, fields[2]})
	}
	return documents
}

// leastListed is the bar, in percent.
const leastListed = 80

// TestQualityLandingInListings measures how often the wanted work is the first candidate of a page of a real site that links to it: a
// list of publications, a programme, a home page. A candidate is wrong if it is another file of the page.
func TestQualityLandingInListings(t *testing.T) {
	var found, first, wrong, all int
	var others, othersAll int
	root := conformancetest.Path(t, "web", "sites")
	for host, documents := range titledDocuments(t) {
		if _, err := os.Stat(filepath.Join(root, host)); err != nil {
			continue
		}
		titles := map[string]string{}
		for _, d := range documents {
			titles[stemOf(d.url)] = text.NormalTitle(d.title)
		}
		err := filepath.WalkDir(filepath.Join(root, host), func(name string, entry fs.DirEntry, err error) error {
			if err != nil || entry.IsDir() || !strings.Contains(strings.ToLower(filepath.Ext(name)), "htm") {
				return err
			}
			body, err := os.ReadFile(name)
			if err != nil {
				return err
			}
			path, _ := filepath.Rel(root, name)
			u, err := weburl.Parse("http://" + strings.TrimSuffix(filepath.ToSlash(path), "index.html"))
			if err != nil {
				return nil
			}
			parser := page.Parser{Resources: true}
			a := Answer{URL: u, Body: body, Page: parser.Parse(body, page.Source{URL: u})}
			linked := map[weburl.Key]bool{}
			for _, l := range a.Page.Links {
				linked[l.URL.Key()] = true
			}
			isList := false
			for _, d := range documents {
				if !linked[d.url.Key()] {
					continue
				}
				isList = true
				a.Record = &bibliography.Record{Title: d.title}
				got := files(a)
				all++
				isFound := false
				for _, c := range got {
					isFound = isFound || c.URL.Key() == d.url.Key()
				}
				if isFound {
					found++
				}
				switch {
				case len(got) > 0 && titles[stemOf(got[0].URL)] == text.NormalTitle(d.title):
					first++
				case len(got) > 0:
					wrong++
					fallthrough
				default:
					t.Logf("%s: %q\n\tcandidates %s\n\twant %s", u, d.title, strings.Join(describe(got), "\n\t\t"), d.url)
				}
			}
			if isList {
				a.Record = &bibliography.Record{Title: "A treatise on the cultivation of imaginary orchards"}
				othersAll++
				if got := files(a); len(got) > 0 {
					others++
					t.Logf("%s without the work: %s", u, strings.Join(describe(got), "\n\t\t"))
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if 100*first < leastListed*all {
		t.Errorf("%d of %d papers are the first candidate, want %d %%", first, all, leastListed)
	}
	fmt.Printf("QUALITY landing in listings of real sites: %d of %d papers are the first candidate, %d among all; another file first for %d\n", first, all, found, wrong)
	fmt.Printf("QUALITY landing listings with a candidate for a work that they do not have: %d of %d\n", others, othersAll)
}

// stemOf returns an address without the ending of its file: a work may be there in several formats.
func stemOf(u weburl.URL) string { return strings.TrimSuffix(normal(u), u.Ending()) }
