//go:build yardstick

package describe_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"sluice/document/content"
	"sluice/document/describe"
	"sluice/internal/conformancetest"
	"sluice/internal/labelledtest"
)

// abstractBar is the least share of abstracts that are right, in hundredths, and alike the least
// similarity of one that is right.
const (
	abstractBar = 90
	alike       = 0.95
)

// TestQualityOfAbstracts compares abstracts with those of a table. The table has
// the first and the last words of each and their number, found by reading the
// pages, and no text: that is taken from the document between these words.
func TestQualityOfAbstracts(t *testing.T) {
	table, err := os.ReadFile("testdata/abstracts.tsv")
	if err != nil {
		t.Fatal(err)
	}
	labelled := map[string]*content.Document{}
	for _, d := range labelledtest.Documents(t, labelledtest.Work) {
		labelled[d.Name] = d.Read
	}
	sites := conformancetest.Path(t, "web", "sites")
	r := labelledtest.NewReader(t)
	right, all := 0, 0
	for row := range strings.SplitSeq(strings.TrimSpace(string(table)), "\n") {
		col := strings.Split(row, "\t")
		if col[0] == "document" {
			continue
		}
		d := labelled[col[0]]
		if d == nil {
			if path := filepath.Join(sites, filepath.FromSlash(col[0])); !labelledtest.FileExists(path) {
				t.Logf("%s is not there", col[0])
				continue
			}
			if d, err = r.Read(t.Context(), filepath.Join(sites, filepath.FromSlash(col[0])), "http://"+col[0]); err != nil {
				t.Errorf("%s: %v", col[0], err)
				continue
			}
		}
		words, err := strconv.Atoi(col[3])
		if err != nil {
			t.Fatal(err)
		}
		want := between(d.Text, col[1], col[2], words)
		if want == "" {
			t.Errorf("%s: the words of the table are not in the document", col[0])
			continue
		}
		all++
		if isAbstract(t, col[0], describe.Describe(d, describe.Around{URL: "http://" + col[0]}).Get("abstract"), want) {
			right++
		}
	}
	share := 100 * float64(right) / float64(max(1, all))
	fmt.Printf("QUALITY describe abstracts: %d documents, %.1f %% right\n", all, share)
	if labelledtest.CheckCount(t, "abstracts", all, 40) && share < abstractBar {
		t.Errorf("%.1f %% of the abstracts right; the bar is %d %%", share, abstractBar)
	}
}

// isAbstract reports whether an abstract is the one that the document prints, and logs the other.
func isAbstract(t *testing.T, name, got, want string) bool {
	like := ratcliff([]rune(joinedLetters(got)), []rune(joinedLetters(want)))
	if like < alike {
		t.Logf("%s: similarity %.2f\n   got %.100q\n  want %.100q", name, like, got, want)
	}
	return like >= alike
}

// between returns the text from some first to some last words, which has about as
// many words as said.
func between(text, first, last string, words int) string {
	// A dash joins a heading and the first word: "Abstract—In this".
	apart := func(s string) []string { return strings.Fields(strings.ReplaceAll(s, "—", " — ")) }
	all, starts, ends := apart(text[:min(len(text), 100_000)]), apart(first), apart(last)
	for i := range all {
		if !hasWords(all[i:], starts) {
			continue
		}
		for j := i; j < len(all) && j-i < words*5/4+60; j++ {
			if n := j + len(ends) - i; n > words*3/4 && hasWords(all[j:], ends) {
				return strings.Join(all[i:j+len(ends)], " ")
			}
		}
	}
	return ""
}

// hasWords reports whether words begin with some, hyphens at line ends aside.
func hasWords(all, some []string) bool {
	if len(all) < len(some) {
		return false
	}
	return slices.EqualFunc(all[:len(some)], some, func(a, b string) bool { return joinedLetters(a) == joinedLetters(b) })
}

// joinedLetters returns a text without spaces and hyphens, which depend on how lines were broken.
func joinedLetters(s string) string {
	return strings.Map(func(r rune) rune {
		if r == ' ' || r == '-' || r == '\u00ad' {
			return -1
		}
		return r
	}, s)
}

// ratcliff returns the similarity of Ratcliff and Obershelp: twice the letters
// of the longest common part and of those on both sides of it, by all letters.
func ratcliff(a, b []rune) float64 {
	if len(a)+len(b) == 0 {
		return 1
	}
	return 2 * float64(common(a, b)) / float64(len(a)+len(b))
}

// common counts the letters that ratcliff counts.
func common(a, b []rune) int {
	best, endA, endB := 0, 0, 0
	row := make([]int, len(b)+1)
	for i := range a {
		before := 0
		for j := range b {
			was := row[j+1]
			row[j+1] = 0
			if a[i] == b[j] {
				if row[j+1] = before + 1; row[j+1] > best {
					best, endA, endB = row[j+1], i+1, j+1
				}
			}
			before = was
		}
	}
	if best == 0 {
		return 0
	}
	return best + common(a[:endA-best], b[:endB-best]) + common(a[endA:], b[endB:])
}
