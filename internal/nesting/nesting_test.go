package nesting_test

import (
	"strings"
	"testing"

	"github.com/goccy/go-yaml/lexer"

	"sluice/internal/nesting"
)

func TestCheck(t *testing.T) {
	for _, c := range []struct {
		name, file string
		line       int
		want       string
	}{
		{"lists of lists", "a: [[1]]\nb:\n  - c: 1\n", 0, ""},
		{"too many brackets", "a: 1\nb: [[[1]]]\n", 2, "nested more than 2 levels deep"},
		{"too many dashes", "- - - 1\n", 1, "nested more than 2 levels deep"},
		{"too far to the right", "a:\n" + strings.Repeat(" ", 40) + "b: 1\n", 2, "nested more than 2 levels deep"},
		{"an anchor", "a: &x 1\n", 1, "& is not supported: write the value itself"},
		{"an alias", "a: 1\nb: *x\n", 2, "* is not supported: write the value itself"},
	} {
		line, err := nesting.Check(lexer.Tokenize(c.file), 2)
		if got := ""; line != c.line || (err == nil) != (c.want == "") || err != nil && err.Error() != c.want {
			if err != nil {
				got = err.Error()
			}
			t.Errorf("%s: line %d %q, want line %d %q", c.name, line, got, c.line, c.want)
		}
	}
}
