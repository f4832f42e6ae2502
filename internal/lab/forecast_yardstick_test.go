//go:build yardstick

package lab_test

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"sluice/focus"
	"sluice/internal/forecast"
	"sluice/internal/lab"
	"sluice/page"
	"sluice/weburl"
)

const (
	forecastEvery = 50   // requests between two forecasts of a walk
	forecastRight = 0.9  // of the intervals of one web, at least
	forecastWidth = 2.0  // mean width of the intervals by the mean number, at most
	highQuantile  = 0.92 // of the high end
)

// forecastStrategies are those whose walks the weights are fitted to.
var forecastStrategies = []string{focus.Default, "breadth-first", "random", "anchor-priority", "tag-path-bandit", "tree-frontier", "evolved", "backlink"}

// outlook is a moment of a walk: what the estimator knew, and what the next requests found.
type outlook struct {
	web, site string // a site is never both fitted to and measured on
	strategy  string
	request   int
	estimator forecast.Estimator
	waiting   int64
	found     int64
	weight    float64
}

// TestQualityForecast measures forecasts on each web, by weights that were fitted to the other webs, and
// prints those that are fitted to all.
func TestQualityForecast(t *testing.T) {
	webs := recordedWebs(t)
	webs = append(webs, singleSites(t)...)
	var all []outlook
	for _, name := range forecastStrategies {
		for _, w := range webs {
			all = append(all, outlooks(t, w, name)...)
		}
	}
	bySite := map[string]*forecast.Weights{}
	var mu sync.Mutex
	var fits sync.WaitGroup
	for _, site := range append(sitesOf(all), "") {
		fits.Go(func() {
			b := fitWeights(all, site)
			mu.Lock()
			defer mu.Unlock()
			bySite[site] = b
		})
	}
	fits.Wait()
	fmt.Printf("weights fitted to all webs: %.3f\n", *bySite[""])
	for _, name := range forecastStrategies {
		var total accuracy
		for _, w := range webs {
			var of accuracy
			for i := range all {
				if o := &all[i]; o.strategy == name && o.web == w.name && !w.lessonOnly {
					of.add(o, bySite[o.site])
				}
			}
			if w.lessonOnly || of.moments == 0 {
				continue
			}
			total.join(&of)
			if name == focus.Default {
				fmt.Printf("QUALITY forecast on %s, weights of other webs: %s\n", w.name, &of)
			}
		}
		fmt.Printf("QUALITY forecast of %s over %d webs: %s\n", name, total.webs, &total)
		if name == focus.Default && (total.right() < forecastRight || total.width/total.found > forecastWidth) {
			t.Errorf("%s: want at least %.2f right, with a width of %.1f times the number at most", &total, forecastRight, forecastWidth)
		}
	}
}

// accuracy sums up forecasts.
type accuracy struct {
	webs, moments, held int
	width, found        float64
}

// add adds a forecast by some weights.
func (a *accuracy) add(o *outlook, b *forecast.Weights) {
	in := o.estimator.Interval(b, o.waiting)
	a.moments++
	if in.Low <= o.found && o.found <= in.High {
		a.held++
	}
	a.width += float64(in.High - in.Low)
	a.found += float64(o.found)
	if os.Getenv("SLUICE_FORECASTS") != "" && o.strategy == focus.Default {
		fmt.Printf("%s after %d requests: %d to %d, found %d\n", o.web, o.request, in.Low, in.High, o.found)
	}
}

// join adds the forecasts of a web.
func (a *accuracy) join(web *accuracy) {
	a.webs++
	a.moments, a.held = a.moments+web.moments, a.held+web.held
	a.width, a.found = a.width+web.width, a.found+web.found
}

func (a *accuracy) right() float64 { return float64(a.held) / float64(a.moments) }

func (a *accuracy) String() string {
	n := float64(a.moments)
	return fmt.Sprintf("%d of %d intervals hold (%.3f), mean width %.1f, mean number of documents %.1f, ratio %.2f", a.held, a.moments, a.right(), a.width/n, a.found/n, a.width/a.found)
}

