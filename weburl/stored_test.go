package weburl_test

import (
	"errors"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"sluice/weburl"
)

func TestURLFromItsCanonicalTextIsTheSame(t *testing.T) {
	for _, s := range []string{
		"http://h/", "https://h/?", "http://h:8080/a/b?q=http://x:1/", "https://[::1]/", "https://[::1]:81/?a:b", "http://a.b/c:d/@e?f?g",
	} {
		checkStored(t, mustParse(t, s))
	}
	rapid.Check(t, func(t *rapid.T) {
		rules := rapid.SampledFrom([]weburl.Rules{weburl.DefaultRules, weburl.NoRules()}).Draw(t, "rules")
		base, err := rules.Parse(rapid.SampledFrom(bases).Draw(t, "base"))
		if err != nil {
			t.Fatal(err)
		}
		if u, err := rules.NewBase(base).Resolve(reference(t)); err == nil {
			checkStored(t, u)
		}
	})
}

func checkStored(t interface{ Errorf(string, ...any) }, u weburl.URL) {
	switch got, err := weburl.FromCanonical(u.String()); {
	case err != nil:
		t.Errorf("FromCanonical(%q): %v", u, err)
	case got != u || got.Key() != u.Key() || got.Host() != u.Host() || got.Port() != u.Port() || got.RequestURI() != u.RequestURI():
		t.Errorf("FromCanonical(%q) is not what was parsed", u)
	}
}

func TestInvalidURLIsNotCanonical(t *testing.T) {
	for _, s := range []string{"", "h", "/a", "http:", "http://", "http:///a", "http://h", "ftp://h/", "httpx://h/", "http://" + strings.Repeat("h", 9000) + "/"} {
		if u, err := weburl.FromCanonical(s); !errors.Is(err, weburl.ErrMalformed) || !u.IsZero() {
			t.Errorf("FromCanonical(%.40q) = %q, %v, want ErrMalformed", s, u, err)
		}
	}
}

func BenchmarkFromCanonical(b *testing.B) {
	const s = "http://www.department12.example.edu/people/staff/publications/7/paper-1234567.html"
	for b.Loop() {
		if _, err := weburl.FromCanonical(s); err != nil {
			b.Fatal(err)
		}
	}
}
