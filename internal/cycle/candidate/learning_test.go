package candidate_test

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"

	"sluice/internal/cycle/candidate"
)

// TestLearnedKeywords: words and phrases of the subject, the most telling ones first; those that other texts have, too, are ambiguous, and a word that is
// nearly always part of a phrase is left out.
func TestLearnedKeywords(t *testing.T) {
	var l candidate.Learner
	for i := range 50 {
		about := fmt.Sprintf("The graph theory group %d\nwelcomes you to news about proofs in 1999", i)
		if i%2 == 0 {
			about += "\nSee our colouring"
		}
		l.Add(true, "en", about)
		other := fmt.Sprintf("Welcome to shop %d, with cakes and the bread of today", i)
		if i < 5 {
			other += ". News and proofs"
		}
		l.Add(false, "", other)
	}
	all, err := l.Keywords(50)
	if err != nil {
		t.Fatal(err)
	}
	byText := map[string]candidate.Learned{}
	for _, k := range all {
		byText[k.Text] = k
		if strings.ContainsAny(k.Text, "0123456789") || strings.HasPrefix(k.Text, "the ") || strings.HasSuffix(k.Text, " to") {
			t.Errorf("%q is no keyword", k.Text)
		}
	}
	if k := byText["graph theory group"]; k.Subject != 1 || k.Others != 0 || k.Ambiguous || math.Abs(k.Score-1) > 1e-9 {
		t.Errorf("graph theory group: %+v, want 1 bit", k)
	}
	if k := byText["colouring"]; k.Subject != 0.5 || k.Ambiguous {
		t.Errorf("colouring: %+v", k)
	}
	if k := byText["proofs"]; k.Others != 0.1 || !k.Ambiguous {
		t.Errorf("proofs: %+v, want an ambiguous one", k)
	}
	for _, part := range []string{"graph", "theory", "graph theory", "cakes", "welcome"} {
		if k, ok := byText[part]; ok {
			t.Errorf("%q is kept: %+v", part, k)
		}
	}
	var b strings.Builder
	if err := candidate.WriteKeywords(&b, "About graphs.\nSecond line", all); err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(b.String(), "# About graphs.\n# Second line\n") || !strings.Contains(b.String(), "\n? proofs\n") {
		t.Errorf("file:\n%s", b.String())
	}
	read, err := candidate.ReadKeywords(strings.NewReader(b.String()))
	if err != nil {
		t.Fatal(err)
	}
	if n, ambiguous := read.Len(); n != len(all) || ambiguous == 0 {
		t.Errorf("%d keywords are read, %d of them ambiguous, want %d", n, ambiguous, len(all))
	}
}

func TestKeywordsThatCannotBeLearned(t *testing.T) {
	var l candidate.Learner
	for range 2 {
		l.Add(true, "", "graph theory")
		l.Add(false, "", "cakes")
	}
	if _, err := l.Keywords(10); err == nil || !strings.Contains(err.Error(), "2 about the subject and 2 others") {
		t.Errorf("too few texts: %v", err)
	}
	for range 5 {
		l.Add(true, "", "\xff\xfe 12 a the")
		l.Add(false, "", "")
	}
	if _, err := l.Keywords(10); !errors.Is(err, candidate.ErrNoKeyword) {
		t.Errorf("nothing in common: %v", err)
	}
}

// FuzzLearnedKeywords: what is learned of any text can be read again as a file of keywords.
func FuzzLearnedKeywords(f *testing.F) {
	f.Add("graph theory\nand cakes", "cakes", "en")
	f.Add("\xff\x00 ? # 论 图 a\u0301", "", "xx")
	f.Fuzz(func(t *testing.T, subject, other, language string) {
		var l candidate.Learner
		for range 3 {
			l.Add(true, language, subject)
			l.Add(false, language, other)
		}
		all, err := l.Keywords(20)
		if err != nil {
			return
		}
		var b strings.Builder
		if err := candidate.WriteKeywords(&b, "", all); err != nil {
			t.Fatal(err)
		}
		read, err := candidate.ReadKeywords(strings.NewReader(b.String()))
		if err != nil {
			t.Fatalf("%q: %v", b.String(), err)
		}
		if n, _ := read.Len(); n != len(all) {
			t.Errorf("%d keywords are read of %d: %q", n, len(all), b.String())
		}
	})
}
