package crawler_test

import (
	"fmt"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"sluice/crawl"
	"sluice/internal/catalogue"
	"sluice/internal/crawler"
	"sluice/library"
)

// checkForRobots answers with the challenge of a vendor, which links to /trap.
func checkForRobots(status int) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		w.WriteHeader(status)
		fmt.Fprint(w, `<title>Just a moment...</title><script>window._cf_chl_opt={}</script><a href="/trap">help</a>`)
	}
}

// loginForm answers with a form to log in.
var loginForm = raw("text/html", `<title>Log in</title><form method=post><input name=user><input type=password name=pass></form><a href="/trap">help</a>`)

// crawlWeb crawls a.test to the end, with so short a politeness delay that pauses of hosts take no time.
func crawlWeb(t *testing.T, w *web, change ...func(*crawl.Config)) *outcome {
	t.Helper()
	cfg := crawl.Config{
		Seeds: []string{"http://a.test/"}, Network: crawl.Network{Proxy: w.URL}, Storage: crawl.Storage{Index: crawl.IndexAll},
		Politeness: crawl.Politeness{Delay: time.Microsecond, PerHost: 1, Retries: -1},
	}
	for _, c := range change {
		c(&cfg)
	}
	return run(t, cfg)
}

func TestChallengeIsNoPage(t *testing.T) {
	const robots = "challenge: check for robots (Cloudflare)"
	for _, test := range []struct {
		name, path string
		answer     http.HandlerFunc
		cause      string
	}{
		{"check for robots", "/x", checkForRobots(200), robots},
		{"check for robots with a status", "/x", checkForRobots(403), robots},
		{"check for robots in place of a document", "/x.pdf", checkForRobots(200), robots},
		{"login form", "/x", loginForm, "challenge: login form"},
		{"login form in place of a document", "/x.pdf", loginForm, "challenge: login form"},
		{"rate limit", "/x", status(429), "challenge: rate limit"},
	} {
		t.Run(test.name, func(t *testing.T) {
			w := newWeb(t, pages{"a.test/": html("Home", test.path, "/other"), "a.test" + test.path: test.answer, "a.test/other": html("Other")})
			o := crawlWeb(t, w)
			row := o.rows["http://a.test"+test.path]
			if row.Outcome != library.Challenged || string(row.Cause) != test.cause || row.Document || row.Intake != 0 {
				t.Errorf("outcome %d, cause %q, document %v, intake %d; want a challenge for %q", row.Outcome, row.Cause, row.Document, row.Intake, test.cause)
			}
			if row.File == "" {
				t.Error("the archive has no record of it")
			}
			if o.Stats.Pages != 2 || o.Stats.Documents != 0 || o.Stats.Errors != 0 {
				t.Errorf("%d pages, %d documents, %d errors, want the two pages", o.Stats.Pages, o.Stats.Documents, o.Stats.Errors)
			}
			if w.times("a.test/trap") != 0 {
				t.Error("a link of the challenge was followed")
			}
		})
	}
}

func TestHostOfChallengesIsAskedLessAndThenGivenUp(t *testing.T) {
	const challenge = "<title>Just a moment...</title><script>window._cf_chl_opt={}</script>"
	sites := siteFolder{}
	var links strings.Builder
	for i := range 60 {
		fmt.Fprintf(&links, "<a href=/p%d.html>%[1]d</a> ", i)
		sites[fmt.Sprintf("a.test/p%d.html", i)] = challenge
		sites[fmt.Sprintf("b.test/p%d.html", i)] = "<title>Page</title>"
	}
	sites["a.test/index.html"], sites["b.test/index.html"] = "<title>A</title>"+links.String(), "<title>B</title>"+links.String()
	s := simulate(t, sitesWeb(t, sites, 1), crawl.Config{Seeds: []string{"http://a.test/", "http://b.test/"}}, nil)
	var times []time.Time
	others := 0
	for _, request := range s.requests {
		when, url, _ := strings.Cut(request, " ")
		at, err := time.Parse(time.RFC3339Nano, when)
		if err != nil {
			t.Fatal(err)
		}
		if strings.HasPrefix(url, "http://a.test/p") {
			times = append(times, at)
		} else if strings.HasPrefix(url, "http://b.test/p") && !isAside(url) {
			others++
		}
	}
	if len(times) != 10 || others != 60 {
		t.Fatalf("%d requests to the host of challenges, want 10; %d to the other, want 60", len(times), others)
	}
	for i := 2; i < len(times); i++ {
		if before, gap := times[i-1].Sub(times[i-2]), times[i].Sub(times[i-1]); gap < before || gap > 6*time.Minute {
			t.Errorf("pause %d is %v, after one of %v", i, gap, before)
		}
	}
	for _, want := range []string{`"host given up: challenge: check for robots (Cloudflare)"`, `"kind": "check for robots (Cloudflare)"`} {
		if !strings.Contains(s.report, want) {
			t.Errorf("the report lacks %s", want)
		}
	}
}

func TestLoginFormsDoNotEndTheirHost(t *testing.T) {
	var refs []string
	all := pages{"a.test/robots.txt": status(404), "a.test/last": html("Last")}
	for i := range 30 {
		refs = append(refs, fmt.Sprint("/edit", i))
		all["a.test"+refs[i]] = loginForm
	}
	all["a.test/"] = html("Home", append(refs, "/last")...)
	o := crawlWeb(t, newWeb(t, all))
	if row := o.rows["http://a.test/last"]; row.Outcome != library.Fetched || len(o.refused) != 0 {
		t.Errorf("the page after 30 login forms has outcome %d, refused %v", row.Outcome, o.refused)
	}
}

