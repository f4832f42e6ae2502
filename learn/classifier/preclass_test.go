package classifier_test

import (
	"testing"

	"sluice/learn/classifier"
)

func TestPreclassOfPages(t *testing.T) {
	for _, c := range []struct {
		status int
		text   string
		want   classifier.Preclass
	}{
		{0, "", classifier.Empty}, {0, "a text without a response", classifier.Empty},
		{301, "moved", classifier.Invalid}, {404, "not found", classifier.Invalid}, {500, "", classifier.Invalid}, {199, "x", classifier.Invalid}, {-1, "x", classifier.Invalid},
		{200, "", classifier.NoText}, {200, " \n\t", classifier.NoText}, {204, "12.5 % – 1999 !", classifier.NoText}, {200, "\xff\xfe", classifier.NoText},
		{200, "home", classifier.Classifiable}, {299, "図書館", classifier.Classifiable}, {200, "1. Überblick", classifier.Classifiable},
	} {
		if got := classifier.PreclassOf(c.status, c.text); got != c.want {
			t.Errorf("status %d, text %q: %s, want %s", c.status, c.text, got, c.want)
		}
	}
}
