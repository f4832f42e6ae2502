package classifier_test

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"

	"pgregory.net/rapid"

	"sluice/learn"
	"sluice/learn/classifier"
	"sluice/learn/selection"
	"sluice/text/vector"
)

// example is a labelled text.
type example struct{ label, text string }

// topics returns n texts of each of three classes: words of their own among words of all.
func topics(n int, seed uint64) []example {
	random := rand.New(rand.NewPCG(seed, 0))
	own := map[string][]string{
		"law":     strings.Fields("court judge appeal statute verdict plaintiff clause"),
		"physics": strings.Fields("quark neutrino boson lattice plasma photon spin"),
		"cooking": strings.Fields("butter oven recipe flour simmer garlic dough"),
	}
	all := strings.Fields("the of and new report page home about more time people year first two contact")
	var examples []example
	for range n {
		for _, label := range []string{"law", "physics", "cooking"} {
			var words []string
			for range 5 + random.IntN(20) {
				from := all
				if random.IntN(4) == 0 {
					from = own[label]
				}
				words = append(words, from[random.IntN(len(from))])
			}
			examples = append(examples, example{label, strings.Join(words, " ")})
		}
	}
	return examples
}

// train returns a model of examples.
func train(t testing.TB, examples []example, o classifier.Options) *classifier.Model {
	t.Helper()
	trainer, err := classifier.New(o)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range examples {
		if err := trainer.Add(e.label, vector.Field{Text: e.text}); err != nil {
			t.Fatal(err)
		}
	}
	m, err := trainer.Train()
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// allOptions are the methods, plain and with everything.
func allOptions() map[string]classifier.Options {
	all := map[string]classifier.Options{"rich and tuned": {Analyzer: classifier.Rich(), Tune: true}}
	for _, m := range classifier.Methods {
		all[string(m)] = classifier.Options{Method: m}
		all[string(m)+" tuned"] = classifier.Options{Method: m, Tune: true}
	}
	return all
}

func TestEveryMethodLearnsTopics(t *testing.T) {
	for name, o := range allOptions() {
		t.Run(name, func(t *testing.T) {
			m := train(t, topics(60, 1), o)
			right, all, loss := 0, 0, 0.0
			for _, e := range topics(60, 2) {
				p := m.Classify(vector.Field{Text: e.text})
				sum := 0.0
				for k, x := range p {
					sum += x
					if m.Labels()[k] == e.label {
						loss -= math.Log(x)
					}
				}
				if math.Abs(sum-1) > 1e-9 {
					t.Fatalf("the probabilities %v have the sum %v", p, sum)
				}
				all++
				if label, _ := m.Best(vector.Field{Text: e.text}); label == e.label {
					right++
				}
			}
			if accuracy := float64(right) / float64(all); accuracy < 0.85 {
				t.Errorf("accuracy %.3f", accuracy)
			}
			// A model that knows nothing has log 3 = 1.10.
			if loss /= float64(all); loss > 0.6 {
				t.Errorf("the probabilities have the cross entropy %.3f", loss)
			}
		})
	}
}

func TestVerdictIsExplainedByItsTerms(t *testing.T) {
	for name, o := range allOptions() {
		t.Run(name, func(t *testing.T) {
			m := train(t, topics(60, 1), o)
			text := vector.Field{Text: "more people about the court and the oven"}
			terms := m.Explain("law", 100, text)
			weight := map[string]float64{}
			for _, c := range terms {
				if c.Kind == vector.Word {
					weight[c.Term] = c.Weight
				}
			}
			if !(weight["court"] > 0 && weight["oven"] < 0 && weight["court"] > weight["the"]) {
				t.Errorf("weights %v", weight)
			}
			if got := m.Explain("law", 2, text); len(got) != 2 || got[0] != terms[0] {
				t.Errorf("two terms: %v of %v", got, terms)
			}
			if got := m.Explain("history", 2, text); got != nil {
				t.Errorf("an unknown label: %v", got)
			}
			if got := m.Explain("law", -1, text); len(got) != 0 {
				t.Errorf("-1 terms: %v", got)
			}
		})
	}
}

func TestModelIsTheSameAfterStoring(t *testing.T) {
	for name, o := range allOptions() {
		t.Run(name, func(t *testing.T) {
			m := train(t, topics(20, 1), o)
			b, err := m.MarshalBinary()
			if err != nil {
				t.Fatal(err)
			}
			again, _ := train(t, topics(20, 1), o).MarshalBinary()
			if !bytes.Equal(again, b) {
				t.Error("trained again it differs")
			}
			var back classifier.Model
			if err := back.UnmarshalBinary(b); err != nil {
				t.Fatal(err)
			}
			for _, e := range topics(5, 2) {
				got, want := back.Classify(vector.Field{Text: e.text}), m.Classify(vector.Field{Text: e.text})
				if fmt.Sprint(got) != fmt.Sprint(want) {
					t.Fatalf("%q: %v, before %v", e.text, got, want)
				}
			}
			if back.Settings() != m.Settings() || back.Method() != m.Method() || back.Terms() != m.Terms() {
				t.Errorf("%s %s, before %s %s", back.Method(), back.Settings(), m.Method(), m.Settings())
			}
		})
	}
}

func TestSetsFromWhichNothingCanBeLearned(t *testing.T) {
	for name, c := range map[string]struct {
		examples []example
		want     error
	}{
		"no documents":             {nil, classifier.ErrNoExamples},
		"documents without terms":  {[]example{{"a", ""}, {"b", " \n"}}, classifier.ErrNoExamples},
		"one label":                {[]example{{"a", "web"}, {"a", "crawl"}}, classifier.ErrOneLabel},
		"the other label is empty": {[]example{{"a", "web"}, {"b", ""}}, classifier.ErrOneLabel},
	} {
		t.Run(name, func(t *testing.T) {
			for _, tune := range []bool{false, true} {
				trainer, err := classifier.New(classifier.Options{Tune: tune})
				if err != nil {
					t.Fatal(err)
				}
				for _, e := range c.examples {
					if err := trainer.Add(e.label, vector.Field{Text: e.text}); err != nil {
						t.Fatal(err)
					}
				}
				if _, err := trainer.Train(); !errors.Is(err, c.want) {
					t.Errorf("error %v, want %v", err, c.want)
				}
			}
		})
	}
}

func TestSmallSetsAreLearned(t *testing.T) {
	for name, o := range allOptions() {
		m := train(t, []example{{"a", "web crawl"}, {"b", "cat dog"}}, o)
		if label, p := m.Best(vector.Field{Text: "crawl"}); label != "a" || !(p > 0.5) {
			t.Errorf("%s: %s with %v", name, label, p)
		}
		for _, text := range []string{"", "unknown", "图书馆"} {
			for _, p := range m.Classify(vector.Field{Text: text}) {
				if !(p >= 0 && p <= 1) {
					t.Errorf("%s: %q has the probability %v", name, text, p)
				}
			}
		}
	}
}

// Long words that have no beginning in common take the most room in a file. Half of these are in two documents.
func TestModelOfTwentyLabelsIsBelow20MB(t *testing.T) {
	const docs, words = 300, 1000
	random := rand.New(rand.NewPCG(5, 5))
	trainer, err := classifier.New(classifier.Options{Method: classifier.NaiveBayes})
	if err != nil {
		t.Fatal(err)
	}
	before := ""
	for doc := range docs {
		own := make([]string, words)
		for i := range own {
			own[i] = fmt.Sprintf("%016x%016x%016x", random.Uint64(), random.Uint64(), random.Uint64())
		}
		if err := trainer.Add(fmt.Sprint("label ", doc%20), vector.Field{Text: before + strings.Join(own, " ")}); err != nil {
			t.Fatal(err)
		}
		before = strings.Join(own[:words/2], " ") + " "
	}
	m, err := trainer.Train()
	if err != nil {
		t.Fatal(err)
	}
	file, err := m.MarshalBinary()
	if err != nil {
		t.Fatal(err)
	}
	if len(file) > 20_000_000 || m.Terms() < docs*words/3 {
		t.Errorf("%d bytes, %d terms", len(file), m.Terms())
	}
}

func TestSelectedTermsAreTheOnlyOnes(t *testing.T) {
	m := train(t, topics(20, 1), classifier.Options{Selected: func(term string) bool { return term == "court" || term == "quark" }})
	if m.Terms() != 2 {
		t.Errorf("%d terms", m.Terms())
	}
}

func TestPriors(t *testing.T) {
	examples := []example{{"rare", "web"}}
	for range 9 {
		examples = append(examples, example{"frequent", "web"})
	}
	for _, method := range []classifier.Method{classifier.NaiveBayes, classifier.Lewis} {
		m := train(t, examples, classifier.Options{Method: method})
		if s := m.Scores(vector.Field{Text: "web"}); math.Abs(float64(s[0]-s[1])-math.Log(9)) > 0.2 {
			t.Errorf("%s: learned priors: %v", method, s)
		}
		m = train(t, examples, classifier.Options{Method: method, UniformPriors: true, Smoothing: 1e-3})
		if s := m.Scores(vector.Field{Text: "web"}); math.Abs(float64(s[0]-s[1])) > 0.2 {
			t.Errorf("%s: uniform priors: %v", method, s)
		}
	}
}

// The scores of Naive Bayes are those of the formula, for two classes by hand: 2 terms, smoothing 1.
func TestNaiveBayesByHand(t *testing.T) {
	m := train(t, []example{{"a", "x x y"}, {"b", "y"}}, classifier.Options{Method: classifier.NaiveBayes, Smoothing: 1})
	s := m.Scores(vector.Field{Text: "x y y"})
	a := math.Log(0.5) + math.Log(3.0/5) + 2*math.Log(2.0/5)
	b := math.Log(0.5) + math.Log(1.0/3) + 2*math.Log(2.0/3)
	if got := float64(s[0] - s[1]); math.Abs(got-(a-b)) > 1e-3 {
		t.Errorf("odds %v, want %v", got, a-b)
	}
}

func TestAnyDocumentIsClassified(t *testing.T) {
	var models []*classifier.Model
	for _, o := range allOptions() {
		models = append(models, train(t, topics(10, 1), o))
	}
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.OneOf(rapid.String(), rapid.StringMatching(`(court|quark|oven|the| |[a-z]{1,9}){0,40}`)).Draw(t, "text")
		weight := rapid.Float64().Draw(t, "weight")
		for _, m := range models {
			sum := 0.0
			for _, p := range m.Classify(vector.Field{Text: text, Weight: weight}, vector.Field{Text: text}) {
				if !(p >= 0 && p <= 1) {
					t.Fatalf("%s: probability %v", m.Method(), p)
				}
				sum += p
			}
			if math.Abs(sum-1) > 1e-9 {
				t.Fatalf("%s: the sum is %v", m.Method(), sum)
			}
		}
	})
}

