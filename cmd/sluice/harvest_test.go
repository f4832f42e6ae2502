package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"sluice/cmd/sluice/internal/harvestreport"
	"sluice/internal/pdf"
)

// printedPaper returns a PDF of one page: a title, authors, an abstract and a body.
func printedPaper(title, authors string) string {
	var text strings.Builder
	put := func(size, y int, line string) {
		fmt.Fprintf(&text, "BT /F1 %d Tf 72 %d Td (%s) Tj ET\n", size, y, line)
	}
	put(18, 720, title)
	put(12, 690, authors)
	put(12, 660, "Abstract")
	for i := range 30 {
		put(10, 640-14*i, fmt.Sprintf("Line %d of a text in which the matter of the paper is laid out with many words and with results.", i+1))
	}
	return string(pdf.File("", "<< /Type /Catalog /Pages 2 0 R >>", "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
		"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>",
		pdf.Stream("", text.String()), "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>"))
}

// harvestWeb is a web with papers, and with all that keeps a harvest from them. It counts the requests to each host.
type harvestWeb struct {
	mu       sync.Mutex
	requests map[string]int
}

const captcha = `<html><head><title>Just a moment...</title></head><body><h1>Checking your browser before accessing the site</h1>
<form id="challenge-form" action="/cdn-cgi/l/chk_captcha"><input name="cf_captcha_kind" type="hidden"><div class="g-recaptcha"></div></form>
<noscript>Please enable JavaScript and cookies to continue</noscript></body></html>`

func (hw *harvestWeb) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	hw.mu.Lock()
	if r.URL.Path != "/robots.txt" {
		hw.requests[r.Host]++
	}
	hw.mu.Unlock()
	pages := map[string]string{
		"papers.example/abs/landing.html":      `<html><head><title>Roads that Lead to Papers</title><meta name="citation_title" content="Roads that Lead to Papers"><meta name="citation_pdf_url" content="http://papers.example/pdf/landing.pdf"></head><body><h1>Roads that Lead to Papers</h1><p>By Ann Lander.</p></body></html>`,
		"papers.example/abs/loop.html":         `<html><head><title>Loops without an End</title><meta name="citation_pdf_url" content="http://papers.example/abs/loop2.html"></head><body><h1>Loops without an End</h1></body></html>`,
		"papers.example/abs/loop2.html":        `<html><head><title>Loops without an End</title><meta name="citation_pdf_url" content="http://papers.example/abs/loop3.html"></head><body><h1>Loops without an End</h1></body></html>`,
		"papers.example/abs/loop3.html":        `<html><head><title>Loops without an End</title><meta name="citation_pdf_url" content="http://papers.example/abs/loop.html"></head><body><h1>Loops without an End</h1></body></html>`,
		"papers.example/html.pdf":              `<html><head><title>Welcome to the archive of the society</title></head><body><h1>Welcome</h1><p>The society was founded in the year of the great flood and has kept its archive since then in the old mill by the river.</p></body></html>`,
		"papers.example/soft.pdf":              `<html><head><title>404 Not Found</title></head><body><h1>Page not found</h1><p>The page you requested could not be found.</p></body></html>`,
		"papers.example/login.pdf":             `<html><head><title>Sign in</title></head><body><h1>Sign in to continue</h1><form action="/login" method="post"><label>User name <input name="username"></label><label>Password <input type="password" name="password"></label><button>Log in</button></form></body></html>`,
		"journal.example/article/view/311":     `<html><head><title>Bees in the City</title><meta name="citation_pdf_url" content="http://journal.example/article/pdf/311.pdf"></head><body><h1>Bees in the City</h1></body></html>`,
		"journal.example/article/view/322":     `<html><head><title>Wasps in the Country</title><meta name="citation_pdf_url" content="http://journal.example/article/pdf/322.pdf"></head><body><h1>Wasps in the Country</h1></body></html>`,
		"journal.example/article/view/333":     `<html><head><title>Ants under the Ground</title></head><body><h1>Ants under the Ground</h1><p>By Em Hill.</p></body></html>`,
		"journal.example/article/pdf/311.pdf":  printedPaper("Bees in the City", "Em Hill"),
		"journal.example/article/pdf/322.pdf":  printedPaper("Wasps in the Country", "Em Hill"),
		"journal.example/article/pdf/333.pdf":  printedPaper("Ants under the Ground", "Em Hill"),
		"people.example/~miller/":              `<html><head><title>Homepage of Joan Miller</title></head><body><h1>Joan Miller</h1><p>I work on gardens. Contact: joan@people.example</p><ul><li>Growing Beans in the Shade. <a href="beans.pdf">PDF</a></li></ul></body></html>`,
		"people.example/~lee/":                 `<html><head><title>Homepage of Kim Lee</title></head><body><h1>Kim Lee</h1><p>Assistant professor. <a href="pubs.html">Publications</a> <a href="dog.html">My dog</a></p></body></html>`,
		"people.example/~lee/pubs.html":        `<html><head><title>Publications of Kim Lee</title></head><body><h1>Publications</h1><ul><li>An Earlier Work on Rivers. K. Lee. <a href="1.pdf">PDF</a></li><li>The Slow Counting of Boats. K. Lee, 2020. <a href="2.pdf">PDF</a></li><li>Harbours of the Northern Sea. K. Lee, 2021. <a href="http://old.example/~lee/3.pdf">PDF</a></li></ul></body></html>`,
		"papers.example/pdf/landing.pdf":       printedPaper("Roads that Lead to Papers", "Ann Lander"),
		"papers.example/direct.pdf":            printedPaper("A Study of Direct Ways to Knowledge", "Ada Direct"),
		"papers.example/private/forbidden.pdf": printedPaper("Forbidden Papers and their Readers", "Rob Ott"),
		"papers.example/other.pdf":             printedPaper("Weather of the Northern Coast in Winter", "Somebody Else"),
		"people.example/~lee/2.pdf":            printedPaper("The Slow Counting of Boats", "Kim Lee"),
		"people.example/~lee/3.pdf":            printedPaper("Harbours of the Northern Sea", "Kim Lee"), // the homepage has moved from old.example
		"people.example/~miller/beans.pdf":     printedPaper("Growing Beans in the Shade", "Joan Miller"),
	}
	switch body, ok := pages[r.Host+r.URL.Path]; {
	case r.URL.Path == "/robots.txt" && r.Host == "papers.example":
		fmt.Fprint(w, "User-agent: *\nDisallow: /private/\n")
	case r.Host == "guarded.example" && r.URL.Path != "/robots.txt":
		w.Header().Set("Server", "cloudflare")
		w.Header().Set("Content-Type", "text/html")
		w.WriteHeader(http.StatusForbidden)
		fmt.Fprint(w, captcha)
	case !ok:
		http.NotFound(w, r)
	default:
		writePageOrPDF(w, body)
	}
}

