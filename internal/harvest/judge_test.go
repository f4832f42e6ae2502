package harvest

import (
	"testing"

	"sluice/library"
)

func TestMissOfAnAnswer(t *testing.T) {
	for _, c := range []struct {
		name   string
		answer Answer
		cause  Cause
		detail string
	}{
		{"gone", Answer{Outcome: library.Failed, Status: 404, Cause: "status 404"}, Dead, "status 404"},
		{"server error", Answer{Outcome: library.Failed, Status: 500, Cause: "status 500"}, Unreachable, "status 500"},
		{"robots.txt that cannot be read", Answer{Outcome: library.Failed, Cause: "robots: status 502"}, Unreachable, "robots.txt cannot be read: status 502"},
		{"page that says 'not found'", Answer{Outcome: library.Failed, Status: 200, Cause: "soft 404"}, NotFound, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			m := (&reply{step: step{url: "http://a.example/1.pdf"}, answer: &c.answer}).miss()
			if m.Cause != c.cause || m.Detail != c.detail {
				t.Errorf("%s: %q, want %s: %q", m.Cause, m.Detail, c.cause, c.detail)
			}
		})
	}
}
