package text_test

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"

	"sluice/text"
)

func TestTermsFollowTheRules(t *testing.T) {
	for _, c := range []struct {
		name  string
		rules text.Rules
		text  string
		want  string
	}{
		{"words, numbers and contractions", text.Rules{}, "Don't PANIC, it's 42 (or 3.14)!", "don't panic it's 42 or 3 14"},
		{"an apostrophe at the end of a word separates", text.Rules{}, "the dogs' l'eau rock'n'roll", "the dogs l eau rock n roll"},
		{"underscores separate", text.Rules{}, "snake_case", "snake case"},
		{"compatibility forms are folded", text.Rules{}, "Eﬃcient ÉCOLE", "efficient école"},
		{"an ideographic zero is no word", text.Rules{}, "二〇", "二"},
		{"an ideograph is a word", text.Rules{}, "图书馆 ひら library图", "图 书 馆 ひ ら library 图"},
		{"punctuation as terms", text.Rules{Punctuation: true}, "C++: “yes”\t€5", "c + + : “ yes ” € 5"},
		{"numbers left out", text.Rules{Numbers: text.DropNumbers}, "in 1987 the B52s", "in the b52s"},
		{"numbers by shape", text.Rules{Numbers: text.ShapeNumbers}, "in 1987 the B52s ٣٤", "in 0000 the b52s 00"},
		{"hyphens separate", text.Rules{}, "on-line state-of-the-art -x- y-", "on line state of the art x y"},
		{"hyphens kept", text.Rules{Hyphens: text.KeepHyphens}, "On-Line state-of-the-art -x- y- é-t", "on-line state-of-the-art x y é-t"},
		{"hyphens joined", text.Rules{Hyphens: text.JoinHyphens}, "On-Line -x- a--b", "online x a b"},
		{"short words left out", text.Rules{Least: 2}, "a bc é éé 图", "bc éé 图"},
		{"long words are cut", text.Rules{}, strings.Repeat("x", 100), strings.Repeat("x", text.MaxWord)},
		{"long words with hyphens are cut", text.Rules{Hyphens: text.KeepHyphens}, strings.Repeat("é-", 100), strings.Repeat("é-", 21)},
		{"bytes that are not UTF-8 separate", text.Rules{Punctuation: true}, "a\xffb\xc3", "a b"},
		{"nothing", text.Rules{}, "", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := strings.Join(slices.Collect(c.rules.Terms(c.text)), " ")
			if got != c.want {
				t.Errorf("Terms(%q):\n got %q\nwant %q", c.text, got, c.want)
			}
		})
	}
}

func TestTermsOfAnyTextAreBoundedAndFolded(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := text.Rules{
			Numbers:     text.NumberRule(rapid.IntRange(0, 2).Draw(t, "numbers")),
			Hyphens:     text.HyphenRule(rapid.IntRange(0, 2).Draw(t, "hyphens")),
			Punctuation: rapid.Bool().Draw(t, "punctuation"),
			Least:       rapid.IntRange(0, 3).Draw(t, "least"),
		}
		s := rapid.OneOf(rapid.String(), rapid.StringMatching(`([a-zA-Z'’0-9é-]{0,70}[ .,-]?){0,5}`)).Draw(t, "text")
		for w := range r.Terms(s) {
			if w == "" || len(w) > text.MaxWord || !utf8.ValidString(w) || strings.ContainsAny(w, " \n\t") {
				t.Fatalf("Terms(%q) yields %q", s, w)
			}
		}
		for range r.Terms(s) {
			break // a caller may stop
		}
	})
}

// The fast rules agree with those of Unicode on plain prose.
func TestTermsOfProseAreItsWords(t *testing.T) {
	const prose = `The Court's judgment of 1987, handed down at St. Andrews, wasn't final: "Müller v. Smith" (No. 12) — see above.`
	if got, want := slices.Collect(text.Rules{}.Terms(prose)), slices.Collect(text.Words(prose)); !slices.Equal(got, want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
}
