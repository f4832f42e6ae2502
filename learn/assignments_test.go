package learn_test

import (
	"fmt"
	"strings"
	"testing"

	"sluice/learn"
)

func TestAssignmentsOfSeveralLabels(t *testing.T) {
	var a learn.Assignments
	for _, pair := range []string{"a b:a", "a:a", "b:a b", "c:"} {
		want, got, _ := strings.Cut(pair, ":")
		a.Add(strings.Fields(want), strings.Fields(got))
	}
	// a: 2 right of 3 assigned, 2 wanted; b: 1 of 1, 2 wanted; c: 0 of 0, 1 wanted.
	if m := a.Measure("a"); m.Examples != 2 || fmt.Sprintf("%.4f %.4f %.4f", m.Precision, m.Recall, m.F1) != "0.6667 1.0000 0.8000" {
		t.Errorf("a: %+v", m)
	}
	if m := a.Micro(); m.Examples != 5 || fmt.Sprintf("%.4f %.4f %.4f", m.Precision, m.Recall, m.F1) != "0.7500 0.6000 0.6667" {
		t.Errorf("micro: %+v", m)
	}
	if m := a.Macro(); m.Examples != 5 || fmt.Sprintf("%.4f %.4f %.4f", m.Precision, m.Recall, m.F1) != "0.5556 0.5000 0.4889" {
		t.Errorf("macro: %+v", m)
	}
	if exact, all := a.Accuracy(); exact != 1 || all != 4 {
		t.Errorf("%d of %d exact", exact, all)
	}
	if m := new(learn.Assignments); m.Micro() != (learn.Measure{}) || m.Measure("a") != (learn.Measure{}) || len(m.Labels()) != 0 {
		t.Error("of nothing")
	}
}
