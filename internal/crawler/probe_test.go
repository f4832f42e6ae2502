package crawler_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"sluice/crawl"
	"sluice/focus"
	"sluice/internal/archive"
	"sluice/internal/catalogue"
	"sluice/internal/crawler"
	"sluice/internal/frontier"
	"sluice/library"
	"sluice/page"
	"sluice/weburl"
)

var probeURL = regexp.MustCompile(`/[bcdfghjklmnpqrstvwxz]{14}$`)

// probes returns the requests for URLs that nobody has linked to.
func (w *web) probes() []string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return slices.DeleteFunc(slices.Clone(w.asked), func(s string) bool { return !probeURL.MatchString(s) })
}

const menu = "<p>Home News People Research Library Contact Imprint Search Help Sitemap Press Jobs Events Login Shop Blog Forum"

// essay is a page with a text of its own below the menu of its site.
func essay(topic string, refs ...string) http.HandlerFunc {
	var b strings.Builder
	fmt.Fprintf(&b, "<!DOCTYPE html><title>Site</title>%s<h1>%s</h1><p>What we know of %s<ul>", menu, topic, topic)
	for _, r := range refs {
		fmt.Fprintf(&b, "<li><a href=%q>%s</a>", r, r)
	}
	return raw("text/html; charset=utf-8", b.String())
}

// oops answers any URL with a page that is none, whose words package notfound does not know.
func oops(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	fmt.Fprintf(w, "<!DOCTYPE html><title>Site</title>%s<h1>Oops, %s went fishing</h1><p>Visitor %d, %s. <a href=/trap/%s>Try your luck</a> <a href=/report.pdf>Report</a>",
		menu, r.URL.Path, rand.IntN(1000), time.Unix(rand.Int64N(1e9), 0).Format("Monday 2 January 2006"), chance())
}

var topics = []string{
	"lichens", "glaciers", "printing", "harbours", "violins", "comets", "bridges", "tapestry", "salt", "windmills", "clocks", "maps",
	"orchards", "sundials", "lighthouses", "canals", "looms", "meadows", "quarries", "ferries", "beacons", "kilns", "sails", "barns",
}

// siteOf returns a site of essays below a folder, of which the front page links to those and then to other URLs.
func siteOf(host, folder string, refs ...string) pages {
	all := pages{}
	var list []string
	for _, topic := range topics {
		list = append(list, folder+topic)
		all[host+folder+topic] = essay(topic)
	}
	all[host+folder] = essay("all of it", append(list, refs...)...)
	return all
}

// brokenLinks returns URLs below a folder that have no page.
func brokenLinks(folder string, n int) (list []string) {
	for i := range n {
		list = append(list, fmt.Sprintf("%sbroken-%c", folder, 'a'+i))
	}
	return list
}

// wantMissing checks that URLs of a.test are soft 404s.
func wantMissing(t *testing.T, o *outcome, urls ...string) {
	t.Helper()
	for _, u := range urls {
		row := o.rows["http://a.test"+u]
		if row.Outcome != library.Failed || row.Cause != catalogue.CauseSoft404 || row.File == "" || row.Intake != 0 {
			t.Errorf("%s: outcome %d, cause %q, file %q, intake %d; want a soft 404 in the archive", u, row.Outcome, row.Cause, row.File, row.Intake)
		}
	}
}

// wantEssays checks that no page of a site is lost.
func wantEssays(t *testing.T, o *outcome, folder string) {
	t.Helper()
	for _, topic := range append([]string{""}, topics...) {
		if row := o.rows["http://a.test"+folder+topic]; row.Outcome != library.Fetched || row.Cause != "" {
			t.Errorf("%s: outcome %d, cause %q, want a page", folder+topic, row.Outcome, row.Cause)
		}
	}
}

// wantHidden checks that the answers to probes are no rows that a list or a count shows.
func wantHidden(t *testing.T, o *outcome, w *web, n int) {
	t.Helper()
	if got := w.probes(); len(got) != n {
		t.Errorf("probes %v, want %d", got, n)
	}
	for u, row := range o.rows {
		if probeURL.MatchString(u) && (row.Outcome != library.Refused || row.Cause != "probe" || row.File == "") {
			t.Errorf("probe %s: outcome %d, cause %q, file %q", u, row.Outcome, row.Cause, row.File)
		}
	}
}

