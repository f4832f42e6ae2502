package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

// webFault is a work whose paper a fault of the Web keeps from a harvest.
type webFault struct {
	name    string
	path    string                    // at the host "faults.example", of the URL that the record names
	respond func(http.ResponseWriter) // to it
	want    string                    // what the report says
	asked   int                       // the most requests for its host; 0: not counted
}

// htmlPage returns a response of a page.
func htmlPage(title, body string) func(http.ResponseWriter) {
	return func(w http.ResponseWriter) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		fmt.Fprintf(w, "<html><head><title>%s</title></head><body>%s</body></html>", title, body)
	}
}

// redirect returns a response that redirects.
func redirect(url string) func(http.ResponseWriter) {
	return func(w http.ResponseWriter) {
		w.Header().Set("Location", url)
		w.WriteHeader(http.StatusFound)
	}
}

// printed returns a response of a PDF of one page.
func printed(title, authors string) func(http.ResponseWriter) {
	return func(w http.ResponseWriter) {
		w.Header().Set("Content-Type", "application/pdf")
		fmt.Fprint(w, printedPaper(title, authors))
	}
}

const (
	loginForm = `<h1>Sign in to continue</h1><form action="/login" method="post"><label>User name <input name="username"></label><label>Password <input type="password" name="password"></label><button>Log in</button></form>`
	metaPDF   = `<meta name="citation_title" content="%s"><meta name="citation_pdf_url" content="http://%s"><h1>%[1]s</h1>`
)

var webFaults = []webFault{
	{"landing page that names itself", "one.example/abs/1.html", htmlPage("Circles and Spirals", fmt.Sprintf(metaPDF, "Circles and Spirals", "one.example/abs/1.html")), "the page names no paper", 3},
	{"landing pages that refresh to each other", "two.example/a.html", htmlPage("Doors of the Old House", `<meta http-equiv="refresh" content="0; url=http://two.example/b.html">`), "the page names no paper", 5},
	{"", "two.example/b.html", htmlPage("Doors of the Old House", `<meta http-equiv="refresh" content="0; url=http://two.example/a.html">`), "", 0},
	{"redirects in a circle", "three.example/1.pdf", redirect("http://three.example/2.pdf"), "dead link: redirect loop", 4},
	{"", "three.example/2.pdf", redirect("http://three.example/1.pdf"), "", 0},
	{"check for robots", "four.example/1.pdf", func(w http.ResponseWriter) {
		w.Header().Set("Server", "cloudflare")
		w.WriteHeader(http.StatusForbidden)
		fmt.Fprint(w, captcha)
	}, "the host answers a challenge: check for robots", 3},
	{"rate limit", "five.example/1.pdf", func(w http.ResponseWriter) {
		w.Header().Set("Retry-After", "7200")
		w.WriteHeader(http.StatusTooManyRequests)
	}, "the host answers a challenge: rate limit", 3},
	{"form to log in", "six.example/1.pdf", htmlPage("Sign in", loginForm), "login required", 0},
	{"form to log in at another host", "seven.example/1.pdf", redirect("http://login.example/sso"), "login required", 0},
	{"", "login.example/sso", htmlPage("Sign in", loginForm), "", 0},
	{"status 401", "eight.example/1.pdf", func(w http.ResponseWriter) { w.WriteHeader(http.StatusUnauthorized) }, "login required: status 401", 0},
	{"landing page with status 200 that says 'not found'", "nine.example/abs/1.html", htmlPage("Page not found", "<h1>404 Not Found</h1><p>The page you requested could not be found.</p>"), "the page says 'not found'", 0},
	{"paper with status 200 that says 'not found'", "nine.example/2.pdf", htmlPage("Error 404", "<h1>Page not found</h1><p>The page you requested could not be found.</p>"), "the page says 'not found'", 0},
	{"HTML that is said to be PDF", "ten.example/1.pdf", func(w http.ResponseWriter) {
		w.Header().Set("Content-Type", "application/pdf")
		fmt.Fprint(w, `<!DOCTYPE html><html><head><title>Archive of the society</title></head><body><h1>Welcome</h1><p>The society was founded in the year of the flood.</p></body></html>`)
	}, "HTML instead of the paper", 0},
	{"another's paper behind the landing page", "eleven.example/1.html", htmlPage("Walls of the Old Town", fmt.Sprintf(metaPDF, "Walls of the Old Town", "eleven.example/1.pdf")), "the document is another work: another title", 0},
	{"", "eleven.example/1.pdf", printed("Roofs of the New Village", "Sam Else"), "", 0},
	{"slides of the same title", "twelve.example/talk.pdf", printed("Slides: Gardens in Small Courtyards", "Fault Ann"), "the document is another work", 0},
	{"empty file", "thirteen.example/1.pdf", func(w http.ResponseWriter) { w.Header().Set("Content-Type", "application/pdf") }, "no document", 0},
	{"file of no known format", "fourteen.example/1.pdf", func(w http.ResponseWriter) { fmt.Fprint(w, "\x00\x01\x02\x03 nothing \xff\xfe") }, "the document cannot be read: unknown format", 0},
	{"error of the server", "fifteen.example/1.pdf", func(w http.ResponseWriter) { w.WriteHeader(http.StatusInternalServerError) }, "the host does not answer: status 500", 0},
	{"paper that only the interface of a repository names", "eighteen.example/records/abc12", htmlPage("Staircases of the Lighthouse", `<meta name="generator" content="InvenioRDM"><h1>Staircases of the Lighthouse</h1>`),
		"found (landing page: REST file)", 0},
	{"", "eighteen.example/api/records/abc12/files", func(w http.ResponseWriter) {
		w.Header().Set("Content-Type", "application/hal+json;charset=UTF-8")
		fmt.Fprint(w, `{"entries":[{"key":"staircases.pdf","mimetype":"application/pdf","links":{"content":"http://eighteen.example/api/records/abc12/files/staircases.pdf/content"}}]}`)
	}, "", 0},
	{"", "eighteen.example/api/records/abc12/files/staircases.pdf/content", printed("Staircases of the Lighthouse", "Ann Fault"), "", 0},
	{"full text in JATS", "seventeen.example/1.html", htmlPage("Chimneys of the Harbour Town", `<meta name="citation_title" content="Chimneys of the Harbour Town"><meta name="citation_xml_url" content="http://seventeen.example/1.xml">`),
		"found (landing page: meta citation_xml_url)", 0},
	{"", "seventeen.example/1.xml", func(w http.ResponseWriter) {
		w.Header().Set("Content-Type", "application/xml")
		fmt.Fprintf(w, `<?xml version="1.0"?><!DOCTYPE article PUBLIC "-//NLM//DTD JATS (Z39.96) Journal Publishing DTD v1.2 20190208//EN" "JATS-journalpublishing1.dtd"><article article-type="research-article"><front><article-meta>
			<title-group><article-title>Chimneys of the Harbour Town</article-title></title-group><contrib-group><contrib contrib-type="author"><name><surname>Fault</surname><given-names>Ann</given-names></name></contrib></contrib-group>
			<abstract><p>Chimneys are counted.</p></abstract></article-meta></front><body><sec><title>Introduction</title><p>%s</p></sec></body></article>`, strings.Repeat("The chimneys of the town were counted in spring. ", 60))
	}, "", 0},
	{"a paper, in spite of the others", "sixteen.example/1.pdf", printed("Bridges over Many Rivers", "Ann Fault"), "found (place: record's file)", 0},
}

