package yield

import (
	"encoding/json"
	"fmt"
	"sync"
	"testing"
)

// TestRuleWithoutYieldIsNotAskedAgain counts a rule that never finds anything at one site, and does at another.
func TestRuleWithoutYieldIsNotAskedAgain(t *testing.T) {
	var y Yield
	for i := range MaxAsked {
		if !y.IsWorth("a.example", "anchor") {
			t.Fatalf("the rule is not asked after %d failures, want %d", i, MaxAsked)
		}
		y.Count("a.example", "anchor", false)
	}
	if y.IsWorth("a.example", "anchor") {
		t.Errorf("the rule is asked after %d failures", MaxAsked)
	}
	if !y.IsWorth("b.example", "anchor") || !y.IsWorth("a.example", "meta") {
		t.Error("failures of a rule at a site count for another site or rule")
	}
	y.Count("b.example", "anchor", true)
	for range 10 * MaxAsked {
		y.Count("b.example", "anchor", false)
	}
	if !y.IsWorth("b.example", "anchor") {
		t.Error("a rule that has found something is not asked again")
	}
	if got, want := y.Totals()["anchor"], (Counts{MaxAsked + 1 + 10*MaxAsked, 1}); got != want {
		t.Errorf("totals %v, want %v", got, want)
	}
}

// TestCountsSurviveJSON writes the counts and reads them again.
func TestCountsSurviveJSON(t *testing.T) {
	var y, z Yield
	for i := range 20 {
		y.Count(fmt.Sprintf("%d.example", i%7), fmt.Sprintf("rule %d", i%3), i%4 == 0)
	}
	first, err := json.Marshal(&y)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(first, &z); err != nil {
		t.Fatal(err)
	}
	z.Count("0.example", "another rule", true)
	z.Count("0.example", "another rule", false)
	if got := z.Of("0.example", "another rule"); got != (Counts{2, 1}) {
		t.Errorf("counts %v after reading, want 2 and 1", got)
	}
	if _, err := json.Marshal(&Yield{}); err != nil {
		t.Errorf("no counts: %v", err)
	}
}

// FuzzUnmarshal reads counts from anywhere: what is read can be counted on, written, and read again.
func FuzzUnmarshal(f *testing.F) {
	for _, seed := range []string{`{}`, `null`, `{"a.example":{"rule":{"asked":3,"found":1}}}`, `{"a":{"r":{"asked":1,"found":2}}}`, `{"a":null}`} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		var y Yield
		if json.Unmarshal(data, &y) != nil {
			if len(y.Totals()) != 0 {
				t.Error("counts after an error")
			}
			return
		}
		y.Count("a", "r", true)
		if !y.IsWorth("a", "r") {
			t.Error("a rule that has found something is not asked again")
		}
		again, err := json.Marshal(&y)
		if err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(again, &Yield{}); err != nil {
			t.Errorf("read what was written: %v", err)
		}
	})
}

// TestManyCountAtOnce counts from many goroutines, while others read and write the counts.
func TestManyCountAtOnce(t *testing.T) {
	const goroutines, times = 8, 100
	var y Yield
	var all sync.WaitGroup
	for range goroutines {
		all.Go(func() {
			for i := range times {
				y.Count("a.example", fmt.Sprint("rule ", i%3), true)
				y.IsWorth("a.example", "rule 1")
				y.Totals()
				if _, err := json.Marshal(&y); err != nil {
					t.Error(err)
				}
			}
		})
	}
	all.Wait()
	asked := 0
	for _, c := range y.Totals() {
		asked += c.Asked
	}
	if asked != goroutines*times {
		t.Errorf("%d requests are counted, want %d", asked, goroutines*times)
	}
}

func ExampleYield() {
	var y Yield
	for range MaxAsked {
		y.Count("j.example", "link rel=item", false)
	}
	y.Count("j.example", "meta citation_pdf_url", true)
	fmt.Println(y.IsWorth("j.example", "link rel=item"), y.IsWorth("j.example", "meta citation_pdf_url"))
	// Output: false true
}
