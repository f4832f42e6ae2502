package pdfchar_test

import (
	"testing"

	"sluice/document/internal/pdfchar"
)

func TestCleanReadsOldStyleDigitsAndSmallCapitals(t *testing.T) {
	for _, test := range []struct{ name, printed, want string }{
		{"old-style digits", "\uf731\uf739\uf738\uf734", "1984"},
		{"small capitals", "S\uf761\uf76e\uf764", "Sand"},
		{"small capitals with accents", "\uf7c9\uf7e9t\uf7e9 \uf6fdum\uf6ff", "\uf7c9été šumž"},
		{"an ampersand", "Sand \uf726 Sons", "Sand & Sons"},
		{"another sign of private use", "\uf0b7 Sand", "\uf0b7 Sand"},
	} {
		if got := pdfchar.Clean(test.printed); got != test.want {
			t.Errorf("%s: Clean(%q) = %q, want %q", test.name, test.printed, got, test.want)
		}
	}
}
