package topic

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"sluice/text"
	"sluice/text/vector"
)

// TestLexiconFindsWhatStemsFind compares a lexicon with the stems of all words, one after the other.
func TestLexiconFindsWhatStemsFind(t *testing.T) {
	word := rapid.OneOf(rapid.SampledFrom([]string{"die", "dying", "lie", "lying", "ties", "tying", "skies", "sky", "skis", "a", "c", "C's", "learn", "Learning", "learned",
		"machine", "machines", "Ünder", "änderung", "机器", "学习", "the", "of", "yes", "why", "x-ray", "42"}), rapid.StringMatching(`[a-yA-Y]{1,3}(ies|ied|ing|ly|s|'s|ed)?`))
	phrase := rapid.Custom(func(t *rapid.T) string {
		return strings.Join(rapid.SliceOfN(word, 1, maxPhrase).Draw(t, "words"), " ")
	})
	rapid.Check(t, func(t *rapid.T) {
		language := rapid.SampledFrom([]string{"", "en", "de", "fr"}).Draw(t, "language")
		terms := rapid.SliceOfN(phrase, 1, 6).Draw(t, "terms")
		body := strings.Join(rapid.SliceOfN(word, 0, 40).Draw(t, "body"), " ") + " " + strings.Join(terms, " ")
		x := newLexicon(language)
		var ids []int
		var stems [][]string
		for _, term := range terms {
			if len(wordsOf(term)) > maxPhrase {
				return // an ideograph is a word of its own
			}
			ids = append(ids, x.add(term))
			stems = append(stems, strings.Fields(stemOf(term, language)))
		}
		var all []string
		for w := range rules.Terms(body) {
			all = append(all, stemOf(w, language))
		}
		found := x.count([]vector.Field{{Text: body, Weight: 2}})
		for i, want := range stems {
			n := 0.0
			for from := range all {
				if end := from + len(want); end <= len(all) && slices.Equal(all[from:end], want) {
					n += 2
				}
			}
			if got := found.counts[ids[i]]; got != n {
				t.Fatalf("term %q occurs %v times in %q, want %v", terms[i], got, body, n)
			}
		}
		x.release(found)
		if again := x.count(nil); slices.ContainsFunc(again.counts, func(n float64) bool { return n != 0 }) {
			t.Fatal("a text without fields has terms")
		}
	})
}

func TestLexiconKnowsHowFormsOfEnglishWordsBegin(t *testing.T) {
	for _, w := range []string{"dying", "lying", "tying", "vying", "skies", "skis", "idly", "gently", "ugly", "early", "only", "singly", "inning", "outing", "news", "howe", "atlas", "cosmos"} {
		x := newLexicon("")
		x.word(text.Stem(w, "en"))
		if !x.begins[int(w[0])<<8|int(w[1])] {
			t.Errorf("%s is not found by its stem %s", w, text.Stem(w, "en"))
		}
	}
}