func TestUnlinkedURLShowsSoft404s(t *testing.T) {
	broken := brokenLinks("/", 6)
	refs := slices.Concat([]string{"/index.html"}, broken)
	all := siteOf("a.test", "/", refs...)
	all["a.test/robots.txt"], all["a.test/*"] = status(404), oops
	all["a.test/report.pdf"] = raw("application/pdf", pdf)
	w := newWeb(t, all)
	o := crawlWeb(t, w)
	wantEssays(t, o, "/")
	wantMissing(t, o, broken...)
	wantHidden(t, o, w, 1)
	if o.Stats.Errors < 6 || !o.rows["http://a.test/report.pdf"].Document {
		t.Errorf("%d errors; document %v", o.Stats.Errors, o.rows["http://a.test/report.pdf"].Document)
	}
	for _, r := range w.requests() {
		if strings.HasPrefix(r, "a.test/trap/") && w.times(r) > 2 {
			t.Errorf("%s was requested %d times", r, w.times(r))
		}
	}
}

// requestedOnce checks that no URL of a list was requested twice.
func (w *web) requestedOnce(t *testing.T, urls ...string) {
	t.Helper()
	for _, u := range urls {
		if n := w.times("a.test" + u); n != 1 {
			t.Errorf("%s was requested %d times, want once", u, n)
		}
	}
}

func TestSoft404sBeforeTheProbeAreNoPages(t *testing.T) {
	for name, missing := range map[string]http.HandlerFunc{"page": oops, "redirect": moved("/")} {
		t.Run(name, func(t *testing.T) {
			broken := brokenLinks("/", 6)
			all := siteOf("a.test", "/")
			all["a.test/"] = essay("all of it", append(slices.Clone(broken), topics...)...) // they come first
			all["a.test/robots.txt"], all["a.test/*"] = status(404), missing
			all["a.test/report.pdf"] = raw("application/pdf", pdf)
			w := newWeb(t, all)
			cat := newCatalogue(t)
			o := run(t, crawl.Config{
				Seeds: []string{"http://a.test/"}, Network: crawl.Network{Proxy: w.URL}, Politeness: crawl.Politeness{PerHost: 1}, Strategy: focus.BreadthFirst{},
			}, crawler.Parts{Catalogue: cat, Archive: archive.NewMemory()})
			wantEssays(t, o, "/")
			wantMissing(t, o, broken...)
			wantHidden(t, o, w, 1)
			w.requestedOnce(t, broken...)
			totals, _, err := cat.Totals(t.Context())
			if err != nil || totals.Pages != o.Stats.Pages || totals.Errors != o.Stats.Errors || totals.Redirects != o.Stats.Redirects || totals.Pages != int64(len(topics)+1) {
				t.Errorf("the library has %+v, %v; the crawl counted %+v", totals, err, o.Stats.Totals)
			}
			if n := o.crawl.Metrics().Errors[catalogue.CauseSoft404]; n != o.Stats.Errors {
				t.Errorf("%d errors with cause soft 404 of %d", n, o.Stats.Errors)
			}
		})
	}
}

