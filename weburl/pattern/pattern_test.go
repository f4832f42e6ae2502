package pattern_test

import (
	"strings"
	"testing"
	"time"

	"sluice/weburl"
	"sluice/weburl/pattern"
)

func mustParse(t testing.TB, s string) weburl.URL {
	t.Helper()
	u, err := weburl.Parse(s)
	if err != nil {
		t.Fatal(err)
	}
	return u
}

func TestPatterns(t *testing.T) {
	tests := []struct {
		pattern, url string
		want         bool
	}{
		{".gif", "http://h.org/a.GIF", true},
		{".gif", "http://h.org/a.gif?x", true},
		{".gif", "http://h.org/gif", false},
		{".ps.gz", "http://h.org/a.ps.gz", true},
		{".gz", "http://h.org/a.ps.gz", true},
		{"example.org", "http://example.org/a", true},
		{"Example.ORG", "https://example.org:8080/a", true},
		{"example.org", "http://www.example.org/a", false},
		{"example.org:8080", "http://example.org:8080/", true},
		{"example.org:8080", "http://example.org/", false},
		{"*.example.org", "http://www.example.org/", true},
		{"*.example.org", "http://example.org/", true},
		{"*.example.org", "http://badexample.org/", false},
		{"bücher.example", "http://xn--bcher-kva.example/", true},
		{"127.0.0.1", "http://127.0.0.1:9/", true},
		{"[::1]", "http://[::1]:9/", true},
		{"localhost:8080", "http://localhost:8080/a", true},
		{"http://h.org/a/", "http://h.org/a/b", true},
		{"http://h.org/a/", "https://h.org/a/b", true},
		{"http://h.org/%7eme/", "https://h.org/~me/b", true},
		{"http://h.org/a/", "http://h.org/ab", false},
		{"http://h.org", "http://h.org.example.com/", false},
		{"http://h.org", "http://h.org/x", true},
		{`/[?&]print=/`, "http://h.org/a?print=1", true},
		{`/[?&]print=/`, "http://h.org/print", false},
		{`/^https:/`, "http://h.org/", false},
	}
	for _, tt := range tests {
		p, err := pattern.ParseList(tt.pattern)
		if err != nil {
			t.Error(err)
			continue
		}
		text, got := p.Match(mustParse(t, tt.url))
		if got != tt.want || got && text != tt.pattern {
			t.Errorf("%s matches %s: %v (%q), want %v", tt.pattern, tt.url, got, text, tt.want)
		}
	}
}

func TestWrongPatternsAreRefused(t *testing.T) {
	for _, s := range []string{"", " ", "/(/", "ftp://h.org/", ".", ".a/b", "a b", "h.org/a", "*", "*.", "a*.org", "http://", strings.Repeat("a", 5000)} {
		if _, err := pattern.Parse(s); err == nil || !strings.Contains(err.Error(), "pattern") {
			t.Errorf("ParsePattern(%.20q): %v", s, err)
		}
	}
}

func TestHostMatch(t *testing.T) {
	p, err := pattern.ParseList(".gif", "http://prefix.org/", "/expr/", "*.example.org")
	if err != nil {
		t.Fatal(err)
	}
	for url, want := range map[string]bool{"http://a.example.org/x": true, "http://prefix.org/": false, "http://expr/": false, "http://h.org/a.gif": false} {
		if got := p.HostMatch(mustParse(t, url)); got != want {
			t.Errorf("HostMatch(%s) = %v, want %v", url, got, want)
		}
	}
}

func FuzzParsePattern(f *testing.F) {
	for _, s := range []string{".gif", "*.h.org", "http://h/", "/a+/", "[::1]:80", "*.[::1"} {
		f.Add(s, "http://h.org/a.gif")
	}
	f.Fuzz(func(t *testing.T, s, url string) {
		p, err := pattern.Parse(s)
		if err != nil {
			return
		}
		if u, err := weburl.Parse(url); err == nil {
			p.Match(u)
			pattern.List{p}.HostMatch(u)
		}
	})
}

// TestPatternsOfUsersMatchInTime would not end for years with an engine that goes back.
func TestPatternsOfUsersMatchInTime(t *testing.T) {
	begun := time.Now()
	u := mustParse(t, "http://h.org/"+strings.Repeat("a", 2000)+"!")
	for _, expression := range []string{`/(a+)+$/`, `/(a|aa)+$/`, `/(.*a){20}$/`, `/^(([a-z])+.)+[A-Z]([a-z])+$/`} {
		p, err := pattern.ParseList(expression)
		if err != nil {
			t.Fatal(err)
		}
		if _, ok := p.Match(u); ok {
			t.Errorf("%s matches", expression)
		}
	}
	if took := time.Since(begun); took > 10*time.Second {
		t.Errorf("it took %v", took)
	}
}