// writePageOrPDF answers with a page of HTML, or with a PDF if the body is one.
func writePageOrPDF(w http.ResponseWriter, body string) {
	kind := "text/html; charset=utf-8"
	if strings.HasPrefix(body, "%PDF") {
		kind = "application/pdf"
	}
	w.Header().Set("Content-Type", kind)
	fmt.Fprint(w, body)
}

const harvestBib = `@article{direct, title={A Study of Direct Ways to Knowledge}, author={Direct, Ada}, year=2001, journal={Journal of Ways}, url={http://papers.example/direct.pdf}}
@article{landing, title={Roads that Lead to Papers}, author={Lander, Ann}, year=2002, journal={Journal of Ways}, url={http://papers.example/abs/landing.html}}
@article{loop, title={Loops without an End}, author={Round, Al}, year=2002, url={http://papers.example/abs/loop.html}}
@article{robots, title={Forbidden Papers and their Readers}, author={Ott, Rob}, year=2003, url={http://papers.example/private/forbidden.pdf}}
@article{robots2, title={Forbidden Collections and their Keepers}, author={Keeper, Sam}, year=2004, url={http://papers.example/private/forbidden.pdf}}
@article{gone, title={Papers that are Gone for Good}, author={Away, Bo}, year=2003, url={http://papers.example/gone.pdf}}
@article{soft, title={Soft Errors in Archives of Papers}, author={Soft, Cy}, year=2003, url={http://papers.example/soft.pdf}}
@article{html, title={Papers that are Pages in Truth}, author={Page, Di}, year=2003, url={http://papers.example/html.pdf}}
@article{login, title={Behind the Wall of a Publisher}, author={Wall, Ed}, year=2003, url={http://papers.example/login.pdf}}
@article{other, title={Weather of the Southern Coast in Summer}, author={Sun, Fay}, year=2003, url={http://papers.example/other.pdf}}
@article{guarded1, title={Guards at the Gates of Knowledge}, author={Guard, Gil}, year=2004, url={http://guarded.example/1.pdf}}
@article{guarded2, title={Further Guards at the Gates}, author={Guard, Gil}, year=2004, url={http://guarded.example/2.pdf}}
@article{guarded3, title={More Guards than Gates}, author={Guard, Gil}, year=2004, url={http://guarded.example/3.pdf}}
@article{guarded4, title={Guards without any Gates}, author={Guard, Gil}, year=2004, url={http://guarded.example/4.pdf}}
@article{lee, title={The Slow Counting of Boats}, author={Lee, Kim}, year=2020, note={no address}}
@article{moved, title={Harbours of the Northern Sea}, author={Lee, Kim}, year=2021}
@article{miller, title={Parallel Sorting of Large Files}, author={Miller, Joan}, year=2020}
@article{bees, title={Bees in the City}, author={Hill, Em}, year=2011, url={http://journal.example/article/view/311}}
@article{wasps, title={Wasps in the Country}, author={Hill, Em}, year=2012, url={http://journal.example/article/view/322}}
@article{ants, title={Ants under the Ground}, author={Hill, Em}, year=2013, url={http://journal.example/article/view/333}}
@article{nowhere, title={A Work that is Nowhere}, author={Nobody, Ned}, year=2020}
`

