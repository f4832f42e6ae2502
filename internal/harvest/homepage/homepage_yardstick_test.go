//go:build yardstick

package homepage_test

import (
	"bufio"
	"cmp"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"io/fs"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"sluice/internal/conformancetest"
	"sluice/internal/harvest/homepage"
	"sluice/internal/labelledtest"
	"sluice/page"
	"sluice/text"
	"sluice/weburl"
)

// The bars, in hundredths.
const (
	foundBar     = 95 // of the authors who have a homepage among the pages
	precisionBar = 95 // of the homepages that are named
)

// TestHomepagesOfTheRealSites looks for the homepages of people among the pages of the real sites: with the results of a simple search engine
// over these pages, by the publication's filter alone, and by the pages that name people. People of other sites have none there.
func TestHomepagesOfTheRealSites(t *testing.T) {
	web := readWeb(t)
	people := homepages(t, web)
	var judged, published, directories, fetched int
	right := map[string]int{}
	wrong := 0
	linked := web.links(people)
	for i, p := range people {
		c := web.candidates(homepage.Judged, &p.Author)
		best, requests := web.judge(&p.Author, c)
		fetched += requests
		if p.urls[best] {
			judged++
		} else {
			t.Logf("%s: %q, want %v", p.Name, best, slices.Sorted(maps.Keys(p.urls)))
			for k, one := range c {
				if k < 3 || p.urls[normal(one.URL)] {
					v := web.verdict(&p.Author, one.URL)
					t.Logf("   %d. %s %.2f: %s %.2f %v", k+1, one.URL, one.Confidence, v.Kind, v.Confidence, v.Reasons)
				}
			}
			for u := range p.urls {
				if v := web.verdict(&p.Author, u); !slices.ContainsFunc(c, func(c homepage.Candidate) bool { return normal(c.URL) == u }) {
					t.Logf("   no candidate: %s: %s %.2f %v", u, v.Kind, v.Confidence, v.Reasons)
				}
			}
			if best != "" {
				wrong++
			}
		}
		if slices.ContainsFunc(web.candidates(homepage.JCDL2005, &p.Author), func(c homepage.Candidate) bool { return p.urls[normal(c.URL)] }) {
			published++
		}
		if best, _ := web.judge(&p.Author, linked[i]); p.urls[best] {
			directories++
		}
		right[p.Name]++
	}
	others := 0
	strangers := strangers(t, right)
	for i := range strangers {
		if best, _ := web.judge(&strangers[i], web.candidates(homepage.Judged, &strangers[i])); best != "" {
			t.Logf("stranger %s: %s %v", strangers[i].Name, best, web.verdict(&strangers[i], best))
			others++
		}
	}
	share := func(n int) float64 { return 100 * float64(n) / float64(max(1, len(people))) }
	precision := 100 * float64(judged) / float64(max(1, judged+wrong+others))
	fmt.Printf("QUALITY homepages: %d people among %d pages; found by searching and judging pages %.1f %% (%.1f pages each), by the filter of 2005 %.1f %%, by pages that name people %.1f %%; %d wrong, %d for %d people who have none there (precision %.1f %%)\n",
		len(people), len(web.pages), share(judged), float64(fetched)/float64(max(1, len(people))), share(published), share(directories), wrong, others, len(strangers), precision)
	if labelledtest.CheckCount(t, "people with a homepage", len(people), 60) && (share(judged) < foundBar || precision < precisionBar) {
		t.Errorf("found %.1f %%, precision %.1f %%; the bars are %d %% and %d %%", share(judged), precision, foundBar, precisionBar)
	}
}

// person is an author with the addresses of the homepage.
type person struct {
	homepage.Author
	urls map[string]bool
}

// homepages reads the table of people and their homepages, which was made by reading the pages. Titles and co-authors are those of their
// documents on the sites.
func homepages(t *testing.T, web *web) (people []person) {
	for _, row := range rows(t, filepath.FromSlash("testdata/homepages.tsv")) {
		p := person{Author: homepage.Author{Name: row[0]}, urls: map[string]bool{}}
		for u := range strings.SplitSeq(row[1], "; ") {
			if web.pages[normal(u)] == nil {
				t.Logf("%s is not there", u)
				continue
			}
			p.urls[normal(u)] = true
		}
		if len(p.urls) > 0 {
			people = append(people, p)
		}
	}
	for _, row := range rows(t, filepath.FromSlash("../../../document/describe/testdata/truth.tsv")) {
		authors := strings.Split(append(row, "", "")[3], "; ")
		for i := range people {
			p := &people[i]
			if slices.ContainsFunc(authors, func(a string) bool { return text.NormalName(a) == text.NormalName(p.Name) }) {
				p.Titles = append(p.Titles, row[2])
				for _, a := range authors {
					if text.NormalName(a) != text.NormalName(p.Name) {
						p.Coauthors = append(p.Coauthors, a)
					}
				}
			}
		}
	}
	return people
}