// TestKilledCrawlJudgesWhatCameBeforeItsProbe: the crawl ends without any notice while its probe waits, and continues.
func TestKilledCrawlJudgesWhatCameBeforeItsProbe(t *testing.T) {
	broken := brokenLinks("/", 6)
	all := siteOf("a.test", "/")
	all["a.test/"] = essay("all of it", append(slices.Clone(broken), topics...)...)
	ctx, kill := context.WithCancel(t.Context())
	defer kill()
	asked := 0
	all["a.test/robots.txt"] = status(404)
	all["a.test/*"] = func(w http.ResponseWriter, r *http.Request) {
		if !probeURL.MatchString(r.URL.Path) {
			oops(w, r)
			return
		}
		if asked++; asked == 1 {
			kill()
			<-r.Context().Done()
			return
		}
		oops(w, r)
	}
	w := newWeb(t, all)
	dir := t.TempDir()
	cfg := crawl.Config{
		Seeds: []string{"http://a.test/"}, Network: crawl.Network{Proxy: w.URL}, Politeness: crawl.Politeness{PerHost: 1}, Strategy: focus.BreadthFirst{},
	}
	parts := crawler.Parts{Catalogue: newCatalogue(t), Archive: archive.NewMemory()}
	var o *outcome
	all404s := map[string]bool{}
	for _, ctx := range []context.Context{ctx, t.Context()} {
		f, err := frontier.Open(t.Context(), dir, frontier.Options{Delay: time.Millisecond, PerHost: 1})
		if err != nil {
			t.Fatal(err)
		}
		parts.Frontier = f
		o = runUntil(t, ctx, cfg, parts)
		for u := range o.rows {
			all404s[u] = u != "http://a.test/" && !slices.Contains(topics, strings.TrimPrefix(u, "http://a.test/"))
		}
		if err := f.Close(); err != nil {
			t.Fatal(err)
		}
	}
	if n := w.probes(); len(n) != 2 || n[0] != n[1] {
		t.Errorf("probes %v, want the same one twice", n)
	}
	w.requestedOnce(t, broken...)
	for u, is := range all404s {
		if _, isPage, err := parts.Catalogue.Validator(t.Context(), u); is == isPage || err != nil {
			t.Errorf("%s: soft 404: %t, page of the library: %t, %v", u, is, isPage, err)
		}
	}
	totals, _, err := parts.Catalogue.(*catalogue.Catalogue).Totals(t.Context())
	if err != nil || totals.Pages != int64(len(topics)+1) || totals.Errors < int64(len(broken)) || o.Stats.Run.Pages < 0 {
		t.Errorf("the library has %+v, %v; the last run counted %d pages", totals, err, o.Stats.Run.Pages)
	}
}

// TestSeedStaysPageOnHostThatSendsItUnderEveryURL crawls an application, whose server knows no "404 Not Found", and crawls it again.
func TestSeedStaysPageOnHostThatSendsItUnderEveryURL(t *testing.T) {
	all := siteOf("a.test", "/app/")
	all["a.test/robots.txt"] = status(404)
	all["a.test/app/start"] = all["a.test/app/"]
	all["a.test/*"] = all["a.test/app/"]
	delete(all, "a.test/app/")
	w := newWeb(t, all)
	parts := crawler.Parts{Catalogue: newCatalogue(t), Archive: archive.NewMemory()}
	cfg := crawl.Config{Seeds: []string{"http://a.test/app/start"}, Network: crawl.Network{Proxy: w.URL}, Politeness: crawl.Politeness{Delay: -1, PerHost: 1}}
	for range 2 {
		o := run(t, cfg, parts)
		if row := o.rows["http://a.test/app/start"]; row.Outcome != library.Fetched || o.State != crawl.Done {
			t.Errorf("state %s, seed %+v", o.State, row)
		}
		for _, topic := range topics {
			if row := o.rows["http://a.test/app/"+topic]; row.Outcome != library.Fetched {
				t.Errorf("%s: %+v, want a page", topic, row)
			}
		}
		cfg.Again = true
	}
	if n := len(w.probes()); n == 0 {
		t.Error("no probe was made")
	}
}

func TestProbeOfABusyHostIsRepeatedLater(t *testing.T) {
	broken := brokenLinks("/", 6)
	all := siteOf("a.test", "/", broken...)
	asked := 0
	all["a.test/robots.txt"] = status(404)
	all["a.test/*"] = func(w http.ResponseWriter, r *http.Request) {
		if probeURL.MatchString(r.URL.Path) {
			if asked++; asked == 1 {
				w.Header().Set("Retry-After", "1")
				w.WriteHeader(http.StatusTooManyRequests)
				return
			}
		}
		oops(w, r)
	}
	w := newWeb(t, all)
	o := crawlWeb(t, w, func(c *crawl.Config) { c.Politeness.Retries = 2 })
	wantEssays(t, o, "/")
	wantMissing(t, o, broken...)
	if p := w.probes(); len(p) != 2 || p[0] != p[1] {
		t.Errorf("probes %v, want the same one twice", p)
	}
	if n := o.crawl.Metrics().HostPauses; n != 1 {
		t.Errorf("the host was delayed %d times, want once", n)
	}
}

