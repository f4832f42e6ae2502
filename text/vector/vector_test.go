package vector_test

import (
	"bytes"
	"fmt"
	"math"
	"slices"
	"strings"
	"sync"
	"testing"

	"pgregory.net/rapid"

	"sluice/text"
	"sluice/text/vector"
)

// names returns the terms of counts with their counts, sorted.
func names(v *vector.Vocabulary, counts vector.Vector) []string {
	var all []string
	for _, t := range counts {
		all = append(all, fmt.Sprintf("%s=%g", v.Name(t.ID), t.Value))
	}
	slices.Sort(all)
	return all
}

func TestTermsOfAnAnalyzer(t *testing.T) {
	for _, c := range []struct {
		name     string
		analyzer vector.Analyzer
		fields   []vector.Field
		want     string
	}{
		{"words", vector.Analyzer{}, []vector.Field{{Text: "To be or not to be"}}, "be=2 not=1 or=1 to=2"},
		{"phrases", vector.Analyzer{Words: 3}, []vector.Field{{Text: "a b c"}}, "a b c=1 a b=1 a=1 b c=1 b=1 c=1"},
		{"no phrase across fields", vector.Analyzer{Words: 2}, []vector.Field{{Text: "a"}, {Text: "b"}}, "a=1 b=1"},
		{"no phrase across a stop word", vector.Analyzer{Words: 2, NoStops: true}, []vector.Field{{Text: "birds of prey fly"}}, "birds=1 fly=1 prey fly=1 prey=1"},
		{"stems", vector.Analyzer{Stems: true}, []vector.Field{{Text: "network networks"}}, "network=2"},
		{"characters", vector.Analyzer{MinChars: 2, MaxChars: 3}, []vector.Field{{Text: "né"}}, " n=1  né=1 né =1 né=1 né=1 é =1"},
		{"single characters without spaces", vector.Analyzer{MaxChars: 1}, []vector.Field{{Text: "no no"}}, "n=2 no=2 o=2"},
		{"weights", vector.Analyzer{}, []vector.Field{{Name: "title", Text: "crawl", Weight: 3}, {Text: "crawl web"}}, "crawl=4 web=1"},
		{"a field apart", vector.Analyzer{}, []vector.Field{{Name: "url", Text: "crawl", Apart: true}, {Text: "crawl"}}, "crawl=1 crawl=1"},
		{"nothing", vector.Analyzer{Words: 2, MaxChars: 3}, []vector.Field{{Text: " \n"}}, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			v, err := vector.NewVocabulary(c.analyzer)
			if err != nil {
				t.Fatal(err)
			}
			counts, err := v.Add(c.fields...)
			if err != nil {
				t.Fatal(err)
			}
			if got := strings.Join(names(v, counts), " "); got != c.want {
				t.Errorf("got  %s\nwant %s", got, c.want)
			}
			if again := v.Counts(nil, c.fields...); !slices.Equal(again, counts) {
				t.Errorf("Counts returns %v, Add %v", again, counts)
			}
		})
	}
}

func TestAnalyzersOutOfRangeAreRefused(t *testing.T) {
	for _, a := range []vector.Analyzer{{Words: 6}, {Words: -1}, {MaxChars: 9}, {MinChars: 3}, {MinChars: 3, MaxChars: 2}, {Rules: text.Rules{Numbers: 7}}, {Rules: text.Rules{Least: -1}}} {
		if _, err := vector.NewVocabulary(a); err == nil {
			t.Errorf("%+v is accepted", a)
		}
	}
}

func TestWeightsThatAreNoNumbersAreRefused(t *testing.T) {
	v, _ := vector.NewVocabulary(vector.Analyzer{})
	for _, w := range []float64{math.NaN(), math.Inf(1), -1} {
		if _, err := v.Add(vector.Field{Text: "a", Weight: w}); err == nil {
			t.Errorf("weight %v is accepted", w)
		}
	}
	v.Add(vector.Field{Text: "a b"})
	if got := names(v, v.Counts(nil, vector.Field{Text: "a", Weight: math.NaN()}, vector.Field{Text: "b"})); !slices.Equal(got, []string{"b=1"}) {
		t.Errorf("counts %v", got)
	}
}

