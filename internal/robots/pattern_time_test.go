package robots_test

import (
	"strings"
	"testing"
	"time"

	"sluice/internal/robots"
)

// TestPatternsOfManyStarsMatchInTime would not end for years with a matcher that goes back.
func TestPatternsOfManyStarsMatchInTime(t *testing.T) {
	begun := time.Now()
	for _, c := range []struct {
		pattern, path string
		want          bool
	}{
		{"/" + strings.Repeat("*a", 5000) + "*b", "/" + strings.Repeat("a", 15_000), true},
		{"/" + strings.Repeat("*a", 5000) + "*b$", "/" + strings.Repeat("a", 15_000) + "b", false},
		{"/" + strings.Repeat("*", 10_000) + "x", "/" + strings.Repeat("a", 15_000), true},
		{"/" + strings.Repeat("*ab", 3000) + "$", "/" + strings.Repeat("ab", 7000), false},
		{"/" + strings.Repeat("*ab", 3000) + "c$", "/" + strings.Repeat("ab", 7000), true},
	} {
		rules := robots.Parse([]byte("User-agent: *\n"+strings.Repeat("Disallow: "+c.pattern+"\n", 20)), "sluice")
		if got, _ := rules.Allowed(c.path); got != c.want {
			t.Errorf("%.20s… against %.20s…: allowed %v, want %v", c.pattern, c.path, got, c.want)
		}
	}
	if took := time.Since(begun); took > 10*time.Second {
		t.Errorf("it took %v", took)
	}
}
