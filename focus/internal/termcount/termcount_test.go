package termcount_test

import (
	"math"
	"strings"
	"testing"

	"sluice/focus/internal/termcount"
	"sluice/text/vector"
)

func TestCosineOfTexts(t *testing.T) {
	for _, c := range []struct {
		name, a, b string
		want       float64
	}{
		{"equal", "crawlers fetch pages", "crawlers fetch pages", 1},
		{"order, case, endings and stop words do not count", "The crawler fetches pages", "page crawlers fetch", 1},
		{"nothing in common", "crawlers fetch pages", "cats and dogs", 0},
		{"one of two terms", "cat dog", "cat", 1 / math.Sqrt2},
		{"frequencies count", "cat cat cat dog", "cat", 3 / math.Sqrt(10)},
		{"empty", "", "cat", 0},
		{"stop words only", "the and of", "the and of", 0},
	} {
		var counter termcount.Counter
		a, b := counter.Count(vector.Field{Text: c.a}), counter.Count(vector.Field{Text: c.b})
		if got := a.Cosine(b); math.Abs(got-c.want) > 1e-9 || got != b.Cosine(a) {
			t.Errorf("%s: cosine %v and %v, want %v", c.name, got, b.Cosine(a), c.want)
		}
	}
}

func TestCosineIsAlwaysANumber(t *testing.T) {
	for _, v := range []termcount.Vector{nil, {"a": 0}, {"a": math.NaN()}, {"a": math.Inf(1)}, {"a": -1}, {"a": math.MaxFloat64}} {
		for _, o := range []termcount.Vector{nil, {"a": 1}, {"a": math.Inf(1)}} {
			if got := v.Cosine(o); !(got >= 0 && got <= 1) {
				t.Errorf("cosine of %v and %v is %v", v, o, got)
			}
		}
	}
}

func TestFieldsCountByTheirWeight(t *testing.T) {
	var counter termcount.Counter
	v := counter.Count(vector.Field{Text: "cat", Weight: 3}, vector.Field{Text: "cat dog"}, vector.Field{Text: "bird", Weight: math.NaN()}, vector.Field{Text: "fish", Weight: -1})
	if v["cat"] != 4 || v["dog"] != 1 || len(v) != 2 {
		t.Errorf("counts %v", v)
	}
}

func TestLongTextsAreCut(t *testing.T) {
	var counter termcount.Counter
	v := counter.Count(vector.Field{Text: strings.Repeat("a b ", vector.MaxText) + "last"})
	if v["last"] != 0 {
		t.Error("a text beyond the limit is counted")
	}
}
