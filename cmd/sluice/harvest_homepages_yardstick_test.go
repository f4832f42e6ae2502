//go:build yardstick

package main

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"sluice/text"
	"sluice/weburl"
)

// homepagesBar is the least share of the people who have a homepage at the sites, of whom a harvest finds it.
const homepagesBar = 0.95

// owner is a person with the addresses of the homepage.
type owner struct {
	name string
	urls []string
}

// owners reads the table of people and their homepages, which was made by reading the pages.
func owners(t *testing.T) (all []owner) {
	t.Helper()
	table, err := os.ReadFile("../../internal/harvest/homepage/testdata/homepages.tsv")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(table)) {
		name, urls, _ := strings.Cut(strings.TrimRight(line, "\n"), "\t")
		if name == "author" {
			continue
		}
		o := owner{name: name}
		for u := range strings.SplitSeq(urls, "; ") {
			o.urls = append(o.urls, homepageAddress(u))
		}
		all = append(all, o)
	}
	return all
}

// homepageAddress returns an address without its scheme and the name of the first page of its directory.
func homepageAddress(s string) string {
	if u, err := weburl.Parse(s); err == nil {
		s = u.String()
	}
	_, s, _ = strings.Cut(s, "://")
	for _, name := range []string{"/index.html", "/index.htm"} {
		s = strings.TrimSuffix(s, name)
	}
	return strings.TrimSuffix(s, "/")
}

// TestHarvestFindsHomepages looks for one work of each person that does not exist, so that the homepage of each is looked for: its title is made of words of
// titles of the person, if any are known, else of others.
func TestHarvestFindsHomepages(t *testing.T) {
	b := newHarvestBench(t)
	people := owners(t)
	titles := map[string][]string{}
	for _, d := range b.truth {
		for _, a := range d.authors {
			titles[text.NormalName(a)] = append(titles[text.NormalName(a)], d.title)
		}
	}
	random := rand.New(rand.NewPCG(5, 6))
	pick := func(of []string) []string {
		if len(of) == 0 {
			return strings.Fields(b.truth[random.IntN(len(b.truth))].title)
		}
		return strings.Fields(of[random.IntN(len(of))])
	}
	var works []harvestTruth
	known := 0
	for i, p := range people {
		of := titles[text.NormalName(p.name)]
		x, y := pick(of), pick(of)
		known += min(len(of), 1)
		title := append(slices.Clone(x[:(len(x)+1)/2]), y[len(y)/2:]...)
		works = append(works, harvestTruth{title: fmt.Sprint(strings.Join(title, " "), " Revisited ", i), authors: []string{p.name}})
	}
	write(t, filepath.Join(b.dir, "wanted.json"), cslOf(works))
	r := b.harvest(t, b.library(t, "homepages"))
	found, wrong, phrases := 0, 0, 0
	for i, w := range r.Works {
		p := &people[slices.IndexFunc(works, func(d harvestTruth) bool { return d.title == w.Title })]
		isFound, others := false, []string(nil)
		for _, a := range w.Attempts {
			if strings.HasPrefix(a.Way, "homepage: omega") {
				phrases++
			}
			if a.Reached != "a homepage" {
				continue
			}
			if slices.Contains(p.urls, homepageAddress(a.URL)) {
				isFound = true
			} else {
				others = append(others, a.URL)
			}
		}
		switch {
		case isFound:
			found++
		case len(others) > 0:
			wrong++
		}
		if !isFound {
			t.Logf("%d. %s: %v, want %v; %s", i, p.name, others, p.urls, cmp.Or(w.Cause, w.State))
		}
	}
	share := shareOf(found, len(people))
	fmt.Printf("QUALITY owners: of %d people, %d of them known by titles, the homepages of %d found (%.1f %%), and %d pages taken for one that are not; %d works that do not exist found; %d requests, %d of them queries\n",
		len(people), known, found, 100*share, wrong, r.Summary.Found, r.Summary.Requests, phrases)
	if share < homepagesBar || r.Summary.Found > 0 {
		t.Errorf("the bars: %.2f of the homepages, and no work that does not exist", homepagesBar)
	}
}
