package freshness_test

import (
	"fmt"
	"math"
	"slices"
	"testing"
	"time"

	"sluice/internal/cycle/freshness"
)

var now = time.Date(2026, 11, 1, 0, 0, 0, 0, time.UTC)

// before returns a visit some days ago.
func before(days int, isChanged bool) freshness.Visit {
	return freshness.Visit{At: now.AddDate(0, 0, -days), IsChanged: isChanged}
}

func noCap(string) float64 { return 86400 }

// TestPagesThatAreDue: the page that changes often is due before the one that never changed, and one that was visited just now is not due.
func TestPagesThatAreDue(t *testing.T) {
	pages := []freshness.History{
		{URL: "http://a.example/still", Host: "a.example", Importance: 1, Visits: []freshness.Visit{before(90, false), before(60, false), before(30, false)}},
		{URL: "http://a.example/news", Host: "a.example", Importance: 1, Visits: []freshness.Visit{before(90, false), before(60, true), before(30, true)}},
		{URL: "http://a.example/now", Host: "a.example", Importance: 1, Visits: []freshness.Visit{before(60, false), before(30, true), before(0, true)}},
		{URL: "http://b.example/", Host: "b.example", Importance: 1},
	}
	p := freshness.NewPlan(slices.Values(pages), 2, noCap, now)
	if p.Pages != 3 || len(p.Hosts) != 1 || p.Hosts[0].Pages != 3 || p.Hosts[0].Due != 2 || math.Abs(p.Hosts[0].Visits-2) > 1e-6 {
		t.Errorf("plan %+v", p)
	}
	if len(p.Due) != 2 || p.Due[0].URL != pages[1].URL || p.Due[1].URL != pages[0].URL || p.Due[0].ChangeRate <= p.Due[1].ChangeRate || p.Due[0].Visits <= p.Due[1].Visits {
		t.Errorf("due are %+v", p.Due)
	}
	if p = freshness.NewPlan(slices.Values(pages), 1, noCap, now); len(p.Due) != 1 || p.Left != 1 {
		t.Errorf("with one request a day %d are due, %d later", len(p.Due), p.Left)
	}
	if p = freshness.NewPlan(slices.Values(pages), 2, func(string) float64 { return 0.5 }, now); math.Abs(p.Hosts[0].Visits-0.5) > 1e-6 {
		t.Errorf("%v visits of a host whose politeness allows half a one", p.Hosts[0].Visits)
	}
	if p = freshness.NewPlan(slices.Values[[]freshness.History](nil), math.NaN(), noCap, now); len(p.Due) != 0 || p.Pages != 0 {
		t.Errorf("plan of nothing %+v", p)
	}
}

// TestPageThatFailsWaitsAgain: a page whose last request failed is not due until it has waited since then, though its last visit was long ago.
func TestPageThatFailsWaitsAgain(t *testing.T) {
	pages := []freshness.History{
		{URL: "http://a.example/there", Host: "a.example", Importance: 1, Visits: []freshness.Visit{before(60, false), before(30, false)}},
		{URL: "http://a.example/fails", Host: "a.example", Importance: 1, Visits: []freshness.Visit{before(60, false), before(30, false)}, Tried: now.AddDate(0, 0, -1)},
	}
	if p := freshness.NewPlan(slices.Values(pages), 0.2, noCap, now); len(p.Due) != 1 || p.Due[0].URL != pages[0].URL {
		t.Errorf("due are %+v, want the page that does not fail", p.Due)
	}
	if p := freshness.NewPlan(slices.Values(pages), 0.2, noCap, now.AddDate(0, 0, 20)); p.Hosts[0].Due != 2 {
		t.Errorf("%d are due after twenty days, want both", p.Hosts[0].Due)
	}
}

// TestAnnouncedChanges: a change that a site announces is due at once if the site was right before, and counts for nothing if it was wrong, if all its
// times are equal, or if it lies in the future.
func TestAnnouncedChanges(t *testing.T) {
	for _, test := range []struct {
		name      string
		changed   bool // what later visits have found of five announced changes
		announced func(page int) time.Time
		visited   int // days ago
		want      bool
	}{
		{"site that was right", true, func(int) time.Time { return now.Add(-2 * time.Hour) }, 2, true},
		{"site that was wrong", false, func(int) time.Time { return now.Add(-2 * time.Hour) }, 2, false},
		{"change in the future", true, func(int) time.Time { return now.AddDate(1, 0, 0) }, 2, false},
		{"change before the last visit", true, func(int) time.Time { return now.AddDate(0, 0, -3) }, 2, false},
		{"day of the last visit that is over", true, func(int) time.Time { return now.AddDate(0, 0, -2) }, 2, true},
		{"day of the last visit that is not over", true, func(int) time.Time { return now.AddDate(0, 0, -1) }, 1, false},
	} {
		var pages []freshness.History
		for i := range 5 {
			pages = append(pages, freshness.History{URL: fmt.Sprintf("http://a.example/%d", i), Host: "a.example", Importance: 1,
				Visits: []freshness.Visit{before(20, false), before(10, test.changed)}, Announced: []time.Time{now.AddDate(0, 0, -15).Add(time.Duration(i) * time.Minute)}, Announcer: "http://a.example/sitemap.xml"})
		}
		last := freshness.History{URL: "http://a.example/last", Host: "a.example", Importance: 1, Visits: []freshness.Visit{{At: now.AddDate(0, 0, -test.visited).Add(time.Hour)}}, Announced: []time.Time{test.announced(5)}, Announcer: "http://a.example/sitemap.xml"}
		p := freshness.NewPlan(slices.Values(append(pages, last)), 6, noCap, now.Add(-time.Hour))
		got := false
		for _, d := range p.Due {
			got = got || d.URL == last.URL && d.Announced.Equal(last.Announced[0])
		}
		if got != test.want {
			t.Errorf("%s: due %t, want %t; hosts %+v", test.name, got, test.want, p.Hosts)
		}
	}
}

