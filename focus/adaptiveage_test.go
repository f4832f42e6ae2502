package focus_test

import (
	"fmt"
	"testing"
	"time"

	"sluice/focus"
	"sluice/page"
)

// scoresWithAges lets adaptive crawl the pages of a host, each with a link to one that is there, or is dead if its page is older than a year.
// It returns the scores of a link on a page of each age.
func scoresWithAges(t *testing.T, ages ...time.Duration) []float64 {
	t.Helper()
	const year = 365 * 24 * time.Hour
	s := named(t, "adaptive", 0)
	visit := func(path, html string, age time.Duration) *focus.Visit {
		p := parseAt(t, "http://a.example"+path, html)
		s.Place(nil, &page.Link{URL: p.URL, Kind: page.KindSeed})
		v := &focus.Visit{URL: p.URL, Status: 200, Page: p, Age: age}
		s.Learn(v)
		return v
	}
	for i := range 60 * len(ages) {
		age := ages[i%len(ages)]
		v := visit(fmt.Sprintf("/list%d/", i), fmt.Sprintf("<a href=/to/%d.html>x</a>", i), age)
		at := s.Place(v, &v.Page.Links[0])
		answer := &focus.Visit{URL: v.Page.Links[0].URL, Status: 404, Lane: at.Lane, Score: at.Score, Depth: 1}
		if age <= year {
			answer.Status, answer.Page, answer.Documents = 200, parseAt(t, answer.URL.String(), "<p>text"), 1
		}
		s.Learn(answer)
		s.(focus.Tender).Tend(noWaiting{})
	}
	var scores []float64
	for i, age := range ages {
		v := visit("/last/", fmt.Sprintf("<a href=/more/%d.html>x</a>", i), age)
		scores = append(scores, s.Place(v, &v.Page.Links[0]).Score)
	}
	return scores
}

// TestAdaptiveLearnsFromTheAgeOfPages: those that are older than others of their host have more dead links here.
func TestAdaptiveLearnsFromTheAgeOfPages(t *testing.T) {
	const year = 365 * 24 * time.Hour
	if got := scoresWithAges(t, year/2, 9*year); !(got[0] > got[1]) {
		t.Errorf("scores %v of links on young and old pages; want the first ones higher", got)
	}
}

// TestOneAgeOfAllPagesSaysNothing: a copy of a site may have the time of copying on each page.
func TestOneAgeOfAllPagesSaysNothing(t *testing.T) {
	const quarter = 91 * 24 * time.Hour
	unknown := scoresWithAges(t, 0)
	if got := scoresWithAges(t, quarter); got[0] != unknown[0] {
		t.Errorf("a link on a page of the age of all pages scores %v, want %v as on pages of unknown age", got[0], unknown[0])
	}
}
