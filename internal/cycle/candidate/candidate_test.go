package candidate_test

import (
	"bufio"
	"errors"
	"fmt"
	"math"
	"os"
	"slices"
	"strings"
	"testing"

	"sluice/internal/cycle/candidate"
	"sluice/page"
	"sluice/weburl"
)

// TestRuleOnTheHostsOfThePublication: table 32. All 99 hosts are accepted, 55 of them are valid (55.55 %, table 33). Its first term accepts 25, of which
// 19 are valid, where the text of the publication has 92 %; of the other 74, 36 are valid, where it has 32.
func TestRuleOnTheHostsOfThePublication(t *testing.T) {
	file, err := os.Open("table32.txt")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	type counts struct{ hosts, valid int }
	var all, first, second counts
	reasons := map[string]int{}
	for lines := bufio.NewScanner(file); lines.Scan(); {
		if strings.HasPrefix(lines.Text(), "#") {
			continue
		}
		var host, found string
		var k, a int
		if _, err := fmt.Sscan(lines.Text(), &host, &k, &a, &found); err != nil {
			t.Fatalf("%q: %v", lines.Text(), err)
		}
		if !candidate.Accepts(k, a) {
			t.Errorf("%s with K = %d and A = %d is not accepted", host, k, a)
		}
		term := &second
		if k > 0 && a > 0 {
			term = &first
		}
		for _, c := range []*counts{&all, term} {
			c.hosts++
			if found == "valid" {
				c.valid++
			}
		}
		reasons[found]++
	}
	if want := (counts{99, 55}); all != want {
		t.Errorf("all: %+v, want %+v", all, want)
	}
	if want := (counts{25, 19}); first != want {
		t.Errorf("first term: %+v, want %+v", first, want)
	}
	if want := (counts{74, 36}); second != want {
		t.Errorf("second term: %+v, want %+v", second, want)
	}
	if share := float64(all.valid) / float64(all.hosts); math.Abs(share-0.5555) > 1e-4 {
		t.Errorf("%.2f %% are valid, want 55.55 %%", share*100)
	}
	if reasons["broad"] != 17 || reasons["irrelevant"] != 21 || reasons["ambiguous"] != 6 {
		t.Errorf("reasons of table 33 are %v", reasons)
	}
}

func TestHostsThatAreNotAccepted(t *testing.T) {
	for _, n := range [][2]int{{0, 0}, {1, 0}, {0, 1}} {
		if candidate.Accepts(n[0], n[1]) {
			t.Errorf("K = %d and A = %d is accepted", n[0], n[1])
		}
	}
}

// TestKeywordsOfComputerScience: appendix C, and the keywords that section 5.4.1 names as ambiguous.
func TestKeywordsOfComputerScience(t *testing.T) {
	k := candidate.ComputerScience()
	if all, ambiguous := k.Len(); all != 174 || ambiguous != 6 {
		t.Errorf("%d keywords, %d of them ambiguous, want 174 and 6", all, ambiguous)
	}
	home := candidate.HomePage{Text: "General news. Miscellaneous languages, and learning. Social issues and public policy issues."}
	if v := candidate.NewJudge(k, nil, true).Judge(&home); len(v.Keywords) != 6 || !v.Accepted {
		t.Errorf("with ambiguous keywords: %+v", v)
	}
	if v := candidate.NewJudge(k, nil, false).Judge(&home); len(v.Keywords) != 0 || v.Accepted || v.Reason != "K = 0, A = 0" {
		t.Errorf("without ambiguous keywords: %+v", v)
	}
}

// TestRepresentativeAnchors: table 13. Of 30 home pages 7 must have an anchor text.
func TestRepresentativeAnchors(t *testing.T) {
	pages := make([]candidate.HomePage, 30)
	for text, n := range map[string]int{"People": 8, "publications ": 7, "RESEARCH": 7, "alumni": 6} {
		for i := range n {
			pages[i].Anchors = append(pages[i].Anchors, text, text) // twice on a page counts once
		}
	}
	if got, want := candidate.Representative(pages), []string{"people", "publications", "research"}; !slices.Equal(got, want) {
		t.Errorf("representative are %q, want %q", got, want)
	}
	pages[2].Anchors = []string{"alone"}
	for n, want := range map[int][]string{1: nil, 3: {"alumni", "people", "publications", "research"}} { // on two of them at least
		if got := candidate.Representative(pages[:n]); !slices.Equal(got, want) {
			t.Errorf("representative of %d pages are %q, want %q", n, got, want)
		}
	}
	if got := candidate.Representative(nil); len(got) != 0 {
		t.Errorf("representative of no page are %q", got)
	}
}

