//go:build yardstick

package page_test

import (
	"fmt"
	"maps"
	"math"
	"regexp"
	"slices"
	"strings"
	"testing"

	"sluice/internal/conformancetest"
	"sluice/page"
	"sluice/page/internal/reference"
	"sluice/weburl"
)

func parseCase(t *testing.T, c testCase, p *page.Parser) *page.Page {
	t.Helper()
	u, err := weburl.Parse(c.base())
	if err != nil {
		u = weburl.URL{} // as of a page from nowhere
	}
	contentType := "text/html"
	if c.Encoding != "" {
		contentType += "; charset=" + c.Encoding
	}
	return p.Parse(c.html(), page.Source{URL: u, ContentType: contentType})
}

// sameURL compares URLs after canonicalisation, and other strings as text. Neither a fragment nor an empty path counts.
func sameURL(a, b string) bool { return a == b || canonical(a) == canonical(b) }

func canonical(s string) string {
	u, err := weburl.Parse(s)
	if err != nil {
		return s
	}
	return u.String()
}

func TestConformanceBase(t *testing.T) {
	y := conformancetest.NewTally(t, "html_base")
	for _, c := range conformancetest.Cases[testCase](t, "html_base") {
		pg := parseCase(t, c, &page.Parser{})
		y.Count(c.Suite, c.ID, sameURL(pg.Base.String(), c.expected()), "%s %s", c.Note, pg.Base.String())
	}
	y.Report(conformancetest.Bars{All: 97})
}

func TestConformanceMetaRefresh(t *testing.T) {
	y := conformancetest.NewTally(t, "html_meta_refresh")
	for _, c := range conformancetest.Cases[testCase](t, "html_meta_refresh") {
		if c.Content != nil {
			refreshContent(y, c)
			continue
		}
		pg := parseCase(t, c, &page.Parser{})
		r := pg.Refresh
		_, everywhere := c.Options["ignore_tags"]
		if r != nil && (r.URL.IsZero() || r.NoScript && !everywhere) {
			r = nil // the suite's convention
		}
		got := fmt.Sprint(r)
		if r == nil || c.ExpectedSeconds == nil {
			y.Count(c.Suite, c.ID, r == nil && c.ExpectedSeconds == nil, "%s %s", c.Note, got)
			continue
		}
		y.Count(c.Suite, c.ID, r.Delay == *c.ExpectedSeconds && sameURL(r.URL.String(), deref(c.ExpectedURL)), "%s %s", c.Note, got)
	}
	y.Report(conformancetest.Bars{All: 97})
}

// refreshContent compares whole seconds, which are what browsers count in.
func refreshContent(y *conformancetest.Tally, c testCase) {
	delay, ref, ok := reference.Refresh(*c.Content)
	got := fmt.Sprint(delay, " ", ref, " ", ok)
	if !ok || c.ExpectedSeconds == nil {
		y.Count(c.Suite, c.ID, !ok && c.ExpectedSeconds == nil, "%s %s", c.Note, got)
		return
	}
	ref = strings.NewReplacer("\t", "", "\n", "").Replace(ref) // URL parsing does that
	y.Count(c.Suite, c.ID, math.Floor(delay) == *c.ExpectedSeconds && ref == deref(c.ExpectedURL), "%s %s", c.Note, got)
}

func TestConformanceSrcset(t *testing.T) {
	y := conformancetest.NewTally(t, "html_srcset")
	for _, c := range conformancetest.Cases[testCase](t, "html_srcset") {
		got := chosen(c.Srcset)
		y.Count(c.Suite, c.ID, got == c.expected(), "%q for %q, want %q", got, c.Srcset, c.expected())
	}
	y.Report(conformancetest.Bars{All: 97})
}

// chosen picks the image for a display of density 1: the first of the least density that suffices, else the densest.
func chosen(srcset string) string {
	best, density := "", 0.0
	for c := range reference.Srcset(srcset) {
		if !c.Valid {
			continue
		}
		d := c.Density
		if c.Width > 0 {
			d = float64(c.Width) / 1000
		} else if d == 0 && best == "" {
			d = 1
		}
		if best == "" || density < 1 && d > density || d >= 1 && d < density {
			best, density = c.URL, d
		}
	}
	return best
}

