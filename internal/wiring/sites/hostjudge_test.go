package sites_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"sluice/internal/cycle/candidate"
	"sluice/internal/wiring/sites"
)

// towns serves 20 groups that have a document each and 20 shops without one. The groups link to three hosts that are no sites.
func towns(t *testing.T) (proxy string, seeds []string) {
	t.Helper()
	web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		name, _, _ := strings.Cut(r.Host, ".")
		isGroup := strings.HasPrefix(name, "group")
		switch {
		case strings.HasSuffix(r.URL.Path, ".rtf"):
			w.Header().Set("Content-Type", "application/rtf")
			fmt.Fprint(w, faq(name))
		case r.URL.Path != "/":
			fmt.Fprintf(w, "<p>Page %s of %s", r.URL.Path, name)
		case r.Host == "www.broad.edu":
			fmt.Fprint(w, `<p>Robotics and graph theory <a href=/adm>Admissions</a><a href=http://www.cs.broad.edu/>Computer Science</a>`)
		case isGroup:
			fmt.Fprint(w, `<p>Robotics and graph theory. <a href=/p>Publications</a><a href=/q>People</a><a href=/faq.rtf>questions</a>`)
			if name == "group0" || name == "group1" {
				fmt.Fprint(w, `<a href=http://new-group.example/>robotics</a><a href=http://new-shop.example/>it</a><a href=http://www.broad.edu/>it</a>`)
			}
		case name == "new-group":
			fmt.Fprint(w, `<p>Robotics and graph theory. <a href=/p>Publications</a><a href=/q>People</a><a href=/a.rtf>questions</a>`)
		default:
			fmt.Fprint(w, `<p>Robotics and graph theory on sale. <a href=/s>Shop</a><a href=/c>Cart</a><a href=/o>Products</a>`)
			for i := range 20 {
				fmt.Fprintf(w, `<a href=/%d>%d</a>`, i, i)
			}
		}
	}))
	t.Cleanup(web.Close)
	for i := range 20 {
		seeds = append(seeds, fmt.Sprintf("http://group%d.example/", i), fmt.Sprintf("http://shop%d.example/", i))
	}
	return web.URL, seeds
}

// faq returns a text of questions and answers, a kind of document that is accepted.
func faq(about string) string {
	var answers strings.Builder
	for i, question := range strings.Split("When does it open? Who pays for it? May I bring my own? Where is the key? What if it rains? Is there a crane?", "? ") {
		fmt.Fprintf(&answers, `%d. %s?\par\par As everybody knows who was there before, the answer to this about %s is long, full of words, and the same every year.\par\par `, i+1, question, about)
	}
	return `{\rtf1\ansi Frequently Asked Questions about ` + about + `\par\par ` + answers.String() + "}"
}

// TestHostsAreJudgedByWhatSitesHaveYielded: the published rule accepts all three hosts, whose home pages have two keywords. A classifier that has learned from
// the sites refuses the shop and the whole university, and names the part of it that may fit.
func TestHostsAreJudgedByWhatSitesHaveYielded(t *testing.T) {
	if testing.Short() {
		t.Skip("too long with the race detector, which other tests of crawls run with")
	}
	proxy, seeds := towns(t)
	lib := open(t, t.TempDir())
	cfg := config(proxy)
	cfg.Seeds = seeds
	run(t, lib, cfg)
	cfg.Scope.DocumentsOnly = true
	cfg.Documents = []string{"http://new-group.example/", "http://new-shop.example/", "http://www.broad.edu/"}
	run(t, lib, cfg)
	var crawled []string
	for _, seed := range seeds {
		crawled = append(crawled, strings.Trim(strings.TrimPrefix(seed, "http://"), "/"))
	}
	for _, isLearned := range []bool{false, true} {
		all, err := sites.Candidates(t.Context(), lib, sites.CandidateRule{Keywords: candidate.ComputerScience(), IsLearned: isLearned}, crawled)
		if err != nil {
			t.Fatal(err)
		}
		got := map[string]candidate.Host{}
		for _, h := range all {
			got[h.Host] = h
		}
		for host, want := range map[string]string{"new-group.example": candidate.Accepted, "new-shop.example": candidate.Refused, "www.broad.edu": candidate.Refused} {
			if !isLearned {
				want = candidate.Accepted
			}
			if got[host].Verdict != want {
				t.Errorf("learned %t: %+v, want %s", isLearned, got[host], want)
			}
		}
		if part := got["www.broad.edu"].Part; isLearned != (part == "http://www.cs.broad.edu/") {
			t.Errorf("learned %t: part %q", isLearned, part)
		}
	}
}
