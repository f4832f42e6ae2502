package learn_test

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"sluice/learn"
)

func TestGroupsAreNeverSplitBetweenTrainingAndTest(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var groups []string
		for _, g := range rapid.SliceOfN(rapid.IntRange(0, 9), 1, 60).Draw(t, "groups") {
			groups = append(groups, fmt.Sprint(g))
		}
		tested := map[int]int{}
		for _, fold := range learn.Folds(groups, rapid.IntRange(0, 12).Draw(t, "n")) {
			in := map[string]bool{}
			for _, i := range fold.Train {
				in[groups[i]] = true
			}
			for _, i := range fold.Test {
				tested[i]++
				if in[groups[i]] {
					t.Fatalf("group %s is in both", groups[i])
				}
			}
			if len(fold.Train)+len(fold.Test) != len(groups) {
				t.Fatal("a fold leaves examples out")
			}
		}
		for i := range groups {
			if tested[i] != 1 {
				t.Fatalf("example %d is tested on %d times", i, tested[i])
			}
		}
	})
}

func TestConfusion(t *testing.T) {
	var c learn.Confusion
	for _, pair := range strings.Fields("a:a a:a a:b b:b b:b b:b b:a c:a") {
		want, got, _ := strings.Cut(pair, ":")
		c.Add(want, got)
	}
	if m := c.Measure("a"); m.Examples != 3 || m.Precision != 0.5 || m.Recall != 2.0/3 || fmt.Sprintf("%.4f", m.F1) != "0.5714" {
		t.Errorf("a: %+v", m)
	}
	if m := c.Measure("c"); m.Examples != 1 || m.Precision != 0 || m.F1 != 0 {
		t.Errorf("c: %+v", m)
	}
	if right, all := c.Accuracy(); right != 5 || all != 8 {
		t.Errorf("%d of %d", right, all)
	}
	if right, all := c.Accuracy("a", "b"); right != 5 || all != 7 {
		t.Errorf("of a and b: %d of %d", right, all)
	}
	var b strings.Builder
	c.WriteTo(&b)
	if !strings.Contains(b.String(), "prec recall") || strings.Count(b.String(), "\n") != 4 {
		t.Errorf("table:\n%s", b.String())
	}
}

// The figures are those of scikit-learn 1.2, precision_recall_fscore_support with average="macro" and zero_division=0.
func TestMacroAverageHasPredictedLabelsWithoutExamples(t *testing.T) {
	var c learn.Confusion
	var a learn.Assignments
	for _, pair := range strings.Fields("a:a a:a a:c b:b b:d") {
		want, got, _ := strings.Cut(pair, ":")
		c.Add(want, got)
		a.Add([]string{want}, []string{got})
	}
	for _, m := range []learn.Measure{c.Macro(), a.Macro()} {
		if m.Examples != 5 || fmt.Sprintf("%.4f %.4f %.4f", m.Precision, m.Recall, m.F1) != "0.5000 0.2917 0.3667" {
			t.Errorf("macro: %+v", m)
		}
	}
}

func TestMacroAndMicroAverages(t *testing.T) {
	var c learn.Confusion
	for _, pair := range strings.Fields("a:a a:a a:b b:b c:a") {
		want, got, _ := strings.Cut(pair, ":")
		c.Add(want, got)
	}
	// a: 2/3, 2/3, 2/3; b: 1/2, 1, 2/3; c: 0, 0, 0
	if m := c.Macro(); m.Examples != 5 || fmt.Sprintf("%.4f %.4f %.4f", m.Precision, m.Recall, m.F1) != "0.3889 0.5556 0.4444" {
		t.Errorf("macro: %+v", m)
	}
	if m := c.Micro(); m.Examples != 5 || m.Precision != 0.6 || m.Recall != 0.6 || m.F1 != 0.6 {
		t.Errorf("micro: %+v", m)
	}
	if m := new(learn.Confusion).Macro(); m != (learn.Measure{}) {
		t.Errorf("of nothing: %+v", m)
	}
}