// TestJudgementOfHomePages: keywords are whole words of the meta element, the title, the text and the anchors; one that is there often counts once.
func TestJudgementOfHomePages(t *testing.T) {
	j := candidate.NewJudge(candidate.ComputerScience(), []string{"People", "Publications"}, false)
	for _, test := range []struct {
		name, html string
		k, a       int
		accepted   bool
	}{
		{"department", `<title>Robotics</title><meta name=keywords content="graph theory"><p>Natural-language processing, robotics<a href=/p>People</a><a href=/q>people</a>`, 3, 1, true},
		{"one keyword and one anchor", `<p>algorithms <a href=/p>Publications</a>`, 1, 1, true},
		{"keyword in an anchor", `<a href=/r>Robotics</a><a href=/o>Optimization</a>`, 2, 0, true},
		{"two anchors", `<a href=/p>Publications</a><a href=/q>People</a>`, 0, 2, true},
		{"one keyword", `<p>Our servers, your servers`, 1, 0, false}, {"one anchor", `<a href=/p>People</a>`, 0, 1, false},
		{"parts of words", `<p>logarithms, microservers, designers <a href=/p>people we know</a>`, 0, 0, false}, {"empty", ``, 0, 0, false},
		{"bytes that are no text", "\xff\xfe\x00<a href=\x80>\xff</a>", 0, 0, false},
	} {
		u, err := weburl.Parse("http://a.example/")
		if err != nil {
			t.Fatal(err)
		}
		var parser page.Parser
		p := parser.Parse([]byte(test.html), page.Source{URL: u, ContentType: "text/html"})
		home := candidate.NewHomePage(p)
		p.Release()
		if v := j.Judge(&home); len(v.Keywords) != test.k || len(v.Anchors) != test.a || v.Accepted != test.accepted {
			t.Errorf("%s: %+v, want K = %d, A = %d, accepted %t", test.name, v, test.k, test.a, test.accepted)
		}
	}
}

func TestFilesOfKeywords(t *testing.T) {
	k, err := candidate.ReadKeywords(strings.NewReader("# mine\r\n\n  Old maps \r\n?  general\nold-maps\n"))
	if err != nil {
		t.Fatal(err)
	}
	if all, ambiguous := k.Len(); all != 2 || ambiguous != 1 {
		t.Errorf("%d keywords, %d of them ambiguous, want 2 and 1", all, ambiguous)
	}
	for name, text := range map[string]string{
		"line 1": strings.Repeat("x", 201), "line 2": "a\n...\n", "no keyword": "# nothing\n", "line 10001": manyLines(10_001), "too long": strings.Repeat("x", 1<<20),
	} {
		if _, err := candidate.ReadKeywords(strings.NewReader(text)); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := candidate.ReadKeywords(strings.NewReader("")); !errors.Is(err, candidate.ErrNoKeyword) {
		t.Errorf("empty file: %v", err)
	}
}

func manyLines(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "word%d\n", i)
	}
	return b.String()
}

func TestOrderOfCandidates(t *testing.T) {
	all := []candidate.Host{{Host: "e", Verdict: candidate.Refused, Hosts: 9}, {Host: "d", Verdict: candidate.Unknown}, {Host: "c", Verdict: candidate.Accepted, Hosts: 1, Links: 2},
		{Host: "b", Verdict: candidate.Accepted, Hosts: 1, Links: 3}, {Host: "a", Verdict: candidate.Accepted, Hosts: 2}}
	candidate.Sort(all)
	got := ""
	for _, h := range all {
		got += h.Host
	}
	if got != "abcde" {
		t.Errorf("order %s", got)
	}
}
