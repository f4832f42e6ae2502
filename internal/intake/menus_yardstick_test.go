//go:build yardstick

package intake_test

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"sluice/internal/catalogue"
	"sluice/internal/fulltext"
	"sluice/internal/webboxtest"
	"sluice/library"
	"sluice/page"
	"sluice/search"
	"sluice/text"
	"sluice/weburl"
)

// gotSites records the pages of real sites as fetched.
func (d *desk) gotSites() {
	d.t.Helper()
	shared, err := webboxtest.Shared()
	if err != nil {
		d.t.Fatal(err)
	}
	sites := filepath.Join(shared, "web", "sites")
	g := &catalogue.Group{Serial: 1}
	err = filepath.WalkDir(sites, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() || !slices.Contains([]string{".html", ".htm"}, strings.ToLower(filepath.Ext(path))) {
			return err
		}
		body, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		name, err := filepath.Rel(sites, path)
		if err != nil {
			return err
		}
		host, _, _ := strings.Cut(filepath.ToSlash(name), "/")
		url, sum := "http://"+filepath.ToSlash(name), sha256.Sum256(body)
		d.bodies[url] = string(body)
		g.Fetches = append(g.Fetches, catalogue.Fetch{
			Fetch: library.Fetch{
				URL: url, Site: host, Domain: host, Kind: "page", Status: 200, Type: "html", Outcome: library.Fetched,
				Size: int64(len(body)), SHA256: hex.EncodeToString(sum[:]), At: time.Unix(1_700_000_000, 0),
			},
			File: "x.warc.gz", Intake: catalogue.IndexPage,
		})
		return nil
	})
	if err != nil {
		d.t.Fatal(err)
	}
	if err := d.Catalogue.Commit(d.t.Context(), g); err != nil {
		d.t.Fatal(err)
	}
}

// menuEntries are entries of the menus of real sites, and the URLs of the pages that they lead to.
var menuEntries = []struct{ words, urls string }{
	{"linkage mapper", `/linkagemapper/index`},
	{"gnarly landscape utilities", `/gnarly-landscape-utilities`},
	{"robust regression", `/huber`},
	{"logistic regression", `/logreg`},
	{"class hierarchy", `/hierarchy`},
	{"student travel awards", `2009\.ruleml\.org/awards`},
	{"rule challenge", `ruleml\.org/.*(challenge|node/10)\.html`},
	{"doctoral consortium", `2014\.ruleml\.org/dc|2013\.ruleml\.org/(node/6|content/3rd)`},
	{"legal rules and norms", `/legal-rules-and-norms`},
	{"keynotes and tutorials", `/keynotes|/node/13\.`},
	{"past events", `ruleml\.org/past`},
	{"program committee", `committee`},
	{"submission guidelines", `submission|guidelines`},
	{"iso papers", `/iso-papers/index`},
	{"photography", `/photography/`},
	{"safety board", `/safetyboard`},
}

// TestQualityMenus asks for what menus of real sites name. The page to which the menu leads is to come before the pages that have
// the words in the menu alone.
func TestQualityMenus(t *testing.T) {
	d := newDesk(t)
	d.gotSites()
	whole, err := fulltext.Open(t.Context(), filepath.Join(t.TempDir(), "fulltext.db")) // the same pages with their menus
	if err != nil {
		t.Fatal(err)
	}
	defer whole.Close()
	var entries []fulltext.Entry
	for u, body := range d.bodies {
		at, err := weburl.NoRules().Parse(u)
		if err != nil {
			t.Fatal(err)
		}
		var parser page.Parser
		p := parser.Parse([]byte(body), page.Source{URL: at})
		language, _ := text.Language(string(p.Text))
		entries = append(entries, fulltext.Entry{Key: u, Page: true, URL: u, Site: at.Host(), Title: p.Title, Type: "html", Abstract: p.Description,
			Text: string(p.Text), Language: language})
		p.Release()
	}
	if err := whole.Put(t.Context(), entries); err != nil {
		t.Fatal(err)
	}
	d.process()
	find := func(index *fulltext.Index, query string) *search.Result {
		r, err := index.Search(t.Context(), search.Query{Text: query, Limit: 1000})
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	place := func(index *fulltext.Index, words, urls string) int {
		right := regexp.MustCompile(urls)
		return 1 + slices.IndexFunc(find(index, words).Hits, func(h search.Hit) bool { return right.MatchString(h.URL) })
	}
	first, firstWhole, pages, pagesWhole := 0, 0, 0, 0
	var each []string
	for _, e := range menuEntries {
		rank := place(d.Index, e.words, e.urls)
		with := place(whole, e.words, e.urls)
		if rank == 1 {
			first++
		}
		if with == 1 {
			firstWhole++
		}
		pages += find(d.Index, `"`+e.words+`"`).Total
		pagesWhole += find(whole, `"`+e.words+`"`).Total
		each = append(each, fmt.Sprintf("%s %d (%d)", e.words, rank, with))
		if rank < 1 || rank > 5 {
			t.Errorf("%q: the page is in place %d, want the first five", e.words, rank)
		}
	}
	t.Logf("QUALITY menus of %d pages, %d entries: the page of %d is first, of %d if menus are indexed; in quotes they find %d pages, and %d if menus are indexed",
		len(d.bodies), len(menuEntries), first, firstWhole, pages, pagesWhole)
	t.Logf("QUALITY menus place of the page of each (if menus are indexed): %s", strings.Join(each, ", "))
	if first*10 < 9*len(menuEntries) || pages*2 > pagesWhole {
		t.Error("want nine tenths first, and half as many pages as with menus")
	}
}