func TestModelMayBeUsedByManyAtOnce(t *testing.T) {
	m := train(t, topics(10, 1), classifier.Options{Analyzer: classifier.Rich()})
	text := vector.Field{Text: "the court and the oven"}
	want := fmt.Sprint(m.Classify(text), m.Explain("law", 5, text))
	var wait sync.WaitGroup
	for range 8 {
		wait.Go(func() {
			for range 20 {
				if got := fmt.Sprint(m.Classify(text), m.Explain("law", 5, text)); got != want {
					t.Errorf("got %s, want %s", got, want)
					return
				}
			}
		})
	}
	wait.Wait()
}

func TestDocumentOfTenMegabytes(t *testing.T) {
	m := train(t, topics(10, 1), classifier.Options{Analyzer: classifier.Rich()})
	if label, _ := m.Best(vector.Field{Text: strings.Repeat("the court of appeal ", 10<<20/20)}); label != "law" {
		t.Errorf("label %s", label)
	}
}

// several returns documents of one or two of the classes of topics.
func several(n int, seed uint64) (texts []string, labels [][]string) {
	examples := topics(n, seed)
	for i := 0; i+1 < len(examples); i++ {
		a, b := examples[i], examples[i+1]
		if i%3 == 0 {
			texts, labels = append(texts, a.text+" "+b.text), append(labels, []string{a.label, b.label})
		} else {
			texts, labels = append(texts, a.text), append(labels, []string{a.label})
		}
	}
	return texts, labels
}