// harvestFolder makes a folder with the settings of a library and bibliographies.
func harvestFolder(t *testing.T, web http.Handler) (dir, lib string) {
	t.Helper()
	server := httptest.NewServer(web)
	t.Cleanup(server.Close)
	dir = t.TempDir()
	lib = filepath.Join(dir, "lib")
	if err := os.MkdirAll(lib, 0o755); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{
		filepath.Join(lib, "sluice.yaml"):  "proxy: " + server.URL + "\ndelay: 1ms\nretries: 0\n",
		filepath.Join(lib, "engines.yaml"): "engines:\n  - {name: names, kind: json, results: hits, link: url, title: title, pages: 1, url: 'http://names.engine.example/find?q={phrase}'}\n",
		filepath.Join(dir, "wanted.bib"):   harvestBib,
	} {
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir, lib
}

// withNames is a web with a search engine that knows homepages by the names of their owners.
func withNames(web http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Host != "names.engine.example" {
			web.ServeHTTP(w, r)
			return
		}
		type hit struct {
			URL   string `json:"url"`
			Title string `json:"title"`
		}
		hits := []hit{}
		for name, h := range map[string]hit{"Kim Lee": {"http://people.example/~lee/", "Homepage of Kim Lee"}, "Joan Miller": {"http://people.example/~miller/", "Homepage of Joan Miller"}} {
			if strings.Contains(r.URL.Query().Get("q"), name) {
				hits = append(hits, h)
			}
		}
		w.Header().Set("Content-Type", "application/json")
		json.NewEncoder(w).Encode(map[string]any{"hits": hits})
	})
}

// harvested runs a harvest that asks the engine "names" and returns its report by the titles of the works.
func harvested(t *testing.T, lib string, args ...string) (*harvestreport.Report, map[string]harvestreport.Work) {
	t.Helper()
	return harvestedBy(t, lib, "names", args...)
}

// harvestedBy runs a harvest that asks an engine, or none, and returns its report by the titles of the works.
func harvestedBy(t *testing.T, lib, engine string, args ...string) (*harvestreport.Report, map[string]harvestreport.Work) {
	t.Helper()
	var out, notes strings.Builder
	if code := run(t.Context(), append([]string{"harvest", "-d", lib, "--engine", engine}, args...), strings.NewReader(""), &out, &notes); code != exitDone {
		t.Fatalf("sluice harvest exits with %d:\n%s", code, notes.String())
	}
	out.Reset()
	if code := run(t.Context(), []string{"harvest", "report", "-d", lib, "--json"}, strings.NewReader(""), &out, &notes); code != exitDone {
		t.Fatalf("sluice harvest report exits with %d:\n%s", code, notes.String())
	}
	var r harvestreport.Report
	if err := json.Unmarshal([]byte(out.String()), &r); err != nil {
		t.Fatal(err)
	}
	works := map[string]harvestreport.Work{}
	for _, w := range r.Works {
		works[w.Title] = w
	}
	return &r, works
}

