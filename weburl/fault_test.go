package weburl_test

import (
	"strings"
	"testing"

	"sluice/weburl"
)

func TestInvalidHostsAreErrors(t *testing.T) {
	for _, host := range []string{
		"xn--\u00fc", strings.Repeat("a", 1001) + ".org", strings.Repeat("ü", 1001) + ".org", strings.Repeat("a.", 600) + "org",
		"a\x00.org", "a\xff.org", "\u200d.org", "a..org", "[::1", "[::g]", "1.2.3.4.5", "256.256.256.256", "%00", "a b.org",
	} {
		if u, err := weburl.Parse("http://" + host + "/"); err == nil {
			t.Errorf("%.40q: %q, want an error", host, u)
		}
	}
	// Names that no resolver may know are names in ASCII all the same, or errors.
	for _, host := range []string{"xn--a", "xn--", "xn--99999999", "xn---", "раураl.test", "a\u0627.org", "ünïcode.test"} {
		u, err := weburl.Parse("http://" + host + "/")
		if err == nil && strings.ContainsFunc(u.Host(), func(r rune) bool { return r >= 0x80 }) {
			t.Errorf("%q: %q", host, u)
		}
	}
}

func TestReferencesOf100KilobytesAreErrorsOrCanonical(t *testing.T) {
	base := weburl.DefaultRules.NewBase(mustParse(t, "http://h.org/a/"))
	for _, thing := range []string{"x", "/", "../", "%00", "\x00", "\n", "\xff", "?a=1&", "ü", ":", "@", "https:////x"} {
		ref := strings.Repeat(thing, 100_000/len(thing))
		u, err := base.Resolve([]byte(ref))
		if err != nil {
			continue
		}
		if len(u.String()) > weburl.MaxLength || strings.ContainsFunc(u.String(), func(r rune) bool { return r <= ' ' || r >= 0x7f }) {
			t.Errorf("%q repeated: %.60q of %d bytes", thing, u, len(u.String()))
		}
	}
}