func TestDocumentsWithSeveralLabels(t *testing.T) {
	for name, o := range allOptions() {
		t.Run(name, func(t *testing.T) {
			trainer, err := classifier.New(o)
			if err != nil {
				t.Fatal(err)
			}
			texts, labels := several(80, 1)
			for i, s := range texts {
				if err := trainer.AddSeveral(labels[i], vector.Field{Text: s}); err != nil {
					t.Fatal(err)
				}
			}
			m, err := trainer.Train()
			if err != nil {
				t.Fatal(err)
			}
			b, err := m.MarshalBinary()
			if err != nil {
				t.Fatal(err)
			}
			var back classifier.Model
			if err := back.UnmarshalBinary(b); err != nil {
				t.Fatal(err)
			}
			var assigned learn.Assignments
			texts, labels = several(80, 2)
			for i, s := range texts {
				got := m.Assign(vector.Field{Text: s})
				if again := back.Assign(vector.Field{Text: s}); !slices.Equal(again, got) {
					t.Fatalf("%q: %q, before it was stored %q", s, again, got)
				}
				if best, _ := m.Best(vector.Field{Text: s}); got[0] != best {
					t.Fatalf("%q: %q, the best %s", s, got, best)
				}
				assigned.Add(labels[i], got)
				for _, p := range m.Classify(vector.Field{Text: s}) {
					if !(p >= 0 && p <= 1) {
						t.Fatalf("%q: probability %v", s, p)
					}
				}
			}
			if f := assigned.Micro().F1; f < 0.7 {
				t.Errorf("micro F1 %.3f", f)
			}
		})
	}
}

