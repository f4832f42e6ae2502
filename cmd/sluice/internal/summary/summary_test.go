package summary

import (
	"strings"
	"testing"
	"time"

	"sluice/crawl"
)

func TestSeedsThatAreTooManyToListAreNamedByACommand(t *testing.T) {
	failed := make([]crawl.FailedSeed, maxSeeds+2)
	const want = "\n2 more seeds failed; list them with `sluice pages -d 'my lib' --where 'kind = seed and outcome = failed'`\n"
	if got := Seeds(failed, "'my lib'"); !strings.HasSuffix(got, want) {
		t.Errorf("Seeds() ends with %q, want %q", got[len(got)-len(want):], want)
	}
}

func TestErrorsAreInOneLineByCause(t *testing.T) {
	many := map[string]int64{}
	for _, cause := range strings.Split("abcdefghij", "") {
		many[cause] = 2
	}
	many["a"] = 3
	for _, test := range []struct {
		name    string
		byCause map[string]int64
		want    string
	}{
		{"none", nil, ""},
		{"statuses and timeouts", map[string]int64{"status 404": 5672, "timeout: first byte": 2, "timeout: body": 1}, "errors: 5,672 × 404, 3 × timeout"},
		{"details that matter", map[string]int64{"dns: no such host": 1, "connect: refused": 2}, "errors: 2 × connect: refused, 1 × dns: no such host"},
		{"equal numbers by name", map[string]int64{"status 500": 1, "status 410": 1}, "errors: 1 × 410, 1 × 500"},
		{"many causes", many, "errors: 3 × a, 2 × b, 2 × c, 2 × d, 2 × e, 2 × f, 8 × other causes"},
		{"words of a server", map[string]int64{"status x\x1b[31m\n": 1}, "errors: 1 × status x\\x1b[31m\\x0a"},
		{"no cause", map[string]int64{"": 1}, "errors: 1 × unknown cause"},
	} {
		if got := Errors(test.byCause); got != test.want {
			t.Errorf("%s: Errors() = %q; want %q", test.name, got, test.want)
		}
	}
}

func TestFiguresTellTheRunFromTheLibrary(t *testing.T) {
	run := crawl.Totals{Pages: 1, Documents: 2, Errors: 3, Bytes: 4000, Active: 5 * time.Second}
	s := crawl.Stats{Run: run, Library: run}
	if got, want := Figures(&s, nil, 0), "1 page, 2 documents, 3 errors, 4.00 kB in 5.0 s.\n"; got != want {
		t.Errorf("first run: %q; want %q", got, want)
	}
	s.Library.Pages, s.Library.Redirects = 1001, 1
	want := "1 page, 2 documents, 3 errors, 4.00 kB in 5.0 s; documents read for another 2.0 s.\nerrors: 3 × 404\nIn the library: 1,001 pages, 2 documents, 3 errors, 1 redirect.\n"
	if got := Figures(&s, map[string]int64{"status 404": 3}, 2*time.Second); got != want {
		t.Errorf("second run: %q; want %q", got, want)
	}
}
