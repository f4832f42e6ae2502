//go:build yardstick

package lab_test

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"sluice/focus"
	"sluice/internal/lab"
	"sluice/internal/linkvalue"
	"sluice/page"
	"sluice/weburl"
)

// recordedWeb is a real web with what was learned on it.
type recordedWeb struct {
	name       string
	web        *lab.Web
	targets    lab.Targets
	lessons    []*lesson
	lessonOnly bool
}

// TestQualityAdaptive measures how much of the room between breadth-first and the oracle adaptive uses on each web, when its prior
// was learned on the other webs. With SLUICE_PRIOR=FILE it writes the prior of all webs, which ships as internal/linkvalue/prior.bin.
func TestQualityAdaptive(t *testing.T) {
	webs := recordedWebs(t)
	for _, w := range webs {
		w.lessons = lessonsOf(t, w)
	}
	if file := os.Getenv("SLUICE_PRIOR"); file != "" {
		if err := os.WriteFile(file, learnPrior(webs, nil).Prior(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	var room [2][]float64
	for _, w := range webs {
		if w.lessonOnly {
			continue
		}
		oracle, err := lab.Oracle(t.Context(), w.web, w.targets)
		if err != nil {
			t.Fatal(err)
		}
		first := walk(t, w.web, focus.BreadthFirst{}, w.targets)
		got := walk(t, w.web, withState{&focus.Adaptive{}, priorState(learnPrior(webs, w))}, w.targets)
		all := oracle.Targets()
		line := fmt.Sprintf("adaptive on %s, prior of other webs: %d documents, %d requests;", w.name, all, len(first.Known))
		for i, share := range []float64{0.8, 0.9} {
			a, _ := got.Until(share, all)
			b, _ := first.Until(share, all)
			o, _ := oracle.Until(share, all)
			used := lab.RoomUsed(a, b, o)
			line += fmt.Sprintf(" %.0f %%: %d (breadth-first %d, oracle %d), room used %.2f", 100*share, a, b, o, used)
			if b-o > 100 {
				room[i] = append(room[i], used)
			}
			if worse := float64(a-b) / float64(len(first.Known)); worse > 0.05 {
				t.Errorf("%s: worse than breadth-first by %.1f %% of the requests", w.name, 100*worse)
			}
		}
		fmt.Println("QUALITY", line)
	}
	for i, share := range []string{"80", "90"} {
		mean, plusMinus := lab.Mean(room[i])
		fmt.Printf("QUALITY adaptive room used until %s %% of the documents: mean %.3f ± %.3f of %d webs\n", share, mean, plusMinus, len(room[i]))
		if mean < 0.5 {
			t.Errorf("room used at %s %%: %.3f, want at least 0.5", share, mean)
		}
	}
}

// TestQualityAdaptiveCarried measures the same when adaptive has crawled the other webs before, one after the other, with the state of one
// crawl kept for the next.
func TestQualityAdaptiveCarried(t *testing.T) {
	webs := recordedWebs(t)
	for _, w := range webs {
		w.lessons = lessonsOf(t, w)
	}
	var room [2][]float64
	for _, w := range webs {
		if w.lessonOnly {
			continue
		}
		oracle, err := lab.Oracle(t.Context(), w.web, w.targets)
		if err != nil {
			t.Fatal(err)
		}
		first := walk(t, w.web, focus.BreadthFirst{}, w.targets)
		state := priorState(learnPrior(webs, w))
		for _, other := range webs {
			if other != w && !sharesSites(other, w) && other.name != "code.dccouncil.gov" { // its walk takes longer than all others
				walk(t, other.web, withState{&focus.Adaptive{}, state}, other.targets)
			}
		}
		got := walk(t, w.web, withState{&focus.Adaptive{}, state}, w.targets)
		line := fmt.Sprintf("adaptive on %s, after crawls of other webs:", w.name)
		for i, share := range []float64{0.8, 0.9} {
			a, _ := got.Until(share, oracle.Targets())
			b, _ := first.Until(share, oracle.Targets())
			o, _ := oracle.Until(share, oracle.Targets())
			used := lab.RoomUsed(a, b, o)
			line += fmt.Sprintf(" %.0f %%: %d, room used %.2f", 100*share, a, used)
			if b-o > 100 {
				room[i] = append(room[i], used)
			}
		}
		fmt.Println("QUALITY", line)
	}
	for i, share := range []string{"80", "90"} {
		mean, plusMinus := lab.Mean(room[i])
		fmt.Printf("QUALITY adaptive after crawls of other webs, room used until %s %% of the documents: mean %.3f ± %.3f of %d webs\n", share, mean, plusMinus, len(room[i]))
		if mean < 0.5 {
			t.Errorf("room used at %s %% after crawls of other webs: %.3f, want at least 0.5", share, mean)
		}
	}
}

// sharesSites reports whether two webs have pages of one owner.
func sharesSites(a, b *recordedWeb) bool {
	sites := map[string]bool{}
	for _, l := range a.lessons {
		sites[siteOf(l.host)] = true
	}
	return slices.ContainsFunc(b.lessons, func(l *lesson) bool { return sites[siteOf(l.host)] })
}

// stateMap is a strategy's memory.
type stateMap map[string][]byte

func (s stateMap) Get(key string) []byte        { return s[key] }
func (s stateMap) Put(key string, value []byte) { s[key] = value }

// withState is a strategy that restores a state of the test.
type withState struct {
	*focus.Adaptive
	state stateMap
}

func (w withState) Restore(focus.State) { w.Adaptive.Restore(w.state) }

// lesson is a link and what came of it in a breadth-first walk.
type lesson struct {
	host     string
	features linkvalue.Features
	visited  bool
	page     bool
	own      float64
	links    []*lesson
	inLinks  int
	distance int
	worth    float64
}

// observer walks breadth-first and takes lessons.
type observer struct {
	focus.BreadthFirst
	byKey   map[weburl.Key]*lesson
	all     []*lesson
	on      *linkvalue.Context
	current *lesson
}

func (o *observer) Place(v *focus.Visit, l *page.Link) focus.Placement {
	n := &lesson{inLinks: 1, host: l.URL.Host()}
	if l.Kind == page.KindRedirect && o.current != nil {
		n.features, o.current.page = o.current.features, true
	} else {
		n.features = o.on.Features(l)
	}
	if o.current != nil {
		o.current.links = append(o.current.links, n)
		n.distance = o.on.Distance
	}
	o.byKey[l.URL.Key()] = n
	o.all = append(o.all, n)
	return o.BreadthFirst.Place(v, l)
}

func (o *observer) Again(_ *focus.Visit, l *page.Link, was focus.Placement) focus.Placement {
	if n := o.byKey[l.URL.Key()]; n != nil && !n.visited {
		n.inLinks++
		n.features.SetInLinks(n.inLinks)
	}
	return was
}

func (o *observer) Learn(v *focus.Visit) {
	n := o.byKey[v.URL.Key()]
	if n == nil { // a document, which waits in no lane of a strategy
		return
	}
	n.visited, n.page, n.own = true, v.Page != nil, float64(v.Documents)
	o.current = n
	// Pages of these webs have no age: their files have the time of unpacking.
	o.on = &linkvalue.Context{URL: v.URL, Page: v.Page, Depth: v.Depth, Documents: v.Documents, Distance: n.distance + 1}
	if v.Documents > 0 {
		o.on.Distance = 0
	}
}

// lessonsOf returns the lessons of a web.
func lessonsOf(t *testing.T, w *recordedWeb) []*lesson {
	t.Helper()
	o := &observer{byKey: map[weburl.Key]*lesson{}}
	walk(t, w.web, o, w.targets)
	for i := len(o.all) - 1; i >= 0; i-- { // links come after their pages
		var values []float64
		for _, l := range o.all[i].links {
			values = append(values, l.worth)
		}
		o.all[i].worth = prospect(o.all[i].own, values)
	}
	return o.all
}

// prospect returns what a page is worth: the most it brings a request, if the best of its links are followed after it. Own is what it
// brings itself, links are the values of its links, which prospect sorts.
//
// This makes a page that leads to good pages worth something before anyone has seen them (as an index of Gittins 1979 would, for
// pages whose value were known).
func prospect(own float64, links []float64) float64 {
	slices.SortFunc(links, func(a, b float64) int {
		switch {
		case a > b:
			return -1
		case a < b:
			return 1
		}
		return 0
	})
	const discount = 0.5 // of what is behind a link
	best, sum := own, own
	for k, v := range links {
		sum += discount * v
		rate := sum / float64(k+2)
		if rate <= best && k > 0 {
			break
		}
		best = max(best, rate)
	}
	return best
}

// learnPrior learns from all webs but one, and from none of the sites of that one.
func learnPrior(webs []*recordedWeb, but *recordedWeb) *linkvalue.Model {
	const perHost, epochs = 1500, 3
	excluded := map[string]bool{}
	if but != nil {
		for _, l := range but.lessons {
			excluded[siteOf(l.host)] = true
		}
	}
	random := rand.New(rand.NewPCG(0, 5))
	var all []*lesson
	for _, w := range webs {
		if w == but || w.name == "web" { // its part without the hosts of webkb-cornell stands for it
			continue
		}
		of := map[string]float64{}
		for _, l := range w.lessons {
			if l.visited {
				of[l.host]++
			}
		}
		for _, l := range w.lessons {
			if l.visited && !excluded[siteOf(l.host)] && random.Float64() < perHost/of[l.host] {
				all = append(all, l)
			}
		}
	}
	m := linkvalue.New()
	for range epochs {
		random.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
		for _, l := range all {
			if l.page {
				m.LearnPage(l.features, l.worth)
			} else {
				m.LearnDead(l.features)
			}
		}
	}
	return m
}

// siteOf returns what belongs to one owner: a domain, or a host of a service that hosts sites.
func siteOf(host string) string {
	labels := strings.Split(host, ".")
	if strings.HasSuffix(host, ".io") {
		return host
	}
	return strings.Join(labels[max(0, len(labels)-2):], ".")
}

// recordedWebs opens the webs of the shared data: all small sites as one, those outside cornell.edu for lessons, and each large one.
func recordedWebs(t *testing.T) (webs []*recordedWeb) {
	t.Helper()
	shared := cmp.Or(os.Getenv("SLUICE_SHARED"), "../../../shared")
	large := t.TempDir()
	if out, err := exec.CommandContext(t.Context(), "tar", "-xzf", filepath.Join(shared, "web-large", "sites.tar.gz"), "-C", large).CombinedOutput(); err != nil {
		t.Fatalf("unpack the large sites: %v: %s", err, out)
	}
	f, err := os.Open(filepath.Join(shared, "web-large", "documents.tsv"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	list, err := lab.ReadList(io.Reader(f))
	if err != nil {
		t.Fatal(err)
	}
	add := func(name, dir string, o lab.Options, list map[weburl.Key]bool) *recordedWeb {
		web, err := lab.Open(context.WithoutCancel(t.Context()), dir, o)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { web.Close() })
		w := &recordedWeb{name: name, web: web, targets: lab.Documents(web, list)}
		webs = append(webs, w)
		return w
	}
	sites := filepath.Join(shared, "web", "sites")
	entries, err := os.ReadDir(sites)
	if err != nil {
		t.Fatal(err)
	}
	var all, some lab.Options
	for _, e := range entries {
		all.Hosts = append(all.Hosts, e.Name())
		if siteOf(e.Name()) != "cornell.edu" {
			some.Hosts = append(some.Hosts, e.Name())
		}
	}
	for _, s := range tableOf(t, filepath.Join(shared, "web", "seeds.tsv")) {
		all.Seeds = append(all.Seeds, "http://"+s[0]+s[1])
		if siteOf(s[0]) != "cornell.edu" {
			some.Seeds = append(some.Seeds, "http://"+s[0]+s[1])
		}
	}
	add("web", sites, all, nil)
	add("web without cornell.edu", sites, some, nil).lessonOnly = true
	b, err := os.ReadFile(filepath.Join(shared, "web-large", "sites.json"))
	if err != nil {
		t.Fatal(err)
	}
	var described map[string]struct {
		Hosts map[string]int `json:"hosts"`
	}
	if err := json.Unmarshal(b, &described); err != nil {
		t.Fatal(err)
	}
	seeds := tableOf(t, filepath.Join(shared, "web-large", "seeds.tsv"))
	for _, name := range []string{"webkb-cornell", "webkb-washington", "webkb-misc", "virtual.acl2020.org", "code.dccouncil.gov", "virtual.2020.emnlp.org", "uima.apache.org"} {
		o := lab.Options{HTML: true}
		for h := range described[name].Hosts {
			o.Hosts = append(o.Hosts, h)
		}
		for _, s := range seeds {
			if s[2] == name {
				o.Seeds = append(o.Seeds, "http://"+s[0]+s[1])
			}
		}
		add(name, filepath.Join(large, "sites"), o, list)
	}
	return webs
}

// tableOf reads a table of tab-separated values.
func tableOf(t *testing.T, file string) (rows [][]string) {
	t.Helper()
	b, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(b)) {
		rows = append(rows, strings.Split(strings.TrimSuffix(line, "\n"), "\t"))
	}
	return rows
}
