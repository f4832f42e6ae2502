package fetchlog

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"sluice/library"
)

func TestLineSaysWhatCameOfAURL(t *testing.T) {
	const url = "http://a.example/"
	for _, test := range []struct {
		name  string
		fetch library.Fetch
		want  string
	}{
		{"fetched", library.Fetch{Outcome: library.Fetched, Status: 200, Size: 12_300, Type: "html"}, "200        12.3 kB  html   http://a.example/"},
		{"not modified", library.Fetch{Outcome: library.Fetched, Status: 200, Size: 7, Type: "pdf", NotModified: true}, "unchanged      7 B  pdf    http://a.example/"},
		{"same body", library.Fetch{Outcome: library.Fetched, Status: 200, Size: 7, Type: "pdf", Unchanged: true}, "unchanged      7 B  pdf    http://a.example/"},
		{"redirect", library.Fetch{Outcome: library.Redirected, Status: 301, Location: url + "b"}, "301              -  -      http://a.example/ -> http://a.example/b"},
		{"failed with a status", library.Fetch{Outcome: library.Failed, Status: 404, Cause: "status 404"}, "404              -  -      http://a.example/"},
		{"failed without an answer", library.Fetch{Outcome: library.Failed, Cause: "timeout: body"}, "failed           -  -      http://a.example/ (timeout: body)"},
		{"repeated", library.Fetch{Outcome: library.Retried, Status: 503, Cause: "status 503"}, "retry            -  -      http://a.example/"},
		{"refused", library.Fetch{Outcome: library.Refused, Cause: "robots.txt"}, "refused          -  -      http://a.example/ (robots.txt)"},
		{"challenge", library.Fetch{Outcome: library.Challenged, Status: 403, Type: "html", Cause: "challenge: captcha"}, "challenge        -  html   http://a.example/ (challenge: captcha)"},
		{"soft 404", library.Fetch{Outcome: library.Failed, Status: 200, Type: "html", Cause: "soft 404"}, "soft 404         -  html   http://a.example/ (soft 404)"},
	} {
		test.fetch.URL = url
		if got := Line(&test.fetch); got != test.want {
			t.Errorf("%s: Line() = %q; want %q", test.name, got, test.want)
		}
	}
}

// TestHostileTextIsEscaped: whatever a server words acts neither on a terminal nor on a reader of JSON, and no password is shown.
func TestHostileTextIsEscaped(t *testing.T) {
	const evil = "\x1b[2J\n\u202e\x7f\xff\U000e0001"
	f := library.Fetch{
		URL: "http://user:word@a.example/" + evil, Location: "http://user:word@b.example/" + evil, Type: evil, Outcome: library.Failed,
		Cause: "proxy http://user:word@c.example " + evil + library.Cause(strings.Repeat("x", 10_000)),
	}
	for _, asJSON := range []bool{false, true} {
		var out bytes.Buffer
		Write(&out, &f, asJSON)
		line := strings.TrimSuffix(out.String(), "\n")
		if strings.ContainsAny(line, "\x1b\n\u202e\x7f") || strings.Contains(line, "word") {
			t.Errorf("JSON %t: %q", asJSON, line)
		}
		if asJSON && !json.Valid(out.Bytes()) {
			t.Errorf("not valid JSON: %s", line)
		}
		if !asJSON && len(line) > 500 {
			t.Errorf("the line has %d bytes", len(line))
		}
	}
}
