package cause_test

import (
	"testing"

	"sluice/internal/cause"
)

func TestStoredCauseIsReadAsWritten(t *testing.T) {
	for _, test := range []struct {
		cause  string
		class  cause.Class
		detail string
	}{
		{"nofollow", "", "nofollow"},
		{"", "", ""},
		{cause.Class("dns").With("timeout"), "dns", "timeout"},
		{cause.Class("host given up").With("timeout: first byte"), "host given up", "timeout: first byte"},
		{cause.Class("panic").With(""), "panic", ""},
		{"redirect limit:", "", "redirect limit:"},
	} {
		if class, detail := cause.Split(test.cause); class != test.class || detail != test.detail {
			t.Errorf("Split(%q) = %q, %q; want %q, %q", test.cause, class, detail, test.class, test.detail)
		}
		if class := cause.Of(test.cause); class != test.class {
			t.Errorf("Of(%q) = %q, want %q", test.cause, class, test.class)
		}
	}
}