func TestWeightsOfTerms(t *testing.T) {
	v, _ := vector.NewVocabulary(vector.Analyzer{})
	var first vector.Vector
	for _, s := range []string{"web crawl crawl", "web", "web", "web graph"} {
		counts, _ := v.Add(vector.Field{Text: s})
		if first == nil {
			first = counts
		}
	}
	web, crawl := first[0].ID, first[1].ID
	if v.Docs() != 4 || v.DF(web) != 4 || v.DF(crawl) != 1 || v.Total(crawl) != 2 {
		t.Errorf("%d documents, DF %d and %d, total %v", v.Docs(), v.DF(web), v.DF(crawl), v.Total(crawl))
	}
	if got := v.IDF(web); got != 0 {
		t.Errorf("IDF of a term that all have is %v", got)
	}
	if got := v.IDF(crawl); got != math.Log(4) {
		t.Errorf("IDF = %v, want log(4/1)", got)
	}
	if got := vector.SmoothIDF(4, 1); got != 1+math.Log(4) {
		t.Errorf("SmoothIDF = %v, want 1 + log(4/1)", got)
	}
	if got := v.WIDF(first); got[0].Value != 0.25 || got[1].Value != 1 {
		t.Errorf("WIDF = %v, want 1/4 and 2/2", got)
	}
	if got := v.TFIDF(first); math.Abs(got.Norm()-1) > 1e-6 || math.Abs(float64(got[1].Value/got[0].Value)-(1+math.Log(2))*(1+math.Log(4))) > 1e-5 {
		t.Errorf("TFIDF = %v", got)
	}
	for count, want := range map[float64]float64{0: 0, 0.5: 0.5, 1: 1, math.E: 2} {
		if got := vector.TF(count); math.Abs(got-want) > 1e-12 {
			t.Errorf("TF(%v) = %v, want %v", count, got, want)
		}
	}
}

// vectors draws a vector.
func vectors(t *rapid.T, name string) vector.Vector {
	ids := rapid.SliceOfDistinct(rapid.Uint32Range(0, 30), rapid.ID[uint32]).Draw(t, name)
	var v vector.Vector
	for _, id := range ids {
		v = append(v, vector.Term{ID: id, Value: float32(rapid.Float32Range(0, 100).Draw(t, "value"))})
	}
	return v.Sort()
}

func TestSimilaritiesAreSymmetricAndBounded(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := vectors(t, "a"), vectors(t, "b")
		for name, like := range map[string]func(a, b vector.Vector) float64{"Cosine": vector.Cosine, "Jaccard": vector.Jaccard} {
			if x, y := like(a, b), like(b, a); x != y || x < 0 || x > 1 {
				t.Fatalf("%s: %v and %v", name, x, y)
			}
		}
		if a.Norm() > 0 && math.Abs(vector.Cosine(a, a)-1) > 1e-6 {
			t.Fatalf("the cosine of %v with itself is %v", a, vector.Cosine(a, a))
		}
		if len(a) > 0 && vector.Jaccard(a, a) != 1 {
			t.Fatalf("the Jaccard similarity of %v with itself is %v", a, vector.Jaccard(a, a))
		}
	})
}