// TestHarvestSaysWhyWorksAreMissed looks for works of which each is kept by another fault of the web, and for some that can be found.
func TestHarvestSaysWhyWorksAreMissed(t *testing.T) {
	longTest(t)
	t.Parallel()
	web := &harvestWeb{requests: map[string]int{}}
	dir, lib := harvestFolder(t, withNames(web))
	r, works := harvested(t, lib, "--bib", filepath.Join(dir, "wanted.bib"))
	for title, want := range map[string]string{
		"A Study of Direct Ways to Knowledge":     "found (place: record's file)",
		"Roads that Lead to Papers":               "found (landing page: meta citation_pdf_url)",
		"The Slow Counting of Boats":              "found (crawl: title of the link)",
		"Harbours of the Northern Sea":            "found (crawl: title of the link)",
		"Ants under the Ground":                   "found (pattern: learned pattern)",
		"Loops without an End":                    "the page names no paper",
		"Forbidden Papers and their Readers":      "robots.txt forbids it",
		"Forbidden Collections and their Keepers": "robots.txt forbids it",
		"Papers that are Gone for Good":           "dead link",
		"Soft Errors in Archives of Papers":       "the page says 'not found'",
		"Papers that are Pages in Truth":          "HTML instead of the paper",
		"Behind the Wall of a Publisher":          "login required",
		"Weather of the Southern Coast in Summer": "the document is another work",
		"Guards at the Gates of Knowledge":        "the host answers a challenge",
		"Guards without any Gates":                "the host answers a challenge",
		"Parallel Sorting of Large Files":         "not on the homepages",
		"A Work that is Nowhere":                  "no homepage was found",
	} {
		w := works[title]
		if got := w.Outcome(); !strings.HasPrefix(got, want) {
			t.Errorf("%s: %s (%s); want %s", title, got, w.URL, want)
		}
	}
	if n := web.requests["guarded.example"]; n > 6 {
		t.Errorf("%d requests to a host that answers with challenges; want 6 at most", n)
	}
	if r.Summary.Found != 7 || r.Summary.Missed != 14 {
		t.Errorf("%d found, %d missed; want 7 and 14", r.Summary.Found, r.Summary.Missed)
	}
	before := 0
	for _, n := range web.requests {
		before += n
	}
	again, worksAgain := harvested(t, lib)
	if again.Summary.Found != 7 {
		t.Errorf("a second harvest has %d found", again.Summary.Found)
	}
	for title, w := range works {
		if a := worksAgain[title]; a.Outcome() != w.Outcome() {
			t.Errorf("%s: %q after a second harvest; want %q", title, a.Outcome(), w.Outcome())
		}
	}
	after := 0
	for _, n := range web.requests {
		after += n
	}
	if after > before {
		t.Errorf("a second harvest makes %d requests", after-before)
	}
}

// TestHarvestAsksEnginesThatFindPages looks for a homepage with the engines that need no key, which the web does not reach.
func TestHarvestAsksEnginesThatFindPages(t *testing.T) {
	t.Parallel()
	var mu sync.Mutex
	asked := map[string]bool{}
	dir, lib := harvestFolder(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		defer mu.Unlock()
		asked[r.Host] = true
		w.WriteHeader(http.StatusBadGateway)
	}))
	bib := filepath.Join(dir, "one.bib")
	if err := os.WriteFile(bib, []byte("@article{nowhere, title={A Work that is Nowhere}, author={Nobody, Ned}, year=2020}\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if code, _, said := runCommand("harvest", "-d", lib, "--bib", bib); code != exitDone {
		t.Errorf("exit code %d:\n%s", code, said)
	}
	if !asked["names.engine.example"] || asked["api.openalex.org:443"] {
		t.Errorf("asked: %v; want engines of pages, and no list of institutions", asked)
	}
}