// strangers returns authors of other works, who have no homepage among the pages.
func strangers(t *testing.T, known map[string]int) (all []homepage.Author) {
	const most, every = 200, 17
	f, err := os.Open(conformancetest.Path(t, "corpora", "bib", "ml-venues.jsonl.gz"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	in := bufio.NewScanner(z)
	in.Buffer(nil, 1<<20)
	for n := 0; in.Scan() && len(all) < most; n++ {
		var r struct {
			Title, Venue string
			Authors      []string
		}
		if err := json.Unmarshal(in.Bytes(), &r); err != nil {
			t.Fatal(err)
		}
		if n%every == 0 && len(r.Authors) > 0 && known[r.Authors[0]] == 0 {
			all = append(all, homepage.Author{Name: r.Authors[0], Coauthors: r.Authors[1:], Titles: []string{r.Title}, Venues: []string{r.Venue}})
		}
	}
	return all
}

// rows reads a table with a heading.
func rows(t *testing.T, name string) (all [][]string) {
	b, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(b)) {
		all = append(all, strings.Split(strings.TrimRight(line, "\r\n"), "\t"))
	}
	return all[1:]
}

// web is the pages of the real sites and a search engine over them.
type web struct {
	pages map[string]*page.Page // by their normal addresses
	order []string
	words map[string]map[string]float64 // of each word the pages that have it, and how often
	size  map[string]float64
	mean  float64
}

// readWeb reads all pages.
func readWeb(t *testing.T) *web {
	w := &web{pages: map[string]*page.Page{}, words: map[string]map[string]float64{}, size: map[string]float64{}}
	root := conformancetest.Path(t, "web", "sites")
	err := filepath.WalkDir(root, func(name string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() || !strings.Contains(strings.ToLower(filepath.Ext(name)), "htm") {
			return err
		}
		rel, err := filepath.Rel(root, name)
		if err != nil {
			return err
		}
		body, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		u, err := weburl.Parse("http://" + filepath.ToSlash(rel))
		if err != nil {
			return nil // a file's name that is no URL
		}
		var parser page.Parser
		w.add(normal(u.String()), parser.Parse(body, page.Source{URL: u, ContentType: "text/html"}))
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, n := range w.size {
		w.mean += n / float64(len(w.size))
	}
	return w
}

// add adds a page. The words of its title count five times.
func (w *web) add(u string, pg *page.Page) {
	if w.pages[u] == nil {
		w.order = append(w.order, u)
	}
	w.pages[u] = pg
	count := func(s string, times float64) {
		for word := range text.Words(s) {
			if w.words[word] == nil {
				w.words[word] = map[string]float64{}
			}
			w.words[word][u] += times
			w.size[u] += times
		}
	}
	count(pg.Title, 5)
	count(string(pg.Text), 1)
}

// search returns the ten best pages for a query: those with all words in quotation marks first, in the order of BM25.
func (w *web) search(query string) (results []homepage.Result) {
	const k, b = 1.2, 0.75
	score := map[string]float64{}
	need := map[string]int{}
	_, rest, _ := strings.Cut(query, `"`)
	quoted, _, _ := strings.Cut(rest, `"`)
	for word := range text.Words(query) {
		pages := w.words[word]
		idf := math.Log(1 + (float64(len(w.pages))-float64(len(pages))+0.5)/(float64(len(pages))+0.5))
		for u, n := range pages {
			score[u] += idf * n * (k + 1) / (n + k*(1-b+b*w.size[u]/w.mean))
		}
	}
	for word := range text.Words(quoted) {
		for u := range w.words[word] {
			need[u]++
		}
	}
	found := slices.Collect(maps.Keys(score))
	slices.SortFunc(found, func(a, b string) int {
		return cmp.Or(cmp.Compare(need[b], need[a]), cmp.Compare(score[b], score[a]), cmp.Compare(a, b))
	})
	for _, u := range found[:min(10, len(found))] {
		results = append(results, homepage.Result{URL: u, Title: w.pages[u].Title})
	}
	return results
}

// candidates returns the candidates of all queries for an author.
func (w *web) candidates(f homepage.Filter, a *homepage.Author) []homepage.Candidate {
	var results []homepage.Result
	for _, q := range a.Queries(f) {
		results = append(results, w.search(q)...)
	}
	return homepage.Candidates(f, a, results, nil)
}

// links returns for each of the people the candidates of all pages that name them.
func (w *web) links(people []person) [][]homepage.Candidate {
	authors := make([]*homepage.Author, len(people))
	for i := range people {
		authors[i] = &people[i].Author
	}
	names, all := homepage.NewNames(authors), make([][]homepage.Candidate, len(people))
	for _, u := range w.order {
		for _, n := range names.Links(w.pages[u]) {
			all[n.Author] = append(all[n.Author], n.Candidate)
		}
	}
	for _, c := range all {
		slices.SortStableFunc(c, func(a, b homepage.Candidate) int { return cmp.Compare(b.Confidence, a.Confidence) })
	}
	return all
}

func (w *web) verdict(a *homepage.Author, u string) homepage.Verdict {
	if pg := w.pages[normal(u)]; pg != nil {
		return homepage.Judge(a, pg)
	}
	return homepage.Verdict{Kind: homepage.Other}
}

// judge requests the candidates one after the other, four at most as a harvest does, and returns the first that is a page of the author.
func (w *web) judge(a *homepage.Author, candidates []homepage.Candidate) (best string, requests int) {
	const most = 4
	seen := map[string]bool{}
	for _, c := range candidates {
		u := normal(c.URL)
		if requests == most || seen[u] {
			continue
		}
		seen[u] = true
		requests++
		if w.verdict(a, u).Kind != homepage.Other {
			return u, requests
		}
	}
	return "", requests
}

// normal returns an address without the name of the first page of its directory.
func normal(s string) string {
	u, err := weburl.Parse(s)
	if err != nil {
		return s
	}
	s = u.String()
	for _, name := range []string{"/index.html", "/index.htm"} {
		s = strings.TrimSuffix(s, name)
	}
	return strings.TrimSuffix(s, "/")
}
