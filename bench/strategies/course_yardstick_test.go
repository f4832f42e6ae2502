//go:build yardstick && linux

package main

import (
	"context"
	"math"
	"slices"
	"strings"
	"testing"

	"sluice/focus"
	"sluice/internal/lab"
	"sluice/internal/webboxtest"
	"sluice/weburl"
)

// crawlSeed is the seed of what is random in a crawl, and in the first run of the lab.
const crawlSeed = 1

// TestCrawlTakesTheCourseOfTheLab crawls webs through the web box, with one worker and without delays, and compares the requests until 80
// and 90 % of the documents were known with those of the lab. They may differ by 2 % of the web's requests: a crawl also probes what hosts
// answer to what they do not have.
func TestCrawlTakesTheCourseOfTheLab(t *testing.T) {
	dir := t.TempDir()
	webs, err := webboxtest.Webs(dir)
	if err != nil {
		t.Fatal(err)
	}
	program, err := buildCrawler(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ web, strategy string }{
		{"webkb-cornell", "breadth-first"}, {"virtual.acl2020.org", "tag-path-bandit"},
		{webboxtest.Sites, "adaptive"}, {"webkb-cornell", "adaptive"}, {"webkb-washington", "adaptive"},
	} {
		t.Run(c.web+"/"+c.strategy, func(t *testing.T) {
			w := webs[slices.IndexFunc(webs, func(w webboxtest.Web) bool { return w.Name == c.web })]
			web, documents, err := openWeb(t.Context(), w)
			if err != nil {
				t.Fatal(err)
			}
			defer web.Close()
			targets := servedByBox(lab.Documents(web, documents))
			s, err := focus.Named(c.strategy, crawlSeed)
			if err != nil {
				t.Fatal(err)
			}
			walk, err := lab.Run(t.Context(), web, s, targets, lab.Limits{})
			if err != nil {
				t.Fatal(err)
			}
			real, err := program.crawl(t.Context(), w, course{strategy: c.strategy, workers: 1})
			if err != nil {
				t.Fatal(err)
			}
			crawled, err := lab.Score(t.Context(), web, real.requests, targets)
			if err != nil {
				t.Fatal(err)
			}
			want, got := walk.SearchLengths(walk.Targets()), crawled.SearchLengths(walk.Targets())
			t.Logf("lab %v of %d requests, crawl %v of %d", want, len(walk.Known), got, len(crawled.Known))
			for i, share := range lab.Shares {
				if (share == 0.8 || share == 0.9) && math.Abs(float64(got[i]-want[i])) > 0.02*float64(len(walk.Known)) {
					t.Errorf("%.0f %% after %d requests in the lab, after %d in a crawl", 100*share, want[i], got[i])
				}
			}
		})
	}
}

// servedByBox returns the documents without those that the web box does not have: it takes two slashes in a path for one.
func servedByBox(t lab.Targets) lab.Targets {
	linked := t.Linked
	t.Linked = func(ctx context.Context, u weburl.URL) (bool, error) {
		if strings.Contains(u.Path(), "//") {
			return false, nil
		}
		return linked(ctx, u)
	}
	return t
}