// singleSites opens each of the small sites that has some pages, to be fitted to.
func singleSites(t *testing.T) (webs []*recordedWeb) {
	t.Helper()
	shared := cmp.Or(os.Getenv("SLUICE_SHARED"), "../../../shared")
	for _, s := range tableOf(t, filepath.Join(shared, "web", "seeds.tsv")) {
		if siteOf(s[0]) == "cornell.edu" {
			continue
		}
		web, err := lab.Open(t.Context(), filepath.Join(shared, "web", "sites"), lab.Options{Hosts: []string{s[0]}, Seeds: []string{"http://" + s[0] + s[1]}})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { web.Close() })
		webs = append(webs, &recordedWeb{name: s[0], web: web, targets: lab.Documents(web, nil), lessonOnly: true})
	}
	return webs
}

// watcher forwards to a strategy and keeps an estimator and its outlooks.
type watcher struct {
	focus.Strategy
	estimator forecast.Estimator
	outlooks  []outlook
	requests  int
	current   *focus.Visit // the page requested last
	links     int          // placed since
	answers   int          // of the documents that it links to
	began     bool
}

func (w *watcher) Place(v *focus.Visit, l *page.Link) focus.Placement {
	w.links++
	return w.Strategy.Place(v, l)
}

func (w *watcher) Again(v *focus.Visit, l *page.Link, was focus.Placement) focus.Placement {
	if a, ok := w.Strategy.(focus.Againer); ok {
		return a.Again(v, l, was)
	}
	return was
}

func (w *watcher) Keeps(k weburl.Key) bool {
	keeper, ok := w.Strategy.(focus.Keeper)
	return ok && keeper.Keeps(k)
}

func (w *watcher) FoundAgain(v *focus.Visit, l *page.Link) {
	w.Strategy.(focus.Keeper).FoundAgain(v, l)
}

func (w *watcher) Tend(waiting focus.Waiting) {
	if t, ok := w.Strategy.(focus.Tender); ok {
		t.Tend(waiting)
	}
}

func (w *watcher) Restore(s focus.State) {
	if r, ok := w.Strategy.(focus.Restorer); ok {
		r.Restore(s)
	}
}

// Choose adds the request before, all of whose links have been placed.
func (w *watcher) Choose(lanes []focus.LaneState, n int) []focus.Share {
	if w.current != nil {
		w.estimator.Request(w.current.Documents, w.links)
		for range w.current.Documents - w.answers { // their hosts do not exist
			w.estimator.Document(false)
		}
		w.requests++
	}
	w.current, w.links, w.answers, w.began = nil, 0, 0, true
	if w.requests%forecastEvery == 0 {
		o := outlook{request: w.requests, estimator: w.estimator}
		for _, l := range lanes {
			o.waiting += l.Waiting
		}
		w.outlooks = append(w.outlooks, o)
	}
	return w.Strategy.Choose(lanes, n)
}

func (w *watcher) Learn(v *focus.Visit) {
	if w.current != nil {
		w.estimator.Document(v.Document)
		w.answers++
	} else if w.began {
		seen := *v
		w.current = &seen
	}
	w.Strategy.Learn(v)
}

// outlooks walks through a web and returns what was to be expected on the way, with what came.
func outlooks(t *testing.T, of *recordedWeb, strategy string) []outlook {
	t.Helper()
	s, err := focus.Named(strategy, 1)
	if err != nil {
		t.Fatal(err)
	}
	w := &watcher{Strategy: s}
	got := walk(t, of.web, w, of.targets)
	if len(got.Known) == 0 {
		return nil
	}
	known := func(requests int) int {
		if requests == 0 {
			return 0
		}
		return got.Known[min(requests, len(got.Known))-1]
	}
	for i := range w.outlooks {
		o := &w.outlooks[i]
		o.web, o.site, o.strategy = of.name, of.name, strategy
		if of.lessonOnly {
			o.site = "web" // which has them all
		}
		o.found = int64(known(o.request+forecast.Requests) - known(o.request))
		o.weight = 1 / float64(max(len(w.outlooks), 10))
	}
	return w.outlooks
}

// sitesOf returns the names of the webs that can be left out.
func sitesOf(all []outlook) (names []string) {
	for i := range all {
		if !slices.Contains(names, all[i].site) {
			names = append(names, all[i].site)
		}
	}
	return names
}

// fitWeights fits weights to all webs but one, and to none that has pages of the same owner.
func fitWeights(all []outlook, but string) *forecast.Weights {
	var used []*outlook
	for i := range all {
		isCornell := strings.HasSuffix(but, "cornell") && all[i].web == "web" || but == "web" && strings.HasSuffix(all[i].web, "cornell")
		if all[i].site != but && !isCornell {
			used = append(used, &all[i])
		}
	}
	return fitQuantile(used, highQuantile)
}