func TestProbeWithoutAnswerIsNotRepeated(t *testing.T) {
	all := siteOf("a.test", "/", brokenLinks("/", 6)...)
	all["a.test/robots.txt"] = status(404)
	all["a.test/*"] = func(w http.ResponseWriter, r *http.Request) {
		if probeURL.MatchString(r.URL.Path) {
			panic(http.ErrAbortHandler)
		}
		oops(w, r)
	}
	w := newWeb(t, all)
	f := frontier.NewMemory(frontier.Options{Delay: time.Millisecond, PerHost: 1})
	parts := crawler.Parts{Frontier: f, Catalogue: newCatalogue(t), Archive: archive.NewMemory()}
	cfg := crawl.Config{Seeds: []string{"http://a.test/"}, Network: crawl.Network{Proxy: w.URL}}
	o := run(t, cfg, parts)
	failed := int64(0) // pages: the connection that a probe ends may be theirs, too
	for url, row := range o.rows {
		if row.Outcome == library.Failed && row.Status == 0 && !probeURL.MatchString(url) {
			failed++
		}
	}
	if o.Stats.Errors > failed {
		t.Errorf("%d errors (%v), want none of a probe", o.Stats.Errors, o.Result.Errors)
	}
	asked := len(w.probes())
	cfg.Again = true
	run(t, cfg, parts)
	if n := len(w.probes()); n != asked {
		t.Errorf("%d probes in the next crawl, want none", n-asked)
	}
}

// TestRefusedProbeIsGivenUp has a hook that admits what it knows only: nothing is kept for an answer that never comes.
func TestRefusedProbeIsGivenUp(t *testing.T) {
	all := siteOf("a.test", "/")
	all["a.test/robots.txt"], all["a.test/*"] = status(404), oops
	w := newWeb(t, all)
	f := frontier.NewMemory(frontier.Options{PerHost: 1})
	cfg := crawl.Config{Seeds: []string{"http://a.test/"}, Network: crawl.Network{Proxy: w.URL}}
	cfg.Hooks.Link = func(_ weburl.URL, l *page.Link) bool { return !probeURL.MatchString(l.URL.String()) }
	run(t, cfg, crawler.Parts{Frontier: f})
	state, err := f.State(t.Context(), "crawl/unlinked/a.test")
	if err != nil || len(state) == 0 || strings.Contains(string(state), "asked") || strings.Contains(string(state), "lichens") {
		t.Errorf("the state is %q, %v; want a result without answers", state, err)
	}
	if p := w.probes(); len(p) != 0 {
		t.Errorf("probes %v, want none", p)
	}
}

func TestLoginPageThatAnswersAProbeSaysNothing(t *testing.T) {
	shut := brokenLinks("/", 6)
	all := siteOf("a.test", "/", shut...)
	all["a.test/robots.txt"], all["a.test/*"] = status(404), moved("/login")
	all["a.test/login"] = essay("who may enter")
	w := newWeb(t, all)
	o := crawlWeb(t, w)
	for _, u := range shut {
		if row := o.rows["http://a.test"+u]; row.Outcome != library.Redirected {
			t.Errorf("%s: outcome %d, cause %q, want a redirect", u, row.Outcome, row.Cause)
		}
	}
	wantHidden(t, o, w, 1)
}

func TestProbeUsesNoBudgetOfPages(t *testing.T) {
	all := siteOf("a.test", "/")
	all["a.test/robots.txt"], all["a.test/*"] = status(404), oops
	w := newWeb(t, all)
	r := begin(t, t.Context(), crawl.Config{Seeds: []string{"http://a.test/"}, Network: crawl.Network{Proxy: w.URL}, Politeness: crawl.Politeness{PerHost: 1}})
	if err := r.SetSiteRules(t.Context(), "a.test", crawl.SiteRules{MaxPages: int64(len(topics) + 1)}); err != nil {
		t.Fatal(err)
	}
	o := r.wait()
	wantEssays(t, o, "/")
	wantHidden(t, o, w, 1)
}

