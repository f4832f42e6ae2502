package text_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"sluice/text"
)

// prose returns n words of a vocabulary of some size.
func prose(r *rand.Rand, n, vocabulary int) []string {
	words := make([]string, n)
	for i := range words {
		words[i] = fmt.Sprintf("w%d", r.IntN(vocabulary))
	}
	return words
}

func TestShinglesAreTheRunsOfWords(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		words := rapid.SliceOf(rapid.SampledFrom([]string{"a", "b", "c", "d"})).Draw(t, "words")
		w := rapid.IntRange(1, 5).Draw(t, "w")
		runs := map[string]bool{}
		for i := 0; i+w <= len(words); i++ {
			runs[strings.Join(words[i:i+w], " ")] = true
		}
		if len(words) > 0 && len(words) < w {
			runs["all"] = true
		}
		if got := text.Shingles(strings.Join(words, " "), w); len(got) != len(runs) {
			t.Fatalf("%d shingles of %d words of %q, want %d", len(got), w, words, len(runs))
		}
	})
}

func TestJaccard3CountsRunsOfThreeWords(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want float64
	}{
		{"one two three four", "One, two: three four!", 1},
		{"one two three four", "one two three five", 1. / 3},
		{"one two", "one two", 1},
		{"one two", "two one", 0},
		{"", "", 0},
		{"one two three", "", 0},
	} {
		if got := text.Jaccard3(c.a, c.b); math.Abs(got-c.want) > 1e-12 {
			t.Errorf("Jaccard3(%q, %q) = %v, want %v", c.a, c.b, got, c.want)
		}
	}
}

func TestSignaturesEstimateJaccard(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	worst, sum, n := 0., 0., 0.
	for _, share := range []float64{0, 0.2, 0.5, 0.8, 0.95, 1} {
		for range 20 {
			a := prose(r, 2000, 50_000)
			b := append([]string{}, a...)
			for i := int(share * 2000); i < len(b); i++ {
				b[i] = fmt.Sprintf("v%d", r.IntN(50_000))
			}
			setA, setB := text.Shingles(strings.Join(a, " "), 3), text.Shingles(strings.Join(b, " "), 3)
			sigA, sigB := text.MinHash(setA), text.MinHash(setB)
			off := math.Abs(sigA.Like(&sigB) - text.Jaccard(setA, setB))
			worst, sum, n = max(worst, off), sum+off, n+1
		}
	}
	if worst > 0.17 || sum/n > 0.04 {
		t.Errorf("off by %.3f at the most, %.3f in the mean", worst, sum/n)
	}
}

func TestSignatureSurvivesStoring(t *testing.T) {
	s := text.MinHash(text.Shingles("to be or not to be", 2))
	if got := text.SignatureOf(s.Bytes()); got != s {
		t.Error("another signature came back")
	}
	if got := text.SignatureOf([]byte("short")); got != (text.Signature{}) {
		t.Error("a signature of nothing")
	}
	// What is stored must mean the same in every later version.
	if s[0] != 879325352 {
		t.Errorf("the first value is %d", s[0])
	}
}

func TestLikeTextsShareABand(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	shares := func(keep int) (found int) {
		for range 100 {
			a := prose(r, 500, 50_000)
			b := append(append([]string{}, a[:keep]...), prose(r, 500-keep, 50_000)...)
			x, y := text.MinHash(text.Shingles(strings.Join(a, " "), 3)), text.MinHash(text.Shingles(strings.Join(b, " "), 3))
			keys := map[uint64]bool{}
			for _, k := range x.Bands(32) {
				keys[k] = true
			}
			for _, k := range y.Bands(32) {
				if keys[k] {
					found++
					break
				}
			}
		}
		return found
	}
	if n := shares(450); n < 98 {
		t.Errorf("%d of 100 pairs with nine tenths in common share a band", n)
	}
	if n := shares(25); n > 5 {
		t.Errorf("%d of 100 pairs with a twentieth in common share a band", n)
	}
	var none text.Signature
	if none.Bands(32) != nil || none.Like(&none) != 0 {
		t.Error("two documents without text are alike")
	}
}

func TestVersions(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	words := prose(r, 3000, 20_000)
	body := strings.Join(words, " ")
	revised := strings.Join(append(append([]string{}, words[:1500]...), prose(r, 1800, 20_000)...), " ")
	another := strings.Join(prose(r, 3000, 20_000), " ")
	const title = "A theory of everything that is not yet known"
	ada, bob := []string{"Ada Lovelace", "Charles Babbage"}, []string{"Bob Kahn"}
	for _, c := range []struct {
		name string
		a, b text.Print
		want bool
	}{
		{"same text, nothing else known", text.NewPrint("", nil, body), text.NewPrint("", nil, body), true},
		{"half the text, title and authors", text.NewPrint(title, ada, body), text.NewPrint("A Theory of Everything, That Is Not-yet Known", []string{"Lovelace, A.", "Babbage, C."}, revised), true},
		{"half the text, another title, other authors", text.NewPrint(title, ada, body), text.NewPrint("Nothing at all", bob, revised), false},
		{"another text, same title and authors: slides", text.NewPrint(title, ada, body), text.NewPrint(title, ada, another), false},
		{"another text", text.NewPrint("", nil, body), text.NewPrint("", nil, another), false},
		{"a scan and its text", text.NewPrint(title, ada, ""), text.NewPrint(title, ada[:1], body), true},
		{"two scans of nothing known", text.Print{}, text.Print{}, false},
	} {
		if got := c.a.Like(&c.b); (got >= text.Versions) != c.want || got != c.b.Like(&c.a) {
			t.Errorf("%s: likeness %.2f and %.2f, want versions %v", c.name, got, c.b.Like(&c.a), c.want)
		}
	}
}