func TestTrustInAnnouncements(t *testing.T) {
	visits := func(changed bool) []freshness.Visit { return []freshness.Visit{before(20, false), before(10, changed)} }
	at := func(i int) time.Time { return now.AddDate(0, 0, -12).Add(time.Duration(i) * time.Minute) }
	for _, test := range []struct {
		name         string
		right, wrong int
		want         float64
	}{{"nothing known", 0, 0, 0.8}, {"always right", 15, 0, 0.95}, {"always wrong", 0, 15, 0.2}, {"one in two", 5, 5, 0.6}} {
		var trust freshness.Trust
		for i := range test.right + test.wrong {
			trust.Add([]time.Time{at(i)}, visits(i < test.right))
		}
		if got := trust.Share(); math.Abs(got-test.want) > 1e-9 {
			t.Errorf("%s: trust %v, want %v", test.name, got, test.want)
		}
	}
	var sameDay freshness.Trust
	for i := range 15 { // a day without a time, on which the page was visited: the change came before or after
		day := now.AddDate(0, 0, -12-i)
		sameDay.Add([]time.Time{day}, []freshness.Visit{{At: day.Add(-20 * time.Hour)}, {At: day.Add(12 * time.Hour)}, {At: day.Add(40 * time.Hour)}})
	}
	if got := sameDay.Share(); math.Abs(got-0.8) > 1e-9 {
		t.Errorf("trust %v after changes on days of visits, want that in nothing known", got)
	}
	var equal freshness.Trust
	for range 3 {
		equal.Add([]time.Time{at(0)}, visits(true))
	}
	if got := equal.Share(); got != 0 {
		t.Errorf("trust %v in times that are all equal", got)
	}
}

// TestSitemapsAreVisitedForTheirPages: a sitemap that announces the changes of many pages is visited oftener than one that tells nothing.
func TestSitemapsAreVisitedForTheirPages(t *testing.T) {
	var pages []freshness.History
	for _, host := range []string{"right.example", "wrong.example"} {
		sitemap := "http://" + host + "/sitemap.xml"
		pages = append(pages, freshness.History{URL: sitemap, Host: host, Importance: 1, Visits: []freshness.Visit{before(20, false), before(10, true), before(5, true)}})
		for i := range 30 {
			h := freshness.History{URL: fmt.Sprintf("http://%s/%d", host, i), Host: host, Importance: 1, Visits: []freshness.Visit{before(20, false), before(10, i%2 == 0)}, Announcer: sitemap}
			if i%2 == 0 == (host == "right.example") {
				h.Announced = []time.Time{now.AddDate(0, 0, -15).Add(time.Duration(i) * time.Minute)}
			} else {
				h.Announced = []time.Time{now.AddDate(0, 0, -25).Add(time.Duration(i) * time.Minute)}
			}
			pages = append(pages, h)
		}
	}
	visits := map[string]float64{}
	for _, d := range freshness.NewPlan(slices.Values(pages), 100, noCap, now).Due {
		visits[d.URL] = d.Visits
	}
	if right, wrong := visits["http://right.example/sitemap.xml"], visits["http://wrong.example/sitemap.xml"]; right < 2*wrong || wrong <= 0 {
		t.Errorf("%v visits of the sitemap that is right, %v of the one that is wrong", right, wrong)
	}
}

// TestRecallOfAnnouncements: what a site announces counts beyond chance only.
func TestRecallOfAnnouncements(t *testing.T) {
	for _, test := range []struct {
		name                        string
		right, wrong, missed, still int
		low, high                   float64
	}{
		{"nothing known", 0, 0, 0, 0, 0.3, 0.5}, {"all changes", 50, 0, 0, 50, 0.9, 1}, {"every second change", 50, 0, 50, 50, 0.4, 0.6},
		{"by chance", 30, 10, 60, 20, 0, 0.05}, {"always", 60, 40, 0, 0, 0, 0.1}, {"wrong", 1, 30, 10, 10, 0, 0},
	} {
		var trust freshness.Trust
		for _, cell := range []struct {
			n                      int
			isAnnounced, isChanged bool
		}{{test.right, true, true}, {test.wrong, true, false}, {test.missed, false, true}, {test.still, false, false}} {
			for range cell.n {
				trust.Visited(cell.isAnnounced, cell.isChanged)
			}
		}
		if got := trust.Recall(); got < test.low || got > test.high {
			t.Errorf("%s: recall %v, want %v to %v", test.name, got, test.low, test.high)
		}
	}
}