func TestPruneAndOrderKeepTheRest(t *testing.T) {
	v, _ := vector.NewVocabulary(vector.Analyzer{Words: 2})
	counts, _ := v.Add(vector.Field{Text: "web crawl graph"})
	v.Add(vector.Field{Text: "graph web"})
	counts = counts.Renumber(v.Prune(func(id uint32) bool { return v.DF(id) > 1 || v.Name(id) == "crawl" }))
	if got := strings.Join(names(v, counts), " "); got != "crawl=1 graph=1 web=1" || v.Len() != 3 {
		t.Errorf("after Prune: %s of %d", got, v.Len())
	}
	counts = counts.Renumber(v.Order())
	if got := strings.Join(names(v, counts), " "); got != "crawl=1 graph=1 web=1" || v.Name(0) != "crawl" || v.Name(2) != "web" {
		t.Errorf("after Order: %s", got)
	}
	if again := v.Counts(nil, vector.Field{Text: "web crawl graph"}).Sort(); !slices.Equal(again, counts.Sort()) {
		t.Errorf("Counts: %v, want %v", again, counts)
	}
}

func TestVocabularyIsTheSameAfterStoring(t *testing.T) {
	for _, a := range []vector.Analyzer{{}, {Words: 3, MinChars: 2, MaxChars: 4, Language: "de", Stems: true, NoStops: true, Rules: text.Rules{Punctuation: true, Least: 2}}} {
		v, _ := vector.NewVocabulary(a)
		fields := []vector.Field{{Text: "Die Würde des Menschen ist unantastbar. Sie zu achten…"}, {Name: "title", Text: "Die Würde", Apart: true}}
		v.Add(fields...)
		v.Add(fields[0])
		v.Order()
		b, _ := v.AppendBinary([]byte("before"))
		back, rest, err := vector.Decode(append(b[6:], "after"...))
		if err != nil || string(rest) != "after" {
			t.Fatalf("rest %q: %v", rest, err)
		}
		if back.Analyzer() != a || back.Docs() != 2 || back.Len() != v.Len() {
			t.Errorf("%+v, %d documents, %d terms", back.Analyzer(), back.Docs(), back.Len())
		}
		if got, want := back.Counts(nil, fields...), v.Counts(nil, fields...); !slices.Equal(got, want) {
			t.Errorf("got  %v\nwant %v", got, want)
		}
		again, _ := back.AppendBinary(nil)
		if !bytes.Equal(again, b[6:]) {
			t.Error("stored again it differs")
		}
	}
}

func FuzzDecode(f *testing.F) {
	v, _ := vector.NewVocabulary(vector.Analyzer{Words: 2, MinChars: 2, MaxChars: 3})
	v.Add(vector.Field{Text: "web crawl"}, vector.Field{Text: "graph", Apart: true})
	b, _ := v.AppendBinary(nil)
	f.Add(b)
	f.Add(b[:len(b)/2])
	f.Fuzz(func(t *testing.T, b []byte) {
		v, rest, err := vector.Decode(b)
		if err != nil {
			return
		}
		if len(rest) > len(b) {
			t.Fatal("more is left than there was")
		}
		v.Counts(nil, vector.Field{Text: "web crawl graph"})
		stored, _ := v.AppendBinary(nil)
		if _, _, err := vector.Decode(stored); err != nil {
			t.Fatalf("stored again: %v", err)
		}
	})
}

func TestCountsMayBeTakenByManyAtOnce(t *testing.T) {
	v, _ := vector.NewVocabulary(vector.Analyzer{MinChars: 2, MaxChars: 3})
	field := vector.Field{Text: "a web crawler crawls the web"}
	want, _ := v.Add(field)
	var wait sync.WaitGroup
	for range 8 {
		wait.Go(func() {
			for range 50 {
				if got := v.Counts(nil, field); !slices.Equal(got, want) {
					t.Errorf("got %v, want %v", got, want)
					return
				}
			}
		})
	}
	wait.Wait()
}

func TestHugeTextIsCut(t *testing.T) {
	v, _ := vector.NewVocabulary(vector.Analyzer{})
	counts, _ := v.Add(vector.Field{Text: strings.Repeat("é ", 10<<20/3)})
	if len(counts) != 1 || counts[0].Value != vector.MaxText/3 {
		t.Errorf("%v", counts)
	}
}
