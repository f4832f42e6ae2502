//go:build yardstick

package landing

import (
	"fmt"
	"hash/crc32"
	"maps"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"

	"sluice/document/bibliography"
	"sluice/document/bibtex"
	"sluice/internal/conformancetest"
	"sluice/page"
	"sluice/weburl"
)

// recorded is a case of the suite: a page that others saved, and the addresses of its paper that a person read from it.
type recorded struct {
	ID, Source, URL, Platform, HTML, Note string
	Papers                                []string `json:"expected_pdf"`
	Wrappers                              []string
	Metadata                              struct{ Title, DOI string } `json:"expected_metadata"`
}

// The bars, in percent.
const (
	leastFound = 95
	mostWrong  = 1
)

// TestQualityLanding measures how many papers are found behind recorded landing pages, and how many wrong files are. The
// pages of some sources are set aside: the rules were written without a look at them.
func TestQualityLanding(t *testing.T) {
	cases := conformancetest.CompressedCases[recorded](t, "landing")
	parts := map[bool][]recorded{}
	for _, c := range cases {
		aside := isSetAside(c.Source)
		parts[aside] = append(parts[aside], c)
	}
	t.Run("in use", func(t *testing.T) { measure(t, "in use", parts[false]) })
	t.Run("set aside", func(t *testing.T) { measure(t, "set aside", parts[true]) })
}

// isSetAside reports whether the pages of a source were not looked at until they were measured for the first time.
func isSetAside(source string) bool {
	repository, _, _ := strings.Cut(source, "@")
	return crc32.ChecksumIEEE([]byte(repository))%3 == 2
}

// tally counts the pages of a platform or of all.
type tally struct{ withPaper, found, first, wrong, without, none int }

// measure reads the pages of a part, prints the figures by platform, and fails below the bars.
func measure(t *testing.T, part string, cases []recorded) {
	t.Helper()
	platforms, all, rules := map[string]*tally{}, &tally{}, map[string]int{}
	for _, c := range cases {
		name := platform.ReplaceAllString(c.Platform, "")
		if platforms[name] == nil {
			platforms[name] = &tally{}
		}
		got := files(c.answer(t))
		for _, y := range [...]*tally{platforms[name], all} {
			y.count(&c, got)
		}
		if i := slices.IndexFunc(got, c.isRight); i >= 0 {
			rules[got[i].Rule]++
		}
		if len(got) > 0 && !c.isRight(got[0]) || len(got) == 0 && len(c.Papers) > 0 {
			t.Logf("%s %s %s %s\n\tcandidates %s\n\twant %q", c.ID, c.Platform, c.URL, c.Note, strings.Join(describe(got), "\n\t\t"), c.Papers)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(platforms)) {
		fmt.Printf("LANDING %s: %s: %s\n", part, name, platforms[name])
	}
	for _, rule := range slices.Sorted(maps.Keys(rules)) {
		fmt.Printf("LANDING %s: rule %s: %d\n", part, rule, rules[rule])
	}
	fmt.Printf("QUALITY landing %s: %s\n", part, all)
	byLinks(t, part, cases)
	if 100*all.found < leastFound*all.withPaper {
		t.Errorf("%d of %d papers found, want %d %%", all.found, all.withPaper, leastFound)
	}
	if 100*all.wrong > mostWrong*len(cases) {
		t.Errorf("%d wrong files of %d pages, want at most %d %%", all.wrong, len(cases), mostWrong)
	}
}

// platform is what follows the name of a platform: the year of its layout, or the journal.
var platform = regexp.MustCompile(` \(.*\)$`)

// count counts a page: its paper is found if a candidate that the page names is right, before any that is wrong.
func (y *tally) count(c *recorded, got []Candidate) {
	isWrong := len(got) > 0 && !got[0].Guessed && !c.isRight(got[0])
	if isWrong {
		y.wrong++
	}
	if len(c.Papers) == 0 {
		if y.without++; !isWrong {
			y.none++
		}
		return
	}
	y.withPaper++
	if len(got) > 0 && c.isRight(got[0]) {
		y.found++
		if got[0].Kind == Paper {
			y.first++
		}
	}
}

// String returns the figures.
func (y *tally) String() string {
	return fmt.Sprintf("%d of %d papers found, %d of them at once; %d wrong files; nothing for %d of %d pages without a paper", y.found, y.withPaper, y.first, y.wrong, y.none, y.without)
}

// byLinks measures how many papers are found by the links and frames of a page alone, of those pages that link to their
// paper: what head and scripts state is taken from them.
func byLinks(t *testing.T, part string, cases []recorded) {
	t.Helper()
	all := &tally{}
	for _, c := range cases {
		a := c.answer(t)
		a.Body = nil
		a.Page.Citations = slices.DeleteFunc(a.Page.Citations, func(m page.Meta) bool { return pdfMetas[m.Name] || strings.HasPrefix(m.Name, "link.") })
		a.Page.Links = slices.DeleteFunc(a.Page.Links, func(l page.Link) bool { return l.Kind == page.KindAlternate || l.Kind == page.KindItem })
		isLinked := slices.ContainsFunc(a.Page.Links, func(l page.Link) bool { return c.isRight(Candidate{URL: l.URL}) })
		if len(c.Papers) > 0 && !isLinked {
			continue
		}
		got := files(a)
		all.count(&c, got)
		if len(got) > 0 && !c.isRight(got[0]) || len(got) == 0 && isLinked {
			t.Logf("by links alone: %s %s %s %s\n\tcandidates %s\n\twant %q", c.ID, c.Platform, c.URL, c.Note, strings.Join(describe(got), "\n\t\t"), c.Papers)
		}
	}
	fmt.Printf("QUALITY landing by links alone, %s: %s\n", part, all)
}

// answer returns the answer that the page of a case is.
func (c *recorded) answer(t *testing.T) Answer {
	t.Helper()
	u, err := weburl.Parse(strings.ToValidUTF8(c.URL, "%"))
	if err != nil {
		t.Fatalf("%s: %v", c.ID, err)
	}
	parser := page.Parser{Resources: true}
	a := Answer{URL: u, Body: []byte(c.HTML), Page: parser.Parse([]byte(c.HTML), page.Source{URL: u})}
	if c.Metadata.Title != "" {
		a.Record = &bibliography.Record{Title: c.Metadata.Title, DOI: c.Metadata.DOI, Authors: []bibtex.Name{}}
	}
	return a
}

// files returns the papers and wrappers among the candidates of an answer.
func files(a Answer) []Candidate {
	return slices.DeleteFunc(Candidates(a), func(c Candidate) bool { return c.Kind == Text || c.Kind == Interface })
}

// isRight reports whether a candidate is the paper of the case, or a wrapper of it.
func (c *recorded) isRight(got Candidate) bool {
	for _, want := range slices.Concat(c.Papers, c.Wrappers) {
		if u, err := weburl.Parse(want); err == nil && normal(u) == normal(got.URL) {
			return true
		}
	}
	// The suite counts PDF only. What a note names as the only file of a report, in PostScript, is its paper.
	return strings.Contains(c.Note, "PostScript only") && strings.Contains(c.Note, got.URL.Path()[strings.LastIndexByte(got.URL.Path(), '/')+1:])
}

// normal returns an address for comparison: without its scheme and escapes.
func normal(u weburl.URL) string {
	s := strings.TrimPrefix(u.String(), u.Scheme())
	if plain, err := url.PathUnescape(s); err == nil {
		return plain
	}
	return s
}
