package lazyregexp_test

import (
	"slices"
	"sync"
	"testing"

	"sluice/internal/lazyregexp"
)

var (
	year   = lazyregexp.New(`\b(?:19|20)\d\d\b`)
	listed = lazyregexp.Build(func() string { return "^(?:one|two)$" })
)

func TestExpressionsAreCompiledAtFirstUse(t *testing.T) {
	t.Parallel()
	built := 0
	lazy := lazyregexp.Build(func() string {
		built++
		return "a+"
	})
	if built != 0 {
		t.Errorf("an expression is built %d times before its first use; want 0", built)
	}
	if got := lazy.ReplaceAllString("baab", "-"); got != "b-b" || lazy.String() != "a+" {
		t.Errorf("a+ replaced in baab by -: %q; want b-b (expression %q)", got, lazy)
	}
	if built != 1 {
		t.Errorf("an expression is built %d times by two uses; want 1", built)
	}
	if got := year.FindAllString("in 1998, 2005 and 3000", -1); !slices.Equal(got, []string{"1998", "2005"}) {
		t.Errorf("years: %q; want 1998 and 2005", got)
	}
	if !listed.MatchString("two") || listed.MatchString("three") {
		t.Error("the expression of a list matches other words than those of the list")
	}
}

// TestExpressionsAreUsedByManyAtOnce: also at their first use.
func TestExpressionsAreUsedByManyAtOnce(t *testing.T) {
	t.Parallel()
	lazy := lazyregexp.New(`^a+$`)
	var users sync.WaitGroup
	for range 8 {
		users.Go(func() {
			if !lazy.MatchString("aaa") || lazy.MatchString("aab") {
				t.Error("^a+$ does not match aaa, or matches aab")
			}
		})
	}
	users.Wait()
}