func TestUnlinkedURLRedirectedShowsSoft404s(t *testing.T) {
	for _, to := range []string{"/", "/lichens"} {
		t.Run(to, func(t *testing.T) {
			broken := brokenLinks("/", 8)
			all := siteOf("a.test", "/", broken...)
			all["a.test/robots.txt"], all["a.test/*"] = status(404), moved(to)
			w := newWeb(t, all)
			o := crawlWeb(t, w)
			wantEssays(t, o, "/")
			wantMissing(t, o, broken...)
			wantHidden(t, o, w, 1)
		})
	}
}

func TestFolderOfUserHasProbeOfItsOwn(t *testing.T) {
	broken := brokenLinks("/~anna/", 6)
	all := siteOf("a.test", "/~anna/", broken...)
	all["a.test/"] = essay("home", "/~anna/", "/gone", "/also-gone")
	all["a.test/robots.txt"] = status(404)
	all["a.test/*"] = func(w http.ResponseWriter, r *http.Request) {
		if strings.HasPrefix(r.URL.Path, "/~anna/") {
			oops(w, r)
			return
		}
		http.NotFound(w, r)
	}
	w := newWeb(t, all)
	o := crawlWeb(t, w)
	wantEssays(t, o, "/~anna/")
	wantMissing(t, o, broken...)
	wantHidden(t, o, w, 1)
	if p := w.probes(); len(p) != 1 || !strings.HasPrefix(p[0], "a.test/~anna/") {
		t.Errorf("probes %v, want one of the folder", p)
	}
}

func TestHonestHostLosesNoPage(t *testing.T) {
	for name, missing := range map[string]http.HandlerFunc{
		"404":              status(404),
		"page of its own":  oops,
		"other page of it": essay("nothing at all"),
	} {
		t.Run(name, func(t *testing.T) {
			all := siteOf("a.test", "/")
			all["a.test/robots.txt"], all["a.test/*"] = status(404), missing
			w := newWeb(t, all)
			o := crawlWeb(t, w)
			wantEssays(t, o, "/")
			wantHidden(t, o, w, 1)
			if n := int64(len(topics) + 1); o.Stats.Pages < n || o.Stats.Errors != 0 {
				t.Errorf("%d pages, %d errors", o.Stats.Pages, o.Stats.Errors)
			}
		})
	}
}

func TestHostThatHasSent404GetsNoProbe(t *testing.T) {
	all := siteOf("a.test", "/")
	all["a.test/list"] = all["a.test/"]
	all["a.test/"] = essay("some of it", "/gone", "/list") // the 404 is read long before the answers are enough for a probe
	all["a.test/robots.txt"] = status(404)
	w := newWeb(t, all)
	o := crawlWeb(t, w, func(c *crawl.Config) { c.Strategy, c.Politeness.PerHost = nil, 1 })
	wantEssays(t, o, "/")
	wantHidden(t, o, w, 0)
}

func TestHostOfOnePageKeepsItsFrontPage(t *testing.T) {
	for name, front := range map[string]http.HandlerFunc{"same page": nil, "redirect": moved("/app")} {
		t.Run(name, func(t *testing.T) {
			all := pages{"a.test/robots.txt": status(404)}
			all["a.test/*"] = essay("our application", topics...)
			if front != nil {
				all["a.test/"] = front
			}
			w := newWeb(t, all)
			o := crawlWeb(t, w)
			kept := "http://a.test/"
			if front != nil {
				kept = "http://a.test/app"
			}
			if row := o.rows[kept]; row.Outcome != library.Fetched || row.Cause != "" {
				t.Errorf("front page: outcome %d, cause %q", row.Outcome, row.Cause)
			}
			wantMissing(t, o, "/lichens", "/barns")
		})
	}
}

