package weburl_test

import (
	"strings"
	"testing"

	"sluice/weburl"
)

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
		p, err := weburl.ParsePatterns(tt.pattern)
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
		if _, err := weburl.ParsePattern(s); err == nil || !strings.Contains(err.Error(), "pattern") {
			t.Errorf("ParsePattern(%.20q): %v", s, err)
		}
	}
}

func TestHostMatch(t *testing.T) {
	p, err := weburl.ParsePatterns(".gif", "http://prefix.org/", "/expr/", "*.example.org")
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
		p, err := weburl.ParsePattern(s)
		if err != nil {
			return
		}
		if u, err := weburl.Parse(url); err == nil {
			p.Match(u)
			weburl.Patterns{p}.HostMatch(u)
		}
	})
}
