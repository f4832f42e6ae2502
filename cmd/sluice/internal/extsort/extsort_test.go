package extsort

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

func TestLinesSortsMoreThanFitsInMemory(t *testing.T) {
	defer func(n int) { runSize = n }(runSize)
	runSize = 1000
	want := make([]string, 2000)
	for i := range want {
		want[i] = fmt.Sprintf("line %d", rand.IntN(1500)) // some are equal
	}
	var out strings.Builder
	err := Lines(func(yield func(string, error) bool) {
		for _, line := range want {
			if !yield(line, nil) {
				return
			}
		}
	}, &out)
	if err != nil {
		t.Fatal(err)
	}
	got := strings.Split(strings.TrimSuffix(out.String(), "\n"), "\n")
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("got %d lines that are not the %d given ones in order", len(got), len(want))
	}
}
