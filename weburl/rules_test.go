package weburl_test

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"sluice/weburl"
)

func TestEachRuleHasItsEffect(t *testing.T) {
	tests := []struct{ rule, in, on, off string }{
		{"repair", "http:://h.org/", "http://h.org/", ""},
		{"fragment", "http://h.org/a#b", "http://h.org/a", "http://h.org/a#b"},
		{"credentials", "http://u:p@h.org/", "http://h.org/", "http://u:p@h.org/"},
		{"any-credentials", "ftp://u:p@h.org/", "ftp://h.org/", "ftp://u:p@h.org/"},
		{"trailing-dot", "http://h.org./", "http://h.org/", "http://h.org./"},
		{"unescape", "http://h.org/%7Ea", "http://h.org/~a", "http://h.org/%7Ea"},
		{"upper-escapes", "http://h.org/%c3", "http://h.org/%C3", "http://h.org/%c3"},
		{"percent", "http://h.org/a%", "http://h.org/a%25", "http://h.org/a%"},
		{"session", "http://h.org/?phpsessid=1", "http://h.org/", "http://h.org/?phpsessid=1"},
		{"session-segments", "http://h.org/(S(4hqa0555fwsecu455xqckv45))/a", "http://h.org/a", "http://h.org/(S(4hqa0555fwsecu455xqckv45))/a"},
		{"any-sid", "http://h.org/?sid=1&a=2", "http://h.org/?a=2", "http://h.org/?sid=1&a=2"},
		{"tracking", "http://h.org/?utm_source=1", "http://h.org/", "http://h.org/?utm_source=1"},
		{"empty-query", "http://h.org/?", "http://h.org/", "http://h.org/?"},
		{"add-scheme", "h.org/a", "http://h.org/a", ""},
		{"lenient-host", "http://%2e%2e/", "http://0.0.0.0/", "http://../"},
		{"one-scheme", "https://h.org/", "http://h.org/", "https://h.org/"},
		{"no-www", "http://www2.h.org/", "http://h.org/", "http://www2.h.org/"},
		{"unicode-host", "http://xn--bcher-kva.de/", "http://bücher.de/", "http://xn--bcher-kva.de/"},
		{"single-slashes", "http://h.org/a//b", "http://h.org/a/b", "http://h.org/a//b"},
		{"last-slash", "http://h.org/a/", "http://h.org/a", "http://h.org/a/"},
		{"default-page", "http://h.org/a/Index.html", "http://h.org/a/", "http://h.org/a/Index.html"},
		{"lower-case", "http://h.org/A?B", "http://h.org/a?b", "http://h.org/A?B"},
		{"unescape-all", "http://h.org/%21%2F", "http://h.org/!%2F", "http://h.org/%21%2F"},
		{"unescape-repeated", "http://h.org/%252561%2523", "http://h.org/a%23", "http://h.org/%252561%2523"},
		{"strict-escapes", "http://h.org/[a]", "http://h.org/%5Ba%5D", "http://h.org/[a]"},
		{"sort-query", "http://h.org/?b=2&a=1&b=1", "http://h.org/?a=1&b=1&b=2", "http://h.org/?b=2&a=1&b=1"},
		{"empty-parameters", "http://h.org/?&=1&a=&b", "http://h.org/?a&b", "http://h.org/?&=1&a=&b"},
		{"blank-values", "http://h.org/?a&b=1", "http://h.org/?a=&b=1", "http://h.org/?a&b=1"},
		{"plus", "http://h.org/?a%20b", "http://h.org/?a+b", "http://h.org/?a%20b"},
		{"as-written", "http://h.org:80?a", "http://h.org/?a", "http://h.org/?a"},
	}
	tested := map[string]bool{"default-port": true, "dots": true, "root-slash": true} // below
	for _, tt := range tests {
		tested[tt.rule] = true
		if got, _ := weburl.DefaultRules.With(tt.rule).Canonical(tt.in); got != tt.on {
			t.Errorf("%s on: Canonical(%q) = %q, want %q", tt.rule, tt.in, got, tt.on)
		}
		if got, _ := weburl.DefaultRules.Without(tt.rule).Canonical(tt.in); got != tt.off {
			t.Errorf("%s off: Canonical(%q) = %q, want %q", tt.rule, tt.in, got, tt.off)
		}
	}
	written := weburl.NoRules().With("as-written")
	for rule, want := range map[string]string{
		"default-port": "http://h.org/a/..", "dots": "http://h.org:80/", "as-written": "http://h.org:80/a/..",
	} {
		if got, _ := written.With(rule).Canonical("HTTP://h.org:80/a/.."); got != want {
			t.Errorf("%s: %q, want %q", rule, got, want)
		}
	}
	if got, _ := written.With("root-slash").Canonical("http://h.org"); got != "http://h.org/" {
		t.Errorf("root-slash: %q", got)
	}
	for _, name := range weburl.RuleNames() {
		if !tested[name] || weburl.RuleDoc(name) == "" {
			t.Errorf("rule %s is not tested or not documented", name)
		}
	}
}