func TestAPageBetweenChallengesKeepsTheHost(t *testing.T) {
	var refs []string
	all := pages{"a.test/robots.txt": status(404)}
	for i := range 24 {
		refs = append(refs, fmt.Sprint("/p", i))
		if all["a.test"+refs[i]] = checkForRobots(403); i%3 == 0 {
			all["a.test"+refs[i]] = html(refs[i])
		}
	}
	all["a.test/"] = html("Home", refs...)
	w := newWeb(t, all)
	o := crawlWeb(t, w)
	if len(o.refused) != 0 || len(w.requests()) != 25 {
		t.Errorf("%d requests, refused %v; want all 25", len(w.requests()), o.refused)
	}
}

func TestChallengedURLIsRetriedOnceAndThenKept(t *testing.T) {
	w := newWeb(t, pages{"a.test/": html("Home", "/x"), "a.test/x": checkForRobots(200)})
	o := crawlWeb(t, w, func(c *crawl.Config) { c.Politeness.Retries = 3 })
	if n := w.times("a.test/x"); n != 2 {
		t.Errorf("the challenge was requested %d times, want 2", n)
	}
	if row := o.rows["http://a.test/x"]; row.Outcome != library.Challenged {
		t.Errorf("outcome %d", row.Outcome)
	}
}

func TestChallengeIsTriedAgainByTheNextCrawl(t *testing.T) {
	var passes atomic.Bool
	w := newWeb(t, pages{"a.test/": html("Home", "/x"), "a.test/x": func(w http.ResponseWriter, r *http.Request) {
		if passes.Load() {
			html("Paper", "/more")(w, r)
		} else {
			checkForRobots(200)(w, r)
		}
	}, "a.test/more": html("More")})
	cat := newCatalogue(t)
	cfg := crawl.Config{Seeds: []string{"http://a.test/"}, Network: crawl.Network{Proxy: w.URL}, Politeness: crawl.Politeness{Delay: time.Microsecond, Retries: -1}}
	run(t, cfg, crawler.Parts{Catalogue: cat})
	passes.Store(true)
	cfg.Again = true
	o := run(t, cfg, crawler.Parts{Catalogue: cat})
	if row := o.rows["http://a.test/x"]; row.Outcome != library.Fetched || row.Title != "Paper" || w.times("a.test/more") != 1 {
		t.Errorf("outcome %d, title %q, its link requested %d times", row.Outcome, row.Title, w.times("a.test/more"))
	}
}

func TestSoft404IsAnError(t *testing.T) {
	sorry := raw("text/html", `<title>Page not found | Site</title><p>Sorry. <a href="/trap">Help</a>`)
	w := newWeb(t, pages{"a.test/": html("Home", "/gone", "/gone.pdf"), "a.test/gone": sorry, "a.test/gone.pdf": sorry})
	o := crawlWeb(t, w)
	for _, path := range []string{"/gone", "/gone.pdf"} {
		row := o.rows["http://a.test"+path]
		if row.Outcome != library.Failed || row.Cause != catalogue.CauseSoft404 || row.Intake != 0 || row.File == "" {
			t.Errorf("%s: outcome %d, cause %q, intake %d, file %q", path, row.Outcome, row.Cause, row.Intake, row.File)
		}
	}
	if w.times("a.test/trap") != 0 {
		t.Error("a link of a soft 404 was followed")
	}
}

func TestFrontPageIsNeverASoft404(t *testing.T) {
	w := newWeb(t, pages{"a.test/": raw("text/html", `<title>Page not found</title><a href="/x">x</a>`), "a.test/x": html("X")})
	if o := crawlWeb(t, w); o.rows["http://a.test/x"].Outcome != library.Fetched {
		t.Error("the link of the front page was not followed")
	}
}

func TestPageThatMentionsChallengesIsAPage(t *testing.T) {
	text := strings.Repeat("The lecture treats captchas: verify you are human. Page not found is the text of the status 404 not found. ", 80)
	w := newWeb(t, pages{"a.test/": html("Home", "/x"), "a.test/x": raw("text/html", "<title>How to answer with 404 when a page is not found on a server</title>"+text+`<a href="/more">more</a>`), "a.test/more": html("More")})
	if o := crawlWeb(t, w); o.rows["http://a.test/x"].Outcome != library.Fetched || w.times("a.test/more") != 1 {
		t.Errorf("outcome %d, cause %q", o.rows["http://a.test/x"].Outcome, o.rows["http://a.test/x"].Cause)
	}
}

func TestRulesSwitchTheJudgementOff(t *testing.T) {
	w := newWeb(t, pages{"a.test/": html("Home", "/login", "/gone"), "a.test/login": loginForm, "a.test/gone": raw("text/html", "<title>Page not found</title>")})
	o := crawlWeb(t, w, func(c *crawl.Config) { c.Scope.Rules = []string{"-challenge", "-soft-404"} })
	for _, path := range []string{"/login", "/gone"} {
		if row := o.rows["http://a.test"+path]; row.Outcome != library.Fetched {
			t.Errorf("%s: outcome %d, cause %q", path, row.Outcome, row.Cause)
		}
	}
}
