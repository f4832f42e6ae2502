package main

import (
	"testing"

	"sluice/internal/lazyregexp"
)

// TestExpressionsOfTheProgramAreValid compiles what the program would compile at its first use, when an invalid expression would end it.
func TestExpressionsOfTheProgramAreValid(t *testing.T) {
	t.Parallel()
	if n := lazyregexp.CompileAll(); n < 400 {
		t.Errorf("the program has %d expressions that are compiled at first use; want at least 400", n)
	}
}
