//go:build yardstick

package labelledtest

import "testing"

func TestOwnersAreDividedByTheHashOfTheirNames(t *testing.T) {
	for owner, want := range map[string]Part{"a": Reserve, "b": Work, "c": Reserve, "0xcf": SetAside} {
		if got := PartOf(owner); got != want {
			t.Errorf("part of %s: %d, want %d", owner, got, want)
		}
	}
	if PartOf("ABC") != PartOf("abc") {
		t.Error("the case of letters changes the part")
	}
}
