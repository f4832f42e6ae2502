package mirror_test

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"strings"
	"testing"
	"time"

	"sluice/internal/catalogue"
	"sluice/internal/cycle/mirror"
)

// page is a page of a site: its text, from which follows whether bodies are equal.
type page struct{ site, path, text string }

// find finds the mirrors among pages.
func find(t *testing.T, pages []page, s mirror.Settings) (found []string) {
	t.Helper()
	keys, texts := map[string]int64{}, map[string]string{}
	for _, p := range pages {
		if keys[p.text] == 0 {
			keys[p.text] = int64(len(keys) + 1)
		}
		texts["http://"+p.site+p.path] = p.text
	}
	bodies := func(context.Context) iter.Seq2[catalogue.Body, error] {
		return func(yield func(catalogue.Body, error) bool) {
			for _, p := range pages {
				if !yield(catalogue.Body{URL: "http://" + p.site + p.path, Site: p.site, Key: keys[p.text], At: time.Unix(1e9, 0)}, nil) {
					return
				}
			}
		}
	}
	words := func(_ context.Context, url string) (string, error) { return texts[url], nil }
	all, err := mirror.Find(t.Context(), bodies, words, s)
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range all {
		found = append(found, fmt.Sprintf("%s of %s: %d pages, %d common, %d equal, %d alike", m.Host, m.Original, m.Pages, m.Common, m.Equal, m.Alike))
	}
	return found
}

// pages returns n pages of a site, each with a text that begins with a word of its path.
func pages(site string, n int, text string) (all []page) {
	for i := range n {
		all = append(all, page{site, fmt.Sprintf("/p%d.html", i), fmt.Sprintf("page%d %s", i, text)})
	}
	return all
}

const long = "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty " +
	"and once more one after two after three after four after five after six after seven after eight after nine after ten"

func TestSitesThatAreCopies(t *testing.T) {
	join := func(all ...[]page) (out []page) {
		for _, p := range all {
			out = append(out, p...)
		}
		return out
	}
	for name, test := range map[string]struct {
		pages []page
		want  string
	}{
		"equal": {join(pages("a.example", 6, "text"), pages("b.example", 6, "text")), "b.example of a.example: 6 pages, 6 common, 6 equal, 0 alike"},
		"a copy of the first and of the second": {join(pages("a.example", 6, "text"), pages("b.example", 6, "text"), pages("c.example", 6, "text")),
			"b.example of a.example: 6 pages, 6 common, 6 equal, 0 alike; c.example of a.example: 6 pages, 6 common, 6 equal, 0 alike"},
		"with the address in each page": {join(pages("a.example", 6, long+" at a.example"), pages("b.example", 6, long+" at b.example")),
			"b.example of a.example: 6 pages, 6 common, 0 equal, 6 alike"},
		"other words under the same paths":   {join(pages("a.example", 6, long), pages("b.example", 6, "nothing of that")), ""},
		"equal pages under other paths":      {join(pages("a.example", 6, "text"), []page{{"b.example", "/x1", "page0 text"}, {"b.example", "/x2", "page1 text"}}), ""},
		"too few pages":                      {join(pages("a.example", 4, "text"), pages("b.example", 4, "text")), ""},
		"four fifths of its pages":           {join(pages("a.example", 8, "text"), pages("b.example", 8, "text"), []page{{"b.example", "/y1", "1"}, {"b.example", "/y2", "2"}}), "b.example of a.example: 10 pages, 8 common, 8 equal, 0 alike"},
		"half of the pages of both":          {join(pages("a.example", 6, "text"), pages("b.example", 6, "text"), pages("a.example/own", 6, "a"), pages("b.example/own", 6, "b")), ""},
		"the first one is the smaller copy":  {join(pages("a.example", 6, "text"), pages("b.example", 20, "text")), "a.example of b.example: 6 pages, 6 common, 6 equal, 0 alike"},
		"the same URL at both schemes":       {append(pages("a.example", 6, "text"), pages("a.example", 6, "text")...), ""},
		"pages without a text that are none": {join(pages("a.example", 0, ""), []page{{"b.example", "", ""}}), ""},
	} {
		for i := range test.pages { // a folder of a site
			site, folder, _ := strings.Cut(test.pages[i].site, "/")
			if folder != "" {
				test.pages[i].site, test.pages[i].path = site, "/"+folder+test.pages[i].path
			}
		}
		if got := strings.Join(find(t, test.pages, mirror.Settings{}), "; "); got != test.want {
			t.Errorf("%s: %q, want %q", name, got, test.want)
		}
	}
}

func TestSettingsOfMirrors(t *testing.T) {
	all := append(pages("a.example", 4, "text"), pages("b.example", 3, "text")...)
	all = append(all, page{"b.example", "/p3.html", "another"})
	if got := find(t, all, mirror.Settings{Pages: 3, Share: 0.7}); len(got) != 1 {
		t.Errorf("found %v, want one", got)
	}
	if got := find(t, all, mirror.Settings{Pages: 3}); len(got) != 0 {
		t.Errorf("found %v, want none", got)
	}
}

// TestErrorsOfRecords: an error of the catalogue or of the archive ends the search.
func TestErrorsOfRecords(t *testing.T) {
	failing := errors.New("the disk is gone")
	bodies := func(context.Context) iter.Seq2[catalogue.Body, error] {
		return func(yield func(catalogue.Body, error) bool) { yield(catalogue.Body{}, failing) }
	}
	if _, err := mirror.Find(t.Context(), bodies, nil, mirror.Settings{}); !errors.Is(err, failing) {
		t.Errorf("error of the catalogue: %v", err)
	}
	differing := func(context.Context) iter.Seq2[catalogue.Body, error] {
		return func(yield func(catalogue.Body, error) bool) {
			for i := range 12 {
				site := []string{"a.example", "b.example"}[i%2]
				if !yield(catalogue.Body{URL: fmt.Sprintf("http://%s/%d", site, i/2), Site: site, Key: int64(i)}, nil) {
					return
				}
			}
		}
	}
	words := func(context.Context, string) (string, error) { return "", failing }
	if _, err := mirror.Find(t.Context(), differing, words, mirror.Settings{}); !errors.Is(err, failing) {
		t.Errorf("error of the archive: %v", err)
	}
}