func TestConformanceText(t *testing.T) {
	y := conformancetest.NewTally(t, "html_text")
	for _, c := range conformancetest.Cases[testCase](t, "html_text") {
		pg := new(page.Parser).Parse(c.html(), page.Source{})
		text := strings.Join(strings.Fields(pg.Title+" "+string(pg.Text)), " ")
		want := strings.Join(strings.Fields(deref(c.ExpectedText)), " ")
		y.Count(c.Suite, c.ID, text == want && pg.Title == deref(c.ExpectedTitle), "%q, want %q", text, want)
	}
	y.Report(conformancetest.Bars{All: 85})
}

// selects reports whether an option asks for something else than the links of a page.
func selects(option string) bool {
	return option == "tags" || option == "attrs" || strings.HasPrefix(option, "restrict_") || strings.HasPrefix(option, "process")
}

func TestConformanceLinks(t *testing.T) {
	y := conformancetest.NewTally(t, "html_links")
	for _, c := range conformancetest.Cases[testCase](t, "html_links") {
		if slices.ContainsFunc(slices.Collect(maps.Keys(c.Options)), selects) {
			y.SetAside(c.Suite, c.ID, fmt.Sprint("asks for ", c.Options))
			continue
		}
		scrapy := c.Suite == "scrapy-linkextractor"
		pg := parseCase(t, c, &page.Parser{Resources: !scrapy})
		got := selected(pg, c, scrapy)
		y.Count(c.Suite, c.ID, agree(got, c.ExpectedLinks, c.Match), "%q, want %q (%s)", got, c.ExpectedLinks, c.Match)
	}
	y.Report(conformancetest.Bars{All: 90})
}

// selected lists the links that a case's options leave.
func selected(pg *page.Page, c testCase, scrapy bool) (urls []string) {
	follow := func(l page.Link) bool {
		switch {
		case c.Options["obey_nofollow"] == true && l.NoFollow, c.Options["obey_meta_robots"] == true && pg.NoFollow:
			return false
		case scrapy:
			return (l.Kind == page.KindA || l.Kind == page.KindArea) && (c.Options["deny_extensions"] != nil || !weburl.NeverPage(l.URL)) && passes(c.Options, l.URL)
		}
		return true
	}
	sorted := weburl.DefaultRules.With("sort-query")
	seen := map[string]bool{}
	for _, l := range pg.Links {
		u := l.URL.String()
		if v, err := sorted.Parse(u); err == nil && c.Options["unique"] == "True" {
			u = v.String()
		}
		if follow(l) && !seen[u] {
			seen[u] = true
			urls = append(urls, l.URL.String())
		}
	}
	if !scrapy && c.Options["form_use_action"] != false {
		for _, f := range pg.Forms {
			if f.Method == "get" {
				urls = append(urls, f.Action.String())
			}
		}
	}
	return urls
}

// passes applies the filters of the options.
func passes(options map[string]any, u weburl.URL) bool {
	for name, v := range options {
		hit := slices.ContainsFunc(literals(fmt.Sprint(v)), func(w string) bool {
			switch name {
			case "allow_domains", "deny_domains":
				return u.Hostname() == w || strings.HasSuffix(u.Hostname(), "."+w)
			case "deny_extensions":
				return u.Ending() == "."+w
			}
			pattern, err := regexp.Compile(w)
			return err == nil && pattern.MatchString(u.String())
		})
		if strings.HasPrefix(name, "deny") && hit || strings.HasPrefix(name, "allow") && !hit {
			return false
		}
	}
	return true
}

var literal = regexp.MustCompile(`'([^']*)'|"([^"]*)"`)

// literals returns the strings of a Python literal.
func literals(s string) (list []string) {
	for _, m := range literal.FindAllStringSubmatch(s, -1) {
		list = append(list, m[1]+m[2])
	}
	return list
}

func agree(got, want []string, match string) bool {
	distinct := func(list []string) (out []string) {
		for _, s := range list {
			if s = canonical(s); !slices.Contains(out, s) {
				out = append(out, s)
			}
		}
		return out
	}
	got, want = distinct(got), distinct(want)
	switch match {
	case "contains":
		return !slices.ContainsFunc(want, func(s string) bool { return !slices.Contains(got, s) })
	case "exact":
		slices.Sort(got)
		slices.Sort(want)
	}
	return slices.Equal(got, want)
}