func TestProbeObeysRobots(t *testing.T) {
	for _, c := range []struct {
		name, robots, folder string
		probes               int
	}{
		{"other folder", "User-agent: *\nAllow: /$\nAllow: /open/\nDisallow: /\n", "/open/", 1},
		{"none", "User-agent: *\nAllow: /$\nAllow: /open/$\nAllow: /open/" + strings.Join(topics, "$\nAllow: /open/") + "$\nDisallow: /\n", "/open/", 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			all := siteOf("a.test", c.folder)
			all["a.test/"] = essay("home", c.folder)
			all["a.test/robots.txt"], all["a.test/*"] = raw("text/plain", c.robots), oops
			w := newWeb(t, all)
			o := crawlWeb(t, w)
			for _, p := range w.probes() {
				if !strings.HasPrefix(p, "a.test"+c.folder) {
					t.Errorf("probe %s is forbidden", p)
				}
			}
			if n := len(w.probes()); n != c.probes {
				t.Errorf("%d probes, want %d", n, c.probes)
			}
			wantEssays(t, o, c.folder)
		})
	}
}

func TestProbeResultSurvivesARestart(t *testing.T) {
	broken := brokenLinks("/", 4)
	all := siteOf("a.test", "/")
	all["a.test/robots.txt"], all["a.test/*"] = status(404), oops
	all["a.test/more"] = essay("more", broken...)
	w := newWeb(t, all)
	dir := t.TempDir()
	for _, seed := range []string{"/", "/more"} {
		f, err := frontier.Open(t.Context(), dir, frontier.Options{Delay: time.Millisecond, PerHost: 1})
		if err != nil {
			t.Fatal(err)
		}
		o := run(t, crawl.Config{
			Seeds: []string{"http://a.test" + seed}, Network: crawl.Network{Proxy: w.URL}, Politeness: crawl.Politeness{Delay: -1},
		}, crawler.Parts{Frontier: f})
		if seed == "/more" {
			wantMissing(t, o, broken...)
		}
		if err := f.Close(); err != nil {
			t.Fatal(err)
		}
	}
	if n := len(w.probes()); n != 1 {
		t.Errorf("%d probes in two runs, want one", n)
	}
}

func TestReplayJudgesSoft404sAsTheCrawlDid(t *testing.T) {
	all := siteOf("a.test", "/", brokenLinks("/other/", 4)...)
	all["a.test/"] = essay("all of it", slices.Concat(brokenLinks("/", 8), topics, brokenLinks("/other/", 4))...)
	all["a.test/robots.txt"], all["a.test/*"] = status(404), oops
	w := newWeb(t, all)
	dir := t.TempDir()
	a, err := archive.Open(t.Context(), dir, archive.Options{}, archive.Position{})
	if err != nil {
		t.Fatal(err)
	}
	cfg := crawl.Config{
		Seeds: []string{"http://a.test/"}, Network: crawl.Network{Proxy: w.URL}, Politeness: crawl.Politeness{Delay: time.Millisecond, PerHost: 1},
	}
	o := run(t, cfg, crawler.Parts{Archive: a})
	if err := a.Close(); err != nil {
		t.Fatal(err)
	}
	again, f := replayed(t, dir, cfg)
	if o.Stats.Pages != again.Stats.Pages || o.Stats.Errors != again.Stats.Errors || o.Stats.Errors < 12 {
		t.Errorf("crawl: %d pages, %d errors; replay: %d pages, %d errors", o.Stats.Pages, o.Stats.Errors, again.Stats.Pages, again.Stats.Errors)
	}
	if list := waiting(t, f); len(list) != 0 {
		t.Errorf("URLs wait after the replay: %v", list)
	}
}

func TestRulesSwitchProbesOff(t *testing.T) {
	for _, rule := range []string{"-soft-404", "-same-answer"} {
		all := siteOf("a.test", "/", brokenLinks("/", 4)...)
		all["a.test/robots.txt"], all["a.test/*"] = status(404), essay("nothing")
		w := newWeb(t, all)
		crawlWeb(t, w, func(c *crawl.Config) { c.Scope.Rules = []string{rule} })
		if p := w.probes(); len(p) != 0 {
			t.Errorf("%s: probes %v", rule, p)
		}
	}
}