// TestFaultsOfTheWebAreCausesOfMisses looks for works of which each is kept by another fault. The report must have the cause of each, nothing may be matched wrongly,
// and the others go on.
func TestFaultsOfTheWebAreCausesOfMisses(t *testing.T) {
	longTest(t)
	t.Parallel()
	titles := []string{"Circles and Spirals", "Doors of the Old House", "Fences between Two Neighbours", "Gates without Guards", "Hours of Patience in Queues", "Inns behind Closed Shutters",
		"Journeys to Distant Harbours", "Keys of Forgotten Cabinets", "Lamps in Empty Corridors", "Mirrors in Abandoned Theatres", "Nests under Broken Roofs", "Walls of the Old Town",
		"Gardens in Small Courtyards", "Orchards without any Fruit", "Portraits of Unknown Sailors", "Quarries beneath the Hills", "Staircases of the Lighthouse", "Chimneys of the Harbour Town", "Bridges over Many Rivers"}
	var mu sync.Mutex
	asked := map[string]int{}
	dir, lib := harvestFolder(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/robots.txt" {
			http.NotFound(w, r)
			return
		}
		mu.Lock()
		asked[r.Host]++
		mu.Unlock()
		for _, f := range webFaults {
			if f.path == r.Host+r.URL.Path {
				f.respond(w)
				return
			}
		}
		http.NotFound(w, r)
	}))
	var bib strings.Builder
	var faults []webFault
	for _, f := range webFaults {
		if f.name != "" {
			fmt.Fprintf(&bib, "@article{w%d, title={%s}, author={Fault, Ann}, year=2003, url={http://%s}}\n", len(faults), titles[len(faults)], f.path)
			faults = append(faults, f)
		}
	}
	path := filepath.Join(dir, "faults.bib")
	if err := os.WriteFile(path, []byte(bib.String()), 0o644); err != nil {
		t.Fatal(err)
	}
	r, works := harvestedBy(t, lib, "none", "--bib", path)
	for i, f := range faults {
		w := works[titles[i]]
		if got := w.Outcome(); !strings.HasPrefix(got, f.want) {
			t.Errorf("%s: %q; want %q", f.name, got, f.want)
		}
		host, _, _ := strings.Cut(f.path, "/")
		if f.asked > 0 && asked[host] > f.asked {
			t.Errorf("%s: %d requests; want %d at most", f.name, asked[host], f.asked)
		}
	}
	if r.Summary.Found != 3 || r.Summary.Missed != len(faults)-3 {
		t.Errorf("%d found, %d missed; want 3 and %d", r.Summary.Found, r.Summary.Missed, len(faults)-3)
	}
}