func TestAssignGivesTheBestLabelOfOne(t *testing.T) {
	m := train(t, topics(20, 1), classifier.Options{})
	text := vector.Field{Text: "the court and the judge"}
	if got := m.Assign(text); !slices.Equal(got, []string{"law"}) {
		t.Errorf("labels %q", got)
	}
	trainer, _ := classifier.New(classifier.Options{})
	if err := trainer.AddSeveral(nil, text); err == nil {
		t.Error("a document without a label is accepted")
	}
	if err := trainer.AddSeveral([]string{"a", ""}, text); err == nil || len(trainer.Summary().Documents) != 0 {
		t.Errorf("an empty label: error %v, %+v", err, trainer.Summary())
	}
}

func TestTermsAreSelectedByMeasure(t *testing.T) {
	for _, measure := range selection.Measures {
		m := train(t, topics(60, 1), classifier.Options{Measure: measure, Keep: 12})
		if m.Terms() != 12 {
			t.Errorf("%s: %d terms", measure, m.Terms())
		}
		right := 0
		for _, e := range topics(60, 2) {
			if label, _ := m.Best(vector.Field{Text: e.text}); label == e.label {
				right++
			}
		}
		// The frequent words, and those that similar documents share, are the ones that say nothing.
		if least := 150; right < least && measure != selection.DocumentFrequency && measure != selection.TermStrength {
			t.Errorf("%s: %d of 180 are right", measure, right)
		}
	}
}

func TestTermsAreSelectedStepByStep(t *testing.T) {
	for name, steps := range map[string]func(int, int, selection.Evaluate) []int{"forward": selection.Forward, "backward": selection.Backward, "pairwise": selection.Pairwise} {
		t.Run(name, func(t *testing.T) {
			o := classifier.Options{Method: classifier.NaiveBayes, Measure: selection.InformationGain, Keep: 15, Steps: steps, Evaluations: 200}
			m := train(t, topics(30, 1), o)
			if m.Terms() == 0 || m.Terms() > 15 {
				t.Errorf("%d terms", m.Terms())
			}
			right := 0
			for _, e := range topics(60, 2) {
				if label, _ := m.Best(vector.Field{Text: e.text}); label == e.label {
					right++
				}
			}
			if right < 120 {
				t.Errorf("%d of 180 are right with %d terms", right, m.Terms())
			}
		})
	}
}

func TestFrequentTermsAreLeftOut(t *testing.T) {
	examples := topics(30, 1)
	for i := range examples {
		examples[i].text += " everywhere"
	}
	m := train(t, examples, classifier.Options{MaxShare: 0.9})
	for _, c := range m.Explain("law", 9, vector.Field{Text: "everywhere court"}) {
		if c.Term == "everywhere" {
			t.Errorf("a term of all documents is used: %+v", c)
		}
	}
}
