//go:build yardstick

package titles_test

import (
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"sluice/internal/conformancetest"
	"sluice/internal/harvest/titles"
	"sluice/internal/labelledtest"
	"sluice/page"
	"sluice/text"
	"sluice/weburl"
)

// firstBar is the least share of links that lead the links of their page, in hundredths.
const firstBar = 90

// TestLinksToWantedPapersComeFirst scores the links of the pages of the real sites by the title of one document to which they link: no link to
// another work has a higher value. Then no title of their site is wanted: how many links are like a title is counted.
func TestLinksToWantedPapersComeFirst(t *testing.T) {
	known := truth(t)
	pairs, first, like, strangers, alarms := 0, 0, 0, 0, 0
	eachPage(t, func(pg *page.Page) {
		seen := map[string]bool{}
		for i := range pg.Links {
			l := &pg.Links[i]
			title := known[place(l.URL)]
			if title == "" || seen[text.NormalTitle(title)] {
				continue
			}
			seen[text.NormalTitle(title)] = true
			scores := titles.New([]string{title}).Scores(pg)
			best, own := -1.0, -1.0
			for k := range pg.Links {
				s := scores[k]
				if text.NormalTitle(known[place(pg.Links[k].URL)]) == text.NormalTitle(title) {
					own = max(own, s.Value)
				} else {
					best = max(best, s.Value)
				}
			}
			pairs++
			if own >= titles.Like {
				like++
			}
			if own >= best && own >= titles.Like {
				first++
			} else {
				t.Logf("%s: %q has %.2f (%q), another %.2f", pg.URL, title, own, pg.Anchor(l), best)
			}
		}
		foreign := foreignTitles(known, pg.URL.Hostname())
		for i, s := range titles.New(foreign).Scores(pg) {
			if strangers++; s.Value >= titles.Like {
				alarms++
				t.Logf("alarm: %s links to %s %q: %.2f for %q", pg.URL, pg.Links[i].URL, pg.Anchor(&pg.Links[i]), s.Value, foreign[s.Title])
			}
		}
	})
	share := func(n, of int) float64 { return 100 * float64(n) / float64(max(1, of)) }
	fmt.Printf("QUALITY titles: %d pairs of a page and a wanted document to which it links; the link is like the title in %.1f %%, and no other link is before it in %.1f %%; of %d links of sites that have none of the titles %.2f %% are like one\n",
		pairs, share(like, pairs), share(first, pairs), strangers, share(alarms, strangers))
	if labelledtest.CheckCount(t, "pairs of page and document", pairs, 150) && share(first, pairs) < firstBar {
		t.Errorf("%.1f %% come first; the bar is %d %%", share(first, pairs), firstBar)
	}
}

// truth returns the titles of the accepted documents by host and path.
func truth(t *testing.T) map[string]string {
	b, err := os.ReadFile(filepath.FromSlash("../../../document/describe/testdata/truth.tsv"))
	if err != nil {
		t.Fatal(err)
	}
	known := map[string]string{}
	for line := range strings.Lines(string(b)) {
		if row := strings.Split(strings.TrimRight(line, "\r\n"), "\t"); row[0] != "host" {
			known[row[0]+row[1]] = row[2]
		}
	}
	return known
}

// place returns host and path of a URL.
func place(u weburl.URL) string { return u.Host() + u.Path() }

// foreignTitles returns titles that are not of a host.
func foreignTitles(known map[string]string, host string) (all []string) {
	for _, at := range slices.Sorted(maps.Keys(known)) {
		if title := known[at]; !strings.HasPrefix(at, host+"/") {
			all = append(all, title)
		}
	}
	return all
}

// eachPage reads the pages of the real sites.
func eachPage(t *testing.T, use func(*page.Page)) {
	root := conformancetest.Path(t, "web", "sites")
	var p page.Parser
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
		pg := p.Parse(body, page.Source{URL: u, ContentType: "text/html"})
		defer pg.Release()
		use(pg)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}
