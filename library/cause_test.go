package library_test

import (
	"testing"

	"sluice/library"
)

func TestCauseHasClassAndDetail(t *testing.T) {
	for _, test := range []struct {
		cause         library.Cause
		class, detail string
	}{
		{"", "", ""},
		{"nofollow", "", "nofollow"},
		{"dns: timeout", "dns", "timeout"},
		{"host given up: timeout: first byte", "host given up", "timeout: first byte"},
	} {
		if class, detail := test.cause.Class(), test.cause.Detail(); class != test.class || detail != test.detail {
			t.Errorf("%q has class %q and detail %q, want %q and %q", test.cause, class, detail, test.class, test.detail)
		}
	}
}
