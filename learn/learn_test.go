package learn_test

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"sluice/learn"
)

// fruit returns examples in which width and colour distinguish apples, bananas and cherries, and noise has no meaning.
func fruit(n int, seed uint64) []learn.Example {
	r := rand.New(rand.NewPCG(seed, 1))
	var all []learn.Example
	for i := range n {
		label := []string{"apple", "banana", "cherry"}[i%3]
		width, yellow := 8.0, 0.2
		switch label {
		case "banana":
			width, yellow = 4, 0.9
		case "cherry":
			width = 2
		}
		all = append(all, learn.Example{Label: label, Group: fmt.Sprint("garden ", i%7), Features: []learn.Feature{
			{Name: "width", Value: width + r.NormFloat64()}, {Name: "yellow", Value: yellow + r.NormFloat64()/10}, {Name: "noise", Value: r.NormFloat64()},
		}})
	}
	return all
}

func train(t testing.TB, examples []learn.Example, o learn.Options) *learn.Model {
	t.Helper()
	m, err := learn.Train(examples, o)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// best returns the likeliest label and its probability.
func best(m *learn.Model, x learn.Example) (string, float64) {
	p := m.Classify(x.Features)
	k := slices.Index(p, slices.Max(p))
	return m.Labels()[k], p[k]
}

func TestModelGeneralizesToUnseenExamples(t *testing.T) {
	m := train(t, fruit(120, 1), learn.Options{})
	var c learn.Confusion
	for _, x := range fruit(300, 2) {
		got, _ := best(m, x)
		c.Add(x.Label, got)
	}
	if right, all := c.Accuracy(); right < all*95/100 {
		t.Errorf("%d of %d right", right, all)
	}
}

func TestProbabilitiesSumToOne(t *testing.T) {
	m := train(t, fruit(60, 1), learn.Options{Labels: []string{"durian"}})
	rapid.Check(t, func(t *rapid.T) {
		p := m.Classify([]learn.Feature{{Name: "width", Value: rapid.Float64().Draw(t, "width")}, {Name: "unheard of", Value: 1}, {Name: "yellow", Value: math.NaN()}})
		sum := 0.0
		for _, x := range p {
			if !(x >= 0 && x <= 1) {
				t.Fatalf("probabilities %v", p)
			}
			sum += x
		}
		if math.Abs(sum-1) > 1e-9 || len(p) != 4 {
			t.Fatalf("%d probabilities sum to %v", len(p), sum)
		}
	})
}

func TestTrainingIsDeterministic(t *testing.T) {
	a, _ := train(t, fruit(90, 3), learn.Options{}).MarshalBinary()
	b, _ := train(t, fruit(90, 3), learn.Options{}).MarshalBinary()
	if !bytes.Equal(a, b) {
		t.Error("two trainings differ")
	}
}

func TestUnknownFeatureHasNoWeight(t *testing.T) {
	m := train(t, fruit(120, 1), learn.Options{})
	known := []learn.Feature{{Name: "width", Value: 2}, {Name: "yellow", Value: 0.2}}
	unknown := append(slices.Clone(known), learn.Feature{Name: "noise", Value: math.NaN()})
	if a, b := m.Classify(known), m.Classify(unknown); !slices.Equal(a, b) {
		t.Errorf("absent %v, unknown %v", a, b)
	}
	for _, c := range m.Explain(unknown, "cherry") {
		if c.Name == "noise" {
			t.Errorf("an unknown feature is a reason: %+v", c)
		}
	}
}

func TestExplainNamesWhatDecided(t *testing.T) {
	m := train(t, fruit(120, 1), learn.Options{})
	why := m.Explain([]learn.Feature{{Name: "width", Value: 4}, {Name: "yellow", Value: 0.95}, {Name: "noise", Value: 0.1}}, "banana")
	if len(why) != 3 || why[0].Name != "yellow" || why[0].Weight <= 0 || !why[0].High || why[0].Value != 0.95 {
		t.Errorf("reasons %+v", why)
	}
	if m.Explain(nil, "grape") != nil {
		t.Error("reasons for a label that the model has not")
	}
}

func TestExplainComparesLabelWithNamedOnes(t *testing.T) {
	m := train(t, fruit(120, 1), learn.Options{})
	x := []learn.Feature{{Name: "width", Value: 4}, {Name: "yellow", Value: 0.95}}
	there, back := m.Explain(x, "banana", "cherry"), m.Explain(x, "cherry", "banana")
	for i := range there {
		if there[i].Name != back[i].Name || math.Abs(there[i].Weight+back[i].Weight) > 1e-9 {
			t.Errorf("one against the other: %+v, and the other against the one: %+v", there[i], back[i])
		}
	}
	for _, c := range m.Explain(x, "banana", "grape") { // which the model has not
		if math.IsNaN(c.Weight) || math.IsInf(c.Weight, 0) {
			t.Errorf("%+v", c)
		}
	}
}

// TestTheMinimumIsFound compares with a problem that can be solved by hand: one feature, two labels, symmetric.
func TestTheMinimumIsFound(t *testing.T) {
	examples := []learn.Example{
		{Label: "a", Features: []learn.Feature{{Name: "x", Value: 1}}}, {Label: "b", Features: []learn.Feature{{Name: "x", Value: -1}}},
	}
	m := train(t, examples, learn.Options{Ridge: 1})
	// With weights w and -w: the loss is 2·log(1+exp(-2w)) + w², so that w = 2/(1+exp(2w)).
	w := 0.5
	for range 100 {
		w = (w + 2/(1+math.Exp(2*w))) / 2
	}
	want := 1 / (1 + math.Exp(-2*w))
	if got := m.Classify(examples[0].Features)[0]; math.Abs(got-want) > 1e-4 {
		t.Errorf("probability %v, want %v", got, want)
	}
}

func TestOneCorrectionIsLearnedAndTheRestKept(t *testing.T) {
	m := train(t, fruit(300, 1), learn.Options{Labels: []string{"durian"}})
	odd := learn.Example{Label: "durian", Features: []learn.Feature{{Name: "width", Value: 20}, {Name: "yellow", Value: 0.5}, {Name: "noise", Value: 0}}}
	next, err := m.Update([]learn.Example{odd}, 0.05)
	if err != nil {
		t.Fatal(err)
	}
	was, p0 := m.Classify(odd.Features), 0.0
	p1 := next.Classify(odd.Features)
	k := slices.Index(m.Labels(), "durian")
	if p0 = was[k]; !(p1[k] > 2*p0) {
		t.Errorf("durian: %v before, %v after", p0, p1[k])
	}
	changed := 0
	for _, x := range fruit(300, 4) {
		a, _ := best(m, x)
		b, _ := best(next, x)
		if a != b {
			changed++
		}
	}
	if changed > 15 {
		t.Errorf("%d of 300 others are called differently", changed)
	}
	if _, err := m.Update([]learn.Example{{Label: "grape"}}, 1); err == nil || !strings.Contains(err.Error(), "grape") {
		t.Errorf("a label that the model has not: %v", err)
	}
}

func TestFeaturesOfTooFewGroupsAreLeftOut(t *testing.T) {
	examples := fruit(60, 1)
	examples[0].Features = append(examples[0].Features, learn.Feature{Name: "name of the gardener", Value: 1})
	why := train(t, examples, learn.Options{MinGroups: 2}).Explain(examples[0].Features, "apple")
	if len(why) != 3 || slices.ContainsFunc(why, func(c learn.Contribution) bool { return c.Name == "name of the gardener" }) {
		t.Errorf("the model has these features: %+v", why)
	}
}

func TestCalibrationLowersConfidence(t *testing.T) {
	m := train(t, fruit(60, 1), learn.Options{})
	var said [][]float64
	var right []string
	for i := range 100 { // sure to 0.99, and wrong in three of ten
		said = append(said, []float64{0.99, 0.005, 0.005})
		right = append(right, "apple")
		if i%10 < 3 {
			right[i] = "banana"
		}
	}
	x := learn.Example{Features: []learn.Feature{{Name: "width", Value: 8}, {Name: "yellow", Value: 0.2}}}
	label, before := best(m, x)
	after, p := best(m.Calibrate(said, right), x)
	if after != label || !(p < before) {
		t.Errorf("%s %v, calibrated %s %v", label, before, after, p)
	}
}

func TestTrainSaysWhatIsWrong(t *testing.T) {
	if _, err := learn.Train(nil, learn.Options{}); err == nil {
		t.Error("no examples, no error")
	}
	long := strings.Repeat("x", 257)
	if _, err := learn.Train([]learn.Example{{Label: long}}, learn.Options{}); err == nil || !strings.Contains(err.Error(), "longer") {
		t.Errorf("a label of %d bytes: %v", len(long), err)
	}
}

func TestModelFiles(t *testing.T) {
	m := train(t, fruit(90, 1), learn.Options{}).Round()
	b, err := m.MarshalBinary()
	if err != nil {
		t.Fatal(err)
	}
	var back learn.Model
	if err := back.UnmarshalBinary(b); err != nil {
		t.Fatal(err)
	}
	for _, x := range fruit(30, 2) {
		if !slices.Equal(m.Classify(x.Features), back.Classify(x.Features)) {
			t.Fatal("a model that was stored classifies differently")
		}
	}
	if again, _ := back.MarshalBinary(); !bytes.Equal(again, b) {
		t.Error("stored again, the file differs")
	}
	for n := range len(b) {
		if err := new(learn.Model).UnmarshalBinary(b[:n]); !errors.Is(err, learn.ErrDamaged) {
			t.Fatalf("cut off after %d bytes: %v", n, err)
		}
	}
	for n := 8; n < len(b); n++ {
		changed := slices.Clone(b)
		changed[n] ^= 0x10
		if err := new(learn.Model).UnmarshalBinary(changed); !errors.Is(err, learn.ErrDamaged) {
			t.Fatalf("byte %d changed: %v", n, err)
		}
	}
	newer := slices.Clone(b)
	newer[7]++
	if err := new(learn.Model).UnmarshalBinary(newer); err == nil || errors.Is(err, learn.ErrDamaged) {
		t.Errorf("another version: %v", err)
	}
}

func FuzzModelFile(f *testing.F) {
	b, _ := train(f, fruit(12, 1), learn.Options{}).MarshalBinary()
	f.Add(b)
	f.Add([]byte("sluice\x00\x01"))
	f.Fuzz(func(t *testing.T, b []byte) {
		var m learn.Model
		if m.UnmarshalBinary(b) == nil {
			m.Classify([]learn.Feature{{Name: "width", Value: 1}})
		}
	})
}
