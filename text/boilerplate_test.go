package text_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"sluice/text"
)

// blocksOf returns the blocks of a page that has one a line; a # begins a heading.
func blocksOf(page string) *text.Blocks {
	var b text.Blocks
	for line := range strings.SplitSeq(page, "\n") {
		rest, isHeading := strings.CutPrefix(line, "#")
		b.Add(rest, isHeading)
	}
	return &b
}

// siteOf returns what is found of a site with these pages.
func siteOf(pages []string) *text.Boilerplate {
	var site text.Boilerplate
	for i, page := range pages {
		site.Add(text.SampleKey(fmt.Sprint(i)), blocksOf(page).Set())
	}
	return &site
}

// pagesOf returns n pages; %d in their text is the number of the page.
func pagesOf(n int, page string) (all []string) {
	for i := range n {
		all = append(all, strings.ReplaceAll(page, "%d", fmt.Sprint(i)))
	}
	return all
}

func TestRepeatedBlocks(t *testing.T) {
	const menu = "Home\nNews\n"
	for _, c := range []struct {
		name  string
		pages []string
		want  string // text of the first page, its lines joined by /
	}{
		{"menu on all pages", pagesOf(6, menu+"text %d\n© us"), "text 0"},
		{"site of four pages", pagesOf(4, menu+"text %d"), "Home/News/text 0"},
		{"menu on four of twenty pages", append(pagesOf(4, menu+"text %d"), pagesOf(16, "other %d")...), "Home/News/text 0"},
		{"menu on five of twenty pages", append(pagesOf(5, menu+"text %d"), pagesOf(15, "other %d")...), "text 0"},
		{"menu on five of thirty pages", append(pagesOf(5, menu+"text %d"), pagesOf(25, "other %d")...), "Home/News/text 0"},
		{"paragraph quoted on two pages", append(pagesOf(2, menu+"quoted\nown %d"), pagesOf(18, menu+"other %d")...), "quoted/own 0"},
		{"block that stands twice on its page", append(pagesOf(1, "twice\ntwice\ntwice\ntwice\ntwice"), pagesOf(5, "other %d")...), "twice/twice/twice/twice/twice"},
		{"one page under many URLs", append(pagesOf(9, "a long text\nof a page"), pagesOf(9, "other %d")...), "a long text/of a page"},
		{"heading like the entry of a menu", append([]string{menu + "#News\nWe moved."}, pagesOf(8, menu+"#Topic %d\ntext %d")...), "News/We moved."},
		{"heading that is the name of the site", pagesOf(8, "#The Site\ntext %d"), "text 0"},
		{"page of repeated blocks alone", append([]string{menu}, pagesOf(8, menu+"text %d")...), ""},
		{"languages", pagesOf(6, "Übersicht\n連絡先\nΝέα %d"), "Νέα 0"},
		{"no pages", []string{""}, ""},
	} {
		if got := blocksOf(c.pages[0]).Text(siteOf(c.pages).Repeated()); got != strings.ReplaceAll(c.want, "/", "\n") {
			t.Errorf("%s: the first page has %q left, want %q", c.name, got, c.want)
		}
	}
}

// randomSite returns the pages of a site with a template, sections, quotations and copies.
func randomSite(r *rand.Rand, n int) (pages []string) {
	for i := range n {
		var page []string
		for k := range r.IntN(12) {
			page = append(page, fmt.Sprint("template ", k))
		}
		for range r.IntN(12) {
			page = append(page, fmt.Sprint("quoted ", r.IntN(60)))
		}
		if r.IntN(4) > 0 {
			page = append(page, fmt.Sprint("own ", i))
		}
		pages = append(pages, strings.Join(page, "\n"))
	}
	return pages
}

func TestOrderOfPagesDoesNotMatter(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, n := range []int{3, 20, 255, 256, 257, 1000} {
		pages := randomSite(r, n)
		order := r.Perm(n)
		var shuffled text.Boilerplate
		for _, i := range append(order, order[:n/2]...) { // half of them twice
			shuffled.Add(text.SampleKey(fmt.Sprint(i)), blocksOf(pages[i]).Set())
		}
		if one, other := siteOf(pages).Repeated(), shuffled.Repeated(); !slices.Equal(one, other) {
			t.Errorf("%d pages repeat %d blocks in one order, %d others in another", n, len(one), len(other))
		}
	}
}

func TestSampleOfManyPagesShowsTheirTemplate(t *testing.T) {
	var site text.Boilerplate
	const menu = "Home\nNews"
	for i := range 20_000 {
		site.Add(text.SampleKey(fmt.Sprint(i)), blocksOf(fmt.Sprintf("%s\ntext %d\nchapter %d", menu, i, i%10)).Set())
	}
	if got := blocksOf(menu + "\nchapter 1").Text(site.Repeated()); got != "chapter 1" {
		t.Errorf("left is %q, want what stands on a tenth of the pages", got)
	}
}

// TestRemovingAddsNothing: what is left is a subsequence of the blocks, none of them repeated, and nothing else is gone.
func TestRemovingAddsNothing(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 50 {
		pages := randomSite(r, 5+r.IntN(60))
		repeated := siteOf(pages).Repeated()
		for _, page := range pages {
			all := blocksOf(page)
			if whole := all.Text(nil); whole != page {
				t.Fatalf("the whole text of %q is %q", page, whole)
			}
			left := all.Text(repeated)
			rest := strings.Split(left, "\n")
			for line := range strings.SplitSeq(page, "\n") {
				if len(rest) > 0 && rest[0] == line {
					rest = rest[1:]
				} else if line != "" && blocksOf(line).Text(repeated) != "" {
					t.Fatalf("%q is not repeated, and is gone from %q", line, left)
				}
			}
			if left != "" && len(rest) > 0 {
				t.Fatalf("%q is left of %q: it has more", left, page)
			}
			if again := blocksOf(left).Text(repeated); again != left {
				t.Fatalf("removing twice leaves %q of %q", again, left)
			}
		}
	}
}

func TestDifferenceOfRepeatedBlocks(t *testing.T) {
	few, all := siteOf(pagesOf(6, "Home\ntext %d")), siteOf(pagesOf(6, "Home\nNews\ntext %d\nmore %d"))
	for _, c := range []struct {
		name       string
		one, other text.BlockSet
		want       float64
	}{
		{"none and none", nil, nil, 0},
		{"equal", all.Repeated(), all.Repeated(), 0},
		{"one block of four", few.Repeated(), all.Repeated(), 0.25},
		{"two blocks of four", nil, all.Repeated(), 0.5},
	} {
		if got := all.Difference(c.one, c.other); got != c.want || got != all.Difference(c.other, c.one) {
			t.Errorf("%s: the difference is %v, want %v", c.name, got, c.want)
		}
	}
}

func TestBlockSetIsStored(t *testing.T) {
	set := blocksOf("one\ntwo\n#two\nthree").Set()
	if got := text.BlockSetOf(set.Bytes()); len(set) != 4 || !slices.Equal(got, set) {
		t.Errorf("stored %v, read %v", set, got)
	}
	if got := text.BlockSetOf([]byte("12345")); len(got) != 1 {
		t.Errorf("a broken set is %v", got)
	}
}