// TestFaultsOfEngines looks for works of four people with an engine that has a fault. The report says so, and the engine and what it names are not asked again and
// again.
func TestFaultsOfEngines(t *testing.T) {
	longTest(t)
	t.Parallel()
	const bib = `@article{a, title={Circles and Spirals}, author={Adams, Ann}, year=2003}
@article{b, title={Doors of the Old House}, author={Berg, Bo}, year=2003}
@article{c, title={Fences between Two Neighbours}, author={Clark, Cy}, year=2003}
@article{d, title={Gates without Guards}, author={Dahl, Di}, year=2003}
`
	for name, test := range map[string]struct {
		engine  string // its description
		respond func(w http.ResponseWriter, phrase string)
		want    string // of each work
		queries int    // the most
		pages   int    // the most requests of what it names
	}{
		"down": {"kind: json, results: hits, link: url, title: title", func(w http.ResponseWriter, _ string) { w.WriteHeader(http.StatusInternalServerError) },
			"the search engines do not answer: odd answers with status 500", 2, 0},
		"HTML for JSON": {"kind: json, results: hits, link: url, title: title", func(w http.ResponseWriter, _ string) { htmlPage("Welcome", "<h1>Search</h1>")(w) },
			"the search engines do not answer: odd answers with HTML where JSON was expected", 2, 0},
		"the same results for each phrase": {"kind: json, results: hits, link: url, title: title", func(w http.ResponseWriter, _ string) {
			hits := make([]map[string]string, 30)
			for i := range hits {
				hits[i] = map[string]string{"url": fmt.Sprintf("http://shop%d.example/", i%3), "title": "Buy Circles and Doors"}
			}
			w.Header().Set("Content-Type", "application/json")
			json.NewEncoder(w).Encode(map[string]any{"hits": hits})
		}, "no homepage was found", 12, 3},
		"sponsored results": {"kind: html, results: '.organic a', sponsored: '.ad a'", func(w http.ResponseWriter, phrase string) {
			htmlPage("Results", `<ul><li class="ad"><a href="http://shop.example/">Homepage of `+strings.ReplaceAll(phrase, `"`, "")+`</a></ul>`)(w)
		}, "no homepage was found", 12, 0},
	} {
		t.Run(name, func(t *testing.T) {
			var mu sync.Mutex
			queries, pages := 0, 0
			dir, lib := harvestFolder(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				mu.Lock()
				defer mu.Unlock()
				switch {
				case r.URL.Path == "/robots.txt":
					http.NotFound(w, r)
				case r.Host == "odd.engine.example":
					queries++
					test.respond(w, r.URL.Query().Get("q"))
				default:
					pages++
					htmlPage("Shop", "<h1>Buy now</h1>")(w)
				}
			}))
			path := filepath.Join(dir, "four.bib")
			for file, text := range map[string]string{
				path:                               bib,
				filepath.Join(lib, "engines.yaml"): "engines:\n  - {name: odd, " + test.engine + ", pages: 1, url: 'http://odd.engine.example/find?q={phrase}'}\n",
			} {
				if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			r, works := harvestedBy(t, lib, "odd", "--bib", path)
			for title, w := range works {
				if got := w.Outcome(); !strings.HasPrefix(got, test.want) {
					t.Errorf("%s: %q; want %q", title, got, test.want)
				}
			}
			if len(works) != 4 || r.Summary.Missed != 4 || queries == 0 || queries > test.queries || pages > test.pages {
				t.Errorf("%d works, %d missed, %d queries, %d requests of what the engine names; want 4, 4, %d and %d at most", len(works), r.Summary.Missed, queries, pages, test.queries, test.pages)
			}
			if r.Summary.Requests != queries+pages {
				t.Errorf("the report has %d requests; want %d", r.Summary.Requests, queries+pages)
			}
		})
	}
}
