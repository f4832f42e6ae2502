package weburl_test

import (
	"strings"
	"testing"
	"time"

	"sluice/weburl"
)

func TestHostsThatAreNoneAreErrors(t *testing.T) {
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

// TestPatternsOfUsersMatchInTime would not end for years with an engine that goes back.
func TestPatternsOfUsersMatchInTime(t *testing.T) {
	begun := time.Now()
	u := mustParse(t, "http://h.org/"+strings.Repeat("a", 2000)+"!")
	for _, pattern := range []string{`/(a+)+$/`, `/(a|aa)+$/`, `/(.*a){20}$/`, `/^(([a-z])+.)+[A-Z]([a-z])+$/`} {
		p, err := weburl.ParsePatterns(pattern)
		if err != nil {
			t.Fatal(err)
		}
		if _, ok := p.Match(u); ok {
			t.Errorf("%s matches", pattern)
		}
	}
	if took := time.Since(begun); took > 10*time.Second {
		t.Errorf("it took %v", took)
	}
}
