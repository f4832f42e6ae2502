package yield

import (
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

// TestManyCountAtOnce counts from many goroutines, while others read the counts.
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