func TestHostsOfOtherSchemesAreUnchanged(t *testing.T) {
	for url, want := range map[string]string{
		"foo://xn--bcher-kva/": "foo://xn--bcher-kva/", "foo://XN--a.Ü/": "foo://XN--a.%C3%9C/", "ws://Ü.example": "ws://xn--tda.example/",
	} {
		if got, err := weburl.NoRules().Canonical(url); got != want {
			t.Errorf("%s: %s, %v, want %s", url, got, err, want)
		}
	}
}

func TestParseObeysRules(t *testing.T) {
	rules, err := weburl.ParseRules("sort-query, no-www -session")
	if err != nil {
		t.Fatal(err)
	}
	u, err := rules.Parse("https://www.h.org:81/a?c=1&sessionid=2&b=3#d")
	if want := "https://h.org:81/a?b=3&c=1&sessionid=2"; err != nil || u.String() != want || u.Host() != "h.org:81" {
		t.Errorf("got %q (host %q), %v, want %q", u, u.Host(), err, want)
	}
	if rules.Has("session") || !rules.Has("no-www") || !strings.Contains(rules.String(), "sort-query") || rules == weburl.DefaultRules {
		t.Errorf("rules are %s", rules)
	}
	if rules.With("session").Without("sort-query", "no-www") != weburl.DefaultRules {
		t.Error("the changes cannot be undone")
	}
}

func TestUnknownRules(t *testing.T) {
	if _, err := weburl.ParseRules("fragmnt"); err == nil || !strings.Contains(err.Error(), `"fragmnt"`) {
		t.Errorf("ParseRules: %v", err)
	}
	if weburl.RuleDoc("fragmnt") != "" || weburl.DefaultRules.Has("fragmnt") {
		t.Error("an unknown rule is known")
	}
	defer func() {
		if recover() == nil {
			t.Error("With takes an unknown name")
		}
	}()
	weburl.DefaultRules.With("fragmnt")
}

func TestZeroRulesAreTheDefaults(t *testing.T) {
	if (weburl.Rules{}) != weburl.DefaultRules || !(weburl.Rules{}).Has("session") || weburl.NoRules().String() != "" {
		t.Errorf("zero rules: %s; no rules: %s", weburl.Rules{}, weburl.NoRules())
	}
}

func TestCanonicalAgreesWithParse(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := "http://h.org/" + string(reference(t))
		u, err := weburl.Parse(s)
		if err != nil {
			return
		}
		if got, err := weburl.DefaultRules.Canonical(s); got != u.String() {
			t.Fatalf("Canonical(%q) = %q, %v; Parse: %q", s, got, err, u)
		}
	})
}

func TestRFC3986Resolution(t *testing.T) {
	rules := weburl.NoRules().With("as-written")
	const base = "http://a.org/x/y;p?q"
	for ref, want := range map[string]string{
		"": base, "g": "http://a.org/x/g", "//g": "http://g", "?z": "http://a.org/x/y;p?z", "#s": base + "#s", "../../g": "http://a.org/g",
		"g/./h/..": "http://a.org/x/g/", "s:g": "s:g", "/g?a#b": "http://a.org/g?a#b",
	} {
		if got, err := rules.CanonicalRef(base, ref); got != want || err != nil {
			t.Errorf("CanonicalRef(%q) = %q, %v, want %q", ref, got, err, want)
		}
	}
}

func FuzzCanonical(f *testing.F) {
	f.Add("http://h.org/%252e/?a=%20&b#c", uint64(0))
	f.Add("foo:///bar//..", ^uint64(0))
	f.Add("//[::1]:x@/%2e%", uint64(1234567))
	names := weburl.RuleNames()
	f.Fuzz(func(t *testing.T, s string, set uint64) {
		rules := weburl.NoRules()
		for i, name := range names {
			if set&(1<<i) != 0 {
				rules = rules.With(name)
			}
		}
		rules.Canonical(s)
		rules.CanonicalRef("http://h.org/a", s)
		if u, err := rules.Parse(s); err == nil && (u.Path() == "" || u.Path()[0] != '/') {
			t.Errorf("%s.Parse(%q) = %q", rules, s, u)
		}
	})
}
