package doiform_test

import (
	"regexp"
	"testing"

	"sluice/internal/doiform"
)

func TestPrefix(t *testing.T) {
	form := regexp.MustCompile(`^` + doiform.Prefix)
	for s, want := range map[string]string{
		"10.1000/182": "10.1000/", "10.1000.10/123": "10.1000.10/", "10.1000.10.2/123": "10.1000.10.2/", "10.123456789/a": "10.123456789/",
		"10.1000": "", "10.100/182": "", "10.1000./182": "", "11.1000/182": "", "10.1000.a/182": "",
	} {
		if got := form.FindString(s); got != want {
			t.Errorf("%s: the prefix is %q, want %q", s, got, want)
		}
	}
}
