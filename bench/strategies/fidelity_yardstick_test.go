//go:build yardstick && linux

package main

import (
	"math"
	"slices"
	"strings"
	"testing"

	"sluice/focus"
	"sluice/internal/lab"
	"sluice/internal/webboxtest"
	"sluice/page"
	"sluice/weburl"
)

// plainWalk is breadth-first as the published counts have it: what a redirect leads to takes the place of the redirect, and URLs with a
// query are left to the end.
type plainWalk struct{ focus.BreadthFirst }

// Place implements [focus.Strategy].
func (s plainWalk) Place(v *focus.Visit, l *page.Link) focus.Placement {
	at := s.BreadthFirst.Place(v, l)
	switch {
	case l.Kind == page.KindRedirect:
		at.Lane = 0
	case l.URL.Query() == "":
		at.Lane = 1
	default:
		at.Lane = 2
	}
	return at
}

// Choose implements [focus.Strategy].
func (plainWalk) Choose(lanes []focus.LaneState, n int) []focus.Share {
	return []focus.Share{{Lane: lanes[0].Lane, N: n}}
}

// counts are requests until 80 and 90 % of the targets.
type counts struct{ breadthFirst, oracle [2]int }

// TestWalksNeedAsManyRequestsAsPublished compares the lab with counts of another program, for breadth-first and for the oracle: on each web
// with documents as targets, and summed over twelve cells of a web and a class of page. Redirects and URLs with a query do not count
// there. The other program's webs are not quite the same: it left out the endings of program sources and of bibliographies.
func TestWalksNeedAsManyRequestsAsPublished(t *testing.T) {
	webs, err := webboxtest.Webs(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	published := map[string]counts{
		webboxtest.Sites:         {[2]int{637, 808}, [2]int{40, 53}},
		"webkb-cornell":          {[2]int{3030, 3062}, [2]int{78, 103}},
		"webkb-washington":       {[2]int{1402, 2613}, [2]int{85, 128}},
		"webkb-misc":             {[2]int{4755, 5303}, [2]int{69, 107}},
		"virtual.acl2020.org":    {[2]int{644, 716}, [2]int{558, 632}},
		"code.dccouncil.gov":     {[2]int{4005, 4261}, [2]int{2033, 2287}},
		"virtual.2020.emnlp.org": {[2]int{67, 67}, [2]int{9, 11}},
		"uima.apache.org":        {[2]int{33, 33}, [2]int{3, 4}},
	}
	pages, err := webboxtest.LabelledPages()
	if err != nil {
		t.Fatal(err)
	}
	var cells, requests counts
	for _, w := range webs {
		web, documents, err := openWeb(t.Context(), w)
		if err != nil {
			t.Fatal(err)
		}
		defer web.Close()
		got, all := countsOf(t, web, lab.Documents(web, documents))
		want := published[w.Name]
		t.Logf("%s, %d requests: breadth-first %v, published %v; oracle %v, published %v", w.Name, all, got.breadthFirst, want.breadthFirst, got.oracle, want.oracle)
		for i := range 2 {
			if math.Abs(float64(got.breadthFirst[i]-want.breadthFirst[i])) > max(10, 0.04*float64(all)) {
				t.Errorf("%s: breadth-first needs %d requests, published are %d", w.Name, got.breadthFirst[i], want.breadthFirst[i])
			}
			if math.Abs(float64(got.oracle[i]-want.oracle[i])) > max(10, 0.04*float64(all)) {
				t.Errorf("%s: the oracle needs %d requests, published are %d", w.Name, got.oracle[i], want.oracle[i])
			}
		}
		if !slices.ContainsFunc(universities, func(u university) bool { return u.web == w.Name }) {
			continue
		}
		for _, class := range classes {
			listed := map[weburl.Key]bool{}
			for _, p := range pages {
				if u, err := weburl.Parse(p.URL); err == nil && p.Label == class.name {
					listed[u.Key()] = true
				}
			}
			got, all := countsOf(t, web, lab.Pages(listed))
			for i := range 2 {
				cells.breadthFirst[i] += got.breadthFirst[i]
				cells.oracle[i] += got.oracle[i]
				requests.breadthFirst[i] += all
			}
		}
	}
	want := counts{[2]int{26371, 29275}, [2]int{615, 701}}
	t.Logf("twelve cells: breadth-first %v, published %v; oracle %v, published %v", cells.breadthFirst, want.breadthFirst, cells.oracle, want.oracle)
	for i := range 2 {
		if math.Abs(float64(cells.breadthFirst[i]-want.breadthFirst[i])) > 0.03*float64(requests.breadthFirst[i]) ||
			math.Abs(float64(cells.oracle[i]-want.oracle[i])) > 0.03*float64(want.oracle[i]) {
			t.Errorf("twelve cells: breadth-first %d, published %d; oracle %d, published %d", cells.breadthFirst[i], want.breadthFirst[i], cells.oracle[i], want.oracle[i])
		}
	}
}

// countsOf returns how many requests breadth-first and the oracle need, and how many breadth-first makes, without redirects and queries.
func countsOf(t *testing.T, web *lab.Web, targets lab.Targets) (c counts, all int) {
	t.Helper()
	oracle, err := lab.Oracle(t.Context(), web, targets)
	if err != nil {
		t.Fatal(err)
	}
	walk, err := lab.Run(t.Context(), web, plainWalk{}, targets, lab.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	for i, share := range []float64{0.8, 0.9} {
		n, _ := walk.Until(share, oracle.Targets())
		c.breadthFirst[i] = plain(walk, n)
		n, _ = oracle.Until(share, oracle.Targets())
		c.oracle[i] = plain(oracle, n)
	}
	return c, plain(walk, len(walk.Known))
}

// plain returns how many of the first requests of a walk are neither redirects nor URLs with a query.
func plain(w *lab.Walk, requests int) (n int) {
	for i, u := range w.Requests[:requests] {
		if w.Status[i]/100 != 3 && !strings.Contains(u, "?") {
			n++
		}
	}
	return n
}
