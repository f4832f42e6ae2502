package main

import (
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"testing"

	"sluice/internal/seeds/engine"
)

// The example of a file of engines in the manual is one.
func TestExampleOfEngines(t *testing.T) {
	_, example, _ := strings.Cut(enginesHelp, "    engines:\n")
	example, _, _ = strings.Cut(example, "\n\n")
	engines, err := engine.Parse([]byte("engines:\n" + strings.ReplaceAll("\n"+example, "\n    ", "\n")))
	if err != nil || len(engines) != 2 {
		t.Errorf("%d engines, %v", len(engines), err)
	}
}

// serveEngine answers for the search engines of the scripts, and reports whether the host is one.
func serveEngine(w http.ResponseWriter, r *http.Request) bool {
	name, isEngine := strings.CutSuffix(r.Host, ".engine.example")
	if !isEngine {
		return false
	}
	page, _ := strconv.Atoi(r.URL.Query().Get("pageno"))
	switch {
	case r.URL.Path == "/robots.txt":
		fmt.Fprint(w, "User-agent: *\nDisallow: /private\n")
	case name == "meta" && page <= 2: // sites 1 to 20 in two pages
		fmt.Fprint(w, `{"unresponsive_engines": [["slowpoke", "timeout"]], "results": [`)
		for i := range 10 {
			if i > 0 {
				fmt.Fprint(w, ",")
			}
			fmt.Fprintf(w, `{"url": "http://www.cs%d.example/%s", "title": "Computing"}`, 10*(page-1)+i+1, strings.Fields(r.URL.Query().Get("q"))[0])
		}
		fmt.Fprint(w, `]}`)
	case name == "meta":
		fmt.Fprint(w, `{"results": []}`)
	case name == "portal": // sites 16 to 25 on one page, between offers
		fmt.Fprint(w, `<p>Offers: <a class=hit href="http://offer.example/">Degrees</a></p>`)
		for i := 16; i <= 25; i++ {
			fmt.Fprintf(w, `<p><a class=hit href="http://www.cs%[1]d.example/">Department %[1]d</a> <a class=same href="http://cs%[1]d.example">more of cs%[1]d.example</a></p>`, i)
		}
		fmt.Fprint(w, `<p><a class=hit href="http://site.example/report.pdf">Report</a> <a class=same href="http://site.example">more of site.example</a></p>`)
		fmt.Fprint(w, `<p><a class=hit href="http://www.site.example/">Site</a></p>`)
	case name == "slow":
		fmt.Fprint(w, `{"results": [{"url": "http://s1.example/"}]}`)
	case name == "limited":
		w.Header().Set("Retry-After", "86400")
		w.WriteHeader(http.StatusTooManyRequests)
		fmt.Fprint(w, `{"error": {"message": "Monthly quota exceeded"}}`)
	default:
		fmt.Fprint(w, "<html><title>Welcome</title></html>")
	}
	return true
}
